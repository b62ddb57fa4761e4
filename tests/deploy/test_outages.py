"""A database that is away, full or read-only is told in a sentence that helps, at once, on pages and by API."""

from __future__ import annotations

import errno
import json
import socket
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import django.db
import psycopg
import pytest
from django.db import connection
from django.test import Client

from api.models import issue
from battles import outages
from battles.models import Sheet
from campaigns.models import User
from rules.stream.codec import UnknownEvent
from tests.cast import PASSWORD
from tests.databases import Scratch
from tests.where import BOTH

pytestmark = BOTH
SOON = 3.0  # seconds
SESSION = "(hex(randomblob(16)), hex(randomblob(120)), '2000-01-01')"
FULL_TABLES = ("django_session", "log_row")


class Visitor:
    """Bob, on pages and by API. No exception of a view reaches the test."""

    def __init__(self) -> None:
        self.browser = Client(raise_request_exception=False)
        self.key = issue(User.objects.get(username="bob"))
        self.battle = str(Sheet.objects.get(status=Sheet.Status.OPEN, title__contains="Alpha").stream)

    def page(self) -> Any:
        return self.browser.get("/")

    def log_in(self) -> Any:
        return self.browser.post("/login/", {"username": "bob", "password": PASSWORD})

    def read(self) -> Any:
        return self.browser.get(f"/api/v1/battles/{self.battle}/", headers=self.headers)

    def report(self) -> Any:
        body = {"id": "0d1f0d36-5b1c-4a53-b2f7-2a8b6ff5cd5e", "type": "Concede", "data": {"side": "americans"}}
        return self.browser.post(
            f"/api/v1/battles/{self.battle}/commands/", json.dumps(body), "application/json", headers=self.headers
        )

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Token {self.key}"}


@pytest.fixture
def bob(database: Scratch, monkeypatch: pytest.MonkeyPatch) -> Visitor:
    monkeypatch.setattr(outages, "_ask_again_at", 0.0)
    return Visitor()


def told(response: Any, code: str, text: str) -> None:
    """Of a page in words, of the API as a problem."""
    assert response.status_code == 503, response.content
    assert int(response["Retry-After"]) >= 1
    if response["Content-Type"] == "application/problem+json":
        problem = json.loads(response.content)
        assert (problem["status"], problem["code"], problem["detail"]) == (503, code, text)
        assert problem["remedy"]
    else:
        assert text in response.content.decode()
        assert "Whoever runs this site: " in response.content.decode()
        assert "Traceback" not in response.content.decode()


def sql(*statements: str) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


@contextmanager
def full_disk() -> Iterator[None]:
    """SQLite's file may grow no further, and every page of it is used. PostgreSQL's server answers as it does when its
    own disk is full: a disk that small only root could make it."""
    if connection.vendor == "sqlite":
        sql("CREATE TABLE filler (text)")
        sql("PRAGMA max_page_count = 1")  # no less than there are
        for row in ("filler VALUES (zeroblob(3000))", f"django_session VALUES {SESSION}"):
            with pytest.raises(django.db.OperationalError, match="full"):
                sql(*[f"INSERT INTO {row}"] * 3000)
        yield
        sql("PRAGMA max_page_count = 1000000")
        return
    sql(
        "CREATE FUNCTION no_space() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION"
        " 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$"
    )
    sql(*(f"CREATE TRIGGER full_disk BEFORE INSERT ON {name} EXECUTE FUNCTION no_space()" for name in FULL_TABLES))
    yield
    sql(*(f"DROP TRIGGER full_disk ON {name}" for name in FULL_TABLES))


@contextmanager
def read_only() -> Iterator[None]:
    postgres = connection.vendor == "postgresql"
    sql("SET default_transaction_read_only = on" if postgres else "PRAGMA query_only = ON")
    yield
    sql("SET default_transaction_read_only = off" if postgres else "PRAGMA query_only = OFF")


@contextmanager
def away(folder: Path) -> Iterator[None]:
    """Of SQLite the file cannot be opened. PostgreSQL's address takes connections and says nothing, which is worse than
    one that refuses them."""
    before = dict(connection.settings_dict)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        connection.close()
        if connection.vendor == "postgresql":
            connection.close_pool()  # type: ignore[attr-defined]
            connection.settings_dict |= {"HOST": "127.0.0.1", "PORT": str(silent.getsockname()[1])}
        else:
            connection.settings_dict["NAME"] = str(folder)
        try:
            yield
        finally:
            connection.close()
            if connection.vendor == "postgresql":
                connection.close_pool()  # type: ignore[attr-defined]
            connection.settings_dict |= before


