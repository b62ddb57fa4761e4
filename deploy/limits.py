"""What PostgreSQL is to keep to in Leaguer's database, whoever connects to it and through whatever pooler.

A client whose machine has vanished says nothing, and neither does a pooler that waits for it: its transaction stays
open, and whatever it has locked stays locked, for the two hours that TCP waits by default. Everybody who wants to write
to that battle waits with it, the clerk's workers too.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import ProgrammingError, connection, transaction

LIMIT = "idle_in_transaction_session_timeout"
IDLE = 60  # seconds in which a transaction asks nothing, after which PostgreSQL ends it


def limit_idle_transactions() -> bool:
    """Have PostgreSQL end transactions that have long asked nothing, by a setting of this database. Left as it is where
    somebody has set it, or where the account does not own the database. Whether it is set."""
    if connection.vendor != "postgresql":
        return False
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_database()")  # a pooler may know it by another name
        name = connection.ops.quote_name(cursor.fetchone()[0])
        cursor.execute(
            "SELECT COUNT(*) FROM pg_database d JOIN pg_db_role_setting s ON s.setdatabase = d.oid,"
            " unnest(s.setconfig) one WHERE d.datname = current_database() AND strpos(one, %s) = 1",
            [f"{LIMIT}="],
        )
        if cursor.fetchone()[0]:
            return True
        try:
            with transaction.atomic():
                cursor.execute(f"ALTER DATABASE {name} SET {LIMIT} = '{IDLE}s'")
        except ProgrammingError:  # another account owns it
            return False
    return True


@contextmanager
def taking_its_time() -> Iterator[None]:
    """Within a transaction on PostgreSQL: it may ask nothing for as long as it likes, and may read by cursors that the
    server keeps. Elsewhere a cursor would be looked for on another connection, where a pooler lends one for each
    transaction (`deploy.environment`)."""
    settings = connection.settings_dict
    before = settings.get("DISABLE_SERVER_SIDE_CURSORS", False)
    with connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL {LIMIT} = 0")
    settings["DISABLE_SERVER_SIDE_CURSORS"] = False
    try:
        yield
    finally:
        settings["DISABLE_SERVER_SIDE_CURSORS"] = before
