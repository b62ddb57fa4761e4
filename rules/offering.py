"""What may be reported next: choices, and the facts and dice each of them asks for.

`near` and `readily` are for the random player alone (`rules.player`): they say nothing of what may be reported, and
nobody is shown them. What is hidden from whom a choice is offered to must not follow from them all the same.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from rules.lengths import Measure
from rules.messages import Message


class Pick(msgspec.Struct, frozen=True):
    """One value a field may take, with what to call it."""

    value: str
    label: Message
    readily: int = 1000  # how readily it is drawn, against those beside it


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """A fact or die that a choice asks for.

    pick: one of `picks`. picks: a list of `least` to `most` of `picks` (repeats when `repeats`). path: a list of
    `least` to `most` steps of which the first is one of `picks`; which may follow it depends on it, so a step may be
    reported alone and the next one asked for again. number: an integer between `least` and `most`; with a `measure` it
    is a length in whole tenths of that unit, and people type it as they measure it (`rules.lengths`). flag: true or
    false. dice: `least` to `most` faces from 1 to `faces`, or each one of `picks` where dice show something else; left
    out they are Leaguer's. text: free words. data: a JSON object the client keeps (schema in the command).
    """

    name: str
    kind: Literal["pick", "picks", "path", "number", "flag", "dice", "text", "data"]
    label: Message
    help: Message | None = None
    picks: tuple[Pick, ...] = ()
    least: int = 0
    most: int = 0
    faces: int = 6
    measure: Measure = ""
    repeats: bool = False
    required: bool = False
    ahead: bool = False  # answers a step that may not come: to be filled in with what happened, never at random
    near: tuple[int, ...] = ()
    readily: int = 500


class Limit(msgspec.Struct, frozen=True, kw_only=True):
    """Numbers of one choice that hang together: so many `times` each of these fields come to at most `most` in all.

    All of them are required fields of the kind number. Whatever those filled in so far leave to the next one, in the
    order of the choice, is never nothing.
    """

    times: dict[str, int]
    most: int


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """Something that may be reported now: a command with `given` fields fixed and `fields` to fill in, within each of
    the `limits`."""

    command: str
    label: Message
    side: str
    given: dict[str, Any] = {}
    fields: tuple[Field, ...] = ()
    urgent: bool = False  # an open decision everyone waits for; pages put it first
    limits: tuple[Limit, ...] = ()
    readily: int = 1000  # how readily the random player takes it, against others
