"""Shapes for the keys of a club."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

import msgspec

from api.shapes.kinds import Id, People

Scope = Literal["read", "results", "rounds", "manage", "webhooks"]


class NewClubKey(msgspec.Struct, forbid_unknown_fields=True):
    """What a key shall be called, what it may do, and for how many days."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=80, pattern=r"^[^\x00]*[^\s\x00][^\x00]*$")]
    scopes: Annotated[list[Scope], msgspec.Meta(min_length=1, max_length=5)]
    days: Annotated[int, msgspec.Meta(ge=1, le=3650)] = 365


class ClubKey(msgspec.Struct):
    """A key of a club. The log names it by its `id` as who reported; `maker`: the officer it acts for. `last_used`: to
    the hour, null while it was not; `ended`: when an officer ended it, null while none has."""

    id: Id
    name: str
    scopes: list[Scope]
    maker: Id
    created: datetime
    expires: datetime
    last_used: datetime | None
    ended: datetime | None


class ClubKeys(msgspec.Struct):
    """All keys that a club has had, the newest first: 200 at most."""

    keys: list[ClubKey]
    people: People


class MadeClubKey(msgspec.Struct):
    """A new key. `token` is shown only once; send it as `Authorization: Bearer <token>`."""

    token: str
    key: ClubKey
