"""A campaign of skirmishes between its battles: what is reported is applied at once, as through the door."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
import pytest

from campaigns.season import Vehicle, decide, evolve, start
from campaigns.season.battle_reports import ReportBattle
from campaigns.season.editions import NEWEST
from campaigns.season.enlistment import Enlist
from campaigns.season.kept_events import Opened
from campaigns.season.musters import BattleMustered
from campaigns.season.opening import Open
from campaigns.season.reinforcements import PointsGranted
from campaigns.season.round_end import CloseRound, RoundClosed
from campaigns.season.rounds import RoundOpened
from campaigns.season.terms import settle_terms
from campaigns.season.values import Forces, Grant, Recruit, Scoring
from rules.adjudicate import CLERK, Who
from rules.contract import Command, Dice, Event, Feat, Outcome, Refused, UnitOutcome
from rules.stream import dice
from rules.stream.dice import SeededDice
from tests.campaigns import choosing
from tests.campaigns.skirmish import SYSTEM

ALICE, BOB, CAROL, THE_CLERK = Who("alice", referee=True), Who("bob"), Who("carol"), Who(CLERK, referee=True)
SEED = "5e" * 32


class Camp:
    """Bob's bears and Carol's cats, each of four Lights; `told` is the whole log. `edition`: of the house's rulings."""

    def __init__(
        self, sides: dict[str, str] | None = None, *, empty: bool = False, edition: str = NEWEST, **terms: Any
    ) -> None:
        opened = Opened(
            name="The long ridge",
            system="skirmish",
            edition="1",
            options={"fog": False},
            sides=sides or {},
            scoring=Scoring(),
            confirm_within=0,
            seed=SEED,
            commitment=dice.commitment(SEED),
            terms=settle_terms(SYSTEM, terms),
            house_edition=edition,
        )
        self.season, self.told, self.dice = start(opened), list[Event]([opened]), SeededDice(SEED)
        self.battles = 0
        if not empty:
            self.report(enlist("bears"), BOB)
            self.report(enlist("cats"), CAROL)

    def tell(self, *events: Event) -> None:
        for event in events:
            evolve(self.season, event)
            self.told.append(event)

    def report(self, command: Command, who: Who, dice: Dice | None = None) -> list[Event]:
        """It is told once what was offered: what is accepted was, and what is refused was not (`choosing.agrees`)."""
        with choosing.agrees(self.season, command, who):
            return self.follow(decide(self.season, command, who, dice or self.dice))

    def follow(self, decision: Iterable[Event]) -> list[Event]:
        """Each event is applied before the next is asked for."""
        events = []
        for event in decision:
            self.tell(event)
            events.append(event)
        return events

    def open(self, command: Open, edition: str = NEWEST) -> None:
        """Another campaign than the one that was there."""
        (opened,) = decide(None, command, ALICE, self.dice)
        assert isinstance(opened, Opened)
        opened = msgspec.structs.replace(opened, house_edition=edition)
        self.season, self.told = start(opened), [opened]

    def refused(self, command: Command, who: Who) -> Refused:
        before = len(self.told)
        with pytest.raises(Refused) as caught:
            self.report(command, who)
        assert len(self.told) == before
        assert all(fault.rule for fault in caught.value.faults)
        return caught.value

    def open_round(self, *fixtures: Any) -> int:
        number = len(self.season.rounds) + 1
        self.tell(RoundOpened(number=number, fixtures=fixtures))
        return number

    def close_round(self, dice: Dice | None = None) -> list[Event]:
        """What follows of it but the standings; a round is opened where none is under way."""
        if self.season.under_way is None:
            self.open_round()
        *events, closed = self.report(CloseRound(round=self.season.turn), THE_CLERK, dice)
        assert isinstance(closed, RoundClosed)
        return events

    def muster(self, *vehicles: str, north: str = "bears", south: str = "cats", fixture: str = "") -> str:
        """A battle of these; all of each platoon when none is named. Whether they may fight, nobody asks here."""
        self.battles += 1
        id = f"{self.battles:08x}-0000-4000-8000-000000000000"
        named = {key: tuple(one for one in vehicles if one.startswith(key)) for key in (north, south)}
        sides = {
            side: Forces(platoon=key, vehicles=named[key] or self.season.platoons[key].vehicles)
            for side, key in (("north", north), ("south", south))
        }
        self.tell(BattleMustered(battle=id, scenario="ridge", options={}, sides=sides, fixture=fixture))
        return id

    def count(
        self, battle: str, position: int = 9, winner: str = "north", kills: dict[str, int] | None = None, **left: Any
    ) -> list[Event]:
        """The clerk counts it: `bears_1={"damage": 1}` or `cats_2="lost"`; whoever is not named is as new.
        Who has won holds the field. `kills` by vehicle."""
        fixture = self.season.of_battle(battle)
        assert fixture is not None
        units = tuple(
            _unit(id, side, left.get(id.replace("-", "_"), {}), (kills or {}).get(id, 0))
            for side, forces in fixture.sides.items()
            for id in forces.vehicles
        )
        outcome = Outcome(over=True, winner=winner, field=winner, units=units)
        command = ReportBattle(battle=battle, position=position, digest="ab" * 32, outcome=outcome)
        return self.report(command, THE_CLERK)

    def fight(self, winner: str = "north", **left: Any) -> str:
        battle = self.muster()
        self.count(battle, winner=winner, **left)
        return battle

    def pay(self, points: int, platoon: str = "bears") -> None:
        """As if an organiser had."""
        self.tell(PointsGranted(round=self.season.turn, grants=(Grant(platoon=platoon, points=points, why="round"),)))

    def __getitem__(self, vehicle: str) -> Vehicle:
        return self.season.vehicles[vehicle]

    def purse(self, platoon: str = "bears") -> int:
        return self.season.platoons[platoon].purse


def enlist(key: str, *models: str, **changes: Any) -> Enlist:
    """A platoon of these models, else of four Lights."""
    recruits = tuple(Recruit(id=f"{key}-{n}", model=model) for n, model in enumerate(models or ("Light",) * 4, 1))
    fields: dict[str, Any] = {"platoon": key, "name": key.title(), "vehicles": recruits}
    return Enlist(**(fields | changes))


def _unit(id: str, side: str, left: dict[str, Any] | str, kills: int) -> UnitOutcome:
    feats = (Feat("kill", 1, n=kills),) if kills else ()
    if isinstance(left, str):
        return UnitOutcome(id, side, left, {"damage": 2 if left in ("wrecked", "lost") else 0}, feats)  # type: ignore[arg-type]
    fates = ("fit", "damaged", "wrecked")
    return UnitOutcome(id, side, fates[left.get("damage", 0)], left, feats)  # type: ignore[arg-type]
