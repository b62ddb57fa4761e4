"""Rulings of cards turned up, kept face down and used (R5, R7, A3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.contract import Command, Event
from rules.systems.modern_age.attack.sequence import AttackClosed, AttackResolved, open_step
from rules.systems.modern_age.cards.hidden import DESTROYED, MOMENTS, HiddenKept, answering
from rules.systems.modern_age.cards.reveal import CardRevealed
from rules.systems.modern_age.cards.use import CardUsed, Use
from rules.systems.modern_age.figures import initiative, speed
from rules.systems.modern_age.order import saving
from rules.systems.modern_age.shooting.after import Pass
from rules.systems.modern_age.shooting.ammo import CardRefunded
from rules.systems.modern_age.state import TURN, Card, Model, State
from tests.rules.modern_age.rulings.sources import Ruling, given_by


def _revealed(state: State, event: CardRevealed, command: Command, events: Sequence[Event]) -> Iterator[str]:
    model = state.models[event.unit]
    card = model.cards[event.card]
    yield from _at_a_moment(state, model, card)
    if event.told:
        yield "R5 turning it up says that it is so"
    triggers = {effect.trigger for effect in card.effects}
    if "reveal" in triggers and not event.used:
        when = "out of its time" if state.phase in TURN else "in set-up"
        yield f"R5 turned up {when} it counts for no turn"
    if "shooting_start" in triggers:
        yield f"R7 {card.name}: {'as the shooting starts' if event.used else 'too late'}"
    if any(effect.does == "choose_phase" for effect in card.effects) and state.phase in TURN and state.acted:
        yield "R7 Yuri Pavlovich Volkov: turned up late"


def _at_a_moment(state: State, model: Model, card: Card) -> Iterator[str]:
    if state.shot and (step := open_step(state)) and (moment := MOMENTS.get(step.place)):
        answers = any(one is card for _model, one in answering(state, state.shot, moment))
        yield (f"R5 {moment.key}: an answer is turned up" if answers else "R5 a card that is no answer is turned up")
    elif not state.shot and model.damage and card in saving(model) and model.doomed[0]:
        yield f"R5 {DESTROYED}: an answer is turned up"


def _kept(state: State, event: HiddenKept, command: Command, events: Sequence[Event]) -> Iterator[str]:
    yield f"R5 {event.moment}: none is turned up"
    if state.shot and state.shot.kept and event.moment not in state.shot.kept:
        yield "R5 asked at another moment of the same attack"


def _used(state: State, event: CardUsed, command: Command, events: Sequence[Event]) -> Iterator[str]:
    model = state.models[event.unit]
    card = model.cards[event.card]
    if not card.face_up:
        yield "R5 its use turns it up"
    copies = [one for one in model.cards.values() if one.kind == "Ammo" and one.name == card.name]
    if len(copies) > 1:
        later = any(one.used for one in copies)
        yield f"R7 Resourceful Loader: {'the other copy in another turn' if later else 'one of two copies'}"
    if event.discarded and event.discarded != event.card:
        yield from given_by(model, event.discarded, "substitute")
    if isinstance(command, Use):
        yield from _between_attacks(state, model, event)


def _between_attacks(state: State, model: Model, event: CardUsed) -> Iterator[str]:
    if event.critical:
        removed = model.criticals[event.critical].wound
        yield f"R7 {event.name}: removes {removed.card}"
        yield f"R7 {event.name}: in {state.phase}"
        if state.phase == "movement" and not speed(state, model):
            yield f"R7 {event.name}: a tank that may not move is rid of a critical card"
    elif event.phase:
        yield f"R7 {event.name}: for {event.phase}"
    elif event.units:
        others = [unit for unit in event.units if unit != event.unit]
        yield f"R7 {event.name}: {'for others' if others else 'for itself alone'}"
        if others and event.unit in event.units:
            yield f"R7 {event.name}: for itself and others"
    else:
        yield f"R7 {event.name}: used in {state.phase}"


# -- initiative that changes in the middle of a phase ------------------------------------------------------------------


def may_change_the_order(state: State, event: Event) -> bool:
    deploying = state.phase == "deployment" and any(model.deployed for model in state.models.values())
    return (state.acted or deploying) and isinstance(event, CardRevealed | CardUsed)


def orders(state: State) -> dict[str, int]:
    """The initiative of everybody who has still to act."""
    waiting = [one for one in state.models.values() if one.on_table and not _has_acted(one, state.phase)]
    return {model.id: initiative(state, model, state.phase) for model in waiting}


def _has_acted(model: Model, phase: str) -> bool:
    match phase:
        case "deployment":
            return model.deployed
        case "movement":
            return model.moved
    return model.fired


def reordered(state: State, before: dict[str, int]) -> Iterator[str]:
    if before and orders(state) != before:
        yield f"A3 an initiative changes in mid-phase: {state.phase}"


# -- after an attack ---------------------------------------------------------------------------------------------------


def _resolved(state: State, event: AttackResolved, command: Command, events: Sequence[Event]) -> Iterator[str]:
    if event.marks:
        yield from (f"{one} its target" for one in given_by(state.models[event.unit], event.marks, "mark"))


def _closed(state: State, event: AttackClosed, command: Command, events: Sequence[Event]) -> Iterator[str]:
    yield "R20 nothing more follows the attack" if isinstance(command, Pass) else "R20 nothing more can follow"


def _refunded(state: State, event: CardRefunded, command: Command, events: Sequence[Event]) -> Iterator[str]:
    name = state.models[event.unit].cards[event.by].name
    yield f"R7 {name}: {'an Ammo card comes back' if event.back else 'the Ammo card is gone'}"
    if event.roll and event.roll.numbers[0] in (4, 5):
        yield f"R7 {name}: a {event.roll.numbers[0]}"
    if state.after and not state.after.attack:
        yield f"R7 {name}: after smoke"


RULINGS: dict[type[Event], Ruling] = {
    CardRevealed: _revealed,
    HiddenKept: _kept,
    CardUsed: _used,
    AttackResolved: _resolved,
    AttackClosed: _closed,
    CardRefunded: _refunded,
}
