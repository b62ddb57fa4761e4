"""The office's front page says what waits, and its lists ask no more of the database as seasons grow."""

from __future__ import annotations

from copy import copy
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.core.handlers.wsgi import WSGIRequest
from django.db import connection
from django.db.models import Model
from django.http import QueryDict
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from battles.models import LogLine, Sheet
from campaigns import clerk, touched_tables
from campaigns.models import (
    Appointment,
    Campaign,
    CampaignSheet,
    Club,
    ClubWords,
    DiscordChannel,
    DiscordMessage,
    Fixture,
    Invitation,
    Minor,
    ModerationAct,
    OutboxMessage,
    Post,
    PostReport,
    Round,
    Sector,
    Standing,
    Thread,
    User,
    Vehicle,
    WebhookDelivery,
    WebhookEndpoint,
)
from campaigns.season.disputes import Dispute
from campaigns.season.people import Appoint
from campaigns.season.round_end import CloseRound
from campaigns.season.rounds import OpenRound
from campaigns.season.season_end import CloseSeason
from campaigns.season.values import Pairing
from campaigns.waiting_list import OFFICE, SHOWN
from rules.adjudicate import Who
from tests.campaigns.conftest import Season
from tests.campaigns.office import office_of, text, url
from tests.cast import ClubFactory, UserFactory, logged_in
from tests.length import in_soak
from tests.where import BOTH

pytestmark = pytest.mark.django_db
OF_THE_LOG = (CampaignSheet, Round, Fixture, Sector, Standing, Vehicle, Appointment, Sheet, LogLine)
SENT = (WebhookEndpoint, WebhookDelivery, DiscordChannel, DiscordMessage)
OF_THE_DESK = (Campaign, Club, ClubWords, Invitation, Minor, OutboxMessage, PostReport, ModerationAct, *SENT)
LISTS = (*OF_THE_LOG, *OF_THE_DESK)


