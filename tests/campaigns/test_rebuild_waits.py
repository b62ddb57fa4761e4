"""A rebuild comes while one waits for a stream that another has: nobody of the three is refused."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, transaction

from battles import log
from battles.models import Sheet
from campaigns.models import CampaignSheet
from campaigns.projection_rebuild import rebuild
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
