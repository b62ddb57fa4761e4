"""Reports to a season are taken back and corrected: what came later is decided again, and nothing is lost."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from campaigns.season.free_times import NoteFree
from campaigns.season.penalties import Penalise
from campaigns.season.purchases import Buy
from campaigns.season.results import Concede
from campaigns.season.round_end import CloseRound
from campaigns.season.season_end import CloseSeason
from campaigns.season.standings import standings
from campaigns.season.values import Recruit
from rules.contract import Refused
from rules.stream.explain import explain
from rules.stream.revision.preview import preview
from rules.stream.revision.reports import (
    Agree,
    Correct,
    Proposed,
    Resolve,
    Revised,
    Settlement,
    Undo,
)
from tests.campaigns.between import ALICE, BOB, CAROL, THE_CLERK, enlist
from tests.campaigns.mended import DAN, Mended, how, kept, places_aside

PENALTY = Penalise(platoon="bears", score=2, points=5, reason="late")
LATE = {"platoon": "bears", "score": 1, "reason": "late"}


def buy(id: str = "bears-5", platoon: str = "bears") -> Buy:
    return Buy(platoon=platoon, vehicles=(Recruit(id=id, model="Light"),))


def refused(told: Mended, command: object, who: object) -> Refused:
    rows = len(told.rows)
    with pytest.raises(Refused) as caught:
        told.tell(command, who)  # type: ignore[arg-type]
    assert len(told.rows) == rows
    return caught.value


# -- a penalty ---------------------------------------------------------------------------------------------------------


def test_a_penalty_is_taken_back_and_what_came_later_stands() -> None:
    told = Mended(purse=30)
    told.tell(PENALTY, ALICE)
    told.round(("bears", "cats"))
    told.tell(buy(), BOB)
    purse = told.purse()
    events = told.undo("Penalise")
    assert (how(events), kept(events)) == (["struck"], [told.at("OpenRound"), told.at("Buy")])
    assert (told.state.platoons["bears"].penalty, told.purse()) == (0, purse + 5)
    assert told.state.rounds[0].deadline == "2027-03-28T20:00:00Z"
    assert not told.state.items


def test_an_undo_is_taken_back() -> None:
    told = Mended(purse=30)
    told.tell(PENALTY, ALICE)
    told.round(("bears", "cats"))
    before = places_aside(told.state)
    told.undo("Penalise")
    assert places_aside(told.state) != before
    told.redo()
    assert places_aside(told.state) == before


def test_a_penalty_is_changed_in_its_place() -> None:
    told = Mended(purse=30)
    told.tell(PENALTY, ALICE)
    told.round(("bears", "cats"))
    data = {"platoon": "cats", "score": 1, "reason": "they were late"}
    told.tell(Correct(position=told.at("Penalise"), how="change", data=data, reason="the others"), ALICE)
    assert [told.state.platoons[key].penalty for key in ("bears", "cats")] == [0, 1]
    assert told.purse() == 30


def test_a_player_takes_back_no_penalty() -> None:
    told = Mended(purse=30)
    told.tell(PENALTY, ALICE)
    for who in (BOB, CAROL, DAN):
        assert refused(told, Undo(position=told.at("Penalise")), who).code == "not-yours"


# -- a purchase --------------------------------------------------------------------------------------------------------


def test_a_player_takes_back_a_purchase_of_this_round() -> None:
    told = Mended(purse=30)
    told.tell(buy(), BOB)
    (revised, *_others) = told.undo("Buy", BOB)
    assert isinstance(revised, Revised)
    assert revised.authority == "own"
    assert (told.purse(), "bears-5" in told.state.vehicles) == (30, False)


def test_nobody_takes_back_a_purchase_for_another() -> None:
    told = Mended(purse=30)
    told.tell(buy(), BOB)
    (asked,) = told.undo("Buy", CAROL)
    assert isinstance(asked, Proposed)
    assert asked.asks == ("bears",)
    told.tell(Agree(position=told.state.head[0]), BOB)
    assert "bears-5" not in told.state.vehicles


def test_a_purchase_of_an_earlier_round_is_an_organisers_to_take_back() -> None:
    told = Mended(purse=30)
    told.tell(buy(), BOB)
    told.round()
    assert refused(told, Undo(position=told.at("Buy")), BOB).code == "not-yours"
    told.undo("Buy")
    assert told.purse() == 30


def test_what_was_bought_has_fought_since() -> None:
    """The battle counts as it was mustered, marked, until somebody settles that."""
    told = Mended(purse=30)
    told.tell(buy(), BOB)
    told.round(("bears", "cats"))
    battle = told.muster("r1-1")
    told.count(battle, bears_1={"damage": 1})
    events = told.undo("Buy")
    assert how(events) == ["struck", "played", "told"]
    assert told.state.fixtures["r1-1"].reported is not None
    assert (told.purse(), len(told.state.items)) == (30, 1)
    told.redo()
    assert not told.state.items
    told.strike("Buy", rest="keep")
    assert (told.purse(), told.state.items) == (30, ())
    assert told.state.fixtures["r1-1"].reported is not None


def test_money_that_was_spent_since_is_owed() -> None:
    """Points of a round are taken back after they were spent: the purchase stands as it was made."""
    told = Mended(purse=0, per_round=25)
    told.round()
    told.tell(CloseRound(round=1), ALICE)
    told.tell(buy(), BOB)
    cost = 25 - told.purse()
    assert cost > 0
    events = told.undo("CloseRound")
    assert how(events) == ["struck", "played"]
    assert told.purse() == -cost
    (item,) = told.state.items
    assert refused(told, buy("bears-6"), BOB).field == "platoon"
    told.tell(Resolve(position=item, how="strike"), ALICE)
    assert (told.purse(), told.state.items) == (0, ())


# -- a pairing ---------------------------------------------------------------------------------------------------------


def test_a_pairing_is_taken_back() -> None:
    told = Mended()
    told.round()
    told.pair()
    assert "r1-1" in told.state.fixtures
    told.undo("Pair")
    assert told.state.fixtures == {}
    told.pair("cats", "bears")
    assert told.state.fixtures["r1-1"].platoons == ("cats", "bears")


def test_a_battle_was_mustered_from_the_pairing() -> None:
    """It is not lost: it stands beside the rounds until an organiser has settled it, and is not called again."""
    told = Mended()
    told.round()
    told.pair()
    battle = told.muster("r1-1")
    events = told.undo("Pair")
    assert how(events) == ["struck", "played"]
    assert told.state.fixtures[battle].battle == battle
    assert told.state.fixtures[battle].announced is False
    (item,) = told.state.items
    told.count(battle)
    assert told.state.fixtures[battle].reported is not None
    told.tell(Resolve(position=item, how="keep"), ALICE)
    assert not told.state.items
    assert told.state.fixtures[battle].reported is not None


def test_such_a_battle_may_be_struck() -> None:
    told = Mended()
    told.round()
    told.pair()
    battle = told.muster("r1-1")
    told.undo("Pair")
    told.tell(Resolve(position=told.state.items[0], how="strike"), ALICE)
    assert battle not in told.state.battles
    assert told.state.fighting() == {}


def test_a_battle_that_would_be_mustered_with_other_forces_now() -> None:
    told = Mended(spare_crew_points=1)
    told.round(("bears", "cats"))
    first = told.muster("r1-1")
    told.count(first, bears_1={"damage": 1})
    second = told.muster(north="bears", south="cats")
    position = told.at("ReportBattle")
    said = msgspec.to_builtins(told.history.command(told.history.reports[position]))
    (hit,) = (unit for unit in said["outcome"]["units"] if unit["id"] == "bears-1")
    hit |= {"fate": "fit", "condition": {}}
    events = told.tell(Correct(position=position, how="change", data=said, reason="it was not hit"), ALICE)
    assert how(events) == ["changed", "played"]
    assert told.state.fixtures[second].battle == second


# -- an enlistment -----------------------------------------------------------------------------------------------------


def test_a_platoon_that_enlisted_is_taken_back() -> None:
    told = Mended(purse=30)
    told.tell(enlist("dogs"), DAN)
    told.tell(buy("dogs-5", "dogs"), DAN)
    told.round(("bears", "dogs"))
    events = told.undo("Enlist")
    assert how(events) == ["struck", "waiting", "waiting"]
    assert "dogs" not in told.state.platoons
    assert told.state.rounds == []  # the round waits: it names who is not there
    while told.state.items:
        told.tell(Resolve(position=told.state.items[0], how="strike"), ALICE)
    assert [past.type for past in told.history.live_reports()][1:] == ["Enlist", "Enlist"]
    told.round(("bears", "cats"))


def test_a_round_with_a_platoon_that_is_gone_is_told_otherwise() -> None:
    told = Mended()
    told.tell(enlist("dogs"), DAN)
    told.round(("bears", "dogs"))
    opened = told.at("OpenRound")
    data = {"pairings": [{"home": "bears", "away": "cats"}]}
    other = Settlement(how="replace", data=data)
    struck = Correct(position=told.at("Enlist"), how="strike", reason="wrong", settle={str(opened): other})
    told.tell(struck, ALICE)
    assert not told.state.items
    assert [(key, one.platoons) for key, one in told.state.fixtures.items()] == [("r1-2", ("bears", "cats"))]
    assert told.state.rounds[0].deadline == "2027-03-28T20:00:00Z"  # as it was announced


# -- the end of a round ------------------------------------------------------------------------------------------------


def test_a_closed_round_is_opened_again() -> None:
    """It has no deadline any more, or the clerk would close it at once."""
    told = Mended()
    told.round(("bears", "cats"))
    told.tell(CloseRound(round=1), THE_CLERK)
    told.undo("CloseRound")
    round = told.state.under_way
    assert round is not None
    assert (round.number, round.deadline, round.places) == (1, "", ())
    told.tell(Concede(fixture="r1-1", platoon="cats"), CAROL)
    told.tell(CloseRound(round=1), ALICE)
    assert standings(told.state)[0].platoon == "bears"


def test_a_round_closed_with_dice_closes_with_the_same_again() -> None:
    """What the workshop has rolled is rolled for ever."""
    told = workshop()
    fallen, was = dict(told.fallen), places_aside(told.state)
    assert list(fallen) == ["round 1/workshop/bears-1/weld"]
    data = {"platoon": "cats", "score": 1, "reason": "noise"}
    insert = Correct(position=told.at("MusterBattle"), how="insert", type="Penalise", data=data, reason="forgotten")
    events = told.tell(insert, ALICE)
    assert how(events) == ["inserted", "told"]
    told.undo("Penalise")
    told.undo("CloseRound")
    told.tell(CloseRound(round=1), ALICE)
    now = places_aside(told.state)
    assert (now["vehicles"], now["platoons"], told.fallen) == (was["vehicles"], was["platoons"], fallen)


def workshop() -> Mended:
    """A round that is closed, with a die for what the workshop mends."""
    told = Mended(purse=30, weld_needs=4)
    told.round(("bears", "cats"))
    told.count(told.muster("r1-1"), bears_1={"damage": 1})
    told.tell(CloseRound(round=1), ALICE)
    return told


def hit_too(told: Mended, **settled: Any) -> Correct:
    """A correction by which another vehicle was hit."""
    position = told.at("ReportBattle")
    said = msgspec.to_builtins(told.history.command(told.history.reports[position]))
    (hit,) = (unit for unit in said["outcome"]["units"] if unit["id"] == "cats-1")
    hit |= {"fate": "damaged", "condition": {"damage": 1}}
    return Correct(position=position, how="change", data=said, reason="it was hit, too", **settled)


def test_a_die_that_nobody_has_rolled_is_left_to_people() -> None:
    told = workshop()
    assert how(told.tell(hit_too(told), ALICE)) == ["changed", "played"]
    (item,) = told.state.items
    told.tell(Resolve(position=item, how="roll"), ALICE)
    assert not told.state.items
    assert sorted(told.fallen) == [f"round 1/workshop/{key}-1/weld" for key in ("bears", "cats")]


def test_no_die_is_rolled_with_a_seed_that_is_known() -> None:
    told = workshop()
    closed = told.at("CloseRound")
    told.tell(CloseSeason(), ALICE)
    rolled = hit_too(told, settle={str(closed): Settlement(how="roll")})
    assert refused(told, rolled, ALICE).code == "reseed"
    assert how(told.tell(hit_too(told), ALICE)) == ["changed", "played"]


def test_a_correction_in_round_one_decides_later_reports_again() -> None:
    """The points of the round, the standings published with it, and what was bought of the points."""
    told = Mended(purse=10, per_win=15, per_round=0)
    told.round(("bears", "cats"))
    told.tell(Concede(fixture="r1-1", platoon="cats"), CAROL)
    told.tell(CloseRound(round=1), ALICE)
    told.tell(buy(), BOB)
    told.round(("cats", "bears"))
    assert (told.purse("bears"), told.purse("cats")) == (5, 10)
    position, head = told.at("Concede"), told.state.head[0]
    change = Correct(position=position, how="change", data={"fixture": "r1-1", "platoon": "bears"}, reason="it was Bob")
    seen = preview(told.history, change, ALICE, ALICE)
    assert [(item.type, item.settled) for item in seen.items] == [("Buy", "")]
    assert told.state.head[0] == head
    assert how(told.tell(change, ALICE)) == ["changed", "told", "played"]
    assert (told.purse("bears"), told.purse("cats")) == (-10, 25)
    assert [place.platoon for place in told.state.rounds[0].places] == ["cats", "bears"]
    then = told.history.state(head)  # as we believed it
    assert (then.platoons["bears"].purse, then.rounds[0].places[0].platoon) == (5, "bears")
    why = explain(told.history, "platoons.cats.score", ALICE)
    assert why.steps[-1].told == position
    assert why.steps[-1].position > head


def test_undoing_a_correction_never_takes_back_what_was_told_since() -> None:
    """An undo of a report that the correction had told again does not make the correction the newest."""
    told = Mended(purse=30)
    told.round(("bears", "cats"))
    told.tell(Concede(fixture="r1-1", platoon="cats"), CAROL)
    told.tell(CloseRound(round=1), ALICE)
    change = {"fixture": "r1-1", "platoon": "bears"}
    told.tell(Correct(position=told.at("Concede"), how="change", data=change, reason="it was Bob"), ALICE)
    corrected = told.state.corrected
    told.tell(PENALTY, ALICE)
    told.undo("CloseRound")
    assert told.state.platoons["bears"].penalty == 2
    assert told.state.corrected == 0
    refused(told, Undo(position=corrected), ALICE)
    told.redo()
    assert (told.state.platoons["bears"].penalty, told.state.under_way) == (2, None)


def test_what_an_item_was_about_is_asked_until_it_is_settled() -> None:
    """A battle that was mustered with a vehicle taken back is left open, whatever is mended besides, and struck."""
    told = Mended(purse=30)
    told.tell(PENALTY, ALICE)
    told.tell(buy(), BOB)
    told.round(("bears", "cats"))
    battle = told.muster("r1-1")
    told.undo("Buy")
    told.undo("Penalise")  # looks at the open item again
    (item,) = told.state.items
    told.tell(Resolve(position=item, how="strike"), ALICE)
    assert told.state.of_battle(battle) is None
    assert not told.live("MusterBattle")


def test_a_report_that_an_organiser_has_changed_stays_its_players() -> None:
    """Told again by a later correction, it is still theirs, and no organiser's who could not have reported it."""
    told = Mended()
    told.tell(Penalise(platoon="cats", score=1, reason="late"), ALICE)
    told.tell(NoteFree(platoon="bears", free="On Fridays"), BOB)
    noted = told.at("NoteFree")
    changed = {"platoon": "bears", "free": "On Mondays"}
    told.tell(Correct(position=noted, how="change", type="NoteFree", data=changed, reason="He mistyped"), ALICE)
    told.tell(Undo(position=told.at("Penalise"), reason="He was there"), ALICE)
    assert (told.state.items, told.state.platoons["bears"].free) == ((), "On Mondays")
    told.tell(Correct(position=told.at("Enlist"), how="insert", type="Penalise", data=LATE, reason="Forgotten"), ALICE)
    assert (told.state.items, told.state.platoons["bears"].free) == ((), "On Mondays")
