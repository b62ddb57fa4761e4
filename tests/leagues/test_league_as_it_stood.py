"""A league at an earlier moment: API and pages answer as they did then, but for names, which are as of now."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from battles import log
from campaigns import clerk
from campaigns.season.season_end import CloseSeason
from leagues.league.opening import Rename, SetTerms
from leagues.league.players import SetProfile
from leagues.league.season_end import CloseLeagueSeason
from leagues.league.teams import FormTeam
from leagues.presenters.tables import TABLES
from rules.stream.decider import Who
from rules.stream.revision.reports import Undo
from tests.campaigns.conftest import Season
from tests.cast import Cast
from tests.leagues.conftest import Start, Years
from tests.length import AT_LENGTH

pytestmark = pytest.mark.django_db


@pytest.fixture
def fought(start: Start) -> Years:
    """One battle is fought, and counted in the league's season."""
    return start.years


FEW = ("", "players/", "explain/", "events/", "tables/ratings/")


def on(years: Years, season: Season) -> None:
    """Ratings are made anew, the season is over, honours are awarded, the league is called otherwise."""
    years.report(FormTeam(team="wolves", name="The Wolves", captain=""))
    years.report(SetTerms(terms={"rating": "elo"}, reason="We know it"))
    season.report(season.organiser, CloseSeason())
    clerk.sweep()
    years.report(CloseLeagueSeason(season=1))
    years.report(Rename(name="The longer league", reason="It is longer"))


def answers(years: Years, season: Season, cast: Cast, few: bool = False, **query: Any) -> dict[str, Any]:
    """Of every address; of `few` in `make test`."""
    home, bob = f"/api/v1/leagues/{years.stream}/", str(cast.bob.pk)
    asked = ("", "players/", f"players/{bob}/games/", "honours/", "vehicles/", f"vehicles/{season.stream}/bears-1/")
    found = {}
    every = [*asked, "explain/", "teams/", "events/", *(f"tables/{table}/" for table in TABLES)]
    for one in FEW if few and not AT_LENGTH else every:
        response = Client().get(f"{home}{one}", query)
        assert response.status_code == 200, (one, response.content)
        found[one] = response.json() if "csv" not in response["Content-Type"] else response.content.decode()
    return found


@pytest.mark.at_length
def test_the_api_answers_as_it_did_then(fought: Years, season: Season, cast: Cast) -> None:
    before = answers(fought, season, cast)
    head = log.head(fought.stream)
    then, at = head.position, log.read(fought.stream)[-1].at
    on(fought, season)
    now = answers(fought, season, cast)
    assert all(now[one] != before[one] for one in now)
    assert answers(fought, season, cast, at=then) == before
    assert answers(fought, season, cast, True, as_of=at).items() <= before.items()
    assert answers(fought, season, cast, True, as_of="2999-01-01T00:00:00Z").items() <= now.items()
    home = f"/api/v1/leagues/{fought.stream}/players/"
    assert Client().get(home, {"as_of": "1999-01-01T00:00:00Z"}).status_code == 404
    assert Client().get(home, {"at": 10_000}).status_code == 400
    assert Client().get(f"{home}?at=1&as_of={at}").status_code == 400


def test_pages_show_an_earlier_moment(fought: Years, season: Season, cast: Cast) -> None:
    bob = str(cast.bob.pk)
    rated = str(Client().get(f"/api/v1/leagues/{fought.stream}/players/").json()["players"][0]["rating"]["rating"])
    then = log.head(fought.stream).position
    on(fought, season)
    alice = Client()
    alice.force_login(cast.alice)
    page = alice.get(reverse("league", args=["long"]), {"at": then}).content.decode()
    assert "The long league" in page
    assert "As it stood" in page
    assert f"<b>{rated}</b>" in page
    assert "Spring" in page
    assert "Manage the league" not in page  # nothing can be reported there
    assert f'players/{bob}/?at={then}&amp;"' in page
    followed = set(re.findall(r'href="(/leagues/long/(?:players|vehicles|why)/[^"]+)"', page))
    assert len(followed) > 3
    for address in followed:
        assert "As it stood" in alice.get(address.replace("&amp;", "&")).content.decode(), address
    assert alice.get(reverse("league", args=["long"]), {"at": 10_000}).status_code == 404
    assert alice.get(reverse("league", args=["long"]), {"as_of": "never"}).status_code == 422
    assert alice.get(reverse("league", args=["long"]), {"as_of": "2999-01-01T00:00"}).status_code == 200
    assert alice.get(reverse("league-player", args=["long", bob]), {"at": 1}).status_code == 404  # not in it yet


def test_who_hides_now_is_hidden_then(fought: Years, season: Season, cast: Cast) -> None:
    then, bob = log.head(fought.stream).position, str(cast.bob.pk)
    fought.report(SetProfile(player=bob, hidden=True), Who(bob))
    assert Client().get(reverse("league-player", args=["long", bob]), {"at": then}).status_code == 404
    page = Client().get(reverse("league", args=["long"]), {"at": then}).content.decode()
    assert f"players/{bob}/" not in page
    assert Client().get(f"/api/v1/leagues/{fought.stream}/players/{bob}/games/", {"at": then}).status_code == 404


@pytest.mark.at_length
def test_a_correction_is_in_one_reading_and_not_in_the_other(fought: Years, season: Season, cast: Cast) -> None:
    """Of pages and API; and a time leads from the league's page to its campaigns at that time."""
    made = log.head(fought.stream).position + 1
    fought.report(SetTerms(terms={"rating": "elo"}, reason="We know it"))
    fought.report(Rename(name="The longer league", reason="It is longer"))
    renamed, moment = log.head(fought.stream).position, log.read(fought.stream)[-1].at
    published = answers(fought, season, cast, True)
    fought.report(Undo(position=made, reason="We do not"))
    fought.report(Rename(name="The longest league", reason="It is the longest"))
    home = f"/api/v1/leagues/{fought.stream}/"
    then, known = (Client().get(f"{home}?at={renamed}{more}").json() for more in ("", "&corrected=true"))
    assert then["model"].startswith("elo")
    assert known["model"] == Client().get(home).json()["model"] != then["model"]
    assert then["name"] == known["name"] == "The longer league"  # it was renamed again later
    assert answers(fought, season, cast, True, as_of=moment) == published
    assert answers(fought, season, cast, True, as_of=moment, corrected="true") != published
    page = Client().get(reverse("league", args=["long"]), {"as_of": moment}).content.decode()
    assert "A correction reaches back before this moment" in page
    campaign = min(re.findall(r'href="(/campaigns/[^/"]+/\?[^"]*)"', page))
    assert Client().get(campaign.replace("&amp;", "&")).context["moment"].as_of is not None
    for place in ("teams/", "why/?of=honours.1.1", ""):
        address = f"{reverse('league', args=['long'])}{place}"
        wrong = Client().get(address, QUERY_STRING=f"{place.partition('?')[2]}&as_of=never".strip("&"))
        assert wrong.status_code in ((404, 422) if "why" in place else (422,)), place
