"""Many battles at once, over HTTP: a report each half minute in each, and pages that watch. The site runs as
`docs/install.md` has it, on PostgreSQL and Redis: four web processes of four threads, a Celery worker and beat, none of
them told to be quick. A process of its own is the crowd (`tests.bench.open_loop`).

`python -m tests.servers python -m tests.bench.run load 1000 3000 3` (battles, watchers, minutes), with
LEAGUER_TEST_DATABASE=postgresql.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle, islice
from pathlib import Path
from typing import NamedTuple
from uuid import uuid4

import msgspec
from django.db import connection

from api.models import issue
from battles import handler
from battles.reports import Report
from campaigns.models import User
from rules import all_systems
from rules.record import Table
from rules.stream import codec
from tests.bench import battles
from tests.bench.commands import played_by
from tests.bench.open_loop import Battle, Found, Plan
from tests.databases import migrate, scratch
from tests.deploy.serving import Served, serving
from tests.workers import Worker, process_environment

ROOT = Path(__file__).resolve().parents[2]
EVERY = 30.0  # seconds between two reports of a battle
BATTLES, WATCHERS, MINUTES = 200, 600, 1
ACCOUNTS = 50  # each may send 300 reports a minute
LONGEST = 90  # events of a battle that is played before: enough reports for half an hour
WARM = 40  # battles with a few reports before, which are not counted: a process that has just begun reads the rulebooks
LOOK = 2.0  # seconds between two looks at the memory


class Load(NamedTuple):
    battles: int
    found: Found
    memory: list[int]  # of all web processes together, bytes, in time
    cpu: float  # the part of a core that the web processes used

    def line(self) -> str:
        found, early = self.found, self.memory[: len(self.memory) // 3 + 1]
        return "\n".join(
            (
                f"  open loop: {self.battles} battles, {len(found.late)} reports, {found.watching} watchers",
                f"    a report, from its moment on, ms (p99 250 at most)    {spread(found.late)}",
                f"    a watcher, from the answer on, ms (looks each 1000)   {spread(found.told)}",
                f"    errors {found.errors or 0}, watchers not told {found.untold}, sent late by {found.behind:.0f} ms",
                f"    web processes {max(early) / 2**20:.0f} MB, in the end {self.memory[-1] / 2**20:.0f} MB;"
                f" {self.cpu:.2f} of a core, the crowd {found.cpu:.2f}",
            )
        )


def spread(found: Sequence[float]) -> str:
    """`found` in order."""
    return "   ".join(
        f"p{of} {found[min(len(found) - 1, len(found) * of // 100)]:6.0f}" for of in (50, 99, 100) if found
    )


def measure(number: int = BATTLES, watchers: int = WATCHERS, minutes: int = MINUTES) -> Iterator[Load]:
    """Nothing on SQLite: a club of that size takes PostgreSQL."""
    if connection.vendor == "postgresql":
        with tempfile.TemporaryDirectory() as folder, scratch(Path(folder)) as database, database.used():
            migrate()
            first, begun = prepared(WARM, 1), prepared(number, minutes)
            with serving(database, WORKERS="4", THREADS="4", DATA_DIR=folder) as served, _clerk():
                _crowded(served, Plan(served.port, 1.0, 3.0, 0, first), Path(folder))
                plan = Plan(served.port, EVERY, 60.0 * minutes, watchers // number, begun)
                yield _crowded(served, plan, Path(folder))


def prepared(number: int, minutes: int) -> list[Battle]:
    """Battles of each rulebook in turn, mustered, with the reports that follow."""
    users = [User.objects.create_user(f"load-{number}-{n}") for n in range(min(number, ACCOUNTS))]
    tokens = {user: issue(user) for user in users}
    tables = [battles.played(LONGEST, key) for key in sorted(all_systems())]
    most = 1 + int(60 * minutes / EVERY)
    return [_begun(table, user, tokens[user], most) for table, user in islice(zip(cycle(tables), cycle(users)), number)]


def _begun(table: Table, user: User, token: str, most: int) -> Battle:
    first, *others = [entry.command for entry in battles.fought(table)]
    stream = str(uuid4())
    muster = codec.encode(played_by(first, user))  # type: ignore[arg-type]  # a battle begins with its muster
    last = handler.open_battle(stream, Report(str(uuid4()), "Muster", muster), battles.REFEREE, "script")
    bodies = [{"id": str(uuid4()), "type": type(one).__name__, "data": one} for one in others[:most]]
    return Battle(stream, token, last.position, [msgspec.json.encode(body).decode() for body in bodies])


@contextmanager
def _clerk() -> Iterator[None]:
    """The Celery worker and beat."""
    worker = Worker().wait_until_ready()
    with tempfile.TemporaryFile() as said:
        beat = subprocess.Popen(
            [sys.executable, "-m", "celery", "-A", "deploy", "beat", "--pidfile="],
            cwd=ROOT,
            env=process_environment(),
            stdout=said,
            stderr=said,
        )
        try:
            yield
        finally:
            beat.terminate()
            beat.wait()
            worker.stop()


def _crowded(served: Served, plan: Plan, folder: Path) -> Load:
    file, memory = folder / "plan.json", list[int]()
    file.write_bytes(msgspec.json.encode(plan))
    connection.close()
    with (folder / "found.json").open("w+b") as output:
        crowd = subprocess.Popen([sys.executable, "-m", "tests.bench.open_loop", str(file)], cwd=ROOT, stdout=output)
        begin, cpu = time.monotonic(), served.cpu
        while crowd.poll() is None:
            memory.append(served.memory)
            time.sleep(LOOK)
        used = (served.cpu - cpu) / (time.monotonic() - begin)
        if crowd.returncode:
            raise AssertionError(f"the crowd ended with {crowd.returncode}")
        output.seek(0)
        return Load(len(plan.battles), msgspec.json.decode(output.read(), type=Found), memory, used)
