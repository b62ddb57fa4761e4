"""By the doors: counted battles that are open again, refused, taken back, or corrected once a seed is known."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone, translation
from pytest_django import DjangoDbBlocker

from battles import handler as battle_door
from battles import log
from battles.sentences import words
from campaigns import clerk, handler
from campaigns.models import Campaign, Fixture, UncountedBattle
from campaigns.roles import who_in_battle
from campaigns.season import Season as State
from campaigns.season import recounting
from campaigns.season.decider import SEASONS
from campaigns.season.musters import CallOff
from campaigns.season.people import Appoint
from campaigns.season.results import Adjudicate
from campaigns.season.season_end import CloseSeason
from campaigns.season.standings import standings
from campaigns.waiting_list import waiting
from rules.contract import Event, Refused, say
from rules.mending import MENDING
from rules.reports import Amend, TakeCase
from rules.stream.revision.reports import Correct, Revised, Undo
from tests.campaigns.conftest import Season, shared_season
from tests.where import BOTH

pytestmark = pytest.mark.django_db
THE_CATS_WON = Amend(winner="south", conditions={}, reason="We had the wrong sheet")


@pytest.fixture(scope="module")
def at_first(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Season]:
    """A battle is settled and counted."""
    with shared_season(django_db_blocker, Season) as season:
        season.begin().fight()
        clerk.sweep()
        yield season


@pytest.fixture
def counted(db: None, at_first: Season) -> tuple[Season, str]:
    season = deepcopy(at_first)
    return season, str(Fixture.objects.get().battle)


def amended(season: Season, battle: str) -> None:
    season.play(battle, THE_CATS_WON)
    season.confirm(battle)


def rows(season: Season, after: int) -> list[str]:
    return [row.type for row in log.read(season.stream)[after:]]


def page(season: Season, path: str) -> str:
    client = Client()
    client.force_login(season.cast.alice)
    answer = client.get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_counted_battle_that_is_open_again_counts_as_before_and_says_so(counted: tuple[Season, str]) -> None:
    season, battle = counted
    before = log.head(season.stream).position
    assert "being corrected" not in page(season, f"/campaigns/{season.stream}/")
    last = battle_door.replay(battle)[0].last
    season.play(battle, THE_CATS_WON)
    assert battle_door.replay(battle)[0].last != last
    assert clerk.sweep() == 0
    assert rows(season, before) == []
    assert "being corrected" in page(season, f"/campaigns/{season.stream}/")
    assert "being corrected" in page(season, f"/campaigns/{season.stream}/fixtures/{battle}/")
    season.confirm(battle)
    clerk.sweep()
    assert rows(season, before)[:3] == ["Revised", "Retold", "BattleReported"]
    told = page(season, f"/campaigns/{season.stream}/")
    assert "being corrected" not in told
    assert recounting.SETTLED_ANEW in told
    with translation.override("de"):
        assert "neu abgerechnet" in words(SEASONS.narrate(*_newest_revision(season)))
    call_command("rebuild", "--check")
    call_command("verify")


def _newest_revision(season: Season) -> tuple[State, Event]:
    state, facts, _rows = handler.replay(season.stream)
    return state, [fact.event for fact in facts if isinstance(fact.event, Revised)][-1]


def test_what_is_refused_is_told_to_organisers_and_not_tried_for_ever(
    counted: tuple[Season, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    season, battle = counted
    asked = []

    def report_of(*_args: Any) -> None:
        asked.append(battle)
        raise Refused("campaign", say("It cannot be counted so."))

    with monkeypatch.context() as refusing:
        refusing.setattr(recounting, "report_of", report_of)
        amended(season, battle)
        for _sweep in range(3):
            clerk.sweep()
        assert len(asked) == 1
        assert list(clerk.due()) == []
        (waits,) = waiting(season.cast.alice)
        assert (waits.label, [row.url for row in waits.rows]) == (
            "battle that its campaign cannot count",
            [f"/battles/{battle}/"],
        )
        assert "It cannot be counted so." in page(season, f"/campaigns/{season.stream}/fixtures/{battle}/")
        season.report(season.organiser, Appoint(person=str(season.cast.dave.pk), office="umpire", reason="Who else"))
        clerk.sweep()
        assert len(asked) == 2, "its log has gone on"
        season.report(season.organiser, Appoint(person=str(season.cast.carol.pk), office="umpire", reason="Who else"))
    assert clerk.sweep() == 1
    assert not UncountedBattle.objects.exists()
    assert waiting(season.cast.alice) == []


def test_who_takes_the_correction_back_is_not_overruled(counted: tuple[Season, str]) -> None:
    season, battle = counted
    was = handler.replay(season.stream)[0]
    amended(season, battle)
    clerk.sweep()
    corrected = handler.replay(season.stream)[0].corrected
    season.report(season.organiser, Undo(position=corrected, reason="We leave it at that"))
    now = handler.replay(season.stream)[0]
    assert (now.fixtures, now.vehicles, now.platoons) == (was.fixtures, was.vehicles, was.platoons)
    before = log.head(season.stream).position
    for _sweep in range(2):
        assert clerk.sweep() == 0
    assert rows(season, before) == []
    assert "An organiser has taken back" in UncountedBattle.objects.get().told
    season.report(season.organiser, Undo(position=now.redo, reason="After all"))
    assert clerk.sweep() == 0
    assert waiting(season.cast.alice) == []


def test_after_the_season_has_closed_it_is_corrected_too(counted: tuple[Season, str]) -> None:
    season, battle = counted
    season.report(season.organiser, CloseSeason())
    before = log.head(season.stream).position
    amended(season, battle)
    clerk.sweep()
    assert rows(season, before) == ["Revised", "Retold", "BattleReported", "Retold", "SeasonClosed", "Reseeded"]
    state = handler.replay(season.stream)[0]
    assert state.closed is not None
    assert [one.platoon for one in state.closed.places] == ["cats", "bears"]
    assert not state.spent
    assert clerk.sweep() == 0
    call_command("verify")


def test_a_season_whose_seed_is_known_commits_to_another_in_a_report_of_its_own(
    counted: tuple[Season, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As one that was closed before there were new seeds."""
    season, battle = counted
    with monkeypatch.context() as before_seeds:
        before_seeds.setattr("campaigns.completion.new_seed", lambda: "")
        season.report(season.organiser, CloseSeason())
    assert handler.replay(season.stream)[0].spent
    before = log.head(season.stream).position
    amended(season, battle)
    clerk.sweep()
    told = log.read(season.stream)[before:]
    assert [row.type for row in told][:2] == ["Reseeded", "Revised"]
    assert told[0].command != told[1].command
    assert recounting.SETTLED_ANEW in told[1].data
    assert not handler.replay(season.stream)[0].spent


