"""A fixture is conceded, walked over or adjudicated; its players dispute its result or accept it."""

from __future__ import annotations

from typing import Any

import pytest

from campaigns.season.disputes import Accepted, Confirm, Dispute, Disputed
from campaigns.season.kept_events import Decided
from campaigns.season.musters import CallOff
from campaigns.season.people import Drop
from campaigns.season.results import Adjudicate, Concede, WalkOver
from campaigns.season.round_end import RoundClosed
from campaigns.season.rounds import OpenRound
from campaigns.season.season_end import CloseSeason
from campaigns.season.standings import standings
from campaigns.season.values import Pairing, Result
from rules.adjudicate import Who
from rules.contract import Command
from tests.campaigns.between import ALICE, BOB, CAROL, THE_CLERK, Camp, enlist

DORA = Who("dora")
CONCEDE = Concede(fixture="r1-1", platoon="bears")
WALK_OVER = WalkOver(fixture="r1-1", winner="cats", reason="nobody came")
DISPUTE, CONFIRM = Dispute(fixture="r1-1", reason="miscounted"), Confirm(fixture="r1-1")


@pytest.fixture
def camp() -> Camp:
    """Bears meet cats in the first round; Dora's dogs have a bye."""
    camp = Camp()
    camp.report(enlist("dogs"), DORA)
    camp.report(OpenRound(pairings=(Pairing(home="bears", away="cats"),)), ALICE)
    return camp


def fought(camp: Camp) -> str:
    """Won by the bears."""
    battle = camp.muster(fixture="r1-1")
    camp.count(battle)
    return battle


def results(camp: Camp) -> dict[str, tuple[int, int, int]]:
    return {one.platoon: (one.won, one.drawn, one.lost) for one in standings(camp.season) if one.played}


def adjudicate(**changes: Any) -> Adjudicate:
    return Adjudicate(**({"fixture": "r1-1", "winner": "cats", "reason": "the photographs"} | changes))


def test_who_concedes_has_lost(camp: Camp) -> None:
    expected: dict[str, Result] = {"bears": "lost", "cats": "won"}
    assert camp.report(CONCEDE, BOB) == [Decided(fixture="r1-1", how="conceded", results=expected)]
    assert results(camp) == {"cats": (1, 0, 0), "bears": (0, 0, 1)}


def test_who_turned_up_walks_over(camp: Camp) -> None:
    expected: dict[str, Result] = {"bears": "lost", "cats": "won"}
    decided = Decided(fixture="r1-1", how="walkover", results=expected, reason="nobody came")
    assert camp.report(WALK_OVER, THE_CLERK) == [decided]


@pytest.mark.parametrize(
    ("command", "who", "field", "code"),
    [
        (CONCEDE, CAROL, "platoon", "not-yours"),
        (Concede(fixture="r9-1", platoon="bears"), BOB, "fixture", "refused"),
        (Concede(fixture="r1-1", platoon="dogs"), DORA, "platoon", "refused"),
        (WALK_OVER, CAROL, "by", "not-yours"),
        (WalkOver(fixture="r1-1", winner="dogs", reason="so"), ALICE, "winner", "refused"),
        (WalkOver(fixture="r1-1", winner="bats", reason="so"), ALICE, "winner", "refused"),
        (adjudicate(), BOB, "by", "not-yours"),
        (adjudicate(winner="dogs"), ALICE, "winner", "refused"),
        (adjudicate(points={"dogs": 3}), ALICE, "points.dogs", "refused"),
        (adjudicate(void=True), ALICE, "winner", "refused"),
        (adjudicate(winner="", void=True, points={"cats": 3}), ALICE, "points", "refused"),
        (DISPUTE, DORA, "by", "not-yours"),
        (DISPUTE, ALICE, "by", "not-yours"),
        (DISPUTE, BOB, "fixture", "refused"),
        (CONFIRM, BOB, "fixture", "refused"),
    ],
)
def test_what_cannot_be_names_its_field(camp: Camp, command: Command, who: Who, field: str, code: str) -> None:
    refused = camp.refused(command, who)
    assert (refused.field, refused.code) == (field, code)


def test_everything_wrong_with_a_ruling_is_said_at_once(camp: Camp) -> None:
    refused = camp.refused(adjudicate(winner="dogs", void=True, points={"dogs": 1, "x": 1}), ALICE)
    assert [fault.field for fault in refused.faults] == ["winner", "points.dogs", "points.x", "winner", "points"]


@pytest.mark.parametrize(("command", "who"), [(CONCEDE, BOB), (WALK_OVER, ALICE)])
def test_a_battle_begun_is_not_decided_beside_it(camp: Camp, command: Command, who: Who) -> None:
    battle = camp.muster(fixture="r1-1")
    under_way = camp.refused(command, who)
    assert "under way" in under_way.text.text()
    assert under_way.remedy is not None
    camp.report(CallOff(battle=battle, reason="rain"), ALICE)
    camp.report(command, who)
    assert "decided already" in camp.refused(command, who).text.text()


