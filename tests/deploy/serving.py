"""The web server as a test's own process, and what its processes use."""

from __future__ import annotations

import gc
import logging
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.db import connection

from deploy import web
from tests.databases import Scratch
from tests.deploy import anew
from tests.deploy.conftest import OURS, ROOT
from tests.deploy.house import forked
from tests.servers import free_port, wait_for

TICK = 1 / os.sysconf("SC_CLK_TCK")  # seconds


@dataclass(frozen=True)
class Served:
    """The web server at a port; `pid` of the process that supervises the others."""

    port: int
    pid: int

    @property
    def workers(self) -> list[int]:
        return [int(pid) for pid in Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()]

    @property
    def cpu(self) -> float:
        """Seconds of processor time that all its processes have used."""
        used = 0.0
        for pid in (self.pid, *self.workers):
            told = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            used += (int(told[11]) + int(told[12])) * TICK
        return used

    @property
    def threads(self) -> int:
        return sum(len(os.listdir(f"/proc/{pid}/task")) for pid in self.workers)

    @property
    def memory(self) -> int:
        """Bytes that its workers hold and do not share."""
        lines = [line for pid in self.workers for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()]
        return 1024 * sum(int(line.split()[1]) for line in lines if line.startswith("Private"))


@contextmanager
def serving(database: Scratch, **more: str) -> Iterator[Served]:
    """The web server, in two processes of one thread each; `more` of its environment.

    Where nothing of the environment is asked for, it is a fork of this process, on this run's settings: it need not
    import the site.
    """
    if more.keys() <= {"WORKERS", "THREADS"}:
        workers, threads = int(more.get("WORKERS", 2)), int(more.get("THREADS", 1))
        port = free_port()
        with _forked(port, lambda: _serve(port, workers, threads)) as served:
            yield served
        return
    clean = {name: value for name, value in os.environ.items() if name not in {*OURS, "DJANGO_SETTINGS_MODULE"}}
    port = free_port()
    ours = {
        "LEAGUER_ENV": "development",
        "SECRET_KEY": settings.SECRET_KEY,
        "PORT": str(port),
        "WORKERS": "2",
        "THREADS": "1",
        "LOG_LEVEL": "WARNING",
    }
    if connection.vendor == "postgresql":  # else the embedded install, without Redis
        ours["REDIS_URL"] = settings.TEST_REDIS_URL
    server = subprocess.Popen(
        [sys.executable, "-m", "deploy.web"],
        cwd=ROOT,
        env=clean | database.environment() | ours | more,
        stdin=subprocess.DEVNULL,
    )
    try:
        wait_for(lambda: status(port, "/login/") == 200, "the server", patience=180)
        yield Served(port, server.pid)
    finally:
        server.terminate()
        server.wait()


@contextmanager
def served_anew(database: Scratch, file: Path, **more: str) -> Iterator[Served]:
    """As `serving`, as a fork of this process with this in its environment; what it says is written to the file."""
    port = free_port()
    ours = {"LEAGUER_ENV": "development", "SECRET_KEY": settings.SECRET_KEY, "PORT": str(port), "WORKERS": "2"}
    environment = {**os.environ, **database.environment(), **ours, "THREADS": "1", **more}

    def serve() -> None:
        with file.open("wb") as output:
            anew.speak_to(output.fileno(), output.fileno())
        anew.begin(environment)
        web.main()

    anew.warm()
    with _forked(port, serve) as served:
        yield served


@contextmanager
def _forked(port: int, serve: Callable[[], None]) -> Iterator[Served]:
    pid = forked(serve)
    try:
        wait_for(lambda: status(port, "/login/") == 200, "the server", patience=180)
        yield Served(port, pid)
    finally:
        os.kill(pid, signal.SIGTERM)
        os.waitpid(pid, 0)


def _serve(port: int, workers: int, threads: int) -> None:
    """As `deploy.web.main` does, in the process that is to supervise."""
    if connection.vendor == "postgresql":
        settings.REDIS_URL = settings.TEST_REDIS_URL
    logging.getLogger("waitress").setLevel(logging.ERROR)
    listening = web.listen("127.0.0.1", port)
    gc.freeze()
    web.supervise(listening, get_wsgi_application(), workers, threads)


def status(port: int, path: str) -> int:
    connection = HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request("GET", path)
        return connection.getresponse().status
    except OSError:
        return 0
    finally:
        connection.close()
