"""The office's page of a round: what is disputed first, and every ruling on a fixture without leaving it."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from campaigns import clerk, handler
from campaigns.admin.ruling import round_page
from campaigns.admin.ruling.round_page import address
from campaigns.models import OutboxMessage
from campaigns.season.disputes import Dispute
from campaigns.season.reminders import Reminded
from campaigns.season.rounds import Extend, OpenRound
from campaigns.season.values import Pairing
from rules.adjudicate import Who
from tests.campaigns.conftest import Season, shared_season
from tests.campaigns.office import AtForm, office_of, text
from tests.campaigns.ruled import state
from tests.cast import ClubFactory

pytestmark = pytest.mark.django_db
SOON = "2199-01-01T00:00:00Z"


@pytest.fixture
def alice(season: Season) -> Client:
    return office_of(season.cast.alice)


@pytest.fixture(scope="module")
def at_first(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Season]:
    with shared_season(django_db_blocker, Season) as season:
        dispute(season, SOON)
        yield season


@pytest.fixture
def season(db: None, at_first: Season) -> Season:
    return deepcopy(at_first)


def disputed(season: Season) -> str:
    """The key of the fixture."""
    (key,) = [one.key for one in state(season).fixtures.values() if one.disputes]
    return key


def dispute(season: Season, deadline: str) -> None:
    """Bears have beaten Cats, who complain, and Dogs are to meet Eels."""
    season.begin()
    for player, key in ((season.cast.bob, "dogs"), (season.cast.carol, "eels")):
        season.enlist(player, key)
    pairs = (Pairing(home="bears", away="cats"), Pairing(home="dogs", away="eels"))
    season.report(season.organiser, OpenRound(title="Mud", deadline=deadline, pairings=pairs))
    season.fight()
    clerk.sweep()
    (key,) = [one.key for one in state(season).fixtures.values() if not one.is_open]
    season.report(Who(str(season.cast.carol.pk)), Dispute(fixture=key, reason="That was cover"))


def reminders(season: Season) -> list[Reminded]:
    events = (ruled.event for ruled in handler.replay(season.stream)[1])
    return [event for event in events if isinstance(event, Reminded)]


def groups(page: Any) -> list[tuple[str, list[str]]]:
    return [(str(label), [row.meeting.fixture.fixture for row in rows]) for label, rows in page.context["groups"]]


def test_what_is_disputed_comes_first_with_the_complaint(season: Season, alice: Client) -> None:
    key = disputed(season)
    page = alice.get(reverse("admin:campaigns_campaignsheet_round", args=[season.stream]), follow=True)
    assert groups(page) == [("Disputed", [key]), ("Still without a result", ["r1-1", "r1-2"])]
    read = text(page)
    assert "Cats : That was cover" in read.replace("“", "").replace("”", "")
    assert "Look at it and rule" in read
    assert "no date yet" in read
    assert "The battle:" not in read  # the case is shown with the form of the ruling


def test_a_dispute_is_ruled_on_without_leaving_the_page(season: Season, alice: Client) -> None:
    key = disputed(season)
    form = AtForm(alice, address(season.stream, 1, "adjudicate", key).partition("#")[0])
    assert "Cats disputes the result:" in form.read
    assert "What was reported last" in form.read
    form.fill(winner="cats", reason="It was cover").press("look")
    assert form.page.status_code == 200
    assert "Dogs" in form.read  # still on the page of the round
    assert not state(season).fixtures[key].decided
    assert form.press("do").status_code == 302
    assert form.page.url == address(season.stream, 1, about=key)
    decided = state(season).fixtures[key].decided
    assert decided is not None
    assert decided.results["cats"] == "won"
    assert groups(alice.get(address(season.stream, 1)))[-1] == ("With a result", [key])


@pytest.mark.parametrize(
    ("act", "about", "filled"),
    [
        ("walk-over", "r1-2", {"winner": "dogs", "reason": "Eels did not come"}),
        ("set-date", "r1-2", {"at": "2031-01-01T20:00", "reason": "The hall is free"}),
        ("extend", "", {"deadline": "2031-02-01T20:00", "reason": "Snow"}),
    ],
)
def test_the_usual_rulings_are_made_on_it(
    season: Season, alice: Client, act: str, about: str, filled: dict[str, str]
) -> None:
    form = AtForm(alice, address(season.stream, 1, act, about).partition("#")[0])
    mine = {key: value for key, value in filled.items() if form.control(key) in form.paper.names}
    form.fill(**mine).press("look")
    assert form.press("do").status_code == 302, form.read
    now = state(season)
    assert now.fixtures["r1-2"].decided or now.fixtures["r1-2"].date or now.rounds[0].deadline != SOON


def test_of_many_fixtures_the_one_that_is_ruled_on_is_shown(
    season: Season, alice: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(round_page, "FIXTURES", 1)
    assert [keys for _label, keys in groups(alice.get(address(season.stream, 1), {"p": "2"}))] == [["r1-1"]]
    page = alice.get(address(season.stream, 1, "walk-over", "r1-2"))
    assert [keys for _label, keys in groups(page)] == [["r1-2"]]
    assert page.context["cards"]


def test_players_are_reminded_at_once_and_once(season: Season, alice: Client) -> None:
    for player in (season.cast.bob, season.cast.carol):
        player.email = f"{player.username}@example.org"
        player.save()
    page = address(season.stream, 1)
    assert "Remind 2 players" in alice.get(page).content.decode()
    assert alice.post(page, {"remind": "1"}).status_code == 302
    (reminded,) = reminders(season)
    assert set(reminded.players) == {str(season.cast.bob.pk), str(season.cast.carol.pk)}
    assert OutboxMessage.objects.filter(user__in=[season.cast.bob, season.cast.carol]).count() == 2
    assert "2 players were reminded" in str(LogEntry.objects.latest("pk"))
    read = alice.get(page).content.decode()
    assert "was reminded" in read
    assert "Remind 2" not in read
    alice.post(page, {"remind": "1"})
    assert len(reminders(season)) == 1


def test_a_round_without_a_deadline_has_nothing_to_remind_of(season: Season, alice: Client) -> None:
    season.report(season.organiser, Extend(deadline="", reason="Snow"))
    assert "Remind" not in alice.get(address(season.stream, 1)).content.decode()
    alice.post(address(season.stream, 1), {"remind": "1"})
    assert reminders(season) == []


def test_from_the_front_page_a_round_is_closed_and_the_next_published_in_three_clicks(
    season: Season, alice: Client
) -> None:
    front = alice.get("/admin/").content.decode()
    to_round = reverse("admin:campaigns_campaignsheet_round", args=[season.stream])
    assert f'href="{to_round}"' in front  # one
    page = alice.get(to_round, follow=True)
    assert f'href="{page.context["next_round"]}"' in page.content.decode()  # two
    assert AtForm(alice, page.context["next_round"]).press("do").status_code == 302  # three
    assert [one.closed for one in state(season).rounds] == [True, False]


def test_from_the_fixture_to_the_ruling_is_one_click(season: Season, alice: Client) -> None:
    key = disputed(season)
    page = alice.get(reverse("fixture", args=[season.stream, key]))
    to_rule = reverse("admin:campaigns_campaignsheet_rule_about", args=[season.stream, "adjudicate", key])
    assert f'href="{to_rule}"' in page.content.decode()
    bob = Client()
    bob.force_login(season.cast.bob)
    assert to_rule not in bob.get(reverse("fixture", args=[season.stream, key])).content.decode()


def test_it_is_for_organisers_of_the_campaign_alone(season: Season) -> None:
    page = address(season.stream, 1)
    ClubFactory.create(organisers=[season.cast.dave])
    assert office_of(season.cast.dave).get(page).status_code == 404
    assert office_of(season.cast.dave).post(page, {"remind": "1"}).status_code == 404
    assert office_of(season.cast.bob).get(page).status_code in (302, 403)
    assert Client().get(page).status_code == 302
    assert reminders(season) == []


def test_an_unknown_round_or_ruling_is_not_there(season: Season, alice: Client) -> None:
    for page in (
        address(season.stream, 9),
        address(season.stream, 1, "explode", "r1-1"),
        address(season.stream, 1, "adjudicate"),
    ):
        assert alice.get(page).status_code == 404, page


def test_it_asks_no_more_as_rounds_grow(season: Season, alice: Client) -> None:
    page = address(season.stream, 1)
    few = asked(alice, page)
    for n in range(2):
        season.enlist(season.cast.bob, f"foxes-{n}")
        season.enlist(season.cast.carol, f"goats-{n}")
        battle = season.muster(f"foxes-{n}", f"goats-{n}")
        season.win(battle, f"foxes-{n}", f"goats-{n}")
        season.confirm(battle)
        clerk.sweep()
    for fixture in [one for one in state(season).fixtures.values() if not one.is_open and not one.disputes]:
        season.report(Who(str(season.cast.carol.pk)), Dispute(fixture=fixture.key, reason="No"))
    assert len(dict(groups(alice.get(page)))["Disputed"]) == 3
    assert asked(alice, page) == few
    assert few <= 20


def asked(client: Client, page: str) -> int:
    with CaptureQueriesContext(connection) as found:
        assert client.get(page).status_code == 200
    return len(found)
