"""The next season of a league, made from the last."""

from __future__ import annotations

import pytest

from campaigns import clerk, handler
from campaigns.models import Campaign, CampaignSheet, Vehicle
from campaigns.season.season_end import CloseSeason
from leagues import next_season
from leagues.league.history import ImportSeason
from leagues.league.season_end import CloseLeagueSeason
from leagues.league.values import Division
from leagues.models import LeagueMachine
from rules.contract import Refused
from tests.campaigns.conftest import Season
from tests.cast import Cast, gathered
from tests.grounds import once
from tests.leagues.book import campaign, game
from tests.leagues.conftest import Homeward, Start, Years

pytestmark = pytest.mark.django_db


def over(years: Years, season: Season, division: str = "") -> None:
    """A season that Bob has won, and that is closed in its campaign and in the league."""
    season.begin()
    season.fight()
    clerk.sweep()
    season.report(season.organiser, CloseSeason())
    years.add(season, division=division, title="Season 1")
    clerk.sweep()
    years.report(CloseLeagueSeason(season=1))


def season_over() -> Start:
    season = Homeward(gathered())
    years = Years(season.cast)
    over(years, season)
    return Start(years, season)


@pytest.fixture
def start(db: None) -> Start:
    return once(season_over)


def test_a_season_under_way_is_not_followed_yet(years: Years, season: Season) -> None:
    with pytest.raises(Refused, match="no season yet"):
        next_season.plan(years.state())
    season.begin()
    years.add(season)
    with pytest.raises(Refused, match="under way"):
        next_season.plan(years.state())


def test_a_season_of_before_is_not_followed(years: Years) -> None:
    games = (game(campaign(9), 1, "past-1", "past-2", how="history"),)
    past = ImportSeason(campaign=campaign(9), title="2019", games=games, names={"past-1": "Otto", "past-2": "Emil"})
    years.report(past)
    with pytest.raises(Refused, match="no campaign here"):
        next_season.plan(years.state())


def test_who_returns_has_what_came_home_with_its_crews(start: Start, cast: Cast) -> None:
    years, season, _battle = start
    plan = next_season.plan(years.state())
    assert (plan.number, plan.title, plan.names) == (2, "Season 2", {"": "Season 2"})
    bears = next(one for one in plan.entries if one.platoon == "bears")
    assert (bears.player, bears.vehicles, bears.veterans) == (str(cast.bob.pk), 2, 1)
    begun = next_season.begin(
        years.desk,
        years.organiser,
        "page",
        title=plan.title,
        names=plan.names,
        entries=plan.entries,
        veteran_points=0,
    )
    there = {one.name for one in plan.entries if one.vehicles}  # of the cats' wrecks all may be lost
    assert (begun.number, begun.enlisted, begun.kept) == (2, len(there), 1)
    assert {one.entry.name for one in begun.left} == {"Bears", "Cats"} - there
    following = handler.replay(begun.campaigns[""])[0]
    assert {one.name for one in following.platoons.values()} == there
    fury = next(one for one in following.vehicles.values() if one.name == "The Bears")
    assert (fury.crew.experience, fury.origin) == (3, f"{season.stream}/bears-1")
    assert years.state().under_way is not None
    clerk.sweep()
    assert {one.season for one in LeagueMachine.objects.all()} == {1}


def test_players_go_where_the_organiser_puts_them(cast: Cast, season: Season) -> None:
    years = Years(cast, Division(key="one", name="One"), Division(key="two", name="Two"))
    over(years, season, "one")
    plan = next_season.plan(years.state())
    assert {one.player: one.division for one in plan.entries} == {str(cast.bob.pk): "one", str(cast.carol.pk): "two"}
    with pytest.raises(Refused, match="no division that plays"):
        next_season.begin(
            *(years.desk, years.organiser, "page"),
            title="Two",
            names={"one": "Only one"},
            entries=plan.entries,
            veteran_points=None,
        )
    assert Campaign.objects.count() == 1
    entries = [one._replace(division="two") for one in plan.entries]
    foreseen = next_season.begin(
        *(years.desk, years.organiser, "page"),
        title=plan.title,
        names=plan.names,
        entries=entries,
        veteran_points=None,
        dry_run=True,
    )
    assert (foreseen.enlisted > 0, Campaign.objects.count(), years.state().under_way) == (True, 1, None)
    assert years.state().players[str(cast.bob.pk)].division == "one"
    begun = next_season.begin(
        *(years.desk, years.organiser, "page"),
        title=plan.title,
        names=plan.names,
        entries=entries,
        veteran_points=None,
    )
    assert years.state().players[str(cast.bob.pk)].division == "two"
    assert sorted(CampaignSheet.objects.values_list("name", flat=True)) == [
        *("Season 2 – One", "Season 2 – Two"),
        season.desk.name,
    ]
    two = begun.campaigns["two"]
    assert str(cast.bob.pk) in {one.player for one in handler.replay(two)[0].platoons.values()}
    assert not Vehicle.objects.filter(campaign__pk=two, experience__gt=0).exists()


def test_what_cannot_be_enlisted_is_left_to_its_player(start: Start) -> None:
    years = start.years
    plan = next_season.plan(years.state())
    twice = (plan.entries[0], plan.entries[0]._replace(name="The same again"))
    begun = next_season.begin(
        *(years.desk, years.organiser, "page"), title="Two", names=plan.names, entries=twice, veteran_points=None
    )
    ((entry, why),) = begun.left
    assert (begun.enlisted, entry.name, "taken" in why.text()) == (1, "The same again", True)
