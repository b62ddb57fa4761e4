"""Crew cards aboard, and crew and upgrade cards that leave the game (R7, R33, A2)."""

from __future__ import annotations

from typing import ClassVar

from rules.contract import Message, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter
from rules.systems.modern_age.damage import hurt
from rules.systems.modern_age.effects import any_of
from rules.systems.modern_age.figures import is_doomed
from rules.systems.modern_age.refusals import refused
from rules.systems.modern_age.state import Card, Decision, Event, Model, State, lose, open_shot


def crew_aboard(model: Model) -> list[Card]:
    return [card for card in model.cards.values() if card.crew and not card.gone]


def crew_card(model: Model, chosen: str) -> Card:
    """The crew card its owner names. Raises `Refused`."""
    card = next((card for card in crew_aboard(model) if card.id == chosen), None)
    if card is None:
        raise refused(
            "A2",
            say(_("There is no crew card “%(card)s” aboard."), card=chosen),
            say(_("Aboard: %(cards)s."), cards=", ".join(card.id for card in crew_aboard(model))),
            "card",
        )
    return card


CHAPTER = Chapter[State, Event]("Lost cards", "R7, R33, A2")


class CardLost(Event, frozen=True, kw_only=True):
    """A crew or upgrade card left the game, face up; `cause` is the critical card."""

    rules: ClassVar = ("R33", "A2")
    unit: str
    card: str
    name: str
    cause: str


def left_behind(state: State, model: Model) -> Decision:
    """The card that a model loses once it has moved in this battle and the card lies face up (Camouflage Netting)."""
    for card in model.cards.values():
        fixed = any_of(card.effects, "lost_when_moving")
        if fixed and model.strayed and card.face_up and not card.gone:
            yield CardLost(unit=model.id, card=card.id, name=card.name, cause="")


@CHAPTER.evolves
def card_lost(state: State, event: CardLost) -> None:
    """A critical card takes it; or, before any is drawn, the shooter's crew does; or (no `cause`) nothing of an
    attack."""
    model = state.models[event.unit]
    stood = not is_doomed(state, model)
    lose(model, event.card, event.name)
    if not event.cause:
        return
    shot = open_shot(state)
    if shot.open:
        shot.open[0].suffered = True
    else:
        shot.crew_toll -= 1
    if stood and is_doomed(state, model):  # the card had added to its capacity
        hurt(state, model, 0, shot.shooter)


@CHAPTER.narrates
def tell_card_lost(event: CardLost) -> Message:
    if not event.cause:  # the card says so itself: its model has moved
        return say(_("%(unit)s loses %(card)s."), unit=event.unit, card=event.name)
    return say(_("%(unit)s loses %(card)s to %(cause)s."), unit=event.unit, card=event.name, cause=event.cause)
