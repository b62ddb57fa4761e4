"""What is ruled, in the past tense. An event carries report and ruling, so that `evolve` looks nothing up.

`rules` names the rules that rule it, as RULES.md numbers them; explanations cite them.
Never change a field's meaning: raise `version`, and lift old rows in `upcasters` (see `rules.stream.codec`).
"""

from __future__ import annotations

from typing import ClassVar

from rules.contract import Event, Roll


class ShotResolved(Event, frozen=True, kw_only=True):
    """`attack` fell `hits` times on `needs` or more."""

    rules: ClassVar = ("R3",)

    unit: str
    target: str
    cover: bool
    needs: int
    attack: Roll
    hits: int


class CardPlayed(Event, frozen=True, kw_only=True):
    """The card is turned up; the hits are cancelled when `saved`."""

    rules: ClassVar = ("R4",)

    unit: str
    card: str
    needs: int
    die: Roll
    saved: bool


class CardKept(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R4",)

    unit: str


class DamageTaken(Event, frozen=True, kw_only=True):
    """`unit` takes `damage` from `by`; `wrecked` when that is all it can bear."""

    rules: ClassVar = ("R5",)

    unit: str
    by: str
    damage: int
    wrecked: bool


class Held(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R2",)

    unit: str


class RoundEnded(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R6",)

    round: int


class RoundDeclared(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R9",)

    round: int


class Conceded(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R8",)

    side: str


class WreckRecovered(Event, frozen=True, kw_only=True):
    """The hull is brought in with `damage` left to mend."""

    rules: ClassVar = ("R10",)

    unit: str
    needs: int
    die: Roll
    damage: int


class WreckLost(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R10",)

    unit: str
    needs: int
    die: Roll


class DamageMended(Event, frozen=True, kw_only=True):
    """`mended` (0 or 1) damage is mended."""

    rules: ClassVar = ("R11",)

    unit: str
    needs: int
    die: Roll
    mended: int


EVENTS: tuple[type[Event], ...] = (
    ShotResolved,
    CardPlayed,
    CardKept,
    DamageTaken,
    Held,
    RoundEnded,
    RoundDeclared,
    Conceded,
    WreckRecovered,
    WreckLost,
    DamageMended,
)
