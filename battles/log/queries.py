"""What every reader of the log asks the database with."""

from collections.abc import Sequence
from typing import Any

from django.db import connection


def fetch(statement: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
    """All that a query finds."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        found: list[tuple[Any, ...]] = cursor.fetchall()
        return found


def as_text(column: str) -> str:
    """A column of ids as text: one made by the database is cheaper than an object made here."""
    return f"{column}::text" if connection.vendor == "postgresql" else column
