"""A whole site of its own to be tormented: on PostgreSQL with every part it can have, or in one process on SQLite."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import Event, Thread
from typing import Any

from tests.chaos import parts
from tests.chaos.checker import faults
from tests.chaos.clients import Address, Client, Confirmer, Shooter, Watcher, finished, said
from tests.chaos.history import History, Row
from tests.chaos.parts import Part
from tests.servers import folder as a_folder
from tests.servers import free_port, unprivileged, wait_for

ROWS = "SELECT stream, position, command, digest, type FROM log_row ORDER BY stream, position"
OPENING = (
    *(("carol", "deploy red-1"), ("carol", "deploy red-2"), ("bob", "deploy alpha-1")),
    *(("carol", "move red-1 1"), ("carol", "move red-2 2"), ("bob", "move alpha-1 1")),
)
Written = list[tuple[str, int, str, str, str]]


class Site:
    """`parts` by name, in the order in which they are started."""

    made: dict[str, Any]

    def __init__(self, folder: Path, url: str, **more: str) -> None:
        self.folder, self.port, self.home = folder, free_port(), parts.ROOT
        self.history, self.ends = History(), Event()
        self._closed, self._tending = Event(), Thread(target=self._tend, daemon=True)
        self.parts: dict[str, Part] = {}
        self.confirmed: list[str] = []
        self.way: Callable[[], Address] = lambda: ("127.0.0.1", self.port)  # to the server, or to a network before it
        self.environment = {
            "DJANGO_SETTINGS_MODULE": "deploy.settings",
            "PYTHONPATH": str(parts.ROOT),
            "LEAGUER_ENV": "development",
            "SECRET_KEY": "tormented " * 7,
            "DATABASE_URL": url,
            "PORT": str(self.port),
            "WORKERS": "2",
            "LOG_LEVEL": "WARNING",
            **dict.fromkeys(("RATE_REPORTS", "RATE_READS", "RATE_PASSWORDS"), "0"),
            **more,
        }

    def run(self, *command: str, status: int = 0) -> str:
        """A command of Python's, on this site, that ends with this status: what it says, or what is wrong."""
        environment = {**os.environ, **self.environment}
        done = subprocess.run(
            [sys.executable, *command], cwd=self.home, env=environment, capture_output=True, text=True
        )
        assert done.returncode == status, done.stdout + done.stderr
        return done.stderr if status else done.stdout

    def prepare(self, battles: int, stands: int, ladders: int = 0) -> None:
        self.run("manage.py", "upgrade", "--verbosity", "0")
        self.made = json.loads(self.run("-m", "tests.chaos.prepare", str(battles), str(stands), str(ladders)))

    def open(self) -> None:
        """All that is not there yet is started, and the battles begin."""
        for part in self.parts.values():
            if part.process is None:
                part.start()
        self._tending.start()
        watcher = self.watcher()
        for battle in self.made["battles"]:
            for who, line in OPENING:
                said(watcher, who, battle, line)

    def close(self) -> None:
        self.ends.set()
        self._closed.set()
        for part in reversed(self.parts.values()):
            part.kill()

    def _tend(self) -> None:
        while not self._closed.wait(0.5):
            for part in self.parts.values():
                part.tend()

    def _rest(self) -> tuple[Any, ...]:
        return (self.way, self.made["keys"], self.history, self.ends)

    def watcher(self) -> Watcher:
        return Watcher(self.made["battles"], *self._rest())

    def clients(self, pause: float) -> list[Client]:
        """Two who shoot in each battle, two who look, and one who confirms a finished battle now and then."""
        stands = [one for one in self.made["stands"] if one not in self.confirmed]
        return [*self.shooters(), self.watcher(), self.watcher(), Confirmer(stands, pause, *self._rest())]

    def shooters(self, pause: float = 0.0) -> list[Client]:
        """Two in each battle."""
        return [Shooter(one, *self._rest(), pause=pause) for one in self.made["battles"] for _n in range(2)]

    @contextmanager
    def played(self, pause: float = 1.0) -> Iterator[list[Client]]:
        """While people play. In the end all is checked. Others may play then."""
        self.ends.clear()
        clients = self.clients(pause)
        for client in clients:
            client.start()
        yield clients
        before = len(self.history.reports)
        wait_for(lambda: len(self.history.reports) > before + 4, "reports, when all is over", patience=parts.PATIENCE)
        finished(clients)
        confirmers = [client for client in clients if isinstance(client, Confirmer)]
        assert [battle for one in confirmers for battle in one.refused] == [], "nobody else confirms"
        self.confirmed += [battle for one in confirmers for battle in one.confirmed]
        self.is_sound(self.confirmed)

    def written(self) -> Written:
        """The log's rows, read past all of Leaguer's code."""
        if isinstance(database := self.parts.get("database"), parts.PostgreSQL):
            with database.connect() as line:
                found = line.execute(ROWS).fetchall()
            return [
                (str(stream), int(str(n)), str(id_), str(sum_), str(type_)) for stream, n, id_, sum_, type_ in found
            ]
        with closing(sqlite3.connect(self.environment["DATABASE_URL"].removeprefix("sqlite:///"))) as line:
            return line.execute(ROWS).fetchall()

    def is_sound(self, confirmed: list[str]) -> None:
        """Each confirmed battle is settled once and counted once; the log is what clients were told; it verifies, and
        the read tables are as it has them."""
        with suppress(TimeoutError):
            wait_for(lambda: self._settled(confirmed) == dict.fromkeys(confirmed, (1, 1)), "the clerk", parts.PATIENCE)
        otherwise = {of: how for of, how in self._settled(confirmed).items() if how != (1, 1)}
        assert not otherwise, f"settled and counted: {otherwise}"
        logs: dict[str, list[Row]] = {}
        for stream, position, command, digest, _type in self.written():
            logs.setdefault(stream, []).append(Row(position, command, digest))
        found = faults(self.history, logs)
        assert not found, "\n".join([self.history.told, *found])
        self.run("manage.py", "verify")
        self.run("manage.py", "rebuild", "--check")

    def _settled(self, confirmed: list[str]) -> Mapping[str, tuple[int, int]]:
        """How often each of them was settled, and how often its campaign counted a battle."""
        rows = [(stream, type_) for stream, _position, _command, _digest, type_ in self.written()]
        return {
            battle: (rows.count((battle, "Settled")), rows.count((self.made["stands"][battle], "BattleReported")))
            for battle in confirmed
        }


