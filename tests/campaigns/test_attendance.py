"""Who is at the club this evening: said by phone, noted in the office, and paired by it."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from campaigns import attendance
from campaigns.admin.ruling.round_page import address
from campaigns.models import Attendance, User
from campaigns.season.rounds import OpenRound
from tests.campaigns.conftest import Season, shared_season
from tests.campaigns.office import AtForm, office_of, text
from tests.campaigns.ruled import state
from tests.cast import logged_in
from tests.where import BOTH

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def at_first(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Season]:
    with shared_season(django_db_blocker, Season) as season:
        season.begin()
        for player, key in ((season.cast.bob, "dogs"), (season.cast.carol, "eels"), (season.cast.carol, "foxes")):
            season.enlist(player, key)
        yield season


@pytest.fixture
def five(db: None, at_first: Season) -> Season:
    return deepcopy(at_first)


def said(season: Season) -> dict[str, bool]:
    return attendance.said(season.stream, attendance.evening_of(""))


def press(season: Season, user: User, label: str, **more: str) -> Any:
    """A player taps the button of that label, with whatever it sends at that moment."""
    client = logged_in(user)
    page = client.get(reverse("here", args=[season.stream])).content.decode()
    button = next(part for part in page.split("<button")[1:] if label in part)
    value = button.split('value="')[1].split('"')[0]
    return client.post(reverse("here", args=[season.stream]), {"as": value, **more})


@BOTH
def test_a_player_says_it_of_their_own_platoons_and_takes_it_back(five: Season) -> None:
    assert press(five, five.cast.bob, "I’m here tonight").status_code == 302
    assert said(five) == {"bears": True, "dogs": True}
    press(five, five.cast.carol, "Not tonight")
    assert said(five) == {"bears": True, "dogs": True, "cats": False, "eels": False, "foxes": False}
    press(five, five.cast.carol, "I’m here tonight")
    press(five, five.cast.bob, "I’m here tonight")
    assert said(five) == {"cats": True, "eels": True, "foxes": True}


def test_a_form_that_is_sent_twice_notes_it_once(five: Season) -> None:
    client, url = logged_in(five.cast.bob), reverse("here", args=[five.stream])
    for _twice in range(2):
        assert client.post(url, {"as": "here", "campaign": "1"}).headers["Location"].endswith("#tonight")
    assert said(five) == {"bears": True, "dogs": True}
    assert client.post(url, {"as": "bears"}).status_code == 422
    assert said(five) == {"bears": True, "dogs": True}


def test_who_commands_nothing_says_nothing(five: Season) -> None:
    url = reverse("here", args=[five.stream])
    assert logged_in(five.cast.dave).post(url, {"as": "here", "platoon": "bears"}).status_code == 403
    assert "/login/" in Client().post(url, {"as": "here"}).headers["Location"]
    assert logged_in(five.cast.alice).post(url, {"as": "here"}).status_code == 403
    assert "You command no platoon here" in text(logged_in(five.cast.dave).get(url))
    assert not Attendance.objects.exists()


def test_only_players_find_it_on_the_campaign_s_page(five: Season) -> None:
    page = reverse("campaign", args=[five.stream])
    assert "I’m here tonight" in text(logged_in(five.cast.bob).get(page))
    assert "I’m here tonight" not in text(logged_in(five.cast.bob).get(f"{page}?at=3"))
    for client in (Client(), logged_in(five.cast.alice), logged_in(five.cast.dave)):
        assert "I’m here tonight" not in text(client.get(page))


@pytest.mark.parametrize(
    ("zone", "moment", "day"),
    [
        ("", datetime(2031, 3, 16, 19, tzinfo=UTC), date(2031, 3, 16)),
        ("", datetime(2031, 3, 17, 4, 59, tzinfo=UTC), date(2031, 3, 16)),
        ("", datetime(2031, 3, 17, 5, tzinfo=UTC), date(2031, 3, 17)),
        ("Australia/Sydney", datetime(2031, 3, 16, 19, tzinfo=UTC), date(2031, 3, 17)),
    ],
)
def test_an_evening_goes_on_past_midnight(zone: str, moment: datetime, day: date) -> None:
    assert attendance.evening_of(zone, moment) == day


def test_it_holds_for_one_evening_and_goes_after_a_while(five: Season) -> None:
    today = attendance.evening_of("")
    attendance.say(five.stream, ["cats"], today - timedelta(days=31), True, five.cast.carol)
    attendance.say(five.stream, ["cats"], today - timedelta(days=1), True, five.cast.carol)
    assert said(five) == {}
    attendance.say(five.stream, ["bears"], today, True, five.cast.bob)
    assert sorted(Attendance.objects.values_list("platoon", flat=True)) == ["bears", "cats"]


# -- in the office -----------------------------------------------------------------------------------------------------


def round_page(season: Season, number: int = 0) -> str:
    return address(season.stream, number)


def test_an_organiser_notes_it_of_anybody_with_one_tap(five: Season) -> None:
    office = office_of(five.cast.alice)
    office.post(round_page(five), {"there": "here cats"})
    office.post(round_page(five), {"there": "away dogs"})
    call = office.get(round_page(five)).context["call"]
    assert [(one.key, one.here, one.away) for one in call.rows if one.here or one.away] == [
        ("cats", True, False),
        ("dogs", False, True),
    ]
    assert (call.here, call.away, call.silent) == (1, 1, 3)
    office.post(round_page(five), {"there": "unsaid cats"})
    for wrong in ("here wolves", "perhaps cats", ""):
        assert office.post(round_page(five), {"there": wrong}).status_code == 302
    assert said(five) == {"dogs": False}


def test_who_organises_nothing_cannot_note_it(five: Season) -> None:
    assert logged_in(five.cast.bob).post(round_page(five), {"there": "away cats"}).status_code in (302, 404)
    assert not Attendance.objects.exists()


def test_who_is_here_is_paired_and_nobody_else(five: Season) -> None:
    for key in ("bears", "cats", "eels"):
        attendance.say(five.stream, [key], attendance.evening_of(""), True, five.cast.alice)
    office = office_of(five.cast.alice)
    form = AtForm(office, office.get(round_page(five)).context["call"].pair)
    assert "Not there, and without a bye: Dogs, Foxes." in form.read
    form.press("do")
    found = state(five)
    assert {key for one in found.fixtures.values() for key in one.platoons} <= {"bears", "cats", "eels"}
    assert (len(found.fixtures), len(found.rounds[0].byes)) == (1, 1)
    assert not {"dogs", "foxes"} & {*found.rounds[0].byes}


def test_so_it_is_as_the_round_is_closed_and_the_next_published(five: Season) -> None:
    five.report(five.organiser, OpenRound(deadline="", method="everyone"))
    for key in ("cats", "eels", "bears", "dogs"):
        attendance.say(five.stream, [key], attendance.evening_of(""), True, five.cast.alice)
    office = office_of(five.cast.alice)
    form = AtForm(office, office.get(round_page(five, 1)).context["call"].pair)
    assert "Not there, and without a bye: Foxes." in form.read
    form.press("do")
    assert state(five).rounds[-1].number == 2
    assert "foxes" not in {key for one in state(five).fixtures.values() if one.round == 2 for key in one.platoons}


def test_the_round_page_asks_the_same_with_more_platoons(five: Season) -> None:
    office = office_of(five.cast.alice)

    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert office.get(round_page(five)).status_code == 200
        return len(queries)

    office.post(round_page(five), {"there": "here cats"})
    few = asked()
    for n in range(6):
        five.enlist(five.cast.bob, f"more-{n}")
        office.post(round_page(five), {"there": f"here more-{n}"})
    assert asked() == few
