"""A club's Discord channel is told pairings, results and standings, once each, and reads what stands."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone, translation
from pytest_django import DjangoDbBlocker, Settings

from battles import log
from campaigns import clerk, erasure
from campaigns.discord import embeds, http, poster
from campaigns.models import Campaign, Club, DiscordChannel, DiscordMessage, Fixture, OutboxMessage, WebhookDelivery
from campaigns.outgoing import addresses
from campaigns.presenters.bulletin import Bulletin, Kind
from campaigns.season.results import Adjudicate
from campaigns.season.round_end import CloseRound
from campaigns.season.rounds import OpenRound
from campaigns.season.values import Pairing
from campaigns.webhooks import events
from rules.stream.revision.reports import Undo
from tests.campaigns.conftest import Season, shared_season
from tests.discord import Discord, listening
from tests.receiver import hook
from tests.where import BOTH

pytestmark = pytest.mark.django_db
Status = DiscordMessage.Status


@pytest.fixture(scope="module")
def at_first(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[tuple[Season, str]]:
    """A round with one battle that is counted, and its fixture, of a club that had a channel before."""
    with shared_season(django_db_blocker, Season) as season:
        DiscordChannel.objects.create(club=season.cast.club, name="#games", language="en")
        season.begin()
        season.report(season.organiser, OpenRound(method="everyone"))
        battle = season.fight()
        clerk.sweep()
        yield season, Fixture.objects.get(battle=battle).fixture


@pytest.fixture
def season(db: None, at_first: tuple[Season, str]) -> Season:
    return deepcopy(at_first[0])


@pytest.fixture
def fixture(at_first: tuple[Season, str]) -> str:
    return at_first[1]


@pytest.fixture
def discord(settings: Settings) -> Iterator[Discord]:
    with listening(settings) as found:
        yield found


def channel_of(club: Club, discord: Discord, **more: Any) -> DiscordChannel:
    """That there was before anything happened."""
    channel = DiscordChannel.objects.get(club=club)
    for name, value in {"url": discord.url, **more}.items():
        setattr(channel, name, value)
    channel.save()
    return channel


def due_again() -> None:
    DiscordChannel.objects.update(next_at=timezone.now())


def until_quiet(channel: DiscordChannel) -> None:
    """Rounds of the clerk until nothing is left to be posted."""
    for _ in range(20):
        due_again()
        if poster.post(channel.pk) == 0 and not poster.with_news(channel, poster.campaign_sheets(channel)).exists():
            return
    raise AssertionError("it does not come to rest")


@BOTH
def test_what_happens_is_told_once(season: Season, discord: Discord) -> None:
    channel = channel_of(season.cast.club, discord)
    assert poster.post(channel.pk) == 2
    assert discord.titles() == ["The long ridge: pairings of Round 1", "The long ridge: Bears – Cats 2:0"]
    result = discord.embeds[1]
    assert result["description"] == "Bears won."
    assert result["image"]["url"].endswith("/card.png")
    assert result["url"].startswith("http")
    assert all(said["allowed_mentions"] == {"parse": []} for said in discord.messages.values())
    assert {path.partition("?")[2] for _method, path, _said in discord.asked} == {"wait=true"}
    season.report(season.organiser, CloseRound(round=1))
    until_quiet(channel)
    assert discord.titles()[2:] == ["The long ridge: Bears – Cats", "The long ridge: standings after Round 1"]
    assert discord.embeds[3]["description"].splitlines()[0].startswith("1. Bears, ")
    assert {method for method, _path, _said in discord.asked} == {"POST"}
    assert poster.post(channel.pk) == 0


def test_a_correction_edits_in_place(season: Season, discord: Discord, fixture: str) -> None:
    channel = channel_of(season.cast.club, discord)
    poster.post(channel.pk)
    ids = list(discord.messages)
    season.report(season.organiser, Adjudicate(fixture=fixture, winner="cats", reason="The dice were loaded"))
    assert poster.post(channel.pk) == 1
    assert list(discord.messages) == ids
    assert discord.embeds[1]["description"] == "Cats won. By ruling."
    assert discord.asked[-1][0] == "PATCH"
    opened = next(row.position for row in log.read(season.stream) if row.command_type == "Adjudicate")
    season.report(season.organiser, Undo(position=opened, reason="They were not"))
    poster.post(channel.pk)
    assert discord.embeds[1]["description"] == "Bears won."
    DiscordMessage.objects.create(
        channel=channel, stream=season.stream, key="result-r9-9", title="Old", there=ids[0], status=Status.POSTED
    )
    season.enlist(season.cast.bob, "dogs")
    poster.post(channel.pk)
    assert discord.embeds[0]["description"] == "This was taken back."


def test_in_the_clubs_language_and_what_it_wants(season: Season, discord: Discord) -> None:
    channel = channel_of(season.cast.club, discord, language="de", of_pairings=False)
    with translation.override("en"):
        poster.post(channel.pk)
    with translation.override("de"):
        told = translation.gettext("%(platoon)s won.") % {"platoon": "Bears"}
    assert [one["description"] for one in discord.embeds] == [told]


def test_before_it_was_made_nothing_is_told(season: Season, discord: Discord) -> None:
    channel_of(season.cast.club, discord).delete()
    channel = DiscordChannel.objects.create(club=season.cast.club, name="#new", url=discord.url, language="en")
    assert poster.post(channel.pk) == 0
    season.report(season.organiser, CloseRound(round=1))
    until_quiet(channel)
    assert discord.titles() == ["The long ridge: Bears – Cats", "The long ridge: standings after Round 1"]


def test_its_limits_are_kept(season: Season, discord: Discord) -> None:
    discord.per, discord.window = 1, 0.2
    channel = channel_of(season.cast.club, discord)
    season.report(season.organiser, CloseRound(round=1))
    until_quiet(channel)
    assert len(discord.messages) == 4
    assert discord.limited == 0  # it was told of the limit in time


def test_a_limit_that_others_use_up_costs_time_alone(season: Season, discord: Discord) -> None:
    channel = channel_of(season.cast.club, discord)
    discord.per = 0
    discord._times, discord.window = [], 60.0
    discord._limits = lambda: 42.5  # type: ignore[method-assign]
    assert poster.post(channel.pk) == 0
    channel.refresh_from_db()
    assert timedelta(seconds=40) < channel.next_at - timezone.now() < timedelta(seconds=43)
    assert (channel.tries, discord.limited) == (0, 1)
    assert poster.due() == []
    discord._limits = dict  # type: ignore[method-assign]
    until_quiet(channel)
    assert len(discord.messages) == 2


def test_a_dead_discord_is_waited_for(season: Season, discord: Discord) -> None:
    channel = channel_of(season.cast.club, discord)
    discord.fails = [500, 502]
    assert poster.post(channel.pk) == 0
    channel.refresh_from_db()
    assert (channel.tries, poster.due()) == (1, [])
    until_quiet(channel)
    assert len(discord.messages) == 2
    channel.refresh_from_db()
    assert (channel.tries, channel.failing_since) == (0, None)


@BOTH
def test_what_may_have_been_posted_waits_for_a_person(season: Season, discord: Discord) -> None:
    channel = channel_of(season.cast.club, discord)
    discord.fails = [0]
    poster.post(channel.pk)
    until_quiet(channel)
    assert discord.titles().count("The long ridge: pairings of Round 1") == 1  # it had arrived
    uncertain = DiscordMessage.objects.get(status=Status.CLAIMED)
    assert uncertain.title == "The long ridge: pairings of Round 1"
    assert poster.post_again(DiscordMessage.objects.all()) == 1
    until_quiet(channel)
    assert discord.titles().count("The long ridge: pairings of Round 1") == 2


def test_what_somebody_deleted_there_stays_deleted(season: Season, discord: Discord, fixture: str) -> None:
    channel = channel_of(season.cast.club, discord)
    poster.post(channel.pk)
    del discord.messages[list(discord.messages)[1]]
    season.report(season.organiser, Adjudicate(fixture=fixture, winner="cats", reason="The dice were loaded"))
    until_quiet(channel)
    assert len(discord.messages) == 1
    assert DiscordMessage.objects.get(status=Status.GONE).title == "The long ridge: Bears – Cats 2:0"


@pytest.mark.parametrize("hooks", [{}, {"4711": "another-token"}])
def test_a_deleted_webhook_switches_the_channel_off(season: Season, discord: Discord, hooks: dict[str, str]) -> None:
    season.cast.alice.email = "alice@steel.example"
    season.cast.alice.save()
    channel = channel_of(season.cast.club, discord)
    discord.hooks = hooks
    assert poster.post(channel.pk) == 0
    channel.refresh_from_db()
    assert channel.off == DiscordChannel.Off.GONE
    letter = OutboxMessage.objects.get(user=season.cast.alice, key__startswith="discord/")
    assert "was deleted in Discord" in letter.body
    discord.hooks = {"4711": "a-token"}
    poster.switch_on(channel)
    until_quiet(channel)
    assert len(discord.messages) == 2


def test_of_members_alone_nothing_is_told_unasked(season: Season, discord: Discord) -> None:
    plain = channel_of(season.cast.club, discord)
    inside = DiscordChannel.objects.get(pk=plain.pk)
    inside.pk, inside.members_too = None, True
    inside.save(force_insert=True)
    Campaign.objects.update(visibility=Campaign.Visibility.MEMBERS)
    assert poster.post(plain.pk) == 0
    assert poster.post(inside.pk) == 2
    assert not any("image" in one for one in discord.embeds)  # Discord could not read it


def test_an_embed_is_within_the_limits_and_says_what_was_typed() -> None:
    lines = tuple(f"[Tiger {n}](https://evil.example) **@everyone** <@1> `x`" * 4 for n in range(40))
    said = embeds.payload(
        Bulletin(
            key="x",
            kind=Kind.RESULT,
            title="# " + "x_" * 300,
            lines=lines,
            url="https://leaguer.example/" + "a" * 3000,
            picture="https://leaguer.example/card.png",
            published="2026-01-01T00:00:00.000000Z",
            updated="2026-01-01T00:00:00.000000Z",
        ),
        True,
    )
    assert Discord(1)._faults(said) == {}
    text = said["embeds"][0]["description"]
    assert text.endswith("…")
    for mark in ("](", "**", "@everyone", "<@1", "https://"):
        assert mark not in text
    assert said["allowed_mentions"] == {"parse": []}


@pytest.mark.parametrize(
    "url",
    [
        *("https://discord.com/api/webhooks/1/", "https://discord.com/api/webhooks/x/token", "https://discord.com/"),
        *("https://discord.com.evil.example/api/webhooks/1/token", "http://discord.com/api/webhooks/1/token"),
        *("https://discord.com/api/webhooks/1/token?wait=true", "https://discord.com/api/webhooks/1/../../users/1"),
        *("https://discord.com:8443/api/webhooks/1/token", "https://a@discord.com/api/webhooks/1/token", "x"),
    ],
)
def test_another_address_is_refused(url: str) -> None:
    with pytest.raises(addresses.Forbidden):
        http.check(url)


def test_good_addresses() -> None:
    http.check("https://discord.com/api/webhooks/123456789012345678/a_Token-1")
    http.check("https://canary.discord.com/api/v10/webhooks/1/t?thread_id=42")
    there = http._address("https://discord.com/api/webhooks/1/t?thread_id=42", "/messages/7")
    assert there == "https://discord.com/api/webhooks/1/t/messages/7?thread_id=42"


def test_a_test_is_posted(season: Season, discord: Discord) -> None:
    channel = channel_of(season.cast.club, discord, off=DiscordChannel.Off.PERSON)
    asked = poster.test(channel)
    assert poster.due() == [channel.pk]
    poster.post(channel.pk)
    assert discord.titles() == ["A test from Leaguer"]
    asked.refresh_from_db()
    assert asked.status == Status.POSTED
    assert poster.due() == []


@BOTH
def test_what_is_erased_is_erased_there_too(season: Season, discord: Discord) -> None:
    channel = channel_of(season.cast.club, discord)
    endpoint = hook(season.cast.club, "https://hooks.example/in")
    season.report(season.organiser, CloseRound(round=1))
    season.report(season.organiser, OpenRound(title="Bobs Geheimnis", pairings=(Pairing(home="bears", away="cats"),)))
    until_quiet(channel)
    told = len(discord.titles())
    assert "Bobs Geheimnis" in discord.titles()[-1]
    erasure.forget_person(season.cast.alice, "test", "asked to", texts=True)
    until_quiet(channel)
    assert len(discord.titles()) == told
    assert "Bobs Geheimnis" not in repr(discord.titles())
    assert not DiscordMessage.objects.filter(title__contains="Bobs Geheimnis").exists()
    _kind, read = events.read(season.stream, 0, 1000)
    assert "Bobs Geheimnis" not in repr(read)
    WebhookDelivery.objects.create(endpoint=endpoint, message="m", type="x", stream=season.stream, status="failed")
    erasure.forget_campaign(Campaign.objects.get(), "test", "asked to", really=True)
    assert not DiscordMessage.objects.exists()
    assert not WebhookDelivery.objects.exists()
