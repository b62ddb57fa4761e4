"""A unit's part of the sheet."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from rules.contract import Fact, Message, UnitView

from .lookup import Named


class Fielded(Named, Protocol):
    model: str


def view_of(unit: Fielded, in_play: bool, status: Message, facts: Iterable[Fact]) -> UnitView:
    return UnitView(
        id=unit.id,
        side=unit.side,
        name=unit.name,
        model=unit.model,
        in_play=in_play,
        status=status,
        facts=tuple(facts),
    )
