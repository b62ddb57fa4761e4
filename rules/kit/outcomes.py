"""What became of a unit, for the outcome of a battle."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, Protocol

import msgspec

from rules.contract import Feat, UnitOutcome

Fate = Literal["fit", "damaged", "withdrawn", "wrecked", "lost"]


class Fought(Protocol):
    """A unit of a rulebook."""

    id: str
    side: str

    @property
    def feats(self) -> Iterable[Feat]: ...


def unit_outcome(unit: Fought, fate: Fate, condition: msgspec.Struct) -> UnitOutcome:
    return UnitOutcome(unit.id, unit.side, fate, msgspec.to_builtins(condition), tuple(unit.feats))
