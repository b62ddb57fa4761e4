"""What is not sent any more: a restored site sends nothing by itself, and the office's front page says so."""

from __future__ import annotations

import pytest
from django.test import Client

from campaigns.models import DiscordChannel, DiscordMessage, WebhookDelivery, WebhookEndpoint
from campaigns.outgoing import stopped
from campaigns.webhooks import endpoints
from tests.campaigns.office import office_of, text
from tests.cast import Cast, ClubFactory
from tests.receiver import hook
from tests.where import BOTH

pytestmark = pytest.mark.django_db
Off = WebhookEndpoint.Off


@pytest.fixture
def alice(cast: Cast) -> Client:
    return office_of(cast.alice)


def channel_of(cast: Cast, **more: str) -> DiscordChannel:
    return DiscordChannel.objects.create(club=cast.club, name="#games", url="x", language="en", **more)


@BOTH
def test_a_restored_site_sends_nothing_by_itself(cast: Cast) -> None:
    endpoint, channel = hook(cast.club, "https://one.example/"), channel_of(cast)
    own = hook(cast.club, "https://two.example/", off=Off.PERSON)
    asked = endpoints.test(endpoint)
    DiscordMessage.objects.create(channel=channel, key="test-1", title="Test", status=DiscordMessage.Status.WAITING)
    assert stopped.switch_off_restored() == 2
    for row, off in ((endpoint, Off.RESTORED), (channel, Off.RESTORED), (own, Off.PERSON)):
        row.refresh_from_db()
        assert row.off == off
    asked.refresh_from_db()
    assert asked.status == WebhookDelivery.Status.FAILED
    assert not DiscordMessage.objects.exists()
    assert stopped.switch_off_restored() == 0


def test_the_office_lists_what_has_stopped_and_switches_it_on(cast: Cast, alice: Client) -> None:
    assert "Not sent any more" not in text(alice.get("/admin/"))
    hook(cast.club, "https://one.example/", off=Off.RESTORED)
    channel_of(cast, off=Off.FAILING)
    hook(ClubFactory.create(name="Other"), "https://other.example/", off=Off.RESTORED)
    found = alice.get("/admin/").context["evening"].stopped
    assert [(one.name, one.club) for one in found] == [("The site’s own page", "Steel Club"), ("#games", "Steel Club")]
    assert "restored from a backup" in found[0].why
    for one in found:
        assert alice.get(one.page).status_code == 200
        assert alice.post(one.switch).status_code == 302
    assert alice.get("/admin/").context["evening"].stopped == []
    assert WebhookEndpoint.objects.get(club=cast.club).is_on
    assert DiscordChannel.objects.get().is_on


def test_what_was_sent_is_among_the_records_and_where_to_with_the_club(cast: Cast, alice: Client) -> None:
    sections = {one["app_label"]: one["models"] for one in alice.get("/admin/").context["app_list"]}
    names = {key: {one["object_name"] for one in models} for key, models in sections.items()}
    assert {"WebhookDelivery", "DiscordMessage"} <= names["records"]
    assert {"Club", "WebhookEndpoint", "DiscordChannel"} <= names["club"]
    assert "Campaign" in names["desk"]
