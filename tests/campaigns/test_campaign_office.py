"""A campaign's pages in the office beside its rounds: platoons, terms, and the log."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoDbBlocker

from campaigns import clerk
from campaigns.admin.ruling import campaign_pages
from campaigns.admin.ruling.campaign_pages import address
from campaigns.season.purchases import Buy
from campaigns.season.rounds import OpenRound
from campaigns.season.values import Pairing, Recruit
from rules.adjudicate import Who
from tests.campaigns.conftest import Season, shared_season
from tests.campaigns.office import AtForm, office_of, text
from tests.campaigns.ruled import state
from tests.cast import ClubFactory
from tests.where import BOTH

pytestmark = pytest.mark.django_db
PAGES = ("platoons", "season", "log")


@pytest.fixture(scope="module")
def at_first(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Season]:
    """It has begun."""
    with shared_season(django_db_blocker, Season) as season:
        yield season.begin()


@pytest.fixture
def season(db: None, at_first: Season) -> Season:
    return deepcopy(at_first)


@pytest.fixture
def alice(season: Season) -> Client:
    return office_of(season.cast.alice)


def form(client: Client, season: Season, page: str, act: str, **of: str) -> AtForm:
    return AtForm(client, address(season.stream, page, act, **of).partition("#")[0])


def test_platoons_with_faults_come_first_with_what_would_be_right(season: Season, alice: Client) -> None:
    season = Season(season.cast)
    season.desk.terms = {"muster_points": 1, "roster_check": "warn"}
    season.desk.save()
    season.begin()
    page = alice.get(address(season.stream, "platoons"))
    read = text(page)
    assert "2 platoons have faults." in read
    assert "It enlisted for more than the 1 points a platoon may cost." in read
    assert "See its vehicles" in read
    first = page.context["rows"][0]
    assert first.faults
    assert first.purse is None  # until she takes the platoon's case


def test_a_platoon_is_ruled_on_where_it_is_read(season: Season, alice: Client) -> None:
    season.begin()
    at = form(alice, season, "platoons", "penalise", about="bears")
    at.fill(score="2", reason="Came late").press("look")
    assert "Cats" in at.read  # the page of all platoons still
    assert at.press("do").status_code == 302
    assert at.page.url == address(season.stream, "platoons") + "#f-bears"
    assert state(season).platoons["bears"].penalty == 2


def test_of_many_platoons_the_one_that_is_ruled_on_is_shown(
    season: Season, alice: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    season.begin()
    monkeypatch.setattr(campaign_pages, "PLATOONS", 1)
    for key in ("bears", "cats"):
        page = alice.get(address(season.stream, "platoons", "penalise", key))
        assert [row.platoon.key for row in page.context["rows"] if row.opened] == [key]


def test_one_term_is_changed_alone_and_all_else_stays(season: Season, alice: Client) -> None:
    season.begin()
    before = state(season).settings(0)
    read = text(alice.get(address(season.stream, "season")))
    assert f"Win: {before.scoring.win}" in read
    at = form(alice, season, "season", "amend", only="win")
    assert not [name for name in at.paper.names if "draw" in name]
    at.fill(scoring__win="7", reason="So the club has voted").press("look")
    assert at.press("do").status_code == 302, at.read
    (amended,) = state(season).amended
    assert amended.scoring is not None
    assert (amended.scoring.win, amended.scoring.draw) == (7, before.scoring.draw)
    assert (amended.options, amended.terms, amended.breakers) == ({}, {}, None)
    assert "It was amended once." in text(alice.get(address(season.stream, "season")))


def test_every_term_can_be_opened_alone(season: Season, alice: Client) -> None:
    season.begin()
    page = alice.get(address(season.stream, "season"))
    keys = [rule.key for _title, rules in page.context["groups"] for rule in rules]
    assert len(keys) == len(set(keys)) > 5
    for key in (keys[0], "purse", "win", "breakers"):
        opened = alice.get(address(season.stream, "season", "amend", only=key))
        assert len(opened.context["cards"]) == 1, key
    assert alice.get(address(season.stream, "season", "amend", only="nonsense")).context["cards"] == []


@BOTH
def test_the_log_is_searched_by_words_and_people(season: Season, alice: Client) -> None:
    season.begin()
    season.report(season.organiser, OpenRound(title="Mud", deadline="", pairings=(Pairing(home="bears", away="cats"),)))

    def found(**asked: str) -> list[str]:
        return [one.text for one in alice.get(address(season.stream, "log"), asked).context["lines"]]

    assert len(found()) == 5
    assert found(q="CATS enlist") == ["Cats enlists with 2 vehicles."]
    assert found(by=str(season.cast.bob.pk)) == ["Bears enlists with 2 vehicles."]
    assert found(q="bears", by=str(season.cast.carol.pk)) == []
    assert found(q="no such thing") == []


@BOTH
def test_a_search_finds_no_more_than_a_player_may_read(season: Season) -> None:
    """Alice organises, and so does Carol, who plays: what she has paid she reads and finds, and he does not."""
    season = Season(season.cast)
    season.desk.terms = {"purse": 53}
    season.desk.save()
    season.begin()
    season.report(Who(str(season.cast.carol.pk)), Buy(platoon="cats", vehicles=(Recruit(id="new", model="Light"),)))
    told = {}
    for user in (season.cast.alice, season.cast.carol):
        season.cast.club.organisers.add(user)
        page = office_of(user).get(address(season.stream, "log"), {"q": "buys"})
        (told[user.username],) = [one.text for one in page.context["lines"]]
    paid = told["carol"].removeprefix(told["alice"].removesuffix("."))
    assert paid.startswith(": ")
    for user, found in ((season.cast.alice, 0), (season.cast.carol, 1)):
        page = office_of(user).get(address(season.stream, "log"), {"q": paid.removesuffix(".")})
        assert len(page.context["lines"]) == found, user


def test_they_are_for_the_campaigns_organisers_alone(season: Season) -> None:
    season.begin()
    ClubFactory.create(organisers=[season.cast.dave])
    dave, bob = office_of(season.cast.dave), office_of(season.cast.bob)
    for page in (address(season.stream, one) for one in PAGES):
        assert dave.get(page).status_code == 404
        assert bob.get(page).status_code in (302, 403)
        assert Client().get(page).status_code == 302


def test_they_ask_no_more_as_the_season_grows(season: Season, alice: Client) -> None:
    season.begin().fight()
    clerk.sweep()
    few = {page: asked(alice, address(season.stream, page)) for page in PAGES}
    for key in ("dogs", "eels", "foxes", "goats"):
        season.enlist(season.cast.bob, key)
    season.muster("dogs", "eels")
    assert {page: asked(alice, address(season.stream, page)) for page in PAGES} == few
    assert max(few.values()) <= 16


def asked(client: Client, page: str) -> int:
    with CaptureQueriesContext(connection) as found:
        assert client.get(page).status_code == 200
    return len(found)


def test_what_is_not_there_is_not_found(season: Season, alice: Client) -> None:
    season.begin()
    for page in (
        address(season.stream, "platoons", "penalise", "wolves"),
        address(season.stream, "platoons", "amend"),
        address(season.stream, "season", "penalise", "bears"),
        address(season.stream, "season", "explode"),
        address(season.stream, "season", "close-season"),
        address(season.stream, "season", "amend"),
    ):
        assert alice.get(page).status_code == 404, page
