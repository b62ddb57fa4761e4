"""Given a retreat that was made, when its battle is corrected, then the organiser is offered what it should be."""

from __future__ import annotations

from typing import Any

import pytest

from campaigns.season.kept_events import Amended, Gone, RetreatContradicted, RetreatDue
from campaigns.season.map.defeat import RetreatCancelled
from campaigns.season.map.pockets import Surrounded
from campaigns.season.map.retreat_rulings import Reconsider, RetreatRevised
from campaigns.season.results import Adjudicate
from campaigns.season.round_end import CloseRound
from campaigns.season.season_end import CloseSeason, StandingsRevised
from tests.campaigns.at_war import AtWar
from tests.campaigns.between import ALICE, BOB

KEY = "r1-1"
BACK = Gone(platoon="bears", origin="alton", place="clay")
APPLY = Reconsider(fixture=KEY, apply=True, reason="So it was.")
LEAVE = Reconsider(fixture=KEY, apply=False, reason="Too late.")


def retreated(**terms: Any) -> AtWar:
    """The bears were beaten in Clay and have gone to Alton; the cats have it, Fay and Gate."""
    it = AtWar(retreat_hours=0, **terms).put(bears="clay", cats="fay").put(cats="clay")
    it.beat("bears", "cats", "clay")
    assert (it.at("bears"), it.owner("clay")) == ("alton", "blues")
    return it


def test_the_organiser_is_offered_who_comes_back_and_who_leaves() -> None:
    it = retreated()
    offer = RetreatContradicted(
        fixture=KEY,
        sector="clay",
        beaten="cats",
        moves=(BACK, Gone(platoon="cats", origin="clay", place="fay")),
    )
    assert it.corrected(KEY, "bears") == [offer]
    assert (it.at("bears"), it.season.reconsidered) == ("alton", {KEY: offer})


def test_it_is_made_so() -> None:
    it = retreated()
    it.corrected(KEY, "bears")
    (revised,) = it.report(APPLY, ALICE)
    assert isinstance(revised, RetreatRevised)
    assert [gone.place for gone in revised.moves] == ["clay", "fay"]
    assert (it.at("bears"), it.at("cats"), it.owner("clay")) == ("clay", "fay", "reds")
    assert (it.season.reconsidered, it.season.fixtures[KEY].refuges) == ({}, {"cats": "fay"})
    assert it.season.fixtures[KEY].beaten == "cats"


def test_or_everybody_stays() -> None:
    it = retreated()
    it.corrected(KEY, "bears")
    (revised,) = it.report(LEAVE, ALICE)
    assert (revised.moves, it.at("bears"), it.season.reconsidered) == ((), "alton", {})  # type: ignore[attr-defined]
    assert it.corrected(KEY, "bears") == []


def test_corrected_back_there_is_nothing_to_rule_on() -> None:
    it = retreated()
    it.corrected(KEY, "bears")
    (void,) = it.corrected(KEY, "cats")
    assert void == RetreatContradicted(fixture=KEY, sector="clay", beaten="bears")
    assert it.season.reconsidered == {}
    assert it.refused(APPLY, ALICE).field == "fixture"


def test_corrected_back_it_does_not_leave_again_though_it_has_come_back_since() -> None:
    it = retreated()
    it.corrected(KEY, "bears")
    it.put(bears="clay")
    (void,) = it.corrected(KEY, "cats")
    assert void.moves == ()  # type: ignore[attr-defined]


def test_nobody_is_beaten_after_all() -> None:
    it = retreated()
    assert it.corrected(KEY, "") == [RetreatContradicted(fixture=KEY, sector="clay", moves=(BACK,))]
    it.report(APPLY, ALICE)
    assert (it.at("bears"), it.at("cats")) == ("clay", "clay")


def test_the_map_may_have_gone_on_since() -> None:
    """Who has left its refuge stays where it is; and who would be beaten has nobody there to leave to."""
    it = retreated()
    it.put(bears="bury")
    assert it.corrected(KEY, "bears") == [RetreatContradicted(fixture=KEY, sector="clay", beaten="cats")]
    assert (it.season.reconsidered, it.season.fixtures[KEY].beaten) == ({}, "cats")


def test_who_comes_back_needs_room() -> None:
    it = retreated(reds=4).put(bulls="clay", bisons="clay")
    (offer,) = it.corrected(KEY, "bears")
    assert offer.moves == (Gone(platoon="cats", origin="clay", place="fay"),)  # type: ignore[attr-defined]


def test_who_is_engaged_by_now_does_not_come_back() -> None:
    it = retreated().put(cobras="alton")
    it.meet(("cobras", "bears"), sector="alton")
    (offer,) = it.corrected(KEY, "")
    assert offer.moves == ()  # type: ignore[attr-defined]


def test_nor_does_who_was_beaten_again_where_it_went() -> None:
    it = AtWar().put(bears="clay", cats="clay")
    it.beat("bears", "cats", "clay")
    it.go("bears", "bury")
    it.put(cats="fay", cobras="bury")
    assert isinstance(it.beat("bears", "cobras", "bury")[0], RetreatDue)
    (offer,) = it.corrected(KEY, "")
    assert offer.moves == ()  # type: ignore[attr-defined]


def test_it_goes_by_the_map_as_the_organiser_rules() -> None:
    it = retreated()
    it.corrected(KEY, "bears")
    it.put(bears="bury")
    (revised,) = it.report(APPLY, ALICE)
    assert revised.moves == ()  # type: ignore[attr-defined]


