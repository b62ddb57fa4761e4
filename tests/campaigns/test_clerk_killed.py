"""The clerk's worker is killed, or its Redis is gone for a while, while battles settle and rounds close: what is in the
log afterwards is what an undisturbed clerk would have written."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from uuid import uuid4

import pytest
from celery import Celery
from django.conf import settings
from django.core.management import call_command
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from battles import log
from campaigns import clerk
from campaigns.models import Fixture, OutboxMessage, Round, Standing, User
from tests.campaigns.alpha import LastStand, Offensive
from tests.cast import Cast
from tests.length import in_soak
from tests.servers import free_port, private_redis, wait_for
from tests.workers import Worker, forget_tasks

pytestmark = [pytest.mark.worker, pytest.mark.django_db(transaction=True)]
# `make test` kills, and takes Redis away, on PostgreSQL; `make soak` does it on both. What is due is found by a sweep,
# which tests/campaigns/test_clerk.py runs on both.

Facts = list[tuple[Any, ...]]
PAST = "2020-03-14T20:00:00Z"
# Of a confirmed battle: 1 looks whether a proposal is overdue, 2 settles, 3 counts.
COMMITS = [f"{when} commit {n}" for n in (1, 2, 3) for when in ("before", "after")]
MOMENTS = [*COMMITS, "before acknowledgement", "after acknowledgement"]


class Queue:
    """Tasks for one worker, which no other takes."""

    def __init__(self, url: str = "") -> None:
        """`url`: of its Redis; that of the run when none is given."""
        self.prefix, self.url = f"{settings.REDIS_PREFIX}-{uuid4().hex[:8]}", url or settings.TEST_REDIS_URL
        self.app = Celery("killed", broker=self.url, set_as_current=False)
        self.app.conf.task_default_queue = settings.CELERY_TASK_DEFAULT_QUEUE
        self.app.conf.broker_transport_options = {"global_keyprefix": f"{self.prefix}:"}

    def send(self, task: str, *args: str) -> str:
        """The task's id."""
        with self.app.connection() as connection:
            return str(self.app.send_task(task, args, connection=connection).id)

    def worker(self, *options: str, **environment: str) -> Worker:
        return Worker(*options, REDIS_URL=self.url, REDIS_PREFIX=self.prefix, **environment)

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


class Due(NamedTuple):
    """A stream that waits for the clerk, and the last stand or offensive it is of."""

    stand: LastStand | Offensive
    stream: str


def facts(stand: LastStand | Offensive) -> Facts:
    """Its streams, but for their times, the seeds made for dice to come and the digests that follow from them;
    standings; what people are written."""
    rows = [
        (
            *(row.position, row.type, row.ordinal, row.by, row.via),
            untimed(row.data) if row.type != "Reseeded" else "",
            untimed(row.command_data),
        )
        for stream in stand.streams
        for row in log.read(stream)
    ]
    standings = Standing.objects.filter(campaign__stream=stand.campaign).order_by("platoon").values_list()
    letters = OutboxMessage.objects.filter(key__startswith=f"campaign/{stand.campaign}/").order_by("key")
    return [*rows, *standings, *letters.values_list("key", "address", "subject")]


def untimed(text: str) -> str:
    return re.sub(r'"(digest|next_seed)":"[0-9a-f]{64}"', r'"\1":""', text)


def undisturbed(due: Due) -> tuple[Facts, int]:
    """What the clerk would write, and how many statements it takes him at least. He writes it, and it is undone."""
    with transaction.atomic():
        with CaptureQueriesContext(connection) as queries:
            assert clerk.attend(due.stream)
        written = facts(due.stand)
        transaction.set_rollback(True)
    return written, sum(not re.match("(SAVEPOINT|RELEASE)", one["sql"]) for one in queries)


def all_counted(n: int) -> bool:
    """The battles of so many last stands, and nothing waits any more."""
    return Fixture.objects.filter(status=Fixture.Status.COUNTED).count() == n and not list(clerk.due())


def last_stands(waiting: list[Due]) -> int:
    return sum(isinstance(due.stand, LastStand) for due in waiting)


