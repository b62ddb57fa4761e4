"""New rows of a battle or a campaign, told to programs as they are written: server-sent events (WHATWG HTML, 9.2).

Connections are held as those of open pages are (`battles.live`): by one event loop, without a thread of their own. What
each reader may know of new rows is read by a few threads, with the rights that they have at that moment; who has lost
them, or whose token has ended, is cut off.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from uuid import UUID

import django.db
import msgspec
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.models import Session
from django.db import connections
from django.http import Http404
from django.utils import timezone, translation

from api import access, authentication, battles, seasons
from api.shapes import battles as shapes
from battles.live import Connection, Live, Watch
from campaigns.models import User
from campaigns.roles import Person

logger = logging.getLogger(__name__)
MOST = 1000  # connections of one process
MOST_OF_ONE = 20  # of one account or key, or of one address without one
PAGE = 50  # rows told at once
READERS = 2  # threads that read what is new


@dataclass(frozen=True, slots=True)
class Listener(Watch):
    """Who listens. `session`: the digest of their token, or the key of a browser's session."""

    kind: str = "battle"
    by_token: bool = False
    language: str = "en"
    every: bool = False


def person_of(one: Listener) -> Person | None:
    """Who listens, as long as their token or session holds."""
    if not one.reader:
        return AnonymousUser()
    if one.by_token:
        user: User | None = authentication.comes_in(one.session)
    elif Session.objects.filter(pk=one.session, expire_date__gt=timezone.now()).exists():
        user = User.objects.filter(pk=one.reader).first()
    else:
        return None
    return user if user is not None and user.is_active and str(user.pk) == one.reader else None


def told(one: Listener, after: int) -> tuple[shapes.Events, int] | None:
    """The next rows after a position as the listener may know them, and the position up to which they have been told;
    None for who may not listen any more."""
    person = person_of(one)
    if person is None:
        return None
    try:
        with translation.override(one.language):
            if one.kind == "battle":
                found, last = battles.log_of(access.to_battle(person, UUID(one.stream)), after, PAGE, one.every)
                return found, last if len(found.events) == PAGE else found.position
            _sheet, asked = access.read_campaign(person, UUID(one.stream))
            found, more = seasons.log_of(asked, after, PAGE, one.every)
            return found, found.position if more is None else more
    except Http404:
        return None


def message(found: shapes.Events, last: int) -> str:
    """One event: `rows`, with what the address of the log answers for them."""
    return f"id: {last}\nevent: rows\ndata: {msgspec.json.encode(found).decode()}\n\n"


class Feed(Connection):
    """One program that listens."""

    watch: Listener
    head = 0  # of the stream, as far as it is known
    reading = paused = False

    def tell(self, position: int) -> None:
        self.head = max(self.head, position)
        if self.head > self.position and not (self.reading or self.paused or self.transport.is_closing()):
            self.reading = True
            reading = asyncio.get_running_loop().run_in_executor(POOL, _read, self.watch, self.position)
            reading.add_done_callback(self._has_read)

    def _has_read(self, reading: asyncio.Future[tuple[str, int] | None]) -> None:
        self.reading = False
        if reading.cancelled() or ((error := reading.exception()) is not None and not _is_outage(error)):
            self.end()
        elif error is not None:
            self.live.again(self)  # the next look tells it once more
        elif (found := reading.result()) is None:
            self.end()
        else:
            text, self.position = found
            if text:
                self.send(text)
            self.tell(self.head)

    def pause_writing(self) -> None:
        """It reads more slowly than rows are written: the rest waits in the log."""
        self.paused = True

    def resume_writing(self) -> None:
        self.paused = False
        self.tell(self.head)


def _is_outage(error: BaseException) -> bool:
    away = isinstance(error, django.db.Error | OSError)
    logger.log(logging.WARNING if away else logging.ERROR, "new rows could not be read", exc_info=error)
    return away


def _read(one: Listener, after: int) -> tuple[str, int] | None:
    try:
        if (found := told(one, after)) is None:
            return None
        events, last = found
        return message(events, last) if events.events else "", last
    finally:
        connections.close_all()


def still_listening(watches: Collection[Watch]) -> set[Watch]:
    """Of those who listen, those who still may."""
    return {one for one in watches if isinstance(one, Listener) and _may(one)}


def _may(one: Listener) -> bool:
    person = person_of(one)
    if person is None:
        return False
    try:
        if one.kind == "battle":
            access.to_battle(person, UUID(one.stream))
        else:
            access.to_campaign(person, UUID(one.stream))
    except Http404:
        return False
    return True


class Feeds(Live):
    """The programs that listen to this process."""

    connection = Feed

    def has_room(self, source: str) -> bool:
        return self._sources.total() < MOST and self._sources[source] < MOST_OF_ONE


def nobody(here: Collection[Watch], gone: Collection[Watch]) -> None:
    """A program that listens is no open page: its person is told by push as ever."""


POOL = ThreadPoolExecutor(READERS, thread_name_prefix="feeds")
FEEDS = Feeds()
