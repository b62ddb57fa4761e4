"""Django's flush, with the log's guard lifted for its length: how a TransactionTestCase leaves the database empty."""

from typing import Any
from unittest.mock import patch

from django.core.management.commands import flush
from django.db import connection

from battles import log

# What `migrate` fills and no test writes to. To fill them again takes fifteen times as long as to empty all others.
FILLED = {"django_content_type", "auth_permission"}


class Command(flush.Command):
    def handle(self, **options: Any) -> None:
        with log.lifted(), patch.object(connection.ops, "sql_flush", _deletes):
            super().handle(**options | {"inhibit_post_migrate": True})


def _deletes(style: object, tables: list[str], **options: bool) -> list[str]:
    """On SQLite what Django does, on PostgreSQL in place of TRUNCATE. That makes new files for each of forty tables and
    their indexes, which takes a hundred times as long as to delete the few rows of a test. Foreign keys are looked at
    when all are gone; numbers go on, as they do after Django's flush between tests."""
    return [f"DELETE FROM {connection.ops.quote_name(table)}" for table in tables if table not in FILLED]
