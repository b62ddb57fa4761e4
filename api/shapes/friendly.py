"""Shapes for friendly battles before they are opened."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

import msgspec

from api.shapes.kinds import Id, Word
from api.shapes.people import Key
from api.shapes.systems import RosterNote

File = Annotated[str, msgspec.Meta(max_length=500_000, pattern=r"^[^\x00]*$")]
Nickname = Annotated[
    str, msgspec.Meta(max_length=200, pattern=r"^[^\x00]*$", description="Of a guest, who has no account.")
]


class BeginFriendly(msgspec.Struct, forbid_unknown_fields=True):
    """A friendly battle to prepare.

    `forces`: a ready-made `list` by its key, forces drawn by lot for a `scenario` within `points`, those of your last
    battle `again`, or a `roster`: the text of a file in one of the rulebook's `rosters` formats, unpacked. Without an
    `other_roster` the other side's forces are then drawn by lot, for as many points as yours. `side`: which one you
    take, in the order in which the sides are named, or by lot. `dice`: whose they are, as in a battle's muster.
    `other`: `own` where the other player may bring other forces than those `given` to them so.
    """

    system: Word
    forces: Literal["list", "draft", "again", "roster"]
    list: Word = ""
    scenario: Word = ""
    points: Annotated[int, msgspec.Meta(ge=0, le=99_999)] = 0
    roster: File = ""
    other_roster: File = ""
    side: Literal["first", "second", "lot"] = "first"
    dice: Literal["ask", "table", "leaguer"] = "ask"
    other: Literal["given", "own"] = "given"
    nickname: Nickname = ""


class JoinFriendly(msgspec.Struct, forbid_unknown_fields=True):
    """The `code` that the other player was told, however it is typed.

    `forces`: those that are `given`, or where the room's `other` is `own`: your side of a ready-made `list` by its key,
    a force drawn by lot within `points` (`draft`), or a `roster`, as in `BeginFriendly`.
    """

    code: Word
    nickname: Nickname = ""
    forces: Literal["given", "list", "draft", "roster"] = "given"
    list: Word = ""
    points: Annotated[int, msgspec.Meta(ge=0, le=99_999)] = 0
    roster: File = ""


class ModelCount(msgspec.Struct):
    model: str
    count: int


class RoomSide(msgspec.Struct):
    """A side and its vehicles by model. `mine`: the one you play, or would play. Cards do not show."""

    name: str
    mine: bool
    models: list[ModelCount]


class ReadyList(msgspec.Struct):
    key: str
    label: str


class FriendlyScenario(msgspec.Struct):
    key: str
    name: str


class FriendlyForces(msgspec.Struct):
    """With what a rulebook's friendly battles are fought: `lists` that are ready, and the `scenarios` and `points` that
    forces are drawn for. `last`: those of your last battle, which come again; empty without one. `rosters`: whether
    forces may come of rosters."""

    system: str
    name: str
    lists: list[ReadyList]
    scenarios: list[FriendlyScenario]
    points: list[int]
    last: list[RoomSide]
    rosters: bool


class Friendly(msgspec.Struct):
    """`may_begin`: whether you may begin a friendly battle. `waiting`: the battle of yours that waits for its other
    player; an account has one at a time."""

    may_begin: bool
    waiting: Id | None
    systems: list[FriendlyForces]


class Room(msgspec.Struct):
    """A friendly battle that waits for its other player. `battle` is its id, also before it is opened.

    Only its host (`mine`) gets the `code`, and a `link` to the page on which it is filled in. `until` then it waits.
    `other`: whether who comes in fights with the forces that are `given`, or may bring their `own`.
    """

    battle: Id
    host: str
    mine: bool
    system: str
    scenario: str
    dice: str
    sides: list[RoomSide]
    code: str
    link: str
    until: datetime
    other: str


class Begun(msgspec.Struct):
    """`guest`: the key of who has no account. It works in this battle alone, and ends with it, or after a day. `notes`:
    what of a roster was not taken."""

    room: Room
    guest: Key | None
    notes: list[RosterNote]


class Joined(msgspec.Struct):
    """The battle is open. `guest`, `notes`: as in `Begun`."""

    battle: Id
    guest: Key | None
    notes: list[RosterNote]
