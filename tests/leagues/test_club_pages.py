"""A club's page, calendar and address in the API: what each reader finds there, and whose name they do not read."""

from __future__ import annotations

import json

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaigns import clerk
from campaigns.models import Campaign, Club, User
from campaigns.models.desk import Readers
from campaigns.season.appointments import SetDate
from campaigns.season.rounds import OpenRound
from campaigns.season.season_end import CloseSeason
from campaigns.season.values import Pairing
from leagues.league.players import SetProfile
from leagues.models import League
from rules.stream.decider import Who
from tests.campaigns.conftest import Season
from tests.cast import Cast, ClubFactory, logged_in
from tests.leagues.conftest import Start, Years
from tests.where import BOTH

pytestmark = pytest.mark.django_db

HOME = "/clubs/steel/"


@pytest.fixture
def fought(start: Start) -> Years:
    """A league with one season under way, in which Bob has beaten Carol."""
    return start.years


def text(client: Client, url: str = HOME) -> str:
    response = client.get(url)
    assert response.status_code == 200, (url, response.status_code)
    return response.content.decode()


def test_a_club_without_anything_says_so(cast: Cast) -> None:
    page = text(Client())
    for said in ("Steel Club", "no league yet", "No campaign is under way", "No date", "No battle", "Nobody yet"):
        assert said in page, said
    assert "Found a league" not in page
    assert "Found a league" in text(logged_in(cast.alice))
    assert ">bob<" in text(logged_in(cast.carol))
    assert Client().get("/clubs/nowhere/").status_code == 404
    assert Client().get(f"{HOME}colour.css").status_code == 404


@BOTH
def test_a_visitor_reads_leagues_campaigns_results_and_who_plays(fought: Years, season: Season, cast: Cast) -> None:
    Club.objects.update(about="We meet on Mondays", colour="#ffe600")
    page = text(Client())
    for said in ("We meet on Mondays", "The long league", "The long ridge", "season 1", ">alice<", "colour.css?ffe600"):
        assert said in page, said
    assert f'href="/leagues/long/players/{cast.bob.pk}/"' in page
    assert "<dt>Leagues</dt><dd>1</dd>" in page
    assert "--accent" in text(Client(), f"{HOME}colour.css")
    season.report(season.organiser, CloseSeason())
    clerk.sweep()
    page = text(Client())
    assert "Campaigns that are over" in page
    assert "No campaign is under way" in page


def test_pages_of_leagues_and_campaigns_and_the_front_page_lead_to_it(fought: Years, season: Season) -> None:
    for url in ("/", "/leagues/", "/leagues/long/", f"/campaigns/{season.stream}/", "/clubs/"):
        assert f'<a href="{HOME}" translate="no">Steel Club</a>' in text(Client(), url), url
    assert 'href="/clubs/"' in text(Client(), "/")


def test_a_club_for_members_is_not_there_for_strangers(fought: Years, season: Season, cast: Cast) -> None:
    Club.objects.update(visibility=Readers.MEMBERS, colour="#ffe600")
    for client in (Client(), logged_in(cast.dave)):
        for url in (HOME, f"{HOME}calendar.ics", f"{HOME}colour.css", "/api/v1/clubs/steel/"):
            assert client.get(url).status_code == 404, url
        for url in ("/", "/leagues/long/", f"/campaigns/{season.stream}/", "/clubs/"):
            assert HOME not in text(client, url), url
        assert client.get("/api/v1/clubs/").json()["clubs"] == []
    bob = logged_in(cast.bob)
    assert bob.get(HOME).headers["X-Robots-Tag"] == "noindex"
    assert HOME in text(bob, "/")


def test_what_is_for_members_is_not_told_to_strangers(fought: Years, season: Season, cast: Cast) -> None:
    Campaign.objects.update(visibility=Campaign.Visibility.MEMBERS)
    League.objects.update(visibility=League.Visibility.UNLISTED)
    for url in (HOME, f"{HOME}calendar.ics", "/api/v1/clubs/steel/"):
        told = text(Client(), url)
        for said in ("The long ridge", "The long league", season.stream, ">bob<", str(cast.bob.pk)):
            assert said not in told, (url, said)
    assert "The long ridge" in text(logged_in(cast.bob))


