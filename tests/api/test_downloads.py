"""Tables and dates of a campaign for other programs, and one's own calendar's address."""

from __future__ import annotations

import csv

import pytest

from campaigns.models import Campaign
from tests.api.conftest import Caller, problem, said
from tests.campaigns.conftest import _skirmish
from tests.campaigns.dating import FRIDAY, Dated
from tests.cast import Cast

__all__ = ["_skirmish"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited")]


@pytest.fixture
def dated(cast: Cast) -> Dated:
    return Dated(cast).agree()


def test_tables_and_dates_are_downloaded_and_strangers_read_no_place(people: dict[str, Caller], dated: Dated) -> None:
    where = f"campaigns/{dated.stream}"
    found = people["bob"].get(f"{where}/tables/fixtures/")
    assert found["Content-Disposition"] == f'attachment; filename="fixtures-{dated.row.campaign.position}.csv"'
    (row,) = csv.DictReader(found.content.decode().splitlines())
    assert (row["first"], row["date"], "cellar" in row["place"]) == ("Bears", FRIDAY, True)
    again = people["bob"].get(f"{where}/tables/fixtures/", If_None_Match=found["ETag"])
    assert again.status_code == 304
    assert (
        said(people["bob"].get(f"{where}/tables/fixtures/?as=json&at={dated.row.campaign.position - 2}"))[0]["date"]
        == ""
    )
    assert said(people["bob"].get(f"{where}/tables/results/?as=json")) == []
    problem(people["bob"].get(f"{where}/tables/purses/"), 404, "not-found")
    calendar = people["bob"].get(f"{where}/calendar.ics")
    assert calendar["Content-Type"] == "text/calendar; charset=utf-8"
    assert b"cellar" in calendar.content
    for address in ("calendar.ics", "tables/fixtures/"):
        stranger = people["anonymous"].get(f"{where}/{address}")
        assert stranger.status_code == 200
        assert b"Bears" in stranger.content
        assert b"cellar" not in stranger.content
    Campaign.objects.filter(pk=dated.stream).update(visibility=Campaign.Visibility.MEMBERS)
    for address in ("calendar.ics", "tables/fixtures/"):
        problem(people["anonymous"].get(f"{where}/{address}"), 404, "not-found")


def test_ones_own_calendar_has_an_address_that_is_renewed(people: dict[str, Caller], dated: Dated) -> None:
    bob = people["bob"]
    assert said(bob.get("me/calendar/")) == {"address": ""}
    first = said(bob.post("me/calendar/", {}))["address"]
    assert said(bob.get("me/calendar/")) == {"address": first}
    assert "cellar" in people["anonymous"].client.get(path_of(first)).content.decode()
    second = said(bob.post("me/calendar/", {}))["address"]
    assert people["anonymous"].client.get(path_of(first)).status_code == 404
    assert people["anonymous"].client.get(path_of(second)).status_code == 200
    problem(people["anonymous"].get("me/calendar/"), 401, "not-authenticated")


def path_of(address: str) -> str:
    return "/" + address.partition("//")[2].partition("/")[2]
