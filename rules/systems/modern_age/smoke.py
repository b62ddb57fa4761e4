"""Smoke in place of an attack (Willie Pete): until the Shooting Phase is over its target shoots worse, in cover."""

from __future__ import annotations

from rules.contract import Decision, say
from rules.contract import gettext_noop as _

from . import commands as c
from . import events as e
from .after import follows
from .effects import found
from .refusals import cards_of, refused
from .shooting import enemy_on_table, used
from .state import After, Card, Model, State
from .weapons import check_copies, copy_used, given_up


def smoke_cards(state: State, model: Model) -> list[Card]:
    """The cards it can lay smoke with, face down or not: for their owner's eyes."""
    cards = (card for card in model.cards.values() if not card.gone and found(card.effects, "smoke"))
    return [card for card in cards if not copy_used(state, model, card)]


def lay_smoke(state: State, model: Model, command: c.Smoke) -> Decision:
    card = model.cards.get(command.card)
    if card is None or card.gone or not found(card.effects, "smoke"):
        raise refused(
            "R7",
            say(_("%(unit)s has no card “%(card)s” to lay smoke with."), unit=model.name, card=command.card),
            say(_("Such cards: %(cards)s."), cards=cards_of(smoke_cards(state, model))),
            "card",
        )
    check_copies(state, model, card, "card")
    target = enemy_on_table(state, model, command.target)
    if not target.is_tank:
        text, remedy = _("Smoke blinds tanks, and %(target)s is none."), _("Aim it at a tank, or attack.")
        raise refused("R7", say(text, target=target.name), say(remedy), "target")
    gone = given_up(model, card, command.instead)
    yield used(model, card, gone)
    yield e.SmokeLaid(
        unit=model.id,
        target=target.id,
        card=card.id,
        extra=model.fired,
        follows=_follows(state, model, target, card),
    )


def _follows(state: State, model: Model, target: Model, card: Card) -> bool:
    """Only an Ammo card that comes back can follow smoke: nothing was attacked."""
    spent = (f"{model.id}/{card.id}",)
    return follows(state, After(model.id, target.id, spent=spent, extra=model.fired, attack=False))