def test_a_database_that_takes_no_writes_is_read_and_says_what_it_is(bob: Visitor) -> None:
    """Read-only, full, and one that nobody has upgraded."""
    with read_only():
        told(bob.report(), "read-only", "The database is read-only: it takes no writes.")
        told(bob.log_in(), "read-only", "The database is read-only: it takes no writes.")
        assert (bob.read().status_code, bob.page().status_code) == (200, 200)
    with full_disk():
        told(bob.report(), "disk-full", "The disk is full: nothing can be written.")
        told(bob.log_in(), "disk-full", "The disk is full: nothing can be written.")
        assert bob.read().status_code == 200, "what is there can be read"
    assert bob.report().status_code == 200, "and nothing half done was kept"
    sql("ALTER TABLE django_session RENAME TO gone")
    told(bob.log_in(), "not-ready", "The database has not been upgraded to this release.")


def test_a_database_that_is_away_answers_soon_and_the_next_do_not_wait(
    bob: Visitor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    began = time.monotonic()
    assert bob.page().status_code == 200
    busy = time.monotonic() - began  # how long it takes with the database there, which says how busy this machine is
    with away(tmp_path):
        began = time.monotonic()
        told(bob.page(), "database-away", "The database does not answer.")
        assert time.monotonic() - began < SOON + busy
        monkeypatch.setattr(outages, "_ask_again_at", time.monotonic() + 60)  # so the test need not be quick
        with monkeypatch.context() as nobody_connects:
            nobody_connects.setattr(connection, "connect", lambda: pytest.fail("it waits for the database again"))
            for ask in (bob.page, bob.log_in, bob.read, bob.report):
                told(ask(), "database-away", "The database does not answer.")
        monkeypatch.setattr(outages, "_ask_again_at", 0.0)
        told(bob.report(), "database-away", "The database does not answer.")
        assert outages.resting(), "what the API heard counts for pages, too"
    monkeypatch.setattr(outages, "_ask_again_at", 0.0)
    assert bob.page().status_code == 200
    assert bob.report().status_code == 200


# ---------------------------------------------------------------------------------------------- by what it is known


def by(cause: Exception, kind: type[django.db.Error] = django.db.OperationalError) -> str:
    error = kind(str(cause))
    error.__cause__ = cause
    found = outages.outage(error)
    return found.code if found else ""


def test_each_kind_of_fault_has_its_word_and_ours_have_none() -> None:
    def of_sqlite(number: int) -> Exception:
        cause = sqlite3.OperationalError("x")
        cause.sqlite_errorcode = number
        return cause

    assert by(of_sqlite(sqlite3.SQLITE_IOERR_WRITE)) == "damaged"
    assert by(of_sqlite(sqlite3.SQLITE_READONLY_DIRECTORY)) == "read-only"
    assert by(of_sqlite(sqlite3.SQLITE_BUSY_SNAPSHOT)) == "busy"
    assert by(of_sqlite(sqlite3.SQLITE_CONSTRAINT), django.db.IntegrityError) == ""
    assert by(psycopg.errors.UndefinedFunction("x"), django.db.ProgrammingError) == "not-ready"
    twice = psycopg.InternalError("received 2 results from command 'COMMIT'")  # its server ended, says PgBouncer
    assert by(twice, django.db.InternalError) == "database-away"
    in_part = psycopg.DatabaseError('lost synchronization with server: got message type "r", length 1634953317')
    assert by(in_part, django.db.DatabaseError) == "database-away"
    assert by(psycopg.DataError("x"), django.db.DataError) == ""
    assert outages.outage(OSError(errno.ENOSPC, "x")) is outages.DISK_FULL
    assert outages.outage(OSError(errno.ENOENT, "x")) is None
    assert outages.outage(UnknownEvent("no event 'Hovered' in this release")) is outages.OLDER
    assert outages.outage(ZeroDivisionError()) is None
    assert outages.outage(None) is None
