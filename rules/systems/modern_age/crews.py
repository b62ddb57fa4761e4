"""Crew cards aboard, and the one that a shooter's crew card costs its target before critical cards are drawn (R7)."""

from __future__ import annotations

from rules.contract import Decision, Dice, say
from rules.contract import gettext_noop as _

from . import events as e
from .answers import Answers
from .refusals import refused
from .state import Card, Model, Shot, State


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


def owes_crew(state: State, shot: Shot) -> bool:
    """Two hits were given up for a crew card of the target (Asassin); without any aboard nothing is owed."""
    return shot.crew_toll > 0 and bool(crew_aboard(state.models[shot.target]))


def owes_the_only_one(state: State, shot: Shot) -> bool:
    return owes_crew(state, shot) and len(crew_aboard(state.models[shot.target])) == 1


def pay_toll(state: State, shot: Shot, answers: Answers, dice: Dice) -> Decision:
    """The owner's choice is discarded, face up."""
    yield _given_up(state, shot, crew_card(state.models[shot.target], answers.take("lose")))


def pay_the_only_one(state: State, shot: Shot, answers: Answers, dice: Dice) -> Decision:
    yield _given_up(state, shot, crew_aboard(state.models[shot.target])[0])


def _given_up(state: State, shot: Shot, card: Card) -> e.CardLost:
    shooter = state.models[shot.shooter]
    strikers = [shooter.cards[change.by].name for change in shot.changes if change.by and change.does == "strike_crew"]
    return e.CardLost(unit=shot.target, card=card.id, name=card.name, cause=strikers[0] if strikers else shooter.name)
