"""Who waits for a lock sees then what was committed meanwhile, whatever a server has by default."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, transaction

from battles import log
from campaigns import handler
from campaigns.demo.load import CAMPAIGN
from campaigns.models import User
from campaigns.season.penalties import Penalise
from rules.adjudicate import Who
from tests.battles.duel import report
from tests.campaigns.test_rebuild_waits import closed_after, waiting
from tests.databases import Scratch
from tests.deploy.house import holds
from tests.servers import wait_for


@pytest.mark.only_on("postgresql")
def test_reports_to_one_campaign_wait_for_each_other_and_are_both_taken(database: Scratch) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER DATABASE {database.name} SET default_transaction_isolation = 'repeatable read'")
    connection.close()
    connection.close_pool()  # type: ignore[attr-defined]
    stream, who = str(CAMPAIGN), Who(str(User.objects.get(username="alice").pk), referee=True)
    platoon = next(iter(handler.replay(stream)[0].platoons))
    before = log.head(stream).position

    def tells() -> None:
        handler.execute(stream, [report(Penalise(platoon=platoon, score=1, reason="They came late"))], who, "api")

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            log.lock(stream)
            told = pool.submit(closed_after, tells)
            wait_for(lambda: waiting() == 1, "a report that waits", look=0.01)
            tells()
        told.result(timeout=30)
    assert log.head(stream).position == before + 2
    holds()
