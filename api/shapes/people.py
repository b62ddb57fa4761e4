"""Shapes for tokens, the caller, and the index."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import msgspec

from api.shapes.battles import BattleLine
from api.shapes.kinds import Id, People


class Credentials(msgspec.Struct, forbid_unknown_fields=True):
    """Name and password, what the token is for, and for how many days it shall hold. `code`: what the account's app
    shows, or a recovery code, where the account has a second step."""

    username: Annotated[str, msgspec.Meta(min_length=1, max_length=150, pattern=r"^[^\x00]+$")]
    password: Annotated[str, msgspec.Meta(min_length=1, max_length=1000, pattern=r"^[^\x00]+$")]
    name: Annotated[str, msgspec.Meta(max_length=80, pattern=r"^[^\x00]*$")] = ""
    days: Annotated[int, msgspec.Meta(ge=1, le=3650)] = 365
    code: Annotated[str, msgspec.Meta(max_length=40, pattern=r"^[^\x00]*$")] = ""


class Key(msgspec.Struct):
    """A new token with its `name`. It is shown only once; send it as `Authorization: Bearer <token>`."""

    token: str
    user: Id
    name: str
    expires: datetime


class MyCalendar(msgspec.Struct):
    """Where a calendar program reads your dates; "" for nowhere yet."""

    address: str


class Me(msgspec.Struct):
    """Who you are.

    `organises` and `umpires` are the open campaigns in whose battles you may decide for every side; `waiting` are the
    battles of yours that are not settled, newest first, 50 at most.
    """

    id: Id
    username: str
    name: str
    staff: bool
    organises: list[Id]
    umpires: list[Id]
    waiting: list[BattleLine]
    people: People


class Index(msgspec.Struct):
    """Addresses of the main resources."""

    release: str
    token: str
    me: str
    systems: str
    campaigns: str
    clubs: str
    leagues: str
    battles: str
    schema: str
    docs: str
