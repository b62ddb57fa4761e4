"""A round past its deadline, which the clerk closes: what was played in time counts first, nothing is done twice."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from uuid import uuid4

import pytest
from pytest_django import DjangoDbBlocker

from battles import log
from campaigns import clerk
from campaigns.models import Campaign, Fixture, Round, Standing
from campaigns.season.musters import MusterBattle
from campaigns.season.people import Drop
from campaigns.season.round_end import CloseRound
from campaigns.season.values import Forces
from rules.adjudicate import Who
from tests.campaigns.conftest import shared_season
from tests.campaigns.test_round_clerk import PAST, Evenings

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def at_first(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Evenings]:
    with shared_season(django_db_blocker, Evenings) as season:
        yield season.until(PAST)


@pytest.fixture
def season(db: None, at_first: Evenings) -> Evenings:
    return deepcopy(at_first)


def test_who_has_left_is_walked_over(season: Evenings) -> None:
    season.report(Who(str(season.cast.carol.pk)), Drop(platoon="cats", reason="Moved"))
    clerk.sweep()
    fixture = Fixture.objects.get()
    assert (fixture.how, fixture.winner) == ("walkover", "bears")


def test_a_battle_that_was_over_in_time_counts_for_its_round(season: Evenings) -> None:
    """Nobody has confirmed it yet as the round closes; then both do."""
    battle = str(uuid4())
    sides = {"north": Forces(platoon="bears"), "south": Forces(platoon="cats")}
    season.report(season.organiser, MusterBattle(battle=battle, fixture="r1-1", sides=sides))
    season.win(battle)
    assert clerk.sweep() == 1
    assert Fixture.objects.get().status == Fixture.Status.MUSTERED
    season.confirm(battle)
    assert clerk.sweep() == 1
    fixture = Fixture.objects.get()
    assert (fixture.status, fixture.round, fixture.winner) == (Fixture.Status.COUNTED, 1, "bears")


def test_what_is_confirmed_at_the_deadline_is_counted_first(season: Evenings) -> None:
    """The same sweep settles the battle, counts it and closes the round: the workshop gets what the battle left."""
    battle = str(uuid4())
    sides = {"north": Forces(platoon="bears"), "south": Forces(platoon="cats")}
    season.report(season.organiser, MusterBattle(battle=battle, fixture="r1-1", sides=sides))
    season.win(battle)
    season.confirm(battle)
    assert clerk.sweep() == 2
    types = [row.type for row in log.read(season.stream)]
    assert types.index("BattleReported") < types.index("RoundClosed")
    assert list(clerk.due()) == []


def test_sweeping_twice_does_nothing_twice(season: Evenings) -> None:
    clerk.sweep()
    before, standings = season.head(), list(Standing.objects.values())
    assert list(clerk.due()) == []
    assert clerk.sweep() == 0
    assert not clerk.attend(season.stream)
    assert (season.head(), list(Standing.objects.values())) == (before, standings)


def test_who_was_put_off_is_not_closed(season: Evenings) -> None:
    """The deadline moved between the clerk's finding the round and attending to it."""
    (found,) = clerk.due()
    season.extend("")
    assert not clerk.attend(found)
    assert Round.objects.get().status == Round.Status.OPEN


def test_an_organiser_was_quicker(season: Evenings) -> None:
    (found,) = clerk.due()
    season.report(season.organiser, CloseRound(round=1))
    before = season.head()
    assert not clerk.attend(found)
    assert season.head() == before


def test_a_campaign_that_came_without_its_desk_rests(season: Evenings) -> None:
    """It was imported: its log stays what it was where it comes from."""
    Campaign.objects.all().delete()
    assert list(clerk.due()) == []
    assert not clerk.attend(season.stream)
