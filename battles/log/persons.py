"""Finds the streams in which somebody has reported, or that name them."""

from __future__ import annotations

from collections.abc import Iterator

from django.db import connection

from .reader import PAGE


def streams_about(person: str) -> Iterator[tuple[str, str]]:
    """Every stream with a row that `person` reported or that has their id in it, sealed or not, with its kind, in order
    of ids, a bounded number at a time. It looks through the whole log."""
    name = "s.id::text" if connection.vendor == "postgresql" else "s.id"
    named = f'%"{person}"%'
    last: str | None = None
    while True:
        beyond = "" if last is None else " AND s.id > %s"
        with connection.cursor() as cursor:
            cursor.execute(
                f"SELECT {name}, s.kind FROM log_stream s WHERE (EXISTS (SELECT 1 FROM log_row r WHERE r.stream = s.id"
                ' AND (r."by" = %s OR r.data LIKE %s)) OR EXISTS (SELECT 1 FROM log_sealed v WHERE v.stream = s.id'
                f" AND v.value LIKE %s)){beyond} ORDER BY s.id LIMIT {PAGE}",
                [person, named, named, *([] if last is None else [last])],
            )
            found = cursor.fetchall()
        if not found:
            return
        yield from found
        last = found[-1][0]
