"""A campaign of skirmishes in memory that people mend: Bob's bears and Carol's cats, by reports alone."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any

from campaigns.season import Season
from campaigns.season.battle_reports import ReportBattle
from campaigns.season.decider import SEASONS
from campaigns.season.musters import MusterBattle
from campaigns.season.pairings import Pair
from campaigns.season.recounting import report_of
from campaigns.season.rounds import OpenRound
from campaigns.season.values import Forces, Pairing
from rules.adjudicate import Who
from rules.contract import Command, Event, Outcome
from rules.stream.adjudication import Adjudication
from rules.stream.decider import Row
from rules.stream.history import Past
from rules.stream.revision.contract import MendedHistory
from rules.stream.revision.reports import Correct, Retold, Revised, Undo
from tests.campaigns.between import ALICE, BOB, CAROL, THE_CLERK, Camp, _unit, enlist

DAN = Who("dan")


class Mended(Adjudication[Season, Command, Event, Who | None]):
    """`camp` makes the campaign; whoever enlists does so by a report."""

    def __init__(self, camp: Camp | None = None, *, enlisted: bool = True, **terms: Any) -> None:
        told = (camp or Camp(empty=True, **terms)).told
        super().__init__(SEASONS, [Row(at, 0, event, ALICE.id) for at, event in enumerate(told, 1)])
        self.battles = 0
        if enlisted:
            self.tell(enlist("bears"), BOB)
            self.tell(enlist("cats"), CAROL)

    @property
    def history(self) -> MendedHistory[Season, Who | None]:
        return MendedHistory(SEASONS, self.rows)

    def tell(self, command: Command, who: Who) -> tuple[Event, ...]:
        """What follows; live is what is read back."""
        found = self.hear(command, who, who.id, SEASONS.dice(self.state, self.fallen))
        assert self.history.state() == self.state
        return found

    def stands(self, command: Command, who: Who, events: Sequence[Event]) -> None:
        """A report comes to these events, whatever would be ruled."""
        begins = len(self.rows) + 1
        for position, event in enumerate(events, begins):
            self.decider.evolve(self.state, event, position, "", begins)
        self.add(command, who.id, events)

    def live(self, kind: str) -> list[Past]:
        return [past for past in self.history.live_reports() if past.type == kind]

    def at(self, kind: str, nth: int = -1) -> int:
        """Where a report of this kind that counts begins."""
        return self.live(kind)[nth].position

    def undo(self, kind: str, who: Who = ALICE, nth: int = -1) -> tuple[Event, ...]:
        return self.tell(Undo(position=self.at(kind, nth)), who)

    def redo(self, who: Who = ALICE) -> tuple[Event, ...]:
        return self.tell(Undo(position=self.state.redo), who)

    def strike(self, kind: str, nth: int = -1, **settled: Any) -> tuple[Event, ...]:
        return self.tell(Correct(position=self.at(kind, nth), how="strike", reason="wrong", **settled), ALICE)

    def round(self, *pairs: tuple[str, str]) -> tuple[Event, ...]:
        pairings = tuple(Pairing(home=home, away=away) for home, away in pairs)
        return self.tell(OpenRound(pairings=pairings, deadline="2027-03-28T20:00:00Z"), ALICE)

    def pair(self, home: str = "bears", away: str = "cats") -> tuple[Event, ...]:
        return self.tell(Pair(pairings=(Pairing(home=home, away=away),)), ALICE)

    def muster(self, fixture: str = "", north: str = "bears", south: str = "cats", **forces: tuple[str, ...]) -> str:
        self.battles += 1
        id = f"{self.battles:08x}-0000-4000-8000-000000000000"
        named = {"north": north, "south": south}
        sides = {side: Forces(platoon=key, vehicles=forces.get(side, ())) for side, key in named.items()}
        self.tell(MusterBattle(battle=id, fixture=fixture, scenario="ridge", sides=sides), ALICE)
        return id

    def count(self, battle: str, winner: str = "north", position: int = 9, **left: Any) -> tuple[Event, ...]:
        """The clerk counts it; whoever is not named is as new (see `Camp.count`)."""
        return self.tell(self.settled(battle, winner, position, **left), THE_CLERK)

    def recount(self, battle: str, winner: str = "north", position: int = 12, **left: Any) -> tuple[Event, ...]:
        """It was settled anew, and the clerk tells the season of it as he does."""
        settled = self.settled(battle, winner, position, **left)
        return self.tell(report_of(self.state, settled, lambda: self.history), THE_CLERK)

    def settled(self, battle: str, winner: str = "north", position: int = 9, **left: Any) -> ReportBattle:
        fixture = self.state.of_battle(battle)
        assert fixture is not None
        units = tuple(
            _unit(id, side, left.get(id.replace("-", "_"), {}), 0)
            for side, forces in fixture.sides.items()
            for id in forces.vehicles
        )
        outcome = Outcome(over=True, winner=winner, field=winner, units=units)
        return ReportBattle(battle=battle, position=position, digest="ab" * 32, outcome=outcome)

    def purse(self, platoon: str = "bears") -> int:
        return self.state.platoons[platoon].purse


def how(events: Sequence[Event]) -> list[str]:
    """How reports were told again."""
    return [event.how for event in events if isinstance(event, Retold)]


def kept(events: Sequence[Event]) -> list[int]:
    """The rows that stand as they were written."""
    found = [rows for event in events if isinstance(event, Revised) for rows in event.keeps or ()]
    return [position for rows in found for position in range(rows.first, rows.last + 1)]


def places_aside(season: Season) -> dict[str, Any]:
    """A season without its places in the log, and without who was mustered for a battle and what keys of fixtures have
    meant: that is as it was, whatever is corrected."""
    of_stream = ("head", "last", "retold", "redo", "corrected", "waiting", "items", "proposals", "declared")
    aside = (*of_stream, "manned", "published")
    found = {name: deepcopy(getattr(season, name)) for name in season.__struct_fields__ if name not in aside}
    for fixture in found["fixtures"].values():
        fixture.manned = {}
    return found
