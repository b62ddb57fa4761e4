"""The random player of seasons: it asks for each person what they may report (`legal`), fills it in, and tells it.

How readily each kind of report is told stands in `READILY`. What brings the season on (`ONWARD`) is told when the time
of a stage is over, and now and then before. Battles are the random player's of battles; on a map it makes war (`war`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from battles.clerk import THE_CLERK
from campaigns.season import Fixture, Season, legal
from campaigns.season.appointments import AcceptDate, CancelDate, DeclineDate, ProposeDate, SetDate
from campaigns.season.enlistment import Enlist
from campaigns.season.free_times import NoteFree
from campaigns.season.map.disclosure import Disclose
from campaigns.season.map.orders import Order
from campaigns.season.map.retreat_rulings import Reconsider
from campaigns.season.map.retreats import Retreat
from campaigns.season.mending import MENDING, mends_of
from campaigns.season.musters import CallOff
from campaigns.season.reminders import Remind
from campaigns.season.results import Adjudicate
from campaigns.season.round_end import CloseRound
from campaigns.season.rounds import OpenRound
from campaigns.season.season_end import CloseSeason
from campaigns.season.substitutes.answers import AcceptSubstitute, DeclineSubstitute
from campaigns.season.substitutes.naming import Substitute, WithdrawSubstitute
from campaigns.season.veterans import CallVeterans
from campaigns.simulation import battles, corrections, war
from campaigns.simulation.filling import filled
from campaigns.simulation.reporters import Reporters
from rules.adjudicate import Who
from rules.contract import Choice, Command
from rules.messages import verbatim
from rules.stream.choices import about
from rules.stream.random_values import weighted

BESIDE = "a battle beside the rounds"
# Against 1000 for all others. What most people never do is told once in a season, so that there is one to look at.
READILY = {
    "Drop": 6,
    BESIDE: 20,
    "Concede": 30,
    "Enlist": 15,
    "LeavePlatoonCase": 30,
    "CallOff": 100,
    "Deploy": 40,
    "WalkOver": 40,
    "Declare": 40,
    "Amend": 60,
    "Appoint": 60,
    "Dismiss": 60,
    "HandOver": 60,
    "Penalise": 60,
    "SetLink": 60,
    "Extend": 60,
    "TakePlatoonCase": 60,
    "WriteOff": 60,
    "Correct": 80,
    "Pair": 80,
    "Undo": 80,
    "Adjudicate": 100,
    "Remind": 100,
    "Sell": 60,
    "Dispute": 150,
    "Retreat": 150,
    "ChangeCard": 200,
    "Prioritise": 120,
    "Confirm": 300,
    "Buy": 400,
    "Order": 6000,
    "MusterBattle": 6000,
}
# What people agree on beside the game, so that a season goes as it goes without it.
DATES = (
    *(ProposeDate, AcceptDate, DeclineDate, CancelDate, SetDate, NoteFree),
    *(Substitute, AcceptSubstitute, DeclineSubstitute, WithdrawSubstitute),
)
AGREES = 6  # percent of steps
ONWARD = (CloseSeason, Disclose, CloseRound, OpenRound)
RASH = 10  # how readily a stage ends before its time
SETTLING = (CallOff, Reconsider, Adjudicate)  # what a season needs before it can be closed, in this order
FIGHTS, LOOKS_BACK = 25, 4  # percent of steps
PATIENCE = 5  # steps of a stage for each platoon
LONGEST = 6  # times the steps of a season in which nothing is taken back; then nothing is any more
_ONWARD = frozenset(kind.__name__ for kind in ONWARD)
_DATES = frozenset(kind.__name__ for kind in DATES)
_MENDS = frozenset(kind.__name__ for kind in MENDING.commands)
_REMINDER = verbatim("")
_OF_OTHERS = CallVeterans.__name__  # it names another campaign, of which nobody here knows


class Player:
    """Plays a season of so many rounds, step by step. `reporters` are its people."""

    def __init__(self, reporters: Reporters, platoons: int, rounds: int) -> None:
        self.reporters, self.rounds = reporters, rounds
        self.chance, self.dates = reporters.chance.under("player"), reporters.chance.under("dates")
        self.stage = PATIENCE * max(platoons, 3)  # steps
        self.steps, self.since, self.longest = 0, 0, LONGEST * self.stage * (rounds + 1)

    def enlist(self, person: str) -> None:
        """Somebody enlists a platoon, if they find one that the terms allow."""
        season, who = self.reporters.season(), self.reporters.who(person)
        if offers := war.inclined(season, legal(season, who, Enlist), self.chance):
            self._tell(season, who, self.chance.one_of(offers))

    def advance(self, season: Season) -> None:
        """One report more to the season as it is now, or one battle; a stage that has taken its time ends."""
        self.steps += 1
        self.since += 1
        if season.closed is None and (self.since > self.stage or self.steps > self.longest):
            self._bring_on(season)
            return
        fought = [one for one in season.fixtures.values() if one.is_fought]
        counted = [one.battle for one in season.fixtures.values() if one.battle and one.reported is not None]
        if fought and self.chance.happens(FIGHTS):
            battles.fight(self.reporters, self.chance.one_of(fought).battle, self.chance)
        elif battle := war.at_stake(season, self.chance):
            battles.correct(self.reporters, battle, self.chance)
        elif counted and self.chance.happens(LOOKS_BACK):
            battles.correct(self.reporters, self.chance.one_of(counted), self.chance)
        else:
            self._report(season)
        if season.closed is None and self.dates.happens(AGREES):
            self._agree(self.reporters.season())

    def _agree(self, season: Season) -> None:
        """Somebody proposes when to play, or who sits in for them, or has another word on it."""
        user = self.dates.one_of((self.reporters.organiser, *self.reporters.players))
        who = self.reporters.who(str(user.pk))
        if offers := legal(season, who, *DATES) if season.closed is None else ():
            command = filled(season, who, self.dates.one_of(offers), self.dates)
            if command is not None:
                self.reporters.tell_aside(who, command)

    # -- a report ------------------------------------------------------------------------------------------------------

    def _report(self, season: Season) -> None:
        who, offers = self._somebody(season)
        kinds: dict[str, list[Choice]] = {}
        for choice in offers:
            kinds.setdefault(_kind(choice), []).append(choice)
        if kinds:
            kind = weighted([(one, READILY.get(one, 1000)) for one in sorted(kinds)], self.chance.choose)
            choice = weighted([(one, one.readily) for one in kinds[kind]], self.chance.choose)
            self._tell(season, who, choice)

    def _somebody(self, season: Season) -> tuple[Who, Sequence[Choice]]:
        """The organiser as often as all players together; sometimes the clerk. What ends a stage only the rash do."""
        person = weighted([("organiser", 45), ("player", 45), ("clerk", 10)], self.chance.choose)
        if person == "clerk":
            return THE_CLERK, [*self._of_the_clerk(season)]
        users = self.reporters.players if person == "player" else (self.reporters.organiser,)
        who = self.reporters.who(str(self.chance.one_of(users).pk))
        offers = [*legal(season, who), *(mends_of(season, who) if self.steps <= self.longest else ())]
        played = (one for one in offers if one.command not in (*_DATES, _OF_OTHERS))
        told = [one for one in played if one.command not in _ONWARD or self._is_rash(season, one)]
        return who, war.inclined(season, told, self.chance)

    def _of_the_clerk(self, season: Season) -> Iterator[Choice]:
        """What the clerk does by the clock, which a simulated season has not: it may be now."""
        for choice in legal(season, THE_CLERK, Disclose, CloseRound, Retreat) if season.closed is None else ():
            if self._is_rash(season, choice):
                yield Choice(command=choice.command, label=choice.label, side=choice.side, given=choice.given)
        round = season.under_way
        if season.closed is None and round is not None and not round.reminded:
            yield Choice(command=Remind.__name__, label=_REMINDER, side="", given={"round": round.number})

    def _is_rash(self, season: Season, choice: Choice) -> bool:
        return self._is_due(season, choice) and self.chance.happens(RASH)

    def _tell(self, season: Season, who: Who, choice: Choice) -> bool:
        """False where nothing that is legal was found, or it was refused."""
        if choice.command == Disclose.__name__:
            self._order_at_last(season)
        command = self._said(season, who, choice)
        if command is None or not self.reporters.tell(who, command):
            return False
        if choice.command in _ONWARD:
            self.since = 0
        return True

    def _order_at_last(self, season: Season) -> None:
        """Those who have forgotten to give orders mostly do before they are disclosed."""
        for person, platoon in war.without_orders(season, self.chance):
            who = self.reporters.who(person)
            offers = war.inclined(season, legal(season, who, Order), self.chance)
            if mine := [(one, one.readily) for one in offers if one.given["platoon"] == platoon]:
                self._tell(season, who, weighted(mine, self.chance.choose))

    def _said(self, season: Season, who: Who, choice: Choice) -> Command | None:
        if choice.command in _MENDS:
            return corrections.mend(self.reporters.campaign, season, who, choice, self.chance)
        return filled(season, who, choice, self.chance, [*self.reporters.people])

    # -- on with it ----------------------------------------------------------------------------------------------------

    def _is_due(self, season: Season, choice: Choice) -> bool:
        """Whether this may bring the season on: it is over after its last round, or with the war."""
        enough = season.won is not None or len(season.rounds) >= self.rounds
        return enough if choice.command == "CloseSeason" else not enough or choice.command != "OpenRound"

    def _bring_on(self, season: Season) -> None:
        """The organiser ends the stage. A season that cannot close yet is brought to that: its battles are fought to
        the end, and what has no result is ruled on."""
        who = self.reporters.who(str(self.reporters.organiser.pk))
        onward = [one for one in legal(season, who, *ONWARD) if self._is_due(season, one)]
        if onward:
            if not self._tell(season, who, onward[0]):
                raise AssertionError(f"{onward[0].command} is offered, and nothing of it is taken")
            return
        fixture = next((one for one in season.fixtures.values() if _is_unsettled(season, one)), None)
        if fixture is None:
            raise AssertionError("nothing is left open, and the season cannot be closed")
        if fixture.is_fought:
            battles.fight(self.reporters, fixture.battle, self.chance)
            season = self.reporters.season()
        for choice in legal(season, who, *SETTLING):
            it = about(choice, "fixture", fixture.key) or about(choice, "battle", fixture.battle)
            if it is not None and self._tell(season, who, it):
                return


def _kind(choice: Choice) -> str:
    """The kind of report; a battle beside the rounds is one of its own."""
    beside = choice.command == "MusterBattle" and all(field.name != "fixture" for field in choice.fields)
    return BESIDE if beside else choice.command


def _is_unsettled(season: Season, fixture: Fixture) -> bool:
    """Whether the season cannot be closed because of it."""
    open_ = fixture.announced and fixture.is_open
    return fixture.is_fought or open_ or bool(fixture.disputes) or fixture.key in season.offered
