"""The dice of an attack and its defence: how many, which faces count, which are rolled again (R25 to R28, R34)."""

from __future__ import annotations

import msgspec

from .effects import any_of, found, total
from .figures import (
    Aim,
    aim_of,
    effects_on,
    facts_of,
    from_the_side,
    keyword,
    lettered,
    missiles,
    smoked,
    wounds_of,
)
from .state import Shot, State
from .tables import (
    ANTI_AIR_DICE,
    CANCEL_ON,
    COVER_DICE,
    CRITICAL_ON,
    DEFENCE_LIMIT,
    HIT_ON,
    MISSILE_FACES,
    STABILISER_DICE,
)

CHANGED_BY_NO_CARD = ("fixed", "area")  # weapons that are a card's own dice


def attack_dice(state: State, aim: Aim) -> int:
    """R25, R27, R34: the base, own effects, the target's effects; not below 0 (A6).

    A card's fixed dice are what it says, and nothing changes them. A tank's dice against a helicopter are machine guns'
    or Rapid Fire's, which no crew or upgrade card changes, its own or an enemy's (R27, A12): smoke is such a card, too.
    Its platoon's rule and its critical cards do.
    """
    if aim.weapon in CHANGED_BY_NO_CARD:
        return _of_card(state, aim)
    shooter, target = aim.shooter, aim.target
    facts = facts_of(state, aim, shooter)
    if aim.weapon == "gun" and shooter.is_tank and not target.is_tank:
        effects = (*state.platoons[shooter.side], *wounds_of(state, shooter))
        return max(0, base_dice(state, aim) + total(effects, "attack", facts))
    own = total(effects_on(state, shooter, aim.spent), "attack", facts)
    from_target = total(effects_on(state, target, aim.spent), "enemy_attack", facts_of(state, aim, target))
    return max(0, base_dice(state, aim) + own + from_target + _in_smoke(state, aim))


def base_dice(state: State, aim: Aim) -> int:
    """What the dice of a gun or of missiles start from; 0 when the model has none for that target (A6)."""
    shooter, target = aim.shooter, aim.target
    if aim.weapon == "missiles":
        return missiles(state, shooter, facts_of(state, aim, shooter), aim.spent)
    if shooter.rapid_fire and (target.defence == 0 or not target.is_tank):
        return shooter.rapid_fire
    if shooter.is_tank and not target.is_tank:
        return ANTI_AIR_DICE
    return shooter.attack


def _of_card(state: State, aim: Aim) -> int:
    """The dice of the card with which it shoots; those of the largest, should it have several."""
    effects = effects_on(state, aim.shooter, aim.spent)
    does = ("fixed_attack", "second_shot") if aim.weapon == "fixed" else ("area_attack",)
    return max((effect.delta for effect in effects if effect.does in does), default=0)


def _in_smoke(state: State, aim: Aim) -> int:
    """What smoke takes from the attacks of a model that stands in it."""
    taken = 0
    for boost in aim.shooter.boosts:
        if boost.does == "smoke":
            source = state.models[boost.unit].cards[boost.card]
            taken += sum(effect.delta for effect in source.effects if effect.does == "smoke")
    return taken


def hits_on(state: State, aim: Aim) -> int:
    """The lowest face that hits: 4 (R25), what a card says, or by the speed token for missiles (R34)."""
    if aim.weapon == "missiles" and not _steady(state, aim):
        return MISSILE_FACES[aim.shooter.moves][0]
    facts = facts_of(state, aim, aim.shooter)
    effects = found(effects_on(state, aim.shooter, aim.spent), "hit_on", facts)
    return min([HIT_ON, *(effect.delta for effect in effects)])


def critical_on(state: State, aim: Aim) -> int:
    """The lowest face that is a critical: 6, what a card says, or 7 (none) for missiles on the move (R34)."""
    if aim.weapon == "missiles" and not _steady(state, aim):
        return MISSILE_FACES[aim.shooter.moves][1]
    facts = facts_of(state, aim, aim.shooter)
    effects = found(effects_on(state, aim.shooter, aim.spent), "critical_on", facts)
    return min([CRITICAL_ON, *(effect.delta for effect in effects)])


