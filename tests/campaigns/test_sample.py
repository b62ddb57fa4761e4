"""A sample is made of ordinary reports, is played by one person on one phone, and is thrown away whole."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import NamedTuple

import pytest
from django.core import mail
from django.db import transaction
from pytest_django import DjangoDbBlocker

from battles import handler, log
from battles.models import Sheet
from battles.viewer import look
from campaigns import sample
from campaigns.models import Campaign, CampaignSheet, Club, Fixture, OutboxMessage, User
from rules.adjudicate import Who
from rules.contract import Refused
from tests.cast import Cast, gathered
from tests.pages.conftest import as_

pytestmark = pytest.mark.django_db
KINDS = (User, Club, Campaign, CampaignSheet, Sheet, Fixture)


@pytest.fixture(scope="module")
def first(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[First]:
    """Alice makes one, by the page. What each test does to it is rolled back, and in the end it is, too."""
    with django_db_blocker.unblock(), transaction.atomic():
        cast = gathered()
        cast.alice.is_staff = True
        cast.alice.email = "alice@steel.example"
        cast.alice.save()
        client, before = as_(cast.alice), counted()
        asked = client.get("/sample/").content.decode()
        made = client.post("/sample/", {"do": "make"})
        yield First(cast, before, asked, made.headers["Location"], len(mail.outbox))
        transaction.set_rollback(True)


class First(NamedTuple):
    """`before`: what there was. `asked`: the page that offers to make one. `went`: where it led to. `mailed`: how many
    messages were sent meanwhile."""

    cast: Cast
    before: list[int]
    asked: str
    went: str
    mailed: int


@pytest.fixture
def cast(db: None, first: First) -> Cast:
    return deepcopy(first.cast)


@pytest.fixture
def alice(cast: Cast) -> User:
    return cast.alice


def counted() -> list[int]:
    return [*(kind._default_manager.count() for kind in KINDS), len(list(log.streams()))]


def test_one_person_plays_both_sides_and_nobody_else_hears_of_it(alice: User, cast: Cast, first: First) -> None:
    campaign = sample.of(alice)
    assert campaign is not None
    battle = str(sample.battle_of(campaign))
    assert "soviets" in handler.state(battle).lent
    assert "Fire" in {choice.command for choice in look(battle, Who(str(alice.pk))).choices}
    assert "Irtysh stood behind the hill all along" in as_(alice).get("/admin/").content.decode(), "to rule on"
    assert as_(cast.bob).get(f"/campaigns/{campaign.pk}/").status_code == 404
    assert campaign.name not in as_(cast.bob).get("/").content.decode()
    assert not first.mailed
    assert not OutboxMessage.objects.exclude(user=alice).exists()
    players = User.objects.filter(clubs=campaign.club)
    assert players
    assert not any(player.has_usable_password() or player.email for player in players)


def test_everybody_has_one_of_their_own_and_what_is_no_test_is_kept(alice: User, cast: Cast, first: First) -> None:
    mine = sample.of(alice)
    assert mine is not None
    with pytest.raises(sample.There):
        sample.make(alice)
    between = counted()
    his = sample.make(cast.carol)
    sample.throw_away(cast.carol)
    sample.throw_away(cast.carol)  # once is enough
    assert (sample.of(alice), sample.of(cast.carol), counted()) == (mine, None, between)
    assert not Campaign.objects.filter(pk=his.pk).exists()
    own = Campaign.objects.create(club=mine.club, name="Mine", system="tanks")
    with pytest.raises(Refused, match="more in it"):
        sample.throw_away(alice)
    assert sample.of(alice) == mine
    own.delete()
    sample.throw_away(alice)
    assert counted() == first.before


def test_the_page_makes_it_once_and_throws_it_away(alice: User, cast: Cast, first: First) -> None:
    assert as_(cast.bob).get("/sample/").status_code == 404
    assert as_(cast.bob).post("/sample/", {"do": "make"}).status_code == 404
    client = as_(alice)
    assert "Make a sample" in first.asked
    there = sample.of(alice)
    assert there is not None
    assert first.went == f"/campaigns/{there.pk}/"
    assert "Your sample" in client.get(f"/campaigns/{there.pk}/").content.decode()
    assert client.post("/sample/", {"do": "make"}).headers["Location"] == "/sample/"
    assert f"/battles/{sample.battle_of(there)}/" in client.get("/sample/").content.decode()
    own = Campaign.objects.create(club=there.club, name="Mine", system="tanks")
    kept = client.post("/sample/", {"do": "away"})
    assert (kept.status_code, "Move it to another club" in kept.content.decode()) == (422, True)
    own.delete()
    assert client.post("/sample/", {"do": "away"}).status_code == 302
    assert sample.of(alice) is None
