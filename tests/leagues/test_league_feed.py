"""A league's feed: what its newest seasons make known, of those that the visitor may read."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaigns import clerk
from campaigns.models import Campaign
from campaigns.season.rounds import OpenRound
from leagues.models import League
from tests.campaigns.conftest import Season
from tests.cast import Cast, gathered, logged_in
from tests.grounds import once
from tests.leagues.conftest import Homeward, Start, Years
from tests.where import BOTH

pytestmark = [pytest.mark.django_db, BOTH]
ATOM = "{http://www.w3.org/2005/Atom}"
FEED = "/leagues/long/feed.atom"


@pytest.fixture
def start(db: None) -> Start:
    return once(with_a_round)


def with_a_round() -> Start:
    season = Homeward(gathered())
    years = Years(season.cast)
    season.begin()
    years.add(season)
    season.report(season.organiser, OpenRound(method="everyone"))
    season.fight()
    clerk.sweep()
    return Start(years, season)


@pytest.fixture
def played(start: Start) -> Season:
    return start.season


def titles(client: Client) -> list[str]:
    response = client.get(FEED)
    assert response.status_code == 200
    assert response.headers["Content-Type"] == "application/atom+xml; charset=utf-8"
    entries = ElementTree.fromstring(response.content).findall(f"{ATOM}entry")
    return sorted(one.findtext(f"{ATOM}title") or "" for one in entries)


def test_it_tells_what_its_seasons_make_known_to_who_may_read_them(played: Season, cast: Cast) -> None:
    client = Client()
    assert FEED in client.get("/leagues/long/").content.decode()
    found = titles(client)
    assert "The long ridge: pairings of Round 1" in found
    assert len(found) == 2, found
    tag = client.get(FEED).headers["ETag"]
    with CaptureQueriesContext(connection) as asked:
        assert client.get(FEED, headers={"If-None-Match": tag}).status_code == 304
    assert len(asked) < 8, "nothing is made for who has it"
    Campaign.objects.update(visibility=Campaign.Visibility.MEMBERS)
    assert titles(Client()) == []
    assert len(titles(logged_in(cast.bob))) == 2
    League.objects.update(visibility=League.Visibility.MEMBERS)
    assert Client().get(FEED).status_code == 404
    assert len(titles(logged_in(cast.bob))) == 2
