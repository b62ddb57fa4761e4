"""Fills the form of a choice, or its line of script, with a report that has been told."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any
from uuid import uuid4

import msgspec

from battles.forms import fact_lines
from battles.forms.control import Control, sent
from battles.forms.controls import Page, controls
from battles.forms.form_data import Typed
from battles.forms.made_keys import unmade
from battles.forms.paths import part_of, row_of
from battles.forms.shapes import is_composed, shape_of
from battles.forms.values import as_picked, as_way, values_of
from battles.sentences import words
from rules import lengths
from rules.contract import Choice, Command, Event, Field
from rules.stream import script
from rules.stream.dice import rolls_of
from rules.stream.fields import default_of

_JSON = re.compile(r"(\w+)=([\[{].*)", re.DOTALL)  # a word of a script


def refilled(choice: Choice, command: Command, after: int, made: bool = True) -> Typed:
    """The form of `choice` as it was filled in for `command`; without its keys where those are not `made` yet."""
    said, fields = msgspec.to_builtins(command), dict[str, list[str]]()
    for field in choice.fields:
        fields |= _typed(field, field.name, said.get(field.name), default_of(type(command), field.name))
    blank = controls(Page(None, (), {}), choice.fields, "", lambda name: default_of(type(command), name))
    for control in _staying(blank):
        fields |= {} if _is_told(said, control.path) else sent(control) | {f"was:{control.path}": [control.was]}
    typed = Typed(str(uuid4()), after, choice.command, msgspec.to_builtins(choice.given), fields)
    return typed if made else msgspec.structs.replace(typed, fields=unmade(fields))


def _staying(controls: Iterable[Control]) -> Iterator[Control]:
    """Those of which a form says nothing where nobody touches them."""
    for control in controls:
        if control.field.stays:
            yield control
        else:
            yield from _staying(control.parts)


def _is_told(said: Any, path: str) -> bool:
    for step in path.split("."):
        said = (said or {}).get(step)
    return said is not None


def _typed(field: Field, path: str, value: Any, default: Any) -> Iterator[tuple[str, list[str]]]:
    """The controls of a field with what they say."""
    key, _shape = shape_of(field, path, default)
    match field.kind:
        case "group" | "data" if is_composed(field):
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
            places = {pick.value: "" for pick in field.picks}
            places |= {name: str(n) for n, name in enumerate(value or (), 1)}
            yield from ((part_of(key, name), [place]) for name, place in places.items())
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
            return as_picked(field, value)
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


def line_beside(typed: Typed | None, command: Command) -> str:
    """A report as a line of script, to be changed there; "" where the line would need JSON and its form is there."""
    line = script.write_line("", command)
    return "" if typed is not None and any(map(_JSON.match, shlex.split(line))) else line


def line_to_read(command: Command) -> str:
    """A report as a line like one of script, for somebody who only reads it: what has several parts stands fact by
    fact."""
    return " ".join(map(_to_read, shlex.split(script.write_line("", command))))


def _to_read(word: str) -> str:
    if found := _JSON.match(word):
        with suppress(msgspec.DecodeError):
            parts = fact_lines.write(msgspec.json.decode(found[2]))
            return f"{found[1]}: {parts.replace(chr(10), '; ')}"
    return shlex.quote(word)


def told_by(events: Sequence[Event], name: str, value: Any) -> bool:
    """Whether an event has the same value under the same name, or the dice are among those it shows."""
    if isinstance(value, list) and any(
        list(roll.values) == value and not roll.sealed for event in events for roll in rolls_of(event)
    ):
        return True
    named = (getattr(event, name) for event in events if name in event.__struct_fields__)
    return any(msgspec.to_builtins(one) == value for one in named)
