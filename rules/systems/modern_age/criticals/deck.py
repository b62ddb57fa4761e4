"""What a critical card does; the house deck: which cards are left, and which one a die draws (A2, B16, R33)."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from math import lcm

from rules.contract import Dice, Refused, say
from rules.contract import gettext_noop as _
from rules.systems.modern_age.attack.sequence import suffering
from rules.systems.modern_age.editions import draws_by_places
from rules.systems.modern_age.effects import Effect
from rules.systems.modern_age.shot import Shot
from rules.systems.modern_age.state import State


def effects_of(state: State, shot: Shot) -> tuple[Effect, ...]:
    """The effects of the critical card that is being resolved; the lower ones for a helicopter (R33)."""
    entry = state.deck.get(shot.open[0].effect) if shot.open else None
    kind = suffering(state, shot).kind
    return tuple(effect for effect in entry.effects if effect.only in ("", kind)) if entry else ()


# -- the house deck ----------------------------------------------------------------------------------------------------


def faces_of(state: State, left: Sequence[str]) -> int:
    """A draw is one die. Its number of faces is divisible by every number of cards up to the full deck, so that each
    card left is equally likely and the same question has the same die, whatever is left. (In 2018.1 the die had as many
    faces as cards were left, so other discards asked for another die.)"""
    if draws_by_places(state.edition):
        return len(left)
    return _common(len(full_deck(state)))


@cache
def _common(cards: int) -> int:
    return lcm(*range(1, cards + 1))


def card_at(left: Sequence[str], value: int) -> str:
    """The card that a draw gives: the die's value counted off over the cards left, in the order of the catalogue."""
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


def check_not_fallen(state: State, question: str, left: Sequence[str], name: str, dice: Dice) -> None:
    """Raises `Refused` if Leaguer has already drawn another card for this question: a die that has fallen stays
    fallen."""
    faces = faces_of(state, left)
    if draws_by_places(state.edition):
        _by_places(question, [place for place, card in enumerate(left, 1) if card == name], faces, dice)
        return
    value = _fallen(question, faces, dice)
    if value and card_at(left, value) != name:
        raise Refused(
            "dice",
            say(_("Leaguer has drawn for this already: %(card)s."), card=card_at(left, value)),
            _("Leave the card out: what was drawn stays drawn. If the table played otherwise, have it declared."),
            field="criticals",
        )


def _by_places(question: str, places: Sequence[int], faces: int, dice: Dice) -> None:
    for place in places[:-1]:
        with suppress(Refused):
            dice.roll(question, 1, faces=faces, reported=(place,), field="criticals")
            return
    dice.roll(question, 1, faces=faces, reported=(places[-1],), field="criticals")


def _fallen(question: str, faces: int, dice: Dice) -> int:
    """What Leaguer has rolled for the question, 0 for nothing yet. No die falls here. The highest face is reported as
    if it were the table's: if Leaguer has rolled already, that is refused, or called Leaguer's."""
    try:
        roll = dice.roll(question, 1, faces=faces, reported=(faces,), field="criticals")
    except Refused:
        roll = dice.roll(question, 1, faces=faces, field="criticals")
    return roll.numbers[0] if roll.by == "leaguer" else 0
