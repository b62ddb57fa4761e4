"""Given a fixture of two players, when they agree on a date, then it is a fact of the season; and who reads of it."""

from __future__ import annotations

from typing import Any

import pytest

from campaigns.season import narrate, see_event
from campaigns.season.appointments import (
    AcceptDate,
    CancelDate,
    DateAgreed,
    DateCancelled,
    DateDeclined,
    DateSet,
    DeclineDate,
    ProposeDate,
    SetDate,
)
from campaigns.season.date_reminders import DateReminded, RemindDate
from campaigns.season.free_times import FreeNoted, NoteFree, free_of
from campaigns.season.kept_events import DateProposed
from campaigns.season.people import Drop, HandOver
from campaigns.season.rounds import OpenRound
from campaigns.season.standings import course, tables_of
from campaigns.season.values import Pairing
from rules.contract import Command
from tests.campaigns.between import ALICE, BOB, CAROL, THE_CLERK, Camp, enlist

FRIDAY, SATURDAY = "2031-03-14T19:00:00Z", "2031-03-15T13:00:00Z"
LAST = "2031-03-16T20:00:00Z"


def begun(deadline: str = LAST, **terms: Any) -> Camp:
    camp = Camp(**terms)
    camp.report(OpenRound(pairings=(Pairing(home="bears", away="cats"),), deadline=deadline), ALICE)
    return camp


def proposed(at: str = FRIDAY, place: str = "The club") -> Camp:
    camp = begun()
    camp.report(ProposeDate(fixture="r1-1", at=at, place=place), BOB)
    return camp


def agreed(**terms: Any) -> Camp:
    camp = begun(**terms)
    camp.report(ProposeDate(fixture="r1-1", at=FRIDAY, place="The club"), BOB)
    camp.report(AcceptDate(fixture="r1-1", at=FRIDAY), CAROL)
    return camp


def dated(camp: Camp) -> tuple[str, str]:
    fixture = camp.season.fixtures["r1-1"]
    return fixture.date, fixture.place


def told(camp: Camp, reader: str = "bob") -> str:
    return narrate(camp.season, see_event(camp.season, camp.told[-1], reader)).text()


def test_one_player_proposes_and_the_other_agrees() -> None:
    camp = begun()
    (event,) = camp.report(ProposeDate(fixture="r1-1", at=FRIDAY, place="The club"), BOB)
    assert event == DateProposed(fixture="r1-1", platoon="bears", at=FRIDAY, place="The club")
    assert told(camp) == "bears proposes a date for Bears – Cats: 14 March 2031, 19:00 UTC, The club."
    assert dated(camp) == ("", "")
    assert camp.refused(AcceptDate(fixture="r1-1", at=FRIDAY), BOB).field == "fixture"
    (event,) = camp.report(AcceptDate(fixture="r1-1", at=FRIDAY), CAROL)
    assert event == DateAgreed(fixture="r1-1", at=FRIDAY, place="The club")
    assert dated(camp) == (FRIDAY, "The club")


def test_what_is_accepted_is_what_was_read() -> None:
    camp = proposed()
    camp.report(ProposeDate(fixture="r1-1", at=SATURDAY), BOB)
    assert "another date by now: 15 March" in camp.refused(AcceptDate(fixture="r1-1", at=FRIDAY), CAROL).text.text()


def test_a_date_that_is_agreed_stands_until_another_one_is() -> None:
    camp = agreed()
    camp.report(ProposeDate(fixture="r1-1", at=SATURDAY), CAROL)
    assert dated(camp) == (FRIDAY, "The club")
    assert camp.report(DeclineDate(fixture="r1-1"), BOB) == [DateDeclined(fixture="r1-1", platoon="bears")]
    assert dated(camp) == (FRIDAY, "The club")
    camp.report(ProposeDate(fixture="r1-1", at=SATURDAY), CAROL)
    camp.report(AcceptDate(fixture="r1-1", at=SATURDAY), BOB)
    assert dated(camp) == (SATURDAY, "")


def test_who_proposed_takes_it_back_and_who_cannot_come_says_so() -> None:
    camp = proposed()
    assert camp.report(DeclineDate(fixture="r1-1"), BOB) == [DateDeclined(fixture="r1-1", platoon="bears")]
    assert camp.refused(DeclineDate(fixture="r1-1"), BOB).field == "fixture"
    camp = agreed()
    (event,) = camp.report(CancelDate(fixture="r1-1", reason="ill"), CAROL)
    assert event == DateCancelled(fixture="r1-1", platoon="cats", reason="ill")
    assert dated(camp) == ("", "")
    assert camp.refused(CancelDate(fixture="r1-1", reason="ill"), CAROL).field == "fixture"


@pytest.mark.parametrize(
    ("command", "field"),
    [
        (ProposeDate(fixture="r1-1", at="2031-03-16T20:00:01Z"), "at"),  # the round is closed by then
        (ProposeDate(fixture="r1-1", at="2031-02-30T20:00:00Z"), "at"),
        (ProposeDate(fixture="r1-1", at=FRIDAY, place="The club"), "at"),
        (ProposeDate(fixture="r9-9", at=FRIDAY), "fixture"),
        (AcceptDate(fixture="r1-1", at=FRIDAY), "fixture"),
    ],
)
def test_what_cannot_be_agreed(command: Command, field: str) -> None:
    assert agreed().refused(command, BOB).field == field


