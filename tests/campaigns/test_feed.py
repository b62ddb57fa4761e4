"""A campaign's feed: what it makes known, for programs that read feeds, as strangers know it."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from xml.etree import ElementTree

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoDbBlocker

from battles import log
from campaigns import clerk
from campaigns.models import Campaign, Fixture
from campaigns.season.results import Adjudicate
from campaigns.season.round_end import CloseRound
from campaigns.season.rounds import OpenRound
from rules.stream.revision.reports import Undo
from tests.campaigns.conftest import Season, shared_season
from tests.cast import logged_in
from tests.where import BOTH

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"
Entry = dict[str, str]


@pytest.fixture(scope="module")
def at_first(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Season]:
    """A round with one battle that is counted."""
    with shared_season(django_db_blocker, Season) as season:
        season.begin()
        season.report(season.organiser, OpenRound(method="everyone"))
        season.fight()
        clerk.sweep()
        yield season


@pytest.fixture
def season(db: None, at_first: Season) -> Season:
    return deepcopy(at_first)


def read(season: Season, client: Client | None = None, language: str = "en") -> list[Entry]:
    address = f"/campaigns/{season.stream}/feed.atom"
    response = (client or Client()).get(address, headers={"Accept-Language": language})
    assert response.status_code == 200
    assert response.headers["Content-Type"] == "application/atom+xml; charset=utf-8"
    feed = ElementTree.fromstring(response.content)
    assert feed.findtext(f"{ATOM}id") == f"urn:uuid:{season.stream}"
    entries = []
    for one in feed.findall(f"{ATOM}entry"):
        link = one.find(f"{ATOM}link")
        assert link is not None
        names = ("id", "title", "summary", "published", "updated")
        entries.append({name: one.findtext(f"{ATOM}{name}") or "" for name in names} | {"link": link.get("href", "")})
    return entries


def by_title(entries: list[Entry]) -> dict[str, Entry]:
    return {one["title"]: one for one in entries}


def test_pairings_results_and_standings_are_in_it(season: Season) -> None:
    season.report(season.organiser, CloseRound(round=1))
    found = by_title(read(season))
    assert {title.partition(":")[2] for title in found} == {
        " pairings of Round 1",
        " Bears – Cats 2:0",
        " Bears – Cats",  # as it was paired, which nobody has played
        " standings after Round 1",
    }
    pairings = found["The long ridge: pairings of Round 1"]
    assert pairings["summary"] == "Bears – Cats\nBears – Cats"  # and once more, beside the pairing
    assert pairings["link"].endswith(f"/campaigns/{season.stream}/")
    assert found["The long ridge: Bears – Cats 2:0"]["summary"] == "Bears won."
    assert found["The long ridge: standings after Round 1"]["summary"].splitlines()[0].startswith("1. Bears, ")
    german = by_title(read(season, language="de"))
    assert {one["id"] for one in german.values()} == {one["id"] for one in found.values()}


def test_a_correction_updates_an_entry_and_undoing_takes_it_away(season: Season) -> None:
    fixture = Fixture.objects.get(battle__isnull=False).fixture
    before = next(one for one in read(season) if "Bears – Cats" in one["title"])
    season.report(season.organiser, Adjudicate(fixture=fixture, winner="cats", reason="The dice were loaded"))
    after = next(one for one in read(season) if one["id"] == before["id"])
    assert after["summary"] == "Cats won. By ruling."
    assert after["updated"] > before["updated"]
    assert after["published"] == before["published"]
    ruled = next(row.position for row in log.read(season.stream) if row.command_type == "Adjudicate")
    season.report(season.organiser, Undo(position=ruled, reason="They were not"))
    again = next(one for one in read(season) if one["id"] == before["id"])
    assert again["summary"] == "Bears won."


@BOTH
def test_who_has_it_is_told_so_with_few_questions(season: Season) -> None:
    client, address = Client(), f"/campaigns/{season.stream}/feed.atom"
    tag = client.get(address).headers["ETag"]
    with CaptureQueriesContext(connection) as asked:
        assert client.get(address, headers={"If-None-Match": tag}).status_code == 304
    assert len(asked) <= 2
    season.report(season.organiser, CloseRound(round=1))
    assert client.get(address, headers={"If-None-Match": tag}).status_code == 200


def test_of_members_alone_strangers_read_none(season: Season) -> None:
    Campaign.objects.update(visibility=Campaign.Visibility.MEMBERS)
    assert Client().get(f"/campaigns/{season.stream}/feed.atom").status_code == 404
    assert read(season, logged_in(season.cast.bob))
