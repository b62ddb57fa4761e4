"""Whole battles between random platoons, with everything that has to hold looked at after every report.

A few of each mission always run; many of each are for `make soak`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

import msgspec
import pytest

from rules import visibility
from rules.contract import Event, Muster
from rules.player import advance
from rules.record import Table
from rules.systems.modern_age import SYSTEM, tables
from rules.systems.modern_age.damage import Destroyed
from rules.systems.modern_age.defence.defence_rerolls import DefenceRerolled
from rules.systems.modern_age.defence.defend import DefenceRolled
from rules.systems.modern_age.depths import Resumed
from rules.systems.modern_age.figures import is_doomed
from rules.systems.modern_age.grades import post
from rules.systems.modern_age.helicopters import Crashed
from rules.systems.modern_age.movement import Moved, Withdrew
from rules.systems.modern_age.platoon.draft import Choose, draft
from rules.systems.modern_age.repairs import RepairRolled, RepairSkipped
from rules.systems.modern_age.shooting.attack_roll import AttackRolled
from rules.systems.modern_age.shooting.fire import FireHeld
from rules.systems.modern_age.shooting.smoke import SmokeLaid
from rules.systems.modern_age.state import State
from rules.systems.modern_age.turns import PhaseBegan
from rules.upkeep import GRADES
from tests.length import AT_LENGTH, many
from tests.rules.modern_age.musters import with_conditions

MISSIONS = [scenario.key for scenario in tables.SCENARIOS]
FEW, MANY = 2 if AT_LENGTH else 1, many(300)
LONGEST = 600  # reports of a battle: half as many again as the longest there was


@pytest.mark.at_length
@pytest.mark.parametrize("mission", MISSIONS)
def test_random_battles(mission: str) -> None:
    for seed in range(FEW):
        check_battle(mission, seed)


@pytest.mark.at_length
@pytest.mark.parametrize("mission", MISSIONS if AT_LENGTH else MISSIONS[:1])
def test_random_battles_between_crews_of_all_grades(mission: str) -> None:
    check_battle(mission, 0, graded)


@pytest.mark.soak
def test_all_that_can_happen_happens_in_many_random_battles() -> None:
    happened = {
        type(event)
        for mission in MISSIONS
        for seed in range(MANY)
        for entry in check_battle(mission, seed).entries
        for event in entry.events
    }
    assert not set(SYSTEM.events) - happened


def check_battle(mission: str, seed: int, change: Callable[[Muster, Choose], Muster] | None = None) -> Table:
    """Battle number `seed` of the mission, its forces changed, played to its settlement."""
    choose = Random(f"{mission} {seed}").randrange
    muster = drafted(mission, choose)
    table = Table.open(change(muster, choose) if change else muster)
    watch = Watch(table)
    while not table.battle.settled:
        advance(table, choose)
        watch.report(table)
        assert len(table.entries) <= LONGEST, "the battle does not end"
    return table


def drafted(mission: str, choose: Choose) -> Muster:
    """Random platoons for this mission: it is what a draft picks first."""
    pinned = [MISSIONS.index(mission)]
    return draft(lambda n: pinned.pop() if pinned else choose(n))


def graded(muster: Muster, choose: Choose) -> Muster:
    """Fought for a campaign in which grades do all they may; each crew has one."""
    terms = {"grade_effect": "both"}
    crews = {unit.id: post(terms, GRADES[choose(len(GRADES))], unit.condition) for unit in muster.units}
    return msgspec.structs.replace(with_conditions(muster, crews), campaign="season")


class Watch:
    """What has to hold of a battle, report after report."""

    def __init__(self, table: Table) -> None:
        self.done: Counter[tuple[str, str]] = Counter()  # by act and model, this phase
        self.gone: set[str] = set()
        self.points: dict[str, int] = {}
        self.look(table)

    def report(self, table: Table) -> None:
        for event in table.entries[-1].events:
            self.happened(event)
        self.look(table)

    def happened(self, event: Event) -> None:
        match event:
            case PhaseBegan():
                self.done.clear()
            case Resumed():
                self.points = {}  # told anew, as they stand
            case DefenceRolled() | DefenceRerolled():
                assert len(event.roll.values) <= tables.DEFENCE_LIMIT
        for act in acts(event):
            assert act[1] not in self.gone, f"{act[1]} is gone and acts: {event}"
            self.done[act] += 1
            assert self.done[act] == 1, f"{act[1]} acts twice: {event}"
        if isinstance(event, Crashed | Destroyed | Withdrew):
            self.gone.add(event.unit)

    def look(self, table: Table) -> None:
        state = table.battle.play
        assert isinstance(state, State)
        SYSTEM.possible(state)
        self.gone = {model.id for model in state.models.values() if model.fate}  # a status may bring one back
        for model in state.models.values():
            assert model.damage >= 0
            crashed = state.shot is None and not model.is_tank and model.on_table and is_doomed(state, model)
            assert not crashed, f"{model.id} is to be removed"
        for side, points in self.points.items():
            assert state.victory_points[side] >= points
        self.points = dict(state.victory_points)
        for side in state.sides:
            assert not shown_to(table, side)


def acts(event: Event) -> Iterator[tuple[str, str]]:
    """What a model does once a phase, with its name. A card's second attack and the next target of an area attack are
    of the first."""
    match event:
        case Moved() | Withdrew():
            yield "move", event.unit
        case AttackRolled() if not event.again and "/area-" not in event.roll.question:
            yield "last stand" if event.extra else "shoot", event.unit
        case SmokeLaid() | FireHeld():
            yield "last stand" if event.extra else "shoot", event.unit
        case RepairRolled() if not event.halted and not event.again:
            yield "repair", event.unit
        case RepairSkipped():
            yield "repair", event.unit


def shown_to(table: Table, side: str) -> list[str]:
    """The names the side is shown of cards that lie face down, others' than its own and nowhere else open."""
    hidden: set[str] = set()
    known: set[str] = set()
    for model in table.battle.play.models.values():
        for card in model.cards.values():
            (known if card.face_up or model.side == side else hidden).add(card.name)
    if not hidden - known:
        return []
    seen = msgspec.json.encode(visibility.see(table.battle, side)).decode()
    return [name for name in hidden - known if f'"{name}"' in seen]
