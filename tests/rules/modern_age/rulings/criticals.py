"""Rulings of critical cards: drawn, picked, cancelled, suffered, and crashes (R33, R36, A2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.contract import Command, Event
from rules.systems.modern_age.cards.lost import CardLost, crew_aboard
from rules.systems.modern_age.criticals.deck import effects_of
from rules.systems.modern_age.criticals.draws import CriticalDrawn, CriticalPicked, CriticalTurned, DrawCritical
from rules.systems.modern_age.criticals.spent_cards import CardSpent, CriticalTaken
from rules.systems.modern_age.criticals.wounds import CriticalSettled, LoseCrew
from rules.systems.modern_age.effects import any_of
from rules.systems.modern_age.figures import aim_of, facts_of, is_doomed
from rules.systems.modern_age.free_moves import FreelyMoved
from rules.systems.modern_age.helicopters import Crashed
from rules.systems.modern_age.movement import Moved
from rules.systems.modern_age.state import State, open_shot
from rules.systems.modern_age.tables import OTHER_CRITICAL
from tests.rules.modern_age.rulings.sources import Ruling, in_force, said

Drawn = CriticalDrawn | CriticalTurned


def _drawn(state: State, event: Drawn, command: Command, events: Sequence[Event]) -> Iterator[str]:
    yield f"R33 drawn: {event.card}"
    if event.roll is not None:
        yield "A2 drawn from the house deck by Leaguer"
    elif isinstance(command, DrawCritical):
        yield "A2 as drawn at the table"
        known = event.card != OTHER_CRITICAL
        if command.effect and command.effect != event.card:
            yield "A2 without its effect" if command.effect == "none" else "A2 with another card's effect"
        elif known and event.repairable and not command.repairable:
            yield "A2 a known card is repairable as it is known to be"
        if not known and event.repairable:
            yield "A2 another card is repairable as it is said to be"
    if isinstance(event, CriticalDrawn):
        yield "R33 a critical card without damage" if not event.damage else "R33 a critical card's damage"


def _picked(state: State, event: CriticalPicked, command: Command, events: Sequence[Event]) -> Iterator[str]:
    shot = open_shot(state)
    aim = aim_of(state, shot)
    by_shooter = event.by == shot.shooter
    bearer, does = (aim.shooter, "extra_draws") if by_shooter else (aim.target, "second_draw")
    facts = facts_of(state, aim, bearer)
    found = (source for source in in_force(state, bearer, aim.spent) if source[1].does == does)
    yield from (f"{name}: {said(effect)}" for name, effect in found if effect.applies(facts))
    whose = "the shooter" if by_shooter else "the target's owner"
    yield f"R33 {whose} picks the {'first' if event.place == 1 else 'later'} card drawn"
    if not event.final:
        yield "R33 the shooter picks, then the target's owner draws one more"


# -- cards against them ------------------------------------------------------------------------------------------------


def _spent(state: State, event: CardSpent, command: Command, events: Sequence[Event]) -> Iterator[str]:
    if not event.card:
        yield "R33 nothing is spent against a critical"
        return
    shot, model = open_shot(state), state.models[event.unit]
    if not model.cards[event.card].face_up:
        yield "R5 spent against a critical from where it lies face down"
    if event.redraw:
        yield f"R7 {event.name}: another card for {event.against}"
        return
    yield f"R7 {event.name}: cancels {event.against}"
    if event.undone:
        yield "R33 what does only damage loses its damage"
    elif shot.open[0].damage:
        yield "R33 damage done stays, though the effect is cancelled"
    if shot.open[0].bearer:
        yield "R33 who took a critical over cancels it"


def _taken(state: State, event: CriticalTaken, command: Command, events: Sequence[Event]) -> Iterator[str]:
    yield f"R7 {event.name}: takes a critical over"
    if event.damage:
        yield f"R7 {event.name}: takes damage over"


# -- suffered ----------------------------------------------------------------------------------------------------------


def _settled(state: State, event: CriticalSettled, command: Command, events: Sequence[Event]) -> Iterator[str]:
    shot, model = open_shot(state), state.models[event.unit]
    critical, effects = shot.open[0], effects_of(state, shot)
    lost = [one for one in events if isinstance(one, CardLost) and one.unit == model.id]
    if critical.cancelled:
        yield "R33 a cancelled critical is discarded"
    else:
        yield "R33 stays until it is repaired" if event.attached else "R33 is discarded at once"
        aboard = [card for card in model.cards.values() if card.kind == "Ammo" and not card.gone]
        if any_of(effects, "lose_ammo") and not aboard and not lost:
            yield "R33 Ammo Explosion: no Ammo card aboard"
        if any_of(effects, "lose_crew") and not crew_aboard(model) and not lost and not critical.suffered:
            yield "R33 Injured Crew: nobody aboard"
    if len(shot.open) > 1 and shot.open[1].effect:
        yield "R33 effects follow in the order drawn"


def _lost(state: State, event: CardLost, command: Command, events: Sequence[Event]) -> Iterator[str]:
    model = state.models[event.unit]
    card, shot = model.cards[event.card], state.shot
    if not event.cause:
        yield f"R7 {card.name}: {_why_left(events)}"
        return
    assert shot is not None
    if not shot.open:
        yield f"R7 Asassin: {'the owner picks' if isinstance(command, LoseCrew) else 'the only crew card goes'}"
    elif card.crew:
        yield f"R33 Injured Crew: {'the owner picks' if isinstance(command, LoseCrew) else 'the only crew card goes'}"
    else:
        yield "R33 Ammo Explosion: an Ammo card goes" + ("" if card.face_up else " from face down")
    adds = any(effect.does == "capacity" for effect in card.effects) and card.face_up
    if adds and model.damage == model.capacity and not is_doomed(state, model):
        yield f"R36 {card.name} is lost, who had added to the capacity"


def _why_left(events: Sequence[Event]) -> str:
    if any(isinstance(one, Moved) for one in events):
        return "goes with a move"
    return "goes with a free move" if any(isinstance(one, FreelyMoved) for one in events) else "goes as it is turned up"


def _crashed(state: State, event: Crashed, command: Command, events: Sequence[Event]) -> Iterator[str]:
    shot = open_shot(state)
    if shot.shooter == event.unit:
        yield "R36 a helicopter crashes by the answer to its attack"
        return
    yield "R36 a helicopter crashes"
    if shot.drawn or shot.turned:
        yield "R36 it crashes by a critical card's damage"
    if shot.draws or shot.turned or shot.open:
        yield "R36 what was still to come lapses"


RULINGS: dict[type[Event], Ruling] = {
    CriticalDrawn: _drawn,
    CriticalTurned: _drawn,
    CriticalPicked: _picked,
    CardSpent: _spent,
    CriticalTaken: _taken,
    CriticalSettled: _settled,
    CardLost: _lost,
    Crashed: _crashed,
}
