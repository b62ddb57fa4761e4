"""A backup while people play, one read back on the other database, and both commands killed on their way."""

from __future__ import annotations

import json
import os
import threading
import zipfile
from collections import Counter
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
from tests.deploy.conftest import Manage
from tests.deploy.dying import killed_at
from tests.deploy.house import contents, holds, play_on, run
from tests.length import AT_LENGTH, in_soak
from tests.where import BOTH

pytestmark = BOTH
ON_ONE = pytest.mark.only_on("sqlite")  # what dies is a process with a file, or with a transaction as below


def quiet(what: str, n: int) -> None:
    pass


def append(stream: str, after: int, n: int) -> int:
    entries = [log.NewRow(type="Told", version=1, data={"n": after + i}, command=uuid4(), ordinal=0) for i in range(n)]
    return log.append(stream, after, entries, by="clerk", via="script", now=timezone.now())[-1].position


class Twins(threading.Thread):
    """A writer whose every transaction adds a row to each of two streams: at any moment they are of one length.

    It writes now and then, and at once when it is `asked`. `further`: it has got further.
    """

    def __init__(self) -> None:
        super().__init__()
        self.streams = (str(uuid4()), str(uuid4()))
        for stream in self.streams:
            log.open_stream(stream, "story")
        self.written, self.stop, self.error = 0, threading.Event(), ""
        self.asked, self.further = threading.Event(), threading.Event()

    def run(self) -> None:
        try:
            while not self.stop.is_set():
                self.asked.wait(0.02)
                self.asked.clear()
                with transaction.atomic():
                    for stream in self.streams:
                        append(stream, self.written, 1)
                self.written += 1
                self.further.set()
        except Exception as error:
            self.error = repr(error)
        finally:
            self.further.set()
            connection.close()

    def get_further(self) -> None:
        """Returns as soon as it has written once more."""
        before = self.written
        while self.written == before and not self.error:
            self.further.clear()
            self.asked.set()
            assert self.further.wait(20), "the writer waits"


@pytest.mark.at_length
def test_a_backup_is_one_moment_while_writers_write(database: Scratch, tmp_path: Path) -> None:
    """And keeps no writer waiting: before each step of it, the writer has to get further. By `make soak` it is read
    back as well; that a backup is, test_backup shows."""
    file, twins = tmp_path / "club.zip", Twins()
    seen: list[int] = []

    def let_them_write(what: str, n: int) -> None:
        twins.get_further()
        seen.append(twins.written)

    twins.start()
    try:
        for _row in range(3):
            twins.get_further()
        backup(file, let_them_write)
    finally:
        twins.stop.set()
        twins.join()
    assert twins.error == ""
    assert len(seen) > 5

    kept = Counter(row[0] for row in rows_of(file)["tables/log_row.jsonl"])
    one, other = (kept[stream] for stream in twins.streams)
    assert one == other
    assert 0 < one < twins.written
    if AT_LENGTH:
        run("restore", str(file), "--replace")
        assert {log.head(stream).position for stream in twins.streams} == {one}
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


@ON_ONE
def test_a_backup_that_is_killed_leaves_no_half_file(database: Scratch, tmp_path: Path, backup_of_filled: Path) -> None:
    file, draft = tmp_path / "club.zip", tmp_path / ".club.zip.part"
    killed_at("log_sealed", "backup", file)
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


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize(
    "word",
    [
        pytest.param("loading log_row", marks=pytest.mark.soak),
        pytest.param("loading campaigns_user", marks=pytest.mark.soak),
        pytest.param("folding", marks=ON_ONE),
        pytest.param(
            "folding",
            marks=[
                pytest.mark.only_on("postgresql"),
                in_soak("tests/deploy/test_backup_killed.py::test_a_restore_that_is_killed_changes_nothing"),
            ],
            id="folding-postgresql",
        ),
    ],
)
def test_a_restore_that_is_killed_changes_nothing(database: Scratch, file: Path, word: str) -> None:
    """Not even where the old tables were gone by then. PostgreSQL ends a transaction whose process is gone; SQLite
    leaves that to the next that opens its file."""
    play_on()
    before = contents()
    killed_at(word, "restore", file)
    assert contents() == before
    assert log.missing_triggers(connection) == []
