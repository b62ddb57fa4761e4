"""Which connections to PostgreSQL have their statements prepared, and what becomes of those that fit no more."""

from __future__ import annotations

import socket
import tempfile
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from threading import Thread
from typing import Any

import django.db
import psycopg
import pytest
from django.db import connection
from django.test import Client

from battles import outages
from deploy.prepared import AFTER, Connection

pytestmark = [pytest.mark.django_db, pytest.mark.only_on("postgresql")]
ASKED = "SELECT kind FROM log_stream WHERE id = %s"
STREAM = "6f7b0000-0000-4000-8000-000000000001"


def options(**others: Any) -> dict[str, Any]:
    """How Django connects to the database of the tests."""
    told: dict[str, Any] = connection.get_connection_params()
    return told | {"autocommit": True} | others


@pytest.fixture
def line() -> Iterator[Connection]:
    with closing(Connection.connect(**options())) as made:
        yield made


def prepared(line: psycopg.Connection[Any], words: str = "log_stream") -> int:
    """How many statements PostgreSQL keeps for this connection that have these words in them."""
    row = line.execute("SELECT statement FROM pg_prepared_statements").fetchall()
    return sum(words in statement for (statement,) in row)


def ask(line: psycopg.Connection[Any], times: int) -> None:
    for _time in range(times):
        assert line.execute(ASKED, [STREAM]).fetchone() is None


def test_what_is_asked_again_and_again_is_prepared(line: Connection) -> None:
    ask(line, AFTER)
    assert prepared(line) == 0
    ask(line, 2)
    assert prepared(line) == 1


def test_the_site_has_its_statements_prepared() -> None:
    for _time in range(AFTER + 2):
        assert Client().get("/").status_code == 200
    connection.ensure_connection()
    assert prepared(connection.connection, "SELECT") > 0


class Pooler(Thread):
    """Stands between as PgBouncer does: its clients are told a number of its own for the process that serves them."""

    def __init__(self, folder: str, server: str, port: int) -> None:
        super().__init__(daemon=True)
        self.server = f"{server}/.s.PGSQL.{port}" if server.startswith("/") else (server, port)
        self.listening = socket.socket(socket.AF_UNIX)
        self.listening.bind(f"{folder}/.s.PGSQL.6432")
        self.listening.listen(1)

    def run(self) -> None:
        with self.listening:
            client, _address = self.listening.accept()
        server = socket.socket(socket.AF_UNIX if isinstance(self.server, str) else socket.AF_INET)
        with client, server, suppress(OSError):
            server.connect(self.server)
            forward = Thread(target=_passed_on, args=(client, server), daemon=True)
            forward.start()
            with server.makefile("rb") as said:
                kind = b""
                while kind != b"K":  # the number, and a secret: protocol 3.0, BackendKeyData
                    kind, length = said.read(1), said.read(4)
                    body = said.read(int.from_bytes(length) - 4)
                    number = bytes([*body[:3], body[3] ^ 1]) if kind == b"K" else body[:4]
                    client.sendall(kind + length + number + body[4:])
                while some := said.read1(65536):
                    client.sendall(some)
            forward.join()


def _passed_on(client: socket.socket, server: socket.socket) -> None:
    with suppress(OSError):
        while some := client.recv(65536):
            server.sendall(some)
        server.shutdown(socket.SHUT_RDWR)


def test_nothing_is_prepared_behind_a_pooler(line: Connection) -> None:
    with tempfile.TemporaryDirectory() as folder:
        pooler = Pooler(folder, line.info.host, line.info.port)
        pooler.start()
        with closing(Connection.connect(**options(host=folder, port=6432))) as lent:
            ask(lent, AFTER + 2)
            assert lent.prepare_threshold is None
            assert prepared(lent) == 0
        pooler.join()


@pytest.fixture
def upgrade() -> Iterator[Connection]:
    """Another connection, with a table of its own."""
    with closing(Connection.connect(**options())) as made:
        made.execute("CREATE TABLE grown (name varchar(9))")
        yield made
        made.execute("DROP TABLE grown")


def test_a_column_that_changes_costs_one_answer(line: Connection, upgrade: Connection) -> None:
    asked = "SELECT name FROM grown WHERE name = %s"
    for _time in range(AFTER + 2):
        line.execute(asked, ["a"])
    upgrade.execute("ALTER TABLE grown ALTER name TYPE varchar(20)")
    with pytest.raises(psycopg.errors.FeatureNotSupported) as refused:
        line.execute(asked, ["a"])
    assert line.execute(asked, ["a"]).fetchone() is None
    error = django.db.NotSupportedError()
    error.__cause__ = refused.value
    assert outages.outage(error) is outages.BUSY


def test_who_cannot_connect_is_told_so(tmp_path: Path) -> None:
    with pytest.raises(psycopg.OperationalError):
        Connection.connect(**options(host=str(tmp_path)))
