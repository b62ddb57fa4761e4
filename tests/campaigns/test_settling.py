"""What a correction leaves is settled in words people know: accept as played, void, pay later, replay."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from campaigns.season import see_event, settling
from campaigns.season.disputes import Confirm
from campaigns.season.editions import NEWEST
from campaigns.season.open_items import mends_told, open_items
from campaigns.season.people import HandOver
from campaigns.season.purchases import Bought, Buy
from campaigns.season.reinforcements import debts
from campaigns.season.replays import Replay
from campaigns.season.results import Concede
from campaigns.season.round_end import CloseRound
from campaigns.season.rounds import OpenRound
from campaigns.season.season_end import CloseSeason
from campaigns.season.values import Recruit
from campaigns.season.workshop import Repair, WorkshopEntered
from rules.adjudicate import Who
from rules.stream.choices import matches
from rules.stream.revision.reports import Correct, Resolve
from tests.campaigns.between import ALICE, BOB, CAROL, Camp, enlist
from tests.campaigns.mended import Mended, how, places_aside
from tests.campaigns.test_season_mending import buy, refused


def overspent(**terms: Any) -> Mended:
    """Bears were paid for a round and bought a vehicle; the round's end is taken back: 25 points were never earned."""
    told = Mended(**{"purse": 0, "per_round": 25} | terms)
    told.round(("bears", "cats"))
    told.tell(CloseRound(round=1), ALICE)
    told.tell(buy(), BOB)
    told.undo("CloseRound")
    return told


def settle(told: Mended, way: Any, **more: Any) -> tuple[Any, ...]:
    return told.tell(Resolve(position=told.state.items[0], how=way, **more), ALICE)


# -- pay later ---------------------------------------------------------------------------------------------------------


def test_what_was_bought_is_paid_as_rounds_close() -> None:
    told = overspent()
    assert (told.purse(), len(told.state.items)) == (-20, 1)
    events = settle(told, "owe")
    assert how(events) == ["replaced"]
    assert [event.owed for event in events if isinstance(event, Bought)] == [20]
    assert (told.purse(), told.state.items, debts(told.state)) == (0, (), {"bears": 20})
    assert "bears-5" in told.state.vehicles
    told.tell(CloseRound(round=1), ALICE)
    assert (told.purse(), debts(told.state)) == (5, {})


def test_a_debt_is_taken_as_far_as_the_purse_goes() -> None:
    told = overspent()
    settle(told, "owe")
    told.undo("OpenRound")
    assert debts(told.state) == {"bears": 20}


def test_nobody_buys_on_credit_by_themselves() -> None:
    told = Mended(purse=0)
    told.round()
    command = Buy(platoon="bears", vehicles=(Recruit(id="bears-9", model="Light"),), on_credit=True)
    for who in (BOB, ALICE):
        assert refused(told, command, who).field == "on_credit"


def test_a_player_corrects_no_purchase_to_one_on_credit() -> None:
    told = Mended(purse=20)
    told.tell(buy(), BOB)
    data = {"platoon": "bears", "vehicles": [{"id": "bears-5", "model": "Heavy"}], "on_credit": True}
    change = Correct(position=told.at("Buy"), how="change", data=data, reason="mine")
    refused(told, change, BOB)
    told.tell(change, ALICE)
    assert (told.purse(), debts(told.state)) == (0, {"bears": 20})


# -- a repair is paid later -------------------------------------------------------------------------------------------


def repaired(**terms: Any) -> Mended:
    """Bears had two vehicles repaired with the points of a round, whose end is taken back: a point and three."""
    told = Mended(**{"purse": 0, "per_round": 25} | terms)
    told.round(("bears", "cats"))
    told.count(told.muster("r1-1"), bears_1={"damage": 1}, bears_2={"damage": 2})
    told.tell(CloseRound(round=1), ALICE)
    told.tell(Repair(platoon="bears"), BOB)
    told.undo("CloseRound")
    return told


