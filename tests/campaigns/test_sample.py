"""A sample is made of ordinary reports, is played by one person on one phone, and is thrown away whole."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from html import unescape
from typing import NamedTuple
from uuid import uuid4

import pytest
from django.core import mail
from django.db import transaction
from pytest_django import DjangoDbBlocker

from battles import handler, log
from battles.models import Sheet
from battles.reports import Report
from battles.viewer import look
from campaigns import handler as campaign_handler
from campaigns import sample, scenarios, tour
from campaigns.models import Campaign, CampaignSheet, Club, Fixture, OutboxMessage, User
from campaigns.season.results import Adjudicate
from campaigns.season.what_if.changes import Scenario
from rules.adjudicate import Who
from rules.contract import Command, Refused
from rules.reports import Confirm, command_codec
from rules.stream import script
from rules.stream.codec import encode
from rules.stream.revision.reports import Undo
from tests.cast import Cast, gathered
from tests.pages.conftest import as_, forms

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
    assert first.went == "/sample/"
    assert "Your sample" in client.get(f"/campaigns/{there.pk}/").content.decode()
    assert client.post("/sample/", {"do": "make"}).headers["Location"] == "/sample/"
    assert f"/battles/{sample.battle_of(there)}/" in client.get("/sample/").content.decode()
    own = Campaign.objects.create(club=there.club, name="Mine", system="tanks")
    kept = client.post("/sample/", {"do": "away"})
    assert (kept.status_code, "Move it to another club" in kept.content.decode()) == (422, True)
    own.delete()
    assert client.post("/sample/", {"do": "away"}).status_code == 302
    assert sample.of(alice) is None


# -- the guided evening ------------------------------------------------------------------------------------------------


def evening(user: User) -> tour.Tour:
    found = tour.of(user)
    assert found is not None
    return found


def done(user: User) -> set[str]:
    return {step.key for step in evening(user).steps if step.done}


def battle_of(user: User) -> str:
    return str(sample.battle_of(evening(user).campaign))


def in_season(user: User, command: Command) -> int:
    """The row in which it was told."""
    stream = evening(user).campaign.pk
    report = Report(str(uuid4()), type(command).__name__, encode(command))
    campaign_handler.execute(str(stream), [report], Who(str(user.pk), referee=True), "page")
    return next(row.position for row in log.read(stream) if row.command == report.id)


def in_battle(user: User, command: Command) -> None:
    battle = battle_of(user)
    report = Report(str(uuid4()), *command_codec(handler.state(battle).rules).encode(command))
    handler.execute(battle, [report], Who(str(user.pk)), "page")


def concede(user: User) -> None:
    (parsed,) = script.parse("concede americans", command_codec(handler.state(battle_of(user)).rules))
    in_battle(user, parsed.command)


def test_given_a_battle_when_it_is_over_and_both_confirm_then_it_is_ticked(alice: User) -> None:
    assert done(alice) == set()
    concede(alice)
    assert not evening(alice).steps[0].answers, "it waits for oneself first"
    position, digest = handler.state(battle_of(alice)).fought
    in_battle(alice, Confirm(side="americans", position=position, digest=digest))
    assert evening(alice).steps[0].answers
    sample.answer(alice)
    assert done(alice) == {"battle"}


def test_given_a_result_that_waits_for_who_is_made_up_when_they_are_asked_then_it_is_counted(alice: User) -> None:
    concede(alice)
    battle = battle_of(alice)
    client, here = as_(alice), f"/battles/{battle}/"
    confirm = next(form for form in forms(client.get(here).content).forms if form.fields.get("type") == ["Confirm"])
    client.post(f"{here}report/", confirm.filled() | {"report": ["1"]})
    assert "Have them confirm" in client.get(here).content.decode()
    assert client.post("/sample/", {"do": "answer"}).headers["Location"] == "/sample/"
    assert client.post("/sample/", {"do": "answer"}).status_code == 302, "once is enough"
    assert done(alice) == {"battle"}
    assert Fixture.objects.get(battle=battle).status == Fixture.Status.COUNTED


def test_given_a_dispute_when_it_is_ruled_on_then_it_is_ticked_until_that_is_taken_back(alice: User) -> None:
    fixture = next(one.fixture for one in Fixture.objects.filter(campaign=evening(alice).campaign.pk) if one.disputed)
    at = in_season(alice, Adjudicate(fixture=fixture, winner="siberians", reason="Seen from the hill"))
    assert done(alice) == {"dispute"}
    in_season(alice, Undo(position=at, reason="Too early"))
    assert done(alice) == {"correction"}


def test_given_a_penalty_when_it_is_taken_back_then_a_correction_is_ticked(alice: User) -> None:
    penalty = next(row.position for row in log.read(evening(alice).campaign.pk) if row.type == tour.PENALTY)
    in_season(alice, Undo(position=penalty, reason="Their train was on time"))
    assert done(alice) == {"correction"}


def test_given_a_question_when_it_is_saved_then_it_is_ticked_until_it_is_deleted(alice: User) -> None:
    asked = scenarios.save(alice, "campaign", evening(alice).campaign.pk, "Otherwise", Scenario(), "private")
    assert done(alice) == {"question"}
    scenarios.delete(asked)
    assert done(alice) == set()


def test_each_page_of_the_sample_says_what_to_do_there_and_leads_on(alice: User, cast: Cast) -> None:
    client = as_(alice)
    found = evening(alice)
    for step in found.steps:
        page = client.get(step.url).content.decode()
        assert str(step.text) in unescape(page), step.key
        assert 'href="/sample/"' in page
    assert str(found.steps[0].title) in client.get(f"/campaigns/{found.campaign.pk}/").content.decode()
    assert "Leave it out" in client.get("/sample/?after=battle").content.decode()
    assert client.get("/sample/?after=battle").context["now"].key == "dispute"
    assert client.get("/sample/?after=nothing").context["now"].key == "battle"
    assert 'class="tour"' not in as_(cast.bob).get("/").content.decode()
    assert "0 of 4 done" in client.get("/").content.decode()
