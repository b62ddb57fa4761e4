"""A whole season as lines of script, told by its organiser: made up from nothing but what `legal` offers."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from campaigns import handler, rereading
from campaigns.season import decide, evolve, legal
from campaigns.season.decider import SEASONS
from campaigns.season.enlistment import Enlist
from campaigns.season.house_rules import Amend
from campaigns.season.map.disclosure import Disclose
from campaigns.season.results import Adjudicate
from campaigns.season.round_end import CloseRound
from campaigns.season.rounds import OpenRound
from campaigns.season.season_end import CloseSeason
from campaigns.season.values import Pairing
from campaigns.simulation.chance import Chance
from campaigns.simulation.filling import filled
from campaigns.simulation.reporters import Reporters
from rules.adjudicate import Who
from rules.contract import Choice, Command, Event, Refused
from rules.stream.dice import SeededDice
from rules.stream.script import write_line

# What ends a round or a season comes in its own time; a battle would have to be fought elsewhere, and veterans come
# from a campaign that nobody here knows.
LATER = {"CloseRound", "CloseSeason", "OpenRound", "MusterBattle", "Disclose", "Drop", "HandOver", "Dismiss"}
LATER |= {"CallVeterans"}


class Writer:
    """A season in memory. `lines`: what was told of it; `events`: what followed."""

    def __init__(self, reporters: Reporters, seed: int) -> None:
        season = handler.replay(reporters.campaign)[0]  # of its own, as it goes on from there
        self.reporters, self.season, self.chance = reporters, season, Chance(str(seed))
        self.who = Who(str(reporters.organiser.pk), referee=True, needs_case=True)
        self.lines, self.events = list[str](), list[Event]()
        self.told = set[str]()

    def tell(self, command: Command) -> bool:
        """Decide it and write its line, unless it is refused. What goes by vehicle stands in the order of a line."""
        command, told = (
            msgspec.json.decode(msgspec.json.encode(command, order="sorted"), type=type(command)),
            list[Event](),
        )
        line = write_line("", command)
        if isinstance(command, Amend):  # the door adds what is known of the battles that were fought: of none here
            command = replace(command, reread=rereading.of_command(self.season, command).known)
        try:
            for event in decide(self.season, command, self.who, SeededDice(SEASONS.seed(self.season))):
                evolve(self.season, event, self.season.head[0] + 1)
                told.append(event)
        except Refused:
            assert not told
            return False
        self.lines.append(line)
        self.events += told
        self.told.add(type(command).__name__)
        return True

    def whole(self, platoons: int, rounds: int) -> str:
        for number in range(platoons):
            self._enlist(number)
        for number in range(1, rounds + 1):
            self._between(6)
            self._open()
            self._between(10, {"Order"})
            self.tell(Disclose(round=number))
            self._between(25)
            self._decide_fixtures()
            assert self.tell(CloseRound(round=number))
            if self.season.won is not None:
                break
        self._decide_fixtures()
        assert self.tell(CloseSeason(words="Until next year"))
        return "\n".join(self.lines)

    def _enlist(self, number: int) -> None:
        """The organiser commands it beside its player, so that she may give its orders."""
        found = filled(self.season, self.who, next(iter(legal(self.season, self.who, Enlist))), self.chance)
        assert isinstance(found, Enlist)
        player = str(self.reporters.players[number].pk)
        assert self.tell(replace(found, player=player, partners=(self.who.id,)))

    def _open(self) -> None:
        """On a map platoons meet where their orders take them; else everyone who has not met yet, or the first two."""
        if self.season.opened.theatre is not None:
            assert self.tell(OpenRound(deadline="", orders_by=""))
        elif not self.tell(OpenRound(deadline="", method="everyone")):
            home, away, *_others = [one.key for one in self.season.platoons.values() if not one.dropped]
            assert self.tell(OpenRound(deadline="", pairings=(Pairing(home=home, away=away),)))

    def _between(self, times: int, only: set[str] | None = None) -> None:
        for _time in range(times):
            offers = [
                one
                for one in legal(self.season, self.who)
                if (one.command in only if only else one.command not in LATER)
            ]
            if offers:
                kind = self.chance.one_of(sorted({one.command for one in offers}))
                self._take(self.chance.one_of([one for one in offers if one.command == kind]))

    def _decide_fixtures(self) -> None:
        """Fixtures without a result, disputed ones, and retreats that were contradicted."""
        for key in list(self.season.fixtures):
            fixture = self.season.fixtures[key]
            if fixture.disputes or (fixture.announced and fixture.is_open):
                winner = self.chance.one_of(("", *fixture.platoons))
                assert self.tell(Adjudicate(fixture=key, winner=winner, reason="As both of them told it"))
        while self.season.offered:
            assert any(self._take(one) for one in legal(self.season, self.who) if one.command == "Reconsider")

    def _take(self, choice: Choice) -> bool:
        found = filled(self.season, self.who, choice, self.chance)
        return found is not None and self.tell(found)
