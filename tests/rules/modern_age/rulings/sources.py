"""What is in force for a model, and by which card: what `figures.effects_on` gives, each effect with its name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from rules.contract import Command, Event
from rules.systems.modern_age import tables
from rules.systems.modern_age.catalogue import entries
from rules.systems.modern_age.effects import Does, Effect, Facts
from rules.systems.modern_age.figures import active, auras_on
from rules.systems.modern_age.grades import SKILLS
from rules.systems.modern_age.order import actors
from rules.systems.modern_age.state import Model, State

Ruling = Callable[[State, Any, Command, Sequence[Event]], Iterator[str]]
PLATOONS = entries(tables.EDITIONS[-1], "platoon")
Source = tuple[str, Effect]


def in_force(state: State, model: Model, spent: Sequence[str] = ()) -> Iterator[Source]:
    """Every effect in force for the model, by the name of its source."""
    for card in model.cards.values():
        yield from ((f"R7 {card.name}", one) for one in active(state, model, card, spent) if not one.aura)
    for skill in model.skills:
        yield from ((f"grades, {skill}", effect) for effect in SKILLS[skill])
    yield from of_platoon(state, model.side)
    yield from _lent(state, model)
    yield from wounds(state, model)


def of_platoon(state: State, side: str) -> Iterator[Source]:
    effects = state.platoons[side]
    name = next((entry.name for entry in PLATOONS if entry.effects == effects), "")
    return ((f"R7 {name}", effect) for effect in effects)


def _lent(state: State, model: Model) -> Iterator[Source]:
    lent = auras_on(state, model)
    for friend in state.models.values():
        for card in friend.cards.values():
            yield from ((f"R7 {card.name}", one) for one in card.effects if one.aura and one in lent)


def wounds(state: State, model: Model) -> Iterator[Source]:
    """Its critical cards: the upper effects on tanks, the lower ones on helicopters."""
    for attached in model.criticals.values():
        if entry := state.deck.get(attached.wound.effect):
            name, other = f"R33 {entry.name}", f"R33 {entry.name} on a helicopter"
            found = (effect for effect in entry.effects if effect.only in ("", model.kind))
            yield from ((other if effect.only == "helicopter" else name, effect) for effect in found)


def said(effect: Effect) -> str:
    """An effect in a few words."""
    words = effect.does.replace("_", " ")
    if effect.does in ("grant", "remove"):
        words = f"{words} {', '.join(effect.names)}"
    if effect.phase != "any":
        words = f"{words} in {effect.phase}"
    if effect.trigger in ("reveal", "shooting_start") and effect.does != "second_shot":
        words = f"{words}, turned up"
    return f"{words}, to others" if effect.aura else words


def counting(
    state: State, model: Model, facts: Facts, does: tuple[Does, ...], spent: Sequence[str] = ()
) -> Iterator[str]:
    """The names of what counts for the model, of these effects."""
    for name, effect in in_force(state, model, spent):
        if effect.does in does and effect.applies(facts):
            yield f"{name}: {said(effect)}"


def given_by(model: Model, card: str, *does: Does) -> Iterator[str]:
    """The names of what a card on the model does, of these effects."""
    found = model.cards[card]
    yield from (f"R7 {found.name}: {said(effect)}" for effect in found.effects if effect.does in does)


def in_order(state: State, model: Model, phase: str) -> Iterator[str]:
    """R9: whom of several it is the turn of, as the model acts."""
    now = actors(state)
    if model not in now:
        return
    if len(now) > 1:
        yield f"R9 equals of one side, their owner picks: {phase}"
    advantage, state.advantage = state.advantage, state.enemy_of(state.advantage) if state.advantage else ""
    otherwise = actors(state)
    state.advantage = advantage
    if advantage and otherwise and otherwise[0].side != model.side:
        yield f"R9 equals, Advantage decides: {phase}"


def by_initiative(state: State, model: Model, phase: str, facts: Facts) -> Iterator[str]:
    """What its initiative is made of in a phase."""
    found = list(in_force(state, model))
    if shocked := [name for name, effect in found if effect.does == "set_initiative"]:
        yield f"{shocked[0]}: initiative 0 in {phase}"
        return
    for name, effect in found:
        if effect.does == "initiative" and effect.phase in ("any", phase) and effect.applies(facts):
            yield f"{name}: {said(effect)}"
        if effect.does == "choose_phase" and model.chosen and phase in ("movement", "shooting"):
            yield f"{name}: {'a favoured' if model.chosen == phase else 'the other'} phase"