def _steady(state: State, aim: Aim) -> bool:
    """Missiles shoot as normal from a Stationary model and from a Predator."""
    return aim.shooter.moves == 0 or keyword(state, aim.shooter, "Predator")


# -- attack dice rolled again ------------------------------------------------------------------------------------------


class Rerolls(msgspec.Struct, frozen=True):
    """Which attack dice may be rolled again, by letter.

    failed: by being Stationary. stabiliser: how many by Stabiliser or Predator. cards: how many, of any, by cards,
    `ones` besides: dice that show what a card names. spendable: cards that re-roll them all when they are spent.
    """

    failed: tuple[str, ...] = ()
    stabiliser: int = 0
    cards: int = 0
    ones: tuple[str, ...] = ()
    spendable: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.failed or self.stabiliser or self.cards or self.ones or self.spendable)


def rerolls(state: State, shot: Shot) -> Rerolls:
    """R26, A7, B7 and the cards; nothing once the dice were re-rolled or kept, or when the crew is stunned."""
    aim = aim_of(state, shot)
    shooter, dice = aim.shooter, len(shot.faces)
    if shot.rerolled or not dice or any_of(wounds_of(state, shooter), "no_rerolls"):
        return Rerolls()
    effects = found(effects_on(state, shooter, aim.spent), "reroll_attack", facts_of(state, aim, shooter))
    lettered_dice = lettered(shot.faces)
    named = {face for effect in effects for face in effect.faces}
    return Rerolls(
        failed=tuple(x for x, face in lettered_dice if face < shot.hit_on) if shooter.moves == 0 else (),
        stabiliser=min(dice, max([0, *(n for word, n in STABILISER_DICE.items() if keyword(state, shooter, word))])),
        cards=min(dice, sum(effect.most for effect in effects if not effect.faces) + _marked(state, aim)),
        ones=tuple(letter for letter, face in lettered_dice if face in named),
        spendable=tuple(
            card.id
            for card in shooter.cards.values()
            if card.face_up
            and not card.gone
            and any(effect.does == "reroll_attack" and effect.trigger == "shot" for effect in card.effects)
        ),
    )


def _marked(state: State, aim: Aim) -> int:
    """A die for each friend that has marked the target for others this turn (Laurent Dyre)."""
    marks = [boost for boost in aim.target.boosts if boost.does == "mark" and boost.unit != aim.shooter.id]
    return sum(state.models[boost.unit].side == aim.shooter.side for boost in marks)


# -- defence -----------------------------------------------------------------------------------------------------------


def defence_dice(state: State, shot: Shot) -> int:
    """R28, in its order; at most 6, at least 0 (A6)."""
    return max(0, min(DEFENCE_LIMIT, unclamped_defence(state, shot)))


def unclamped_defence(state: State, shot: Shot) -> int:
    """The pool before its limits, which may be below 0. Against an area attack base defence only."""
    aim = aim_of(state, shot)
    shooter, target = aim.shooter, aim.target
    if shot.weapon == "area":
        return target.defence
    facts = facts_of(state, aim, target)
    effects = tuple(effects_on(state, target, aim.spent))
    pool = target.defence + total(effects, "defence", facts)
    pool += shooter.moves + target.moves
    if shot.cover or smoked(state, target):
        pool += max([1, *(dice for word, dice in COVER_DICE.items() if keyword(state, target, word))])
    if shot.close and not any_of(effects, "ignore_close", facts):
        pool -= 1
    if from_the_side(state, aim):
        pool -= 1
    return pool


def cancels_on(state: State, shot: Shot) -> int:
    """The lowest face that cancels: 4 (R32), or what a card of the target's says."""
    aim = aim_of(state, shot)
    effects = found(effects_on(state, aim.target, aim.spent), "defend_on", facts_of(state, aim, aim.target))
    return min([CANCEL_ON, *(effect.delta for effect in effects)])


def defence_rerolls(state: State, shot: Shot) -> int:
    """How many defence dice cards and the platoon's rule let the target roll again, without giving anything up."""
    aim = aim_of(state, shot)
    effects = found(effects_on(state, aim.target, aim.spent), "reroll_defence", facts_of(state, aim, aim.target))
    return min(len(shot.defence_faces), sum(effect.most for effect in effects if not effect.cost))
