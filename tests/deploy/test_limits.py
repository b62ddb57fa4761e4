"""What PostgreSQL keeps to in Leaguer's database, and what goes on behind a pooler that lends a connection for each
transaction."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.db import connection

from deploy import limits
from deploy.backup.make import one_moment
from tests.databases import scratch

pytestmark = [pytest.mark.only_on("postgresql"), pytest.mark.django_db(transaction=True)]


def limit() -> str:
    """As a new connection has it."""
    connection.close()
    connection.close_pool()  # type: ignore[attr-defined]
    with connection.cursor() as cursor:
        cursor.execute(f"SHOW {limits.LIMIT}")
        return str(cursor.fetchone()[0])


def test_idle_transactions_end_unless_somebody_says_otherwise(tmp_path: Path) -> None:
    with scratch(tmp_path) as database, database.used():
        assert limit() == "0"
        assert limits.limit_idle_transactions()
        assert limit() == "1min"
        with connection.cursor() as cursor:
            cursor.execute(f"ALTER DATABASE {database.name} SET {limits.LIMIT} = '5min'")
        assert limits.limit_idle_transactions()
        assert limit() == "5min"


def test_cursors_stay_within_a_transaction() -> None:
    """Nothing is read by a cursor of the server's but a backup, which may also take its time."""
    told = connection.settings_dict
    assert told["DISABLE_SERVER_SIDE_CURSORS"]
    with one_moment(), connection.cursor() as cursor:
        assert not told["DISABLE_SERVER_SIDE_CURSORS"]
        cursor.execute(f"SHOW {limits.LIMIT}")
        assert cursor.fetchone()[0] == "0"
    assert told["DISABLE_SERVER_SIDE_CURSORS"]
