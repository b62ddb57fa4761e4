"""A choice as people get it: what it tells the random player beside that may change."""

from __future__ import annotations

from typing import Any

import msgspec


class Pick(msgspec.Struct):
    value: str
    label: msgspec.Raw


class Field(msgspec.Struct):
    name: str
    kind: str
    label: msgspec.Raw
    help: msgspec.Raw
    picks: tuple[Pick, ...]
    least: int
    most: int
    faces: int
    measure: str
    repeats: bool
    required: bool
    ahead: bool


class Offer(msgspec.Struct):
    command: str
    label: msgspec.Raw
    side: str
    given: msgspec.Raw
    fields: tuple[Field, ...]
    urgent: bool
    limits: msgspec.Raw


def offered(choice: Any) -> Offer:
    return msgspec.json.decode(msgspec.json.encode(choice), type=Offer)