def assert_same(stands: Sequence[LastStand | Offensive], expected: list[Facts]) -> None:
    assert [facts(stand) for stand in stands] == expected
    call_command("rebuild", "--check")
    call_command("verify")


def to_settle(cast: Cast, n: int) -> list[Due]:
    """Battles that both have confirmed; every other one was settled and counted before, and amended since."""
    stands = [LastStand(cast).drawn().confirmed() for _ in range(n)]
    for stand in stands[1::2]:
        stand.amended()
    return [Due(stand, stand.battle) for stand in stands]


def to_cascade(cast: Cast, n: int) -> list[Due]:
    """Battles that were amended once a round had closed on what they had left: all of it is decided again."""
    stands = _with_a_round(cast, n, PAST)
    for stand in stands:
        clerk.attend(stand.battle)
        clerk.attend(stand.campaign)
        stand.amended()
    return [Due(stand, stand.battle) for stand in stands]


def to_close(cast: Cast, n: int) -> list[Due]:
    """Campaigns whose round is over: a fixture nobody mustered, hulls for the workshop, crews to tend."""
    return [Due(stand, stand.campaign) for stand in _with_a_round(cast, n, PAST)]


def to_advance(cast: Cast, n: int) -> list[Due]:
    """Campaigns on a map, whose orders or retreats and then whose round are overdue."""
    offensives = [Offensive(cast, disclosed=one % 2 == 0) for one in range(n)]
    return [Due(one, one.campaign) for one in offensives]


def to_remind(cast: Cast, n: int) -> list[Due]:
    """Campaigns whose round is over in an hour; both players can be written to."""
    for user in (cast.bob, cast.carol):
        User.objects.filter(pk=user.pk).update(email=f"{user.username}@steel.example")
    soon = (timezone.now() + timedelta(hours=1)).strftime("%Y-%m-%dT%H:%M:%SZ")
    return [Due(stand, stand.campaign) for stand in _with_a_round(cast, n, soon)]


def _with_a_round(cast: Cast, n: int, deadline: str) -> list[LastStand]:
    return [LastStand(cast).drawn().confirmed().round_until(deadline) for _ in range(n)]


@in_soak(
    "tests/campaigns/test_clerk_killed.py::test_killed_at_many_moments_and_then_redis_is_gone_for_a_while",
    "tests/campaigns/test_clerk.py::test_a_silent_side_has_confirmed_after_its_time_and_a_second_sweep_finds_nothing",
)
def test_killed_before_and_after_each_commit_and_acknowledgement(cast: Cast, new_queue: Callable[[], Queue]) -> None:
    """One worker, one battle, one moment; then a healthy worker sweeps, and is given every task once more."""
    stands = [LastStand(cast).drawn().confirmed() for _moment in MOMENTS]
    expected = [undisturbed(Due(stand, stand.battle))[0] for stand in stands]
    queues = [new_queue() for _moment in MOMENTS]
    victims = [queue.doomed(moment, "--pool=solo") for queue, moment in zip(queues, MOMENTS, strict=True)]
    for stand, moment, whole, queue, victim in zip(stands, MOMENTS, expected, queues, victims, strict=True):
        victim.wait_until_ready()
        queue.send("leaguer.attend", stand.battle)
        wait_for(victim.has_died, f"death {moment}")
        assert (facts(stand) == whole) == (moment in MOMENTS[MOMENTS.index("after commit 3") :]), victim.log
        victim.kill()

    queue = new_queue()
    worker = queue.worker().wait_until_ready()
    queue.send("leaguer.sweep")
    wait_for(lambda: all_counted(len(stands)), "the sweep")
    again = [queue.send("leaguer.attend", stand.battle) for stand in stands]
    wait_for(lambda: all(f"[{task}] succeeded" in worker.log for task in again), "the second delivery")
    worker.stop()
    assert_same(stands, expected)


