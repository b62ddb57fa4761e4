"""A battle that was counted is corrected: what its campaign holds meanwhile, and what it counts in the end."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from datetime import datetime, timedelta
from typing import Any

import msgspec
import pytest
from django.core.management import call_command
from django.db.models import Model
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from battles import clerk as battle_clerk
from battles import handler as battle_door
from battles import log
from battles.models import Sheet
from battles.verification import unfair
from campaigns import clerk
from campaigns.models import Fixture, Standing, Vehicle
from rules.reports import Amend, Settled
from rules.stream.dice import rolls_of
from rules.stream.revision.reports import Correct, Undo
from tests.campaigns.conftest import Season, shared_season
from tests.campaigns.skirmish import Recovered

pytestmark = pytest.mark.django_db
TO_THE_CATS = Amend(winner="south", reason="The bears had left the table")


@pytest.fixture(scope="module")
def at_first(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[tuple[Season, str]]:
    """The bears have won; it is counted."""
    with shared_season(django_db_blocker, Season) as season:
        battle = season.begin().fight()
        assert clerk.sweep() == 1
        assert places() == [("bears", 1), ("cats", 2)]
        yield season, battle


@pytest.fixture
def counted(db: None, at_first: tuple[Season, str]) -> tuple[Season, str]:
    return deepcopy(at_first)


def places() -> list[tuple[str, int]]:
    return list(Standing.objects.order_by("rank").values_list("platoon", "rank"))


def published() -> list[list[tuple[Any, ...]]]:
    """All that the campaign shows of its battles."""
    tables: list[type[Model]] = [Standing, Vehicle, Fixture]
    return [list(table._default_manager.order_by("pk").values_list()) for table in tables]


def told(season: Season) -> list[str]:
    return [row.type for row in log.read(season.stream)]


def head(battle: str) -> tuple[int, str]:
    return log.head(battle)[:2]


def counted_at() -> tuple[int, str]:
    fixture = Fixture.objects.get()
    return fixture.position, fixture.digest


def recovered(battle: str) -> list[Recovered]:
    events = (fact.event for fact in battle_door.replay(battle)[1])
    return [event for event in events if isinstance(event, Recovered)]


def assert_whole(*battles: str) -> None:
    call_command("rebuild", "--check")
    call_command("verify")
    assert [unfair(battle, "battle") for battle in battles] == [None] * len(battles)


def test_an_amended_battle_is_confirmed_settled_and_counted_again(counted: tuple[Season, str]) -> None:
    season, battle = counted
    before = published()
    season.play(battle, TO_THE_CATS)
    sheet = Sheet.objects.get()
    assert (sheet.status, sheet.winner, sheet.asked, sheet.voided) == (
        "over",
        "south",
        ["north", "south"],
        "north,south",
    )
    assert clerk.sweep() == 0
    assert published() == before  # as it was announced, until it is settled otherwise
    assert_whole(battle)

    season.confirm(battle)
    assert clerk.sweep() == 1
    assert clerk.sweep() == 0
    assert places() == [("cats", 1), ("bears", 2)]
    assert told(season)[-3:] == ["Revised", "Retold", "BattleReported"]
    assert counted_at() == head(battle)
    assert Fixture.objects.get().winner == "cats"
    assert_whole(battle)


def test_the_aftermath_rolls_what_it_rolled(counted: tuple[Season, str]) -> None:
    """And recovers nothing that was no wreck this time."""
    season, battle = counted
    season.play(battle, Amend(winner="north", conditions={"cats-2": {"damage": 1}}, reason="It had only been hit once"))
    season.confirm(battle)
    assert clerk.sweep() == 1
    first, again = recovered(battle)[:2], recovered(battle)[2:]
    assert [event.unit for event in first] == ["cats-1", "cats-2"]
    assert [event.unit for event in again] == ["cats-1"]
    assert list(rolls_of(again[0])) == list(rolls_of(first[0]))
    assert Vehicle.objects.get(vehicle="cats-2").status == "damaged"
    assert msgspec.json.decode(Vehicle.objects.get(vehicle="cats-2").condition) == {"damage": 1}
    assert_whole(battle)


def test_who_stays_silent_has_confirmed_the_amendment(
    counted: tuple[Season, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    season, battle = counted
    season.play(battle, TO_THE_CATS)
    amended = datetime.fromisoformat(log.head(battle).at)
    for minutes, done in ((59, 0), (61, 1), (61, 0)):
        now = amended + timedelta(minutes=minutes)
        monkeypatch.setattr(timezone, "now", lambda now=now: now)
        assert clerk.sweep() == done
    assert battle_door.state(battle).confirmed == {"north": True, "south": True}
    assert places() == [("cats", 1), ("bears", 2)]
    assert_whole(battle)


def test_a_correction_that_leaves_the_outcome_moves_the_recorded_head(counted: tuple[Season, str]) -> None:
    season, battle = counted
    before = list(Standing.objects.order_by("pk").values())
    (_muster, shot, *_later) = battle_door.history(battle).live_reports()
    data = {"shooter": "bears-1", "target": "cats-1", "dice": [5]}
    season.play(battle, Correct(position=shot.position, how="change", data=data, reason="It was a five"))
    assert Sheet.objects.get().status == "settled"
    assert counted_at() != head(battle)
    assert clerk.sweep() == 1
    assert counted_at() == head(battle)
    assert list(Standing.objects.order_by("pk").values()) == before
    assert clerk.sweep() == 0
    assert [type(fact.event) for fact in battle_door.replay(battle)[1] if not fact.struck].count(Settled) == 1
    assert_whole(battle)


def test_an_amendment_taken_back_is_counted_as_it_was(counted: tuple[Season, str]) -> None:
    season, battle = counted
    before = list(Standing.objects.order_by("pk").values())
    season.play(battle, TO_THE_CATS)
    season.play(battle, Undo(position=battle_door.state(battle).corrected))
    assert clerk.sweep() == 1
    assert counted_at() == head(battle)
    assert list(Standing.objects.order_by("pk").values()) == before
    assert_whole(battle)


def test_the_platoons_fight_on_while_a_battle_of_theirs_is_open_again(counted: tuple[Season, str]) -> None:
    season, first = counted
    season.play(first, TO_THE_CATS)
    season.enlist(season.cast.carol, "dogs")
    second = season.muster(south="dogs")
    state = battle_door.state(second)
    assert {unit.id for unit in state.muster.units if unit.side == "north"} == {"bears-1", "bears-2"}
    season.confirm(first)
    season.win(second, winner="dogs", loser="bears")
    season.confirm(second)
    assert clerk.sweep() == 2
    assert_whole(first, second)
    assert [row.type for row in log.read(season.stream)].count("BattleReported") == 3


def test_a_clerk_who_dies_between_settling_and_counting_loses_nothing(counted: tuple[Season, str]) -> None:
    season, battle = counted
    season.play(battle, TO_THE_CATS)
    season.confirm(battle)
    assert battle_clerk.attend(battle)
    assert counted_at() != head(battle)
    assert list(clerk.due()) == [battle]
    assert clerk.sweep() == 1
    assert counted_at() == head(battle)
    assert_whole(battle)
