"""What a control of a form holds, as text: what was typed, or what it begins with."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from uuid import uuid4

import msgspec
from msgspec.structs import replace

from battles.forms import moments
from battles.forms.form_data import Typed
from battles.forms.paths import part_of
from battles.sentences import words
from battles.tape import tape
from rules import lengths
from rules.contract import Field, Measure


def values_of(typed: Typed | None, field: Field, key: str, default: Any) -> list[str]:
    """The control's values as text: as typed; else the only pick of a required one, or the default."""
    if field.made_of:
        row = re.search("#([0-9]+)", key)
        return (typed.fields.get(key) if typed else None) or [f"#{int(row[1]) + 1}" if row else ""]
    if typed is not None and not _is_new(typed, field, key):
        said = typed.fields.get(key, [])
        if field.kind == "id":
            return said or [_made_id(field)]
        if field.measure:
            return [_as_measured(one, field.measure) for one in said]
        if field.kind == "pick":  # a button beside what is chosen says it, too: the last counts, as it is read
            return said[-1:]
        return as_way(field, " ".join(said).split()) if field.kind == "path" else said
    if field.kind == "id":
        return [_made_id(field)]
    if field.kind == "pick" and field.required and len(field.picks) == 1:
        return [field.picks[0].value]
    begin = default if field.default is None else field.default
    if field.kind == "moment" and isinstance(begin, str):
        return [moments.shown(begin, field.zone)]
    if isinstance(begin, bool):
        return ["yes" if begin else "no"]
    if isinstance(begin, int) and field.measure:
        return [words(lengths.told(begin, field.measure))]
    if isinstance(begin, int | str):
        return [str(begin)]
    if not (isinstance(begin, tuple | list) and field.picks):
        return []
    listed = as_picked(field, begin)
    return as_way(field, listed) if field.kind == "path" and listed else listed


def as_picked(field: Field, values: Sequence[Any]) -> list[str]:
    """The values of several picks as a form has them."""
    if field.coded:
        return [msgspec.json.encode(one, order="deterministic").decode() for one in values]
    return [str(one) for one in values]


def _is_new(typed: Typed, field: Field, key: str) -> bool:
    """Whether what can be picked was not shown yet when the form was typed: it depends on what was."""
    if not key.startswith("picks-or-none:") or not any(pick.beside for pick in field.picks):
        return False
    said = [one for one in typed.fields.get(key, ()) if one]
    known = {pick.value for pick in field.picks}
    return key not in typed.fields or (bool(said) and known.isdisjoint(said))


def _made_id(field: Field) -> str:
    """A new one; it begins with the field's default, if that has one."""
    return f"{field.default}-{uuid4().hex[:8]}" if field.default else str(uuid4())


def _as_measured(text: str, measure: Measure) -> str:
    """A typed length, as it was understood; unchanged if it is none."""
    try:
        return words(lengths.told(lengths.read(text, measure, tape=tape()), measure))
    except lengths.NoLength:
        return text


def as_way(field: Field, steps: list[str]) -> list[str]:
    """A way in its two controls: its first step, if it is one that may be picked, and the rest as text."""
    picked = [step for step in steps[:1] if any(step == pick.value for pick in field.picks)]
    return [*(picked or [""]), " ".join(steps[len(picked) :])]


def begun_with(part: Field, whole: Any, name: str) -> Field:
    """A part that begins with what the default of the whole has for it."""
    return replace(part, default=whole[name]) if isinstance(whole, Mapping) and name in whole else part


def left_of(typed: Typed | None, path: str, fields: Sequence[Field]) -> Iterator[Field]:
    """The fields of an object as what is picked so far leaves them; without those in which nothing is left to pick."""
    for field in fields:
        left = left_by(typed, field, part_of(path, field.name), fields)
        if left.picks or not field.picks:
            yield left


def left_by(typed: Typed | None, field: Field, path: str, fields: Sequence[Field]) -> Field:
    """A field with the picks that stand beside what is picked in the others of its object so far. Of several, none is
    shown before."""
    outer, _dot, _name = path.rpartition(".")

    def told(name: str) -> str:
        end = f":{outer}.{name}" if outer else f":{name}"
        if typed is not None:
            return next((values[-1] for key, values in typed.fields.items() if key.endswith(end)), "")
        return next((str(one.default or "") for one in fields if one.name == name), "")

    before = () if field.kind == "picks" else ("",)
    left = (pick for pick in field.picks if all(told(name) in (value, *before) for name, value in pick.beside.items()))
    return replace(field, picks=tuple(left)) if any(pick.beside for pick in field.picks) else field
