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
from rules.systems.tanks import SYSTEM
from rules.systems.tanks.artillery import Bombarded
from rules.systems.tanks.damage import DamageRolled, PenetrationRolled
from rules.systems.tanks.measures import allowance, measured
from rules.systems.tanks.moving import Driven
from rules.systems.tanks.shooting import ShotFired
from rules.systems.tanks.smoke import SmokePopped
from rules.systems.tanks.state import State
from rules.systems.tanks.turns import TurnBegan
from tests.length import AT_LENGTH, many

FEW, MANY = 8 if AT_LENGTH else 4, many(1000)
LONGEST = 800  # reports
EFFECTS = {"none", "stunned", "knocked_about", "tracked", "gun_out", "bailed_out", "knocked_out"}


@pytest.mark.at_length
def test_whole_battles() -> None:
    for seed in range(FEW):
        assert check_battle(seed).battle.settled


@pytest.mark.soak
def test_many_whole_battles_show_all_that_can_happen() -> None:
    kinds: set[type[Event]] = set()
    effects: set[tuple[str, str]] = set()
    options: set[tuple[str, object]] = set()
    chains = 0
    for seed in range(MANY):
        table = check_battle(seed)
        assert table.battle.settled
        for entry in table.entries:
            for event in entry.events:
                kinds.add(type(event))
                match event:
                    case DamageRolled():
                        effects.add((event.cause, event.effect))
                        chains += event.cause == "blast" and event.effect == "knocked_out"
                    case Mustered():
                        options |= set(event.options.items())
    assert kinds >= set(SYSTEM.events)
    assert {effect for _cause, effect in effects} == EFFECTS
    assert {cause for cause, _effect in effects} == {"shot", "cap", "blast", "ram"}
    assert chains > 10
    assert options >= {(option.name, on) for option in SYSTEM.options if option.type == "flag" for on in (0, 1)}


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
        self.fired: Counter[str] = Counter()  # by vehicle, this turn
        self.struck: Counter[tuple[str, str, str]] = Counter()  # explosion or cap, of whom, vehicle
        self.smoked: Counter[str] = Counter()

    def report(self, table: Table) -> None:
        state = table.battle.play
        assert isinstance(state, State)
        for event in table.entries[-1].events:
            self.happened(state, event)
        SYSTEM.possible(state)
        outcome = SYSTEM.outcome(state)
        assert outcome.winner in ("", *state.sides)
        assert all(points >= 0 for points in outcome.points.values())
        seen = {fact.name for fact in SYSTEM.see(state, "").facts}
        for side in state.sides:
            assert f"points-{side}" in seen
            assert (f"withdrawal-{side}" in seen) is not outcome.over

    def happened(self, state: State, event: Event) -> None:
        match event:
            case TurnBegan():
                self.fired.clear()
                self.struck.clear()
            case Driven():
                unit = state.units[event.unit]
                assert unit.used <= allowance(state.options, unit.figures.speed), f"{unit.id} is too fast: {event}"
                assert unit.driven <= measured(state.options, 2 * unit.figures.speed), event
                assert not unit.tracked, event
            case SmokePopped():
                self.smoked[event.unit] += 1
                assert self.smoked[event.unit] == 1, f"{event.unit} pops smoke twice"
                assert 4 * event.cost <= allowance(state.options, state.units[event.unit].figures.speed)
            case ShotFired() | Bombarded():
                self.fired[event.unit] += 1
                assert self.fired[event.unit] == 1, f"{event.unit} fires twice: {event}"
                assert state.units[event.unit].smoke != "smoking", event
                if event.result in ("hit", "miss") and event.roll is not None:
                    die = event.roll.numbers[0]
                    assert (event.result == "hit") is (die == 6 or die >= event.needed), event
            case PenetrationRolled():
                die = event.roll.numbers[0]
                assert event.total == event.strength + die
                plain = (event.total > event.armour) - (event.total < event.armour)
                expected = {1: "penetrates", 0: "glances", -1: "bounces"}[-1 if die == 1 else plain]
                assert event.result == expected, event
                if event.cause in ("blast", "cap"):
                    self.struck[event.cause, event.by, event.unit] += 1
                    assert self.struck[event.cause, event.by, event.unit] == 1, event