def test_a_repair_is_paid_as_rounds_close() -> None:
    told = repaired()
    was = told.state.vehicles["bears-1"]
    assert (told.purse(), was.status, len(told.state.items)) == (-4, "workshop", 1)
    (item,) = open_items(told.history, told.state, ALICE)
    assert (item.kind, [way.how for way in item.ways]) == ("spent_unearned", ["keep", "owe", "strike"])
    events = settle(told, "owe")
    assert how(events) == ["replaced"]
    (entered,) = (event for event in events if isinstance(event, WorkshopEntered))
    assert (entered.owed, [(work.vehicle, work.paid) for work in entered.works]) == (
        4,
        [("bears-1", 1), ("bears-2", 3)],
    )
    assert (told.purse(), told.state.items, debts(told.state)) == (0, (), {"bears": 4})
    told.tell(CloseRound(round=1), ALICE)
    assert (told.purse(), debts(told.state)) == (21, {})
    assert told.state.vehicles["bears-1"].status == "fit"


def test_of_a_repair_paid_later_nobody_else_is_told_what_the_purse_lacked() -> None:
    told = repaired()
    events = settle(told, "owe")
    (entered,) = (event for event in events if isinstance(event, WorkshopEntered))
    for reader, owed in ((BOB, 4), (CAROL, UNSET)):
        seen = see_event(told.state, entered, reader.id)
        assert isinstance(seen, WorkshopEntered)
        assert seen.owed == owed


def test_those_go_in_that_went_in_and_no_others() -> None:
    """The repair named nobody: there were points for one. Paid later it is still the repair of that one."""
    told = repaired(per_round=1)
    assert [told.state.vehicles[id].status for id in ("bears-1", "bears-2")] == ["workshop", "wrecked"]
    settle(told, "owe")
    assert [told.state.vehicles[id].status for id in ("bears-1", "bears-2")] == ["workshop", "wrecked"]
    assert debts(told.state) == {"bears": 1}


def test_nobody_repairs_on_credit_by_themselves() -> None:
    told = Mended(purse=0)
    told.count(told.muster(), bears_1={"damage": 1})
    for who in (BOB, ALICE):
        assert refused(told, Repair(platoon="bears", on_credit=True), who).field == "on_credit"


# -- replay ------------------------------------------------------------------------------------------------------------


def lost(close: bool = False, edition: str = NEWEST) -> tuple[Mended, str]:
    """A battle was fought with a vehicle whose purchase is taken back."""
    told = Mended(Camp(empty=True, edition=edition, purse=30))
    told.tell(buy(), BOB)
    told.round(("bears", "cats"))
    battle = told.muster("r1-1")
    told.count(battle, bears_1={"damage": 1})
    if close:
        told.tell(CloseRound(round=1), ALICE)
        told.round()
    told.undo("Buy")
    return told, battle


def test_a_fixture_is_open_again() -> None:
    told, battle = lost()
    assert len([*told.state.items]) == 1
    events = settle(told, "replay")
    assert how(events) == ["replaced", "voided"]
    fixture = told.state.fixtures["r1-1"]
    assert [fixture.is_open, fixture.battle, fixture.called_off] == [True, "", (battle,)]
    assert not told.state.items
    assert not told.state.vehicles["bears-1"].condition
    again = told.muster("r1-1")
    told.count(again)
    assert told.state.fixtures["r1-1"].reported is not None


def test_a_fixture_of_a_closed_round_waits_for_the_end_of_the_one_under_way() -> None:
    told, _battle = lost(close=True)
    settle(told, "replay")
    fixture = told.state.fixtures["r1-1"]
    assert (told.state.rounds[0].closed, fixture.is_open, fixture.again) == (True, True, 2)
    told.tell(CloseRound(round=2), ALICE)
    decided = told.state.fixtures["r1-1"].decided
    assert decided is not None
    assert decided.how == "default"


def test_a_replay_stands_whatever_is_mended_since() -> None:
    told, battle = lost()
    settle(told, "replay")
    told.undo("OpenRound")
    told.redo()
    assert told.state.fixtures["r1-1"].again == 1
    assert battle in told.state.fixtures["r1-1"].called_off


