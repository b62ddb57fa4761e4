"""A preview is there before one has looked up: at the start of a long battle, too."""

from __future__ import annotations

from time import thread_time
from uuid import uuid4

import pytest

from battles import door, revising
from rules import all_systems
from rules.contract import Refused
from rules.facts import facts
from rules.revisions import Correct
from rules.timeline import History
from tests.battles.duel import ALICE, report
from tests.bench import battles

pytestmark = pytest.mark.django_db
EVENTS = 200
PROMISED = 0.1  # seconds of this thread's own: the two runs of the suite share the machine


@pytest.mark.parametrize("key", list(all_systems()))
def test_a_correction_at_the_start_of_a_long_battle(key: str) -> None:
    """All later reports decided again; and all of them struck, one by one."""
    stream = str(uuid4())
    assert battles.told(battles.played(EVENTS, key), stream, EVENTS) >= EVENTS
    history = door.history(stream)
    (_muster, first, *others) = history.live_reports()
    corrections = (
        forgotten(history, stream, others[2].position),
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


def forgotten(history: History, stream: str, position: int) -> Correct:
    """The first number of the State that can be one more than it was there."""
    for path, value in facts(history.state(position - 1).play).items():
        if type(value) is int:
            data = {"facts": {path: value + 1}, "reason": "From the battle before"}
            found = Correct(position=position, how="insert", type="Declare", data=data, reason="Forgotten")
            try:
                revising.foresee(stream, report(found), ALICE)
            except Refused:
                continue
            return found
    raise AssertionError("nothing can be declared")
