"""Dice that cannot be shopped for: a die answers a named question, whoever asks and however often.

Leaguer's own die for a question is HMAC-SHA256(seed, "question/ordinal"), reduced to a face without bias by rejection.
The seed's SHA-256 stands in the muster from the start and the seed is disclosed at the end, so anyone can check every
die with a few lines of standard library.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Mapping, Sequence

from rules.contract import Event, Refused, Roll, Unfallen, say
from rules.contract import gettext_noop as _


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
    """Reported dice as reported, Leaguer's from the seed."""

    def __init__(self, seed: str) -> None:
        self.seed = seed

    def roll(
        self, question: str, count: int, *, faces: int = 6, reported: Sequence[int] | None = None, field: str = "dice"
    ) -> Roll:
        if reported is not None:
            return Roll(question, faces, check(reported, count, faces, field), "table")
        return Roll(question, faces, tuple(die(self.seed, question, n + 1, faces) for n in range(count)), "leaguer")


class FallenDice:
    """For a dry run: dice that have fallen are shown again, others are only asked for (`Unfallen`)."""

    def __init__(self, fallen: Mapping[str, Roll] | None = None) -> None:
        self.fallen = fallen or {}

    def roll(
        self, question: str, count: int, *, faces: int = 6, reported: Sequence[int] | None = None, field: str = "dice"
    ) -> Roll:
        if reported is not None:
            return Roll(question, faces, check(reported, count, faces, field), "table")
        known = self.fallen.get(question)
        if known is not None and len(known.values) >= count:
            return Roll(question, faces, known.values[:count], known.by)
        if count == 0:
            return Roll(question, faces, (), "leaguer")
        raise Unfallen(question, count, faces, field)


def rolls_of(event: Event) -> Iterator[Roll]:
    """Every roll an event carries, in the order of its fields."""
    for name in event.__struct_fields__:
        value = getattr(event, name)
        if isinstance(value, Roll):
            yield value
        elif isinstance(value, tuple):
            yield from (item for item in value if isinstance(item, Roll))
