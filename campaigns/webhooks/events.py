"""The messages of webhooks: a type, a time, and the event as a stranger reads it by the API.

How a log is shown belongs to the floors above: they register here how their kind is read.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

import msgspec
from django.db.models import QuerySet
from django.utils import timezone

from battles import log
from campaigns.models import WebhookEndpoint

TEST = "leaguer.test"


class Data(msgspec.Struct, frozen=True, kw_only=True):
    """What happened. `stream`: the log's id, by which the API finds the battle, campaign or league. `event`: as the API
    has it for a stranger. `people`: the names of those whose ids stand in it."""

    kind: str
    stream: str
    position: int
    club: str
    event: Any
    people: dict[str, str]


class Message(msgspec.Struct, frozen=True, kw_only=True):
    """The body of a webhook. `timestamp`: when it happened."""

    type: str
    timestamp: str
    data: Data | dict[str, str]


class Shown(NamedTuple):
    """One row of a log as a stranger reads it. `type`: the event's own name."""

    position: int
    at: str
    type: str
    event: Any
    people: dict[str, str]


class Read(NamedTuple):
    """Rows for strangers among those up to `until`, after which there may be more."""

    rows: list[Shown]
    until: int


class Reader(Protocol):
    """Reads up to `limit` rows of a log after a position, as a stranger may know of them."""

    def __call__(self, stream: str, after: int, limit: int) -> Read: ...


# By the kinds of streams, registered by the floor that presents them.
READERS: dict[str, Reader] = {}
# What sheets of streams an endpoint is sent, registered by the floor that knows them.
SOURCES: list[Callable[[WebhookEndpoint], QuerySet[Any]]] = []


def name_of(kind: str, type_: str) -> str:
    """The type of a message: `battle.shot_resolved` of `ShotResolved`."""
    return f"{kind}.{re.sub(r'(?<=[a-z0-9])(?=[A-Z])', '_', type_).lower()}"


def message(endpoint: WebhookEndpoint, kind: str, stream: str, shown: Shown) -> Message:
    data = Data(
        kind=kind,
        stream=stream,
        position=shown.position,
        club=endpoint.club.slug,
        event=shown.event,
        people=shown.people,
    )
    return Message(type=name_of(kind, shown.type), timestamp=shown.at, data=data)


def test_message(endpoint: WebhookEndpoint) -> Message:
    now = timezone.now().isoformat().replace("+00:00", "Z")
    return Message(type=TEST, timestamp=now, data={"club": endpoint.club.slug, "webhook": endpoint.name})


def read(stream: str, after: int, limit: int) -> tuple[str, Read]:
    """The kind of a log, and its next rows. `log.NoSuchStream` if it was forgotten."""
    kind = log.kind_of(stream)
    return kind, READERS[kind](stream, after, limit)
