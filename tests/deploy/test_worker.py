"""The Celery app as it is configured, against a real worker, a real beat and a real Redis, and against a Redis that is
gone."""

from __future__ import annotations

import logging.config
import os
import re
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import kombu.exceptions
import pytest
from celery import Celery
from celery.signals import after_task_publish
from django.conf import settings
from django_celery_beat.models import IntervalSchedule, PeriodicTask
from pytest_django import Settings

from battles import calling, command_handler
from campaigns import tasks
from campaigns.models import Fixture
from deploy.celery import app
from tests.campaigns.alpha import LastStand
from tests.cast import Cast
from tests.deploy.house import forked
from tests.deploy.test_beat import sweep_begun
from tests.deploy.test_log_sending import Collector, certified
from tests.length import in_soak
from tests.servers import free_port, wait_for
from tests.workers import Worker, forget_tasks

# Redis and workers go with PostgreSQL: the embedded install has a clerk in a loop of its own.
with_redis = pytest.mark.only_on("postgresql")


@with_redis
@pytest.mark.worker
def test_a_task_sent_by_name_reaches_the_worker(worker: Worker) -> None:
    app.send_task("leaguer.no-such-task")
    wait_for(lambda: "unregistered task of type 'leaguer.no-such-task'" in worker.log, "the task")


@with_redis
@pytest.mark.worker
def test_the_clerks_log_is_written_as_all_others_are(tmp_path: Path, django_db_setup: None) -> None:
    """Without secrets in a traceback either, and sent to another machine; not as Celery would write it."""
    made, key = certified(tmp_path)
    collector = Collector(free_port(), made, key)
    one = Worker("--queues=log", LOG_TO=f"tls://localhost:{collector.port}?ca={made}").wait_until_ready()
    try:
        app.send_task("leaguer.nothing/join/invitecode/", queue="log")
        one.wait_for(lambda: "KeyError" in one.log, "the traceback")
        one.wait_for(lambda: any("KeyError" in text for text in collector.messages()), "the same, elsewhere")
        assert "invitecode" not in one.log
        assert re.search(r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ ERROR celery\.", one.log, re.MULTILINE)
    finally:
        one.kill()
        collector.close()


@with_redis  # on SQLite another process's loop sweeps, in tests/campaigns/test_clerk.py
@pytest.mark.worker
def test_a_confirmation_wakes_the_clerk(worker: Worker, cast: Cast) -> None:
    """Nobody sweeps: the door's message alone reaches the worker."""
    LastStand(cast).drawn().confirmed()
    wait_for(lambda: Fixture.objects.get().status == Fixture.Status.COUNTED, "the clerk")


SWEPT = re.compile(r"Task leaguer\.sweep\[\S+\] succeeded")


@contextmanager
def beat(folder: Path) -> Iterator[Callable[[], str]]:
    """What `celery -A deploy beat` runs, on this test's database and Redis; what it has said."""
    output = folder / "beat"

    def beats() -> None:
        with output.open("wb") as file:
            os.dup2(file.fileno(), 1)
            os.dup2(file.fileno(), 2)
        sys.stdout = sys.stderr = os.fdopen(2, "w", buffering=1)
        # As LOG_TASKS=1 has it; Celery may set Django up once more.
        settings.LOGGING["loggers"]["celery.beat"] = {"level": "INFO"}
        logging.config.dictConfig(settings.LOGGING)
        app.Beat(loglevel="INFO", pidfile=None).run()

    pid = forked(beats)
    try:
        yield lambda: output.read_text(errors="replace") if output.exists() else ""
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)


@with_redis
@pytest.mark.worker
def test_a_beat_process_makes_a_sweep_happen(worker: Worker, tmp_path: Path) -> None:
    """Every second, as the database says here. The worker says that it has swept."""
    sweep = sweep_begun()
    sweep.interval = IntervalSchedule.objects.create(every=1, period="seconds")
    sweep.save()
    before = len(SWEPT.findall(worker.log))  # it has swept for other tests
    with beat(tmp_path) as said:
        wait_for(lambda: "Sending due task sweep (leaguer.sweep)" in said(), "beat", patience=60)
        wait_for(lambda: len(SWEPT.findall(worker.log)) > before, "a sweep", patience=60)
        PeriodicTask.objects.all().delete()


