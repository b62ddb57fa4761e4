"""A preview is there before one has looked up: at the start of a long battle, too."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import Any
from uuid import uuid4

import pytest

from battles import handler, viewer
from rules import all_systems
from rules.battle import History
from rules.contract import Refused
from rules.stream.facts import facts
from rules.stream.revision.reports import Correct
from tests.battles.duel import ALICE, report
from tests.bench import battles
from tests.rules.recordings import decided_again

pytestmark = [pytest.mark.django_db, pytest.mark.only_on("sqlite")]
EVENTS = 100
# Times what it costs to read the battle and to decide it once again, in calls of functions: 1.8 was counted.
PROMISED = 2


@pytest.mark.parametrize("key", list(all_systems()))
def test_a_correction_at_the_start_of_a_long_battle(key: str) -> None:
    """All later reports decided again; and all of them struck, one by one. What cannot be decided again is kept as
    facts, and whether a card lies open is seen by laying the battle out without it: each is one look at the battle."""
    stream, played = str(uuid4()), battles.played(EVENTS, key)
    assert battles.told(played, stream, EVENTS) >= EVENTS
    once = calls(lambda: list(decided_again(played.entries)))[0] + calls(partial(handler.history, stream))[0]
    history = handler.history(stream)
    state = history.state()
    look = calls(partial(history.decider.possible, state))[0] + 3 * calls(partial(history.decider.facts, state))[0]
    (_muster, first, *others) = history.live_reports()
    corrections = (
        forgotten(history, stream, others[2].position),
        Correct(position=first.position, how="strike", reason="It never was", rest="strike"),
    )
    for correction in corrections:
        cost, seen, again = calls(partial(viewer.foresee, stream, report(correction), ALICE))
        assert again == seen
        assert seen.again + len(seen.items) + seen.beyond > len(others) / 2
        looks = len(state.muster.secrets) + (0 if correction.rest else len(seen.items))
        assert cost < PROMISED * once + looks * look, correction


def calls(work: Callable[[], Any]) -> tuple[int, Any, Any]:
    """How many functions the work calls, of Python and of C, and what it gave before that and then. A time would tell
    of the machine, too."""
    counted = 0

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal counted
        counted += event in {"call", "c_call"}

    first = work()  # what is kept from a first time on is not counted
    sys.setprofile(count)
    try:
        again = work()
    finally:
        sys.setprofile(None)
    return counted, first, again


def forgotten(history: History, stream: str, position: int) -> Correct:
    """The first number of the State that can be one more than it was there."""
    for path, value in facts(history.state(position - 1).play).items():
        if type(value) is int:
            data = {"facts": {path: value + 1}, "reason": "From the battle before"}
            found = Correct(position=position, how="insert", type="Declare", data=data, reason="Forgotten")
            try:
                viewer.foresee(stream, report(found), ALICE)
            except Refused:
                continue
            return found
    raise AssertionError("nothing can be declared")
