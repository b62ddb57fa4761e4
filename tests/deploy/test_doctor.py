"""`manage.py doctor` finds what is missing and says how to get it; a machine that has it all passes."""

from __future__ import annotations

import io
import os
import signal
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from celery import Celery
from django.core.management import call_command
from django.db import connection
from pytest_django import Settings

from deploy import doctor
from deploy.celery import app
from tests.databases import Scratch, scratch
from tests.deploy import anew
from tests.deploy.conftest import Run
from tests.deploy.house import forked
from tests.servers import free_port
from tests.where import BOTH
from tests.workers import forget_tasks

pytestmark = BOTH

# Asks a database of its own, whichever one the suite runs on.
once = pytest.mark.only_on("sqlite")


def line(run: Run, word: str) -> str:
    """The line of the report that speaks of `word`."""
    return next(said for said in run.stdout.splitlines() if word in said)


@pytest.fixture
def ready(migrated: Scratch, tmp_path: Path, django_db_blocker: Any) -> Iterator[None]:
    """A database that is migrated is spoken to."""
    with django_db_blocker.unblock(), scratch(tmp_path, like=migrated) as database, database.used():
        yield


def asked(out: io.StringIO | None = None, **options: Any) -> Run:
    """`manage.py doctor`, in this process."""
    out, err, status = out or io.StringIO(), io.StringIO(), 0
    try:
        call_command("doctor", stdout=out, stderr=err, **options)
    except SystemExit as end:
        status = int(end.code or 0)
    return Run("doctor", status, out.getvalue(), err.getvalue())


@once
def test_a_machine_that_has_it_all_until_its_log_loses_a_trigger(ready: None) -> None:
    done = asked()
    assert done.returncode == 0, done.stdout
    assert "!" not in done.stdout

    with connection.cursor() as cursor:
        cursor.execute("DROP TRIGGER log_row_no_update")
    done = asked()
    assert done.returncode == 1
    assert "log_row_no_update" in line(done, "triggers")


@once
def test_a_database_not_migrated(tmp_path: Path, django_db_blocker: Any) -> None:
    out = io.StringIO()
    nothing = scratch(tmp_path)
    with django_db_blocker.unblock(), nothing as database, database.used(), pytest.raises(SystemExit, match="1"):
        call_command("doctor", stdout=out, stderr=io.StringIO())
    (said,) = [said for said in out.getvalue().splitlines() if "migrations" in said]
    assert said.startswith("!")
    assert "manage.py upgrade" in out.getvalue()


@pytest.mark.only_on("postgresql")
def test_servers_that_do_not_answer(ready: None, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    port = free_port()
    settings.REDIS_URL = f"redis://127.0.0.1:{port}"
    with monkeypatch.context() as nowhere:
        nowhere.setitem(connection.settings_dict, "HOST", "127.0.0.1")
        nowhere.setitem(connection.settings_dict, "PORT", str(port))
        done = asked()
    assert done.returncode == 1
    assert "refused" in line(done, "database")
    assert "refused" in line(done, "Redis")
    assert "Traceback" not in done.stderr


@pytest.fixture
def prefix(ready: None, redis_url: str, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Of keys in Redis that no worker of this run looks at but the test's own; the doctor asks there."""
    prefix = f"{settings.REDIS_PREFIX}-starting"
    settings.REDIS_URL = redis_url
    alone = Celery("leaguer", set_as_current=False)
    alone.config_from_object("django.conf:settings", namespace="CELERY")
    there = settings.CELERY_BROKER_TRANSPORT_OPTIONS | {"global_keyprefix": f"{prefix}:"}
    alone.conf.update(broker_url=redis_url, broker_transport_options=there)
    monkeypatch.setattr(doctor, "app", alone)
    monkeypatch.setattr(doctor, "SOON", 0.3)  # it is asked again, or nobody is there to answer at all
    yield prefix
    forget_tasks(prefix)


@once
@pytest.mark.worker
def test_a_redis_without_a_worker(prefix: str) -> None:
    done = asked(patience=0)
    assert line(done, "Celery worker").startswith("!")
    assert done.returncode == 1


class Terminal(io.StringIO):
    """Where somebody starts a worker as soon as the doctor says that there is none: what `celery -A deploy worker`
    runs, in a fork of this process."""

    def __init__(self, prefix: str, said: Path) -> None:
        super().__init__()
        self.prefix, self.said, self.workers = prefix, said, list[int]()

    def write(self, text: str) -> int:
        if text.startswith("- no worker answers yet"):
            self.workers.append(forked(self._work))
        return super().write(text)

    def _work(self) -> None:
        with self.said.open("wb") as output:
            anew.speak_to(output.fileno(), output.fileno())
        warnings.resetwarnings()  # the suite takes for a fault that root runs it
        app.conf.broker_transport_options |= {"global_keyprefix": f"{self.prefix}:"}
        app.worker_main(["worker", "--hostname=started@localhost", "--pool=solo", "--without-mingle"])


@once
@pytest.mark.worker
def test_a_worker_that_starts_while_the_doctor_looks(prefix: str, tmp_path: Path) -> None:
    """As whoever types the install does: the site serves, and the worker needs some seconds more."""
    out = Terminal(prefix, tmp_path / "worker")
    try:
        done = asked(out, patience=60)
    finally:
        for pid in out.workers:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
    assert len(out.workers) == 1
    assert line(done, "Celery worker").startswith("✓"), out.said.read_text()
    assert done.returncode == 0, done.stdout


def test_packages_out_of_step_with_the_lock(tmp_path: Path) -> None:
    lock = tmp_path / "requirements.txt"
    lock.write_text("django==1.0 \\\n    --hash=sha256:00\nno-such-package==2.0\n")
    (found,) = doctor.packages(lock)
    assert not found.good
    assert "django 1.0" in found.what
    assert "no-such-package 2.0" in found.what
    assert [one.good for one in doctor.packages()] == [True]
    assert [*doctor.packages(tmp_path / "a wheel has none")] == []
