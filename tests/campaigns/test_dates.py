"""Dates through the doors: reminded of once by mail, in calendars and tables; by the clocks of the club."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from copy import deepcopy
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.mail import EmailMessage
from django.test import Client
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st
from icalendar import Calendar
from pytest_django import DjangoDbBlocker, Settings

from battles.forms import moments
from battles.reports import Report
from campaigns import clerk, completion, handler, mail
from campaigns.models import Standing, User
from campaigns.presenters import calendars, tables
from campaigns.projection_rebuild import rebuild
from campaigns.season.appointments import AcceptDate, CancelDate, ProposeDate, SetDate
from campaigns.season.free_times import NoteFree
from campaigns.season.time_zones import TIME_ZONES
from rules import zones
from rules.contract import Command, Refused
from rules.stream import codec
from rules.stream.revision.reports import Undo
from tests.campaigns.conftest import shared_season
from tests.campaigns.dating import FRIDAY, PLACE, SATURDAY, Dated
from tests.cast import Cast, logged_in

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def at_first(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Dated]:
    with shared_season(django_db_blocker, Dated) as dated:
        yield dated


@pytest.fixture
def dated(db: None, at_first: Dated) -> Dated:
    return deepcopy(at_first)


@pytest.fixture
def cast(dated: Dated) -> Cast:
    return dated.cast


@pytest.fixture
def post(settings: Settings, mailoutbox: list[EmailMessage]) -> list[EmailMessage]:
    settings.MAIL = True
    return mailoutbox


def at(moment: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: datetime.fromisoformat(moment).astimezone(UTC))


def events(content: bytes) -> list[Any]:
    """As the library reads them back."""
    return list(Calendar.from_ical(content.decode()).walk("VEVENT"))


def test_the_other_player_hears_of_a_proposal_and_of_its_answer(dated: Dated, post: list[EmailMessage]) -> None:
    dated.report(dated.bob, ProposeDate(fixture="r1-1", at=FRIDAY, place=PLACE))
    mail.send_due()
    (letter,) = post
    assert letter.to == ["carol@steel.example"]
    assert "Bears proposes to play Bears – Cats on Friday, 16 March 2131, 19:00 UTC." in letter.body
    assert PLACE in letter.body
    dated.report(dated.carol, AcceptDate(fixture="r1-1", at=FRIDAY))
    mail.send_due()
    assert [one.to[0] for one in post[1:]] == ["bob@steel.example"]  # Carol has just said it
    dated.report(dated.bob, CancelDate(fixture="r1-1", reason="ill"))
    mail.send_due()
    assert "ill" in post[-1].body
    assert post[-1].to == ["carol@steel.example"]


def test_both_are_reminded_once_a_day_before_whatever_is_undone(
    dated: Dated, post: list[EmailMessage], monkeypatch: pytest.MonkeyPatch
) -> None:
    dated.agree()
    mail.send_due()
    post.clear()
    at("2131-03-15T18:59:59Z", monkeypatch)
    assert list(clerk.due()) == []
    at("2131-03-15T19:00:00Z", monkeypatch)
    assert list(clerk.due()) == [dated.stream]
    for _time in range(2):
        clerk.sweep()
    mail.send_due()
    assert len(post) == 2
    assert "Bears – Cats is to be played on Friday" in post[0].body
    assert dated.count("DateReminded") == 1
    position = next(row.position for row in handler.replay(dated.stream)[2] if row.type == "DateReminded")
    with pytest.raises(Refused, match="sent"):
        dated.report(dated.organiser, Undo(position=position, reason="too soon"))
    noted = dated.report(dated.bob, NoteFree(platoon="bears", free="Fridays"))
    dated.report(dated.bob, Undo(position=noted.position, reason="never"))
    mail.send_due()
    assert len(post) == 2
    assert list(clerk.due()) == []


def test_a_date_that_is_over_is_neither_reminded_of_nor_proposed(dated: Dated, monkeypatch: pytest.MonkeyPatch) -> None:
    dated.agree()
    at("2131-03-16T19:00:00Z", monkeypatch)
    assert list(clerk.due()) == []
    with pytest.raises(Refused, match="over"):
        dated.report(dated.bob, ProposeDate(fixture="r1-1", at=FRIDAY))


def test_undo_of_an_agreement_asks_the_other_and_leaves_all_as_it_was(dated: Dated) -> None:
    dated.report(dated.bob, ProposeDate(fixture="r1-1", at=FRIDAY, place=PLACE))
    before = handler.replay(dated.stream)[0].fixtures
    accepted = dated.report(dated.carol, AcceptDate(fixture="r1-1", at=FRIDAY))
    dated.report(dated.carol, Undo(position=accepted.position, reason="wrong week"))
    assert dated.row.date == FRIDAY  # Bob has to agree
    dated.report(dated.organiser, Undo(position=accepted.position, reason="wrong week"))
    assert handler.replay(dated.stream)[0].fixtures == before
    assert (dated.row.date, dated.row.place, dated.row.remind_at) == ("", "", "")
    assert rebuild(print) == 0


def test_a_calendar_is_read_back_by_its_library(dated: Dated) -> None:
    dated.agree()
    assert Client().get(f"/calendar/{uuid4().hex}.ics").status_code == 404
    client = logged_in(dated.cast.bob)
    assert "Make an address" in client.get("/account/").content.decode()
    client.post("/account/calendar/")
    bob = User.objects.get(pk=dated.cast.bob.pk)
    first = calendars.address(bob).partition("//")[2].partition("/")[2]
    answer = Client().get(f"/{first}")
    assert answer.headers["Content-Type"].startswith("text/calendar")
    (event,) = events(answer.content)
    assert event["UID"] == f"{dated.stream}-r1-1@leaguer"
    assert event.decoded("DTSTART") == datetime(2131, 3, 16, 19, tzinfo=UTC)
    assert event["LOCATION"] == PLACE
    assert "Bears" in event["SUMMARY"]
    assert b"DTSTART:21310316T190000Z" in answer.content
    dated.report(dated.organiser, SetDate(fixture="r1-1", at=SATURDAY, reason="the hall"))
    (moved,) = events(Client().get(f"/{first}").content)
    assert moved["UID"] == event["UID"]
    assert moved["SEQUENCE"] > event["SEQUENCE"]
    assert "LOCATION" not in moved
    client.post("/account/calendar/")
    assert Client().get(f"/{first}").status_code == 404


def test_a_player_reads_their_own_dates_alone_and_a_stranger_no_places(dated: Dated) -> None:
    dated.agree()
    calendars.renew(dated.cast.dave)
    assert b"VEVENT" not in calendars.of_player(User.objects.get(pk=dated.cast.dave.pk))
    public = Client().get(f"/campaigns/{dated.stream}/calendar.ics").content
    (event,) = events(public)
    assert "LOCATION" not in event
    for address in ("", "fixtures/r1-1/", "tables/fixtures.csv", "tables/fixtures.json", "rounds/1/sheet/"):
        for prefix in ("/campaigns/", "/api/v1/campaigns/"):
            assert "cellar" not in Client().get(f"{prefix}{dated.stream}/{address}").content.decode(), address
    assert "cellar" not in Client().get(f"/api/v1/campaigns/{dated.stream}/events/").content.decode()
    assert "cellar" in logged_in(dated.cast.bob).get(f"/campaigns/{dated.stream}/fixtures/r1-1/").content.decode()
    assert "cellar" in logged_in(dated.cast.bob).get(f"/campaigns/{dated.stream}/tables/fixtures.csv").content.decode()
    dated.desk.visibility = "members"
    dated.desk.save()
    for address in ("calendar.ics", "tables/standings.csv", "rounds/1/sheet/"):
        assert Client().get(f"/campaigns/{dated.stream}/{address}").status_code == 404


def test_when_somebody_is_free_is_read_where_it_is_theirs_to_know(dated: Dated) -> None:
    dated.report(dated.bob, NoteFree(platoon="bears", free="Zephyr evenings"))
    addresses = [
        *(f"/campaigns/{dated.stream}/{one}" for one in ("", "fixtures/r1-1/", "platoons/bears/", "script/")),
        *(f"/api/v1/campaigns/{dated.stream}/{one}/" for one in ("events", "choices", "standings", "platoons/bears")),
    ]
    for who, knows in ((dated.cast.bob, True), (dated.cast.carol, True), (dated.cast.alice, False), (None, False)):
        client = logged_in(who) if who else Client()
        told = (client.get(address).content.decode() for address in addresses)
        assert any("Zephyr" in one for one in told) is knows  # who knows reads it somewhere, who does not nowhere


def test_tables_hold_nothing_that_a_spreadsheet_would_run(dated: Dated) -> None:
    Standing.objects.filter(platoon="bears").update(name='=HYPERLINK("http://x")')
    text = Client().get(f"/campaigns/{dated.stream}/tables/standings.csv").content.decode()
    rows = list(csv.DictReader(io.StringIO(text)))
    assert {one["platoon"] for one in rows} == {'\'=HYPERLINK("http://x")', "Cats"}
    json = Client().get(f"/campaigns/{dated.stream}/tables/fixtures.json").json()
    assert (json[0]["first"], json[0]["second"], json[0]["round"]) == ('=HYPERLINK("http://x")', "Cats", 1)
    assert Client().get(f"/campaigns/{dated.stream}/tables/results.csv").content == b""
    assert Client().get(f"/campaigns/{dated.stream}/tables/purses.csv").status_code == 404


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx"])
def test_every_beginning_of_a_formula_is_made_harmless(cell: str) -> None:
    (row,) = csv.reader(io.StringIO(tables.as_csv([{"a": cell, "b": -1, "c": None}]).partition("\r\n")[2], newline=""))
    assert row == [f"'{cell}", "-1", ""]


@pytest.mark.parametrize(
    "cell", ["x;=1", "x; =1", 'x;"=1', "x\t+1", "x\n-1", "x\r@A1", "\t=1", "a;b;=1", "x;;=1", ";=1"]
)
@pytest.mark.parametrize("splits", [";", "\t"])
def test_nor_does_one_begin_where_a_spreadsheet_splits_at_other_signs(cell: str, splits: str) -> None:
    """As it is set up in half of Europe: quotation marks in the middle of its cells hold nothing together."""
    text = tables.as_csv([{"name": "Bears", "a": cell, "last": "Cats"}])
    for line in re.split("[\r\n]+", text):
        assert not [one for one in line.split(splits) if one.strip(' "').startswith(("=", "+", "-", "@"))], text
    assert tables.as_csv([{"a": "Hall 2; table 3 - left, 7=7"}]).splitlines()[1] == '"Hall 2; table 3 - left, 7=7"'


# -- clocks ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("2027-03-27T20:00", "2027-03-27T19:00:00Z"),  # winter
        ("2027-03-28T01:59", "2027-03-28T00:59:00Z"),  # a minute before the clocks go forward
        ("2027-03-28T03:00", "2027-03-28T01:00:00Z"),
        ("2027-03-28 20:00", "2027-03-28T18:00:00Z"),  # summer
        ("2027-10-31T02:30", "2027-10-31T00:30:00Z"),  # which comes twice: the first one
        ("2027-10-31T03:00", "2027-10-31T02:00:00Z"),
    ],
)
def test_moments_are_typed_by_the_clocks_of_the_club(typed: str, stored: str) -> None:
    assert moments.read(typed, "Europe/Berlin") == stored
    assert moments.shown(stored, "Europe/Berlin") == typed.replace(" ", "T")


def test_an_hour_that_the_clocks_skip_is_refused() -> None:
    with pytest.raises(moments.NoMoment, match="go forward"):
        moments.read("2027-03-28T02:30", "Europe/Berlin")


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 50_000_000), st.sampled_from(TIME_ZONES))
def test_what_is_shown_can_be_typed_again(minutes: int, zone: str) -> None:
    """At length by the next one."""
    _types_again(minutes, zone)


@pytest.mark.soak
@settings(max_examples=2000, deadline=None)
@given(st.integers(0, 50_000_000), st.sampled_from(TIME_ZONES))
def test_what_is_shown_can_be_typed_again_at_any_moment(minutes: int, zone: str) -> None:
    _types_again(minutes, zone)


def _types_again(minutes: int, zone: str) -> None:
    stored = (datetime(2000, 1, 1, tzinfo=UTC) + timedelta(minutes=minutes)).strftime(zones.SECOND)
    again = moments.read(moments.shown(stored, zone), zone)
    assert again <= stored  # the earlier one, where an hour comes twice
    assert moments.shown(again, zone) == moments.shown(stored, zone)


def test_a_round_ends_at_eight_by_the_clocks_of_the_club(cast: Cast) -> None:
    season = handler.replay(Dated(cast, time_zone="America/New_York", round_days=14).stream)[0]
    spring = datetime(2027, 3, 8, 23, tzinfo=UTC)  # the clocks go forward on the 14th
    assert completion.deadline(season, spring) == "2027-03-23T00:00:00Z"
    assert completion.deadline(season, spring - timedelta(days=10)) == "2027-03-13T01:00:00Z"


def test_the_page_shows_and_takes_the_clocks_of_the_club(cast: Cast) -> None:
    dated = Dated(cast, time_zone="Europe/Berlin").agree()
    address = f"/campaigns/{dated.stream}/fixtures/r1-1/"
    html = logged_in(cast.bob).get(address).content.decode()
    assert "Friday, 16 March 2131, 20:00 CET" in html
    form = {
        "type": "ProposeDate",
        "id": str(uuid4()),
        "after": str(dated.row.campaign.position),
        "given": '{"fixture":"r1-1"}',
        "moment-or-none-in-Europe__Berlin:at": "2131-03-17T14:00",
        "text:place": "",
    }
    assert logged_in(cast.bob).post(address, form).status_code == 302
    assert handler.replay(dated.stream)[0].fixtures["r1-1"].proposed.at == SATURDAY  # type: ignore[union-attr]
    assert 'name="moment-or-none-in-Europe__Berlin:at"' in html


def test_a_campaign_that_was_told_no_zone_has_none(dated: Dated) -> None:
    opened = handler.replay(dated.stream)[0].opened
    assert not {"time_zone", "promoted", "relegated"} & opened.terms.keys()


def test_the_line_of_a_script_is_in_utc(dated: Dated) -> None:
    said: Command = ProposeDate(fixture="r1-1", at=FRIDAY)
    report = Report(str(uuid4()), "ProposeDate", codec.encode(said))
    receipt = handler.execute(dated.stream, [report], dated.bob, "script", dry_run=True)
    assert receipt.answers[0].events[0].event.at == FRIDAY  # type: ignore[attr-defined]