def test_nobody_orders_a_replay_by_itself() -> None:
    told, battle = lost()
    for who in (BOB, ALICE):
        refused(told, Replay(fixture="r1-1", battle=battle, until=3), who)


def test_a_battle_beside_the_fixtures_is_not_fought_again() -> None:
    told = Mended(purse=30)
    told.tell(buy(), BOB)
    told.count(told.muster())
    told.undo("Buy")
    assert refused(told, Resolve(position=told.state.items[0], how="replay"), ALICE).field == "how"
    settle(told, "strike")
    assert told.state.items == ()


# -- void, accept ------------------------------------------------------------------------------------------------------


def test_what_was_told_of_a_battle_that_is_void_falls_with_it() -> None:
    told, battle = lost()
    events = settle(told, "strike")
    assert how(events) == ["struck", "voided"]
    assert (told.state.items, battle in told.state.battles) == ((), False)
    assert told.state.vehicles["bears-1"].condition == {}
    older, _battle = lost(edition="2")
    settle(older, "strike")
    assert [older.history.reports[one].type for one in older.state.items] == ["ReportBattle"]


def test_whether_its_result_was_right_is_asked_of_nobody_either() -> None:
    told, _battle = lost()
    told.redo()
    told.tell(Confirm(fixture="r1-1"), CAROL)
    told.undo("Buy")
    assert how(settle(told, "strike")) == ["struck", "voided", "voided"]
    assert not told.state.items


def test_accepted_as_played_is_as_it_was() -> None:
    told, _battle = lost()
    was = places_aside(told.state)
    settle(told, "keep")
    assert (places_aside(told.state), told.state.items) == (was, ())


def test_what_cannot_be_told_again_is_void_though_an_organiser_could_have_told_it() -> None:
    """Dan had the bears from Bob alone, and gave them to Eve."""
    told = Mended()
    told.tell(HandOver(platoon="bears", players=("dan",), reason="away"), BOB)
    told.tell(HandOver(platoon="bears", players=("eve",), reason="mine"), Who("dan"))
    told.undo("HandOver", nth=0)
    assert [told.history.reports[one].type for one in told.state.items] == ["HandOver"]
    assert how(settle(told, "strike")) == ["struck"]
    assert (told.state.platoons["bears"].players, told.state.items) == (("bob",), ())


# -- meanwhile ---------------------------------------------------------------------------------------------------------


def test_an_open_item_holds_up_only_what_hangs_on_it() -> None:
    """A purse below nothing buys nothing; rounds and battles of everybody go on, and the season closes."""
    told = Mended(purse=0, per_round=25)
    told.round(("bears", "cats"))
    told.tell(CloseRound(round=1), ALICE)
    told.tell(buy(), BOB)
    told.undo("CloseRound")
    assert refused(told, buy("bears-6"), BOB).field == "platoon"
    told.count(told.muster("r1-1"))
    told.tell(CloseRound(round=1), ALICE)
    told.tell(buy("cats-5", "cats"), CAROL)
    told.round(("cats", "bears"))
    told.tell(CloseRound(round=2), ALICE)
    told.tell(buy("bears-6"), BOB)  # points have come in
    told.tell(CloseSeason(), ALICE)
    assert len(told.state.items) == 1
    settle(told, "keep")


def test_nothing_is_paid_later_or_fought_again_once_the_season_is_over() -> None:
    told = overspent()
    told.tell(CloseRound(round=1), ALICE)
    told.tell(CloseSeason(), ALICE)
    assert "owe" not in {way.how for one in open_items(told.history, told.state, ALICE) for way in one.ways}
    refused(told, Resolve(position=told.state.items[0], how="owe"), ALICE)


# -- by the terms ------------------------------------------------------------------------------------------------------


def test_the_terms_say_what_becomes_of_it() -> None:
    told = overspent(spent_unearned="later")
    assert settling.rest(told.state) == "terms"
    settle(told, "terms")
    assert (told.state.items, told.state.platoons["bears"].owed) == ((), 20)


