"""Every report of a campaign's log decided again, from its rows alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

from django.db import connection
from django.utils import timezone

from battles import command_handler, log
from campaigns.season import Season, decide, evolve, start
from campaigns.season.decider import FACTS, REPORTS, SEASONS
from campaigns.season.kept_events import Opened
from campaigns.season.mending import MENDING
from campaigns.season.recorded_reports import ruled_on
from rules.adjudicate import Who
from rules.contract import Event
from rules.stream.codec import as_ruled_on
from rules.stream.dice import FallenDice, SeededDice
from rules.stream.revision.reports import Revised


class Asked(AssertionError):
    """Somebody asked the clock or the database."""


@contextmanager
def alone() -> Iterator[None]:
    """Neither clock nor database answers."""

    def refuse(*_args: Any, **_kwargs: Any) -> None:
        raise Asked("deciding again asks neither clock nor database")

    with connection.execute_wrapper(refuse), mock.patch.object(timezone, "now", refuse):
        yield


def reports(rows: list[log.Row]) -> Iterator[list[log.Row]]:
    first = 0
    for n in range(1, len(rows) + 1):
        if n == len(rows) or rows[n].ordinal == 0:
            yield rows[first:n]
            first = n


def folded(season: Season | None, rows: list[log.Row], one: list[log.Row]) -> Season:
    """The season after the report `one`, as it stood then; what a revision leaves is read from all rows up to it."""
    events = [FACTS.decode(row.type, row.version, row.data) for row in one]
    if any(isinstance(event, Revised) for event in events):
        return command_handler.replay(SEASONS, rows[: one[-1].position])[0]
    for row, event in zip(one, events, strict=True):
        season = _evolved(season, event, row.position, row.digest)
    assert season is not None
    return season


def differing(rows: list[log.Row], opening: bool = True) -> list[tuple[int, list[str], list[str]]]:
    """The reports that come to other events, by position. Without `opening` the first one is only folded: what a
    release freezes as a campaign opens is its own. Each is decided on the season as it stood then; what mends it is
    only folded."""
    season: Season | None = None
    found = []
    with alone():
        for one in reports(rows):
            then = [FACTS.decode(row.type, row.version, row.data) for row in one]
            mends = one[0].command_type in {kind.__name__ for kind in MENDING.commands} or isinstance(then[0], Revised)
            if mends or not (opening or season is not None):
                season = folded(season, rows, one)
                continue
            season, again = _again(season, one, then)
            texts = [[str(FACTS.encode(event)) for event in events] for events in (then, again)]
            if texts[0] != texts[1]:
                found.append((one[0].position, texts[0], texts[1]))
                season = command_handler.replay(SEASONS, rows[: one[-1].position])[0]
    return found


def _again(season: Season | None, rows: list[log.Row], then: list[Event]) -> tuple[Season, list[Event]]:
    """What the report comes to, and the season after it: that is folded in place while it is decided. Where it comes to
    what its rows have, they leave the season so."""
    told = REPORTS.decode(rows[0].command_type, as_ruled_on(rows[0].command_data))
    command, events = ruled_on(season, told, then), list[Event]()
    who = MENDING.reporter(season, command, rows[0].by) if season else Who(rows[0].by, referee=True)
    dice = SeededDice(SEASONS.seed(season)) if season is not None else FallenDice()
    for event in decide(season, command, who, dice):
        row = rows[min(len(events), len(rows) - 1)]
        events.append(event)
        season = _evolved(season, event, row.position, row.digest)
    assert season is not None
    return season, events


def _evolved(season: Season | None, event: Event, position: int, digest: str) -> Season:
    if season is None:
        assert isinstance(event, Opened)
        season = start(event)
        season.head = (position, digest)
        return season
    evolve(season, event, position, digest)
    return season
