"""The log's tables as they are stored, for a copy of the whole database: `manage.py backup` and `restore`.

A row comes out as plain values (ids as canonical text) in the order of `columns`, and goes in again as it came: digests
and seals verify there as they did here, on either database.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper

from .compare_append import ROW, SEALED, insert
from .queries import as_text, fetch
from .second_table import BESIDE, MIRROR
from .triggers import TABLES, present

COLUMNS = {
    "log_stream": {"id": "uuid", "kind": "text"},
    "log_row": ROW,
    "log_sealed": SEALED,
    "log_forgotten": {"number": "bigint", "what": "text", "subject": "uuid", "kind": "text", "rows": "bigint"}
    | {"digest": "text", "by": "text", "at": "text", "reason": "text"},
}
KEYS = {
    "log_stream": ("id",),
    "log_row": ("stream", "position"),
    "log_sealed": ("stream", "position", "place"),
    "log_forgotten": ("number",),
}
PAGE = 2000


def tables() -> tuple[str, ...]:
    """The names of the log's tables that the connected database has."""
    return present(connection)


def all_tables() -> list[str]:
    """The names of whatever `drop_tables` drops that there is: view, switch and second tables too."""
    there = set(connection.introspection.table_names(include_views=True))
    return [name for name in ("log_line", *TABLES, "log_switch", *BESIDE) if name in there]


def columns(table: str) -> tuple[str, ...]:
    return tuple(COLUMNS[table])


def copy_out(table: str) -> Iterator[list[tuple[Any, ...]]]:
    """Every row of a table, a bounded number at a time, in order of its key. One transaction sees one moment."""
    key = ", ".join(f"{table}.{name}" for name in KEYS[table])  # by name alone PostgreSQL would sort by the texts
    places = ", ".join(["%s"] * len(KEYS[table]))
    order = [columns(table).index(name) for name in KEYS[table]]
    select = f"SELECT {', '.join(map(_as_text, COLUMNS[table].items()))} FROM {table}"
    page = fetch(f"{select} ORDER BY {key} LIMIT {PAGE}")
    while page:
        yield page
        last = [page[-1][place] for place in order]
        page = fetch(f"{select} WHERE ({key}) > ({places}) ORDER BY {key} LIMIT {PAGE}", last)


def copy_in(table: str, names: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    """Insert rows as they were copied out. KeyError for a column that this release does not know."""
    insert(table, {name: COLUMNS[table][name] for name in names}, [tuple(row) for row in rows])


def hold(names: Sequence[str]) -> None:
    """Keep these tables as they are until this transaction ends: rows may be added, but no other table takes the place
    of one (see `partitions`). A transaction that sees one moment does it first: it would see nothing of what was copied
    into another table later. SQLite needs none of it."""
    if connection.vendor == "postgresql" and names:
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {', '.join(names)} IN ACCESS SHARE MODE")


def drop_tables(connection: BaseDatabaseWrapper) -> None:
    """Drop the whole log, view and switch too, so that another can take its place in the same transaction."""
    with connection.cursor() as cursor:
        cursor.execute("DROP VIEW IF EXISTS log_line")
        for table in (*TABLES, "log_switch", *BESIDE):
            cursor.execute(f"DROP TABLE IF EXISTS {table}")
        if connection.vendor == "postgresql":
            cursor.execute(f"DROP FUNCTION IF EXISTS {MIRROR}()")


def _as_text(column: tuple[str, str]) -> str:
    name, kind = column
    return as_text(f'"{name}"') if kind == "uuid" else f'"{name}"'
