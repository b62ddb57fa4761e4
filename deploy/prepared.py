"""Connections to PostgreSQL that prepare the statements they are asked again and again.

To plan a statement often costs PostgreSQL more than to run it. Psycopg has it prepared once it was asked five times on
a connection. A pooler that lends a connection for a transaction (PgBouncer) breaks that: the next transaction may be on
another connection, which knows no such statement. So whoever connects looks whether a pooler stands in between.
"""

from __future__ import annotations

from typing import Any, Self

import psycopg

AFTER = 5  # times that a connection was asked the same
MOST = 50  # statements that one keeps, those asked last; PostgreSQL takes about 75 KB for each


class Connection(psycopg.Connection[Any]):
    """One that prepares what it is asked often, but behind a pooler. Django's pool makes them (`connection_class`)."""

    @classmethod
    def connect(cls, *args: Any, **kwargs: Any) -> Self:
        made = super().connect(*args, **kwargs)
        made.prepare_threshold, made.prepared_max = None if is_pooled(made) else AFTER, MOST
        return made

    def wait(self, *args: Any, **kwargs: Any) -> Any:
        try:
            return super().wait(*args, **kwargs)
        except psycopg.errors.FeatureNotSupported:
            # An upgrade beside us has changed a column, and what was prepared gives another type than it did. Once is
            # enough: from now on this connection has its statements planned.
            self.prepare_threshold = None
            raise


def is_pooled(connection: psycopg.Connection[Any]) -> bool:
    """Whether who answers is another process of PostgreSQL than who was connected to: a pooler has a number of its own
    for each of its clients, by which they cancel."""
    row = connection.execute("SELECT pg_backend_pid()").fetchone()
    return row is None or row[0] != connection.info.backend_pid
