"""A value as plain comparable data, to see whether anything in it has changed: order of dicts and types included."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from functools import cache
from operator import attrgetter
from typing import Any

import msgspec

from rules.contract import RuleSystemOf

_PLAIN = (str, int, float, bytes, type(None), Enum)
_LEAVES = frozenset(_PLAIN) - {Enum}  # nine in ten of all values; they are looked at where they stand


def picture(value: Any) -> Any:
    """Equal pictures mean equal values, all the way down."""
    kind: Any = type(value)
    return value if kind in _LEAVES else _painter(kind)(value)


def check_alike(one: Any, other: Any) -> None:
    """Their pictures are equal. Where two values are written alike they are, and msgspec writes far faster."""
    if repr(one) != repr(other):
        assert picture(one) == picture(other)


def _all(values: Iterable[Any]) -> list[Any]:
    return [value if type(value) in _LEAVES else picture(value) for value in values]


@cache
def _painter(kind: Any) -> Callable[[Any], Any]:
    """How values of a type are pictured: there are few types, and very many values."""
    name = kind.__name__
    if issubclass(kind, bool):
        return lambda value: ("bool", value)
    if issubclass(kind, _PLAIN):
        return lambda value: value
    if issubclass(kind, RuleSystemOf):
        return lambda value: ("rulebook", value.key)
    if issubclass(kind, msgspec.Struct):
        return _of_fields(name, kind.__struct_fields__)
    if dataclasses.is_dataclass(kind):
        return _of_fields(name, tuple(field.name for field in dataclasses.fields(kind)))
    if issubclass(kind, Mapping):
        return lambda value: (name, [*zip(_all(value), _all(value.values()), strict=True)])
    if issubclass(kind, list | tuple):
        return lambda value: (name, _all(value))
    if issubclass(kind, set | frozenset):
        return lambda value: (name, sorted(_all(value), key=repr))
    return lambda value: (name, picture(vars(value)) if hasattr(value, "__dict__") else repr(value))


def _of_fields(name: str, fields: tuple[str, ...]) -> Callable[[Any], Any]:
    if len(fields) < 2:  # of one field attrgetter gives the value alone
        return lambda value: (name, {field: picture(getattr(value, field)) for field in fields})
    values_of = attrgetter(*fields)
    return lambda value: (name, dict(zip(fields, _all(values_of(value)), strict=True)))
