"""What a process keeps folded is what the log comes to from its first row: looked at behind the suite's back, wherever
something is folded on from what was kept. One look in so many, drawn by a seed, as a look replays the whole stream;
every one of them in `make soak`, and in the tests that are about it."""

from __future__ import annotations

from random import Random
from threading import active_count
from typing import Any

from django.db import connection

from battles import log
from battles.folded import Folded
from battles.replay import replay
from tests.length import AT_LENGTH

ONE_IN = 1 if AT_LENGTH else 20
_drawn = Random(25)


def sampled(kept: Folded[Any]) -> None:
    """`compare`, now and then."""
    if not _drawn.randrange(ONE_IN):
        compare(kept)


def compare(kept: Folded[Any]) -> None:
    """`AssertionError` where what is kept is not what is in the log. Where queries are counted none is made; where
    others may write at once, rows that have come since are left out."""
    until = None if active_count() == 1 else kept.head.position
    rows = kept.rows if connection.queries_logged else log.read(kept.head.stream, until=until)
    assert kept.rows == rows, "the rows that are kept are not those of the log"
    state, told = replay(kept.decider, rows)
    assert kept.told == told, "the events that are kept are not those of the log"
    assert kept.state == state, "the state that is kept is not what the log comes to"
    anew = Folded(kept.decider, state, told, rows)
    assert kept.fallen == anew.fallen
    assert kept.reports == anew.reports
    assert kept.weight == anew.weight
