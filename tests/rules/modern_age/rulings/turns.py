"""Rulings of phases, the Command Phase and the objectives (R10, R38, R41 to R43)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.contract import Command, Event
from rules.systems.modern_age.damage import Destroyed
from rules.systems.modern_age.depths import Resumed
from rules.systems.modern_age.effects import Facts
from rules.systems.modern_age.figures import capacity, facts_alone, is_doomed, may_shoot, speed
from rules.systems.modern_age.missions.objectives import is_check_due, objectives, points_of, side_of_role
from rules.systems.modern_age.missions.victory import CallTime, Concede, ObjectivesChecked
from rules.systems.modern_age.order import may_halt
from rules.systems.modern_age.repairs import RepairRolled, RepairSkipped
from rules.systems.modern_age.setting_up import higher
from rules.systems.modern_age.state import Model, State
from rules.systems.modern_age.tables import FREE_FOR_ALL, KING_OF_THE_HILL, NO_RETREAT
from rules.systems.modern_age.turns import AdvantageRolled, PhaseBegan
from tests.rules.modern_age.rulings.set_up import RULE
from tests.rules.modern_age.rulings.sources import Ruling, counting, in_force, wounds


def _began(state: State, event: PhaseBegan, command: Command, events: Sequence[Event]) -> Iterator[str]:
    there = [model for model in state.models.values() if model.on_table]
    match event.phase:
        case "shooting":
            idle = [one for one in there if not one.moved and not speed(state, one) and not may_halt(state, one)]
            yield from _kept_from(state, idle, "move")
        case "command":
            yield from _kept_from(state, [one for one in there if not one.fired and not may_shoot(state, one)], "shoot")
            yield from _saved(state, there)
            if any(boost.does == "smoke" for one in there for boost in one.boosts):
                yield "R7 Willie Pete: smoke is gone after the Shooting Phase"
            if state.scenario in RULE:
                yield from _first_checks(state)
        case "movement" if event.turn > 1:
            yield from _reset(state)


def _kept_from(state: State, models: Sequence[Model], act: str) -> Iterator[str]:
    """Who may not move, or shoot, is passed over."""
    for model in models:
        for name, effect in wounds(state, model):
            if effect.does == "lock" and act in effect.names:
                yield f"{name}: may not {act}"
            elif effect.does == "grant" and act == "shoot":
                printed = "Forward Firing" in model.keywords
                yield f"{name}: jammed {'though Forward Firing already' if printed else 'twice'} it may not shoot"


def _saved(state: State, models: Sequence[Model]) -> Iterator[str]:
    for model in models:
        if model.damage >= model.capacity and not is_doomed(state, model):
            yield from (f"{one} saves it" for one in counting(state, model, Facts(), ("capacity",)))


def _first_checks(state: State) -> Iterator[str]:
    if state.turn == 1:
        yield f"{RULE[state.scenario]} turn 1 scores{'' if state.scenario == NO_RETREAT else ' nothing'}"


def _reset(state: State) -> Iterator[str]:
    yield "R38 tokens come off"
    if state.discards:
        yield "R38 discards go back into the deck"
    if any(model.boosts for model in state.models.values()):
        yield "R38 what cards lent for the turn is over"


# -- the Command Phase -------------------------------------------------------------------------------------------------


def _destroyed(state: State, event: Destroyed, command: Command, events: Sequence[Event]) -> Iterator[str]:
    model = state.models[event.unit]
    if isinstance(command, Concede | CallTime):
        yield f"R38 destroyed as {'time is called' if isinstance(command, CallTime) else 'the battle is conceded'}"
    yield "R38 a tank becomes a wreck" if event.wreck else "A10 base defence 0 leaves no wreck"
    exact = model.damage == capacity(state, model)
    yield "A8 destroyed at its capacity" if exact else "A8 destroyed above its capacity"
    if not event.by:
        yield "R38 destroyed by nobody"
    elif state.models[event.by].side == model.side:
        yield "R7 destroyed by a friend's area attack"
    if model.fury_used:
        yield "R35 destroyed after its Final Fury"


def _repaired(state: State, event: RepairRolled, command: Command, events: Sequence[Event]) -> Iterator[str]:
    model, die = state.models[event.unit], event.roll.numbers[0]
    if die in (3, 4):
        yield f"R38 a {die} {'repairs' if die == 4 else 'repairs nothing'}"
    known = state.deck.get(event.card)
    if event.repaired and known and known.figures["repairable"]:
        yield f"R38 repaired: {event.card}"
    if event.halted:
        yield f"R7 Red Ferguson: {'repairs' if event.repaired else 'fails to repair'} in place of moving"
    elif event.again:
        facts = facts_alone(state, model)
        for name, effect in in_force(state, model):
            covers = effect.does == "reroll_repair" and effect.applies(facts)
            if covers and (not effect.names or event.card in effect.names):
                yield f"{name}: a failed repair is tried again"
        if state.phase != "command":
            yield "R38 a repair tried in place of moving is tried again"
    elif len(model.criticals) > 1:
        yield "R38 one card a turn is tried of several"


def _skipped(state: State, event: RepairSkipped, command: Command, events: Sequence[Event]) -> Iterator[str]:
    yield "R38 no repair is tried"


def _advantage(state: State, event: AdvantageRolled, command: Command, events: Sequence[Event]) -> Iterator[str]:
    won = higher(state, event.roll)
    if not won:
        yield "R38 a tie gives Advantage to the Attacker"
    else:
        yield "R38 Advantage changes hands" if won != state.advantage else "R38 Advantage stays where it is"


# -- objectives --------------------------------------------------------------------------------------------------------


def _checked(state: State, event: ObjectivesChecked, command: Command, events: Sequence[Event]) -> Iterator[str]:
    rule = RULE[state.scenario]
    sides = {name: [side for side in state.sides if f"{side}:{name}" in event.held] for name in state.objectives}
    if any(len(found) > 1 for found in sides.values()):
        yield f"A21 both reach an objective: {state.scenario}"
    for side in state.sides:
        role = "Attacker" if side == state.attacker else "Defender"
        if event.points.get(side):
            yield f"{rule} a point for the {role}"
    if not event.points:
        yield f"{rule} a point for nobody"
    alone = {name: found[0] for name, found in sides.items() if len(found) == 1}
    match state.scenario:
        case "free_for_all":
            if any(side != side_of_role(state, objectives(state)[name]) for name, side in alone.items()):
                yield "R42 free_for_all: the enemy's objective is worth nothing"
            if len(event.points) > 1:
                yield "R42 free_for_all: a point each"
        case "no_retreat":
            if len(alone) > 1 and set(alone.values()) == {state.attacker}:
                yield "R43 no_retreat: both objectives are one point"
            if state.defender in alone.values():
                yield "R43 no_retreat: the Defender gets no points"
    if any(not one.is_tank and one.on_table for one in state.models.values()):
        yield "A20 helicopters hold nothing"


def points_level(state: State, event: Event) -> Iterator[str]:
    """What decides nothing yet."""
    if isinstance(event, ObjectivesChecked | Resumed) and not state.result:
        points = [points_of(state, side) for side in state.sides]
        if state.scenario == FREE_FOR_ALL and min(points) >= 2 and points[0] == points[1]:
            yield "R42 free_for_all: two points each decide nothing"
        if state.scenario == KING_OF_THE_HILL and max(points) == 2:
            yield "R41 king_of_the_hill: two points decide nothing"
        if state.scenario == NO_RETREAT and max(points) == 1:
            yield "R43 no_retreat: one point decides nothing"
    if isinstance(event, PhaseBegan) and event.phase == "command" and state.scenario in RULE:
        due = state.turn > 1 or state.scenario == NO_RETREAT
        if due and not state.result and not is_check_due(state) and not state.resuming:
            yield "R38 nothing is checked where nobody could score"


RULINGS: dict[type[Event], Ruling] = {
    PhaseBegan: _began,
    Destroyed: _destroyed,
    RepairRolled: _repaired,
    RepairSkipped: _skipped,
    AdvantageRolled: _advantage,
    ObjectivesChecked: _checked,
}
