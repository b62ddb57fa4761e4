"""The office's front page: what waits, the oldest first, each with its one action and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from battles.models import Sheet
from campaigns import clerk, waiting_list
from campaigns.admin import evening
from campaigns.admin.evening import Item
from campaigns.models import Fixture
from campaigns.season.disputes import Dispute
from campaigns.season.rounds import OpenRound
from campaigns.season.values import Pairing
from rules.adjudicate import Who
from tests.campaigns.conftest import Season, shared_season
from tests.campaigns.office import office_of, text
from tests.cast import ClubFactory, logged_in

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def at_first(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Season]:
    """A battle is counted, and disputed."""
    with shared_season(django_db_blocker, Season) as season:
        battle = season.begin().fight()
        clerk.sweep()
        season.report(Who(str(season.cast.carol.pk)), Dispute(fixture=battle, reason="That was cover"))
        yield season


@pytest.fixture
def season(db: None, at_first: Season) -> Season:
    return deepcopy(at_first)


@pytest.fixture
def alice(season: Season) -> Client:
    return office_of(season.cast.alice)


def items(client: Client, page: int = 1) -> list[Item]:
    found: list[Item] = client.get("/admin/", {"p": page}).context["evening"].items
    return found


def ago(**time: int) -> str:
    return (timezone.now() - timedelta(**time)).strftime("%Y-%m-%dT%H:%M:%SZ")


def test_every_kind_has_its_action_and_what_comes_of_it() -> None:
    kinds = {kind.where for kind in waiting_list.OFFICE}
    assert set(evening.WORDS) == kinds


def test_a_dispute_names_who_plays_what_they_say_and_what_ruling_does(season: Season, alice: Client) -> None:
    battle = Fixture.objects.get().fixture
    (one,) = items(alice)
    assert (one.called, one.name, one.act, one.then) == (
        "Dispute",
        "Bears against Cats",
        "Rule on it",
        "The result counts as you rule, and both are told.",
    )
    assert one.more == ("bob (Bears) against carol (Cats)", "carol: “That was cover”")
    assert one.since
    assert "Adjudicate a fixture" in text(alice.get(one.url))
    assert battle in one.url


def test_the_oldest_comes_first_and_fixtures_are_told_with_their_open_round(season: Season, alice: Client) -> None:
    pairs = (Pairing(home="bears", away="cats"),)
    season.report(season.organiser, OpenRound(title="Mud", deadline=ago(days=3), pairings=pairs))
    late, disputed = items(alice)
    assert (late.called, late.name, disputed.called) == ("Deadline", "Round 1: Mud", "Dispute")
    assert late.since.replace("\xa0", " ") == "3 days"
    assert late.more == ("1 fixture has no result.",)
    counts = {one.label: one.n for one in alice.get("/admin/").context["evening"].counts}
    assert counts["fixture without a result past the deadline"] == 1


def test_many_are_shown_by_pages_that_ask_no_more(
    season: Season, alice: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = Sheet.objects.get(campaign=season.stream)
    for n in range(5):
        sheet.pk = f"00000000-0000-4000-8000-{n:012}"
        sheet.status, sheet.moved_at = Sheet.Status.OVER, f"2020-01-0{n + 1}T00:00:00.000000Z"
        sheet.save(force_insert=True)
    monkeypatch.setattr(evening, "PAGE", 4)
    second = items(alice, 2)
    with CaptureQueriesContext(connection) as few:
        first = items(alice)
    assert [one.called for one in (*first, *second)] == ["Not confirmed"] * 5 + ["Dispute"]
    for n in range(5, 9):
        sheet.pk = f"00000000-0000-4000-8000-{n:012}"
        sheet.save(force_insert=True)
    with CaptureQueriesContext(connection) as many:
        page = alice.get("/admin/", {"p": 1})
    assert len(many) == len(few)
    assert "Page 1 of 3" in text(page)


def test_it_is_of_ones_own_campaigns_alone(season: Season) -> None:
    ClubFactory.create(organisers=[season.cast.dave])
    page = text(office_of(season.cast.dave).get("/admin/"))
    assert "Nothing waits for you." in page
    assert "That was cover" not in page
    assert season.desk.name not in page


def test_the_lists_are_sorted_into_what_is_prepared_and_records(alice: Client) -> None:
    desk, club, records = alice.get("/admin/").context["app_list"]
    assert {one["object_name"] for one in desk["models"]} >= {"Campaign"}
    assert {one["object_name"] for one in club["models"]} >= {"Club", "Invitation"}
    assert {one["object_name"] for one in records["models"]} >= {"CampaignSheet", "Round", "LogLine", "OutboxMessage"}
    assert all(one["view_only"] for one in records["models"])


def test_every_page_leads_an_organiser_into_the_office(season: Season, alice: Client) -> None:
    bob = logged_in(season.cast.bob)
    for address in ("/", "/systems/"):
        assert 'href="/admin/"' in alice.get(address).content.decode(), address
        assert 'href="/admin/"' not in bob.get(address).content.decode(), address
        assert 'href="/admin/"' not in Client().get(address).content.decode(), address
