"""What may be reported next: choices, and the facts and dice each of them asks for. Does a report match one?

That is the law between `legal` and `decide`: every accepted command matches a choice. `near` and `readily` are for the
random player alone (`rules.player`): they say nothing of what may be reported, and nobody is shown them. What is hidden
from whom a choice is offered to must not follow from them all the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Literal

import msgspec

from rules.lengths import Measure
from rules.messages import Message
from rules.stream.codec import encode
from rules.stream.contract import Command


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


def matches(choice: Choice, command: Command) -> bool:
    """True when `command` is `choice` filled in: same type, the given fields as given, the others within their field.

    Fields of the command that the choice names nowhere must be at their default.
    """
    if type(command).__name__ != choice.command:
        return False
    fields = {field.name: field for field in choice.fields}
    for info in _infos(type(command)):
        value = getattr(command, info.name)
        if info.name in choice.given:
            if encode(value) != encode(choice.given[info.name]):
                return False
        elif info.name in fields:
            if not _within(fields[info.name], value, info):
                return False
        elif value != _default(info):
            return False
    return all(_keeps(limit, command) for limit in choice.limits)


def narrowed(choice: Choice, field: Field, told: Mapping[str, Any]) -> Field:
    """A field as the `limits` of its choice leave it once the fields before it are `told`: its bounds may be closer.

    Those after it still have room in their own.
    """
    least, most = field.least, field.most
    for limit in choice.limits:
        if times := limit.times.get(field.name):
            room = limit.most - sum(_less(choice, limit, told, field.name))
            if times > 0:
                most = min(most, room // times)
            else:
                least = max(least, -(room // -times))
    return msgspec.structs.replace(field, least=least, most=most) if choice.limits else field


def _less(choice: Choice, limit: Limit, told: Mapping[str, Any], but: str) -> Iterator[int]:
    """What the other fields of a limit take at least."""
    for field in choice.fields:
        if field.name != but and (times := limit.times.get(field.name)):
            yield times * told[field.name] if field.name in told else min(times * field.least, times * field.most)


def _keeps(limit: Limit, command: Command) -> bool:
    told: int = sum(times * getattr(command, name) for name, times in limit.times.items())
    return told <= limit.most


@cache
def _infos(kind: type[Command]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """The fields of a kind of report; looking at a class takes far longer than looking at a report."""
    return msgspec.structs.fields(kind)


def _within(field: Field, value: Any, info: msgspec.structs.FieldInfo) -> bool:
    if value == _default(info):
        return not field.required
    match field.kind:
        case "pick":
            return any(value == pick.value for pick in field.picks)
        case "picks":
            return _all_picked(field, value)
        case "path":
            first = any(value[0] == pick.value for pick in field.picks) if value else True
            return first and field.least <= len(value) <= field.most
        case "number":
            return isinstance(value, int) and field.least <= value <= field.most
        case "flag":
            return isinstance(value, bool)
        case "dice":
            return field.least <= len(value) <= field.most and all(_shown(field, face) for face in value)
        case _:
            return True


def _shown(field: Field, face: int | str) -> bool:
    if field.picks:
        return any(str(face) == pick.value for pick in field.picks)
    return isinstance(face, int) and 1 <= face <= field.faces


def _all_picked(field: Field, value: Sequence[str]) -> bool:
    allowed = {pick.value for pick in field.picks}
    distinct = field.repeats or len(set(value)) == len(value)
    return distinct and field.least <= len(value) <= field.most and all(item in allowed for item in value)


def _default(info: msgspec.structs.FieldInfo) -> Any:
    if info.default is not msgspec.NODEFAULT:
        return info.default
    return info.default_factory() if info.default_factory is not msgspec.NODEFAULT else msgspec.NODEFAULT
