"""Queries that are written once and asked often, about others each time.

Django takes ten times as long to write a query of a few lines as a database to answer it. What every page asks is
written once for each number of ids, about nobody, and then asked about those that are meant.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypeVar
from uuid import UUID, uuid5

from django.db import connection
from django.db.models import Model, QuerySet

M = TypeVar("M", bound=Model)
EMPTY: Mapping[str, str] = MappingProxyType({})
NOBODY = UUID("5f2f6f0e-6d1c-4a3e-9d6f-0b5c1c1a7e01")


class _Statement(NamedTuple):
    sql: str
    parameters: Sequence[Any]
    converters: Sequence[tuple[int, Any, Any]]  # the column, what converts it, and its expression


class Written(Generic[M]):
    """`write` makes the query about some ids. It has to be the same for every number of ids but for them, and nothing
    of it may depend on the hour, the language, or the settings of one process. An hour that it asks about is written as
    a text that no row has, and named as it is asked (`instead`)."""

    def __init__(self, write: Callable[[Sequence[UUID]], QuerySet[M, Any]]) -> None:
        self._write = write
        self._statements: dict[tuple[str, int], _Statement] = {}

    def rows(self, ids: Sequence[UUID], instead: Mapping[str, str] = EMPTY) -> list[tuple[Any, ...]]:
        """What it finds about these ids, as `values_list` has it. One query. `instead`: what stands for some texts that
        were written."""
        if not ids:
            return []
        many = 1 << (len(ids) - 1).bit_length()  # so few numbers are written; the last is asked about several times
        kind = connection.vendor, many
        statement = self._statements.get(kind)
        nobody, ids = _nobody(many), [*ids, *[ids[-1]] * (many - len(ids))]
        if statement is None:
            statement = self._statements[kind] = _statement(self._write(nobody))
        who = dict(zip(map(str, nobody), map(str, ids), strict=True))
        with connection.cursor() as cursor:
            values = [instead[one] if one in instead else about(one, who) for one in statement.parameters]
            cursor.execute(statement.sql, values)
            found = cursor.fetchall()
        return [_converted(row, statement.converters) for row in found] if statement.converters else found

    def objects(self, model: type[M], ids: Sequence[UUID]) -> list[M]:
        """The same as objects, of a query for the whole model."""
        names = [field.attname for field in model._meta.concrete_fields]
        return [model.from_db(connection.alias, names, row) for row in self.rows(ids)]


@cache
def _nobody(many: int) -> list[UUID]:
    return [uuid5(NOBODY, str(n)) for n in range(many)]


def about(parameter: Any, who: Mapping[str, str]) -> Any:
    """The same parameter with others in the places of nobody: as the log writes an id, or as a database does."""
    if isinstance(parameter, UUID):
        return UUID(who.get(str(parameter), str(parameter)))
    if isinstance(parameter, str):
        for nobody, person in who.items():
            parameter = parameter.replace(nobody, person).replace(UUID(nobody).hex, UUID(person).hex)
    return parameter


def _statement(query: QuerySet[Any, Any]) -> _Statement:
    compiler = query.query.get_compiler(connection=connection)
    sql, parameters = compiler.as_sql()
    columns = [selected[0] for selected in compiler.select]
    converters = [
        (place, converter, column)
        for place, (several, column) in compiler.get_converters(columns).items()
        for converter in several
    ]
    return _Statement(sql, parameters, converters)


def _converted(row: Sequence[Any], converters: Sequence[tuple[int, Any, Any]]) -> tuple[Any, ...]:
    values = [*row]
    for place, converter, column in converters:
        values[place] = converter(values[place], column, connection)
    return tuple(values)
