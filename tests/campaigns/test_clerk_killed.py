"""The clerk's worker is killed, and what is in the log afterwards is what an undisturbed clerk would have written."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from celery import Celery
from django.conf import settings
from django.core.management import call_command
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from battles import log
from campaigns import clerk
from campaigns.models import Fixture
from tests.campaigns.alpha import LastStand
from tests.cast import Cast
from tests.servers import wait_for
from tests.workers import Worker, forget_tasks

pytestmark = [pytest.mark.worker, pytest.mark.django_db(transaction=True)]

Facts = list[tuple[Any, ...]]
MOMENTS = [
    *(f"{when} commit {n}" for n in (1, 2) for when in ("before", "after")),  # 1 settles, 2 counts
    "before acknowledgement",
    "after acknowledgement",
]


class Queue:
    """Tasks for one worker, which no other takes."""

    def __init__(self) -> None:
        self.prefix = f"{settings.REDIS_PREFIX}-{uuid4().hex[:8]}"
        self.app = Celery("killed", broker=settings.TEST_REDIS_URL, set_as_current=False)
        self.app.conf.task_default_queue = settings.CELERY_TASK_DEFAULT_QUEUE
        self.app.conf.broker_transport_options = {"global_keyprefix": f"{self.prefix}:"}

    def send(self, task: str, *args: str) -> str:
        """The task's id."""
        with self.app.connection() as connection:
            return str(self.app.send_task(task, args, connection=connection).id)

    def worker(self, *options: str, **environment: str) -> Worker:
        return Worker(*options, REDIS_PREFIX=self.prefix, **environment)

    def doomed(self, moment: str, *options: str, **environment: str) -> Worker:
        return self.worker("--include", "tests.campaigns.dying", *options, DIES_AT=moment, **environment)


@pytest.fixture
def new_queue(redis_url: str) -> Iterator[Callable[[], Queue]]:
    queues: list[Queue] = []

    def make() -> Queue:
        queues.append(Queue())
        return queues[-1]

    yield make
    for queue in queues:
        forget_tasks(queue.prefix)


def facts(stand: LastStand) -> Facts:
    """Both streams, but for their times and the digests that follow from them."""
    return [
        (row.position, row.type, row.ordinal, row.by, row.via, untimed(row.data), untimed(row.command_data))
        for stream in stand.streams
        for row in log.read(stream)
    ]


def untimed(text: str) -> str:
    return re.sub(r'"digest":"[0-9a-f]{64}"', '"digest":""', text)


def undisturbed(stand: LastStand) -> tuple[Facts, int]:
    """What the clerk would write, and how many statements it takes him. He writes it, and it is undone."""
    with transaction.atomic():
        with CaptureQueriesContext(connection) as queries:
            assert clerk.attend(stand.battle)
        written = facts(stand)
        transaction.set_rollback(True)
    return written, len(queries)


def all_counted(n: int) -> bool:
    return Fixture.objects.filter(status=Fixture.Status.COUNTED).count() == n and not list(clerk.due())


def assert_same(stands: list[LastStand], expected: list[Facts]) -> None:
    assert [facts(stand) for stand in stands] == expected
    call_command("rebuild", "--check")
    call_command("verify")


def test_killed_before_and_after_each_commit_and_acknowledgement(cast: Cast, new_queue: Callable[[], Queue]) -> None:
    """One worker, one battle, one moment; then a healthy worker sweeps, and is given every task once more."""
    stands = [LastStand(cast).drawn().confirmed() for _moment in MOMENTS]
    expected = [undisturbed(stand)[0] for stand in stands]
    queues = [new_queue() for _moment in MOMENTS]
    victims = [queue.doomed(moment, "--pool=solo") for queue, moment in zip(queues, MOMENTS, strict=True)]
    for stand, moment, whole, queue, victim in zip(stands, MOMENTS, expected, queues, victims, strict=True):
        victim.wait_until_ready()
        queue.send("leaguer.attend", stand.battle)
        wait_for(victim.has_died, f"death {moment}")
        assert (facts(stand) == whole) == (moment in MOMENTS[3:]), victim.log
        victim.kill()

    queue = new_queue()
    worker = queue.worker().wait_until_ready()
    queue.send("leaguer.sweep")
    wait_for(lambda: all_counted(len(stands)), "the sweep")
    again = [queue.send("leaguer.attend", stand.battle) for stand in stands]
    wait_for(lambda: all(f"[{task}] succeeded" in worker.log for task in again), "the second delivery")
    worker.stop()
    assert_same(stands, expected)


def test_killed_at_fifty_moments(cast: Cast, new_queue: Callable[[], Queue], tmp_path: Path) -> None:
    """One worker whose processes die once over each of fifty battles, at any statement of it; it goes on by itself.

    Every other battle was settled and counted before, and amended since.
    """
    stands = [LastStand(cast).drawn().confirmed() for _ in range(50)]
    for stand in stands[::2]:
        stand.amended()
    expected, statements = zip(*map(undisturbed, stands), strict=True)
    queue = new_queue()
    worker = queue.doomed(f"statement 1-{min(statements)}", DIED=str(tmp_path)).wait_until_ready()
    for stand in stands:
        queue.send("leaguer.attend", stand.battle)
    wait_for(lambda: all_counted(len(stands)), "fifty battles", patience=120)
    killed = worker.log.count("signal 9 (SIGKILL)")
    worker.kill()  # with so many of its processes lost it would take half a minute to end by itself
    assert killed >= 50
    assert {stand.battle for stand in stands} <= {path.name for path in tmp_path.iterdir()}
    assert_same(stands, list(expected))
