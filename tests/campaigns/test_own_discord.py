"""A person is told in a Discord channel of their own: each thing once, and nothing that others may not read there."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from campaigns.discord import http, own
from campaigns.models import Notice, NoticeChoice, NoticeDelivery, OutboxMessage, OwnDiscord, OwnDiscordMessage, User
from campaigns.notices import delivery, telling
from campaigns.outgoing import threads
from deploy.backup.tables import LEFT_OUT
from tests.campaigns.conftest import Season
from tests.cast import Cast
from tests.discord import Discord, listening
from tests.pages.conftest import as_
from tests.where import BOTH

pytestmark = pytest.mark.django_db
Status = OwnDiscordMessage.Status
CLOCKS = {"zone": "", "digest_at": "18:00", "digest_day": "0"}
SETTINGS, DISCORD = "/notices/settings/", "/notices/discord/"


@pytest.fixture
def discord(settings: Settings) -> Iterator[Discord]:
    with listening(settings) as found:
        yield found


@pytest.fixture
def bob(cast: Cast) -> User:
    return cast.bob


@pytest.fixture
def place(bob: User, discord: Discord) -> OwnDiscord:
    """He wants all news of rounds there."""
    NoticeChoice.objects.create(user=bob, kind="pairing", timing="once", channels="discord")
    return OwnDiscord.objects.create(user=bob, url=discord.url)


def told(user: User, subject: str = "Round 2 is open", **more: Any) -> Notice:
    """A notice that is handed to its channels now."""
    about = {"key": uuid4().hex, "kind": "pairing", "stream": uuid4(), "title": "The long ridge", "link": "/here/"}
    notice = Notice.objects.create(user=user, subject=subject, body="Only for your eyes", **{**about, **more})
    telling.deliver([notice], {user.pk: user})
    return notice


def due_again() -> None:
    OwnDiscord.objects.update(next_at=timezone.now())


@BOTH
def test_what_is_told_stands_there_once(bob: User, place: OwnDiscord, discord: Discord) -> None:
    notice = told(bob)
    telling.deliver([notice], {bob.pk: bob})
    assert own.due() == [place.pk]
    assert own.post(place.pk) == 1
    assert (own.post(place.pk), own.due()) == (0, [])
    (said,) = discord.messages.values()
    (embed,) = said["embeds"]
    assert (embed["title"], embed["description"]) == ("Round 2 is open", "The long ridge")
    assert embed["url"].endswith("/here/")
    assert said["allowed_mentions"] == {"parse": []}
    assert "eyes" not in str(discord.messages)


def test_the_days_notices_come_in_one_message(season: Season, place: OwnDiscord, discord: Discord) -> None:
    season.begin()
    NoticeDelivery.objects.all().delete()
    bob = season.cast.bob
    NoticeChoice.objects.filter(user=bob).update(timing="day")
    for n in range(20):
        told(bob, f"News {n}", stream=season.stream)
    NoticeDelivery.objects.update(due_at=timezone.now())
    assert delivery.hand_over() == 1
    assert own.post(place.pk) == 1
    assert discord.titles() == ["20 notices for you"]
    lines = discord.embeds[0]["description"].split("\n")
    assert (lines[0], len(lines), lines[-1]) == ("News 19", own.MOST_LINES + 1, "…")


def test_what_was_read_or_is_over_is_not_told(bob: User, place: OwnDiscord, discord: Discord) -> None:
    told(bob, "Read")
    told(bob, "Over")
    Notice.objects.filter(subject="Read").update(read_at=timezone.now())
    Notice.objects.filter(subject="Over").update(over=True)
    own.post(place.pk)
    assert discord.messages == {}
    assert not place.messages.exists()


def test_nobody_else_is_told(cast: Cast, place: OwnDiscord, discord: Discord) -> None:
    told(cast.alice)
    assert own.due() == []


def test_limits_are_waited_for(bob: User, place: OwnDiscord, discord: Discord) -> None:
    discord.per, discord.window = 1, 60.0
    told(bob, "First")
    told(bob, "Second")
    assert own.post(place.pk) == 1
    place.refresh_from_db()
    assert place.next_at > timezone.now() + timedelta(seconds=30)
    assert own.due() == []
    discord.per = 100
    due_again()
    assert own.post(place.pk) == 1
    assert discord.titles() == ["First", "Second"]


def test_a_dead_discord_is_waited_for(bob: User, place: OwnDiscord, discord: Discord) -> None:
    discord.fails = [500, 503]
    told(bob)
    for tries in (1, 2):
        due_again()
        assert own.post(place.pk) == 0
        place.refresh_from_db()
        assert (place.tries, place.off) == (tries, "")
    due_again()
    assert own.post(place.pk) == 1
    place.refresh_from_db()
    assert (place.tries, discord.titles()) == (0, ["Round 2 is open"])


def test_what_may_stand_there_is_not_posted_again(bob: User, place: OwnDiscord, discord: Discord) -> None:
    discord.fails = [0]
    told(bob)
    own.post(place.pk)
    due_again()
    assert own.due() == []
    assert place.messages.get().status == Status.CLAIMED


@pytest.mark.parametrize("gone", [True, False])
def test_where_nothing_comes_through_mail_says_so(bob: User, place: OwnDiscord, discord: Discord, gone: bool) -> None:
    bob.email = "bob@example.org"
    bob.save()
    told(bob, "Round 3 is open")
    if gone:
        discord.hooks.clear()
    else:
        discord.fails = [500]
        OwnDiscord.objects.update(failing_since=timezone.now() - http.GIVEN_UP - timedelta(hours=1))
    own.post(place.pk)
    place.refresh_from_db()
    assert place.off == ("gone" if gone else "failing")
    letter = OutboxMessage.objects.get(user=bob)
    assert "Nothing is posted to your Discord any more" in letter.subject
    assert ("deleted" in letter.body) is gone
    assert "Round 3 is open" in letter.body
    assert own.connected([bob]) == set()
    assert not place.messages.exists()


def test_the_clerk_posts_it(bob: User, place: OwnDiscord, discord: Discord) -> None:
    assert ("person", own.due, own.post) in threads.JOBS
    told(bob)
    for kind, due, send in threads.JOBS:
        if kind == "person":
            assert [send(pk) for pk in due()] == [1]
    assert discord.titles() == ["Round 2 is open"]


def test_no_backup_holds_the_address(place: OwnDiscord) -> None:
    """Who reads a backup could write there, and a copy of the site would tell everything twice."""
    assert {OwnDiscord._meta.db_table, OwnDiscordMessage._meta.db_table} <= LEFT_OUT


# -- the page ----------------------------------------------------------------------------------------------------------


def test_an_address_is_given_tried_and_taken_away(bob: User, discord: Discord) -> None:
    client = as_(bob)
    assert "in my Discord" not in client.get(SETTINGS).content.decode()
    page = client.post(DISCORD, {"url": discord.url}, follow=True).content.decode()
    assert "A test message is on its way" in page
    assert '<option value="discord">in my Discord</option>' in page
    assert "a-token" not in page  # who reads it over a shoulder could write there
    place = OwnDiscord.objects.get(user=bob)
    assert own.post(place.pk) == 1
    assert discord.titles() == ["A test from Leaguer"]
    client.post(DISCORD, {"do": "try"})
    client.post(DISCORD, {"do": "try"})
    assert place.messages.filter(status=Status.WAITING).count() == 1
    client.post(DISCORD, {"do": "remove"})
    assert not OwnDiscord.objects.exists()
    assert not OwnDiscordMessage.objects.exists()


def test_another_address_is_refused_beside_its_field(bob: User) -> None:
    client = as_(bob)
    for url in ("", "no address", "https://example.org/api/webhooks/1/a", "http://127.0.0.1/"):
        answer = client.post(DISCORD, {"url": url})
        assert answer.status_code == 422, url
        assert 'class="fault" id="id_url_error"' in answer.content.decode(), url
    assert not OwnDiscord.objects.exists()


def test_what_is_chosen_is_kept(bob: User, place: OwnDiscord) -> None:
    client = as_(bob)
    client.post(
        SETTINGS,
        {"when.pairing": "once", "how.pairing": "push,mail,discord", **CLOCKS},
    )
    assert NoticeChoice.objects.get(user=bob).channels == "push,mail,discord"


def test_it_takes_a_login(client: Client, db: None) -> None:
    assert client.post(DISCORD, {"do": "remove"}).status_code == 302
