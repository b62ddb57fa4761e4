"""An organiser asks a platoon's players to mend its faults: they are told once, and what is wrong is in no message."""

from __future__ import annotations

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client

from campaigns.admin.ruling.campaign_pages import address
from campaigns.models import CampaignSheet, Notice
from tests.campaigns.conftest import Season
from tests.campaigns.office import office_of, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice(season: Season) -> Client:
    return office_of(season.cast.alice)


def with_faults(season: Season) -> None:
    season.desk.terms = {"muster_points": 1, "roster_check": "warn"}
    season.desk.save()
    season.begin()


def ask(client: Client, season: Season, platoon: str = "bears") -> str:
    answer = client.post(address(season.stream, "platoons"), {"ask": platoon}, follow=True)
    assert answer.status_code == 200
    return text(answer)


def test_its_players_are_told_once_of_the_same_faults(season: Season, alice: Client) -> None:
    with_faults(season)
    page = alice.get(address(season.stream, "platoons"))
    assert "Ask its player to mend it" in text(page)
    assert "1 player was asked to mend it." in ask(alice, season)
    (notice,) = Notice.objects.filter(kind="mend")
    assert (notice.user, notice.about) == (season.cast.bob, "bears")
    assert notice.subject == "The long ridge: Bears has a fault to mend"
    assert notice.link.endswith("/platoons/bears/")
    said = page.context["rows"][0].faults[0].text
    assert said not in notice.body
    assert "They were asked before" in ask(alice, season)
    assert Notice.objects.filter(kind="mend").count() == 1
    assert LogEntry.objects.filter(change_message__contains="was asked to mend it").count() == 1


def test_who_has_no_fault_is_not_asked(season: Season, alice: Client) -> None:
    season.begin()
    assert "It has no fault." in ask(alice, season)
    assert not Notice.objects.filter(kind="mend").exists()
    assert alice.post(address(season.stream, "platoons"), {"ask": "wolves"}).status_code == 404


def test_nobody_else_asks(season: Season, alice: Client) -> None:
    with_faults(season)
    where = address(season.stream, "platoons")
    for user in (season.cast.bob, season.cast.dave):
        assert office_of(user).post(where, {"ask": "bears"}).status_code in (302, 403, 404)
    assert CampaignSheet.objects.exists()
    assert not Notice.objects.filter(kind="mend").exists()
