"""A rebuild comes while one waits for a stream that another has: nobody of the three is refused."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from time import sleep

import pytest
from django.db import connection, transaction

from battles import locks, log
from battles.models import Sheet
from campaigns.models import CampaignSheet
from campaigns.projection_rebuild import READ_TABLES, rebuild
from tests.battles.duel import BOB, SHOT, Duel
from tests.servers import wait_for

pytestmark = [pytest.mark.only_on("postgresql"), pytest.mark.django_db(transaction=True)]


WAITING = """
SELECT count(DISTINCT pid) FROM pg_locks WHERE NOT granted AND pid IN (
    SELECT pid FROM pg_locks WHERE database = (SELECT oid FROM pg_database WHERE datname = current_database())
)
"""


def waiting() -> int:
    with connection.cursor() as cursor:
        cursor.execute(WAITING)
        return int(cursor.fetchone()[0])


def closed_after(work: Callable[[], object]) -> None:
    try:
        work()
    finally:
        connection.close()


def test_a_report_a_rebuild_and_who_forgets_something_do_not_wait_for_each_other() -> None:
    """The report waits for its battle and has the table of sheets; the rebuild has the tables before that, of which who
    has the battle wants one."""
    duel = Duel().moved()
    duel.watched = False
    with ThreadPoolExecutor(2) as pool:
        with transaction.atomic():
            log.lock(duel.stream)
            report = pool.submit(closed_after, lambda: duel.tell(BOB, SHOT))
            wait_for(lambda: waiting() == 1, "a report that waits", look=0.01)
            rebuilds = pool.submit(closed_after, lambda: rebuild(lambda difference: None))
            wait_for(lambda: waiting() == 2, "a rebuild that waits", look=0.01)
            Sheet.objects.filter(pk=duel.stream).update(voided="made anew")
            CampaignSheet.objects.update(name="made anew")
        report.result(timeout=30)
        rebuilds.result(timeout=30)
    duel.check()


def test_who_waits_for_one_table_after_the_other_lets_others_by_all_the_same() -> None:
    """Each is to be had within the limit, and all of them are not. Who has the last one wants the first."""
    first, second, third, last = (model._meta.db_table for model in READ_TABLES[:4])
    begun, go_on = Event(), Event()

    def lets_go() -> None:
        with transaction.atomic():
            lock(third)
            with transaction.atomic():
                lock(second)
                begun.set()
                assert go_on.wait(30)
                sleep(0.4)
                transaction.set_rollback(True)
            sleep(0.4)

    def all_of_them() -> None:
        with transaction.atomic():
            locks.together([first, second, third, last], "SHARE ROW EXCLUSIVE")

    with ThreadPoolExecutor(2) as pool:
        lets = pool.submit(closed_after, lets_go)
        assert begun.wait(30)
        with transaction.atomic():
            lock(last)
            together = pool.submit(closed_after, all_of_them)
            wait_for(lambda: waiting() == 1, "who wants all of them", look=0.01)
            go_on.set()
            lock(first)
        for one in (lets, together):
            one.result(timeout=30)


def lock(table: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"LOCK TABLE {table} IN ROW EXCLUSIVE MODE")
