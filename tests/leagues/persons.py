"""Looks through every table of the project for somebody."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

from django.apps import apps
from django.db import connection
from django.db.models import Model

from campaigns.about_person import parts
from campaigns.models import User


def tables() -> Iterator[type[Model]]:
    """Every model with a table of its own."""
    return (model for model in apps.get_models(include_auto_created=True) if not model._meta.proxy)


def referring() -> Iterator[type[Model]]:
    """Every model that refers to accounts."""
    for model in tables():
        if model is User or any(field.related_model is User for field in model._meta.concrete_fields):
            yield model


def naming(id: str) -> Iterator[type[Model]]:
    """Every model in a column of whose table the id stands, alone or within a text. The log's too."""
    for model in tables():
        columns = [
            connection.ops.quote_name(str(field.column)) for field in model._meta.concrete_fields if field.column
        ]
        found = " OR ".join(f"CAST({column} AS TEXT) LIKE %s OR CAST({column} AS TEXT) = %s" for column in columns)
        with connection.cursor() as cursor:
            cursor.execute(
                f"SELECT 1 FROM {connection.ops.quote_name(model._meta.db_table)} WHERE {found} LIMIT 1",
                [one for _column in columns for one in (f"%{id}%", UUID(id).hex)],
            )
            if cursor.fetchone():
                yield model


def told() -> set[str]:
    """The tables that a part tells of."""
    return {table._meta.label for part in parts.PARTS for table in part.tables}


def left_out() -> set[str]:
    """The tables that are left out, with their reason."""
    return {label for _reason, labels in parts.LEFT_OUT for label in labels}
