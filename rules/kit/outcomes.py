"""What became of a unit, for the outcome of a battle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, Protocol

import msgspec

from rules.contract import Feat, Message, Outcome, UnitOutcome

Fate = Literal["fit", "damaged", "withdrawn", "wrecked", "lost"]


class Fought(Protocol):
    """A unit of a rulebook."""

    id: str
    side: str

    @property
    def feats(self) -> Iterable[Feat]: ...


def unit_outcome(unit: Fought, fate: Fate, condition: msgspec.Struct) -> UnitOutcome:
    return UnitOutcome(unit.id, unit.side, fate, msgspec.to_builtins(condition), tuple(unit.feats))


class Verdict(Protocol):
    """A battle that is over. `winner` is "" for a draw."""

    @property
    def winner(self) -> str: ...
    @property
    def how(self) -> str: ...


def outcome_of(
    over: Verdict | None,
    holder: str,
    how: Mapping[Any, Message],
    points: dict[str, int],
    units: Iterable[UnitOutcome],
) -> Outcome:
    """The outcome of a battle. `over`: how it was decided, None while it goes on; `how` says it in words; `holder` of
    the field."""
    return Outcome(
        over=over is not None,
        winner=over.winner if over else "",
        points=points,
        field=holder,
        how=how[over.how] if over else None,
        units=tuple(units),
    )
