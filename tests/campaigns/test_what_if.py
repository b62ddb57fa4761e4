"""A season folded with a scenario's changes, beside its log."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from campaigns import handler
from campaigns.season.chances.answer import answer
from campaigns.season.house_rules import Amend
from campaigns.season.kept_events import Opened
from campaigns.season.purchases import Buy
from campaigns.season.results import Adjudicate, Concede
from campaigns.season.round_end import CloseRound
from campaigns.season.rounds import OpenRound
from campaigns.season.standings import standings
from campaigns.season.values import Recruit, Scoring
from campaigns.season.what_if.changes import (
    OtherScoring,
    OtherTerms,
    Scenario,
    TurnedResult,
    WithoutBattle,
    WithoutPlayer,
    check,
)
from campaigns.season.what_if.comparison import compare
from campaigns.season.what_if.folding import fold
from campaigns.simulation import simulate
from rules.adjudicate import Who
from rules.contract import Refused
from rules.stream.revision.reports import Resolve
from tests.campaigns.between import ALICE, THE_CLERK, Camp, enlist
from tests.campaigns.mended import Mended
from tests.campaigns.what_if import facts, folded
from tests.length import in_soak

FOUR = ("bears", "cats", "dogs", "eels")
SEASONS_PLAYED = [
    pytest.param(
        ("tanks", 2, 2, 9, 0),
        marks=in_soak("tests/campaigns/test_season_laws.py::test_asked_with_no_change_it_is_the_season"),
    ),
    *(
        pytest.param((system, 4, 3, seed, sectors), marks=pytest.mark.soak)
        for system in ("fluid_time", "modern_age", "panzer_strike", "tanks")
        for seed, sectors in ((41, 0), (42, 14))
    ),
]


@pytest.mark.django_db
@pytest.mark.parametrize("played", SEASONS_PLAYED, ids=str)
def test_with_no_change_it_is_the_season(played: tuple[str, int, int, int, int]) -> None:
    system, platoons, rounds, seed, sectors = played
    assert_the_same(simulate(system, platoons, rounds, seed, "The Askers", sectors).campaign)


def assert_the_same(campaign: str) -> None:
    """A season that was played is the one in which nothing is changed."""
    found = folded(campaign)
    assert not found.items
    assert facts(found.season) == facts(handler.replay(campaign)[0])


def of_four(**terms: Any) -> Mended:
    """Four platoons, one round of two fixtures of which bears have won the first and dogs the second; another one with
    nothing played."""
    told = Mended(Camp(empty=True, per_win=5, **terms))
    for key in FOUR[2:]:
        told.tell(enlist(key), ALICE)
    play(told, [("bears", "cats", "north"), ("dogs", "eels", "north")])
    told.round(("bears", "dogs"), ("cats", "eels"))
    return told


def play(told: Mended, fixtures: list[tuple[str, str, str]]) -> None:
    told.round(*((home, away) for home, away, _winner in fixtures))
    number = told.state.turn
    for n, (home, away, winner) in enumerate(fixtures, 1):
        battle = told.muster(f"r{number}-{n}", home, away)
        told.count(battle, winner)
    told.tell(CloseRound(round=told.state.turn), THE_CLERK)


def places(season: Any) -> dict[str, tuple[int, int]]:
    return {one.platoon: (one.rank, one.score) for one in standings(season)}


def test_a_pairing_that_waits_to_be_settled_waits_in_what_is_asked_too() -> None:
    # given
    told = of_four()
    told.pair("bears", "eels")
    told.undo("OpenRound")
    assert [told.history.reports[one].how for one in told.state.items] == ["waiting"]
    # when
    found = fold(told.history, Scenario(changes=()))
    # then
    assert not found.items
    assert facts(found.season) == facts(told.state)


def test_a_muster_that_was_kept_stays_kept_beside_a_round_that_waits() -> None:
    # given
    told = Mended(Camp(empty=True, per_win=5))
    for key in FOUR[2:]:
        told.tell(enlist(key), ALICE)
    told.round(("bears", "cats"), ("dogs", "eels"))
    told.muster("r1-1", "bears", "cats")
    told.undo("Enlist")  # of the eels, whom the round names
    told.tell(Resolve(position=told.at("MusterBattle"), how="keep"), ALICE)
    assert [past.how for past in told.history.live_reports()[-2:]] == ["waiting", "kept"]
    # when
    found = fold(told.history, Scenario(changes=()))
    # then
    assert not found.items
    assert facts(found.season) == facts(told.state)


def test_a_turned_result_is_the_season_in_which_it_was_reported_so() -> None:
    """Purses, homecomings and standings with it."""
    told = of_four()
    otherwise = Mended(Camp(empty=True, per_win=5))
    for key in FOUR[2:]:
        otherwise.tell(enlist(key), ALICE)
    play(otherwise, [("bears", "cats", "south"), ("dogs", "eels", "north")])
    otherwise.round(("bears", "dogs"), ("cats", "eels"))
    found = fold(told.history, Scenario(changes=(TurnedResult(fixture="r1-1", winner="cats"),)))
    assert not found.items
    turned = facts(found.season)
    wanted = facts(otherwise.state)
    for season in (turned, wanted):  # who holds the field is the battle's to say, and nobody turns that
        season["fixtures"]["r1-1"]["reported"]["outcome"].pop("field")
    assert turned == wanted


def test_a_fixture_that_was_given_up_is_turned_before_the_round_counts_it() -> None:
    told = of_four()
    told.tell(Concede(fixture="r2-1", platoon="bears"), Who("bob"))
    told.tell(CloseRound(round=told.state.turn), THE_CLERK)  # the other one is drawn by default
    was = told.purse("bears"), told.purse("cats")
    changes = (TurnedResult(fixture="r2-1", winner="bears"), TurnedResult(fixture="r2-2", winner="cats"))
    season = fold(told.history, Scenario(changes=changes)).season
    assert (season.platoons["bears"].purse, season.platoons["cats"].purse) == (was[0] + 5, was[1] + 5)
    assert places(season)["bears"] == (1, 6)


def test_an_open_fixture_is_given_a_result() -> None:
    season = fold(of_four().history, Scenario(changes=(TurnedResult(fixture="r2-1", winner="dogs"),))).season
    assert places(season)["dogs"] == (1, 6)


def test_without_a_battle_nothing_of_it_counts() -> None:
    told = of_four()
    found = fold(told.history, Scenario(changes=(WithoutBattle(fixture="r1-1"),)))
    assert not found.items
    assert places(found.season) == {"dogs": (1, 3), "bears": (2, 0), "cats": (2, 0), "eels": (2, 0)}
    assert found.season.platoons["bears"].purse == told.purse() - 5
    assert all(one.last != "r1-1" for one in found.season.vehicles.values())


def test_without_a_player_who_met_them_has_played_less() -> None:
    found = fold(of_four().history, Scenario(changes=(WithoutPlayer(platoon="cats"),)))
    assert places(found.season) == {"dogs": (1, 3), "bears": (2, 0), "eels": (2, 0)}


def test_terms_and_scoring_hold_whatever_was_amended() -> None:
    told = of_four()
    told.tell(Amend(round=2, terms={"per_win": 9}, scoring=Scoring(win=9), reason="so"), ALICE)
    changes = (OtherTerms(terms={"per_win": 50}), OtherScoring(scoring=Scoring(win=1, draw=0)))
    found = fold(told.history, Scenario(changes=changes))
    assert not found.items
    assert found.season.platoons["bears"].purse == told.purse() + 45
    assert places(found.season)["bears"][1] == 1
    assert found.season.settings(9).scoring == Scoring(win=1, draw=0)
    assert found.season.settings(9).terms["per_win"] == 50


def test_what_was_announced_stays_announced() -> None:
    """By Swiss the second round would have been another one."""
    told = Mended(Camp(empty=True))
    for key in FOUR[2:]:
        told.tell(enlist(key), ALICE)
    play(told, [("bears", "cats", "north"), ("dogs", "eels", "north")])
    told.tell(OpenRound(method="swiss", deadline=""), ALICE)
    found = fold(told.history, Scenario(changes=(TurnedResult(fixture="r1-1", winner="cats"),)))
    assert found.season.fixtures["r2-1"].platoons == told.state.fixtures["r2-1"].platoons == ("bears", "dogs")


def test_what_cannot_stand_stands_as_it_was_played_and_is_listed() -> None:
    """A ruling on points that nobody scored is fine; a battle of who would have been refused is played all the same."""
    told = of_four()
    told.tell(Adjudicate(fixture="r2-1", winner="bears", reason="so"), ALICE)
    found = fold(told.history, Scenario(changes=(OtherTerms(terms={"platoons_each": 1, "muster_points": 1}),)))
    assert {one.type for one in found.items} <= {"Enlist"}
    assert found.season.fixtures["r2-1"].decided is not None


def test_it_leaves_its_history_as_it_is() -> None:
    told = of_four()
    was = facts(told.state), len(told.rows)
    fold(told.history, Scenario(changes=(WithoutPlayer(platoon="cats"), OtherTerms(terms={"per_win": 1}))))
    assert (facts(told.history.state()), len(told.rows)) == was


WRONG = [
    (TurnedResult(fixture="r9-1"), "fixture"),
    (TurnedResult(fixture="r1-1", winner="dogs"), "winner"),
    (WithoutBattle(fixture="r9-1"), "fixture"),
    (WithoutPlayer(platoon="foxes"), "platoon"),
    (OtherTerms(terms={"gravity": 9}), "terms.gravity"),
    (OtherScoring(breakers=("luck",)), "breakers"),
]


@pytest.mark.parametrize(("change", "field"), WRONG, ids=[type(one).__name__ + field for one, field in WRONG])
def test_what_cannot_be_changed_is_refused(change: Any, field: str) -> None:
    with pytest.raises(Refused) as caught:
        check(of_four().state, Scenario(changes=(change,)))
    assert caught.value.field.startswith(field.partition(".")[0])


def test_a_scenario_reads_back_as_it_was_written() -> None:
    scenario = Scenario(changes=(TurnedResult(fixture="r1-1"), OtherScoring(scoring=Scoring(win=1))))
    assert msgspec.json.decode(msgspec.json.encode(scenario), type=Scenario) == scenario


# -- side by side ------------------------------------------------------------------------------------------------------


def test_the_comparison_has_arrows_and_purses_of_ones_own() -> None:
    told = of_four()
    scenario = Scenario(changes=(TurnedResult(fixture="r1-1", winner="cats"),))
    found = compare(told.state, fold(told.history, scenario), {"bears"})
    rows = {one.platoon: one for one in found.rows}
    assert rows["cats"].moved > 0 > rows["bears"].moved
    bears, cats = rows["bears"], rows["cats"]
    assert bears.before is not None
    assert bears.after is not None
    assert cats.after is not None
    assert (bears.before.purse, bears.after.purse, cats.after.purse) == (told.purse(), told.purse() - 5, None)


def test_lots_are_not_drawn_for_who_only_asks() -> None:
    told = of_four()
    scenario = Scenario(changes=(OtherScoring(breakers=("lots",)),))
    found = compare(told.state, fold(told.history, scenario), set())
    assert sorted(one.after.rank for one in found.rows if one.after) == [1, 1, 3, 3]


def test_what_is_hidden_changes_nothing_that_others_read() -> None:
    """Two worlds: of one the seed is another, and so are purses, cards and what was bought."""
    told, other = of_four(purse=50), of_four(purse=50)
    other.tell(Buy(platoon="bears", vehicles=(Recruit(id="bears-9", model="Light"),)), Who("bob"))
    opened = other.rows[0].event
    assert isinstance(opened, Opened)
    other.rows[0] = msgspec.structs.replace(other.rows[0], event=msgspec.structs.replace(opened, seed="a7" * 32))
    for change in (
        TurnedResult(fixture="r1-1", winner="cats"),
        OtherScoring(breakers=("lots", "wins")),
        OtherTerms(terms={"purse": 1}),
        WithoutPlayer(platoon="cats"),
    ):
        worlds = []
        for one in (told, other):
            history = one.history
            found = compare(history.state(), fold(history, Scenario(changes=(change,))), {"cats"})
            worlds.append(found)
        assert worlds[0] == worlds[1], change
    asked = [answer(one.history.state(), "cats", 1, "everyone", lambda: Random(1)) for one in (told, other)]
    assert asked[0] == asked[1]
