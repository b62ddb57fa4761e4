"""manage.py partition while others are at the log: who plays, who erases, a backup, another run; and who kills it."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from contextlib import ExitStack
from io import StringIO
from threading import Event, Thread
from typing import Any

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, OperationalError, connection, transaction

from battles import locks, log
from battles.models import LogLine
from deploy import grants
from deploy.backup import make
from tests.battles.logs import NOW, append, entry, written
from tests.databases import Scratch
from tests.deploy.house import forked, holds, play_on, run
from tests.deploy.test_grants import REFUSED, role, serve
from tests.servers import wait_for

pytestmark = pytest.mark.only_on("postgresql")
State = log.partitions.State
__all__ = ["role"]


@pytest.fixture(autouse=True)
def _small_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log.partition_copy, "AT_ONCE", 20)
    monkeypatch.setattr(locks, "PAUSE", 0.05)
    monkeypatch.setattr(locks, "LONG", 0.0)


def rows(table: str) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {table} ORDER BY stream, position")
        return list(cursor.fetchall())


def same() -> bool:
    return rows("log_row") == rows("log_row_whole")


def dies_after(steps: int, name: str) -> Callable[[], None]:
    """`partition`, which is killed when it has done this so many times."""

    def work() -> None:
        where = log.partitions if hasattr(log.partitions, name) else log.partition_copy
        does, done = getattr(where, name), [0]

        def step(*given: Any) -> Any:
            if done[0] == steps:
                os.kill(os.getpid(), signal.SIGKILL)
            done[0] += 1
            return does(*given)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(where, name, step)
            run("partition", "--partitions", "2")

    return work


def killed(work: Callable[[], None]) -> None:
    _pid, status = os.waitpid(forked(work), 0)
    assert os.waitstatus_to_exitcode(status) == -signal.SIGKILL


def test_it_is_killed_over_and_over_and_goes_on(database: Scratch) -> None:
    """People play between, and a stream is forgotten that was copied, and one that was not yet."""
    early, late = "00000000-0000-4000-8000-000000000000", "ffffffff-ffff-4fff-bfff-ffffffffffff"
    for stream in (early, late):
        log.open_stream(stream, "story")
        written(stream=stream)
    killed(dies_after(0, "begin"))
    assert log.partitions.state() is State.PLAIN
    killed(dies_after(2, "copy_some"))
    assert log.partition_copy.copied().rows == 40
    play_on()
    append(early, entry(), after=3)
    killed(dies_after(1, "copy_some"))
    assert log.partition_copy.copied().rows == 60, "it went on where it was"
    for stream in (early, late):
        log.forget_stream(stream, "clerk", "asked to", NOW)
    killed(dies_after(1, "compare_some"))
    killed(dies_after(0, "swap"))
    assert log.partitions.state() is State.COPYING
    written()
    run("partition")
    assert log.partitions.state() is State.BOTH
    play_on()
    assert same()
    holds()


def test_a_second_run_is_refused(lent: Scratch) -> None:
    with log.partitions.alone(), pytest.raises(CommandError, match="Another process is partitioning"):
        run("partition")
    assert log.partitions.state() is State.PLAIN


def test_a_step_waits_for_who_erases(database: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else it would put into the copy what has just gone."""
    locks.in_haste(lambda: log.partitions.begin(2))
    erases, may_end = Event(), Event()

    def erase() -> None:
        with log.lifted(), connection.cursor() as cursor:
            cursor.execute("DELETE FROM log_row WHERE stream = (SELECT min(stream::text)::uuid FROM log_row)")
            erases.set()
            may_end.wait(20)
        connection.close()

    thread = Thread(target=erase)
    thread.start()
    assert erases.wait(20)
    with ExitStack() as later:
        later.callback(thread.join)
        later.callback(may_end.set)
        before = time.monotonic()
        monkeypatch.setattr(locks, "PATIENCE", -1.0)
        with pytest.raises(OperationalError, match="lock timeout"):
            locks.in_haste(log.partition_copy.copy_some)
        assert time.monotonic() - before < 5
        assert log.partition_copy.copied().rows == 0
    run("partition")
    assert same()


def test_a_backup_sees_one_moment_of_one_table(database: Scratch) -> None:
    """It was begun before the tables changed places, and reads the log after: they wait for it. Nobody waits with
    them."""
    url, stream, said = database.environment()["DATABASE_URL"], written(), StringIO()

    def partition() -> None:
        call_command("partition", "--partitions", "2", stdout=said, stderr=said)
        connection.close()

    thread = Thread(target=partition)
    with psycopg.connect(url, autocommit=True) as other, make.one_moment():
        thread.start()
        wait_for(lambda: "It goes on after that" in said.getvalue(), "a change of tables that waits", look=0.01)
        assert other.execute("SELECT count(*) FROM pg_locks WHERE NOT granted").fetchone() == (0,)
        row = "gen_random_uuid(), position, type, version, data, command, ordinal, command_type, command_data, by, via"
        other.execute(f"INSERT INTO log_row SELECT {row}, at, digest FROM log_row WHERE stream = %s", [stream])
        assert log.count_rows() == len([row for page in log.table_copy.copy_out("log_row") for row in page])
        assert log.partitions.state() is State.COPYING
    thread.join()
    assert "The log is partitioned" in said.getvalue()
    assert same()


def test_others_are_at_the_log_again_and_again(database: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locks, "PATIENCE", -1.0)
    monkeypatch.setattr(locks, "are_long", lambda *_tables: False)
    locks.in_haste(lambda: log.partitions.begin(2))
    with psycopg.connect(database.environment()["DATABASE_URL"]) as reader:
        reader.execute("SELECT count(*) FROM log_row")
        with pytest.raises(CommandError, match="What is done is done: run it again"):
            run("partition")
    assert log.partition_copy.copied().all


def test_the_account_that_serves_plays_on_and_the_owner_partitions(role: str) -> None:
    """It may do with the log what it could, at each step, and nothing with the table that was there before."""
    grants.give(role)
    serve(role)
    with pytest.raises(CommandError, match="run it with the DATABASE_URL of that account"):
        run("partition")
    steps: dict[str, Callable[[], object]] = {
        "begun": lambda: locks.in_haste(lambda: log.partitions.begin(2)),
        "done": lambda: run("partition"),
        "upgraded": lambda: grants.give(role),
        "alone": lambda: run("partition", "--drop-old"),
    }
    for step in steps.values():
        with connection.cursor() as cursor:
            cursor.execute("RESET ROLE")
        step()
        serve(role)
        written()
        with make.one_moment():
            assert LogLine.objects.count() == log.count_rows()
        for statement in (*REFUSED, "DELETE FROM log_row_part_0", "INSERT INTO log_row_part_0 SELECT * FROM log_row"):
            with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(statement)
    play_on()
    run("verify")