def test_a_correction_goes_by_the_terms_and_leaves_what_they_ask_about() -> None:
    told = Mended(purse=30, mustered_lost="replay")
    told.tell(buy(), BOB)
    told.round(("bears", "cats"))
    told.muster("r1-1")
    told.strike("Buy", rest=settling.rest(told.state))
    assert told.state.items == ()
    assert told.state.fixtures["r1-1"].again == 1


def test_a_campaign_that_knows_no_such_terms_asks() -> None:
    told = overspent()
    assert told.state.opened.terms.get("spent_unearned") is None
    refused(told, Resolve(position=told.state.items[0], how="terms"), ALICE)


def test_a_pairing_that_was_announced_is_not_paired_again() -> None:
    """By the results as they are now the Swiss would pair others: the round stands, and its battles with it."""
    told, pairs = swiss()
    assert [told.history.reports[one].type for one in told.state.items] == ["OpenRound"]
    assert [one.platoons for one in told.state.fixtures.values() if one.round == 2] == pairs
    settle(told, "terms")
    assert told.state.items == ()
    older, pairs = swiss("2")
    assert [one.platoons for one in older.state.fixtures.values() if one.round == 2 and one.announced] != pairs


def swiss(edition: str = NEWEST) -> tuple[Mended, list[tuple[str, ...]]]:
    """A result is corrected by which a round was paired whose battle is called; with the pairs as they were."""
    told = Mended(Camp(empty=True, edition=edition), enlisted=False)
    for key, who in zip(("ants", "bees", "crows", "deer"), "abcd", strict=True):
        told.tell(enlist(key), Who(who))
    told.round(("ants", "bees"), ("crows", "deer"))
    told.tell(Concede(fixture="r1-1", platoon="bees"), ALICE)
    told.tell(Concede(fixture="r1-2", platoon="deer"), ALICE)
    told.tell(CloseRound(round=1), ALICE)
    told.tell(OpenRound(deadline="", method="swiss"), ALICE)
    pairs = [one.platoons for one in told.state.fixtures.values() if one.round == 2]
    told.muster("r2-1", *pairs[0])
    change = {"fixture": "r1-2", "platoon": "crows"}
    told.tell(Correct(position=told.at("Concede"), how="change", data=change, reason="the other"), ALICE)
    return told, pairs


# -- substitute, and what is offered -----------------------------------------------------------------------------------


def test_another_purchase_takes_the_place_from_what_was_for_sale_then() -> None:
    """The form of the report, with what could be said there and then."""
    told = Mended(purse=10, per_round=25)
    told.round(("bears", "cats"))
    told.tell(CloseRound(round=1), ALICE)
    told.tell(
        Buy(platoon="bears", vehicles=(Recruit(id="bears-5", model="Light"),), fittings={"bears-5": ("Sight",)}), BOB
    )
    told.undo("CloseRound")
    assert told.purse() == -15
    offered = [one for one in mends_told(told.history, told.state, ALICE) if one.given.get("how") == "replace"]
    assert {(one.given["position"], one.given["type"]) for one in offered} == {(told.state.items[0], "Buy")}
    data = {"platoon": "bears", "fittings": {"bears-1": ["Sight"]}}
    other = Resolve(position=told.state.items[0], how="replace", type="Buy", data=data, reason="It was a sight alone")
    assert any(matches(one, other) for one in offered)
    told.tell(other, ALICE)
    assert (told.purse(), told.state.items) == (5, ())


def test_whoever_may_not_know_a_purse_reads_the_same_whatever_it_holds() -> None:
    ann = Who("ann", referee=True, needs_case=True)
    worlds = [overspent(per_round=points) for points in (25, 21, 39)]
    read = [
        [
            (one.why and one.why.text.text(), [way.how for way in one.ways])
            for one in open_items(told.history, told.state, ann)
        ]
        for told in worlds
    ]
    assert read[0] == read[1] == read[2] == [("It cannot be told again as it was.", ["keep", "strike"])]
