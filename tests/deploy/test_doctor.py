"""`manage.py doctor` finds what is missing and says how to get it; a machine that has it all passes."""

from __future__ import annotations

import io
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command

from deploy import doctor
from tests.databases import Scratch, scratch
from tests.deploy.conftest import ROOT, Manage, Run
from tests.servers import free_port
from tests.where import BOTH
from tests.workers import Worker, forget_tasks, process_environment

pytestmark = BOTH

# Asks a database of its own, whichever one the suite runs on.
once = pytest.mark.only_on("sqlite")


def line(run: Run, word: str) -> str:
    """The line of the report that speaks of `word`."""
    return next(said for said in run.stdout.splitlines() if word in said)


@once
def test_a_machine_that_has_it_all_until_its_log_loses_a_trigger(
    manage: Manage, migrated: Scratch, here: dict[str, str], tmp_path: Path
) -> None:
    shutil.copy(migrated.name, tmp_path / "fresh.sqlite3")
    done = manage("doctor", **here)
    assert done.returncode == 0, done.stdout
    assert "!" not in done.stdout

    with sqlite3.connect(tmp_path / "fresh.sqlite3") as database:
        database.execute("DROP TRIGGER log_row_no_update")
    database.close()
    done = manage("doctor", **here)
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


@once
def test_servers_that_do_not_answer(manage: Manage, here: dict[str, str]) -> None:
    nowhere = f"127.0.0.1:{free_port()}"
    done = manage("doctor", **here | {"DATABASE_URL": f"postgresql://{nowhere}/x", "REDIS_URL": f"redis://{nowhere}"})
    assert done.returncode == 1
    assert "refused" in line(done, "database")
    assert "refused" in line(done, "Redis")
    assert "Traceback" not in done.stderr


@once
@pytest.mark.worker
def test_a_redis_without_and_with_a_worker(manage: Manage, worker: Worker) -> None:
    alone = manage(
        "doctor", "--patience=0", **process_environment() | {"REDIS_PREFIX": f"{settings.REDIS_PREFIX}-nobody"}
    )
    assert line(alone, "Celery worker").startswith("!")
    assert alone.returncode == 1
    done = manage("doctor", **process_environment())
    assert line(done, "Celery worker").startswith("✓")
    assert done.returncode == 0, done.stdout


@once
@pytest.mark.worker
def test_a_worker_that_starts_while_the_doctor_looks(redis_url: str, django_db_setup: None) -> None:
    """As whoever types the install does: the site serves, and the worker needs some seconds more."""
    prefix = f"{settings.REDIS_PREFIX}-starting"
    environment = process_environment() | {"REDIS_PREFIX": prefix}
    command = [sys.executable, "manage.py", "doctor", "--patience=120"]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as asked:
        assert asked.stdout is not None
        said = []
        for told in asked.stdout:
            said.append(told)
            if "no worker answers yet" in told:
                break
        assert said[-1].startswith("- no worker answers yet"), said
        worker = Worker(REDIS_PREFIX=prefix)
        try:
            said.append(asked.stdout.read())
        finally:
            worker.stop()
            forget_tasks(prefix)
    assert "✓ Celery worker" in said[-1]
    assert asked.returncode == 0, said


def test_packages_out_of_step_with_the_lock(tmp_path: Path) -> None:
    lock = tmp_path / "requirements.txt"
    lock.write_text("django==1.0 \\\n    --hash=sha256:00\nno-such-package==2.0\n")
    found = doctor.packages(lock)
    assert not found.good
    assert "django 1.0" in found.what
    assert "no-such-package 2.0" in found.what
    assert doctor.packages().good