@pytest.mark.parametrize(
    "command",
    [ProposeDate(fixture="r1-1", at=SATURDAY), DeclineDate(fixture="r1-1"), CancelDate(fixture="r1-1", reason="rain")],
)
def test_nobody_else_agrees_for_them_nor_an_organiser(command: Command) -> None:
    assert agreed().refused(command, ALICE).code == "not-yours"


def test_an_organiser_sets_a_date_and_takes_it_away() -> None:
    camp = proposed()
    assert camp.refused(SetDate(fixture="r1-1", at=SATURDAY, reason="so"), BOB).code == "not-yours"
    assert camp.refused(SetDate(fixture="r1-1", reason="so"), ALICE).field == "fixture"
    (event,) = camp.report(SetDate(fixture="r1-1", at=SATURDAY, place="Hall", reason="the hall is free"), ALICE)
    assert event == DateSet(fixture="r1-1", at=SATURDAY, place="Hall", reason="the hall is free")
    assert camp.season.fixtures["r1-1"].proposed is None
    camp.report(SetDate(fixture="r1-1", reason="the hall is not free"), ALICE)
    assert dated(camp) == ("", "")
    assert told(camp) == "Bears – Cats has no date any more: the hall is not free"


def test_who_plays_both_platoons_agrees_at_once() -> None:
    camp = begun()
    camp.report(HandOver(platoon="cats", players=("bob",), reason="he has both"), CAROL)
    assert camp.report(ProposeDate(fixture="r1-1", at=FRIDAY), BOB) == [DateAgreed(fixture="r1-1", at=FRIDAY)]


def test_what_is_mustered_or_left_is_not_dated_any_more() -> None:
    camp = agreed()
    camp.muster(fixture="r1-1")
    assert "under way" in camp.refused(ProposeDate(fixture="r1-1", at=SATURDAY), BOB).text.text()
    camp = agreed()
    camp.report(Drop(platoon="cats", reason="moved away"), CAROL)
    assert "has left" in camp.refused(ProposeDate(fixture="r1-1", at=SATURDAY), BOB).text.text()


def test_the_place_is_for_those_who_are_logged_in() -> None:
    camp = agreed()
    assert told(camp, "dave") == "Bears – Cats is to be played: 14 March 2031, 19:00 UTC, The club."
    assert told(camp, "") == "Bears – Cats is to be played: 14 March 2031, 19:00 UTC."


def test_dates_read_by_the_clocks_of_the_club() -> None:
    camp = agreed(time_zone="Europe/Berlin")
    assert told(camp) == "Bears – Cats is to be played: 14 March 2031, 20:00 CET, The club."


def test_they_are_reminded_once_of_each_date() -> None:
    camp = agreed()
    assert camp.refused(RemindDate(fixture="r1-1", at=FRIDAY), ALICE).code == "not-yours"
    assert camp.refused(RemindDate(fixture="r1-1", at=SATURDAY), THE_CLERK).field == "at"
    (event,) = camp.report(RemindDate(fixture="r1-1", at=FRIDAY), THE_CLERK)
    assert event == DateReminded(fixture="r1-1", at=FRIDAY, players=("bob", "carol"))
    assert camp.refused(RemindDate(fixture="r1-1", at=FRIDAY), THE_CLERK).field == "fixture"
    camp.report(SetDate(fixture="r1-1", at=FRIDAY, place="Hall", reason="the roof"), ALICE)  # another place alone
    assert camp.refused(RemindDate(fixture="r1-1", at=FRIDAY), THE_CLERK).field == "fixture"
    camp.report(SetDate(fixture="r1-1", at=SATURDAY, reason="snow"), ALICE)
    camp.report(RemindDate(fixture="r1-1", at=SATURDAY), THE_CLERK)


def test_when_somebody_is_free_is_for_whom_they_have_still_to_play() -> None:
    camp = begun()
    camp.report(enlist("dogs"), ALICE)
    (event,) = camp.report(NoteFree(platoon="bears", free="Friday evenings"), BOB)
    assert event == FreeNoted(platoon="bears", free="Friday evenings")
    assert camp.refused(NoteFree(platoon="bears", free="Friday evenings"), BOB).field == "free"
    assert camp.refused(NoteFree(platoon="bears", free="never"), ALICE).code == "not-yours"
    known = {who: free_of(camp.season, "bears", who) for who in ("bob", "carol", "alice", "dave", "")}
    assert known == {"bob": "Friday evenings", "carol": "Friday evenings", "alice": None, "dave": None, "": None}
    assert [told(camp, one) for one in ("carol", "alice")] == [
        "bears is free: Friday evenings",
        "bears has changed when it is free.",
    ]
    camp.muster(fixture="r1-1")
    assert free_of(camp.season, "bears", "carol") is None


def test_the_standings_know_where_each_comes_from_and_its_last_results() -> None:
    camp = Camp()
    for winner in ("north", "north", "south", "north", "north", "south"):
        camp.open_round()
        camp.fight(winner)
        camp.close_round()
    courses = course(camp.season, tables_of(camp.season))
    assert {key: one.form for key, one in courses.items()} == {"bears": "WLWWL", "cats": "LWLLW"}
    assert {key: one.was for key, one in courses.items()} == {"bears": 1, "cats": 2}
    assert camp.season.rounds[-2].places[0].platoon == "bears"
