"""A ladder through the doors: time is added as a challenge comes in, the clerk settles what is due, once."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.core.mail import EmailMessage
from django.utils import timezone
from pytest_django import Settings

from battles import log
from campaigns import clerk, handler, mail
from campaigns.models import CampaignSheet, Standing, User
from campaigns.pages.player_tasks import errands
from campaigns.season.challenges.answers import AcceptChallenge
from campaigns.season.challenges.making import Challenge
from campaigns.season.results import Concede
from campaigns.season.rounds import OpenRound
from campaigns.season.standings import rungs
from rules.adjudicate import Who
from rules.contract import Refused
from rules.stream.revision.reports import Correct
from tests.campaigns.conftest import Season
from tests.cast import Cast, logged_in

pytestmark = [pytest.mark.django_db]
MONDAY, THURSDAY = "2027-03-01T20:00:00Z", "2027-03-04T20:00:00Z"


class Club(Season):
    """Bob's bears stand above Carol's cats; there are three days to answer, and no refusal is free."""

    def __init__(self, cast: Cast, monkeypatch: pytest.MonkeyPatch, **terms: bool | int | str) -> None:
        super().__init__(cast)
        self.monkeypatch = monkeypatch
        self.desk.terms = {"free_refusals": 0} | terms
        self.desk.save(update_fields=["terms"])
        self.at(MONDAY)
        self.begin()
        self.report(self.organiser, OpenRound(method="ladder", deadline=""))
        self.bob, self.carol = Who(str(cast.bob.pk)), Who(str(cast.carol.pk))

    def at(self, moment: str) -> None:
        """It is that moment now."""
        self.monkeypatch.setattr(timezone, "now", lambda: datetime.fromisoformat(moment).astimezone(UTC))

    def challenge(self, **said: str) -> None:
        self.report(self.carol, Challenge(platoon="cats", against="bears", **said))

    @property
    def stands(self) -> list[str]:
        return rungs(handler.replay(self.stream)[0])


@pytest.fixture
def club(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> Club:
    return Club(cast, monkeypatch)


def test_the_time_of_a_challenge_is_the_doors_whatever_was_sent(club: Club) -> None:
    club.challenge(at="2020-01-01T00:00:00Z")
    bears = Standing.objects.get(platoon="bears")
    assert (bears.challenger, bears.answer_by) == ("cats", THURSDAY)
    assert CampaignSheet.objects.get().ladder_due == THURSDAY
    position = handler.replay(club.stream)[2][-1].position
    data = {"platoon": "cats", "against": "bears", "at": "2030-01-01T00:00:00Z"}
    correction = Correct(position=position, how="change", type="Challenge", data=data, reason="Earlier")
    with pytest.raises(Refused, match="not corrected"):
        club.report(club.organiser, correction)


def test_the_clerk_settles_a_challenge_when_its_time_has_passed_and_once(club: Club) -> None:
    club.challenge()
    assert list(clerk.due()) == []
    club.at(THURSDAY)
    with pytest.raises(Refused, match="has passed"):
        club.report(club.bob, AcceptChallenge(platoon="bears", challenger="cats"))
    assert list(clerk.due()) == [club.stream]
    assert clerk.sweep() == 1
    assert club.stands == ["cats", "bears"]
    head = log.head(club.stream)
    assert clerk.sweep() == 0
    assert log.head(club.stream) == head
    assert [one.platoon for one in Standing.objects.order_by("rank")] == ["cats", "bears"]


def test_the_clerk_says_until_when_they_rest_and_that_it_is_over(club: Club) -> None:
    club.challenge()
    club.report(club.bob, AcceptChallenge(platoon="bears", challenger="cats"))
    club.report(club.bob, Concede(fixture="r1-1", platoon="bears"))
    assert clerk.sweep() == 1
    assert CampaignSheet.objects.get().ladder_due == "2027-03-03T20:00:00Z"  # two days of rest
    club.at("2027-03-03T20:00:00Z")
    assert clerk.sweep() == 1
    assert CampaignSheet.objects.get().ladder_due == "2027-03-15T20:00:00Z"  # two weeks until a rematch
    club.at("2027-03-15T20:00:00Z")
    assert (clerk.sweep(), clerk.sweep()) == (1, 0)
    assert CampaignSheet.objects.get().ladder_due == ""


def test_who_is_challenged_has_a_task_and_mail(club: Club, settings: Settings, mailoutbox: list[EmailMessage]) -> None:
    settings.MAIL = True
    User.objects.filter(pk=club.cast.bob.pk).update(email="bob@steel.example")
    club.challenge()
    (errand,) = errands(club.cast.bob)
    assert (errand.challenger, errand.answer_by, errand.due) == ("Cats", THURSDAY, THURSDAY)
    assert errands(club.cast.carol) == []
    mail.send_due()
    (letter,) = mailoutbox
    assert letter.subject == "The long ridge: Bears is challenged"
    assert "before 4 March 2027, 20:00 UTC" in letter.body


def test_pages_tell_that_the_time_to_answer_is_over_and_write_nothing(club: Club) -> None:
    club.challenge()
    told, bob = "The time to answer is over", logged_in(club.cast.bob)
    addresses = ("/", f"/campaigns/{club.stream}/", f"/campaigns/{club.stream}/platoons/bears/")
    for moment, over in (("2027-03-04T19:59:59Z", False), (THURSDAY, True)):
        club.at(moment)
        before = log.head(club.stream)
        pages = [bob.get(address).content.decode() for address in addresses]
        assert [told in page for page in pages] == [over] * 3, moment
        assert ("AcceptChallenge" in pages[-1]) is not over
        assert log.head(club.stream) == before
