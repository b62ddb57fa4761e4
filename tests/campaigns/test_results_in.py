"""A round whose results are all in waits for its organiser, whatever its deadline; a ladder's goes on."""

from __future__ import annotations

import pytest
from django.test import Client

from campaigns import clerk
from campaigns import waiting as what
from campaigns.models import Round
from campaigns.season.challenges.answers import AcceptChallenge
from campaigns.season.challenges.making import Challenge
from campaigns.season.results import Concede
from campaigns.season.round_end import CloseRound
from campaigns.season.rounds import OpenRound
from rules.adjudicate import Who
from tests.campaigns.conftest import Season
from tests.campaigns.test_evening import ago, alice, items
from tests.where import BOTH

pytestmark = pytest.mark.django_db
__all__ = ["alice"]


def waiting() -> int:
    return Round.objects.filter(what.all_in()).count()


@pytest.mark.parametrize("days", [pytest.param(0, marks=BOTH), 3])
def test_it_waits_from_the_last_result_until_it_is_closed(season: Season, alice: Client, days: int) -> None:
    season.begin()
    season.report(season.organiser, OpenRound(title="Mud", deadline=ago(days=-days) if days else ""))
    assert waiting() == 0
    season.fight()
    assert waiting() == 0
    clerk.sweep()
    assert waiting() == 1
    deadlines = Round.objects.values_list("deadline", flat=True)
    (before,) = deadlines
    Round.objects.update(deadline=ago(days=1))  # past it, it is told as that
    assert waiting() == 0
    Round.objects.update(deadline=before)
    (one,) = items(alice)
    assert (one.called, one.name, one.act) == ("Results are in", "Round 1: Mud", "Go to the round")
    assert alice.get("/admin/campaigns/round/", {"all_in": "yes"}).context["cl"].result_count == 1
    season.report(season.organiser, CloseRound(round=1))
    assert waiting() == 0


def test_a_ladders_round_goes_on(season: Season) -> None:
    season.begin()
    season.report(season.organiser, OpenRound(method="ladder", deadline=""))
    carol, bob = Who(str(season.cast.carol.pk)), Who(str(season.cast.bob.pk))
    season.report(carol, Challenge(platoon="cats", against="bears"))
    season.report(bob, AcceptChallenge(platoon="bears", challenger="cats"))
    season.report(bob, Concede(fixture="r1-1", platoon="bears"))
    assert waiting() == 0
