"""Mending a season: what is never taken back, who may mend what, and what a correction does not tell."""

from __future__ import annotations

from msgspec import to_builtins

from battles.pages.corrections.ways import hows
from battles.presenters.preview import Left
from campaigns.pages.rounds import summary_of
from campaigns.season import legal
from campaigns.season.challenges.making import Challenge
from campaigns.season.musters import CallOff
from campaigns.season.pairings import Pair
from campaigns.season.results import Concede
from campaigns.season.round_end import CloseRound
from campaigns.season.rounds import OpenRound
from campaigns.season.season_end import CloseSeason
from campaigns.season.values import Pairing
from campaigns.season.write_offs import WriteOff
from rules.adjudicate import Who
from rules.stream.revision.preview import preview
from rules.stream.revision.reports import (
    Correct,
    Declare,
    Declared,
    Resolve,
    Undo,
)
from tests.campaigns.at_war import AtWar
from tests.campaigns.between import ALICE, BOB, THE_CLERK, enlist
from tests.campaigns.mended import DAN, Mended
from tests.campaigns.test_season_mending import PENALTY, buy, refused


def test_the_clerks_report_is_not_taken_back() -> None:
    told = Mended()
    told.round(("bears", "cats"))
    told.count(told.muster("r1-1"))
    assert refused(told, Undo(position=told.at("ReportBattle")), ALICE).field == "position"


def test_a_closed_season_is_corrected_and_its_standings_are_told_anew() -> None:
    told = Mended()
    told.tell(PENALTY, ALICE)
    told.tell(CloseSeason(), ALICE)
    assert refused(told, Undo(position=told.at("CloseSeason")), ALICE).field == "position"
    assert refused(told, Undo(position=told.at("Penalise")), BOB).code == "not-yours"
    told.undo("Penalise")
    assert told.state.closed is not None
    assert {place.score for place in told.state.closed.places} == {0}


# -- facts -------------------------------------------------------------------------------------------------------------


def test_an_organiser_declares_what_a_purse_holds() -> None:
    told = Mended(purse=30)
    (declared,) = told.tell(Declare(facts={"platoons.bears.purse": 12}, reason="counted"), ALICE)
    assert isinstance(declared, Declared)
    assert told.purse() == 12
    assert refused(told, Declare(facts={"platoons.bears.purse": 99}, reason="mine"), BOB).code == "not-yours"
    assert refused(told, Declare(facts={"platoons.bears.purse": -1}, reason="odd"), ALICE).field


def test_what_was_declared_stands_whatever_is_corrected_before_it() -> None:
    told = Mended(purse=30)
    told.tell(PENALTY, ALICE)
    told.tell(Declare(facts={"platoons.bears.purse": 12}, reason="counted"), ALICE)
    told.undo("Penalise")
    assert told.purse() == 12


def test_what_was_kept_or_declared_is_open_again_when_what_it_is_about_is_taken_back() -> None:
    told = Mended(purse=100)
    told.tell(buy(), BOB)
    told.tell(WriteOff(platoon="bears", vehicles=("bears-5",), reason="burnt"), BOB)
    sale = {"platoon": "bears", "vehicles": ["bears-5"]}
    at = told.at("WriteOff")
    told.tell(Correct(position=at, how="insert", reason="sold", type="Sell", data=sale, rest="keep"), ALICE)
    told.tell(Declare(facts={"platoons.cats.purse": 5}, reason="counted"), ALICE)
    told.undo("Buy")
    assert [told.history.reports[one].type for one in told.state.items] == ["Sell", "WriteOff"]
    told.undo("Enlist")
    assert [told.history.reports[one].type for one in told.state.items] == ["Sell", "WriteOff", "Declare"]
    told.strike("WriteOff")
    assert [told.history.reports[one].type for one in told.state.items] == ["Sell", "Declare"], "it is asked again"


def test_no_two_rounds_have_the_same_number() -> None:
    """A round that is put in before another one takes its number: that one waits until somebody settles it."""
    told = Mended()
    told.round(("bears", "cats"))
    at, data = told.at("OpenRound"), {"deadline": ""}
    told.tell(Correct(position=at, how="insert", reason="late", type="OpenRound", data=data), ALICE)
    assert [round.number for round in told.state.rounds] == [1]
    assert [told.history.reports[one].how for one in told.state.items] == ["waiting"]
    left = Left(told.state.items[0], "", "illegal", "", "", "", "")
    assert hows(told.history, left) == ("strike", "replace")  # nothing is there for it to be kept on


def test_no_vehicle_is_of_two_platoons() -> None:
    """An earlier enlistment takes the id of a later one's vehicle: that platoon waits until somebody settles it."""
    told = Mended()
    at, taken = told.at("Enlist", 0), told.state.platoons["cats"].vehicles[0]
    data = to_builtins(enlist("bears")) | {"vehicles": [{"id": taken, "model": told.state.vehicles[taken].model}]}
    told.tell(Correct(position=at, how="change", reason="misread", type="Enlist", data=data, rest="keep"), ALICE)
    assert told.state.platoons["bears"].vehicles == (taken,)
    assert "cats" not in told.state.platoons
    assert [told.history.reports[one].how for one in told.state.items] == ["waiting"]


def test_no_vehicle_fights_in_two_battles() -> None:
    """The first one was called off, and is not any more: the muster of the second waits."""
    told = Mended()
    first = told.muster()
    told.tell(CallOff(battle=first, reason="rain"), ALICE)
    told.muster()
    told.strike("CallOff")
    assert [told.history.reports[one].how for one in told.state.items] == ["waiting"]
    assert set(told.state.fighting().values()) == {first}


