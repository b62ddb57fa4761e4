"""A season at an earlier row as it is known now: what had been told by then, with every correction made since."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy

import pytest
from msgspec import to_builtins
from pytest_django import DjangoDbBlocker

from battles import log
from campaigns import handler
from campaigns.presenters.as_it_stood import When, told_at
from campaigns.presenters.life import OF_SEASON, Life
from campaigns.season import Season as State
from campaigns.season.penalties import Penalise
from campaigns.season.round_end import CloseRound
from campaigns.season.rounds import OpenRound
from campaigns.season.standings import standings
from campaigns.simulation import simulate
from rules.stream.revision.reports import Correct, Undo
from tests.campaigns.conftest import shared_season
from tests.length import AT_LENGTH, some_of
from tests.pages.seasons import FAR, League

pytestmark = pytest.mark.django_db


def table(season: State) -> list[tuple[str, int, int]]:
    return [(one.platoon, one.score, one.played) for one in standings(season)]


def score(league: League, when: When, platoon: str = "bears") -> int:
    return next(one[1] for one in table(told_at(league.stream, when).season) if one[0] == platoon)


def row(league: League, type_: str) -> int:
    return next(one.position for one in log.read(league.stream) if one.type == type_)


@pytest.fixture(scope="module")
def at_first(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[League]:
    """The bears have won, are penalised 3, and the round is closed; the next is open."""
    with shared_season(django_db_blocker, League) as league:
        league.start()
        league.play_it()
        league.tell(league.organiser, Penalise(platoon="bears", score=3, reason="Late"))
        league.tell(league.organiser, CloseRound(round=1))
        league.tell(league.organiser, OpenRound(deadline=FAR))
        yield league


@pytest.fixture
def league(db: None, at_first: League) -> League:
    return deepcopy(at_first)


def test_what_was_taken_back_later_is_not_there(league: League) -> None:
    penalised, closed = row(league, "Penalised"), row(league, "RoundClosed")
    published = {at: score(league, When(at)) for at in (penalised - 1, penalised, closed)}
    league.tell(league.organiser, Undo(position=penalised, reason="She was not"))
    for at in (penalised - 1, penalised, closed):
        assert score(league, When(at)) == published[at]
    assert score(league, When(penalised, True)) == score(league, When(closed, True)) == published[closed] + 3
    before = told_at(league.stream, When(penalised - 1, True))
    assert [one.position for one in before.rows][-1] == penalised - 1  # nothing reaches back before it
    assert [one for one in told_at(league.stream, When(penalised, True)).facts if one[0].position == penalised] == []


def test_what_was_changed_is_there_as_it_is_now_and_nothing_of_later(league: League) -> None:
    penalised, closed = row(league, "Penalised"), row(league, "RoundClosed")
    published = score(league, When(penalised))
    other = to_builtins(Penalise(platoon="bears", score=1, reason="Late"))
    league.tell(league.organiser, Correct(position=penalised, how="change", data=other, reason="by the rules"))
    known = told_at(league.stream, When(penalised, True)).season
    assert score(league, When(penalised)) == published
    assert score(league, When(penalised, True)) == published + 2
    assert known.under_way is not None  # the round was closed later
    assert told_at(league.stream, When(closed, True)).season.under_way is None
    life = Life(log.read(league.stream))
    assert [bool(stop.since) for stop in life.stops(OF_SEASON)] == [False, False, True, True, False]
    assert life.since(penalised - 1) == ()


@pytest.mark.at_length
def test_where_no_correction_reaches_back_both_readings_are_one() -> None:
    """Of a season that was simulated with corrections, at its rows; at its head the reading is the season as it is."""
    played = ("tanks", 4, 2, 7) if AT_LENGTH else ("fluid_time", 4, 1, 7)
    reporters = simulate(*played, "The Historians", 0)
    rows = log.read(reporters.campaign)
    life, differ = Life(rows), 0
    now = handler.replay(reporters.campaign)[0]
    assert table(told_at(reporters.campaign, When(len(rows), True), rows).season) == table(now)
    ends = [one.position for one, then in zip(rows, [*rows[1:], rows[0]], strict=True) if then.ordinal == 0]
    for at in some_of(ends, 8):
        then, known = (told_at(reporters.campaign, When(at, corrected), rows) for corrected in (False, True))
        if life.since(at):
            differ += [one.event for one in then.live] != [one.event for one in known.live]
        else:
            assert [one.position for one in known.live] == [one.position for one in then.live], at
            assert table(known.season) == table(then.season)
    assert differ
