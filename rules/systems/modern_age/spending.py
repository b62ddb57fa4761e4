"""Cards spent against a critical card: cancelled, drawn anew, or taken over by a friend (R33, R5, R7)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.contract import Decision, Dice, Refused, say
from rules.contract import gettext_noop as _

from . import commands as c
from . import events as e
from .answers import Answers
from .editions import asks_for_hidden_cards
from .figures import has, may_have
from .refusals import refused
from .state import Card, Model, Shot, State
from .wounds import effects_of, suffering


def may_spend(state: State, shot: Shot) -> bool:
    """Has the owner a card to spend against the critical? One face down that might be such a card is asked for by
    itself (`hidden_cards`); before 2018.3 it was here.
    """
    if not shot.open or shot.open[0].answered:
        return False
    if asks_for_hidden_cards(state.edition):
        cards = [*spendable(state, shot), *(card for _friend, card in takers(state, shot))]
        return any(card.face_up for card in cards)
    model, critical = suffering(state, shot), shot.open[0]
    if may_have(state, model, "cancel", critical.card):
        return True
    return not critical.bearer and (
        may_have(state, model, "redraw", critical.card) or any(may_have(state, x, "take_over") for x in friends(state))
    )


def spendable(state: State, shot: Shot) -> list[Card]:
    """The model's cards that help against the critical, hidden ones too: for their owner's eyes."""
    if not shot.open:
        return []
    model, critical = suffering(state, shot), shot.open[0]
    helping = [card for card in model.cards.values() if not card.gone and _helps(card, critical.card, critical.bearer)]
    return [card for card in helping if payable(model, card) or not asks_for_another(card)]


def _helps(card: Card, critical: str, taken: str) -> bool:
    """A card that was taken over stays where it is: it may be cancelled, but it is not drawn anew."""
    return has(card, "cancel", critical) or (not taken and has(card, "redraw", critical))


def asks_for_another(card: Card) -> bool:
    """Is another card given up in its place (Komissar)?"""
    return any(effect.does == "cancel" and effect.cost == "card" for effect in card.effects)


def payable(model: Model, card: Card) -> list[Card]:
    """What may be given up for a card that asks for another one of its model."""
    return [other for other in model.cards.values() if not other.gone and other is not card]


def friends(state: State) -> list[Model]:
    """The tanks that might take over a critical of the target, if it is a tank; that one is close the table says."""
    if state.shot is None or not state.models[state.shot.target].is_tank:
        return []
    target = state.models[state.shot.target]
    return [x for x in state.models.values() if x.side == target.side and x is not target and x.is_tank and x.on_table]


def takers(state: State, shot: Shot) -> list[tuple[Model, Card]]:
    """The friends' cards that take the critical over, hidden ones too: for their owner's eyes. Once, not from hand to
    hand."""
    if not shot.open or shot.open[0].bearer:
        return []
    return [(x, card) for x in friends(state) for card in x.cards.values() if not card.gone and has(card, "take_over")]


def spend(state: State, shot: Shot, answers: Answers, dice: Dice) -> Decision:
    """A spent card cancels the critical's effect; a critical that only does damage loses the damage (RULES.md)."""
    said: c.Spend = answers.take("spend")
    if said.taker:
        yield _taken_over(state, shot, said)
        return
    model, critical = suffering(state, shot), shot.open[0]
    card = _chosen(spendable(state, shot), said.card, "card") if said.card else None
    paid = _paid(model, card, said.pay)
    if card is None:
        yield e.CardSpent(unit=model.id, card="", name="", against=critical.card)
        return
    redraw = not has(card, "cancel", critical.card)
    yield e.CardSpent(
        unit=model.id,
        card=card.id,
        name=card.name,
        against=critical.card,
        undone=critical.damage if redraw or not effects_of(state, shot) else 0,
        paid=paid.id if paid else "",
        paid_name=paid.name if paid else "",
        redraw=redraw,
    )


def spend_hidden(state: State, shot: Shot, answers: Answers, dice: Dice) -> Decision:
    """A face-down card is turned up by being spent."""
    if not answers.spend or not answers.spend.card:
        raise refused(
            "R33",
            say(_("No card is named.")),
            say(_("Name the card that is spent, or say that all cards stay face down.")),
            "card",
        )
    yield from spend(state, shot, answers, dice)


def _paid(model: Model, card: Card | None, pay: str) -> Card | None:
    if card is not None and asks_for_another(card):
        return _chosen(payable(model, card), pay, "pay")
    if pay:
        raise refused(
            "R33", say(_("No other card has to be given up for this.")), say(_("Leave “pay” out.")), field="pay"
        )
    return None


def _taken_over(state: State, shot: Shot, said: c.Spend) -> e.CriticalTaken:
    """A friendly tank close by suffers it in the target's place, damage and effect; its card goes for that."""
    if said.pay:
        raise _not_spendable(said.pay, (), "pay")
    able = takers(state, shot)
    cards = [card for friend, card in able if friend.id == said.taker]
    if not cards:
        raise refused(
            "R33",
            say(_("“%(unit)s” has no card to take this critical over."), unit=said.taker),
            say(_("Such cards: %(cards)s."), cards=", ".join(f"{x.id} {card.id}" for x, card in able) or "-"),
            "taker",
        )
    card, critical = _chosen(cards, said.card, "card"), shot.open[0]
    return e.CriticalTaken(
        unit=shot.target,
        taker=said.taker,
        card=card.id,
        name=card.name,
        against=critical.card,
        damage=critical.damage,
    )


def _chosen(cards: Iterable[Card], chosen: str, field: str) -> Card:
    cards = list(cards)
    card = next((card for card in cards if card.id == chosen), None)
    if card is None:
        raise _not_spendable(chosen, [card.id for card in cards], field)
    return card


def _not_spendable(chosen: str, able: Iterable[str], field: str) -> Refused:
    return refused(
        "R33",
        say(_("“%(card)s” cannot be spent against this critical."), card=chosen),
        say(_("Spend one of: %(cards)s; or none."), cards=", ".join(able) or "-"),
        field,
    )
