"""Facts that people have set: in words, and where they show on the sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from battles.pages.corrections.context import Desk
from battles.sentences import words
from rules.battle import Battle
from rules.contract import Fact, Message, UnitView, say
from rules.contract import gettext_noop as _
from rules.stream import facts
from rules.stream.revision.sentences import fact_told

OUTCOME = {"winner": say(_("Winner")), "units": say(_("Condition"))}


class Mark(msgspec.Struct, frozen=True):
    """A fact that people have set, and the row in which they did. `unit` is "" for the battle's own."""

    unit: str
    name: str
    label: Message
    position: int


class Sheet(msgspec.Struct, frozen=True):
    """Lines of a sheet, each with its path (see `preview.sheet`) and the row that declared it, 0 for none; `marks` are
    declared facts that no line shows.
    """

    of: str
    lines: tuple[tuple[str, Fact, int], ...]
    marks: tuple[Mark, ...]


def told(desk: Desk, values: Mapping[str, Any]) -> tuple[str, ...]:
    """Facts with their values, in words: "Alpha 66: Damage 3"."""
    return tuple(words(fact_told(desk.battle.rules, path, value), desk.names) for path, value in values.items())


def marks(battle: Battle, declared: Mapping[str, int]) -> list[Mark]:
    return [_mark(battle, path, position) for path, position in declared.items()]


def battle_sheet(found: list[Mark], lines: tuple[Fact, ...]) -> Sheet:
    """The battle's own facts, with what people have set of them."""
    return _sheet("facts", [mark for mark in found if not mark.unit], lines)


def unit_sheet(found: list[Mark], unit: UnitView) -> Sheet:
    """A unit's facts, with what people have set of them."""
    return _sheet(f"units.{unit.id}", [mark for mark in found if mark.unit == unit.id], unit.facts)


def _sheet(of: str, mine: list[Mark], lines: tuple[Fact, ...]) -> Sheet:
    at = {mark.name: mark.position for mark in mine}
    shown = {fact.name for fact in lines}
    return Sheet(
        of=of,
        lines=tuple((f"{of}.{fact.name}", fact, at.get(fact.name, 0)) for fact in lines),
        marks=tuple(mark for mark in mine if mark.name not in shown),
    )


def _mark(battle: Battle, path: str, position: int) -> Mark:
    parts = path.split(".")
    if parts[0] == "outcome":
        return Mark(parts[2] if len(parts) > 2 else "", f"outcome-{parts[1]}", OUTCOME[parts[1]], position)
    keys, label = facts.named(battle.rules, path)
    units = {unit.id for unit in battle.muster.units}
    unit = next((key for key in keys if key in units), "")
    return Mark(unit, facts.line(battle.rules, path).rpartition(".")[2] or parts[-1], label, position)