@in_soak("tests/campaigns/test_clerk_killed.py::test_killed_at_many_moments_and_then_redis_is_gone_for_a_while")
@pytest.mark.worker
def test_a_worker_killed_leaves_no_process_behind(worker: Worker) -> None:
    second = Worker().wait_until_ready()
    second.kill()
    assert second.has_died()
    assert not worker.has_died()


def with_broker_at(url: str) -> Celery:
    lost = Celery("leaguer", set_as_current=False)
    lost.config_from_object("django.conf:settings", namespace="CELERY")
    lost.conf.update(broker_url=url)
    return lost


def test_a_dead_broker_fails_a_send_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody listens there, so all the time it takes is what is waited between two tries."""
    waits: list[float] = []
    monkeypatch.setattr("kombu.utils.functional.sleep", waits.append)
    with pytest.raises(kombu.exceptions.OperationalError):
        with_broker_at(f"redis://127.0.0.1:{free_port()}/0").send_task("leaguer.sweep")
    assert sum(waits) < 2


def test_a_broker_that_hangs_holds_a_request_for_seconds_only() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        start = time.monotonic()
        with pytest.raises(kombu.exceptions.OperationalError):
            with_broker_at(f"redis://127.0.0.1:{silent.getsockname()[1]}/0").send_task("leaguer.sweep")
        assert time.monotonic() - start < 5


def test_a_task_ends_before_it_is_given_to_another() -> None:
    assert app.conf.task_time_limit < app.conf.broker_transport_options["visibility_timeout"]
    assert app.conf.task_acks_late
    assert app.conf.task_reject_on_worker_lost


def test_this_run_keeps_to_its_own_keys(redis_url: str) -> None:
    assert settings.REDIS_PREFIX.startswith("leaguer-test-")
    assert app.conf.broker_transport_options["global_keyprefix"].startswith(settings.REDIS_PREFIX)


@contextmanager
def calls(settings: Settings, redis_url: str) -> Iterator[list[str]]:
    """The streams a worker is called to meanwhile. That of this run hears nothing of calls with another prefix."""
    settings.REDIS_URL, settings.REDIS_PREFIX = redis_url, f"{settings.REDIS_PREFIX}-calls"
    sent: list[str] = []

    def note(body: Any, **_more: Any) -> None:
        sent.extend(body[0])

    after_task_publish.connect(note)
    try:
        yield sent
    finally:
        after_task_publish.disconnect(note)
        calling.answers()
        forget_tasks(settings.REDIS_PREFIX)


@with_redis
def test_one_message_waits_for_each_stream(settings: Settings, redis_url: str) -> None:
    """Whoever reports on and on calls once; when a worker has begun, once more."""
    one, other = str(uuid4()), str(uuid4())
    with calls(settings, redis_url) as sent:
        for stream in (one, one, other, one):
            command_handler.wake(stream)
        assert sent == [one, other]
        calling.heard(one)
        command_handler.wake(one)
        command_handler.wake(one)
        assert sent == [one, other, one]


@with_redis
@pytest.mark.django_db(transaction=True)
def test_a_sweep_calls_at_once_though_redis_was_gone_a_moment_ago(
    settings: Settings, redis_url: str, cast: Cast
) -> None:
    """Who reports does not wait for a Redis that has just failed. Whoever heard of a sweep heard of it by Redis."""
    with calls(settings, redis_url) as sent:
        settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
        battle = LastStand(cast).drawn().confirmed().battle
        settings.REDIS_URL = redis_url
        command_handler.wake(battle)
        assert sent == []
        tasks.sweep()
        assert sent == [battle]
