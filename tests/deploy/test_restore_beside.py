"""manage.py restore --replace while others have not been stopped: nobody is refused for that."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest
from django.core.management import CommandError
from django.db import connection, transaction

from battles import handler, locks
from battles.models import Sheet
from rules.adjudicate import Who
from rules.reports import TakeCase
from tests.battles.duel import ALICE, report
from tests.campaigns.test_rebuild_waits import closed_after, waiting
from tests.databases import Scratch
from tests.deploy.house import contents, holds, run
from tests.servers import wait_for

DORA = Who("dora", referee=True)
pytestmark = pytest.mark.only_on("postgresql")


@pytest.fixture(autouse=True)
def _soon_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locks, "PAUSE", 0.05)


def reads(table: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM {table}")


def test_who_reports_and_who_restores_do_not_wait_for_each_other(database: Scratch, file: Path) -> None:
    """The report has the table of sheets, and wants the log; somebody still reads of the tables between."""
    stream = str(Sheet.objects.filter(status="open")[:1].get().pk)
    begun, go_on = Event(), Event()

    def tells() -> None:
        at = handler.execute(stream, [report(TakeCase(reason="Asked to"))], ALICE, "api").position
        begun.set()
        assert go_on.wait(30)
        handler.execute(stream, [report(TakeCase(reason="Me too"))], DORA, "api", at=at)  # its first statement appends

    with ThreadPoolExecutor(2) as pool:
        told = pool.submit(closed_after, tells)
        assert begun.wait(30)
        with transaction.atomic():
            reads("log_sealed")
            restores = pool.submit(closed_after, lambda: run("restore", str(file), "--replace"))
            wait_for(lambda: waiting() == 1, "who restores, and waits", look=0.01)
            go_on.set()
            wait_for(lambda: waiting() == 2 or told.done(), "a report that waits", look=0.01)
        told.result(timeout=60)
        restores.result(timeout=60)
    holds()


def test_who_is_never_let_in_says_so_and_changes_nothing(
    database: Scratch, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locks, "PATIENCE", -1.0)
    before = contents()
    with ThreadPoolExecutor(1) as pool, transaction.atomic():
        reads("campaigns_standing")
        restores = pool.submit(closed_after, lambda: run("restore", str(file), "--replace"))
        with pytest.raises(CommandError, match="Others were at the database"):
            restores.result(timeout=60)
    assert contents() == before
