"""The JSON the API answers with, one struct an object. The schema is made from these, so it cannot drift from them.

Texts are in the language the request asked for. Times are UTC, ISO-8601. Ids are UUIDs in canonical text.
"""

from __future__ import annotations

from functools import cache
from typing import Any, TypeVar

from msgspec import Struct, structs

S = TypeVar("S", bound=Struct)


def filled(shape: type[S], of: object, /, **said: Any) -> S:
    """The shape with what is `said`, and each other field as `of` has it under the same name. An optional field that
    is not said is left out.
    """
    return shape(**{name: getattr(of, name) for name in _required(shape) if name not in said}, **said)


@cache
def _required(shape: type[Struct]) -> tuple[str, ...]:
    return tuple(one.name for one in structs.fields(shape) if one.required)
