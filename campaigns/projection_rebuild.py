"""Makes every read table again from the log, and compares it with what was there, column by column."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from django.db import connection, models, transaction

from battles import command_handler, log
from battles import projections as battle_sheets
from battles.command_session import StreamKind
from battles.handler import BATTLE
from battles.models import Seat, Sheet
from campaigns import projections as campaign_sheets
from campaigns.handler import CAMPAIGN
from campaigns.models import Appointment, CampaignSheet, Fixture, Round, Sector, Standing, Vehicle

Row = tuple[Any, ...]
Save = Callable[[str, Any, list[log.Row]], None]
# Every kind of stream with how it is folded; floors above add theirs.
FOLDED: list[tuple[StreamKind[Any], Save]] = [(CAMPAIGN, campaign_sheets.save), (BATTLE, battle_sheets.insert)]
# In the order in which writers lock them, so that we never wait for each other.
READ_TABLES: list[type[models.Model]] = [
    *(CampaignSheet, Appointment, Round, Sector, Standing, Vehicle, Fixture),
    *(Sheet, Seat),
]
AT_ONCE = 500


class Difference(NamedTuple):
    """A column that was not as the log has it. "" if a whole row was missing or too many."""

    table: str
    key: str
    column: str
    stood: Any
    folded: Any


def rebuild(tell: Callable[[Difference], None], keep: bool = True) -> int:
    """Empty the read tables, fold every stream, and `tell` of every difference; how many there were.

    With `keep` false nothing changes. It is one transaction: readers see the old rows or the new ones, writers wait.
    Memory stays bounded.
    """
    found = 0
    with transaction.atomic():
        _keep_writers_out()
        _set_aside()
        for kind, save in FOLDED:
            for stream, _kind in log.streams(kind.name):
                _fold(kind, save, stream)
        for model in READ_TABLES:
            for difference in _differences(model):
                tell(difference)
                found += 1
            _run(f"DROP TABLE {_aside(model)}")
        transaction.set_rollback(not keep)
    return found


def _fold(kind: StreamKind[Any], save: Save, stream: str) -> None:
    if rows := log.read(stream):
        state, _told = command_handler.replay(kind.decider, rows)
        save(stream, state, rows)


def _keep_writers_out() -> None:
    """Lock the tables. On SQLite the transaction does that."""
    if connection.vendor == "postgresql":
        _run(f"LOCK TABLE {', '.join(map(_table, READ_TABLES))} IN SHARE ROW EXCLUSIVE MODE")


def _set_aside() -> None:
    for model in READ_TABLES:
        _run(f"CREATE TEMPORARY TABLE {_aside(model)} AS SELECT * FROM {_table(model)}")
    for model in reversed(READ_TABLES):  # rows that refer to others are deleted first
        _run(f"DELETE FROM {_table(model)}")


def _differences(model: type[models.Model]) -> Iterator[Difference]:
    """Every column that differs, then the rows that were missing."""
    table, aside, key = _table(model), _aside(model), _key(model)
    columns = [str(field.column) for field in model._meta.concrete_fields]
    for page in _pages(aside, columns, key):
        folded = _by_key(table, columns, key, page)
        for row in page:
            yield from _compared(table, columns, row, folded.get(row[0]))
    for page in _pages(table, columns, key):
        stood = _by_key(aside, columns, key, page)
        yield from (Difference(table, str(row[0]), "", None, row[0]) for row in page if row[0] not in stood)


def _compared(table: str, columns: list[str], stood: Row, folded: Row | None) -> Iterator[Difference]:
    if folded is None:
        yield Difference(table, str(stood[0]), "", stood[0], None)
        return
    for column, was, now in zip(columns, stood[1:], folded[1:], strict=True):
        if was != now:
            yield Difference(table, str(stood[0]), column, was, now)


def _pages(table: str, columns: list[str], key: str) -> Iterator[list[Row]]:
    """The rows of a table, each with its key first, a bounded number at a time."""
    select = f"SELECT {key}, {_quoted(columns)} FROM {table}"
    page = _run(f"{select} ORDER BY {key} LIMIT {AT_ONCE}")
    while page:
        yield page
        page = _run(f"{select} WHERE {key} > %s ORDER BY {key} LIMIT {AT_ONCE}", [page[-1][0]])


def _by_key(table: str, columns: list[str], key: str, page: list[Row]) -> dict[Any, Row]:
    """The rows of a table with the keys of a page."""
    places = ", ".join(["%s"] * len(page))
    found = _run(f"SELECT {key}, {_quoted(columns)} FROM {table} WHERE {key} IN ({places})", [row[0] for row in page])
    return {row[0]: row for row in found}


def _run(statement: str, values: Sequence[Any] = ()) -> list[Row]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values or None)
        return cursor.fetchall() if cursor.description else []


def _quoted(columns: list[str]) -> str:
    return ", ".join(map(connection.ops.quote_name, columns))


def _key(model: type[models.Model]) -> str:
    return connection.ops.quote_name(str(model._meta.pk.column))


def _table(model: type[models.Model]) -> str:
    return model._meta.db_table


def _aside(model: type[models.Model]) -> str:
    return f"stood_{model._meta.db_table}"
