"""A real Celery worker in a process of its own, on the database and the Redis of the test that started it."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import redis
from django.conf import settings
from django.db import connection

from tests.servers import PATIENCE, wait_for

ROOT = Path(__file__).resolve().parent.parent


def test_database_url() -> str:
    """The DATABASE_URL of the database this test runs on, for another process."""
    at = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{at['NAME']}"
    account = ":".join(quote(part, safe="") for part in (at["USER"], at["PASSWORD"]) if part)
    host = quote(at["HOST"], safe="") + (f":{at['PORT']}" if at["PORT"] else "")
    return f"postgresql://{account}{'@' if account else ''}{host}/{quote(at['NAME'], safe='')}"


def process_environment() -> dict[str, str]:
    """The environment in which another process of Leaguer works on this test's database and Redis."""
    return os.environ | {
        "DJANGO_SETTINGS_MODULE": "deploy.settings",
        "LEAGUER_ENV": "development",
        "DATABASE_URL": test_database_url(),
        "REDIS_URL": settings.TEST_REDIS_URL,
        "REDIS_PREFIX": settings.REDIS_PREFIX,
        "LOG_TASKS": "1",
    }


class Worker:
    """`celery -A deploy worker`: start it, kill it, read what it said."""

    def __init__(self, *options: str, **environment: str) -> None:
        """`options` go to the command (`--pool=solo`, ...), `environment` to its process."""
        self.folder = tempfile.TemporaryDirectory(prefix="leaguer-worker-")
        self.output = Path(self.folder.name, "log")
        self.name = f"test-{os.getpid()}-{id(self)}@localhost"
        command = [sys.executable, "-m", "celery", "-A", "deploy", "worker", "--hostname", self.name, "--loglevel=INFO"]
        with self.output.open("wb") as output:
            self.process = subprocess.Popen(
                [*command, "--concurrency=2", "--without-mingle", "--without-gossip", *options],
                cwd=ROOT,
                env=process_environment() | environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    @property
    def log(self) -> str:
        """All it has printed so far."""
        return self.output.read_text(errors="replace")

    def wait_until_ready(self) -> Worker:
        """Returns once it takes tasks; RuntimeError with what it said if it never does."""
        try:
            wait_for(lambda: self.is_ready() or self.has_died(), "the Celery worker")
        finally:
            if not self.is_ready():
                said = self.log
                self.kill()
                raise RuntimeError(f"the Celery worker did not start:\n{said}")
        return self

    def is_ready(self) -> bool:
        return f"{self.name} ready" in self.log

    def has_died(self) -> bool:
        return self.process.poll() is not None

    def kill(self) -> None:
        """As a power cut does it: the worker and its children get no chance to tidy up. What it printed is gone too."""
        if not self.has_died():
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.folder.cleanup()

    def wait_for(self, ready: Callable[[], bool], what: str, patience: float = PATIENCE) -> None:
        """As `wait_for` of the servers. A TimeoutError has what it said last, and it is killed."""
        try:
            wait_for(ready, what, patience)
        except TimeoutError as late:
            said = self.log[-20_000:]
            self.kill()
            raise TimeoutError(f"{late}\n{said}") from None

    def stop(self) -> None:
        """Lets it finish what it is at."""
        self.process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(30)
        self.kill()


def at_rest() -> bool:
    """Nothing waits in the queue and no worker is at anything: the database may be emptied."""
    with redis.Redis.from_url(settings.TEST_REDIS_URL) as client:
        names = (settings.CELERY_TASK_DEFAULT_QUEUE, "unacked")
        return not client.exists(*(f"{settings.REDIS_PREFIX}:{name}" for name in names))


def forget_tasks(prefix: str = "") -> None:
    """Takes away what this run has left in Redis: tasks nobody took, and the queue's own bookkeeping."""
    with redis.Redis.from_url(settings.TEST_REDIS_URL) as client:
        for key in client.scan_iter(f"{prefix or settings.REDIS_PREFIX}*"):
            client.delete(key)