def test_who_hides_in_a_league_is_nobody_to_strangers_here(fought: Years, cast: Cast) -> None:
    bob = str(cast.bob.pk)
    cast.club.organisers.add(cast.bob)
    fought.report(SetProfile(player=bob, alias="Panther", hidden=True), Who(bob))
    for url in (HOME, "/api/v1/clubs/steel/"):
        for reader in (Client(), logged_in(cast.dave)):
            told = text(reader, url)
            for name in ("bob", "Panther", bob):
                assert name not in told, (url, name)
    assert ">Panther<" in text(logged_in(cast.carol))
    said = logged_in(cast.carol).get("/api/v1/clubs/steel/").json()
    assert said["people"][bob] == "Panther"
    assert bob in said["officers"]


def test_where_a_league_keeps_names_its_club_keeps_them(season: Season, cast: Cast) -> None:
    years = Years(cast, show_names=False)
    season.begin()
    years.add(season)
    season.fight()
    clerk.sweep()
    page = text(Client())
    for person in (cast.alice, cast.bob, cast.carol):
        assert person.username not in page
    assert ">B.<" in page
    assert ">bob<" in text(logged_in(cast.carol))


def test_its_dates_stand_on_the_page_and_in_its_calendar(season: Season, cast: Cast) -> None:
    season.begin()
    season.report(season.organiser, OpenRound(deadline="", pairings=(Pairing(home="bears", away="cats"),)))
    said = {"at": "2199-01-01T18:00:00Z", "place": "Hall 3", "reason": "The last free evening"}
    season.report(season.organiser, SetDate(fixture="r1-1", **said))
    page, dates = text(Client()), text(Client(), f"{HOME}calendar.ics").replace("\r\n ", "")
    assert "1 January, 18:00" in page
    assert "Hall 3" not in page
    assert "(The long ridge)" in dates
    assert "DTSTART:21990101T180000Z" in dates
    assert "LOCATION" not in dates
    assert "Hall 3" in text(logged_in(cast.bob))
    assert "LOCATION:Hall 3" in text(logged_in(cast.bob), f"{HOME}calendar.ics")
    assert text(Client(), "/api/v1/clubs/steel/calendar.ics").replace("\r\n ", "") == dates
    Campaign.objects.update(visibility=Campaign.Visibility.UNLISTED)
    assert "The long ridge" not in text(Client(), f"{HOME}calendar.ics")


def test_programs_read_clubs(fought: Years, season: Season, cast: Cast) -> None:
    ClubFactory.create(name="Anvil", slug="anvil")
    first = Client().get("/api/v1/clubs/?limit=1").json()
    assert [one["short"] for one in first["clubs"]] == ["anvil"]
    assert [one["short"] for one in Client().get(first["next"]).json()["clubs"]] == ["steel"]
    answer = Client().get("/api/v1/clubs/steel/")
    said = json.loads(answer.content)
    assert [one["name"] for one in said["leagues"]] == ["The long league"]
    assert [one["id"] for one in said["campaigns"]] == [season.stream]
    assert (said["officers"], set(said["members"])) == ([str(cast.alice.pk)], {str(cast.bob.pk), str(cast.carol.pk)})
    assert Client().get("/api/v1/clubs/steel/", headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304


def test_more_of_everything_takes_no_more_queries(fought: Years, cast: Cast) -> None:
    def queries(url: str) -> int:
        with CaptureQueriesContext(connection) as found:
            text(client, url)
        return len(found)

    client = logged_in(cast.carol)
    first = [queries(url) for url in (HOME, "/clubs/", "/")]
    more = Season(cast).begin()
    more.fight()
    fought.desk.slug = "first"
    fought.desk.save()
    Years(cast).add(more)
    clerk.sweep()
    ClubFactory.create(members=[cast.carol], visibility=Readers.MEMBERS)
    assert [queries(url) for url in (HOME, "/clubs/", "/")] == first
    assert first[0] <= 36


def test_organisers_say_in_the_office_how_their_club_is_shown(cast: Cast) -> None:
    User.objects.filter(pk=cast.alice.pk).update(is_staff=True)
    office = f"/admin/campaigns/club/{cast.club.pk}/change/"
    alice = logged_in(cast.alice)
    for field in ("about", "colour", "visibility"):
        assert f'name="{field}"' in text(alice, office)
    said = {"name": "Steel Club", "slug": "steel", "organisers": [cast.alice.pk], "members": [cast.bob.pk]}
    said |= {"about": "On Mondays", "colour": "#2f6f4e", "visibility": "unlisted", "talk": "off"}
    assert alice.post(office, said | {"colour": "green"}).status_code == 200
    assert alice.post(office, said).status_code == 302
    assert "On Mondays" in text(Client())
    assert "Steel Club" not in text(Client(), "/clubs/")
