"""A real Celery worker in a process of its own, on the database and the Redis of the test that started it."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from urllib.parse import quote

import redis
from django.conf import settings
from django.db import connection

from tests.servers import wait_for

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
    }


class Worker:
    """`celery -A deploy worker`: start it, kill it, read what it said."""

    def __init__(self, *options: str, **environment: str) -> None:
        """`options` go to the command (`--pool=solo`, ...), `environment` to its process."""
        self.output = tempfile.NamedTemporaryFile(prefix="leaguer-worker-")  # noqa: SIM115 - open as long as the worker
        name = f"test-{os.getpid()}-{id(self)}@localhost"
        self.name = name
        self.process = subprocess.Popen(
            [
                *(sys.executable, "-m", "celery", "-A", "deploy", "worker"),
                *(
                    "--hostname",
                    name,
                    "--concurrency",
                    "2",
                    "--loglevel",
                    "INFO",
                    "--without-mingle",
                    "--without-gossip",
                ),
                *options,
            ],
            cwd=ROOT,
            env=process_environment() | environment,
            stdin=subprocess.DEVNULL,
            stdout=self.output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )

    @property
    def log(self) -> str:
        """All it has printed so far."""
        return Path(self.output.name).read_text(errors="replace")

    def wait_until_ready(self) -> Worker:
        """Returns once it takes tasks."""
        wait_for(lambda: self.is_ready() or self.has_died(), "the Celery worker")
        if self.has_died():
            raise RuntimeError(f"the Celery worker died at its start:\n{self.log}")
        return self

    def is_ready(self) -> bool:
        return f"{self.name} ready" in self.log

    def has_died(self) -> bool:
        return self.process.poll() is not None

    def kill(self) -> None:
        """As a power cut does it: the worker and its children get no chance to tidy up."""
        if not self.has_died():
            os.killpg(self.process.pid, 9)
        self.process.wait()

    def stop(self) -> None:
        """Lets it finish what it is at."""
        self.process.terminate()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.kill()
        self.output.close()


def forget_tasks() -> None:
    """Takes away what this run has left in Redis: tasks nobody took, and the queue's own bookkeeping."""
    with redis.Redis.from_url(settings.TEST_REDIS_URL) as client:
        for key in client.scan_iter(f"{settings.REDIS_PREFIX}*"):
            client.delete(key)
