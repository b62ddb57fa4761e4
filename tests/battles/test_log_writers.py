"""Many writers at one stream: each report in the log once, positions dense, nobody's rows lost."""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection, transaction

from battles import log
from tests.battles.logs import append, entry, opened

pytestmark = pytest.mark.django_db(transaction=True)
WRITERS = 8


def together(work: Callable[[int], object]) -> list[object]:
    """What each of the writers answers, all started at once, each on its own connection. An exception is an answer."""
    barrier = Barrier(WRITERS)

    def run(number: int) -> object:
        try:
            barrier.wait(timeout=30)
            return work(number)
        except log.Conflict as conflict:
            return conflict
        finally:
            connection.close()

    with ThreadPoolExecutor(WRITERS) as pool:
        return list(pool.map(run, range(WRITERS)))


def test_writers_that_lock_all_succeed() -> None:
    stream = opened()

    def write(number: int) -> None:
        for turn in range(10):
            with transaction.atomic():
                log.lock(stream)
                position = log.read(stream)[-1:]
                pair = [entry(data={"writer": number, "turn": turn, "of": n}) for n in (1, 2)]
                append(stream, *pair, after=position[0].position if position else 0)

    assert together(write) == [None] * WRITERS
    rows = log.read(stream)
    assert [row.position for row in rows] == list(range(1, WRITERS * 20 + 1))
    assert set(Counter(row.data for row in rows).values()) == {1}
    assert log.verify_stream(stream) is None


def test_writers_that_do_not_lock_meet_a_conflict_and_never_each_others_rows() -> None:
    stream = opened()
    for after in range(5):
        answers = together(lambda number, after=after: append(stream, entry(), after=after))  # type: ignore[misc]
        assert sum(isinstance(answer, log.Conflict) for answer in answers) == WRITERS - 1
        assert log.head(stream).position == after + 1
    assert log.verify_stream(stream) is None


def test_the_same_report_sent_by_all_is_in_the_log_once() -> None:
    stream, report = opened(), entry()

    def write(number: int) -> None:
        with transaction.atomic():
            log.lock(stream)
            append(stream, report, after=log.head(stream).position)

    answers = together(write)
    assert sum(isinstance(answer, log.Conflict) for answer in answers) == WRITERS - 1
    assert [row.command for row in log.read(stream)] == [str(report.command)]
