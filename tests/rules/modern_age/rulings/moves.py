"""Rulings of the Movement Phase, and of moves by cards (R11 to R19, R7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.contract import Command, Event
from rules.systems.modern_age.catalogue import find
from rules.systems.modern_age.figures import facts_alone, initiative, locked, speed, wounds_of
from rules.systems.modern_age.free_moves import FreelyMoved, TokenShed
from rules.systems.modern_age.helicopters import height
from rules.systems.modern_age.movement import Evade, Move, Moved, RepairHalt, Stay, Withdrew
from rules.systems.modern_age.state import Model, State
from tests.rules.modern_age.rulings.sources import Ruling, Source, by_initiative, in_force, in_order

TIMES = {0: "not at all", 1: "once", 2: "twice", 3: "three times"}


def _moved(state: State, event: Moved, command: Command, events: Sequence[Event]) -> Iterator[str]:
    model = state.models[event.unit]
    yield from _in_turn(state, model)
    match command:
        case Move():
            yield f"R14 moves {TIMES[event.moves]}"
            yield from _far(state, model, event.moves)
            if command.terrain:
                yield "R19 wheels into or out of a Forest"
            if "Predator" in model.keywords:
                yield "R19 a Predator moves"
        case Stay():
            if not event.moves:
                yield "R14 stays and is Stationary"
            if _netting(model):
                yield "R7 Camouflage Netting: stays on who stays"
        case Evade():
            yield f"R15 evades {TIMES[event.moves]}"
            if _netting(model):
                yield "R7 Camouflage Netting: stays on who evades"
        case RepairHalt():
            if not speed(state, model):
                yield "R7 Red Ferguson: repairs though it may not move"
            return
    if not model.is_tank:
        yield from _flown(state, model, event, command)
    if find(state.edition, ("model",), model.model) is None:
        yield "R3 a club's own model moves"


def _netting(model: Model) -> bool:
    cards = [card for card in model.cards.values() if card.face_up and not card.gone]
    return any(effect.does == "lost_when_moving" for card in cards for effect in card.effects)


def _in_turn(state: State, model: Model) -> Iterator[str]:
    yield from in_order(state, model, "movement")
    yield from by_initiative(state, model, "movement", facts_alone(state, model))
    if not model.is_tank:
        mine = initiative(state, model, "movement")
        before = (one for one in state.models.values() if one.is_tank and one.moved and one.on_table)
        if any(initiative(state, one, "movement") > mine for one in before):
            yield "R11 a helicopter moves after a tank of more initiative"


def _far(state: State, model: Model, moves: int) -> Iterator[str]:
    """R12: as far as its Speed, and what its Speed is by."""
    if moves == speed(state, model):
        yield "R12 as far as its Speed"
    found = list(in_force(state, model))
    takes, gives = (list(_fast(found, does)) for does in ("remove", "grant"))
    printed = "Fast" in model.keywords
    if printed and model.is_tank and not takes and moves > 2:
        yield "R12 a Fast tank moves three times"
    if printed:
        yield from (f"{name}: takes Fast" for name in takes)
    if takes and gives:
        yield "R12 what takes Fast beats what gives it"
    elif not printed and moves > 2:
        yield from (f"{name}: moves three times" for name in gives)
    yield from (f"{name}: Speed {effect.delta}" for name, effect in found if effect.does == "set_speed")
    if not model.is_tank and any(one.wound.effect == "Bailed Out" for one in model.criticals.values()):
        yield "R33 Bailed Out on a helicopter: it flies on"


def _fast(found: Sequence[Source], does: str) -> Iterator[str]:
    return (name for name, effect in found if effect.does == does and "Fast" in effect.names)


def _flown(state: State, model: Model, event: Moved, command: Command) -> Iterator[str]:
    """R16: the height it keeps or changes."""
    other, asked = event.elevation != height(model), getattr(command, "elevation", "")
    if locked(tuple(wounds_of(state, model)), "elevation"):
        yield "R33 Damaged Mobility on a helicopter: keeps its height"
    if isinstance(command, Move):
        yield "A5 another height with a move adds no token" if other else "R16 keeps its height as it moves"
    elif isinstance(command, Stay):
        free = other and not event.moves
        if free:
            yield "R7 Harry Stevens: another height in place, no token"
        elif other:
            yield "R16 another height in place takes a token"
    if asked and not other:
        yield "B3 names the height it has"


def _withdrew(state: State, event: Withdrew, command: Command, events: Sequence[Event]) -> Iterator[str]:
    model = state.models[event.unit]
    yield from _in_turn(state, model)
    yield "house: leaves by its own edge" + ("" if model.is_tank else ", a helicopter")


# -- by cards ----------------------------------------------------------------------------------------------------------


def _freely(state: State, event: FreelyMoved, command: Command, events: Sequence[Event]) -> Iterator[str]:
    model = state.models[event.unit]
    name = model.cards[event.card].name
    if event.roll is not None:
        die = event.roll.numbers[0]
        yield f"R7 {name}: {'another height' if event.happened else 'no other height'}"
        if die in (4, 5):
            yield f"R7 {name}: a {die}"
        return
    yield f"R7 {name}: {'another height' if event.elevation else 'one more move'}"


def _shed(state: State, event: TokenShed, command: Command, events: Sequence[Event]) -> Iterator[str]:
    name, die = state.models[event.unit].cards[event.card].name, event.roll.numbers[0]
    yield f"R7 {name}: {'sheds its token' if event.shed else 'keeps its token'}"
    if die in (4, 5):
        yield f"R7 {name}: a {die}"


RULINGS: dict[type[Event], Ruling] = {
    Moved: _moved,
    Withdrew: _withdrew,
    FreelyMoved: _freely,
    TokenShed: _shed,
}
