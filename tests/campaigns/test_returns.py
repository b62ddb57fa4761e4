"""Who has left comes back with the same platoon, and gains nothing by it."""

from __future__ import annotations

from campaigns.season.pairing_methods import byes_of, times_met
from campaigns.season.people import Drop
from campaigns.season.returns import Return, Returned
from campaigns.season.standings import idle_in, late_bye, rungs, standings
from tests.campaigns.at_war import AtWar
from tests.campaigns.between import ALICE, BOB, CAROL, Camp
from tests.campaigns.test_knock_out import camp_of
from tests.campaigns.test_ladder import NO_REST, beats, ladder_of, of
from tests.campaigns.test_pairing_methods import played, round_by

GONE, BACK = Drop(platoon="p2", reason="A new job"), Return(platoon="p2", reason="It did not last")


def test_who_comes_back_stands_as_they_were_and_has_no_bye_for_what_they_missed() -> None:
    camp = camp_of(5, late_byes=9, bye_score=3)
    first = round_by(camp, "swiss")
    played(camp, first)
    met, byes = times_met(camp.season), byes_of(camp.season)["p2"]
    camp.report(GONE, of("p2"))
    played(camp, round_by(camp, "swiss"))
    before = {one.platoon: one.score for one in standings(camp.season)}["p2"]
    camp.report(BACK, of("p2"))
    assert {one.platoon: one.score for one in standings(camp.season)}["p2"] == before
    assert not late_bye(camp.season, "p2")
    assert byes_of(camp.season)["p2"] == byes == len(idle_in(camp.season, "p2"))
    assert met <= times_met(camp.season)
    third = round_by(camp, "swiss")
    assert "p2" in {*third.byes, *(key for one in third.fixtures for key in (one.home, one.away))}


def test_on_a_ladder_they_enter_at_the_bottom() -> None:
    camp = ladder_of(4, **NO_REST)
    beats(camp, "p2", "p0")
    camp.report(GONE, of("p2"))
    camp.report(BACK, of("p2"))
    assert rungs(camp.season) == ["p0", "p1", "p3", "p2"]


def test_only_its_player_or_an_organiser_brings_it_back_and_only_what_has_left() -> None:
    camp = Camp(platoons_each=1)
    camp.refused(Return(platoon="bears", reason="Home again"), BOB)
    camp.report(Drop(platoon="bears", reason="A new job"), BOB)
    camp.refused(Return(platoon="bears", reason="For him"), CAROL)
    camp.report(Return(platoon="bears", reason="Home again"), BOB)
    assert not camp.season.platoons["bears"].dropped


def test_who_could_not_bring_in_another_one_asks_an_organiser() -> None:
    camp = Camp(late_enlisting=False)
    round_by(camp, "everyone")
    camp.report(Drop(platoon="bears", reason="A new job"), BOB)
    camp.refused(Return(platoon="bears", reason="Home again"), BOB)
    camp.report(Return(platoon="bears", reason="We asked him to"), ALICE)


def test_on_a_map_it_comes_back_to_a_base() -> None:
    war = AtWar()
    war.report(Drop(platoon="bears", reason="A new job"), BOB)
    (told,) = war.report(Return(platoon="bears", reason="Home again"), BOB)
    assert isinstance(told, Returned)
    assert war.season.platoons["bears"].sector == told.sector != ""
