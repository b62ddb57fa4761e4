"""What a refusal adds where a forgotten face-down card may explain it: dice for which it would have to lie face up.

The hint names kinds of cards, which everybody sees, and comes with reports of their own side alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules.contract import Refused, Roll, say
from rules.contract import gettext_noop as _

from .effects import Effect, Facts
from .face_down import might
from .figures import Aim, aim_of, facts_of
from .hidden_cards import NOW
from .pools import CHANGED_BY_NO_CARD, defence_dice
from .refusals import cards_of
from .state import Model, Shot, State


def attack_roll(state: State, aim: Aim, count: int, reported: Sequence[int] | None, roll: Callable[[], Roll]) -> Roll:
    """The attack dice; more of them than there are may come of a card of the shooter's."""
    facts = facts_of(state, aim, aim.shooter)

    def adds(effect: Effect) -> bool:
        return effect.does == "attack" and _counts(effect, facts)

    machine_guns = aim.weapon == "gun" and aim.shooter.is_tank and not aim.target.is_tank
    fixed = aim.weapon in CHANGED_BY_NO_CARD or machine_guns
    return _rolled(state, aim.shooter, () if fixed else (adds,), count, reported, roll)


def defence_roll(state: State, shot: Shot, reported: Sequence[int] | None, roll: Callable[[], Roll]) -> Roll:
    """The defence dice; more of them than there are may come of a card of the target's."""
    target = state.models[shot.target]
    facts = facts_of(state, aim_of(state, shot), target)

    def adds(effect: Effect) -> bool:
        spares = effect.does == "ignore_close" and shot.close
        return (effect.does == "defence" or spares) and _counts(effect, facts)

    wanted = () if shot.weapon == "area" else (adds,)
    return _rolled(state, target, wanted, defence_dice(state, shot), reported, roll)


def _counts(effect: Effect, facts: Facts) -> bool:
    return effect.delta >= 0 and effect.trigger in NOW[:2] and not effect.aura and effect.applies(facts)


def _rolled(
    state: State,
    model: Model,
    wanted: Sequence[Callable[[Effect], bool]],
    count: int,
    reported: Sequence[int] | None,
    roll: Callable[[], Roll],
) -> Roll:
    try:
        return roll()
    except Refused as refused:
        cards = [x for x in model.cards.values() if any(might(state, model, x, adds) for adds in wanted)]
        if cards and reported is not None and len(reported) > count and refused.remedy is not None:
            text = _("%(remedy)s A card face down adds no dice: if one of these does, turn it up first: %(cards)s.")
            refused.remedy = say(text, remedy=refused.remedy, cards=cards_of(cards))
        raise
