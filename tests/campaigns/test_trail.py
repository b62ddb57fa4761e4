"""The trail: who did what in the office, read from where it is kept; an organiser reads that of their own campaigns."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from datetime import timedelta

import pytest
from django.contrib.admin.models import LogEntry
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from campaigns import trail as acts
from campaigns.admin import trail
from campaigns.models import ModerationAct, Post, Thread, User
from campaigns.season.penalties import Penalise
from campaigns.season.results import Adjudicate, Concede
from campaigns.season.rounds import OpenRound
from campaigns.season.values import Pairing
from rules.adjudicate import Who
from rules.stream.revision.reports import Undo
from tests.campaigns.conftest import Season, shared_season
from tests.campaigns.office import office_of, text
from tests.cast import CampaignFactory, ClubFactory, UserFactory
from tests.where import BOTH

pytestmark = pytest.mark.django_db


def address() -> str:
    return reverse("admin:campaigns_campaignsheet_trail")


@pytest.fixture(scope="module")
def at_first(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Season]:
    """Alice opens a round and rules on it; Bob concedes."""
    with shared_season(django_db_blocker, Season) as season:
        season.begin()
        season.report(season.organiser, OpenRound(pairings=(Pairing(home="bears", away="cats"),), deadline=""))
        season.report(Who(str(season.cast.bob.pk)), Concede(fixture="r1-1", platoon="bears"))
        season.report(season.organiser, Adjudicate(fixture="r1-1", winner="bears", reason="The table was wrong"))
        yield season


@pytest.fixture
def ruled(db: None, at_first: Season) -> Season:
    return deepcopy(at_first)


def lines(client: Client, **asked: str) -> list[tuple[str, str]]:
    page = client.get(address(), asked)
    assert page.status_code == 200
    return [(one.what, one.by) for one in page.context["lines"]]


@BOTH
def test_it_says_who_did_what_by_which_way_and_why(ruled: Season) -> None:
    alice = office_of(ruled.cast.alice)
    battle = ruled.muster()
    ruled.take_case(battle)
    page = alice.get(address())
    told = [one for one in page.context["lines"] if one.what != "Appoint an organiser or an umpire"]
    assert [one.what for one in told] == [
        "Take the case of a battle",
        "Muster a battle",
        "Adjudicate a fixture",
        "Open the next round",
    ]
    ruling = told[2]
    assert (ruling.by, ruling.via, ruling.reason) == ("alice", "by an app", "The table was wrong")
    assert ruling.about == ("Round 1: Bears against Cats", "The long ridge")
    assert (told[0].reason, told[0].about) == ("Asked to", ("The long ridge",))
    assert alice.get(ruling.url).status_code == 200
    assert "Concede" not in text(page)  # Bob's own, as a player


def test_the_desk_and_moderators_are_told_beside_it(ruled: Season) -> None:
    cast = ruled.cast
    alice = office_of(cast.alice)
    club = reverse("admin:campaigns_club_change", args=[cast.club.pk])
    said = {"name": "Steel Club", "slug": "steel", "visibility": "public", "talk": "members", "colour": ""}
    people = {"organisers": [str(cast.alice.pk)], "members": [str(cast.bob.pk)]}
    assert alice.post(club, {**said, **people}).status_code == 302
    thread = Thread.objects.create(campaign=ruled.desk, fixture="r1-1")
    post = Post.objects.create(thread=thread, author=cast.bob, body="-")
    ModerationAct.objects.create(
        thread=thread, post=post.pk, author=cast.bob, by=cast.alice, what="hid", reason="Not so"
    )
    page = alice.get(address())
    first, second = page.context["lines"][:2]
    assert (first.what, first.by, first.about, first.reason) == (
        "hid it",
        "alice",
        ("bob", "The long ridge"),
        "Not so",
    )
    assert (second.by, second.via, second.about) == ("alice", "in the office", ("club: Steel Club",))
    assert "Members" in second.what


def test_it_is_searched_by_person_campaign_and_time(ruled: Season) -> None:
    alice = office_of(ruled.cast.alice)
    everything = lines(alice)
    assert {by for _what, by in everything} == {"alice"}
    assert lines(alice, by=str(ruled.cast.bob.pk)) == []
    assert lines(alice, by=str(ruled.cast.alice.pk)) == everything
    assert lines(alice, of=ruled.stream) == everything
    today = timezone.now().date()
    assert lines(alice, since=str(today), until=str(today)) == everything
    assert lines(alice, until=str(today - timedelta(days=1))) == []
    assert lines(alice, since=str(today + timedelta(days=1))) == []
    assert lines(alice, since="31 February", until="2131-02-31", by="nobody") == []


def test_what_players_may_do_too_is_told_of_organisers_alone(ruled: Season) -> None:
    """Bob takes nothing back that stands here; Alice does."""
    alice = office_of(ruled.cast.alice)
    ruled.report(ruled.organiser, Undo(position=7, reason="Too early"))
    assert lines(alice)[0] == ("Take reports back", "alice")


def test_another_club_and_who_organises_nothing_read_nothing_of_it(ruled: Season) -> None:
    other = UserFactory.create(username="olga")
    theirs = ClubFactory.create(organisers=[other])
    CampaignFactory.create(club=theirs)
    olga = office_of(other)
    assert lines(olga) == []
    assert lines(olga, of=ruled.stream) == []
    assert "alice" not in text(olga.get(address()))
    assert office_of(ruled.cast.bob).get(address()).status_code == 403
    root = UserFactory.create(username="root", is_superuser=True)
    assert ("Adjudicate a fixture", "alice") in lines(office_of(root))


def test_an_organiser_appointed_for_a_campaign_reads_that_one(ruled: Season) -> None:
    ruled.appoint(ruled.cast.dave, "organiser")
    assert ("Adjudicate a fixture", "alice") in lines(office_of(ruled.cast.dave))


def test_it_asks_as_much_however_much_there_is(ruled: Season, monkeypatch: pytest.MonkeyPatch) -> None:
    alice = office_of(ruled.cast.alice)
    counts = []
    for n in (1, 4):
        for one in range(n):
            ruled.report(ruled.organiser, Penalise(platoon="bears", score=1, reason=f"Late {n}-{one}"))
            new = User.objects.get(pk=UserFactory.create().pk)
            ruled.cast.club.organisers.add(new)
            LogEntry.objects.log_actions(new.pk, [ruled.cast.club], 2, change_message="Changed", single_object=True)
        alice.get(address())
        with CaptureQueriesContext(connection) as asked:
            alice.get(address())
        counts.append(len(asked))
    assert counts[0] == counts[1]
    monkeypatch.setattr(trail, "PAGE", 5)
    assert len(lines(alice)) == 5
    assert lines(alice, p="2") != lines(alice)
    monkeypatch.setattr(trail, "MOST", 7)
    assert "Only the newest 7 are shown" in text(alice.get(address()))


def test_of_many_campaigns_the_last_are_looked_through_until_something_is_looked_for(
    ruled: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    later = Season(ruled.cast).begin()
    alice = office_of(ruled.cast.alice)
    every = lines(alice)
    assert "Adjudicate a fixture" in dict(every)
    monkeypatch.setattr(acts, "CAMPAIGNS", 1)
    page = alice.get(address())
    shown = [(one.what, one.by) for one in page.context["lines"]]
    assert set(shown) < set(every)
    assert "Adjudicate a fixture" not in dict(shown)
    assert page.context["campaigns"] == [(str(later.stream), later.desk.name)]
    assert page.context["cut"] == len(shown)
    assert "Choose a time to see older ones." in text(page)
    assert lines(alice, since="2020-01-01") == every
    assert "Adjudicate a fixture" in dict(lines(alice, of=str(ruled.stream)))
