"""What is wrong with a report that does not have its shape, in words a player can act on.

The decoder says it in a programmer's English; here each of its sentences becomes a message and the field it is about.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from msgspec import inspect

from rules.messages import Message, say, verbatim
from rules.messages import gettext_noop as _
from rules.stream.fields import kinds_of

TYPES = {
    "str": say(_("a text")),
    "int": say(_("a whole number")),
    "float": say(_("a number")),
    "bool": say(_("true or false")),
    "array": say(_("a list")),
    "object": say(_("an object")),
    "null": say(_("nothing")),
}
STEP = re.compile(r"\[[^\]]*\]|[^.\[\]]+")  # of a place: a field, or one item of a list or an object
PLACE = re.compile(r" - at (?P<key>`key` in )?`\$\.?(?P<field>[^`]*)`$")


def complaint(sentence: str, shape: Any = None) -> tuple[str, Message]:
    """The field ("" when it is the report as such) and what is wrong with it.

    `shape`: the type it was decoded as. With it a value that is none of a list is answered with the list.
    """
    place = PLACE.search(sentence)
    what = sentence[: place.start()] if place else sentence
    field = place["field"] if place else ""
    if shape is not None and what.startswith("Invalid enum value") and (known := _choices(shape, field)):
        return field, say(_("This has to be one of: %(choices)s."), choices=", ".join(known))
    for pattern, write in SENTENCES:
        if found := pattern.fullmatch(what):
            message = write(found)
            named = found.groupdict().get("field")
            return (f"{field}.{named}" if field and named else named or field), message
    return field, say(_("%(what)s."), what=what)


def _choices(shape: Any, field: str) -> list[str]:
    """The values there are for a field of `shape`; none when it is not a list of values."""
    found = kinds_of(inspect.type_info(shape))
    for step in STEP.findall(field):
        found = [kind for one in found for inner in _inside(one, step) for kind in kinds_of(inner)]
    return [str(value) for one in found if isinstance(one, inspect.LiteralType) for value in one.values]


def _inside(one: inspect.Type, step: str) -> list[inspect.Type]:
    match one:
        case inspect.StructType():
            return [field.type for field in one.fields if field.encode_name == step]
        case inspect.DictType():
            return [one.value_type]
        case inspect.VarTupleType() | inspect.ListType():
            return [one.item_type]
        case inspect.TupleType():
            return list(one.item_types)
    return []


def _kinds(names: str) -> Message:
    """`int | null` as “a whole number or nothing”."""
    first, *more = (TYPES.get(name, verbatim(name)) for name in names.split(" | "))
    for one in more:
        first = say(_("%(one)s or %(other)s"), one=first, other=one)
    return first


def _wrong_type(found: re.Match[str]) -> Message:
    return say(
        _("This has to be %(wanted)s, not %(found)s."), wanted=_kinds(found["wanted"]), found=_kinds(found["found"])
    )


def _bounded(found: re.Match[str]) -> Message:
    if found["sign"] == ">=":
        return say(_("This has to be %(least)s or more."), least=found["bound"])
    return say(_("This has to be %(most)s or less."), most=found["bound"])


def _long(found: re.Match[str]) -> Message:
    values = {"bound": found["bound"]}
    if found["kind"] == "str":
        short = _("This has to be at least %(bound)s characters long.")
        return say(short if found["sign"] == ">=" else _("This may be at most %(bound)s characters long."), **values)
    few = _("This list needs at least %(bound)s entries.")
    return say(few if found["sign"] == ">=" else _("This list may have at most %(bound)s entries."), **values)


SENTENCES: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Message]], ...] = (
    (
        re.compile(r"Object missing required field `(?P<field>[^`]+)`"),
        lambda found: say(_("“%(field)s” is missing."), field=found["field"]),
    ),
    (
        re.compile(r"Object contains unknown field `(?P<field>[^`]+)`"),
        lambda found: say(_("This report has no field “%(field)s”."), field=found["field"]),
    ),
    (re.compile(r"Expected `(?P<wanted>[^`]+)`, got `(?P<found>[^`]+)`"), _wrong_type),
    (re.compile(r"Expected `(?P<kind>str|array|object)` of length (?P<sign>[<>]=) (?P<bound>\d+)"), _long),
    (re.compile(r"Expected `(?:int|float)` (?P<sign>[<>]=) (?P<bound>-?\d+)"), _bounded),
    (
        re.compile(r"Expected `str` matching regex .*", re.DOTALL),
        lambda found: say(_("This text has characters or a form that cannot be here.")),
    ),
    (
        re.compile(r"Invalid enum value (?P<value>.*)", re.DOTALL),
        lambda found: say(_("%(value)s is not one of the values there are."), value=found["value"]),
    ),
)