@contextmanager
def whole(
    folder: Path,
    battles: int,
    stands: int,
    disk: Path | None = None,
    within: tuple[str, str] = ("127.0.0.1", ""),
    queue: Callable[[Path], parts.Redis] = parts.Redis,
) -> Iterator[Site]:
    """PostgreSQL behind PgBouncer, Redis, a web server of two processes, a worker and beat. The database may be on a
    disk, the pooler at an address within a network namespace, and Redis another one."""
    with a_folder() as place:
        home = disk or place
        unprivileged(home)
        database = parts.PostgreSQL(folder, home)
        pooler, redis = parts.PgBouncer(folder, database, *within), queue(folder)
        site = Site(folder, pooler.url, REDIS_URL=redis.url)
        each: tuple[Part, ...] = (database, pooler, *redis.beside, redis)
        site.parts = {part.name: part for part in each}
        try:
            database.start()
            database.create()
            for part in each[1:]:
                part.start()
            site.prepare(battles, stands)
            for start in (parts.web, parts.worker, parts.beat):
                part = start(folder, site.environment)
                site.parts[part.name] = part
            site.open()
            yield site
        finally:
            site.close()


@contextmanager
def small(folder: Path, battles: int, stands: int, disk: Path | None = None) -> Iterator[Site]:
    """All in one process, with its database on a disk."""
    site = Site(folder, f"sqlite:///{disk or folder}/small.sqlite3", REDIS_URL="")
    try:
        site.prepare(battles, stands)
        site.parts["web"] = parts.web(folder, site.environment, "deploy.one_process")
        site.open()
        yield site
    finally:
        site.close()
