"""What a report is about: which units it names, wherever in it they stand; but none that only a secret names."""

from __future__ import annotations

from typing import Any, ClassVar

from battles.command_session import mentioned
from rules.contract import Command

UNITS = frozenset({"m1", "t64", "alpha", "bravo", "tank"})


class Told(Command, frozen=True, kw_only=True):
    sealed: ClassVar = ("secret",)
    unit: str = ""
    others: tuple[str, ...] = ()
    by_unit: dict[str, Any] = {}
    secret: str = ""


def test_units_are_named_as_texts_in_lists_and_as_keys() -> None:
    told = Told(unit="m1", others=("nobody", "t64"), by_unit={"alpha": {"text": "tank"}, "zulu": [{"bravo": 1}]})
    assert mentioned(told, UNITS) == UNITS
    assert mentioned(Told(unit="m1 and t64"), UNITS) == frozenset()


def test_what_is_sealed_names_nobody() -> None:
    assert mentioned(Told(unit="m1", secret="t64"), UNITS) == {"m1"}
