"""What players tell the workshop: send in, this one first, hold back, give up; and what the clerk gives up itself."""

from __future__ import annotations

from typing import Any

import pytest

from campaigns.season import narrate
from campaigns.season.standings import service
from campaigns.season.vehicles import can_fight
from campaigns.season.workshop import Prioritise, Prioritised, Repair, WorkshopEntered
from campaigns.season.write_offs import WriteOff, WrittenOff
from tests.campaigns.between import BOB, CAROL, Camp
from tests.campaigns.test_workshop import DAMAGED, WRECKED, camp, status

# ---------------------------------------------------------------------------------------------- the players' way


def test_one_call_sends_in_all_that_can_be_repaired() -> None:
    it = camp(slots=0)
    it.fight(bears_1=WRECKED, bears_2=DAMAGED, bears_3="lost")
    (entered,) = it.report(Repair(platoon="bears"), BOB)
    assert isinstance(entered, WorkshopEntered)
    assert [(work.vehicle, work.paid) for work in entered.works] == [("bears-2", 1), ("bears-1", 3)]
    assert not any(can_fight(service(it.season)[id]) for id in ("bears-1", "bears-2", "bears-3"))
    assert it.purse() == 6


def test_players_say_what_comes_first() -> None:
    it = camp(slots=1)
    it.fight(bears_1=DAMAGED, bears_2=DAMAGED, bears_3=DAMAGED)
    it.report(Prioritise(platoon="bears", order=("bears-3", "bears-1")), BOB)
    taken = []
    for _ in range(3):
        (entered,) = it.report(Repair(platoon="bears"), BOB)
        assert isinstance(entered, WorkshopEntered)
        taken += [work.vehicle for work in entered.works]
        it.close_round()
    assert taken == ["bears-3", "bears-1", "bears-2"]


def test_what_is_held_back_is_not_repaired_and_fights_on() -> None:
    it = camp()
    it.fight(bears_1=DAMAGED)
    it.report(Prioritise(platoon="bears", hold=("bears-1",)), BOB)
    assert not it.close_round()
    assert can_fight(service(it.season)["bears-1"])
    assert it.refused(Repair(platoon="bears", vehicles=("bears-1",)), BOB).field == "vehicles"


def test_held_back_out_of_the_workshop_a_wreck_is_a_wreck_and_what_was_done_and_paid_is_kept() -> None:
    it = camp()
    it.fight(bears_1=WRECKED, bears_2=DAMAGED)
    it.close_round()
    (event,) = it.report(Prioritise(platoon="bears", hold=("bears-1", "bears-2")), BOB)
    assert event == Prioritised(platoon="bears", hold=("bears-1", "bears-2"), out={"bears-1": "wrecked"})
    assert not can_fight(service(it.season)["bears-1"])
    purse = it.purse()
    it.report(Prioritise(platoon="bears"), BOB)
    it.report(Repair(platoon="bears"), BOB)
    assert (it.purse(), [bay.left for bay in it["bears-1"].bays]) == (purse, [1, 1])
    it.close_round()
    it.report(Prioritise(platoon="bears", hold=("bears-1",)), BOB)
    assert it["bears-1"].status == "damaged"  # its first job is done: it drives


def test_a_new_battle_is_new_damage() -> None:
    """What was begun before it is lost: nobody pays for a scratch and has a wreck mended."""
    it = camp(slots=1)
    it.fight(bears_1=DAMAGED)
    it.report(Repair(platoon="bears"), BOB)
    it.report(Prioritise(platoon="bears", hold=("bears-1",)), BOB)
    assert it["bears-1"].bays
    it.count(it.muster("bears-1", "cats-1"), bears_1=DAMAGED)
    assert not it["bears-1"].bays
    it.report(Prioritise(platoon="bears"), BOB)
    it.close_round()
    assert it.purse() == 8


@pytest.mark.parametrize("id", ["bears-2", "cats-1", "bears-3", "bears-4", "bears-9"])
def test_what_cannot_be_repaired_names_its_field(id: str) -> None:
    """As new, somebody else's, lost, in a battle, nobody's."""
    it = camp()
    it.fight(bears_1=DAMAGED, bears_3="lost", bears_4=DAMAGED, cats_1=DAMAGED)
    it.muster("bears-4", "cats-2")
    why = it.refused(Repair(platoon="bears", vehicles=("bears-1", id)), BOB)
    assert (why.field, id in why.text.text(), bool(why.remedy)) == ("vehicles", True, True)
    assert len(why.faults) == 1


def test_a_full_workshop_and_an_empty_purse_say_so() -> None:
    it = camp(slots=1, purse=0)
    it.fight(bears_1=DAMAGED, bears_2=DAMAGED)
    assert "1 point." in it.refused(Repair(platoon="bears"), BOB).text.text()
    it.pay(2)
    it.report(Repair(platoon="bears"), BOB)
    assert "slot" in it.refused(Repair(platoon="bears"), BOB).text.text()
    assert "already" in it.refused(Repair(platoon="bears", vehicles=(it_in(it),)), BOB).text.text()


def it_in(camp: Camp) -> str:
    return next(id for id, vehicle in camp.season.vehicles.items() if vehicle.status == "workshop")


def test_only_its_players_and_organisers_have_it_repaired() -> None:
    it = camp()
    it.fight(bears_1=DAMAGED)
    for command in (
        Repair(platoon="bears"),
        Prioritise(platoon="bears"),
        WriteOff(platoon="bears", vehicles=("bears-1",), reason="x"),
    ):
        assert it.refused(command, CAROL).code == "not-yours"


@pytest.mark.parametrize("field", ["order", "hold"])
def test_an_order_names_each_vehicle_of_the_platoon_once(field: str) -> None:
    wrong: dict[str, Any] = {field: ("bears-1", "bears-1", "cats-1")}
    why = camp().refused(Prioritise(platoon="bears", **wrong), BOB)
    assert [fault.field for fault in why.faults] == [field, field]


# ----------------------------------------------------------------------------------------------------- given up


def test_players_give_up_what_they_like_but_for_what_fights_or_is_gone() -> None:
    it = camp()
    it.fight(bears_1=WRECKED, bears_2="lost")
    it.report(WriteOff(platoon="bears", vehicles=("bears-1",), reason="Burnt out."), BOB)
    assert it["bears-1"].status == "written off"
    it.muster("bears-3", "cats-1")
    for id in ("bears-1", "bears-2", "bears-3"):
        assert it.refused(WriteOff(platoon="bears", vehicles=(id,), reason="Enough."), BOB).field == "vehicles"


def test_the_clerk_gives_up_what_costs_more_than_its_share_of_the_price() -> None:
    """A wreck takes four points of twenty: a fifth."""
    for percent, gone in ((20, False), (19, True), (0, False)):
        it = camp(write_off=percent)
        it.fight(bears_1=WRECKED)
        events = it.close_round()
        assert [type(event) is WrittenOff for event in events][:1] == [gone]
        assert (it["bears-1"].status == "written off") is gone
        told = narrate(it.season, events[0]).text()
        assert told.startswith(f"bears: the clerk writes off {it['bears-1'].name}") is gone


def test_what_is_held_back_or_under_way_the_clerk_gives_up_never() -> None:
    it = camp(write_off=1)
    it.fight(bears_1=WRECKED, bears_2=WRECKED)
    it.report(Prioritise(platoon="bears", hold=("bears-1",)), BOB)
    it.report(Repair(platoon="bears"), BOB)
    it.close_round()
    assert status(it, "bears-1", "bears-2") == ["wrecked", "workshop"]
