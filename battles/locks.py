"""Changes a table of PostgreSQL that people use, without keeping them waiting.

Whoever waits for a lock on a table keeps everybody waiting who comes after. So half a second is the longest that is
waited for one; then everybody is let by, and it begins anew. That is also sooner than PostgreSQL looks whether two wait
for each other, of which it would refuse one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TypeVar

from django.db import OperationalError, connection, transaction

WAITS = "500ms"  # for a lock
PAUSE = 1.0  # seconds until who did not get one begins anew
PATIENCE = 600.0  # seconds in which they have to get all of them: a backup may read for minutes
LONG = 1.0  # seconds for which somebody is at a table who does more than a report
NO_LOCK, TOO_LONG = "55P03", "57014"  # PostgreSQL's codes
LIMIT = f"SET LOCAL lock_timeout = '{WAITS}'"

T = TypeVar("T")


class Late(OperationalError):
    """Others were at it for as long as was waited for them."""


def is_late(error: OperationalError) -> bool:
    """Whether a lock was not to be had in time."""
    return getattr(error.__cause__, "sqlstate", "") == NO_LOCK


def in_haste(work: Callable[[], T], wait: Callable[[], object] = lambda: None) -> T:
    """What `work` returns. It is done in a transaction of its own, all of it or nothing, and begun anew for as long as
    it gets no lock. Each time it may `wait` first, for as long as that takes."""
    tried = 0.0  # seconds
    while True:
        wait()
        begun = time.monotonic()
        try:
            with transaction.atomic(durable=True), connection.cursor() as cursor:
                cursor.execute(LIMIT)
                return work()
        except OperationalError as error:
            if not is_late(error) or tried > PATIENCE:
                raise
        time.sleep(PAUSE)
        tried += time.monotonic() - begun


def together(tables: Sequence[str], mode: str) -> None:
    """Lock these tables in the caller's transaction, which has none of them yet: all within half a second, or none
    until everybody was let by. Who has one of them and wants another waits for us no longer than that, so that
    PostgreSQL does not find that we wait for them as well. A limit of locks would be one for each of them. `Late`."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(f"SET LOCAL statement_timeout = '{WAITS}'")
                cursor.execute(f"LOCK TABLE {', '.join(tables)} IN {mode} MODE")
                cursor.execute("SET LOCAL statement_timeout TO DEFAULT")
            return
        except OperationalError as error:
            if getattr(error.__cause__, "sqlstate", "") not in (NO_LOCK, TOO_LONG):
                raise
            if time.monotonic() > until:
                raise Late(*error.args) from error.__cause__
        time.sleep(PAUSE)


def are_long(tables: Sequence[str], readers: bool = True) -> bool:
    """Whether somebody has been at one of these tables for longer than a lock is waited for, such as a backup, or
    PostgreSQL's own vacuum: whoever waits for them has everybody wait in vain. `readers`: also who only reads."""
    before = _at(tables, readers)
    time.sleep(LONG)
    return bool(before & _at(tables, readers))


def _at(tables: Sequence[str], readers: bool) -> set[str]:
    """Transactions that have a lock on one of them."""
    only = "" if readers else " AND mode NOT IN ('AccessShareLock', 'RowShareLock')"
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT virtualtransaction FROM pg_locks WHERE granted AND pid <> pg_backend_pid() AND relation IN"
            " (SELECT to_regclass(one) FROM unnest(%s::text[]) one)"
            f" AND database = (SELECT oid FROM pg_database WHERE datname = current_database()){only}",
            [list(tables)],
        )
        return {str(one) for (one,) in cursor.fetchall()}