@pytest.mark.parametrize(
    ("many", "away"),
    [
        pytest.param((1, 1, 1, 2, 1), 1, marks=pytest.mark.only_on("postgresql")),
        pytest.param((24, 50, 12, 8, 6), 60, marks=pytest.mark.soak),
    ],
)
def test_killed_at_many_moments_and_then_redis_is_gone_for_a_while(
    cast: Cast, tmp_path: Path, many: tuple[int, int, int, int, int], away: int
) -> None:
    """One worker whose processes die once over each of many streams, at any statement of it; it goes on by itself.

    Then its Redis is stopped for so many seconds, in the middle of other streams, and tasks are lost with it, as are
    those that nobody could send meanwhile (every other one). It comes back empty, and beat tells the sweep; `make soak`
    waits the full minute. A worker that was about to acknowledge a task may end over it (kombu has no connection to
    close by then): then the next one is started, as whoever runs the processes does."""
    port = free_port()
    with private_redis(port) as url:
        queue = Queue(url)
        # The worker notices its dead once in a second or two: several die meanwhile. SQLite has one writer at a time.
        processes = 2 if connection.vendor == "sqlite" else len(many)
        worker = queue.doomed("statement", f"--concurrency={processes}", DOOMED=str(tmp_path))
        stands, expected = killed_at_many_moments(cast, queue, worker, tmp_path, many)
        if sum(many) > 10:  # who has lost a hundred processes is slow to take what comes next
            worker.kill()
            worker = queue.worker().wait_until_ready()
        waiting = [*to_settle(cast, 2), *to_close(cast, 1), *to_remind(cast, 1)]
        expected += [undisturbed(due)[0] for due in waiting]
        for due in waiting[::2]:
            queue.send("leaguer.attend", due.stream)
        worker.wait_for(lambda: len(list(clerk.due())) < len(waiting), "the first of them", patience=120)
    time.sleep(away)
    with private_redis(port):
        queue.send("leaguer.sweep")
        done = partial(all_counted, sum(isinstance(stand, LastStand) for stand in stands) + last_stands(waiting))
        worker.wait_for(lambda: done() or worker.has_died(), "the sweep, once Redis is back", patience=120)
        if not done():
            assert "'NoneType' object has no attribute 'hostname'" in worker.log
            worker.kill()
            worker = queue.worker().wait_until_ready()
            worker.wait_for(done, "the sweep of the next worker", patience=120)
        worker.kill()  # with so many of its processes lost it would take half a minute to end by itself
    assert_same([*stands, *(due.stand for due in waiting)], expected)


def killed_at_many_moments(
    cast: Cast, queue: Queue, worker: Worker, doomed: Path, many: tuple[int, int, int, int, int]
) -> tuple[list[LastStand | Offensive], list[Facts]]:
    """Of settling and counting, of a cascade over a closed round, of closing a round, of what comes before that on a
    map, of reminding of a round. The first one always as what is settled has still to be counted.

    What they are of, and what an undisturbed clerk would have written."""
    settle, cascade, close, advance, remind = many
    waiting = [
        *(*to_settle(cast, settle), *to_cascade(cast, cascade), *to_close(cast, close)),
        *(*to_advance(cast, advance), *to_remind(cast, remind)),
    ]
    expected, statements = zip(*map(undisturbed, waiting), strict=True)
    for n, (due, most) in enumerate(zip(waiting, statements, strict=True)):
        (doomed / due.stream).write_text(str(Random(f"moment {n}").randint(1, most) if n else most))
    worker.wait_until_ready()
    for due in waiting:
        queue.send("leaguer.attend", due.stream)
    # however busy the machine is: who hangs is waited for in vain all the same
    worker.wait_for(lambda: all_counted(last_stands(waiting)), "all of them", patience=max(240, 12 * len(waiting)))
    assert [facts(due.stand) for due in waiting] == list(expected)
    assert worker.log.count("signal 9 (SIGKILL)") >= len(waiting) == sum(many)
    assert not list(doomed.iterdir())
    assert Round.objects.filter(status=Round.Status.CLOSED).count() == cascade + close + advance
    assert OutboxMessage.objects.filter(kind__in=("closing", "orders")).count() == 2 * remind
    again = [{row.type for row in log.read(due.stand.campaign)} for due in waiting[settle:][:cascade]]
    assert all("Revised" in types for types in again)
    return [due.stand for due in waiting], list(expected)
