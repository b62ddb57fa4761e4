"""What a face-down card might be, going by what everybody sees: its kind, its model, the heroes shown (R3 to R5, B8).

An owner is asked about such a card by what it might be, so that the question tells nobody what it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from rules.contract import Refused, Roll, say
from rules.contract import gettext_noop as _

from .catalogue import CARDS, Entry, entries, open_to
from .effects import Effect, Facts
from .refusals import cards_of
from .state import Card, Model, State

NOW = ("", "reveal", "shot")  # the triggers by which a card that is turned up now works
Wanted = Callable[[Effect], bool]
Worth = Callable[[Effect], int]


def might(state: State, model: Model, card: Card, wanted: Wanted) -> bool:
    """Whether the card, face down on that model, might have such an effect."""
    return most(state, model, card, lambda effect: int(wanted(effect))) > 0


def might_have(state: State, model: Model, wanted: Wanted) -> bool:
    """Whether the model has a face-down card that might have such an effect."""
    return any(might(state, model, card, wanted) for card in model.cards.values())


def most(state: State, model: Model, card: Card, worth: Worth) -> int:
    """The most that the effects of a card may add up to, over everything it might be; 0 for a card that is no
    secret."""
    if card.face_up or card.gone:
        return 0
    totals = (sum(worth(effect) for effect in entry.effects) for entry in _possible(state, model, card))
    return max(totals, default=0)


def _possible(state: State, model: Model, card: Card) -> tuple[Entry, ...]:
    """The cards of its kind that may lie on the model. A card that was let pass at the muster may be any of its kind; a
    hero shown elsewhere in the platoon cannot be here too."""
    if card.waived:
        return _of_kind(state.edition, card.kind)
    found = _fitting(state.edition, card.kind, model.nation, model.model, model.kind, model.keywords)
    fans = bool(state.options.get("allow_fan_made"))
    shown = _shown(state, model.side)
    return tuple(
        entry for entry in found if (fans or not entry.fan_made) and not (entry.figures["hero"] and entry.name in shown)
    )


def _shown(state: State, side: str) -> set[str]:
    models = (model for model in state.models.values() if model.side == side)
    return {card.name for model in models for card in model.cards.values() if card.face_up}


@cache
def _of_kind(edition: str, kind: str) -> tuple[Entry, ...]:
    return tuple(entry for entry in entries(edition, *CARDS) if entry.figures["card_type"] == kind)


@cache
def _fitting(
    edition: str, kind: str, nation: str, model: str, model_kind: str, keywords: tuple[str, ...]
) -> tuple[Entry, ...]:
    """The cards of a kind that such a model may carry: by country, mark, models and special rules (R3, R4, R7)."""
    words = {word.partition(" (")[0] for word in keywords}
    return tuple(
        entry
        for entry in _of_kind(edition, kind)
        if entry.article.nation in open_to(edition, nation)
        and model_kind in (entry.figures["restricted_to"] or (model_kind,))
        and model in (entry.figures.get("models") or (model,))
        and words.issuperset(entry.figures.get("requires", ()))
    )


# -- a forgotten card may explain dice that are too many ---------------------------------------------------------------


def adds_dice(effect: Effect, facts: Facts) -> bool:
    return effect.delta >= 0 and effect.trigger in NOW[:2] and not effect.aura and effect.applies(facts)


def rolled_with_hint(
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