def test_a_campaign_that_is_run_elsewhere_is_left_alone(counted: tuple[Season, str]) -> None:
    season, battle = counted
    amended(season, battle)
    Campaign.objects.filter(stream=season.stream).delete()
    before = log.head(season.stream).position
    clerk.sweep()
    assert rows(season, before) == []
    assert battle not in list(clerk.due())


def test_a_settled_battle_ends_all_the_same_however_it_is_corrected(counted: tuple[Season, str]) -> None:
    """The deciding shot is struck, or all of it: its seed is known, and nobody fights on by that."""
    season, battle = counted
    shots = [row.position for row in log.read(battle) if row.command_type == "Shoot"]
    for shot in (shots[-1], shots[0]):
        with pytest.raises(Refused, match="cannot be fought on"):
            season.play(battle, Correct(position=shot, how="strike", reason="It never fell", rest="strike"))


def test_a_battle_nobody_confirms_again_counts_as_before_until_somebody_rules(
    counted: tuple[Season, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    season, battle = counted
    was = handler.replay(season.stream)[0]
    season.play(battle, THE_CATS_WON)
    assert clerk.sweep() == 0
    season.report(season.organiser, Adjudicate(fixture=battle, void=True, reason="It was never fought"))
    now = handler.replay(season.stream)[0]
    assert now.fixtures[battle].reported == was.fixtures[battle].reported
    assert [one.score for one in standings(now)] == [0, 0]
    with pytest.raises(Refused, match="counted already"):
        season.report(season.organiser, CallOff(battle=battle, reason="It was never fought"))
    later = timezone.now() + timedelta(hours=2)
    monkeypatch.setattr(timezone, "now", lambda: later)
    assert clerk.sweep() == 1, "who is silent confirms by default"
    now = handler.replay(season.stream)[0]
    assert now.fixtures[battle].reported != was.fixtures[battle].reported
    assert [one.score for one in standings(now)] == [0, 0], "the ruling stands"


def test_a_battle_whose_muster_is_struck_is_nothing_to_the_season(counted: tuple[Season, str]) -> None:
    season, battle = counted
    opened = next(row.position for row in log.read(season.stream) if row.command_type == "MusterBattle")
    season.report(season.organiser, Correct(position=opened, how="strike", reason="It was never called"))
    now = handler.replay(season.stream)[0]
    assert now.of_battle(battle) is None
    assert {one.status for one in now.vehicles.values()} == {"fit"}
    assert [one.score for one in standings(now)] == [0, 0]
    assert now.items == (), "what the clerk had told of it falls with it"
    amended(season, battle)
    before = log.head(season.stream).position
    assert clerk.sweep() == 1, "the battle is settled anew, and nobody counts it"
    assert clerk.sweep() == 0
    assert rows(season, before) == []
    call_command("rebuild", "--check")
    call_command("verify")


@BOTH
def test_an_umpire_whose_case_it_is_corrects_a_counted_battle(counted: tuple[Season, str]) -> None:
    """Given an umpire holds the case of a battle that counts, when they amend it, then the season counts it anew in its
    place, and the case stays theirs."""
    season, battle = counted
    erin = season.cast.erin
    umpire = who_in_battle(erin, battle)
    assert umpire is not None
    before = log.head(season.stream).position
    season.play(battle, TakeCase(reason="They asked for a ruling"), umpire)
    season.play(battle, THE_CATS_WON, umpire)
    season.confirm(battle)
    clerk.sweep()
    assert rows(season, before)[:3] == ["Revised", "Retold", "BattleReported"]
    assert [one.platoon for one in standings(handler.replay(season.stream)[0])] == ["cats", "bears"]
    assert str(erin.pk) in battle_door.replay(battle)[0].cases
    call_command("rebuild", "--check")
    call_command("verify")


def test_who_cannot_settle_a_correction_is_told_to_take_it_back(counted: tuple[Season, str]) -> None:
    """Once a correction stands that has left a report to settle."""
    _season, battle = counted
    settled, unfinished = battle_door.state(battle), battle_door.replay(battle, 2)[0]
    assert (settled.disclosed, unfinished.outcome().over) == (True, False)
    for left, remedy in ((), "Amend its outcome"), ((3,), "take the correction back"):
        settled.waiting = left
        with pytest.raises(Refused) as refused:
            MENDING.check_mended(settled, unfinished)
        assert refused.value.remedy is not None
        assert remedy in words(refused.value.remedy)
