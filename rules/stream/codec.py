"""event <-> (type, version, data), command <-> (type, data): the only home of upcasting.

`data` is JSON text, and it is checked how deep that nests before it is read: reading a deeper one could run out of
stack. Old versions are lifted one step at a time by the rule system's `upcasters`, keyed by (type, version); the common
case, a current event, is one msgspec decode.

Some reports are completed before they are ruled on: with the time, or with how other logs stand. A row keeps such a
report as it was told, with what was added under `COMPLETED`; so a report that is sent again is known again, and
deciding it again asks neither clock nor database. No command has a field of that name: nobody can send it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, TypeVar

import msgspec

from rules.messages import Message, say
from rules.messages import gettext_noop as _
from rules.stream.contract import Command, Event, Refused
from rules.stream.malformed import complaint
from rules.stream.normalization import tidied

MAX_DEPTH = 12
# A string, closed or not, is passed over at one go: so a text takes time by its length alone.
_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*+"?|[\[{]|[\]}]', re.DOTALL)


def depth(text: str) -> int:
    """How deep brackets nest outside strings, whether the text is JSON or not."""
    now = deepest = 0
    for found in _BRACKET.finditer(text):
        mark = found[0]
        if mark in "[{":
            now += 1
            deepest = max(deepest, now)
        elif mark in "]}":
            now -= 1
    return deepest


def too_deep(text: str) -> bool:
    return depth(text) > MAX_DEPTH


def read_json(text: str) -> Any:
    """The value of a JSON text. `ValueError` for one that is none, `Refused` (code "malformed") for one too deep."""
    check_depth(text)
    return json.loads(text)


def check_depth(text: str) -> None:
    if too_deep(text):
        raise Refused(
            "report",
            say(_("The report nests deeper than %(limit)s levels."), limit=MAX_DEPTH),
            _("No report needs that: take out the brackets that are too many."),
            field="data",
            code="malformed",
        )


Upcasters = Mapping[tuple[str, int], Callable[[dict[str, Any]], dict[str, Any]]]
AnyEvent = TypeVar("AnyEvent", bound=Event)
_encoder = msgspec.json.Encoder(order="deterministic")
MAX_REPORT = 64 * 1024  # bytes of one report's data


class UnknownEvent(Exception):
    """A stored event this release cannot read: an unknown type, or a version from the future."""


Key = tuple[str, int]


class Readers(dict[Key, Callable[[str | bytes], Event]]):
    """How events are read, by (type, version): those of today at once, all others as `lift` has it."""

    def __init__(self, today: Mapping[Key, Callable[[str | bytes], Event]], lift: Callable[..., Event]) -> None:
        super().__init__(today)
        self._lift = lift

    def __missing__(self, key: Key) -> Callable[[str | bytes], Event]:
        return partial(self._lift, *key)


class EventCodec:
    """Reads and writes the events of one kind of stream. `readers`: for who reads many, one look-up and one decode an
    event."""

    def __init__(self, events: Iterable[type[Event]], upcasters: Upcasters | None = None) -> None:
        self.types = {event.__name__: event for event in events}
        self._versions = {name: event.version for name, event in self.types.items()}
        self._upcasters = upcasters or {}
        today = {(n, t.version): msgspec.json.Decoder(t).decode for n, t in self.types.items()}
        self.readers = Readers(today, self._lift)

    def encode(self, event: Event) -> tuple[str, int, str]:
        """(type, version, JSON text) of `event`; the same event gives the same text on every machine."""
        return type(event).__name__, event.version, _encoder.encode(event).decode()

    def decode(self, type_: str, version: int, data: str | bytes) -> Event:
        """The event as it is today. Raises `UnknownEvent`; `msgspec.ValidationError` when data is not of its shape."""
        return self.readers[type_, version](data)

    def _lift(self, type_: str, version: int, data: str | bytes) -> Event:
        if type_ not in self._versions:
            raise UnknownEvent(f"no event {type_!r} in this release")
        values = msgspec.json.decode(data)
        while version < self._versions[type_]:
            lift = self._upcasters.get((type_, version))
            if lift is None:
                raise UnknownEvent(f"no upcaster for {type_} version {version}")
            values, version = lift(values), version + 1
        if version != self._versions[type_]:
            raise UnknownEvent(f"{type_} version {version} is newer than this release")
        return msgspec.convert(values, self.types[type_])


class CommandCodec:
    """Reads and writes the reports one kind of stream accepts, each of at most `largest` bytes."""

    def __init__(self, commands: Iterable[type[Command]], largest: int = MAX_REPORT) -> None:
        self.largest = largest
        self.types = {command.__name__: command for command in commands}
        self._decoders = {name: msgspec.json.Decoder(command) for name, command in self.types.items()}

    def encode(self, command: Command) -> tuple[str, str]:
        return type(command).__name__, _encoder.encode(command).decode()

    def decode(self, type_: str, data: str | bytes) -> Command:
        """The command, or `Refused` (code "malformed" or "unknown") naming the field and the remedy."""
        raw = data.encode() if isinstance(data, str) else data
        decoder = self._decoders.get(type_)
        if decoder is None:
            raise Refused(
                "report",
                say(_("There is no report “%(type)s”."), type=str(type_)[:60]),
                say(_("Known reports: %(types)s."), types=", ".join(sorted(self.types))),
                field="type",
                code="unknown",
            )
        if len(raw) > self.largest:
            raise _malformed("data", say(_("The report is larger than %(limit)s bytes."), limit=self.largest))
        if b"\\u0000" in raw or b"\x00" in raw:
            raise _malformed("data", say(_("The report contains a NUL character.")))
        try:
            check_depth(raw.decode())
            return decoder.decode(raw)
        except msgspec.ValidationError as error:
            if (tidy := self._tidied(type_, raw)) is not None:
                return decoder.decode(tidy)
            field, what = complaint(str(error), self.types[type_])
            raise _malformed(field or "data", what) from None
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            raise _malformed(
                "data", say(_("The report cannot be read: it is not UTF-8, or brackets or quotes do not close."))
            ) from None

    def tidy(self, type_: str, data: str) -> str:
        """The data of a report as the log is to keep it: what people typed in other letters, or ran together, as its
        type has it (`rules.stream.normalization`). What reads as it stands comes back unchanged, and so does
        what cannot be read at all."""
        try:
            raw = data.encode()
            if type_ not in self.types or len(raw) > self.largest or too_deep(data):
                return data
            return (self._tidied(type_, raw) or raw).decode()
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            return data

    def _tidied(self, type_: str, raw: bytes) -> bytes | None:
        """Data that its type does not take, tidied so that it does; None where it needs no tidying or nothing helps."""
        decode = self._decoders[type_].decode
        if _is_read(decode, raw) or not _is_read(msgspec.json.decode, raw):
            return None
        if not isinstance(told := msgspec.json.decode(raw), dict):
            return None
        tidy = _encoder.encode(tidied(told, self.types[type_]))
        return tidy if _is_read(decode, tidy) else None

    def schema(self) -> dict[str, Any]:
        """JSON Schema of every command, by type."""
        return {name: msgspec.json.schema(command) for name, command in self.types.items()}


def _is_read(decode: Callable[[bytes], Any], raw: bytes) -> bool:
    try:
        decode(raw)
    except msgspec.DecodeError:  # JSON that goes on after its end is found out only by who reads all of it
        return False
    return True


def _malformed(field: str, text: Message) -> Refused:
    return Refused(
        "report", text, _("Look at what this report asks for, and send it again."), field=field, code="malformed"
    )


def encode(value: Any) -> str:
    """Deterministic JSON text of any msgspec-able value."""
    return _encoder.encode(value).decode()


def as_stored(event: AnyEvent) -> AnyEvent:
    """The event as it reads back from the log, its objects in the order of their keys: so live equals replayed."""
    return msgspec.json.decode(_encoder.encode(event), type=type(event))


def as_it_was(data: dict[str, Any]) -> dict[str, Any]:
    """The upcaster of an event that only got fields more: what an old row leaves out reads as without it."""
    return data


COMPLETED = "completed"


def added(told: Command, completed: Command) -> dict[str, Any]:
    """The fields of a completed report that are not as they were told."""
    if completed is told:
        return {}
    return {name: getattr(completed, name) for name in told.__struct_fields__ if _differs(told, completed, name)}


def stored(data: str, more: dict[str, Any]) -> str:
    """The text of a report as a row keeps it: as told, and what was added."""
    return encode(msgspec.json.decode(data) | {COMPLETED: more}) if more else data


def as_told(data: Any) -> Any:
    """The data of a row's report without what was added."""
    return {name: value for name, value in data.items() if name != COMPLETED} if isinstance(data, dict) else data


def as_ruled_on(data: str) -> str:
    """The text of the report that was ruled on, from the text that a row keeps."""
    if f'"{COMPLETED}"' not in data:
        return data
    report: dict[str, Any] = msgspec.json.decode(data)
    return encode(report | report.pop(COMPLETED)) if COMPLETED in report else data


def _differs(told: Command, completed: Command, name: str) -> bool:
    was, now = getattr(told, name), getattr(completed, name)
    return was is not now and bool(was != now)
