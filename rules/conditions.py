"""A vehicle's condition after earlier battles, in words: as logs, sheets, pages and forms say it.

A condition consists of plain values by name, as `RuleSystem.condition` declares them. `RuleSystem.conditions` has the
words for a name ("gun_out"), and for a value that has words of its own ("out.burning"). If it has none, the words of
the fact of the same name are used, and a value is shown as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec

from rules.contract import Field, Message, Mustered, Outcome, Pick, RuleSystem, called, say, verbatim
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


# -- as people tell it -------------------------------------------------------------------------------------------------


def asked(system: RuleSystem, play: Any, muster: Mustered, outcome: Outcome, side: str) -> tuple[Field, ...]:
    """A group of fields for each unit, named by its id, in which `side` tells its condition; it begins with what it is
    now. What the group says is the whole condition."""
    standing = {unit.id: unit.condition for unit in outcome.units}
    return tuple(
        Field(
            name=unit.id,
            kind="group",
            label=verbatim(unit.name),
            help=called(unit.side),
            default=standing.get(unit.id, {}),
            fields=tuple(system.asks(play, side, unit.id, _readable(system))),
        )
        for unit in muster.units
    )


@cache
def _readable(system: RuleSystem) -> tuple[Field, ...]:
    """The facts of a condition that need no more words than `conditions` has. What is left out unless somebody says it
    is not asked for."""
    found = (_field(system, info) for info in msgspec.structs.fields(system.condition))
    return tuple(field for field in found if field is not None)


def _field(system: RuleSystem, info: msgspec.structs.FieldInfo) -> Field | None:
    kind, bounds = info.type, msgspec.Meta()
    if get_origin(kind) is Annotated:
        kind, *notes = get_args(kind)
        bounds = next((one for one in notes if isinstance(one, msgspec.Meta)), bounds)
    label = name_of(system, info.name)
    if kind is bool:
        return Field(name=info.name, kind="flag", label=label, default=info.default)
    if kind is int:
        least, most = int(bounds.ge or 0), int(99 if bounds.le is None else bounds.le)
        return Field(name=info.name, kind="number", label=label, least=least, most=most, default=info.default)
    if get_origin(kind) is Literal:
        picks = tuple(Pick(one, value_of(system, info.name, one) or _unsaid(one)) for one in get_args(kind))
        return Field(name=info.name, kind="pick", label=label, picks=picks, default=info.default)
    return None


def _unsaid(value: str) -> Message:
    """A value without words of its own; "" says that nothing has become of the unit."""
    return verbatim(value.replace("_", " ")) if value else say(_("in play"))
