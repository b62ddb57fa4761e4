"""The log is partitioned while people play over HTTP, on a site with a pooler, a worker and beat; the command is killed
half way, and a backup is made meanwhile. Nothing that was acknowledged is lost, and nobody waits for long."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import zipfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import monotonic, sleep

import pytest

from tests.chaos import parts
from tests.chaos.conftest import tell
from tests.chaos.site import Site, whole
from tests.servers import wait_for

__all__ = ["tell"]
pytestmark = [pytest.mark.soak, pytest.mark.only_on("sqlite")]  # which run has it: it starts a PostgreSQL of its own
ROWS = 200_000
CALM = 10.0  # seconds
PAUSE = 0.5  # seconds from a report's answer to the next, of each who plays: else they leave the machine no rest
MOST = 5.0  # seconds that a report may take, on a machine that does other things as well


class Told:
    """Says what was done, and how long reports took meanwhile."""

    def __init__(self, site: Site, tell: Callable[[str], None]) -> None:
        self.site, self.tell, self.began = site, tell, monotonic()

    def done(self, what: str) -> None:
        now, history = monotonic(), self.site.history
        took = sorted(one.ended - one.began for one in history.reports if self.began <= one.began and one.ended <= now)
        of = f"{len(took)} reports, half of them within {took[len(took) // 2] * 1000:.0f} ms" if took else "no report"
        slowest = history.slowest(self.began, now)
        self.tell(f"{now - self.began:6.1f} s: {what}; {of}, the slowest {slowest * 1000:.0f} ms")
        self.began = now


def asked(site: Site, query: str) -> object:
    database = site.parts["database"]
    assert isinstance(database, parts.PostgreSQL)
    with database.connect() as line:
        found = line.execute(query).fetchone()
    return found and found[0]


def begun(site: Site, *command: str) -> subprocess.Popen[str]:
    environment = {**os.environ, **site.environment}
    return subprocess.Popen(
        [sys.executable, "manage.py", *command], cwd=site.home, env=environment, stdout=subprocess.PIPE, text=True
    )


def killed_half_way(site: Site) -> None:
    running = begun(site, "partition")
    there = "SELECT to_regclass('log_row_copied') IS NOT NULL"
    wait_for(lambda: bool(asked(site, there)), "a copy that was begun", parts.PATIENCE)
    half = f"SELECT rows > {ROWS // 3} FROM log_row_copied"
    wait_for(lambda: bool(asked(site, half)), "a third of the copy", parts.PATIENCE)
    running.send_signal(signal.SIGKILL)
    running.communicate()
    assert running.returncode == -signal.SIGKILL


def in_backup(file: Path) -> int:
    """How many rows of the log it holds."""
    with zipfile.ZipFile(file) as archive:
        manifest = json.loads(archive.read("manifest.json"))
    return next(int(table["rows"]) for table in manifest["tables"] if table["name"] == "log_row")


def test_the_log_is_partitioned_while_people_play(
    tmp_path: Path, tell: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    with whole(tmp_path, battles=4, stands=60) as site:
        site.run("-m", "tests.deploy.long_log", str(ROWS))
        monkeypatch.setattr(site, "shooters", partial(site.shooters, PAUSE))
        with site.played(pause=2.0):
            told = Told(site, tell)
            sleep(CALM)
            told.done("one table")
            killed_half_way(site)
            told.done("the command was killed at a third")
            backup = begun(site, "backup", str(tmp_path / "club.zip"), "-v", "0")
            site.run("manage.py", "partition")
            told.done("partitioned, with a backup meanwhile")
            backup.communicate()
            assert backup.returncode == 0
            sleep(CALM)
            told.done("partitioned, the old table is filled as well")
            site.run("manage.py", "partition", "--undo")
            told.done("compared, and one table again")
            sleep(CALM)
            told.done("one table")
            site.run("manage.py", "partition", "--partitions", "8")
            told.done("partitioned at one go")
            site.run("manage.py", "partition", "--drop-old")
            told.done("the old table was taken away")
            sleep(CALM)
            told.done("partitioned, the old table is gone")
        tell(site.history.told)
        assert in_backup(tmp_path / "club.zip") > ROWS
        assert asked(site, "SELECT count(DISTINCT tableoid) FROM log_row") == 8
        assert not site.history.failures, "no report was refused that the rules allow"
        assert site.history.slowest(0.0, monotonic()) < MOST
