"""What a process keeps folded is what the log comes to from its first row: looked at behind the suite's back, wherever
something is folded on from what was kept. Short streams every time, long ones now and then."""

from __future__ import annotations

from itertools import count
from typing import Any

from django.db import connection

from battles import log
from battles.folded import Folded
from battles.replay import replay
from tests.length import AT_LENGTH

SHORT, NOW_AND_THEN = 40, 1 if AT_LENGTH else 16
_seen = count()


def compare(kept: Folded[Any]) -> None:
    """`AssertionError` where what is kept is not what is in the log. Where queries are counted none is made."""
    if len(kept.rows) > SHORT and next(_seen) % NOW_AND_THEN:
        return
    rows = kept.rows if connection.queries_logged else log.read(kept.head.stream)
    assert kept.rows == rows, "the rows that are kept are not those of the log"
    state, told = replay(kept.decider, rows)
    assert kept.told == told, "the events that are kept are not those of the log"
    assert kept.state == state, "the state that is kept is not what the log comes to"
    anew = Folded(kept.decider, state, told, rows)
    assert kept.fallen == anew.fallen
    assert kept.reports == anew.reports
    assert kept.weight == anew.weight
