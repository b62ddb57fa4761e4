"""Beat sends what stands in the database's schedules; a migration begins them, a superuser may change them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.urls import reverse
from django_celery_beat.models import IntervalSchedule, PeriodicTask

from deploy.celery import app
from tests.cast import Cast, UserFactory
from tests.databases import Scratch
from tests.deploy.conftest import ROOT
from tests.servers import wait_for
from tests.where import BOTH
from tests.workers import Worker, process_environment


def sweep_begun() -> PeriodicTask:
    """What the migration does, where the suite's flush has taken it away."""
    from importlib import import_module

    with connection.schema_editor() as editor:
        import_module("deploy.migrations.0001_sweep").every_minute(apps, editor)
    return PeriodicTask.objects.get(name="sweep")


@BOTH
def test_a_migrated_database_has_the_sweep_in_its_schedules(database: Scratch) -> None:
    sweep = PeriodicTask.objects.get(name="sweep")
    app.loader.import_default_modules()
    assert sweep.task in app.tasks
    assert sweep.enabled
    assert sweep.interval.period == "seconds"
    assert sweep.expire_seconds < sweep.interval.every, "one that was not taken in time is not worth taking"


@pytest.mark.django_db(transaction=True)
def test_what_a_superuser_changed_is_not_undone() -> None:
    sweep = sweep_begun()
    sweep.enabled = False
    sweep.save()
    assert not sweep_begun().enabled


@pytest.mark.django_db
def test_the_schedules_are_a_superusers(cast: Cast, client: Client) -> None:
    cast.alice.is_staff = True
    cast.alice.save()
    address = reverse("admin:django_celery_beat_periodictask_changelist")
    client.force_login(cast.alice)
    assert client.get(address).status_code == 403, "an organiser has no say in them"
    client.force_login(UserFactory.create(is_staff=True, is_superuser=True))
    assert client.get(address).status_code == 200


@contextmanager
def beat(folder: Path) -> Iterator[Any]:
    """`celery -A deploy beat`, as the Procfile starts it, on this test's database and Redis; what it has said."""
    output = folder / "beat"
    with output.open("wb") as file:
        process = subprocess.Popen(
            [sys.executable, "-m", "celery", "-A", "deploy", "beat", "--loglevel", "INFO", "--pidfile="],
            cwd=ROOT,
            env=os.environ | process_environment(),
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=subprocess.STDOUT,
        )
    try:
        yield lambda: output.read_text(errors="replace")
    finally:
        process.kill()
        process.wait()


@BOTH
@pytest.mark.worker
def test_a_beat_process_makes_a_sweep_happen(worker: Worker, tmp_path: Path) -> None:
    """Every second, as the database says here. The worker says that it has swept."""
    sweep = sweep_begun()
    sweep.interval = IntervalSchedule.objects.create(every=1, period="seconds")
    sweep.save()
    with beat(tmp_path) as said:
        wait_for(lambda: "Task leaguer.sweep" in worker.log and "succeeded" in worker.log, "a sweep", patience=60)
        assert "Sending due task sweep (leaguer.sweep)" in said()
        PeriodicTask.objects.all().delete()
