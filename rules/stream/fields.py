"""The fields of a kind of report, or of a part of one. Looking at a class takes far longer than looking at a report, so
each is looked at once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec import inspect
from msgspec.structs import FieldInfo


@cache
def fields_of(kind: type[msgspec.Struct]) -> Mapping[str, FieldInfo]:
    """By name, in their order."""
    return {field.name: field for field in msgspec.structs.fields(kind)}


def default_of(kind: type[msgspec.Struct], name: str) -> Any:
    """What a field is if nothing is said of it; `NODEFAULT` if it has to be said."""
    field = fields_of(kind)[name]
    return field.default_factory() if field.default_factory is not msgspec.NODEFAULT else field.default


def kinds_of(info: inspect.Type) -> list[inspect.Type]:
    """The kinds that a value may have, each without what is noted of it, such as that it is a length."""
    match info:
        case inspect.Metadata(type=one):
            return kinds_of(one)
        case inspect.UnionType(types=several):
            return [kind for one in several for kind in kinds_of(one)]
    return [info]
