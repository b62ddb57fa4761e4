"""A preview is there before one has looked up: at the start of a long battle, too."""

from __future__ import annotations

from time import thread_time
from uuid import uuid4

import pytest

from battles import door, revising
from rules.revisions import Correct
from tests.battles.duel import ALICE, report
from tests.bench import battles

pytestmark = pytest.mark.django_db
EVENTS = 200
PROMISED = 0.1  # seconds of this thread's own: the two runs of the suite share the machine


def test_a_correction_at_the_start_of_a_long_battle() -> None:
    """All later reports decided again; and all of them struck, one by one."""
    stream = str(uuid4())
    assert battles.told(battles.played(EVENTS), stream, EVENTS) >= EVENTS
    history = door.history(stream)
    (_muster, first, *others) = history.live_reports()
    tank = history.state().muster.units[0].id
    forgotten = {"facts": {f"models.{tank}.damage": 1}, "reason": "From the battle before"}
    corrections = (
        Correct(position=others[2].position, how="insert", type="Declare", data=forgotten, reason="Forgotten"),
        Correct(position=first.position, how="strike", reason="It never was", rest="strike"),
    )
    for correction in corrections:
        seen, took = revising.foresee(stream, report(correction), ALICE), []
        for _time in range(5):
            start = thread_time()
            assert revising.foresee(stream, report(correction), ALICE) == seen
            took.append(thread_time() - start)
        assert seen.again + len(seen.items) + seen.beyond > len(others) / 2
        assert min(took) < PROMISED, correction
