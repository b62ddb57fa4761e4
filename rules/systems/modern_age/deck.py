"""The house deck of critical cards: what is left of it, and which card is drawn (A2, B16)."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from math import lcm

from rules.contract import Dice, Refused, Roll, say
from rules.contract import gettext_noop as _

from . import commands as c
from . import events as e
from .editions import draws_by_places
from .refusals import refused
from .state import Shot, State


def from_house(state: State, shot: Shot, card: c.Drawn | None, dice: Dice) -> e.CriticalDrawn:
    """The next card: the one drawn at the table by its name, or Leaguer's."""
    left = house_deck(state)
    question = f"{shot.question}/critical-{shot.drawn + 1}"
    roll: Roll | None = None
    if card is None:
        roll = dice.roll(question, 1, faces=faces_of(state, left), field="criticals")
        name = card_at(left, roll.numbers[0])
    else:
        name = card.card
        if name not in left or card != c.Drawn(name):
            raise refused(
                "A2",
                say(_("“%(card)s” cannot be drawn from what is left of the house deck like this."), card=name),
                say(_("Report the name alone; left: %(cards)s."), cards=", ".join(dict.fromkeys(left))),
                "criticals",
            )
        _not_fallen_otherwise(state, question, left, name, dice)
    figures = state.deck[name].figures
    return e.CriticalDrawn(
        unit=shot.target,
        attacker=shot.shooter,
        card=name,
        damage=figures["damage"],
        repairable=figures["repairable"],
        effect=name if state.deck[name].effects else "",
        roll=roll,
    )


def faces_of(state: State, left: Sequence[str]) -> int:
    """A draw is one die, of as many faces as every number of cards up to the full deck divides: whatever is left, the
    same question has the same die, and each card left is as likely. (In 2018.1 it had as many faces as cards were left,
    so that other discards asked for another die.)"""
    if draws_by_places(state.edition):
        return len(left)
    return _common(len(full_deck(state)))


@cache
def _common(cards: int) -> int:
    return lcm(*range(1, cards + 1))


def card_at(left: Sequence[str], value: int) -> str:
    """The card a draw comes to: the die's value counted off over what is left, in the order of the catalogue."""
    return left[(value - 1) % len(left)]


def full_deck(state: State) -> list[str]:
    return [name for name, entry in state.deck.items() for _copy in range(entry.figures["copies"])]


def house_deck(state: State) -> list[str]:
    """The cards left in the deck, in the order of the catalogue; an empty deck is refilled from its discards (B16)."""
    out = [attached.wound.card for model in state.models.values() for attached in model.criticals.values()]
    if state.shot:
        out += [critical.card for critical in (*state.shot.open, *state.shot.turned)]
    full = full_deck(state)
    return _without(full, out + state.discards) or _without(full, out) or full


def _without(cards: list[str], out: list[str]) -> list[str]:
    left = list(cards)
    for name in out:
        if name in left:
            left.remove(name)
    return left


# -- a card that Leaguer has drawn stays drawn -------------------------------------------------------------------------


def _not_fallen_otherwise(state: State, question: str, left: Sequence[str], name: str, dice: Dice) -> None:
    """`Refused` when Leaguer has drawn for this already, and another card: a die that fell stays fallen."""
    faces = faces_of(state, left)
    if draws_by_places(state.edition):
        _by_places(question, [place for place, card in enumerate(left, 1) if card == name], faces, dice)
        return
    value = _fallen(question, faces, dice)
    if value and card_at(left, value) != name:
        raise Refused(
            "dice",
            say(_("Leaguer has drawn for this already: %(card)s."), card=card_at(left, value)),
            say(_("Leave the card out: what was drawn stays drawn. If the table played otherwise, have it declared.")),
            field="criticals",
        )


def _by_places(question: str, places: Sequence[int], faces: int, dice: Dice) -> None:
    for place in places[:-1]:
        with suppress(Refused):
            dice.roll(question, 1, faces=faces, reported=(place,), field="criticals")
            return
    dice.roll(question, 1, faces=faces, reported=(places[-1],), field="criticals")


def _fallen(question: str, faces: int, dice: Dice) -> int:
    """What Leaguer has rolled for the question, 0 for nothing yet. No die falls here: the highest face is reported, as
    if at the table, and only where Leaguer has rolled already is it refused, or called Leaguer's."""
    try:
        roll = dice.roll(question, 1, faces=faces, reported=(faces,), field="criticals")
    except Refused:
        roll = dice.roll(question, 1, faces=faces, field="criticals")
    return roll.numbers[0] if roll.by == "leaguer" else 0
