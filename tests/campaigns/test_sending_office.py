"""Webhooks and Discord channels in the office: a club's organisers set them up, test, switch and read what became of
each message; nobody else does."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from pytest_django import Settings
from standardwebhooks.webhooks import Webhook

from battles import log
from campaigns.discord import poster
from campaigns.models import DiscordChannel, DiscordMessage, WebhookDelivery, WebhookEndpoint
from campaigns.webhooks import deliverer
from tests import discord as of_discord
from tests.campaigns.conftest import Season
from tests.campaigns.office import AtForm, office_of, text, url
from tests.cast import CampaignFactory, ClubFactory, UserFactory
from tests.receiver import Receiver, hook, listening

pytestmark = pytest.mark.django_db


@pytest.fixture
def receiver(settings: Settings) -> Iterator[Receiver]:
    with listening(settings) as found:
        yield found


@pytest.fixture
def alice(season: Season) -> Client:
    return office_of(season.cast.alice)


def act(client: Client, endpoint: WebhookEndpoint | DiscordChannel, name: str, **said: str) -> str:
    address = url(type(endpoint), name, endpoint.pk)
    response = client.post(address, said, follow=True)
    assert response.status_code == 200
    return text(response)


def test_a_webhook_from_the_form_to_the_first_message(season: Season, alice: Client, receiver: Receiver) -> None:
    form = AtForm(alice, url(WebhookEndpoint, "add"))
    form.fill(club=str(season.cast.club.pk), name="Our site", url=f"{receiver.origin}/in")
    page = alice.get(form.press("_continue").url)
    secret = re.findall(r"whsec_[\w+/=]+", page.content.decode())
    assert len(secret) == 1
    endpoint = WebhookEndpoint.objects.get()
    address = url(WebhookEndpoint, "change", endpoint.pk)
    assert "whsec_" not in alice.get(address).content.decode()  # it was shown once
    assert "A test is on its way" in act(alice, endpoint, "test")
    deliverer.deliver(endpoint.pk)
    Webhook(secret[0]).verify(receiver.taken[0].body, receiver.taken[0].headers)
    assert "leaguer.test : arrived, 204" in text(alice.get(address))
    new = re.findall(r"whsec_[\w+/=]+", act(alice, endpoint, "secret"))
    assert new != secret
    season.begin()
    deliverer.deliver(endpoint.pk)
    assert len(receiver.taken) == 1 + log.head(season.stream).position
    told = act(alice, endpoint, "again", log=season.stream, position="2")
    assert "Everything from message 2 on is sent again" in told
    deliverer.deliver(endpoint.pk)
    assert len(receiver.taken) == 2 * log.head(season.stream).position
    assert "Choose what is sent again" in act(alice, endpoint, "again", log=season.stream, position="x")
    assert "Choose what is sent again" in act(alice, endpoint, "again", log=str(endpoint.pk), position="1")
    assert "Nothing is sent any more." in act(alice, endpoint, "switch")
    assert "It is on" in act(alice, endpoint, "switch")


def test_the_log_of_deliveries(season: Season, alice: Client, receiver: Receiver) -> None:
    endpoint = hook(season.cast.club, f"{receiver.origin}/in?key=zwiebel")
    receiver.answers["/in?key=zwiebel"] = [(500, {}, b"<b>no disk</b>"), 204]
    season.begin()
    deliverer.deliver(endpoint.pk)
    one = WebhookDelivery.objects.get()
    page = alice.get(url(WebhookDelivery, "changelist"))
    assert "campaign.opened" in text(page)
    assert "did not arrive: it is tried again" in text(page)
    assert "<b>no disk" not in page.content.decode()
    assert "zwiebel" not in alice.get(url(WebhookEndpoint, "changelist")).content.decode()
    WebhookDelivery.objects.update(status="failed")
    chosen = {"action": "send_again", "_selected_action": str(one.pk)}
    assert "1 message is sent again." in text(alice.post(url(WebhookDelivery, "changelist"), chosen, follow=True))
    deliverer.deliver(endpoint.pk)
    one.refresh_from_db()
    assert (one.status, one.tries) == ("delivered", 2)
    assert alice.get(url(WebhookDelivery, "change", one.pk)).status_code == 200


INNER = ("http://hooks.example/in", "https://127.0.0.1/in", "https://169.254.169.254/latest/", "https://[::1]/x")


def test_an_inner_address_is_refused_in_the_form(season: Season, alice: Client) -> None:
    form = AtForm(alice, url(WebhookEndpoint, "add"))
    for wrong in INNER:
        form.fill(club=str(season.cast.club.pk), name="Our site", url=wrong).press("_save")
        assert "Nothing is sent there" in form.error("url"), wrong
    assert not WebhookEndpoint.objects.exists()


def test_only_of_ones_own_club(season: Season, alice: Client, receiver: Receiver) -> None:
    other = ClubFactory.create(organisers=[UserFactory.create()])
    theirs = hook(other, f"{receiver.origin}/in")
    channel = DiscordChannel.objects.create(club=other, name="#theirs", url="x", language="en")
    delivery = WebhookDelivery.objects.create(endpoint=theirs, message="m", type="campaign.theirs", status="failed")
    post = DiscordMessage.objects.create(channel=channel, key="x", title="Theirs", status="posted")
    for row in (theirs, channel, delivery, post):
        assert alice.get(url(type(row), "change", row.pk)).status_code == 302  # to the office's front page
        assert str(row) not in text(alice.get(url(type(row), "changelist")))
    for name in ("test", "secret", "switch", "again"):
        assert alice.post(url(WebhookEndpoint, name, theirs.pk)).status_code == 404
        assert alice.get(url(WebhookEndpoint, name, theirs.pk)).status_code == 405
    for name in ("test", "switch"):
        assert alice.post(url(DiscordChannel, name, channel.pk)).status_code == 404
    form = AtForm(alice, url(WebhookEndpoint, "add"))
    assert other.name not in form.page.content.decode()
    stranger = CampaignFactory.create(club=other)
    form.fill(club=str(season.cast.club.pk), name="x", url=f"{receiver.origin}/", campaign=str(stranger.pk))
    form.press("_save")
    assert form.error("campaign")
    for user in (season.cast.bob, season.cast.erin):
        client = office_of(user)
        assert client.get(url(WebhookEndpoint, "changelist")).status_code == 403
        assert client.post(url(WebhookEndpoint, "test", theirs.pk)).status_code == 403
    assert Client().get(url(WebhookEndpoint, "changelist")).status_code == 302


def test_a_channel_from_the_form_to_the_first_message(season: Season, alice: Client, settings: Settings) -> None:
    with of_discord.listening(settings) as discord:
        form = AtForm(alice, url(DiscordChannel, "add"))
        form.fill(
            club=str(season.cast.club.pk), name="#games", url="https://example.com/api/webhooks/1/x", language="de"
        )
        form.press("_save")
        assert "no address of a webhook" in form.error("url")
        form.fill(url=discord.url).press("_save")
        channel = DiscordChannel.objects.get()
        assert channel.language == "de"
        assert "A test is on its way" in act(alice, channel, "test")
        poster.post(channel.pk)
        assert len(discord.messages) == 1
        assert "posted" in text(alice.get(url(DiscordChannel, "change", channel.pk)))
        DiscordMessage.objects.update(status="claimed")
        chosen = {"action": "post_again", "_selected_action": str(DiscordMessage.objects.get().pk)}
        answer = alice.post(url(DiscordMessage, "changelist"), chosen, follow=True)
        assert "1 message is posted again." in text(answer)
        assert "Nothing is posted any more." in act(alice, channel, "switch")
        assert "It is on" in act(alice, channel, "switch")
