"""The OpenAPI document as tests read it: made once in a process for the rulebooks that there are, for it takes longer
than most of what they try."""

from __future__ import annotations

import re
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
def _schemas(systems: tuple[str, ...]) -> dict[str, bytes]:
    return {name: msgspec.json.encode(one) for name, one in document()["components"]["schemas"].items()}


@cache
def _validator(systems: tuple[str, ...], shape: bytes) -> jsonschema_rs.Draft202012Validator:
    """Of this shape and of those it is made of; all there are would take as long as most answers to read."""
    there, parts, texts = _schemas(systems), dict[str, Any](), [shape]
    while texts:
        for name in {*re.findall(rb'"#/components/schemas/([^"]+)"', texts.pop())} - {one.encode() for one in parts}:
            texts.append(there[name.decode()])
            parts[name.decode()] = msgspec.json.decode(texts[-1])
    return jsonschema_rs.Draft202012Validator(msgspec.json.decode(shape) | {"components": {"schemas": parts}})


def fits(shape: dict[str, Any], value: Any) -> None:
    """Whether the value is of this shape of the document; if not, it is said why."""
    _validator(_systems(), msgspec.json.encode(shape)).validate(value)
