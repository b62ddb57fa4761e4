"""Dice that cannot be shopped for: a die answers a named question, whoever asks and however often.

Leaguer's own die for a question is HMAC-SHA256(seed, "question/ordinal"), reduced to a face without bias by rejection.
The seed's SHA-256 stands in the muster from the start and the seed is disclosed at the end, so anyone can check every
die with a few lines of standard library.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, get_args

import msgspec

from rules.contract import Event, Refused, Roll, Unfallen, say
from rules.contract import gettext_noop as _

TABLE_FACES = 100  # no die at a table has more


def is_draw(faces: int) -> bool:
    """Does a die of so many faces stand for a draw, of a card from a deck? What it came to its event tells; the number
    itself says nothing to anybody but who checks it.
    """
    return faces > TABLE_FACES


def commitment(seed: str) -> str:
    """SHA-256 (hex) of the seed's bytes; `seed` is 64 hex characters."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def derived_seed(seed: str, question: str) -> str:
    """A further seed (64 hex characters) that follows from `seed`: a campaign's seed gives those of its battles."""
    return hmac.new(bytes.fromhex(seed), f"seed/{question}".encode(), hashlib.sha256).hexdigest()


def die(seed: str, question: str, ordinal: int, faces: int) -> int:
    """Leaguer's die, 1..faces, for the `ordinal`-th (from 1) die of `question`."""
    bound = 2**64 - 2**64 % faces
    attempt = 0
    while True:
        word = f"{question}/{ordinal}" if attempt == 0 else f"{question}/{ordinal}/again-{attempt}"
        value = int.from_bytes(hmac.new(bytes.fromhex(seed), word.encode(), hashlib.sha256).digest()[:8], "big")
        if value < bound:
            return value % faces + 1
        attempt += 1


def check(reported: Sequence[int], count: int, faces: int, field: str) -> tuple[int, ...]:
    """The reported faces, if they are `count` faces of such a die; else `Refused`."""
    if len(reported) != count:
        raise Refused(
            "dice",
            say(_("%(found)s dice were reported where %(count)s are rolled."), found=len(reported), count=count),
            say(_("Report %(count)s dice, or leave them out and Leaguer rolls."), count=count),
            field=field,
        )
    for face in reported:
        if not 1 <= face <= faces:
            raise Refused(
                "dice",
                say(_("A die of %(faces)s faces cannot show %(face)s."), faces=faces, face=face),
                say(_("Report faces from 1 to %(faces)s."), faces=faces),
                field=field,
            )
    return tuple(reported)


class SeededDice:
    """Reported dice as reported, Leaguer's from the seed. `fallen`: what Leaguer has rolled, by question.

    A question Leaguer has once answered is answered, undone or not: other dice for it are refused.
    """

    def __init__(self, seed: str, fallen: Mapping[str, Roll] | None = None) -> None:
        self.seed, self.fallen = seed, fallen or {}

    def roll(
        self, question: str, count: int, *, faces: int = 6, reported: Sequence[int] | None = None, field: str = "dice"
    ) -> Roll:
        if reported is not None:
            return _reported(question, count, faces, reported, field, self.fallen)
        return Roll(question, faces, tuple(die(self.seed, question, n + 1, faces) for n in range(count)), "leaguer")


class FallenDice:
    """For a dry run: Leaguer's dice that have fallen are shown again, others are only asked for (`Unfallen`)."""

    def __init__(self, fallen: Mapping[str, Roll] | None = None) -> None:
        self.fallen = fallen or {}

    def roll(
        self, question: str, count: int, *, faces: int = 6, reported: Sequence[int] | None = None, field: str = "dice"
    ) -> Roll:
        if reported is not None:
            return _reported(question, count, faces, reported, field, self.fallen)
        known = self.fallen.get(question)
        if known is not None and known.faces == faces and len(known.values) >= count:
            return Roll(question, faces, known.values[:count], known.by)
        if count == 0:
            return Roll(question, faces, (), "leaguer")
        raise Unfallen(question, count, faces, field)


def _reported(
    question: str, count: int, faces: int, reported: Sequence[int], field: str, fallen: Mapping[str, Roll]
) -> Roll:
    """Table dice, unless Leaguer has rolled for this question already and they are not the same."""
    values = check(reported, count, faces, field)
    known = fallen.get(question)
    if known is None or not count:
        return Roll(question, faces, values, "table")
    if known.values[:count] == values:
        return Roll(question, faces, values, known.by)
    raise Refused(
        "dice",
        say(_("Leaguer has rolled for this already: %(dice)s."), dice=", ".join(map(str, known.values))),
        say(_("Leave these dice out: a die that fell stays fallen. If the table played otherwise, have it declared.")),
        field=field,
    )


def rolls_of(event: Event) -> Iterator[Roll]:
    """Every roll an event carries, in the order of its fields."""
    for name in _may_hold_rolls(type(event)):
        value = getattr(event, name)
        if isinstance(value, Roll):
            yield value
        elif isinstance(value, tuple):
            yield from (item for item in value if isinstance(item, Roll))


@cache
def _may_hold_rolls(kind: type[Event]) -> tuple[str, ...]:
    """The fields of an event that are annotated with a roll: every report looks through all events before it."""
    return tuple(info.name for info in msgspec.structs.fields(kind) if _names_a_roll(info.type))


def _names_a_roll(shape: Any) -> bool:
    return shape is Roll or any(map(_names_a_roll, get_args(shape)))


def fallen(events: Iterable[Event]) -> dict[str, Roll]:
    """The dice Leaguer rolled, by question, whether they count or not: a die that fell stays fallen."""
    found: dict[str, Roll] = {}
    for event in events:
        for roll in rolls_of(event):
            known = found.get(roll.question)
            if roll.by == "leaguer" and (known is None or len(known.values) < len(roll.values)):
                found[roll.question] = roll
    return found
