"""Careers of vehicles and honours on the pages of a league, and who may not know them."""

from __future__ import annotations

import pytest
from django.test import Client

from campaigns import clerk
from campaigns.models import Campaign
from campaigns.season.season_end import CloseSeason
from leagues import next_season
from leagues.league.honours import HOUSE, ComposeHonour
from leagues.league.players import SetProfile
from leagues.league.season_end import CloseLeagueSeason
from leagues.models import LeagueHonour
from leagues.presenters.badges import BADGES, COMPOSED, drawing
from rules.stream.decider import Who
from tests.campaigns.conftest import Season
from tests.cast import Cast, logged_in
from tests.grounds import once
from tests.leagues.conftest import Start, Years, spring
from tests.leagues.test_league_pages import HOME, page_of, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def start(db: None) -> Start:
    return once(with_an_honour)


def with_an_honour() -> Start:
    """A season that is over: the most kills were Bob's “The Bears”, which an honour of the league is for."""
    begun = spring()
    butcher = ComposeHonour(honour="butcher", name="The butcher", metric="kills", reason="It needs a name")
    begun.years.report(butcher)
    begun.season.report(begun.season.organiser, CloseSeason())
    clerk.sweep()
    begun.years.report(CloseLeagueSeason(season=1))
    return begun


@pytest.fixture
def honoured(start: Start) -> Years:
    return start.years


def bears(season: Season) -> str:
    return f"{HOME}vehicles/{season.stream}/bears-1/"


def told(page: str) -> str:
    """What stands between the frame."""
    return page.partition("<main")[2].partition("</main>")[0]


def test_a_career_goes_on_over_seasons(honoured: Years, season: Season) -> None:
    plan = next_season.plan(honoured.state())
    begun = next_season.begin(
        *(honoured.desk, honoured.organiser, "page"),
        title="Summer",
        names=plan.names,
        entries=plan.entries,
        veteran_points=0,
    )
    again = Season(season.cast)
    again.desk, again.stream = Campaign.objects.get(pk=begun.campaigns[""]), begun.campaigns[""]
    again.win(battle := again.muster())
    again.confirm(battle)
    clerk.sweep()
    page = text(Client(), bears(season))
    later = text(Client(), f"{HOME}vehicles/{again.stream}/bears-1/")
    assert told(page) == told(later)
    for said in ("The Bears", "Spring", "Summer", "The butcher", "season 2", "season 1"):
        assert said in page, said
    assert f"/campaigns/{season.stream}/vehicles/bears-1/" in page
    assert page.count("/battles/") >= 2


def test_pages_name_the_best_vehicles_and_who_is_honoured(honoured: Years, season: Season, cast: Cast) -> None:
    address = bears(season)
    home, bob, career = (text(Client(), url) for url in (HOME, page_of(cast.bob), address))
    for said in ("Hall of fame", "Best vehicles", "The butcher", address):
        assert said in home, said
    assert 'aria-label="The butcher"' in home
    for said in ("Favourite vehicles", "The butcher", address):
        assert said in bob, said
    assert "Honours" not in text(Client(), page_of(cast.carol))
    assert "The butcher" in career
    assert address in text(Client(), f"/campaigns/{season.stream}/vehicles/bears-1/")
    assert Client().get(f"{HOME}vehicles/{season.stream}/nothing-1/").status_code == 404


def test_who_hides_has_no_vehicle_and_no_honour_for_strangers(honoured: Years, season: Season, cast: Cast) -> None:
    honoured.report(SetProfile(player=str(cast.bob.pk), hidden=True), Who(str(cast.bob.pk)))
    address = bears(season)
    home = text(Client())
    assert address not in home
    assert "Hall of fame" not in home
    assert Client().get(address).status_code == 404
    assert address not in text(Client(), f"/campaigns/{season.stream}/vehicles/bears-1/")
    assert "Hall of fame" in text(logged_in(cast.carol))
    assert "The Bears" in text(logged_in(cast.carol), address)


def test_vehicles_of_a_campaign_for_members_are_not_told(honoured: Years, season: Season, cast: Cast) -> None:
    Campaign.objects.filter(pk=season.stream).update(visibility=Campaign.Visibility.MEMBERS)
    address = bears(season)
    assert season.stream not in text(Client())
    assert "The butcher" in text(Client())
    assert Client().get(address).status_code == 404
    assert "The Bears" in text(logged_in(cast.bob), address)


def test_every_honour_of_the_house_has_a_badge_of_its_own(honoured: Years) -> None:
    assert set(BADGES) == set(HOUSE)
    drawn = [drawing(key) for key in HOUSE]
    assert len({*drawn, drawing("butcher")}) == len(HOUSE) + 1
    assert COMPOSED[1] in drawing("butcher", "The <b>utcher")
    assert "&lt;b&gt;" in drawing("butcher", "The <b>utcher")
    assert LeagueHonour.objects.get(honour="butcher").figure == 2
