"""A battle that was counted is settled anew: what the season is told of it, and what that leads to."""

from __future__ import annotations

from typing import Any

import pytest

from battles import log
from campaigns import clerk, handler
from campaigns.season.disputes import Confirm
from campaigns.season.house_rules import Amend
from campaigns.season.kept_events import BattleReported
from campaigns.season.penalties import Penalise
from campaigns.season.people import HandOver
from campaigns.season.purchases import Buy
from campaigns.season.recounting import SETTLED_ANEW, first_report_of, report_of
from campaigns.season.round_end import CloseRound
from campaigns.season.standings import standings
from campaigns.season.values import Recruit
from rules.stream.revision.kept_rows import first_wrong
from rules.stream.revision.reports import Correct, Revised, Undo
from tests.campaigns.alpha import LastStand
from tests.campaigns.between import ALICE, BOB, THE_CLERK
from tests.campaigns.mended import Mended, how, kept, places_aside
from tests.cast import Cast


def counted(**terms: Any) -> tuple[Mended, str]:
    told = Mended(purse=10, per_win=20, per_round=0, **terms)
    told.round(("bears", "cats"))
    battle = told.muster("r1-1")
    told.count(battle, bears_1={"damage": 1})
    return told, battle


def test_a_battle_is_counted_by_the_report_itself() -> None:
    told = Mended()
    told.round(("bears", "cats"))
    settled = told.settled(told.muster("r1-1"))
    assert report_of(told.state, settled, lambda: told.history) is settled


def test_where_only_its_log_has_gone_on_nothing_else_changes() -> None:
    told, battle = counted()
    told.tell(Confirm(fixture="r1-1"), BOB)
    was = places_aside(told.state)
    (event,) = told.recount(battle, bears_1={"damage": 1})
    assert isinstance(event, BattleReported)
    assert event.unchanged
    now = places_aside(told.state)
    fixture, before = now["fixtures"].pop("r1-1"), was["fixtures"].pop("r1-1")
    assert fixture.reported.position == 12
    fixture.reported = before.reported
    assert (now, fixture) == (was, before)


def test_another_outcome_takes_the_place_of_the_first() -> None:
    told, battle = counted()
    first = told.at("ReportBattle")
    told.tell(CloseRound(round=1), THE_CLERK)
    assert (told.purse("bears"), told.purse("cats")) == (29, 10)
    command = report_of(told.state, told.settled(battle, "south", 12), lambda: told.history)
    assert isinstance(command, Correct)
    assert (command.position, command.how, command.reason) == (first, "change", SETTLED_ANEW)
    events = told.tell(command, THE_CLERK)
    assert how(events) == ["changed", "told"]
    assert (told.purse("bears"), told.purse("cats")) == (10, 30)
    assert [one.platoon for one in standings(told.state)] == ["cats", "bears"]
    assert told.state.vehicles["bears-1"].condition == {}
    assert [past.type for past in told.history.live_reports()].count("ReportBattle") == 1


def test_what_was_told_of_its_log_meanwhile_is_void() -> None:
    told, battle = counted()
    told.recount(battle, bears_1={"damage": 1})
    told.recount(battle, "south", 15)
    (only,) = told.live("ReportBattle")
    assert how([row.event for row in told.rows])[-2:] == ["changed", "voided"]
    told.recount(battle, "", 18)
    assert told.history.first_told(told.at("ReportBattle")) == told.history.first_told(only.position)
    assert not told.state.items


def test_on_top_of_a_log_of_before_the_newest_is_corrected() -> None:
    told, battle = counted()
    told.count(battle, "south", 12)
    told.count(battle, "south", 13)
    newest = told.live("ReportBattle")[1]
    assert first_report_of(told.history, battle) == newest
    told.recount(battle, "", 15)
    assert [past.type for past in told.history.live_reports()].count("ReportBattle") == 2


def test_a_purchase_of_points_that_were_never_earned_is_left_to_people() -> None:
    told, battle = counted()
    told.tell(CloseRound(round=1), THE_CLERK)
    told.tell(Buy(platoon="bears", vehicles=(Recruit(id="bears-5", model="Light"),)), BOB)
    events = told.recount(battle, "south")
    assert how(events) == ["changed", "told", "played"]
    assert [told.history.reports[item].type for item in told.state.items] == ["Buy"]
    assert "bears-5" in told.state.vehicles  # as it was played


def test_a_die_that_nobody_has_asked_for_is_rolled_with_it() -> None:
    """What fell before stays."""
    told, battle = counted(weld_needs=4)
    told.tell(CloseRound(round=1), THE_CLERK)
    fallen = dict(told.fallen)
    events = told.recount(battle, bears_1={"damage": 1}, cats_1={"damage": 1})
    assert how(events) == ["changed", "rolled"]
    assert not told.state.items
    assert {key: told.fallen[key] for key in fallen} == fallen
    assert sorted(told.fallen) == [f"round 1/workshop/{key}-1/weld" for key in ("bears", "cats")]


def test_who_was_mustered_has_played_it_whatever_is_corrected() -> None:
    """Also where somebody else commands the platoon since: leagues rate who has played."""
    told, battle = counted()
    second = told.muster()
    told.tell(HandOver(platoon="bears", players=("dan",), reason="He is away"), ALICE)
    told.recount(battle, "south")
    assert told.state.fixtures[second].manned == {"north": ("bob",), "south": ("carol",)}
    assert told.state.relieved(told.state.fixtures[second]) == {"north": ("dan",)}


@pytest.mark.parametrize("mend", ["undo", "amend"])
def test_so_it_is_after_any_other_correction(mend: str) -> None:
    told = Mended()
    told.tell(Penalise(platoon="cats", score=1, reason="Late"), ALICE)
    battle = told.muster()
    told.tell(HandOver(platoon="bears", players=("dan",), reason="He is away"), ALICE)
    if mend == "undo":
        told.undo("Penalise")
    else:
        told.tell(Amend(round=1, from_start=True, terms={"slots": 4}, reason="agreed"), ALICE)
    assert told.state.fixtures[battle].manned == {"north": ("bob",), "south": ("carol",)}
    told.tell(Undo(position=told.state.corrected or told.state.redo), ALICE)
    assert told.state.fixtures[battle].manned == {"north": ("bob",), "south": ("carol",)}


def test_few_rows_where_nothing_depends_on_it() -> None:
    told, battle = counted()
    for _turn in range(3):
        told.tell(CloseRound(round=told.state.rounds[-1].number), THE_CLERK)
        told.round()
    events = told.recount(battle, "north", 12, bears_1={"damage": 1}, cats_2="lost")
    assert isinstance(events[0], Revised)
    assert len(events) < 9
    assert first_wrong(told.history) == 0
    assert kept(events)


@pytest.mark.django_db
def test_the_clerk_tells_the_season_once(cast: Cast) -> None:
    stand = LastStand(cast).drawn().confirmed()
    stand.amended()
    before = log.head(stand.campaign).position
    assert clerk.attend(stand.battle)
    rows = log.read(stand.campaign)[before:]
    assert [row.type for row in rows] == ["Revised", "Retold", "BattleReported"]
    head = log.head(stand.campaign)
    assert not clerk.attend(stand.battle)
    assert clerk.sweep() == 0
    assert log.head(stand.campaign) == head
    season = handler.replay(stand.campaign)[0]
    (fixture,) = season.fixtures.values()
    assert fixture.reported is not None
    assert fixture.reported.outcome.winner == "soviets"
    assert rows[0].command_type == "Correct"
