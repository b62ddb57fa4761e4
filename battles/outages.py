"""Database outages (away, full, read-only, ahead of this release), in words that help whoever runs the site."""

from __future__ import annotations

import errno
import logging
import sqlite3
import time
from dataclasses import dataclass

import django.db
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from rules.stream.codec import UnknownEvent

logger = logging.getLogger(__name__)
MOMENT = 1.0  # seconds in which nobody queries a database that has just not answered
_ask_again_at = 0.0  # of this process, by its own clock


@dataclass(frozen=True)
class Outage:
    """`code` is the API's word for it; `text` is the cause and `remedy` what helps."""

    code: str
    text: str | Promise
    remedy: str | Promise


AWAY = Outage(
    "database-away",
    _("The database does not answer."),
    _("Whoever runs this site: see that it is running and can be reached. “manage.py doctor” says what it hears."),
)
READ_ONLY = Outage(
    "read-only",
    _("The database is read-only: it takes no writes."),
    _("Whoever runs this site: it may be a standby, on a disk mounted read-only, or of an account that may not write."),
)
DISK_FULL = Outage(
    "disk-full",
    _("The disk is full: nothing can be written."),
    _("Whoever runs this site: make room on the disk of the database. Nothing half done was kept; do it again then."),
)
NOT_READY = Outage(
    "not-ready",
    _("The database has not been upgraded to this release."),
    _("Whoever runs this site: run “manage.py upgrade”."),
)
DAMAGED = Outage(
    "damaged",
    _("The database cannot be read: it is damaged, or its disk is."),
    _("Whoever runs this site: look at the disk, then restore the newest backup (“manage.py restore”)."),
)
BUSY = Outage("busy", _("The database is busy."), _("Send the same request again."))
# Two releases may serve side by side for a while: whoever asks again comes to the newer one.
OLDER = Outage("busy", _("A newer release of Leaguer has written here what this one cannot read."), BUSY.remedy)

# PostgreSQL's codes have five letters; the first two are a class: appendix A of its manual.
BY_STATE = {
    **dict.fromkeys(("53100", "58030"), DISK_FULL),
    **dict.fromkeys(("25006", "42501"), READ_ONLY),
    **dict.fromkeys(("42P01", "42703", "42883", "3D000"), NOT_READY),
    **dict.fromkeys(("XX001", "XX002"), DAMAGED),
    **dict.fromkeys(("57P01", "57P02", "57P03", "28000", "28P01"), AWAY),
    **dict.fromkeys(("08", "53"), AWAY),
    **dict.fromkeys(("40", "55", "57"), BUSY),
    "0A000": BUSY,  # an upgrade has changed a column since a statement was prepared (`deploy.prepared`)
}
# SQLite's codes are numbers; the last eight bits are a class.
BY_NUMBER = {
    sqlite3.SQLITE_FULL: DISK_FULL,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: AWAY,
    **dict.fromkeys((sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB), DAMAGED),
    **dict.fromkeys((sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED), BUSY),
}
BY_ERRNO = {errno.ENOSPC: DISK_FULL, errno.EDQUOT: DISK_FULL, errno.EROFS: READ_ONLY}


def outage(error: BaseException | None) -> Outage | None:
    """The outage behind an exception; None if the fault is ours."""
    if isinstance(error, UnknownEvent):
        return OLDER
    if isinstance(error, OSError):
        return BY_ERRNO.get(error.errno or 0)
    if not isinstance(error, django.db.Error):
        return None
    cause = error.__cause__
    if state := getattr(cause, "sqlstate", None):
        return BY_STATE.get(state) or BY_STATE.get(state[:2])
    if number := getattr(cause, "sqlite_errorcode", None):
        if str(error).startswith(("no such table", "no such column")):
            return NOT_READY
        return BY_NUMBER.get(number & 0xFF)
    # When its server ends meanwhile, PgBouncer answers a command twice, which psycopg calls an internal error, or it
    # breaks off in the middle of a message, which is an error of no special kind.
    broken = (django.db.OperationalError, django.db.InterfaceError, django.db.InternalError)
    if not isinstance(error, broken) and type(error) is not django.db.DatabaseError:
        return None
    return BUSY if cause is None else AWAY  # a failed connection has no code


def noticed(error: BaseException | None, *, quietly: bool = False) -> Outage | None:
    """The same, logged unless `quietly`; if the database did not answer, it is `resting` for a moment."""
    global _ask_again_at
    found = outage(error)
    if found is AWAY:
        _ask_again_at = time.monotonic() + MOMENT
    if found and not quietly:
        logger.error(f"{found.text} (%s)", " ".join(str(error).split()))  # Sentry is told what stands before it
    return found


def resting() -> bool:
    """Whether it has just not answered: another attempt would block a thread until the connection times out."""
    return time.monotonic() < _ask_again_at
