"""The choices around critical cards: one function for each step that somebody may have to answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from rules.contract import Choice, Field, Message, Pick, say, verbatim
from rules.contract import gettext_noop as _

from .answering import answering
from .crews import crew_aboard
from .draws import NO_EFFECT
from .offers import ahead, step
from .spending import asks_for_another, payable, spendable, takers
from .state import Card, Model, Shot, State
from .tables import OTHER_CRITICAL

THEN_DRAWN = ahead("criticals", say(_("Critical cards then drawn")))


def _draw(state: State, model: Model) -> Iterator[Choice]:
    cards = (*(Pick(name, verbatim(name)) for name in state.deck), Pick(OTHER_CRITICAL, say(_("another card"))))
    known = (Pick(name, verbatim(name)) for name in state.deck)
    effects = (Pick("", say(_("as the card is named"))), Pick(NO_EFFECT, say(_("none"))), *known)
    yield step(
        "DrawCritical",
        model,
        say(_("%(unit)s draws a critical card"), unit=model.name),
        Field(name="card", kind="pick", label=say(_("Card")), picks=cards, required=True),
        Field(name="damage", kind="number", label=say(_("Damage")), most=20),
        Field(name="repairable", kind="flag", label=say(_("Repairable")), help=say(_("Asked of another card only."))),
        Field(name="effect", kind="pick", label=say(_("Effect")), picks=effects),
        Field(name="note", kind="text", label=say(_("What the card says")), most=500),
    )


def _pick(state: State, model: Model) -> Iterator[Choice]:
    """A choice for each card."""
    for place, critical in enumerate(_shot(state).turned, 1):
        label = say(_("%(unit)s picks a critical card: %(card)s counts"), unit=model.name, card=critical.card)
        yield step("PickCritical", model, label, THEN_DRAWN, place=place)


def _spend(state: State, model: Model) -> Iterator[Choice]:
    """A card of the model's own, or none; a choice more for each card that asks for another, and each friend's."""
    shot = _shot(state)
    able = spendable(state, shot)
    plain = (Pick("", say(_("nothing"))), *_picks(card for card in able if not asks_for_another(card)))
    label = say(_("%(unit)s: spend a card against %(card)s?"), unit=model.name, card=shot.open[0].card)
    yield step("Spend", model, label, Field(name="card", kind="pick", label=say(_("Card")), picks=plain), THEN_DRAWN)
    yield from _at_a_price(state, model)


def spends(state: State, model: Model) -> Iterator[Choice]:
    """A choice for each card that can be spent; none for spending none."""
    shot = _shot(state)
    for card in spendable(state, shot):
        if not asks_for_another(card):
            label = say(_("%(unit)s: %(card)s against %(against)s"), unit=model.name, **_against(card, shot))
            yield step("Spend", model, label, THEN_DRAWN, card=card.id)
    yield from _at_a_price(state, model)


def _at_a_price(state: State, model: Model) -> Iterator[Choice]:
    """A choice for each card that asks for another, and each friend's."""
    shot = _shot(state)
    for card in filter(asks_for_another, spendable(state, shot)):
        others = tuple(_picks(payable(model, card)))
        pay = Field(name="pay", kind="pick", label=say(_("Card that is given up")), picks=others, required=True)
        label = say(_("%(unit)s: %(card)s against %(against)s"), unit=model.name, **_against(card, shot))
        yield step("Spend", model, label, pay, THEN_DRAWN, card=card.id)
    for friend, card in takers(state, shot):
        label = say(
            _("%(unit)s, within close range, takes %(against)s over: %(card)s"),
            unit=friend.name,
            **_against(card, shot),
        )
        yield step("Spend", model, label, THEN_DRAWN, card=card.id, taker=friend.id)


def _against(card: Card, shot: Shot) -> dict[str, str | int | Message]:
    return {"card": card.name or card.kind, "against": shot.open[0].card}


def _lose_crew(state: State, model: Model) -> Iterator[Choice]:
    cards = tuple(_picks(crew_aboard(model)))
    field = Field(name="card", kind="pick", label=say(_("Crew card")), picks=cards, required=True)
    yield step("LoseCrew", model, say(_("%(unit)s loses a crew card"), unit=model.name), field, THEN_DRAWN)


def _return_fire(state: State, model: Model) -> Iterator[Choice]:
    if answering(state, _shot(state)) is None:
        label = say(_("%(unit)s lets the damage pass; or turn up the card that answers it"), unit=model.name)
        yield step("ReturnFire", model, label, answer=False)
        return
    die = Field(name="dice", kind="dice", label=say(_("Die")), least=1, most=1)
    yield step("ReturnFire", model, say(_("%(unit)s answers the damage"), unit=model.name), die)


def _picks(cards: Iterable[Card]) -> Iterator[Pick]:
    return (Pick(card.id, verbatim(card.name or card.kind)) for card in cards)


def _shot(state: State) -> Shot:
    assert state.shot is not None
    return state.shot


CRITICAL_ASKS: dict[str, Callable[[State, Model], Iterator[Choice]]] = {
    "DrawCritical": _draw,
    "PickCritical": _pick,
    "Spend": _spend,
    "LoseCrew": _lose_crew,
    "ReturnFire": _return_fire,
}
