"""The second table of the log's rows, which stands beside the one in use while the log is partitioned (`partitions`):
the copy that has partitions, and then the old one. A trigger fills it.
"""

from __future__ import annotations

from django.db import connection

from .queries import fetch

LIVE = "log_row"
PARTS, WHOLE = "log_row_parts", "log_row_whole"
COPIED = "log_row_copied"  # how far the copy has got
BESIDE = (PARTS, COPIED, WHOLE)
MIRROR = "log_row_mirror"
MIRRORS = {MIRROR: "INSERT OR UPDATE OR DELETE", f"{MIRROR}_truncate": "TRUNCATE"}  # triggers, and when they act
COLUMNS = """
SELECT '"' || attname || '"', format_type(atttypid, atttypmod), attnotnull FROM pg_attribute
WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum
"""


def kind(table: str) -> str:
    """As PostgreSQL tells plain ("r") from partitioned ("p"); "" where there is none."""
    return "".join(str(kind) for (kind,) in fetch("SELECT relkind FROM pg_class WHERE oid = to_regclass(%s)", [table]))


def columns(table: str = LIVE) -> list[str]:
    """The names of its columns, quoted, in order."""
    return [str(name) for name, _type, _not_null in fetch(COLUMNS, [table])]


def is_filled(table: str) -> bool:
    """Whether it is given all that is written, in the columns that the table in use has now."""
    there = "SELECT tgname FROM pg_trigger WHERE tgrelid = %s::regclass AND tgname = ANY (%s) AND tgenabled = 'O'"
    return len(fetch(there, [LIVE, list(MIRRORS)])) == len(MIRRORS) and _has_its_columns(table)


def all_tables() -> list[str]:
    """All tables of the log's rows that there are, partitions too; the one in use first."""
    parts = "SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent IN (to_regclass(%s), to_regclass(%s))"
    return [*filter(kind, (LIVE, PARTS, WHOLE)), *(str(name) for (name,) in fetch(parts, [LIVE, PARTS]))]


def lock_at_once(table: str, *others: str) -> None:
    """Lock a table in use, and tables that nobody comes to but by way of it. Those are to be had at once then, or
    PostgreSQL is at its vacuum: nobody is kept waiting for that."""
    with connection.cursor() as cursor:
        cursor.execute(f"LOCK TABLE ONLY {table} IN ACCESS EXCLUSIVE MODE")
        for other in others:
            cursor.execute(f"LOCK TABLE ONLY {other} IN ACCESS EXCLUSIVE MODE NOWAIT")


def throw_away() -> None:
    """Take it away, and the triggers that fill it."""
    lock_at_once(*all_tables())
    with connection.cursor() as cursor:
        for trigger in MIRRORS:
            cursor.execute(f"DROP TRIGGER IF EXISTS {trigger} ON {LIVE}")
        for table in BESIDE:
            cursor.execute(f"DROP TABLE IF EXISTS {table}")
        cursor.execute(f"DROP FUNCTION IF EXISTS {MIRROR}()")


def throw_away_if_unlike() -> None:
    """Where a migration has altered the table in use: a trigger that fills a table of other columns would refuse every
    report."""
    if connection.vendor == "postgresql" and kind(LIVE):
        there = [table for table in (PARTS, WHOLE) if kind(table)]
        if not all(map(_has_its_columns, there)):
            throw_away()


def _has_its_columns(table: str) -> bool:
    return fetch(COLUMNS, [LIVE]) == fetch(COLUMNS, [table])
