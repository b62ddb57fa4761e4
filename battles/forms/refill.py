"""Fills the form of a choice, or its line of script, with a report that has been told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any
from uuid import uuid4

import msgspec

from battles.forms import fact_lines
from battles.forms.cards import default_of
from battles.forms.controls import shape_of
from battles.forms.form_data import Typed
from battles.forms.made_keys import unmade
from battles.forms.paths import part_of, row_of
from battles.forms.values import as_way, values_of
from battles.sentences import words
from rules import lengths
from rules.contract import Choice, Command, Event, Field
from rules.stream import script
from rules.stream.dice import rolls_of


def refilled(choice: Choice, command: Command, after: int, made: bool = True) -> Typed:
    """The form of `choice` as it was filled in for `command`; without its keys where those are not `made` yet."""
    said, fields = msgspec.to_builtins(command), dict[str, list[str]]()
    for field in choice.fields:
        fields |= _typed(field, field.name, said.get(field.name), default_of(type(command), field.name))
    typed = Typed(str(uuid4()), after, choice.command, msgspec.to_builtins(choice.given), fields)
    return typed if made else msgspec.structs.replace(typed, fields=unmade(fields))


def _typed(field: Field, path: str, value: Any, default: Any) -> Iterator[tuple[str, list[str]]]:
    """The controls of a field with what they say."""
    key, _shape = shape_of(field, path, default)
    match field.kind:
        case "group":
            for part in field.fields:
                at = part_of(path, part.name)
                yield from _typed(part, at, (value or {}).get(part.name), part.default)
        case "rows":
            for n, row in enumerate(value or ()):
                for part in field.fields:
                    yield from _typed(part, part_of(row_of(path, n), part.name), row.get(part.name), None)
        case "keyed":
            (part,) = field.fields
            for name in {**dict.fromkeys(pick.value for pick in field.picks), **(value or {})}:
                begun = part.default if field.picks else None
                yield from _typed(part, part_of(path, name), (value or {}).get(name), begun)
        case "picks" if field.ordered:
            yield from ((part_of(key, name), [str(n)]) for n, name in enumerate(value or (), 1))
        case "flag" if value is None:  # no switch is turned by a form in which nobody touches it
            yield key, values_of(None, field, key, default)
        case _:
            yield key, _as_typed(field, value)


def _as_typed(field: Field, value: Any) -> list[str]:
    if field.kind == "flag":
        return ["yes" if value else "no"]
    if value is None:
        return [""]
    match field.kind:
        case "number" if field.measure:
            return [words(lengths.told(value, field.measure))]
        case "picks" | "people":
            return [str(one) for one in value]
        case "path":
            return as_way(field, [str(one) for one in value])
        case "dice" if field.picks:
            return [str(one) for one in value]
        case "dice":
            return [" ".join(map(str, value))]
        case "data":
            return [fact_lines.write(value) if value else ""]
    return [str(value)]


def known_line(command: Command, seen: Sequence[Event]) -> str:
    """A report as a line of script, with only what its events show a reader anyway: `seen`, as they may know them. ""
    if they know of none."""
    if not seen:
        return ""
    said = msgspec.to_builtins(command)
    known = {name: value for name, value in said.items() if told_by(seen, name, value)}
    try:
        return script.write_line("", msgspec.convert(known, type(command)))
    except msgspec.ValidationError:
        return script.verb(type(command))


def told_by(events: Sequence[Event], name: str, value: Any) -> bool:
    """Whether an event has the same value under the same name, or the dice are among those it shows."""
    if isinstance(value, list) and any(
        list(roll.values) == value and not roll.sealed for event in events for roll in rolls_of(event)
    ):
        return True
    named = (getattr(event, name) for event in events if name in event.__struct_fields__)
    return any(msgspec.to_builtins(one) == value for one in named)
