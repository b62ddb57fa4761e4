"""A vehicle's condition after earlier battles, in words: as logs, sheets, pages and forms say it.

A condition consists of plain values by name, as `RuleSystem.condition` declares them. `RuleSystem.conditions` has the
words for a name ("gun_out"), and for a value that has words of its own ("out.burning"). If it has none, the words of
the fact of the same name are used, and a value is shown as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec

from rules.contract import Message, RuleSystem, say, verbatim
from rules.contract import gettext_noop as _
from rules.messages import listed


def in_words(system: RuleSystem, condition: Mapping[str, Any]) -> Message:
    """All of it in a line: "damage 2, Critical cards (Engine Fire)"."""
    parts = tuple(told(system, condition))
    return listed(parts) if parts else say(_("as new"))


def told(system: RuleSystem, condition: Mapping[str, Any]) -> Iterator[Message]:
    """What is not as new, in the order in which the rulebook declares it."""
    for name, as_new in _declared(system.condition):
        value = condition.get(name)
        if value and value != as_new:
            yield _part(system, name, value)


@cache
def _declared(kind: type[msgspec.Struct]) -> tuple[tuple[str, Any], ...]:
    """The names of a condition with their values as new. Cached, because every preview asks for every vehicle."""
    return tuple((field.name, field.default) for field in msgspec.structs.fields(kind))


def name_of(system: RuleSystem, key: str) -> Message:
    """What people call the `key` of a condition."""
    if found := system.conditions.get(key):
        return found
    of_units = (label for path, label in system.facts.items() if path.split(".")[1:] == ["*", key])
    return next(of_units, verbatim(key.replace("_", " ")))


def value_of(system: RuleSystem, key: str, value: Any) -> Message | None:
    """The words of a value; None if its rulebook has none for it."""
    return system.conditions.get(f"{key}.{value}")


def _part(system: RuleSystem, key: str, value: Any) -> Message:
    name = name_of(system, key)
    if value is True:
        return name
    if found := value_of(system, key, value):
        return found
    if isinstance(value, list | tuple):
        return say(_("%(name)s (%(values)s)"), name=name, values=_several(system, key, value))
    return say(_("%(name)s %(value)s"), name=name, value=value if isinstance(value, int) else verbatim(_short(value)))


def _several(system: RuleSystem, key: str, values: Sequence[Any]) -> Message:
    """In the rulebook's words if it has some for every one."""
    found = [words for one in values if (words := value_of(system, key, one))]
    return listed(found) if len(found) == len(values) else verbatim(", ".join(map(_short, values)))


def _short(value: Any) -> str:
    """The first text of a structure, which says what it is."""
    if isinstance(value, dict):
        return next((one for one in value.values() if isinstance(one, str) and one), "…")
    return str(value)
