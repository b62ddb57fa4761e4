"""The forces of a friendly battle before it is opened, as everybody may see them."""

from __future__ import annotations

import msgspec

from battles import naming
from rules.contract import Muster


class SideTold(msgspec.Struct, frozen=True):
    """A side before its battle is opened: its vehicles by model, so many of each. Cards may lie face down."""

    name: str
    models: tuple[tuple[int, str], ...]
    mine: bool


def sides_told(muster: Muster, mine: str) -> list[SideTold]:
    found = []
    for side in sorted(muster.sides, key=lambda one: one != mine):
        models = [unit.model for unit in muster.units if unit.side == side]
        counted = tuple((models.count(model), model) for model in dict.fromkeys(models))
        found.append(SideTold(naming.side_name(side), counted, side == mine))
    return found
