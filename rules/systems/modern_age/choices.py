"""What choices of every phase are made of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rules.contract import Choice, Drawing, Field, Message, Pick, called, say, verbatim
from rules.contract import gettext_noop as _
from rules.kit.offers import drawing, of_unit
from rules.kit.offers import in_bulk as in_bulk
from rules.kit.offers import unit_picks as unit_picks
from rules.messages import listed

from .figures import substitutes
from .state import Card, Model, State


def opposed(state: State, side: str, command: str, label: Message) -> Choice:
    """One die for each side, in the order of the sides' names."""
    order = say(_("One die each, in this order: %(sides)s."), sides=listed(called(side) for side in state.sides))
    dice = Field(name="dice", kind="dice", label=say(_("Dice")), help=order, least=2, most=2)
    return Choice(command=command, label=label, side=side, fields=(dice,))


def mine(models: Iterable[Model], side: str) -> list[Model]:
    return [model for model in models if model.side == side]


def number(name: str, label: Message, most: int, least: int = 1) -> Field:
    """A required number."""
    return Field(name=name, kind="number", label=label, least=least, most=most, required=True, near=(most,))


def side_pick(state: State, name: str, label: Message) -> Field:
    """A required side."""
    picks = tuple(Pick(side, called(side)) for side in state.sides)
    return Field(name=name, kind="pick", label=label, picks=picks, required=True)


of_model = of_unit  # a report of a model; `given`: the values that are fixed


def step(command: str, model: Model, label: Message, *fields: Field, readily: int = 1000, **given: Any) -> Choice:
    """The answer to an open step of an attack; it comes before everything else."""
    given = {"unit": model.id, **given}
    return Choice(
        command=command, label=label, side=model.side, given=given, fields=fields, urgent=True, readily=readily
    )


def ahead(name: str, label: Message) -> Field:
    """A field for what has happened already beyond the step that is asked for."""
    return Field(name=name, kind="data", label=label, ahead=True)


# In reports that may answer several steps: face-down cards stay face down.
KEEP = Field(
    name="keep_hidden", kind="flag", label=say(_("No face-down card is turned up before the damage")), ahead=True
)
KEEP_OWN = Field(
    name="keep_own", kind="flag", label=say(_("We turn up no face-down card before the damage")), ahead=True
)


def pick_field(name: str, label: Message, picks: tuple[Pick, ...], required: bool = False) -> Field:
    return Field(name=name, kind="pick", label=label, picks=picks, required=required)


def picks_field(name: str, label: Message, picks: tuple[Pick, ...]) -> Field:
    return Field(name=name, kind="picks", label=label, picks=picks, most=len(picks), readily=800)


def flag_field(name: str, label: Message, readily: int = 500, drawing: Drawing | None = None) -> Field:
    return Field(name=name, kind="flag", label=label, readily=readily, drawing=drawing)


# What people judge about a shot (R29 to R31).
COVER = drawing(
    __package__,
    "cover",
    _("How cover is judged"),
    _("Draw lines to the target's corners: with fewer than three of the four in clear sight, a tank is in cover."),
)
CLOSE = drawing(
    __package__,
    "close",
    _("How close range is measured"),
    _("Close is within the whole arrow, its head included, from hull to hull; helicopters measure from their bases."),
)
SIDE_SHOT = drawing(
    __package__,
    "side-shot",
    _("When it is a side shot"),
    _("It is one as soon as any part of the shooter's hull is behind the line along the target's front."),
)


def dice_picks(
    name: str,
    label: Message,
    letters: Sequence[str],
    dice: Sequence[tuple[str, int]],
    most: int,
) -> Field:
    shows, faces = _("die %(die)s: %(face)s"), dict(dice)
    picks = tuple(Pick(letter, say(shows, die=letter, face=faces[letter])) for letter in letters)
    return Field(name=name, kind="picks", label=label, picks=picks, most=most, readily=800)


def instead_field(model: Model, card: str) -> Iterator[Field]:
    if gone := substitutes(model, model.cards[card]):
        picks = (Pick("", say(_("nothing"))), *(Pick(other.id, verbatim(other.name)) for other in gone))
        yield Field(name="instead", kind="pick", label=say(_("Discarded in its place")), picks=picks)


def card_picks(cards: Iterable[Card]) -> Iterator[Pick]:
    return (Pick(card.id, verbatim(card.name or card.kind)) for card in cards)
