"""What a correction of a battle would change in its season and its league: as it then comes out, within the ranges."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.contrib.auth.models import AnonymousUser
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from battles import handler as battle_handler
from battles import log
from battles.reports import Report
from campaigns import clerk, handler, reach
from campaigns.presenters import reach as presenter
from campaigns.reached import Correction, Reached
from campaigns.season import Season as State
from campaigns.season.penalties import Penalise
from campaigns.season.preview import standings_of, stock_of
from leagues import projections
from leagues.league.values import OVERALL
from leagues.models import League
from rules.adjudicate import Who
from rules.stream import dice, seeds
from tests.campaigns.conftest import Season
from tests.cast import Cast
from tests.grounds import once
from tests.leagues.conftest import Start, Years, spring
from tests.where import BOTH

pytestmark = pytest.mark.django_db
OTHER_WINNER = {"winner": "south", "reason": "Misread"}
ONE_MORE_WRECK = {"winner": "north", "conditions": {"bears-2": {"damage": 2}}, "reason": "Misread"}
TWO_MORE_WRECKS = {
    "winner": "south",
    "conditions": {"bears-1": {"damage": 2}, "bears-2": {"damage": 2}},
    "reason": "Misread",
}


@pytest.fixture
def start(db: None) -> Start:
    return once(twice)


def twice() -> Start:
    """A battle that the season and the league have counted, and another after it."""
    begun = spring()
    begun.season.fight()
    clerk.sweep()
    return begun


@pytest.fixture
def played(start: Start) -> str:
    """The id of the first."""
    return start.battle


def amended(season: Season, battle: str, said: dict[str, Any], reader: Who | None = None) -> Correction:
    who = reader or season.organiser
    report = Report(str(uuid4()), "Amend", json.dumps(said))
    return Correction(battle, True, report, season.organiser, who, who)


def found(correction: Correction, user: Any = None) -> Reached:
    return reach.now(reach.reached(correction, user))


def ratings(years: Years) -> dict[str, int]:
    league, shown = years.state(), {}
    for rated in league.ratings:
        for player, rating in rated.get(OVERALL, {}).items():
            shown[player] = projections.shown(rating, league).rating
    return shown


def within(told: Reached, before: State, after: State, was: dict[str, int], now: dict[str, int]) -> None:
    """Each figure of what came out lies in its range, and what was not told of is as it was."""
    assert told.season is not None
    places = {one.platoon: one for one in told.season.reach.platoons}
    for key, place in standings_of(after).items():
        if key not in places:
            assert place == standings_of(before)[key]
            continue
        one = places[key]
        assert one.rank.low <= place.rank <= one.rank.high
        assert one.score.low <= place.score <= one.score.high
        assert one.purse.low <= place.purse <= one.purse.high
    vehicles = {one.vehicle: one for one in told.season.reach.vehicles}
    for id, stock in stock_of(after).items():
        if id in vehicles:
            assert stock in [one.stock for one in vehicles[id].after]
        else:
            assert stock == stock_of(before)[id]
    (league,) = told.above
    rated = {one.player: one for one in league.ratings}
    for player, rating in now.items():
        if player in rated:
            assert rated[player].before == was[player]
            assert rated[player].after.low <= rating <= rated[player].after.high
        else:
            assert rating == was[player]


@pytest.mark.parametrize(("said", "ways"), [(OTHER_WINNER, 1), (ONE_MORE_WRECK, 2), (TWO_MORE_WRECKS, 4)])
def test_it_comes_out_as_foretold(
    years: Years, season: Season, cast: Cast, played: str, said: dict[str, Any], ways: int
) -> None:
    told = found(amended(season, played, said))
    assert told.battle is not None
    assert told.battle.ends is not None
    assert (len(told.battle.ends.ways), told.battle.ends.whole) == (ways, True)
    assert len(told.battle.ends.hangs) == {1: 0, 2: 1, 4: 2}[ways]  # what fell before is not asked again
    before, was = handler.replay(season.stream)[0], ratings(years)
    season.take_case(played)
    report = Report(str(uuid4()), "Amend", json.dumps(said))
    battle_handler.execute(played, [report], season.organiser, "page")
    season.confirm(played)
    clerk.sweep()
    within(told, before, handler.replay(season.stream)[0], was, ratings(years))


def counts() -> dict[str, int]:
    return {model._meta.db_table: model._default_manager.count() for model in apps.get_models()}


@BOTH
def test_nothing_is_written_and_nobody_waits(years: Years, season: Season, cast: Cast, played: str) -> None:
    before, heads = counts(), [log.head(stream) for stream in (played, season.stream, years.stream)]
    with CaptureQueriesContext(connection) as asked:
        found(amended(season, played, ONE_MORE_WRECK), cast.alice)
    said = [query["sql"] for query in asked if not query["sql"].startswith("SELECT")]
    assert (said, [one for one in asked if "FOR UPDATE" in one["sql"]]) == ([], [])
    assert (counts(), [log.head(stream) for stream in (played, season.stream, years.stream)]) == (before, heads)


def test_the_seed_is_not_looked_at(
    years: Years, season: Season, cast: Cast, played: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def looked(*_args: Any) -> int:
        raise AssertionError("a die was rolled")

    monkeypatch.setattr(dice, "die", looked)
    monkeypatch.setattr(seeds, "die", looked)
    assert found(amended(season, played, TWO_MORE_WRECKS)).season is not None


def test_each_reads_what_they_may_know(years: Years, season: Season, cast: Cast, played: str) -> None:
    """A purse is its players'; a league that is for its members is nothing to a stranger."""
    told = {
        person.username: presenter.told(found(amended(season, played, TWO_MORE_WRECKS, Who(str(person.pk))), person))
        for person in (cast.bob, cast.carol)
    }
    known = {name: [one.platoon for one in each.platoons if one.purse] for name, each in told.items()}
    assert known == {"bob": ["bears"], "carol": ["cats"]}
    assert [len(each.leagues) for each in told.values()] == [1, 1]
    League.objects.update(visibility=League.Visibility.MEMBERS)
    assert found(amended(season, played, ONE_MORE_WRECK), AnonymousUser()).above == ()


def test_two_worlds_read_alike(years: Years, season: Season, cast: Cast, played: str) -> None:
    """What a platoon has in its purse changes no byte of what others read."""
    read = []
    for points in (3, 7):
        with transaction.atomic():
            season.report(season.organiser, Penalise(platoon="bears", points=points, reason="Late"))
            told = presenter.told(found(amended(season, played, TWO_MORE_WRECKS, Who(str(cast.carol.pk))), cast.carol))
            read.append((told.platoons, told.vehicles, told.summary, told.letters, told.rounds))
            transaction.set_rollback(True)
    assert read[0] == read[1]
