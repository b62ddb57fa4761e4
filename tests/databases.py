"""Databases of a test's own, beside the one the suite runs on, to be filled, destroyed and made again."""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, ClassVar

import psycopg
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import connection
from psycopg.conninfo import make_conninfo
from psycopg.pq import ExecStatus, PGconn, abc

from tests.workers import test_database_url

_numbers = count(1)


class Scratch:
    """A database of the suite's kind that `connection` speaks to while it is `used`."""

    def __init__(self, folder: Path, name: str = "") -> None:
        """`name`: one that no other run of the suite gives, and a file in `folder` alone is called by."""
        name = name or f"test_leaguer_scratch_{os.getpid()}_{next(_numbers)}"
        self.name = name if connection.vendor == "postgresql" else str(folder / f"{name}.sqlite3")

    def create(self, like: Scratch | None = None) -> None:
        """Empty, or `like` another that nobody is connected to."""
        if connection.vendor == "postgresql":
            _on_server(f'CREATE DATABASE "{self.name}"' + (f' TEMPLATE "{like.name}"' if like else ""))
        elif like:
            shutil.copy(like.name, self.name)

    def destroy(self) -> None:
        """As a lost disk does it: nothing of the database is left."""
        _disconnect()
        if connection.vendor == "postgresql":
            _on_server(_drop(self.name))
        else:
            self._take_away()

    def replace(self) -> None:
        """As a lost disk and a new one do it: an empty database stands in its place."""
        before, is_used = self.name, connection.settings_dict["NAME"] == self.name
        self.let_go()
        if connection.vendor == "postgresql":  # which may not be done with the old one yet
            self.name = f"{before}_{next(_numbers)}"
        if is_used:
            _connect_to(self.name)
        self.create()

    def let_go(self) -> None:
        """Nobody needs it any more. PostgreSQL writes all that waits to disk before a database is gone, those of others
        too, which takes seconds: nobody waits for that."""
        _disconnect()
        if connection.vendor == "postgresql":
            _Dropping.begin(self.name)
        else:
            self._take_away()

    def _take_away(self) -> None:
        for end in ("", "-wal", "-shm"):
            Path(self.name + end).unlink(missing_ok=True)

    @contextmanager
    def used(self) -> Iterator[None]:
        before = connection.settings_dict["NAME"]
        _connect_to(self.name)
        try:
            yield
        finally:
            _connect_to(before)

    def environment(self) -> dict[str, str]:
        """For a process of Leaguer's that is to work on it, while it is `used`."""
        return {"DATABASE_URL": test_database_url()}


@contextmanager
def scratch(folder: Path, like: Scratch | None = None) -> Iterator[Scratch]:
    database = Scratch(folder)
    database.create(like)
    try:
        yield database
    finally:
        database.let_go()


@contextmanager
def shared(folder: Path, what: str, fill: Callable[[], None], like: Scratch | None = None) -> Iterator[Scratch]:
    """One database for all processes of a run, whose folder this is: the first fills it, the last destroys it.

    It is there to be copied; nobody but `fill` may speak to it.
    """
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))[:12]
    database = Scratch(folder, f"test_leaguer_{what}_{run}")
    users = folder / f"{what}-users"
    with _one_at_a_time(folder):
        if not users.exists():
            database.destroy()  # where another process failed to fill it
            database.create(like)
            with database.used():
                fill()
        users.write_text(f"{_number_in(users) + 1}")
    try:
        yield database
    finally:
        with _one_at_a_time(folder):
            users.write_text(f"{_number_in(users) - 1}")
            if _number_in(users) == 0:
                database.let_go()
                users.unlink()


def _number_in(file: Path) -> int:
    return int(file.read_text()) if file.exists() else 0


@contextmanager
def _one_at_a_time(folder: Path) -> Iterator[None]:
    """Among the processes of a run."""
    with (folder / "databases-lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def migrate() -> None:
    """An empty database, as Django makes one for tests."""
    call_command("migrate", verbosity=0, run_syncdb=True)


def upgrade() -> None:
    """As a release does it before it serves."""
    call_command("upgrade", verbosity=0)


def _connect_to(name: Any) -> None:
    _disconnect()
    connection.settings_dict["NAME"] = name
    ContentType.objects.clear_cache()


def _disconnect() -> None:
    connection.close()
    if connection.vendor == "postgresql":
        connection.close_pool()  # type: ignore[attr-defined]


def _on_server(statement: str) -> None:
    with psycopg.connect(_server(), autocommit=True) as server:
        server.execute(statement)


def _server() -> str:
    at = connection.settings_dict
    given = {"host": at["HOST"], "port": at["PORT"], "user": at["USER"], "password": at["PASSWORD"]}
    asked = {name: value for name, value in given.items() if value}
    return make_conninfo(dbname="postgres", **asked)


def _drop(name: str) -> str:
    return f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'


class _Dropping:
    """What the server was told to drop, and may be at. It goes on when this process has ended."""

    at_it: ClassVar[list[abc.PGconn]] = []

    @classmethod
    def begin(cls, name: str) -> None:
        cls.at_it[:] = [one for one in cls.at_it if not cls._is_done(one)]
        server = PGconn.connect(_server().encode())
        server.send_query(_drop(name).encode())
        cls.at_it.append(server)

    @staticmethod
    def _is_done(server: abc.PGconn) -> bool:
        server.consume_input()
        if server.is_busy():
            return False
        while result := server.get_result():
            assert result.status == ExecStatus.COMMAND_OK, result.error_message
        return True