def test_no_battle_is_fought_on_by_a_seed_that_is_known() -> None:
    """It was called off before the season ended, and would not be any more."""
    told = Mended()
    battle = told.muster()
    told.tell(CallOff(battle=battle, reason="rain"), ALICE)
    told.tell(CloseSeason(next_seed="5e" * 32), ALICE)
    position = told.at("CallOff")
    for undone in (Undo(position=position), Correct(position=position, how="strike", reason="It was fought")):
        assert "seed" in refused(told, undone, ALICE).text.singular


def test_who_commands_a_platoon_after_a_correction_plays_its_battle() -> None:
    """The battle's own log names who was mustered."""
    told = Mended()
    told.round(("bears", "cats"))
    told.muster("r1-1")
    data = to_builtins(enlist("bears")) | {"player": "dan"}
    change = Correct(position=told.at("Enlist", 0), how="change", reason="misread", type="Enlist", data=data)
    told.tell(change, ALICE)
    assert not told.state.items
    assert told.state.relieved(told.state.fixtures["r1-1"])["north"] == ("dan",)


def test_what_was_told_of_a_round_that_is_taken_back_is_of_no_other() -> None:
    told = Mended()
    told.round(("bears", "cats"))
    told.tell(CloseRound(round=1), ALICE)
    told.round()
    told.tell(Pair(pairings=(Pairing(home="bears", away="cats"),)), ALICE)
    told.tell(CloseRound(round=2), ALICE)
    first, places = told.state.fixtures["r1-1"], told.state.rounds[0].places
    told.undo("OpenRound")
    assert [told.history.reports[one].how for one in told.state.items] == ["waiting", "waiting"]
    assert told.state.fixtures == {"r1-1": first}
    assert [(round.number, round.places) for round in told.state.rounds] == [(1, places)]


def test_no_player_declares_within_a_correction() -> None:
    told = Mended(purse=30)
    told.tell(buy(), BOB)
    data = {"facts": {"platoons.bears.purse": 999}, "reason": "mine"}
    change = Correct(position=told.at("Buy"), how="change", type="Declare", data=data, reason="mine")
    assert refused(told, change, BOB).code == "not-yours"
    told.tell(change, ALICE)
    assert told.purse() == 999


def test_a_player_takes_back_nothing_for_which_leaguer_has_rolled() -> None:
    """A surrounded platoon has rolled to break out."""
    war = AtWar(blues=4).put(bears="elm", cats="elm", cobras="bury", cranes="fay")
    (fixture,) = war.meet(("cats", "bears"), sector="elm")
    told = Mended(war, enlisted=False)
    told.tell(Concede(fixture=fixture, platoon="bears"), BOB)
    assert told.fallen
    assert refused(told, Undo(position=told.at("Concede")), BOB).code == "not-yours"
    told.undo("Concede")
    assert told.state.platoons["bears"].sector == "elm"


def test_why_a_purchase_cannot_stand_tells_no_purse() -> None:
    """An organiser who has not taken the case is told that it cannot."""
    told = Mended(purse=0, per_round=25)
    told.round()
    told.tell(CloseRound(round=1), ALICE)
    told.tell(buy(), BOB)
    undo = Undo(position=told.at("CloseRound"))
    ann = Who("ann", referee=True, needs_case=True)
    (known,) = preview(told.history, undo, ALICE, ALICE).items
    (unknown,) = preview(told.history, undo, ann, ann).items
    assert known.text.text() == "This costs 20 points."
    assert (unknown.text.text(), unknown.remedy) == ("It cannot be told again as it was.", None)
    told.tell(undo, ann)
    caught = refused(told, Resolve(position=told.state.items[0], how="roll"), ann)
    assert (caught.text.text(), caught.remedy) == ("It cannot be told again as it was.", None)


def test_nobody_is_challenged_who_is_not_there() -> None:
    """Whoever looks at what can be reported would be locked out of the season."""
    told = Mended()
    told.tell(enlist("dogs"), DAN)
    told.tell(OpenRound(deadline="", method="ladder"), ALICE)
    told.tell(Challenge(platoon="dogs", against="cats"), DAN)
    told.undo("Enlist")
    assert [told.history.reports[one].how for one in told.state.items] == ["waiting"]
    told.redo()
    told.undo("Enlist", nth=1)
    assert legal(told.state, ALICE)
    assert legal(told.state, DAN)


def test_a_knock_out_goes_on_without_who_only_had_a_bye_and_is_taken_back() -> None:
    """Of five the first rests, and its enlisting is taken back: the others would have been paired otherwise."""
    # given
    told = Mended(purse=30)
    for key in ("dogs", "eels", "foxes"):
        told.tell(enlist(key), DAN)
    told.tell(OpenRound(method="knockout", deadline=""), ALICE)
    assert told.state.rounds[0].byes == ("bears", "cats", "dogs")
    told.count(told.muster("r1-1", "eels", "foxes"))
    told.tell(CloseRound(round=1), THE_CLERK)
    told.tell(OpenRound(method="knockout", deadline=""), ALICE)
    # when
    told.undo("Enlist", nth=0)
    # then
    assert [told.history.reports[one].how for one in told.state.items] == ["played", "waiting"]
    (first,) = told.state.rounds
    assert (first.byes, [*told.state.fixtures]) == (("cats", "dogs"), ["r1-1"])
    assert "bears" not in {one.platoon for one in first.places}
    assert summary_of(told.state, 1)  # its page
    told.tell(Resolve(position=told.state.items[0], how="keep"), ALICE)
    told.tell(Resolve(position=told.state.items[0], how="strike"), ALICE)
    told.tell(OpenRound(method="knockout", deadline=""), ALICE)
    assert [one.platoons for one in told.state.fixtures.values()] == [("eels", "foxes"), ("cats", "dogs")]
