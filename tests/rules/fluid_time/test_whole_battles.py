"""Whole battles between random forces under random options, with everything that has to hold looked at after every
report.

A few always run; many are for `make soak`.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from rules.contract import Event, Mustered
from rules.player import advance
from rules.record import Table
from rules.systems.fluid_time import SYSTEM, tables
from rules.systems.fluid_time.between import Assessed
from rules.systems.fluid_time.deck import CardDrawn, DeckShuffled
from rules.systems.fluid_time.hits import HitResolved
from rules.systems.fluid_time.impulses import CommanderInvoked, ImpulseBegan, ImpulseEnded
from rules.systems.fluid_time.morale import MoraleChecked
from rules.systems.fluid_time.moving import LeftTable, Moved
from rules.systems.fluid_time.posture import Halted, Observed, WentOnOverwatch
from rules.systems.fluid_time.shooting import ShotResolved, ShotWasted
from rules.systems.fluid_time.state import State
from rules.systems.fluid_time.strikes import StrikeSent, TargetAttacked
from rules.systems.fluid_time.support import SupportCalled
from rules.systems.fluid_time.turns import DeckDisclosed, TurnEnded
from rules.systems.fluid_time.volleys import FireDeclared
from tests.length import AT_LENGTH, many

FEW, MANY = 12 if AT_LENGTH else 4, many(1000)
LONGEST = 2000  # reports
EFFECTS = {"none", *tables.EFFECTS.values()}
REASONS = {"struck", "crew_suppressed", "last_tank", "rally"}
STAGES = {"hold", "cancel", "send", ""}


@pytest.mark.at_length
def test_whole_battles() -> None:
    for seed in range(FEW):
        assert check_battle(seed).battle.settled


@pytest.mark.soak
def test_many_whole_battles_show_all_that_can_happen() -> None:
    kinds: set[type[Event]] = set()
    found: set[tuple[str, object]] = set()
    for seed in range(MANY):
        table = check_battle(seed)
        assert table.battle.settled
        for event in (event for entry in table.entries for event in entry.events):
            kinds.add(type(event))
            found |= shown(event)
    assert kinds >= set(SYSTEM.events)
    wanted = {
        *(("shot", effect) for effect in EFFECTS),
        *(("strike", effect) for effect in EFFECTS),
        *(("reason", reason) for reason in REASONS),
        *(("result", result) for result in ("passed", "suppressed", "abandoned")),
        *(("overwatch", trigger) for trigger in ("", "enters", "leaves", "return")),
        *(("wasted", why) for why in ("target", "shooter")),
        *(("ended", why) for why in ("done", "time", "nobody")),
        *(("stage", stage) for stage in STAGES),
        *(("aircraft", craft) for row in tables.AIRCRAFT.values() for craft in row.values()),
        *(("level", level) for level in tables.LEVELS),
        *(("fate", fate) for fate in ("kept", "wrecked", "captured", "lost")),
        *((option.name, on) for option in SYSTEM.options if option.type == "flag" for on in (False, True)),
        *((option.name, choice) for option in SYSTEM.options if option.type == "choice" for choice in option.choices),
        ("repeated", True),
        ("others", True),
    }
    assert not wanted - found


def shown(event: Event) -> set[tuple[str, object]]:
    """What of all that can happen has happened here."""
    match event:
        case Mustered():
            return set(event.options.items())
        case HitResolved():
            return {(event.cause, event.effect), ("repeated", event.repeated)}
        case ShotResolved():
            return {("overwatch", event.overwatch)}
        case ShotWasted():
            return {("wasted", event.why)}
        case MoraleChecked():
            return {("reason", event.reason), ("result", event.result), ("others", bool(event.others))}
        case ImpulseEnded():
            return {("ended", event.why)}
        case SupportCalled():
            return {("stage", event.stage), ("aircraft", event.aircraft)}
        case StrikeSent():
            return {("level", event.level)}
        case Assessed():
            return {("fate", event.fate)}
    return set()


def check_battle(seed: int) -> Table:
    """A battle of random forces, played to its settlement or for as long as any should last."""
    choose = Random(f"battle {seed}").randrange
    table = Table.open(SYSTEM.draft(choose))
    watch = Watch()
    while not table.battle.settled and len(table.entries) <= LONGEST:
        advance(table, choose)
        watch.report(table)
    return table


class Watch:
    """What has to hold of a battle, report after report, counted once more."""

    def __init__(self) -> None:
        self.face_down: Counter[str] = Counter()
        self.drawn: list[str] = []
        self.invoked: set[str] = set()
        self.left: dict[str, Counter[str]] = {}  # of this Impulse, by vehicle
        self.budget: dict[str, int] = {}  # of the move that was begun
        self.tested: dict[str, set[str]] = {}  # of this Impulse, by vehicle
        self.watching: set[str] = set()
        self.attacked: set[str] = set()

    def report(self, table: Table) -> None:
        state = table.battle.play
        assert isinstance(state, State)
        for event in table.entries[-1].events:
            self.of_the_deck(event)
            self.of_an_impulse(state, event)
            self.of_fire(event)
        SYSTEM.possible(state)
        outcome = SYSTEM.outcome(state)
        assert outcome.winner in ("", *state.sides)
        assert all(points >= 0 for points in outcome.points.values())
        seen = {fact.name for fact in SYSTEM.see(state, "").facts}
        assert ("winner" in seen) is outcome.over
        assert {f"points-{side}" for side in state.sides} <= seen

    def of_the_deck(self, event: Event) -> None:
        match event:
            case DeckShuffled():
                self.face_down, self.drawn, self.invoked = Counter(event.cards), [], set()
                assert event.order is None or not event.order.values, "nobody knows the order of a deck"
            case CardDrawn():
                self.face_down[event.card] -= 1
                self.drawn.append(event.card)
                assert self.face_down[event.card] >= 0, f"there was no such card left: {event}"
                assert event.left == self.face_down.total(), event
            case TurnEnded():
                assert self.drawn[-1] == tables.TURN_OVER
                assert tables.TURN_OVER not in self.drawn[:-1]
            case DeckDisclosed():
                assert list(event.order.values[: len(self.drawn)]) == self.drawn, "it was not drawn in its order"
            case CommanderInvoked():
                assert event.side not in self.invoked, f"his card is played twice: {event}"
                self.invoked.add(event.side)

    def of_an_impulse(self, state: State, event: Event) -> None:
        match event:
            case ImpulseBegan():
                self.left = {unit: Counter(event.grants) for unit in event.units}
                self.budget, self.tested = {}, {}
            case ImpulseEnded():
                self.left = {}
            case MoraleChecked():
                tested = self.tested.setdefault(event.unit, set())
                assert not tested & {event.reason, *event.others}, f"it is tested twice: {event}"
                tested |= {event.reason, *event.others}
                assert event.total == sum(event.roll.numbers) + event.modifier
                passed = "abandoned" if event.total <= 3 else "suppressed"
                assert event.result == ("passed" if event.total >= 7 else passed), event
            case FireDeclared():
                self.spends(event.unit, "free")
            case Observed():
                self.spends(event.unit, "free")
            case Halted() | LeftTable() | WentOnOverwatch():
                self.spends(event.unit, event.spent)
            case Moved():
                self.moves(state, event)

    def moves(self, state: State, event: Moved) -> None:
        unit = state.units[event.unit]
        if event.spent:
            self.spends(event.unit, event.spent)
            whole = 10 * unit.figures.move
            self.budget[event.unit] = whole // 2 if event.spent == "half_move" else whole
        self.budget[event.unit] -= event.length * {"open": 1, "rough": 2}[event.over]
        assert self.budget[event.unit] == event.reach >= 0, f"it is too fast: {event}"

    def spends(self, unit: str, grant: str) -> None:
        self.left[unit][grant] -= 1
        assert self.left[unit][grant] >= 0, f"{unit} has no {grant} left"

    def of_fire(self, event: Event) -> None:
        match event:
            case WentOnOverwatch():
                self.watching.add(event.unit)
            case Moved():
                self.watching.discard(event.unit)
            case MoraleChecked() if event.result == "suppressed":
                self.watching.discard(event.unit)
            case ShotResolved():
                assert not event.overwatch or event.unit in self.watching, f"it was not on overwatch: {event}"
                self.watching.discard(event.unit)
                fell = event.roll.numbers if event.roll else ()
                assert bool(fell) is (event.need >= 1)
                assert event.hits == sum(die <= event.need for die in fell)
            case HitResolved():
                assert event.total == sum(event.roll.numbers)
                assert len(event.roll.numbers) == event.dice
                assert (event.effect == "none") is (event.total < event.armour), event
                assert (event.effect_roll is None) is (event.effect == "none"), event
                if event.effect == "crew_suppressed":
                    self.watching.discard(event.unit)
            case StrikeSent():
                self.attacked = set()
            case TargetAttacked():
                assert event.unit not in self.attacked, f"it is attacked twice: {event}"
                self.attacked.add(event.unit)
