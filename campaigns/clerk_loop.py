"""The clerk without Celery: one loop that sweeps again and again. `manage.py clerk` runs it as a process, and
`deploy.one_process` as a thread beside the web server.

Of several loops on one SQLite file one works and the others wait for its end: a lock on a file beside the database
holds it, which the system lets go of when its process ends, however it ends. On PostgreSQL several may work, since each
stream is locked in the database.
"""

from __future__ import annotations

import fcntl
import logging
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from queue import Empty, SimpleQueue
from time import monotonic

from django.db import DatabaseError, close_old_connections, connection

from campaigns import clerk, mail
from campaigns.notices import delivery
from campaigns.outgoing import threads
from campaigns.push import sender

logger = logging.getLogger(__name__)


class Lock:
    """On a file; without one it is always ours. `by` whom it is taken stands in the file."""

    def __init__(self, path: str, by: str) -> None:
        self._by = by
        self._file = os.open(path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600) if path else None
        self._said = False

    def taken(self) -> bool:
        """Whether it is ours now. The first time that it is not, the log says so."""
        if self._file is None:
            return True
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if not self._said:
                logger.warning("another process is this database's clerk; this one waits until that one ends")
            self._said = True
            return False
        os.truncate(self._file, 0)
        os.pwrite(self._file, self._by.encode(), 0)
        return True

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)


def _path() -> str:
    """Of the file; "" where there is none. It is one of its own: to close SQLite's would let go of SQLite's locks in
    this process."""
    return f"{connection.settings_dict['NAME']}-clerk" if connection.vendor == "sqlite" else ""


def works() -> str:
    """As what the loop of this database runs in some process now; "" where none does, or on PostgreSQL."""
    try:
        with open(_path(), "rb") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                return file.read().decode()
    except OSError:
        return ""
    return ""


@contextmanager
def alone(by: str) -> Iterator[Lock]:
    lock = Lock(_path(), by)
    try:
        yield lock
    finally:
        lock.close()


class ClerkLoop:
    """Sweeps every so many seconds, and attends at once to a stream that it is told of. `by`: what runs it, as it is
    typed."""

    def __init__(self, every: float, by: str = "manage.py clerk") -> None:
        self.every, self._by = every, by
        self._told: SimpleQueue[str] = SimpleQueue()  # of all queues the one that a signal's handler may put into
        self._stopping = False

    def tell(self, stream: str) -> None:
        """The stream has new rows."""
        self._told.put(stream)

    def stop(self) -> None:
        """Work that has begun is finished first. A signal's handler may call this."""
        self._stopping = True
        self._told.put("")

    def run(self) -> None:
        """Returns once it was told to stop."""
        with alone(self._by) as lock:
            while not self._stopping and not lock.taken():
                self._next(self.every)
            while not self._stopping:
                _safely(sweep)
                self._attend_until(monotonic() + self.every)

    def _attend_until(self, moment: float) -> None:
        while not self._stopping and (wait := moment - monotonic()) > 0:
            if stream := self._next(wait):
                _safely(partial(attend, stream))

    def _next(self, wait: float) -> str:
        """The next stream it is told of within so many seconds, "" if there is none."""
        try:
            return self._told.get(timeout=wait)
        except Empty:
            return ""


def sweep() -> None:
    """Do everything that is due in all streams, and send what waits to be sent."""
    clerk.sweep()
    delivery.hand_over()
    _send()


def attend(stream: str) -> None:
    """Do what is due in one stream, and send what came of it."""
    clerk.attend(stream)
    clerk.summon(stream)
    _send()


def _send() -> None:
    mail.send_due()
    sender.send_due()
    threads.start()


def _safely(work: Callable[[], None]) -> None:
    close_old_connections()  # the database may have been restarted since the last time
    try:
        work()
    except DatabaseError:
        logger.exception("the clerk could not look for what is due")
    except Exception:  # whatever it is: the next sweep tries again, and the loop goes on
        logger.exception("the clerk could not do what is due")
