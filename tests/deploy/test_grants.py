"""The account with which Leaguer serves plays, and can do nothing to the log but add to it."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from pytest_django import Settings

from battles import log
from deploy import grants
from tests.databases import Scratch
from tests.deploy.house import play_on

ROLE = "leaguer_serves_in_tests"
REFUSED = (
    "INSERT INTO log_switch (reason) VALUES ('mine')",
    "DELETE FROM log_row",
    "UPDATE log_row SET digest = digest",
    "UPDATE log_stream SET kind = kind",
    "TRUNCATE log_row",
    "DROP TRIGGER log_row_no_change ON log_row",
    "ALTER TABLE log_row DISABLE TRIGGER ALL",
    "CREATE TABLE mine (a int)",
    "DROP TABLE log_sealed",
    "DELETE FROM django_migrations",
    "ALTER TABLE campaigns_user ADD COLUMN mine int",
)


@pytest.fixture
def role(database: Scratch, settings: Settings) -> Iterator[str]:
    """An account of the server that may do nothing, and is told of by the settings."""
    with connection.cursor() as cursor:
        cursor.execute(f"DROP ROLE IF EXISTS {ROLE}")
        cursor.execute(f"CREATE ROLE {ROLE}")
    settings.DATABASE_ROLE = ROLE
    yield ROLE
    with connection.cursor() as cursor:
        cursor.execute("RESET ROLE")
        cursor.execute(f"DROP OWNED BY {ROLE}")
        cursor.execute(f"DROP ROLE {ROLE}")


def serve(role: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"SET ROLE {role}")


@pytest.mark.only_on("postgresql")
def test_it_plays_and_the_log_is_as_it_was(role: str) -> None:
    said = StringIO()
    call_command("upgrade", stdout=said)
    assert f"{role} may serve" in said.getvalue()
    serve(role)
    for statement in REFUSED:
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
    play_on()
    call_command("verify", stdout=StringIO())


@pytest.mark.only_on("postgresql")
def test_before_the_upgrade_it_may_nothing_and_a_new_one_takes_back_what_it_was_given(role: str) -> None:
    serve(role)
    with pytest.raises(DatabaseError, match="permission denied"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM log_row")
    with connection.cursor() as cursor:
        cursor.execute("RESET ROLE")
        cursor.execute(f"GRANT ALL ON log_switch TO {role}")
    assert grants.give(role) > 50
    serve(role)
    with pytest.raises(DatabaseError, match="permission denied"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(REFUSED[0])


@pytest.mark.only_on("sqlite")
def test_what_it_may_do_with_each_table(settings: Any) -> None:
    assert {grants.rights_on(one) for one in log.RIGHTS} == {"SELECT", "SELECT, INSERT", "SELECT, INSERT, UPDATE"}
    assert grants.rights_on("log_switch") == "SELECT"
    assert grants.rights_on("campaigns_user") == "SELECT, INSERT, UPDATE, DELETE"
    assert settings.DATABASE_ROLE == ""
