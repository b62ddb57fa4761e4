"""Turns a value of any annotation into a form control, and back; which facts there are is the rulebook's."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import msgspec
from django.utils.translation import gettext as _
from msgspec import inspect

from battles.forms import fact_lines
from battles.forms.control import Control, Option
from battles.forms.form_data import READERS, Typed
from battles.forms.hints import FEW
from battles.sentences import words
from rules import lengths
from rules.contract import Field, Measure, Message, Refused, verbatim
from rules.stream.fields import kinds_of
from rules.stream.revision.sentences import in_short

KINDS: dict[str, Literal["flag", "number", "text", "data"]] = {
    "flag": "flag",
    "length": "number",
    "number": "number",
    "text": "text",
}


def control(
    name: str,
    label: str,
    kind: Any,
    value: Any,
    *,
    typed: Typed | None = None,
    faults: Sequence[Refused] = (),
    suggested: Sequence[str] = (),
    called: Callable[[Any], Message | None] = lambda value: None,
    measure: Measure = "",
    parts: int = 0,
) -> Control:
    """A control `name` for a value of the annotation `kind`, holding `value`. `called`: the rulebook's words for a
    value, if it has any. `parts`: a length, in so many parts of a `measure`.
    """
    info = _bare(inspect.type_info(kind))
    shape = _shape(info)
    key = f"{KINDS.get(shape, 'data')}:{name}"
    if parts and measure:
        key, shape = f"length{'' if parts == lengths.TENTHS else parts}-{measure}:{name}", "length"
    said = typed.fields.get(key) if typed else None
    text = (
        said[-1] if said else words(lengths.told(value, measure, parts)) if shape == "length" else _text(shape, value)
    )
    return Control(
        key=key,
        id=f"v-{name}",
        shape=shape,
        field=Field(name=name, kind=KINDS.get(shape, "data"), label=verbatim(label), measure=measure if parts else ""),
        label=label,
        help="" if shape == "length" else _help(info),
        options=tuple(Option(one, words(label), one == text) for one, label in _options(info, called)),
        value=text,
        faults=tuple(faults),
        suggested=tuple(suggested) if shape == "text" else (),
    )


def read(key: str, values: list[str]) -> Any:
    """The content of a control as a plain value; blank is "" for a text and None for anything else. `Refused`."""
    kind, _colon, name = key.partition(":")
    value = READERS[kind](name, values)
    if value is msgspec.UNSET:
        return "" if kind == "text" else None
    return value


def touched(typed: Typed, shown: Mapping[str, Any]) -> list[str]:
    """The keys of the controls that differ from what their form has `shown`, by name, or that cannot be read."""
    found = []
    for key, said in typed.fields.items():
        kind, _colon, name = key.partition(":")
        if name in shown and (kind in ("flag", "number", "text", "data") or kind.startswith("length")):
            try:
                same = read(key, said) == shown[name]
            except Refused:
                same = False
            if not same:
                found.append(key)
    return found


def only_touched(typed: Typed, shown: Mapping[str, Any]) -> Typed:
    """The content of the controls that differ from what their form has `shown`."""
    return msgspec.structs.replace(typed, fields={key: typed.fields[key] for key in touched(typed, shown)})


def _bare(info: inspect.Type) -> inspect.Type:
    while isinstance(info, inspect.Metadata):
        info = info.type
    return info


def _shape(info: inspect.Type) -> str:
    if isinstance(info, inspect.BoolType):
        return "flag"
    if options := _options(info):
        return "radios" if len(options) <= FEW else "list"
    parts = [part for part in kinds_of(info) if not isinstance(part, inspect.NoneType)]
    if len(parts) == 1 and isinstance(parts[0], inspect.IntType):
        return "number"
    if isinstance(info, inspect.StrType):
        return "text"
    return "data"


def _options(
    info: inspect.Type, called: Callable[[Any], Message | int | None] = in_short
) -> list[tuple[str, Message | int]]:
    """The values of a kind that has few, each as it is typed (`battles.forms.fact_lines`), with its name."""
    found: list[Any] = []
    for part in kinds_of(info):
        match part:
            case inspect.LiteralType():
                found += part.values
            case inspect.BoolType():
                found += [True, False]
            case inspect.NoneType():
                found.append(None)
            case _:
                return []
    return [(fact_lines.write(one), called(one) or in_short(one)) for one in found] if len(found) > 1 else []


def _text(shape: str, value: Any) -> str:
    """A value as its control shows it."""
    match shape:
        case "flag":
            return "yes" if value else "no"
        case "number" | "text":
            return "" if value is None else str(value)
    return fact_lines.write(value)


def _help(info: inspect.Type) -> str:
    if isinstance(info, inspect.IntType) and info.ge is not None and info.le is not None:
        return _("From %(least)s to %(most)s.") % {"least": info.ge, "most": info.le}
    return (
        _(
            "One fact per line, as in damage = 2; several of a kind with commas between. The entries of a list have "
            "numbers, as in #1.damage = 2, and a list without any is: nothing."
        )
        if _shape(info) == "data"
        else ""
    )
