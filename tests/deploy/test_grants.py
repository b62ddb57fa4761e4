"""The account with which Leaguer serves plays, and can do nothing to the log but add to it."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from pytest_django import Settings

from battles import log
from battles.models import LogLine
from campaigns import sample
from campaigns.demo.load import CAMPAIGN
from campaigns.models import Campaign, User
from deploy import grants
from rules.contract import Refused
from tests.campaigns.office import office_of, text
from tests.databases import Scratch
from tests.deploy.house import play_on, run

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
    with connection.cursor() as cursor:  # as a careful owner does
        cursor.execute(f"REVOKE EXECUTE ON FUNCTION {log.APPENDS} FROM PUBLIC")
    said = StringIO()
    call_command("upgrade", stdout=said)
    assert f"{role} may serve" in said.getvalue()
    serve(role)
    for statement in REFUSED:
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
    play_on()
    call_command("verify", stdout=StringIO())
    assert LogLine.objects.count() == log.count_rows(), "the office shows the log"


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


@pytest.mark.only_on("postgresql")
def test_it_plays_on_after_a_restore_that_has_made_all_tables_anew(role: str, file: Path) -> None:
    call_command("upgrade", stdout=StringIO())
    run("restore", str(file), "--replace")
    serve(role)
    play_on()


@pytest.mark.only_on("postgresql")
def test_a_restore_is_no_worse_for_an_account_that_is_not_there(
    database: Scratch, settings: Settings, file: Path
) -> None:
    settings.DATABASE_ROLE = "leaguer_is_to_serve_some_day"
    assert "The log holds." in run("restore", str(file), "--replace")


@pytest.mark.only_on("postgresql")
def test_what_takes_from_the_log_says_who_can(role: str) -> None:
    """In the office, where a sample is thrown away, and at the shell."""
    Campaign.objects.filter(pk=CAMPAIGN).update(test=True)
    call_command("upgrade", stdout=StringIO())
    serve(role)
    alice = User.objects.get(username="alice")
    page = office_of(alice).get(f"/admin/campaigns/campaign/{CAMPAIGN}/forget/")
    assert f"manage.py forget campaign {CAMPAIGN}, with the DATABASE_URL of the owner" in text(page)
    sample.make(alice)
    with pytest.raises(Refused) as refused:
        sample.throw_away(alice)
    assert refused.value.rule == "log"
    with pytest.raises(CommandError, match="forget person bob, with the DATABASE_URL of the owner"):
        call_command("forget", "person", "bob", "--reason", "asked", "--yes", stdout=StringIO())
    assert User.objects.get(username="bob").is_active
    with connection.cursor() as cursor:
        cursor.execute("RESET ROLE")
    sample.throw_away(alice)
    assert sample.of(alice) is None


@pytest.mark.only_on("sqlite")
def test_what_it_may_do_with_each_table(settings: Any) -> None:
    assert {grants.rights_on(one) for one in log.RIGHTS} == {"SELECT", "SELECT, INSERT", "SELECT, INSERT, UPDATE"}
    assert grants.rights_on("log_switch") == "SELECT"
    assert grants.rights_on("campaigns_user") == "SELECT, INSERT, UPDATE, DELETE"
    assert settings.DATABASE_ROLE == ""
