"""A square that is tapped on a board: what takes it, and the choices with it filled in."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.contract import Choice, Field


def squares_of(choices: Sequence[Choice]) -> frozenset[str]:
    """Everything that fields of these choices take as one of a list: names of squares among it."""
    return frozenset(
        pick.value for choice in choices for field in choice.fields if _takes_one(field) for pick in field.picks
    )


def with_square(choices: Sequence[Choice], square: str) -> list[Choice]:
    """The choices with the square chosen in every form that takes it. It can still be changed there."""
    return [replace(choice, fields=tuple(_chosen(field, square) for field in choice.fields)) for choice in choices]


def _chosen(field: Field, square: str) -> Field:
    takes = _takes_one(field) and any(pick.value == square for pick in field.picks)
    return replace(field, default=square) if takes else field


def _takes_one(field: Field) -> bool:
    return field.kind == "pick"
