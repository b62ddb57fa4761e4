"""What units are called: by the names people gave them, numbered where names repeat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from rules.contract import Unit


def name_of(unit: Unit) -> str:
    """What a unit is called while it is mustered: its name, or its model's."""
    return unit.name or unit.model or unit.id


def told_apart(units: Iterable[Unit]) -> dict[str, str]:
    """A different name for every unit, by its id: "Tiger 1" and "Tiger 2" if two are called "Tiger", in the order of
    the muster. Numbers that occur in a unit's own name are skipped."""
    plain = {unit.id: name_of(unit) for unit in units}
    count = Counter(plain.values())
    taken = {name for name, n in count.items() if n == 1}
    found: dict[str, str] = {}
    last: Counter[str] = Counter()
    for id, name in plain.items():
        found[id] = name if count[name] == 1 else _numbered(name, last, taken)
    return found


def _numbered(name: str, last: Counter[str], taken: set[str]) -> str:
    while True:
        last[name] += 1
        called = f"{name} {last[name]}"
        if called not in taken:
            taken.add(called)
            return called
