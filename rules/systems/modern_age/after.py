"""What may follow an attack at once: its next target, a second attack, an Ammo card back, a free move (R7, R20).

The shooter's owner is asked where a card face up allows something, or one face down is of a type that might: what
everybody sees decides, so that being asked tells nobody what a hidden card is.
"""

from __future__ import annotations

import msgspec

from . import free_moves
from .catalogue import types_with
from .editions import asks_for_hidden_cards
from .effects import Does, Effect, Facts, found
from .face_down import might_have
from .figures import active, has, known_of
from .state import After, Card, Model, Shot, State


def left_by(state: State, shot: Shot) -> After:
    """What the attack leaves behind; those on one target after another, by one card, are counted together."""
    before = state.after
    one_of_several = before is not None and bool(before.others)
    spent = dict.fromkeys((*(before.spent if before and one_of_several else ()), *shot.spent))
    scored = sum(face >= min(shot.hit_on, shot.critical_on) for face in shot.faces)
    uncancelled = shot.hits + shot.criticals if shot.defended else 0
    if before and one_of_several:
        scored, uncancelled = scored + before.scored, uncancelled + before.uncancelled
    return After(
        shooter=shot.shooter,
        target=shot.target,
        scored=scored,
        uncancelled=uncancelled,
        spent=tuple(spent),
        others=shot.others,
        extra=shot.extra,
        done=attacked_again(state),
        place=before.place + 1 if before and one_of_several else 1,
    )


def follows(state: State, after: After) -> bool:
    """May anything follow the attack that left this?"""
    shooter = state.models[after.shooter]
    if not shooter.on_table:
        return False
    then = msgspec.structs.replace(state, shot=None, after=after)  # to be read only
    return bool(after.others) or bool(refunds(then)) or hidden(then, "refund") or fires_again(then) or moves_on(then)


def moves_on(state: State) -> bool:
    """A free move right after an attack, or a face-down card that might give one."""
    after = state.after
    return after is not None and after.attack and free_moves.may_follow(state, state.models[after.shooter])


def area_card(state: State) -> tuple[str, ...]:
    """The card of an area attack that goes on, as the next of its attacks names it: what else went, went for one."""
    after = state.after
    if after is None:
        return ()
    cards = state.models[after.shooter].cards
    keys = {f"{after.shooter}/{card.id}": card for card in cards.values() if found(card.effects, "area_attack")}
    return tuple(key for key in after.spent if key in keys)


# -- a second attack ---------------------------------------------------------------------------------------------------


def seconds(state: State) -> list[tuple[Card, Effect]]:
    """The cards face up that let the model attack again now (Connor Styles, Jurgen Schmidt)."""
    after = state.after
    if after is None or after.others:
        return []
    shooter = state.models[after.shooter]
    return [
        (card, effect)
        for card in shooter.cards.values()
        if card.face_up and card.id not in after.done
        for effect in active(state, shooter, card)
        if _may_fire_again(state, after, effect.does)
    ]


def attacked_again(state: State) -> tuple[str, ...]:
    """The cards that have given the model its second attack; an Ammo card brought back before it is not among them."""
    after = state.after
    if after is None:
        return ()
    cards = state.models[after.shooter].cards.values()
    giving = [card.id for card in cards if has(card, "again") or has(card, "second_shot")]
    return tuple(key for key in after.done if key in giving)


def again_act(after: After, number: int) -> str:
    """Names the dice of the model's `number`-th further attack after one. Cards let pass at the muster may give two."""
    return f"{'final-fury-' if after.extra else ''}again{f'-{number}' if number > 1 else ''}"


def fires_again(state: State) -> bool:
    return bool(seconds(state)) or any(
        hidden(state, does)
        for does in ("again", "second_shot")
        if state.after and _may_fire_again(state, state.after, does)
    )


def _may_fire_again(state: State, after: After, does: Does) -> bool:
    """A second attack when the first of the turn left nothing uncancelled; one on the same target while it is there."""
    match does:
        case "again":
            return after.attack and not after.extra and not after.uncancelled and not attacked_again(state)
        case "second_shot":
            target = state.models[after.target]
            return after.attack and target.on_table and target.side != state.models[after.shooter].side
    return False


# -- an Ammo card back -------------------------------------------------------------------------------------------------


def spent_ammo(state: State) -> Card | None:
    """The Ammo card that went for the attack and has not come back."""
    after = state.after
    if after is None:
        return None
    shooter = state.models[after.shooter]
    keys = [key.partition("/") for key in after.spent]
    cards = (shooter.cards.get(card) for unit, _slash, card in keys if unit == shooter.id)
    return next((card for card in cards if card and card.kind == "Ammo" and card.gone), None)


def refunds(state: State) -> list[tuple[Card, Effect]]:
    """The cards face up that may bring it back (Clever Loader, David Mason)."""
    after = state.after
    if after is None or spent_ammo(state) is None:
        return []
    shooter = state.models[after.shooter]
    facts = _as_left(state, shooter, after)
    return [
        (card, effect)
        for card in shooter.cards.values()
        if card.face_up and card.id not in after.done
        for effect in active(state, shooter, card)
        if effect.does == "refund" and effect.applies(facts)
    ]


def _as_left(state: State, shooter: Model, after: After) -> Facts:
    """What a card on the shooter may ask after its attack."""
    known = known_of(state, shooter) | ({"nothing_scored"} if after.attack and not after.scored else set())
    return Facts(tokens=shooter.moves, known=frozenset(known))


# -- face down ---------------------------------------------------------------------------------------------------------


def hidden(state: State, does: Does) -> bool:
    """Has the shooter a face-down card that might do this? Before 2018.3 its type alone was looked at."""
    after = state.after
    if after is None or (does == "refund" and spent_ammo(state) is None):
        return False
    shooter: Model = state.models[after.shooter]
    if asks_for_hidden_cards(state.edition):
        facts = _as_left(state, shooter, after)
        return might_have(state, shooter, lambda effect: effect.does == does and effect.applies(facts))
    types = types_with(state.edition, shooter.nation, does)
    return any(not card.face_up and not card.gone and card.kind in types for card in shooter.cards.values())
