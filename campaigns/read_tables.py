"""Writes rows of the read tables of a campaign or a league. In SQL: this runs after every report, and Django takes many
times as long to make the statements."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple, TypeVar

from django.db import connection
from django.db.models import BooleanField, CharField, Field, IntegerField, Model, TextField

from campaigns.models import CampaignSheet

PLAIN: dict[tuple[type[Field[Any, Any]], ...], type] = {
    (CharField, TextField): str,
    (BooleanField,): bool,
    (IntegerField,): int,
}
M = TypeVar("M", bound=Model)
MOST = 10_000  # ids
AT_ONCE = 500  # keys in a statement
Named = dict[str, Any]  # what the fields of one row hold, by their names
Tables = Iterable[tuple[type[Model], Iterable[Model | Named]]]  # of a stream: rows of each, the sheet's first
Values = tuple[Any, ...]  # of one row, as the database takes and returns them


class _Statements(NamedTuple):
    read: Callable[[Model], Values]  # what the columns hold, the key first
    pick: Callable[[Named], Values]  # the same where it stands by its names
    taken: tuple[tuple[type, Field[Any, Any]], ...]  # of each, the type that the database takes as it is
    select: str  # the rows of one stream
    some: str  # rows by their keys, of which there are as many as marks are put in
    upsert: str  # one row
    delete: str  # one row by its key
    columns: tuple[str, ...]


def row_of(model: type[M], of: object, **said: Any) -> M:
    """A row with what is `said`, and in each other column what `of` has under the same name."""
    return model(**said, **{name: getattr(of, name) for name in _names(model) if name not in said})


@cache
def _names(model: type[Model]) -> tuple[str, ...]:
    return tuple(field.attname for field in model._meta.concrete_fields)


def save(stream: str, tables: Tables, of: str = "campaign") -> None:
    """Write what has changed in a stream's read model: of its sheet, which comes first, the one row, and of each other
    table all rows (see `replace`)."""
    (sheet, rows), *others = tables
    write(sheet, [*values(sheet, rows)])
    for model, wanted in others:
        replace(model, stream, wanted, of)


def columns(model: type[Model]) -> tuple[str, ...]:
    """The columns of a table, its key first: in this order `values` gives what they hold."""
    return _statements(model).columns


def values(model: type[Model], rows: Iterable[Model | Named]) -> Iterator[Values]:
    """What the columns of these rows hold, as the database takes it."""
    statements = _statements(model)
    return (_values(row, statements) for row in rows)


def write(model: type[Model], rows: Sequence[Values]) -> None:
    """Write rows as `values` gives them, in place of those of their keys if there are such."""
    with connection.cursor() as cursor:
        cursor.executemany(_statements(model).upsert, rows)


def insert(model: type[Model], rows: Sequence[Values]) -> None:
    """Write rows whose keys are not there yet, as `values` gives them. PostgreSQL takes a copy in a tenth of the time
    of as many statements."""
    if connection.vendor != "postgresql":
        write(model, rows)
        return
    names = ", ".join(f'"{name}"' for name in columns(model))
    with connection.cursor() as cursor, cursor.copy(f'COPY "{model._meta.db_table}" ({names}) FROM STDIN') as copy:
        for row in rows:
            copy.write_row(row)


def remove(model: type[Model], keys: Sequence[Any]) -> None:
    """Remove the rows of these keys."""
    with connection.cursor() as cursor:
        cursor.executemany(_statements(model).delete, [(key,) for key in keys])


def mend(model: type[Model], rows: Iterable[Named]) -> None:
    """Write these rows, but for those that stand there so already. Every other row is left as it is."""
    statements = _statements(model)
    wanted = [_values(row, statements) for row in rows]
    with connection.cursor() as cursor:
        for first in range(0, len(wanted), AT_ONCE):
            some = wanted[first : first + AT_ONCE]
            marks = ", ".join(["%s"] * len(some))
            cursor.execute(statements.some.format(marks=marks), [values[0] for values in some])
            standing = {row[0]: row for row in cursor.fetchall()}
            changed = [values for values in some if standing.get(values[0]) != values]
            if changed:
                cursor.executemany(statements.upsert, changed)


def compared(model: type[Model], stream: str, rows: Iterable[Model | Named]) -> dict[Any, tuple[Values, Values]]:
    """Where a stream's rows in a table are others than `rows`: by key, what stands there and what should; () for
    nothing."""
    statements = _statements(model)
    wanted = {values[0]: values for values in (_values(row, statements) for row in rows)}
    with connection.cursor() as cursor:
        standing = _standing(cursor, statements, stream)
    keys = standing.keys() | wanted.keys()
    both = {key: (standing.get(key, ()), wanted.get(key, ())) for key in keys}
    return {key: (stands, should) for key, (stands, should) in both.items() if stands != should}


def replace(model: type[Model], stream: str, rows: Iterable[Model | Named], of: str = "campaign") -> None:
    """Replace a stream's rows in a table by `rows`. Unchanged ones are not written. `of`: the field that says whose
    they are."""
    statements = _statements(model, of)
    with connection.cursor() as cursor:
        standing = _standing(cursor, statements, stream)
        wanted = [_values(row, statements) for row in rows]
        changed = [values for values in wanted if standing.pop(values[0], None) != values]
        if standing:
            cursor.executemany(statements.delete, [(key,) for key in standing])
        if changed:
            cursor.executemany(statements.upsert, changed)


def _standing(cursor: Any, statements: _Statements, stream: str) -> dict[Any, Values]:
    cursor.execute(statements.select, [CampaignSheet._meta.pk.get_db_prep_save(stream, connection)])
    return {row[0]: row for row in cursor.fetchall()}


def _values(row: Model | Named, statements: _Statements) -> Values:
    """A big season has 25,000 of them to look at after every report: most are as they should be."""
    read = statements.pick(row) if isinstance(row, dict) else statements.read(row)
    values = zip(read, statements.taken, strict=True)
    return tuple([one if type(one) is plain else _prepared(one, field) for one, (plain, field) in values])


def _prepared(value: Any, field: Field[Any, Any]) -> Any:
    """As the database takes it. The id of a campaign stands in each of its rows."""
    return _prepared_text(value, field) if type(value) is str else field.get_db_prep_save(value, connection)


@lru_cache(MOST)
def _prepared_text(value: str, field: Field[Any, Any]) -> Any:
    return field.get_db_prep_save(value, connection)


def _plain(field: Field[Any, Any]) -> type:
    """The type of a value that the database takes as it is, and gives back the same."""
    found = (kind for kinds, kind in PLAIN.items() if isinstance(field, kinds))
    return next(found, type(None))


@cache
def _statements(model: type[Model], of: str = "campaign") -> _Statements:
    key = model._meta.pk
    fields = (key, *(field for field in model._meta.concrete_fields if field is not key))
    columns = [f'"{field.column}"' for field in fields]
    names, table = ", ".join(columns), f'"{model._meta.db_table}"'
    updates = ", ".join(f"{column} = excluded.{column}" for column in columns[1:])
    return _Statements(
        attrgetter(*(field.attname for field in fields)),
        itemgetter(*(field.attname for field in fields)),
        tuple((_plain(field), field) for field in fields),
        f"SELECT {names} FROM {table} WHERE {of}_id = %s",
        f"SELECT {names} FROM {table} WHERE {columns[0]} IN ({{marks}})",
        f"INSERT INTO {table} ({names}) VALUES ({', '.join(['%s'] * len(columns))}) "
        f"ON CONFLICT ({columns[0]}) DO UPDATE SET {updates}",
        f"DELETE FROM {table} WHERE {columns[0]} = %s",
        tuple(str(field.column) for field in fields),
    )
