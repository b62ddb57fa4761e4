"""A value as plain comparable data, to see whether anything in it has changed: order of dicts and types included."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from enum import Enum
from typing import Any

import msgspec

from rules.contract import RuleSystem

_PLAIN = (str, int, float, bytes, type(None), Enum)


def picture(value: Any) -> Any:
    """Equal pictures mean equal values, all the way down."""
    if isinstance(value, bool):
        return ("bool", value)
    if isinstance(value, _PLAIN):
        return value
    if isinstance(value, RuleSystem):
        return ("rulebook", value.key)
    kind = type(value).__name__
    if isinstance(value, msgspec.Struct):
        return (kind, [(name, picture(getattr(value, name))) for name in value.__struct_fields__])
    if dataclasses.is_dataclass(value):
        return (kind, [(field.name, picture(getattr(value, field.name))) for field in dataclasses.fields(value)])
    if isinstance(value, Mapping):
        return (kind, [(picture(key), picture(item)) for key, item in value.items()])
    if isinstance(value, list | tuple):
        return (kind, [picture(item) for item in value])
    if isinstance(value, set | frozenset):
        return (kind, sorted((picture(item) for item in value), key=repr))
    if hasattr(value, "__dict__"):
        return (kind, picture(vars(value)))
    return (kind, repr(value))
