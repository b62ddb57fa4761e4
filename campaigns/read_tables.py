"""Writes rows of a campaign's read tables. In SQL: this runs after every report, and Django takes many times as long to
make the statements."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Field, Model

from campaigns.models import CampaignSheet

Values = tuple[Any, ...]  # of one row, as the database takes and returns them


class _Statements(NamedTuple):
    fields: tuple[Field[Any, Any], ...]  # the key first
    select: str  # the rows of a campaign
    upsert: str  # one row
    delete: str  # one row by its key


def put(row: Model) -> None:
    """Write one row, in place of that of its key if there is one."""
    statements = _statements(type(row))
    with connection.cursor() as cursor:
        cursor.execute(statements.upsert, _values(row, statements.fields))


def replace(model: type[Model], campaign: str, rows: Iterable[Model]) -> None:
    """Replace a campaign's rows in a table by `rows`. Unchanged ones are not written."""
    fields, select, upsert, delete = _statements(model)
    with connection.cursor() as cursor:
        cursor.execute(select, [CampaignSheet._meta.pk.get_db_prep_save(campaign, connection)])
        standing = {row[0]: row for row in cursor.fetchall()}
        wanted = [_values(row, fields) for row in rows]
        changed = [values for values in wanted if standing.pop(values[0], None) != values]
        if standing:
            cursor.executemany(delete, [(key,) for key in standing])
        if changed:
            cursor.executemany(upsert, changed)


def _values(row: Model, fields: tuple[Field[Any, Any], ...]) -> Values:
    return tuple([field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields])


@cache
def _statements(model: type[Model]) -> _Statements:
    key = model._meta.pk
    fields = (key, *(field for field in model._meta.concrete_fields if field is not key))
    columns = [f'"{field.column}"' for field in fields]
    names, table = ", ".join(columns), f'"{model._meta.db_table}"'
    updates = ", ".join(f"{column} = excluded.{column}" for column in columns[1:])
    return _Statements(
        fields,
        f"SELECT {names} FROM {table} WHERE campaign_id = %s",
        f"INSERT INTO {table} ({names}) VALUES ({', '.join(['%s'] * len(columns))}) "
        f"ON CONFLICT ({columns[0]}) DO UPDATE SET {updates}",
        f"DELETE FROM {table} WHERE {columns[0]} = %s",
    )
