"""Shapes for rulings that wait for a second officer."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from api.shapes.kinds import Id, People


class HeldReport(msgspec.Struct):
    """A report of it by its id and type, and the reason that was given."""

    id: Id
    type: str
    reason: str


class HeldRuling(msgspec.Struct):
    """What an officer has sent, all of it or nothing, and what became of it.

    `kind`: what the club has a second officer confirm. While it waits, `told` says what it would come to now, as you
    may know it, or `refused` why it would be refused. `reason`: of who declined it. `people`: the names of those here.
    """

    id: Id
    campaign: Id
    kind: Literal["results", "penalties", "house_rules", "people"]
    state: Literal["waiting", "confirmed", "declined", "withdrawn"]
    reports: list[HeldReport]
    by: Id
    via: str
    asked_at: str
    answered_by: str | None
    answered_at: str | None
    reason: str
    told: list[str]
    refused: str
    people: People


class HeldRulingRow(msgspec.Struct):
    """What an officer has sent, in a list: the kinds of its reports, and how it stands."""

    id: Id
    kind: Literal["results", "penalties", "house_rules", "people"]
    state: Literal["waiting", "confirmed", "declined", "withdrawn"]
    types: list[str]
    by: Id
    asked_at: str
    answered_by: str | None
    answered_at: str | None


class HeldRulings(msgspec.Struct):
    """The newest first. `people`: the names of those here. `next` is the address of older ones, null at the end."""

    rulings: list[HeldRulingRow]
    people: People
    next: str | None


class AnswerHeldRuling(msgspec.Struct, forbid_unknown_fields=True):
    """`confirm` it, or `decline` it with a reason, as a second officer; `withdraw` what you have asked for."""

    answer: Literal["confirm", "decline", "withdraw"]
    reason: Annotated[str, msgspec.Meta(max_length=500, pattern=r"^[^\x00]*$")] = ""
