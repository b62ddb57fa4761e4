"""The OpenAPI document as tests read it: made once in a process for the rulebooks that there are, for it takes longer
than most of what they try."""

from __future__ import annotations

from functools import cache
from typing import Any

import jsonschema_rs
import msgspec
from drf_spectacular.generators import SchemaGenerator

import rules


@cache
def _made(systems: tuple[str, ...]) -> bytes:
    return msgspec.json.encode(SchemaGenerator().get_schema(public=True))


def document() -> dict[str, Any]:
    """A copy that may be changed. That the site answers with it is tried in `test_schema.py`."""
    return dict(msgspec.json.decode(_made(_systems())))


def _systems() -> tuple[str, ...]:
    """The rulebooks by their keys, as the document says what each of them may be told."""
    return tuple(sorted(rules.all_systems()))


@cache
def _validator(systems: tuple[str, ...], shape: bytes) -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator(msgspec.json.decode(shape) | {"components": document()["components"]})


def fits(shape: dict[str, Any], value: Any) -> None:
    """Whether the value is of this shape of the document; if not, it is said why."""
    _validator(_systems(), msgspec.json.encode(shape)).validate(value)
