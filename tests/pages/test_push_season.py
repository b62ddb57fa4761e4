"""Who is waited for in a season, or has a date in it, is told by their phone, once."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from campaigns import clerk, handler
from campaigns.models import Notice, PushDevice, User
from campaigns.push import sender
from campaigns.season.appointments import AcceptDate, CancelDate, ProposeDate, SetDate
from campaigns.season.challenges.answers import AcceptChallenge
from campaigns.season.challenges.making import Challenge, WithdrawChallenge
from campaigns.season.purchases import Buy
from campaigns.season.rounds import OpenRound
from campaigns.season.substitutes.answers import DeclineSubstitute
from campaigns.season.substitutes.naming import Substitute
from campaigns.season.values import Pairing, Recruit
from rules import zones
from rules.adjudicate import Who
from rules.stream.revision.reports import Agree, Decline, Undo
from tests.campaigns.conftest import Season, _skirmish, season
from tests.campaigns.dating import FRIDAY, SATURDAY, Dated
from tests.cast import Cast
from tests.push_service import Service, serving

__all__ = ["_skirmish", "season"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def service(settings: Settings) -> Iterator[Service]:
    with serving(settings) as found:
        yield found


def has_phone(service: Service, user: User) -> None:
    PushDevice.objects.create(user=user, digest=uuid4().hex, label="phone", **service.subscription(user.username))


def work() -> int:
    clerk.sweep()
    return sender.send_due()


def test_whoever_is_asked_to_agree_is_told_once(season: Season, service: Service) -> None:
    """Given Carol asks Bob whether his purchase is taken back, then his phone is told and hers is not."""
    season.desk.terms = {**season.desk.terms, "purse": 30}
    season.desk.save()
    season.begin()
    bob, carol = (Who(str(user.pk)) for user in (season.cast.bob, season.cast.carol))
    season.report(bob, Buy(platoon="bears", vehicles=(Recruit(id="bears-9", model="Light"),)))
    bought = handler.replay(season.stream)[2][-1].position
    for user in (season.cast.bob, season.cast.carol, season.cast.dave):
        has_phone(service, user)
    assert work() == 0
    season.report(carol, Undo(position=bought, reason="He took it back"))
    asked = handler.replay(season.stream)[0].proposals[0].position
    assert (work(), work()) == (1, 0)
    url = reverse("corrections", args=[season.stream])
    told = {"title": season.desk.name, "body": "You are asked to agree.", "url": url, "tag": season.stream}
    assert service.told == [told]
    assert service.got[0][0] == "/bob"
    season.report(bob, Decline(position=asked))
    assert work() == 0
    assert Notice.objects.filter(kind="answer").latest("told_at").over
    season.report(carol, Undo(position=bought, reason="He did, I saw it"))
    assert (work(), work()) == (1, 0)
    again = handler.replay(season.stream)[0].proposals[0].position
    season.report(bob, Agree(position=again))
    assert work() == 0


def test_an_answer_that_comes_first_is_heeded(season: Season, service: Service) -> None:
    """Who has answered before the message left is not told."""
    season.desk.terms = {**season.desk.terms, "purse": 30}
    season.desk.save()
    season.begin()
    bob, carol = (Who(str(user.pk)) for user in (season.cast.bob, season.cast.carol))
    season.report(bob, Buy(platoon="bears", vehicles=(Recruit(id="bears-9", model="Light"),)))
    has_phone(service, season.cast.bob)
    season.report(carol, Undo(position=handler.replay(season.stream)[2][-1].position, reason="He took it back"))
    clerk.sweep()
    season.report(bob, Decline(position=handler.replay(season.stream)[0].proposals[0].position))
    clerk.sweep()
    assert sender.send_due() == 0


def test_who_is_challenged_on_a_ladder_is_told_once(season: Season, service: Service) -> None:
    season.begin()
    bob, carol = (Who(str(user.pk)) for user in (season.cast.bob, season.cast.carol))
    season.report(season.organiser, OpenRound(method="ladder", deadline=""))
    for user in (season.cast.bob, season.cast.carol):
        has_phone(service, user)
    season.report(carol, Challenge(platoon="cats", against="bears"))
    assert (work(), work()) == (1, 0)
    url = reverse("campaign", args=[season.stream])
    text = "You are challenged on the ladder."
    assert service.told == [{"title": season.desk.name, "body": text, "url": url, "tag": season.stream}]
    season.report(carol, WithdrawChallenge(platoon="cats", against="bears"))
    assert work() == 0
    assert Notice.objects.filter(kind="challenge").latest("told_at").over
    season.report(carol, Challenge(platoon="cats", against="bears"))
    assert (work(), work()) == (1, 0)
    season.report(bob, AcceptChallenge(platoon="bears", challenger="cats"))
    assert (work(), service.told[-1]["body"]) == (1, "You have a new pairing.")  # of them both, by the challenger


def test_a_date_is_told_as_it_is_proposed_and_as_it_is_fixed_each_once(cast: Cast, service: Service) -> None:
    dated = Dated(cast)
    for user in (cast.bob, cast.carol):
        has_phone(service, user)
    dated.report(dated.bob, ProposeDate(fixture="r1-1", at=FRIDAY))
    assert (work(), work()) == (1, 0)
    url = reverse("fixture", args=[dated.stream, "r1-1"])
    told = {"title": dated.desk.name, "body": "A date is proposed to you.", "url": url, "tag": dated.stream}
    assert (service.got[-1][0], service.told) == ("/carol", [told])
    dated.report(dated.carol, AcceptDate(fixture="r1-1", at=FRIDAY))
    assert (work(), work()) == (1, 0)
    fixed = told | {"body": "The date of a battle of yours is fixed."}
    assert (service.got[-1][0], service.told[-1]) == ("/bob", fixed)
    dated.report(dated.organiser, SetDate(fixture="r1-1", at=SATURDAY, reason="the hall"))
    assert (work(), work()) == (2, 0)
    before = handler.replay(dated.stream)[2][-1].position
    dated.report(dated.organiser, Undo(position=before, reason="the other hall"))
    assert work() == 0
    dated.report(dated.bob, CancelDate(fixture="r1-1", reason="ill"))
    assert (work(), work()) == (1, 0)
    assert service.told[-1]["body"] == "The date of a battle of yours is called off."
    assert set(Notice.objects.filter(kind__in=("proposed", "dated")).values_list("over", flat=True)) == {True}


def test_a_phone_reminds_of_a_date_the_day_before_once(cast: Cast, service: Service) -> None:
    dated = Dated(cast).agree((timezone.now() + timedelta(hours=23)).strftime(zones.SECOND))
    has_phone(service, cast.bob)
    assert (work(), work()) == (1, 0)
    assert service.told[0]["body"] == "You have a date to play soon."
    assert dated.count("DateReminded") == 1


def test_whoever_is_asked_about_a_substitute_is_told_once(season: Season, service: Service) -> None:
    """Given Bob proposes that Dave sits in for him, then Carol's phone is told; again where he asks anew."""
    season.desk.terms = {**season.desk.terms, "substitutes": "accepted"}
    season.desk.save()
    season.begin()
    season.report(season.organiser, OpenRound(pairings=(Pairing(home="bears", away="cats"),), deadline=""))
    bob, carol = (Who(str(user.pk)) for user in (season.cast.bob, season.cast.carol))
    dave = str(season.cast.dave.pk)
    for user in (season.cast.bob, season.cast.carol, season.cast.dave):
        has_phone(service, user)
    assert work() == 0
    for times in (1, 2):
        season.report(bob, Substitute(fixture="r1-1", platoon="bears", person=dave, reason="He is ill"))
        assert (work(), work()) == (1, 0)
        season.report(carol, DeclineSubstitute(fixture="r1-1", platoon="bears"))
        assert work() == 0
        assert Notice.objects.filter(kind="substitute").latest("told_at").over
        assert [one[0] for one in service.got] == ["/carol"] * times
    body = "You are asked whether somebody may sit in for your opponent."
    url = reverse("fixture", args=[season.stream, "r1-1"])
    assert service.told[0] == {"title": season.desk.name, "body": body, "url": url, "tag": season.stream}
