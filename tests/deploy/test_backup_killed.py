"""A backup while people play, one read back on the other database, and both commands killed on their way."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from django.core.management import CommandError
from django.db import connection, transaction
from django.utils import timezone

from battles import log
from deploy.backup import backup
from tests.databases import Scratch
from tests.deploy.conftest import ROOT, Manage
from tests.deploy.house import contents, holds, play_on, run
from tests.servers import wait_for
from tests.where import BOTH

pytestmark = BOTH
ON_ONE = pytest.mark.only_on("sqlite")  # what dies is a process with a file, or with a transaction as below


def quiet(what: str, n: int) -> None:
    pass


def append(stream: str, after: int, n: int) -> int:
    entries = [log.NewRow(type="Told", version=1, data={"n": after + i}, command=uuid4(), ordinal=0) for i in range(n)]
    return log.append(stream, after, entries, by="clerk", via="script", now=timezone.now())[-1].position


class Twins(threading.Thread):
    """A writer whose every transaction adds a row to each of two streams: at any moment they are of one length."""

    def __init__(self) -> None:
        super().__init__()
        self.streams = (str(uuid4()), str(uuid4()))
        for stream in self.streams:
            log.open_stream(stream, "story")
        self.written, self.stop, self.error = 0, threading.Event(), ""

    def run(self) -> None:
        try:
            while not self.stop.is_set():
                with transaction.atomic():
                    for stream in self.streams:
                        append(stream, self.written, 1)
                self.written += 1
        except Exception as error:
            self.error = repr(error)
        finally:
            connection.close()


def test_a_backup_is_one_moment_while_writers_write(database: Scratch, tmp_path: Path) -> None:
    """And keeps no writer waiting: before each step of it, the writer has to get further."""
    file, twins = tmp_path / "club.zip", Twins()
    seen: list[int] = []

    def let_them_write(what: str, n: int) -> None:
        seen.append(twins.written)
        wait_for(lambda: twins.written > seen[-1] or twins.error != "", "the writer", patience=20)

    twins.start()
    try:
        wait_for(lambda: twins.written > 2 or twins.error != "", "the writer")
        backup(file, let_them_write)
    finally:
        twins.stop.set()
        twins.join()
    assert twins.error == ""
    assert len(seen) > 5

    run("restore", str(file), "--replace")
    one, other = (log.head(stream).position for stream in twins.streams)
    assert one == other
    assert 0 < one < twins.written
    holds()


@contextmanager
def on_postgresql() -> Iterator[str]:
    """The address of an empty database there."""
    server = os.environ.get("POSTGRES_URL", "postgresql://%2Fvar%2Frun%2Fpostgresql/postgres")
    name = f"test_leaguer_other_{os.getpid()}"
    with psycopg.connect(server, autocommit=True) as at:
        at.execute(f'CREATE DATABASE "{name}"')
    try:
        yield server.rpartition("/")[0] + f"/{name}"
    finally:
        with psycopg.connect(server, autocommit=True) as at:
            at.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def rows_of(file: Path) -> dict[str, list[Any]]:
    with zipfile.ZipFile(file) as archive:
        return {
            name: [json.loads(line) for line in archive.read(name).splitlines()]
            for name in archive.namelist()
            if name.startswith("tables/")
        }


# Which fills and reads PostgreSQL. In every run test_release_0_2 does so, with what SQLite wrote.
@ON_ONE
@pytest.mark.soak
def test_what_one_database_wrote_the_other_reads(
    filled: Scratch, file: Path, tmp_path: Path, manage: Manage, here: dict[str, str]
) -> None:
    here_file, there_file = file, tmp_path / "there.zip"
    with on_postgresql() as url:
        environment = here | {"DATABASE_URL": url}
        for command in (("restore", str(here_file)), ("backup", str(there_file))):
            done = manage(*command, **environment)
            assert done.returncode == 0, done.stderr
    assert rows_of(there_file) == rows_of(here_file)


def killed_at(word: str, database: Scratch, here: dict[str, str], command: str, file: Path) -> None:
    """Runs the command in a process that kills itself at a word of its progress."""
    environment = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    done = subprocess.run(
        [sys.executable, "-m", "tests.deploy.dying", command, str(file), word],
        cwd=ROOT,
        env=environment | here | database.environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    assert done.returncode == -9, f"it went on to its end: {done.stderr}"


@ON_ONE
def test_a_backup_that_is_killed_leaves_no_half_file(
    database: Scratch, tmp_path: Path, here: dict[str, str], backup_of_filled: Path
) -> None:
    file, draft = tmp_path / "club.zip", tmp_path / ".club.zip.part"
    killed_at("log_sealed", database, here, "backup", file)
    assert not file.exists()
    assert draft.stat().st_mode & 0o077 == 0

    backup(file, quiet)
    assert not draft.exists(), "the next one wrote over what was left"
    assert rows_of(file) == rows_of(backup_of_filled)


@ON_ONE
def test_two_backups_do_not_write_the_same_file(database: Scratch, tmp_path: Path) -> None:
    """Whoever writes it: the file is locked as it is opened, in this process or in another."""
    file = tmp_path / "club.zip"
    refused: list[str] = []

    def another(what: str, n: int) -> None:
        if not refused:
            with pytest.raises(CommandError) as told:
                run("backup", str(file))
            refused.append(str(told.value))

    backup(file, another)
    assert "Another backup is being written there" in refused[0]
    assert zipfile.is_zipfile(file)
    assert not list(tmp_path.glob(".*part"))


@pytest.mark.parametrize(
    "word",
    [
        pytest.param("loading log_row", marks=pytest.mark.soak),
        pytest.param("loading campaigns_user", marks=pytest.mark.soak),
        "folding",
    ],
)
def test_a_restore_that_is_killed_changes_nothing(
    database: Scratch, file: Path, here: dict[str, str], word: str
) -> None:
    """Not even where the old tables were gone by then."""
    play_on()
    before = contents()
    killed_at(word, database, here, "restore", file)
    assert contents() == before
    assert log.check_triggers(connection) == []
