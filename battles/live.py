"""Live updates: tells open pages, by server-sent events (WHATWG HTML, section 9.2), that their stream has new rows.

The web server hands a connection over (`deploy.hand_over`). From then on it belongs to one event loop of this process,
and holds no thread and no connection to the database. One watcher asks the database every second for the heads of all
streams that are watched here, whoever writes them. A page is told a position and nothing else; it fetches what its own
reader may see. A page whose reader has lost the right to look is cut off within a minute.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import partial
from threading import Event, Lock, Thread
from time import monotonic
from typing import TypeVar

import django.db
from django.db import connections

from battles import log

T = TypeVar("T")
logger = logging.getLogger(__name__)
HAND_OVER = "leaguer.hand_over"  # the key in a request's META, where the web server can do it
EVERY = 1.0  # seconds between two looks at the heads
AFTER_OUTAGE = 5.0  # seconds before the database is asked again when it has not answered
HEARTBEAT = 20.0  # seconds; proxies close a connection on which nothing was sent for a minute
RIGHTS = 60.0  # seconds between two looks at who may still read
RETRY = 2000  # milliseconds after which a browser connects again
MOST = 4000  # connections of one process
MOST_OF_ONE = 200  # of one account, or of one address without one: a club has one address
MOST_WAITING = 64 * 1024  # bytes a reader may leave unread


@dataclass(frozen=True, slots=True)
class Watch:
    """Who watches which stream. `reader`: an account's id, or "" for somebody without one; `session`: the key it came
    with; `source`: what the limit counts by. `after`: the position that the page shows."""

    stream: str
    reader: str
    session: str
    source: str
    after: int


Rights = Callable[[Collection[Watch]], Collection[Watch]]  # of those who watch, those who still may
Presence = Callable[[Collection[Watch], Collection[Watch]], None]  # hears of pages that are open, and that were closed


class Connection(asyncio.Protocol):
    """One open page."""

    transport: asyncio.Transport

    def __init__(self, live: Live, watch: Watch, header: bytes, chunked: bool) -> None:
        self.live, self.watch, self.header, self.chunked = live, watch, header, chunked
        self.position = watch.after

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self.header)
        self.send(f"retry: {RETRY}\n\n")
        self.live.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self.live.remove(self)

    def tell(self, position: int) -> None:
        """The stream has rows up to this position now."""
        if position > self.position:
            self.position = position
            self.send(f"id: {position}\nevent: rows\ndata: {position}\n\n")

    def send(self, text: str) -> None:
        if self.transport.is_closing():
            return
        if self.transport.get_write_buffer_size() > MOST_WAITING:
            self.transport.abort()
            return
        data = text.encode()
        self.transport.write(b"%x\r\n%b\r\n" % (len(data), data) if self.chunked else data)

    def end(self) -> None:
        if self.chunked and not self.transport.is_closing():
            self.transport.write(b"0\r\n\r\n")
        self.transport.close()


class Live:
    """The open pages of this process, their loop and their watcher. Both begin with the first page. The floors above
    have other connections, which tell more than a position."""

    connection: type[Connection] = Connection

    def __init__(self) -> None:
        self._lock = Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._rights: Rights = lambda watches: watches
        self._presence: Presence = lambda here, gone: None
        self._came: set[Watch] = set()  # since the watcher looked last, as those who went; only the loop touches them
        self._went: set[Watch] = set()
        self._some = Event()  # set while somebody watches
        self._open: dict[str, set[Connection]] = {}  # by stream; only the loop touches it
        self._told: dict[str, int] = {}  # the head that all pages of a stream have been told
        self._sources: Counter[str] = Counter()

    def has_room(self, source: str) -> bool:
        """Whether one more connection from there is taken."""
        return self._sources.total() < MOST and self._sources[source] < MOST_OF_ONE

    def take(
        self, rights: Rights, watch: Watch, sock: socket.socket, header: bytes, chunked: bool, presence: Presence
    ) -> None:
        """Keep a connection from now on: send `header`, then events (as chunks of HTTP/1.1 where `chunked`)."""
        self._rights, self._presence = rights, presence
        loop = self._running()
        sock.setblocking(False)
        make = partial(self.connection, self, watch, header, chunked)
        asyncio.run_coroutine_threadsafe(loop.connect_accepted_socket(make, sock), loop)

    def add(self, connection: Connection) -> None:
        self._sources[connection.watch.source] += 1
        self._open.setdefault(connection.watch.stream, set()).add(connection)
        self._told.pop(connection.watch.stream, None)  # the next look tells it what it has missed
        self._came.add(connection.watch)
        self._some.set()

    def again(self, connection: Connection) -> None:
        """The next look tells this stream's head once more."""
        self._told.pop(connection.watch.stream, None)

    def remove(self, connection: Connection) -> None:
        source, stream = connection.watch.source, connection.watch.stream
        self._sources[source] -= 1
        if not self._sources[source]:
            del self._sources[source]
        self._open[stream].discard(connection)
        if not self._open[stream]:
            del self._open[stream]
            self._told.pop(stream, None)
        self._went.add(connection.watch)
        self._some.set()  # that it went is told, too

    def _look(self) -> tuple[list[str], set[Watch], set[Watch]]:
        """The streams that are watched, and the pages that came and went since the last look."""
        came, went = self._came, self._went
        self._came, self._went = set(), set()
        if not self._open:
            self._some.clear()
        return list(self._open), came - went, went

    def _running(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                Thread(target=self._loop.run_forever, name="live", daemon=True).start()
                self._loop.call_soon_threadsafe(self._beat, self._loop)
                Thread(target=self._watch, args=(self._loop,), name="live-watcher", daemon=True).start()
            return self._loop

    def _beat(self, loop: asyncio.AbstractEventLoop) -> None:
        for connection in self._all():
            connection.send(":\n\n")
        loop.call_later(HEARTBEAT, self._beat, loop)

    def _all(self) -> list[Connection]:
        return [connection for watching in self._open.values() for connection in watching]

    def _watch(self, loop: asyncio.AbstractEventLoop) -> None:
        """The watcher's thread."""
        looked = monotonic()
        pause = Event()
        while True:
            self._some.wait()
            wait = EVERY
            try:
                streams, came, went = _ask(loop, self._look)
                if streams:
                    loop.call_soon_threadsafe(self._tell, log.positions(streams))
                if came or went:
                    self._presence(came, went)
                if monotonic() - looked >= RIGHTS:
                    looked = monotonic()
                    self._look_at_rights(loop)
            except (django.db.Error, OSError):
                logger.warning("live updates wait: the database does not answer", exc_info=True)
                wait = AFTER_OUTAGE
            finally:
                connections.close_all()
            pause.wait(wait)

    def _tell(self, heads: Mapping[str, int]) -> None:
        for stream, position in heads.items():
            if stream in self._open and self._told.get(stream, -1) < position:
                self._told[stream] = position
                for connection in list(self._open[stream]):
                    connection.tell(position)

    def _look_at_rights(self, loop: asyncio.AbstractEventLoop) -> None:
        watching = _ask(loop, self._all)
        may = set(self._rights({connection.watch for connection in watching}))
        self._presence(may, ())
        for connection in watching:
            if connection.watch not in may:
                loop.call_soon_threadsafe(connection.end)


async def _answer(ask: Callable[[], T]) -> T:
    return ask()


def _ask(loop: asyncio.AbstractEventLoop, ask: Callable[[], T]) -> T:
    """What the loop's own thread answers: nobody else touches the open pages."""
    return asyncio.run_coroutine_threadsafe(_answer(ask), loop).result()


LIVE = Live()
