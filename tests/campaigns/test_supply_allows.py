"""What supply allows: given a platoon cut off or strained, when it buys or repairs, then it goes by the table."""

from __future__ import annotations

from typing import Any

import pytest

from campaigns.season.purchases import Buy
from campaigns.season.values import Recruit
from campaigns.season.workshop import Repair, WorkshopEntered, WorkshopWorked
from rules.contract import Event
from tests.campaigns.at_war import AtWar
from tests.campaigns.between import ALICE, BOB

DAMAGED: dict[str, Any] = {f"bears_{n}": {"damage": 1} for n in (1, 2, 3)}
TANK = Buy(platoon="bears", vehicles=(Recruit(id="bears-9", model="Light"),))
# Gate, which is the blues' base, cuts off who stands in Fay; Alton is one road from Bury, and reach can be nothing.
CUT_OFF: dict[str, str] = {"bears": "fay"}
STRAINED: dict[str, str] = {"bears": "bury"}


def hurt(where: dict[str, str], **terms: Any) -> AtWar:
    """Three of the bears were damaged beside the map; they stand where it says."""
    it = AtWar(purse=50, supply_reach=0, **terms)
    it.count(it.muster(north="bears", south="cats"), **DAMAGED)
    return it.put(**where)


def works(events: list[Event], kind: type[WorkshopEntered | WorkshopWorked]) -> list[str]:
    return [
        work.vehicle for event in events if isinstance(event, kind) and event.platoon == "bears" for work in event.works
    ]


def closed(it: AtWar) -> list[Event]:
    return it.disclosed().close_round()


def test_who_is_cut_off_buys_nothing_and_is_told_what_would_help() -> None:
    refused = hurt(CUT_OFF).refused(TANK, BOB)
    assert (refused.field, refused.text.text()) == ("platoon", "bears is cut off: nothing can be bought.")
    assert refused.remedy is not None
    assert "where better supply comes" in refused.remedy.text()


@pytest.mark.parametrize("where", [STRAINED, {"bears": "alton"}, {"bears": "reserve"}])
def test_others_buy_and_so_does_who_is_cut_off_where_the_terms_let_it(where: dict[str, str]) -> None:
    assert hurt(where).report(TANK, BOB)
    assert hurt(CUT_OFF, cut_off_purchases=True).report(TANK, BOB)
    assert hurt({"bears": "alton"}, supplied_purchases=False).refused(TANK, ALICE).field == "platoon"


@pytest.mark.parametrize(
    ("where", "inside"),
    [({"bears": "alton"}, ["bears-1", "bears-2"]), (STRAINED, ["bears-1"]), (CUT_OFF, [])],
)
def test_the_workshop_takes_in_and_works_on_what_supply_allows(where: dict[str, str], inside: list[str]) -> None:
    events = closed(hurt(where))
    assert works(events, WorkshopEntered) == works(events, WorkshopWorked) == inside


def test_what_stands_in_it_waits_there_until_supply_comes() -> None:
    it = hurt({"bears": "alton"})
    it.report(Repair(platoon="bears"), BOB)
    it.put(**CUT_OFF)
    assert works(closed(it), WorkshopWorked) == []
    assert it["bears-1"].status == "workshop"
    it.put(**STRAINED)
    assert works(closed(it), WorkshopWorked) == ["bears-1"]
    it.put(bears="alton")
    assert works(closed(it), WorkshopWorked) == ["bears-2", "bears-3"]


@pytest.mark.parametrize(
    ("where", "sent", "why"),
    [
        (CUT_OFF, (), "bears is cut off: nothing is repaired."),
        (STRAINED, ("bears-1",), "bears is strained: one vehicle at a time."),
    ],
)
def test_sending_more_in_is_refused_with_the_supply(where: dict[str, str], sent: tuple[str, ...], why: str) -> None:
    it = hurt(where)
    if sent:
        (entered,) = it.report(Repair(platoon="bears"), BOB)
        assert isinstance(entered, WorkshopEntered)
        assert tuple(work.vehicle for work in entered.works) == sent
    refused = it.refused(Repair(platoon="bears"), BOB)
    assert (refused.field, refused.text.text()) == ("platoon", why)


def test_the_table_is_the_organisers() -> None:
    it = hurt(CUT_OFF, cut_off_workshop="all", slots=0)
    assert works(closed(it), WorkshopWorked) == ["bears-1", "bears-2", "bears-3"]