def test_a_battle_called_off_beside_the_rounds_can_only_be_adjudicated(camp: Camp) -> None:
    battle = camp.muster()
    camp.report(CallOff(battle=battle, reason="rain"), ALICE)
    assert "called off" in camp.refused(Concede(fixture=battle, platoon="bears"), BOB).text.text()
    camp.report(adjudicate(fixture=battle), ALICE)
    assert results(camp) == {"cats": (1, 0, 0), "bears": (0, 0, 1)}


# ------------------------------------------------------------------------------------------------ adjudicated


def test_a_ruling_outranks_the_battle_and_ends_the_dispute(camp: Camp) -> None:
    fought(camp)
    camp.report(DISPUTE, CAROL)
    camp.report(adjudicate(points={"cats": 7}), ALICE)
    fixture = camp.season.fixtures["r1-1"]
    assert not fixture.disputes
    places = {one.platoon: (one.won, one.points_for, one.points_against) for one in standings(camp.season)}
    assert (places["cats"], places["bears"]) == ((1, 7, 0), (0, 0, 7))


def test_a_draw_by_ruling_leaves_the_points_of_the_battle(camp: Camp) -> None:
    fought(camp)
    (decided,) = camp.report(adjudicate(winner=""), ALICE)
    expected: dict[str, Result] = {"bears": "drawn", "cats": "drawn"}
    assert decided == Decided(fixture="r1-1", how="adjudicated", results=expected, reason="the photographs")


def test_what_does_not_count_counts_nothing_and_may_count_again(camp: Camp) -> None:
    fought(camp)
    assert camp.report(adjudicate(winner="", void=True), ALICE) == [
        Decided(fixture="r1-1", how="void", reason="the photographs")
    ]
    assert results(camp) == {}
    camp.report(adjudicate(winner="bears"), ALICE)
    assert results(camp) == {"bears": (1, 0, 0), "cats": (0, 0, 1)}


def test_a_ruling_on_a_battle_under_way_stands_when_it_is_counted(camp: Camp) -> None:
    battle = camp.muster(fixture="r1-1")
    camp.report(adjudicate(), ALICE)
    camp.count(battle, winner="north", bears_1={"damage": 1})
    assert results(camp) == {"cats": (1, 0, 0), "bears": (0, 0, 1)}
    assert camp["bears-1"].status == "damaged"


# --------------------------------------------------------------------------------------------------- players say


def test_a_result_is_disputed_once_and_the_dispute_is_over_when_it_is_accepted(camp: Camp) -> None:
    fought(camp)
    assert camp.report(DISPUTE, CAROL) == [Disputed(fixture="r1-1", platoon="cats", reason="miscounted")]
    assert "already" in camp.refused(DISPUTE, CAROL).text.text()
    assert results(camp)["bears"] == (1, 0, 0)
    assert camp.report(CONFIRM, CAROL) == [Accepted(fixture="r1-1", platoon="cats")]
    assert not camp.season.fixtures["r1-1"].disputes
    assert "accepted" in camp.refused(DISPUTE, CAROL).text.text()
    assert "accepted" in camp.refused(CONFIRM, CAROL).text.text()
    assert camp.report(DISPUTE, BOB)


def test_a_correction_may_be_disputed_although_the_first_result_was_accepted(camp: Camp) -> None:
    battle = fought(camp)
    camp.report(CONFIRM, BOB)
    camp.count(battle, position=12, winner="south")
    assert camp.report(DISPUTE, BOB)


@pytest.mark.parametrize("ruling", [adjudicate(), adjudicate(winner="", void=True)])
def test_an_organisers_ruling_is_not_disputed(camp: Camp, ruling: Adjudicate) -> None:
    camp.report(ruling, ALICE)
    assert "ruled" in camp.refused(DISPUTE, BOB).text.text()
    assert camp.report(CONFIRM, BOB)


def test_a_walk_over_may_be_disputed_until_the_season_closes(camp: Camp) -> None:
    camp.report(WALK_OVER, ALICE)
    camp.report(Drop(platoon="dogs", reason="moved"), DORA)
    camp.tell(RoundClosed(number=1))
    assert camp.report(DISPUTE, BOB)
    camp.report(Confirm(fixture="r1-1"), BOB)
    camp.report(CloseSeason(), ALICE)
    assert "closed" in camp.refused(DISPUTE, CAROL).text.text()


def test_who_commands_both_platoons_accepts_for_both(camp: Camp) -> None:
    camp.report(enlist("eels", partners=("bob",)), DORA)
    battle = camp.muster(north="bears", south="eels")
    camp.count(battle)
    accepted = camp.report(Confirm(fixture=battle), BOB)
    assert accepted == [Accepted(fixture=battle, platoon="bears"), Accepted(fixture=battle, platoon="eels")]
