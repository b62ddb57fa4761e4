"""`manage.py rebuild` and `verify` over a long log, each by as many processes as there are cores: from empty read
tables, once more where all stands, and once more killed half-way and gone on. Beside it the `eventsourcing` library,
which reads as many events, in aggregates as long as our streams are on average, and writes no read table.

`python -m tests.servers python -m tests.bench.run rebuilds 200000 2000000` measures what `make bench` measures, and a
log ten times as long.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

ROWS = 200_000
ROOT = Path(__file__).resolve().parents[2]
EACH, AGGREGATES = 69, 200  # events of an aggregate; aggregates
LEFT = "killed half-way; of the rows left"
GONE_ON = re.compile(r"Folded: (\d+) of")  # the first line of one that goes on
QUIET = {"DATA_DIR", "DATABASE_URL", "DJANGO_SETTINGS_MODULE", "LEAGUER_ENV", "REDIS_URL", "SECRET_KEY"}


class Cost(NamedTuple):
    """`seconds` by the clock, `cpu` of all processes together, `peak`: megabytes of the largest of them."""

    what: str
    rows: int
    seconds: float
    cpu: float
    peak: float

    def line(self) -> str:
        each = f"{1e6 * self.cpu / self.rows:6.1f} µs of the processor a row"
        return f"  {self.what:<36} {self.rows:>9,} rows {self.seconds:7.1f} s {each}   {self.peak:4.0f} MB"


def measure(sizes: Sequence[int] = (ROWS,)) -> Iterator[Cost]:
    from tests.databases import migrate, scratch

    for size in sizes:
        with tempfile.TemporaryDirectory() as folder, scratch(Path(folder)) as database, database.used():
            migrate()
            yield from _measured(size, {"DATA_DIR": folder, **database.environment()})
    yield _library()


def _measured(size: int, environment: dict[str, str]) -> Iterator[Cost]:
    from django.db import connection

    from tests.bench import copies

    rows = copies.fill(size)
    connection.close()
    yield _run("rebuild, from empty tables", rows, environment, "rebuild")
    whole = _run("rebuild, where all stands", rows, environment, "rebuild")
    yield whole
    _run("rebuild, killed half-way", rows, environment, "rebuild", whole.seconds / 2)
    yield _run(LEFT, rows, environment, "rebuild")
    yield _run("verify", rows, environment, "verify")


def _run(what: str, rows: int, environment: dict[str, str], command: str, kill: float = 0.0) -> Cost:
    """A command of manage.py in a process of its own, to its end, or until it is killed after so many seconds."""
    clean = {name: value for name, value in os.environ.items() if name not in QUIET}
    ours = {"LEAGUER_ENV": "development", "SECRET_KEY": "for this measurement only", "REDIS_URL": ""}
    begin = time.perf_counter()
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(
            [sys.executable, "manage.py", command], cwd=ROOT, env=clean | ours | environment, stdout=said, stderr=said
        )
        if kill:
            time.sleep(kill)
            os.kill(process.pid, signal.SIGKILL)
        _pid, status, used = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - begin
        said.seek(0)
        text = said.read().decode()
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, -signal.SIGKILL if kill else 0) and "have been made anew" not in text:
        raise AssertionError(text[-2000:])
    before = GONE_ON.match(text) if what == LEFT else None
    rows -= int(before[1]) if before else 0
    return Cost(what, rows, seconds, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def _library() -> Cost:
    from tests.bench import aggregate

    with aggregate.application() as library:
        ids = [aggregate.recorded(library, EACH) for _number in range(AGGREGATES)]
        begin, cpu = time.perf_counter(), time.process_time()
        for id in ids:
            library.repository.get(id)
        seconds, cpu = time.perf_counter() - begin, time.process_time() - cpu
    return Cost("the library, reading alone", EACH * AGGREGATES, seconds, cpu, 0.0)
