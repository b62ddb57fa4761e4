"""A value as plain comparable data, to see whether anything in it has changed: order of dicts and types included."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache
from typing import Any

import msgspec

from rules.contract import RuleSystem

_PLAIN = (str, int, float, bytes, type(None), Enum)


def picture(value: Any) -> Any:
    """Equal pictures mean equal values, all the way down."""
    kind: Any = type(value)
    return _painter(kind)(value)


@cache
def _painter(kind: Any) -> Callable[[Any], Any]:
    """How values of a type are pictured: there are few types, and very many values."""
    name = kind.__name__
    if issubclass(kind, bool):
        return lambda value: ("bool", value)
    if issubclass(kind, _PLAIN):
        return lambda value: value
    if issubclass(kind, RuleSystem):
        return lambda value: ("rulebook", value.key)
    if issubclass(kind, msgspec.Struct):
        return _of_fields(name, kind.__struct_fields__)
    if dataclasses.is_dataclass(kind):
        return _of_fields(name, tuple(field.name for field in dataclasses.fields(kind)))
    if issubclass(kind, Mapping):
        return lambda value: (name, [(picture(key), picture(item)) for key, item in value.items()])
    if issubclass(kind, list | tuple):
        return lambda value: (name, [picture(item) for item in value])
    if issubclass(kind, set | frozenset):
        return lambda value: (name, sorted((picture(item) for item in value), key=repr))
    return lambda value: (name, picture(vars(value)) if hasattr(value, "__dict__") else repr(value))


def _of_fields(name: str, fields: tuple[str, ...]) -> Callable[[Any], Any]:
    return lambda value: (name, [(field, picture(getattr(value, field))) for field in fields])
