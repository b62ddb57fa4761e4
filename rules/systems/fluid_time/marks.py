"""What a crew's morale comes to: the rows of the table that apply to it, added once at the muster (R26, A9, B5)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.contract import Fitting

from .catalogue import MARK, find_mark
from .state import Condition, Figures

SOVIET_HEAVY = 3  # R26: what crews of Soviet heavy tanks have without a mark


def marks_of(edition: str, fittings: Iterable[Fitting]) -> list[int]:
    """The modifiers of the marks a crew carries; of a mark nobody knows (any more), none."""
    found = (find_mark(edition, one.name) for one in fittings if one.kind == MARK)
    return [int(mark.figures["morale"]) for mark in found if mark]


def points_of(edition: str, cards: Iterable[str]) -> int:
    """House: what marks cost."""
    return sum(mark.points for card in cards if (mark := find_mark(edition, card)))


def morale(figures: Figures, marks: Iterable[int], condition: Condition, russian: bool) -> int:
    """B5: the best of what speaks for a crew, and all that speaks against it."""
    rows = [figures.morale, *marks, condition.morale or 0]
    if russian and figures.role == "heavy":
        rows.append(SOVIET_HEAVY)
    return max(0, *rows) + sum(row for row in rows if row < 0)
