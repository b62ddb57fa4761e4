"""A model's figures as they stand: cards face up, platoon rule and critical cards applied to its printed numbers."""

from __future__ import annotations

from collections.abc import Iterator

from .catalogue import types_with
from .effects import Effect, Facts, any_of, total
from .state import Card, Model, Shot, State
from .tables import COVER_DICE, DEFENCE_LIMIT, FORWARD_FIRING, HIT_ON, STABILISER_DICE


def effects_on(state: State, model: Model) -> Iterator[Effect]:
    """Everything in force for a model: its cards face up, its platoon's rule, its critical cards."""
    for card in model.cards.values():
        if card.face_up and not card.gone:
            yield from card.effects
    yield from state.platoons[model.side]
    yield from wounds_of(state, model)


def may_have(state: State, model: Model, does: str, name: str = "") -> bool:
    """Has the model a card face up with such an effect, or one face down of a type of which its country has such a
    card? What everyone can see decides, so that being asked tells nobody what a hidden card is.

    `name` is the critical card that the effect must name.
    """
    types = types_with(state.edition, model.nation, does, name)
    cards = [card for card in model.cards.values() if not card.gone]
    return any(has(card, does, name) if card.face_up else card.kind in types for card in cards)


def has(card: Card, does: str, name: str = "") -> bool:
    return any(effect.does == does and (not name or name in effect.names) for effect in card.effects)


def wounds_of(state: State, model: Model) -> Iterator[Effect]:
    for attached in model.criticals.values():
        if entry := state.deck.get(attached.wound.effect):
            yield from entry.effects


def facts_for(shot: Shot, model: Model) -> Facts:
    """The shot's facts as a card on `tank` (its shooter or its target) reads them."""
    return Facts(
        close=shot.close, cover=shot.cover, side_shot=shot.side_shot, enemy_close=shot.enemy_close, tokens=model.moves
    )


def initiative(state: State, model: Model, phase: str) -> int:
    """Printed initiative and the cards for this phase ("movement", "shooting"); Shell Shocked counts as 0 (A22)."""
    effects = tuple(effects_on(state, model))
    if any_of(effects, "set_initiative"):
        return next(effect.delta for effect in effects if effect.does == "set_initiative")
    return model.initiative + sum(e.delta for e in effects if e.does == "initiative" and e.phase in ("any", phase))


def speed(state: State, model: Model) -> int:
    """The most moves it may make this turn (R12); 0 when it may not move."""
    effects = tuple(wounds_of(state, model))
    if locked(effects, "move"):
        return 0
    return min([model.speed, *(effect.delta for effect in effects if effect.does == "set_speed")])


def may_shoot(state: State, model: Model) -> bool:
    """Not Bailed Out, and not jammed twice over (a model that is Forward Firing already may not shoot)."""
    effects = tuple(wounds_of(state, model))
    jams = sum(effect.does == "forward_firing" for effect in effects) + (FORWARD_FIRING in model.keywords)
    return not locked(effects, "shoot") and jams < 2


def locked(effects: tuple[Effect, ...], act: str) -> bool:
    return any(effect.does == "lock" and act in effect.names for effect in effects)


def forward_firing(state: State, model: Model) -> bool:
    return FORWARD_FIRING in model.keywords or any_of(wounds_of(state, model), "forward_firing")


def attack_dice(state: State, shooter: Model, target: Model, facts: Facts) -> int:
    """R25, R27: base attack (Rapid Fire's against base defence 0), own effects, the target's effects; not below 0."""
    base = shooter.rapid_fire if shooter.rapid_fire and target.defence == 0 else shooter.attack
    seen_by_target = Facts(facts.close, facts.cover, facts.side_shot, facts.enemy_close, target.moves)
    own = total(effects_on(state, shooter), "attack", facts)
    return max(0, base + own + total(effects_on(state, target), "enemy_attack", seen_by_target))


def hits_on(state: State, shooter: Model, facts: Facts) -> int:
    """The lowest face that hits: 4 (R25), or what a card says."""
    effects = [e.delta for e in effects_on(state, shooter) if e.does == "hit_on" and e.applies(facts)]
    return min([HIT_ON, *effects])


def defence_dice(state: State, shot: Shot) -> int:
    """R28, in its order; at most 6, at least 0 (A6)."""
    shooter, target = state.models[shot.shooter], state.models[shot.target]
    facts = facts_for(shot, target)
    effects = tuple(effects_on(state, target))
    pool = target.defence + total(effects, "defence", facts)
    pool += shooter.moves + target.moves
    if shot.cover:
        pool += max([1, *(dice for word, dice in COVER_DICE.items() if word in target.keywords)])
    if shot.close and not any_of(effects, "ignore_close", facts):
        pool -= 1
    if shot.side_shot:
        pool -= 1
    return max(0, min(DEFENCE_LIMIT, pool))


def rerolls(state: State, shot: Shot) -> tuple[tuple[str, ...], int]:
    """(letters of the dice a Stationary shooter may re-roll, how many its stabiliser may): R26, A7, B7."""
    shooter = state.models[shot.shooter]
    if shot.rerolled or not shot.faces or any_of(wounds_of(state, shooter), "no_rerolls"):
        return (), 0
    failed = tuple(letter for letter, face in lettered(shot.faces) if face < shot.hit_on)
    stabiliser = max([0, *(dice for word, dice in STABILISER_DICE.items() if word in shooter.keywords)])
    return (failed if shooter.moves == 0 else ()), min(stabiliser, len(shot.faces))


def may_swap(state: State, shot: Shot) -> bool:
    """Is there a critical that Sharpshooter may turn into two hits? Not one that is modified already (R8)."""
    if shot.swapped or shot.criticals - shot.forced < 1:
        return False
    shooter = state.models[shot.shooter]
    return any_of(effects_on(state, shooter), "sharpshooter", facts_for(shot, shooter))


def lettered(faces: tuple[int, ...]) -> list[tuple[str, int]]:
    """The attack dice with their letters: a is the first."""
    return [(chr(ord("a") + place), face) for place, face in enumerate(faces)]