@pytest.fixture(autouse=True)
def _by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sectors are written by hand here: they are not what is made of the season."""
    monkeypatch.setattr(touched_tables, "check", None)


@pytest.fixture
def alice(season: Season) -> Client:
    return office_of(season.cast.alice)


def queries(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as asked:
        assert client.get(address).status_code == 200
    return len(asked)


def talk(season: Season, player: User, key: str) -> None:
    """A post of theirs that was reported and hidden."""
    thread, _made = Thread.objects.get_or_create(campaign_id=UUID(season.stream), fixture=key)
    post = Post.objects.create(thread=thread, author=player, body="-")
    alice = season.cast.alice
    PostReport.objects.create(thread=thread, post=post, author=player, by=alice, reason="Rude")
    ModerationAct.objects.create(thread=thread, post=post.pk, author=player, by=alice, what="hid", reason="Rude")


def grow(season: Season) -> None:
    """A round more with a battle, two platoons, an office, a sector and a message more."""
    if not season.desk.is_open:
        season.begin()
        season.desk.refresh_from_db()
    n = Round.objects.filter(campaign_id=UUID(season.stream)).count()
    season.report(season.organiser, OpenRound(title=f"Round {n}", pairings=(Pairing(home="bears", away="cats"),)))
    for key in ("dogs", "eels"):
        player = UserFactory.create()
        season.cast.club.members.add(player)
        Minor.objects.create(user=player, noted_by=season.cast.alice)
        season.enlist(player, f"{key}-{n}")
        season.report(season.organiser, Appoint(person=str(player.pk), office="umpire", reason="They know"))
        OutboxMessage.objects.create(
            key=str(uuid4()), club=season.cast.club, user=player, address="a@b.example", subject="Round", body="-"
        )
        Invitation.objects.create(club=season.cast.club, made_by=season.cast.alice)
        ClubWords.objects.create(club=season.cast.club, language=str(ClubWords.objects.count()), said={"round": "Turn"})
        endpoint = WebhookEndpoint.objects.create(club=season.cast.club, name=f"{key} {n}", url="https://a.example/in")
        channel = DiscordChannel.objects.create(club=season.cast.club, name=f"{key} {n}", url="x", language="en")
        DiscordMessage.objects.create(channel=channel, key="x", title="Round", status="posted")
        WebhookDelivery.objects.create(endpoint=endpoint, message=f"{key}-{n}", type="x", status="delivered")
        talk(season, player, key)
    Sector.objects.create(  # of a map that none of these campaigns has: its list is as long as a map is large
        key=f"{season.stream}/{n}",
        campaign_id=UUID(season.stream),
        sector=f"ridge-{n}",
        **(dict.fromkeys(("x", "y", "value", "capacity"), 1) | dict.fromkeys(("capital", "contested"), False)),
    )
    battle = season.muster(f"dogs-{n}", f"eels-{n}")
    season.win(battle, f"dogs-{n}", f"eels-{n}")
    clerk.sweep()
    season.report(season.organiser, CloseRound(round=n + 1))


def test_the_lists_are_all_there_are() -> None:
    ours = {model for model in admin.site._registry if model._meta.app_label in ("battles", "campaigns")}
    assert ours - set(LISTS) == {User}  # of whom there are as many as people


def test_no_list_asks_more_as_it_grows(season: Season, alice: Client) -> None:
    """Within a season, and with a further one; nor does the front page."""
    grow(season)
    few, rows = asked(alice), {model: model._default_manager.count() for model in LISTS}
    grow(season)
    grow(Season(season.cast))
    assert asked(alice) == few
    assert [model for model in LISTS if model._default_manager.count() == rows[model]] == [Club]
    assert few["/admin/"] <= len(OFFICE) + 15  # and the names of those that are shown


def asked(client: Client) -> dict[str, int]:
    """How many queries each list and the front page take."""
    return {one: queries(client, one) for one in ("/admin/", *(url(model, "changelist") for model in LISTS))}


@pytest.mark.parametrize(
    "drawn",
    [
        pytest.param(False, marks=pytest.mark.only_on("postgresql")),  # which is strict about what is compared
        pytest.param(True, marks=[pytest.mark.soak, pytest.mark.only_on("sqlite")]),
    ],
)
def test_every_filter_and_the_search_of_a_list_answer(season: Season, alice: Client, drawn: bool) -> None:
    """How a row is drawn other tests show. Each filtered page is drawn by `make soak` alone, which takes all choices of
    a filter, where `make test` takes the last of those that ask the same of the database."""
    grow(season)
    office = alice.get("/admin/").wsgi_request
    for model in LISTS:
        whole = filtered(model, office, "")
        answers(alice, model, whole, drawn)
        spec: Any
        for spec in whole.filter_specs:
            choices = [choice["query_string"] for choice in spec.choices(whole)]
            alike = {frozenset(QueryDict(choice.removeprefix("?"))): choice for choice in choices}
            for choice in choices if drawn else [choice for names, choice in alike.items() if names]:
                answers(alice, model, filtered(model, office, choice), drawn)
        answers(alice, model, filtered(model, office, "?q=ridge"), drawn)


def filtered(model: type[Model], page: WSGIRequest, query: str) -> ChangeList:
    """The list for the reader of this page, under a filter."""
    request = copy(page)
    request.GET = QueryDict(query.removeprefix("?"))
    return admin.site._registry[model].get_changelist_instance(request)


def answers(alice: Client, model: type[Model], found: ChangeList, drawn: bool) -> None:
    """Its rows come from the database; or, where they are to be drawn, its page does."""
    if drawn:
        assert alice.get(url(model, "changelist") + found.get_query_string()).status_code == 200
    else:
        list(found.result_list)


# -- what waits --------------------------------------------------------------------------------------------------------


def waiting(client: Client) -> dict[str, int]:
    """What the front page says waits, by its label; every link shows as many rows."""
    page = client.get("/admin/")
    found = {}
    for one in page.context["evening"].counts:
        assert client.get(one.url).context["cl"].result_count == one.n, one
        found[one.label] = one.n
    return found


@BOTH
def test_what_waits_is_counted_and_found_and_what_waits_elsewhere_is_not_told(season: Season, alice: Client) -> None:
    season.desk.terms = {"purse": 10, "muster_points": 1, "roster_check": "warn"}
    season.desk.save()
    season.begin()
    battle = season.fight()
    clerk.sweep()
    season.report(Who(str(season.cast.carol.pk)), Dispute(fixture=battle, reason="That was cover"))
    past = (timezone.now() - timedelta(days=1)).strftime("%Y-%m-%dT%H:%M:%SZ")
    pairs = (Pairing(home="bears", away="cats"),)
    season.report(season.organiser, OpenRound(title="", deadline=past, pairings=pairs))
    season.enlist(season.cast.bob, "dogs")
    season.enlist(season.cast.carol, "eels")
    over = season.muster("dogs", "eels")
    season.win(over, "dogs", "eels")
    OutboxMessage.objects.create(
        key="uncertain",
        club=season.cast.club,
        user=season.cast.bob,
        address="a@b.example",
        subject="Round",
        body="-",
        status=OutboxMessage.Status.CLAIMED,
        claimed_at=timezone.now() - timedelta(hours=1),
    )
    Fixture.objects.filter(battle=battle).update(contradicted='["bears-1"]')
    assert waiting(alice) == {
        "dispute to rule on": 1,
        "battle that not every side has confirmed yet": 1,
        "platoons with faults": 4,
        "round past its deadline": 1,
        "fixtures without a result past the deadline": 2,
        "fixture with contradicted vehicles": 1,
        "message that may not have arrived": 1,
    }
    ClubFactory.create(organisers=[season.cast.dave])
    assert waiting(office_of(season.cast.dave)) == {}


BETWEEN = "campaign without an open round: open the next one, or close the season"


def test_a_campaign_that_has_platoons_and_no_open_round_waits_for_its_organiser(season: Season, alice: Client) -> None:
    """From its second platoon on, and again after each round; not while a round is open, nor after the season. A battle
    carried over is named as what keeps the season open."""
    pairs = (Pairing(home="bears", away="cats"),)
    assert waiting(alice) == {}
    assert "Nothing waits for you." in text(alice.get("/admin/"))
    season.begin()
    assert waiting(alice) == {BETWEEN: 1}
    (one,) = alice.get("/").context["ruling"]
    assert alice.get(one.rows[0].url, follow=True).status_code == 200
    season.report(season.organiser, OpenRound(title="", deadline="", pairings=pairs))
    assert waiting(alice) == {}
    battle = season.muster()
    season.report(season.organiser, CloseRound(round=1))
    blocks = "battle carried over: until it is counted or called off, its season cannot close"
    assert waiting(alice) == {BETWEEN: 1, blocks: 1}
    season.win(battle)
    season.confirm(battle)
    clerk.sweep()
    assert waiting(alice) == {BETWEEN: 1}
    season.report(season.organiser, CloseSeason())
    assert waiting(alice) == {}


def test_a_campaign_that_is_played_without_rounds_waits_for_what_is_left_over_and_proposals_alone(
    season: Season, alice: Client
) -> None:
    battle = season.begin().muster()
    assert waiting(alice) == {}
    season.shoot(battle, "bears-1", "cats-1")
    Sheet.objects.filter(pk=battle).update(unsettled=2, proposed="north")
    assert waiting(alice) == {
        "battle with reports to settle after a correction": 1,
        "battle with a proposal to answer": 1,
    }


def test_the_sites_front_page_shows_the_offices_list(season: Season, alice: Client) -> None:
    """An organiser for whom only that waits is not told that nothing does; nor is one who may not enter the office.
    Players are shown none. Many of a kind are counted, and the first are named."""
    season.desk.terms = {"muster_points": 1, "roster_check": "warn", "platoons_each": 0}
    season.desk.save()
    season.begin()
    battle = season.muster()
    season.win(battle)
    page, front = alice.get("/"), alice.get("/admin/")
    read, office = text(page), text(front)
    assert "1 battle that not every side has confirmed yet Bears against Cats" in read
    assert "2 platoons with faults Bears" in read
    assert "1 battle that not every side has confirmed yet 2 platoons with faults Not confirmed" in office
    assert "Platoon Bears" in office
    assert "Nothing waits for you" not in read
    assert [one.label for one in page.context["ruling"]] == [one.label for one in front.context["evening"].counts]
    for row in (row for one in page.context["ruling"] for row in one.rows):
        assert alice.get(row.url).status_code == 200
    season.appoint(season.cast.dave, "organiser")
    ours = logged_in(season.cast.dave).get("/")
    assert "platoons with faults" in text(ours)
    assert "/admin/" not in ours.content.decode()
    players = logged_in(season.cast.bob).get("/")
    assert players.context["ruling"] == []
    assert "as an organiser" not in text(players)
    for key in ("dogs", "eels", "foxes"):
        season.enlist(season.cast.bob, key)
    one = next(one for one in alice.get("/").context["ruling"] if "faults" in one.label)
    assert (one.n, len(one.rows), one.more) == (5, SHOWN, 2)


@in_soak("tests/campaigns/test_desk_lists.py::test_no_list_asks_more_as_it_grows")
def test_the_front_page_asks_as_much_of_many_seasons_as_of_one(season: Season, alice: Client) -> None:
    grow(season)
    few = queries(alice, "/admin/")
    for _ in range(2):
        grow(Season(season.cast))
    assert queries(alice, "/admin/") == few
    with CaptureQueriesContext(connection) as asked:
        alice.get("/admin/")
    assert len(asked) <= len(OFFICE) + 15  # and the names of those that are shown
