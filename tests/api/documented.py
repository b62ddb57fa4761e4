"""The OpenAPI document as tests read it: made once in a process, for it takes longer than most of what they try."""

from __future__ import annotations

from functools import cache
from typing import Any

import jsonschema_rs
import msgspec
from drf_spectacular.generators import SchemaGenerator


@cache
def _made() -> bytes:
    return msgspec.json.encode(SchemaGenerator().get_schema(public=True))


def document() -> dict[str, Any]:
    """A copy that may be changed. That the site answers with it is tried in `test_schema.py`."""
    return dict(msgspec.json.decode(_made()))


@cache
def _validator(shape: bytes) -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator(msgspec.json.decode(shape) | {"components": document()["components"]})


def fits(shape: dict[str, Any], value: Any) -> None:
    """Whether the value is of this shape of the document; if not, it is said why."""
    _validator(msgspec.json.encode(shape)).validate(value)