def test_who_has_no_way_by_now_is_surrounded() -> None:
    it = retreated(surrounded="surrender", reds=3)
    it.put(boars="bury", bulls="fay")
    (offer,) = it.corrected(KEY, "bears")
    assert isinstance(offer, RetreatContradicted)
    assert offer.moves == (BACK, Gone(platoon="cats", origin="clay", place="reserve"))
    revised, pocketed = it.report(APPLY, ALICE)
    assert isinstance(pocketed, Surrounded)
    assert (revised.moves, pocketed.platoon, it.at("cats")) == ((BACK,), "cats", "reserve")  # type: ignore[attr-defined]


def test_who_is_left_without_enemies_need_not_leave_any_more() -> None:
    """The boars were beaten there, too, and have not chosen yet; with the cats the last enemy goes."""
    it = retreated()
    it.tell(Amended(round=1, terms={"retreat_hours": 9}))
    it.put(boars="clay")
    it.beat("boars", "cats", "clay")
    it.corrected(KEY, "bears")
    _revised, cancelled = it.report(APPLY, ALICE)
    assert cancelled == RetreatCancelled(platoon="boars", sector="clay", fixture="r1-2")


def test_a_ruling_contradicts_it_as_a_correction_does() -> None:
    it = retreated()
    _decided, offer = it.report(Adjudicate(fixture=KEY, winner="bears", reason="Photographs."), ALICE)
    assert isinstance(offer, RetreatContradicted)
    assert offer.beaten == "cats"


def test_a_retreat_still_due_is_the_other_ones_now() -> None:
    it = AtWar().put(bears="clay", cats="fay", boars="bury").put(cats="clay", cobras="elm")
    it.beat("bears", "cats", "clay")
    cancelled, gone = it.corrected(KEY, "bears")
    assert cancelled == RetreatCancelled(platoon="bears", sector="clay", fixture=KEY)
    assert (gone.platoon, it.season.retreats) == ("cats", {})  # type: ignore[attr-defined]


def test_who_is_beaten_by_a_correction_leaves_while_the_round_is_young() -> None:
    it = AtWar().put(bears="clay", cats="clay")
    (key,) = it.meet(("cats", "bears"), sector="clay")
    it.fought(key, "")
    (due,) = it.corrected(key, "cats")
    assert isinstance(due, RetreatDue)


@pytest.mark.parametrize("ruled", [False, True])
def test_and_is_offered_to_leave_when_later_orders_were_resolved(ruled: bool) -> None:
    it = AtWar(retreat_hours=0, workshop=False).put(bears="clay", cats="clay")
    (key,) = it.meet(("cats", "bears"), sector="clay")
    it.fought(key, "")
    it.close_round()
    it.disclosed()
    ruling = Adjudicate(fixture=key, winner="cats", reason="Photographs.")
    events = it.report(ruling, ALICE) if ruled else it.corrected(key, "cats")
    assert events[-1] == RetreatContradicted(
        fixture=key, sector="clay", beaten="bears", moves=(Gone(platoon="bears", origin="clay", place="alton"),)
    )


def test_until_they_are_resolved_it_leaves() -> None:
    it = AtWar(workshop=False).put(bears="clay", cats="clay")
    (key,) = it.meet(("cats", "bears"), sector="clay")
    it.fought(key, "")
    it.close_round()
    it.round()
    (due,) = it.corrected(key, "cats")
    assert isinstance(due, RetreatDue)


def test_what_was_carried_and_is_counted_late_is_followed_like_any_other() -> None:
    it = AtWar(workshop=False).put(bears="clay", cats="clay")
    (key,) = it.meet(("cats", "bears"), sector="clay")
    battle = it.muster(north="cats", south="bears", fixture=key)
    it.close_round()
    it.disclosed()
    _report, due = it.count(battle)
    assert isinstance(due, RetreatDue)


def test_players_do_not_reconsider_and_nothing_waits_without_a_contradiction() -> None:
    it = retreated()
    assert it.refused(APPLY, ALICE).field == "fixture"
    it.corrected(KEY, "bears")
    assert it.refused(APPLY, BOB).code == "not-yours"


def test_a_season_does_not_end_over_a_retreat_to_rule_on() -> None:
    it = retreated()
    it.corrected(KEY, "bears")
    it.report(CloseRound(round=1), ALICE)
    refused = it.refused(CloseSeason(), ALICE)
    assert "contradicted" in refused.text.text()
    it.report(LEAVE, ALICE)
    it.report(CloseSeason(), ALICE)


@pytest.mark.parametrize("winner", ["bears", ""])
def test_a_closed_season_offers_nothing(winner: str) -> None:
    it = retreated()
    it.report(CloseRound(round=1), ALICE)
    it.report(CloseSeason(), ALICE)
    assert [type(event) for event in it.corrected(KEY, winner)] == [StandingsRevised]


def test_what_was_offered_before_the_war_is_won_is_void_and_no_season_waits_for_it() -> None:
    it = retreated(victory_points=1)
    it.corrected(KEY, "bears")
    it.report(CloseRound(round=1), ALICE)
    assert it.season.won is not None
    assert it.season.offered == {}
    assert it.refused(APPLY, ALICE).field == "fixture"
    it.report(CloseSeason(), ALICE)
    assert it.at("bears") == "alton"
