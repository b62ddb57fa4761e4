"""Orders and corrections: nothing tells an order before it is disclosed; what was disclosed stays so."""

from __future__ import annotations

from typing import Any

import pytest

from campaigns.season import legal, narrate, see_event
from campaigns.season.decider import SEASONS
from campaigns.season.map.deployment import Deploy
from campaigns.season.map.disclosure import Disclose, OrdersResolved
from campaigns.season.map.orders import Order
from campaigns.season.mending import mends_of
from campaigns.season.penalties import Penalise
from campaigns.season.rounds import OpenRound
from rules.adjudicate import Who
from rules.contract import Command, Refused
from rules.stream.codec import encode
from rules.stream.explain import explain
from rules.stream.revision.preview import preview
from rules.stream.revision.reports import Correct, Undo
from tests.campaigns.between import ALICE, BOB, CAROL
from tests.campaigns.mended import Mended, how, kept
from tests.campaigns.on_map import OnMap
from tests.length import AT_LENGTH, in_soak

ANN = Who("ann", referee=True, needs_case=True)
READERS = (None, CAROL, ALICE, ANN)


def ordered(do: Any = "move", to: str = "clay") -> Mended:
    """Bob's bears have an order; so have Carol's cats. Before it, platoons were deployed and penalised."""
    told = Mended(OnMap(), enlisted=False)
    told.tell(Penalise(platoon="cats", score=1, reason="late"), ALICE)
    told.tell(Deploy(platoon="bears", sector="bury", reason="as at the table"), ALICE)
    told.tell(OpenRound(deadline="2027-03-28T20:00:00Z", orders_by="2027-03-18T20:00:00Z"), ALICE)
    told.tell(Order(platoon="bears", do=do, to=to), BOB)
    told.tell(Order(platoon="cats", do="hold", to="gate"), CAROL)
    return told


def shown(told: Mended, reader: Who | None) -> str:
    """All that a reader is told of the season: its log in words, its sheet, what is offered, and why all is so."""
    season, id = told.state, reader.id if reader is not None else ""
    events = [see_event(season, row.event, id) for row in told.rows]
    offered = (*legal(season, reader), *mends_of(season, reader)) if reader is not None else ()
    sheet = SEASONS.see(season, reader)
    orders = [encode(explain(told.history, of, reader)) for of in sheet if of.endswith(".order")]
    return encode(
        [events, [narrate(season, one) for one in events], {of: line.value for of, line in sheet.items()}]
    ) + (encode(offered) + "".join(orders))


SAME = in_soak("tests/campaigns/test_season_mending_orders.py::test_two_worlds_with_other_orders_look_alike")
CORRECTIONS = [
    pytest.param(Undo(position=6), marks=SAME),  # the penalty
    Undo(position=7),  # where the bears stand: their order may not be possible any more
    pytest.param(
        Correct(position=7, how="change", data={"platoon": "bears", "sector": "dunes", "reason": "there"}, reason="x"),
        marks=SAME,
    ),
    Correct(
        position=8, how="insert", type="Penalise", data={"platoon": "bears", "score": 3, "reason": "n"}, reason="x"
    ),
]


@pytest.mark.at_length
@pytest.mark.parametrize("correction", CORRECTIONS, ids=lambda one: f"{type(one).__name__} {one.position}")
def test_two_worlds_with_other_orders_look_alike(correction: Command) -> None:
    """In a preview, and after a correction; before it: below."""
    worlds = ordered_otherwise()
    for told in worlds:
        assert {past.type for past in told.history.live_reports()[5:]} == {"Penalise", "Deploy", "OpenRound", "Order"}
    looks: list[list[str]] = []
    for told in worlds:
        seen = [encode(preview(told.history, correction, ALICE, reader)) for reader in (ALICE, ANN)]
        events = told.tell(correction, ALICE)
        assert kept(events)[-2:] == [told.at("Order", 0), told.at("Order", 1)]
        looks.append(seen + [shown(told, reader) for reader in READERS])
    assert looks == looks[:1] * len(worlds)


@pytest.mark.at_length
def test_before_any_correction_two_worlds_with_other_orders_look_alike() -> None:
    worlds = ordered_otherwise()
    assert len({tuple(shown(told, reader) for reader in READERS) for told in worlds}) == 1
    assert len({shown(told, BOB) for told in worlds}) == len(worlds)


def ordered_otherwise() -> list[Mended]:
    orders = [("move", "clay"), ("hold", "bury"), ("entrench", "bury")]
    return [ordered(do, to) for do, to in (orders if AT_LENGTH else orders[:2])]


def test_an_order_stands_as_it_was_written() -> None:
    """Where the platoon stands otherwise by now it is found impossible as it is disclosed, not before."""
    told = ordered("move", "clay")
    told.tell(Correct(position=told.at("Deploy"), how="strike", reason="not so"), ALICE)
    assert (told.state.orders["bears"].do, told.state.orders["bears"].to) == ("move", "clay")
    told.tell(Disclose(round=1), ALICE)
    assert told.state.platoons["bears"].sector == "clay"


def test_players_take_their_order_back_before_it_is_disclosed() -> None:
    told = ordered()
    position = told.at("Order", 0)
    for who in (ALICE, ANN):
        with pytest.raises(Refused) as refused:
            told.tell(Correct(position=position, how="strike", reason="x"), who)
        assert refused.value.code == "not-yours"
    told.tell(Undo(position=position), BOB)
    assert list(told.state.orders) == ["cats"]


def test_what_was_disclosed_stays_disclosed() -> None:
    told = ordered()
    told.tell(Disclose(round=1), ALICE)
    for correction in (
        Undo(position=told.at("Disclose")),
        Correct(position=told.at("Disclose"), how="strike", reason="x"),
    ):
        with pytest.raises(Refused) as refused:
            told.tell(correction, ALICE)
        assert refused.value.field == "position"


def test_afterwards_only_an_organiser_corrects_an_order() -> None:
    told = ordered("move", "clay")
    told.tell(Disclose(round=1), ALICE)
    assert told.state.platoons["bears"].sector == "clay"
    data = {"platoon": "bears", "do": "hold", "to": "bury"}
    change = Correct(position=told.at("Order", 0), how="change", data=data, reason="he had written hold")
    with pytest.raises(Refused) as refused:
        told.tell(change, BOB)
    assert refused.value.code == "not-yours"
    events = told.tell(change, ALICE)
    assert how(events) == ["changed", "told"]
    (resolved,) = (event for event in events if isinstance(event, OrdersResolved))
    assert next(one.do for one in resolved.marches if one.platoon == "bears") == "hold"
    assert told.state.platoons["bears"].sector == "bury"


def test_an_order_that_was_forgotten_is_put_in_by_an_organiser() -> None:
    told = ordered()
    told.tell(Disclose(round=1), ALICE)
    data = {"platoon": "boars", "do": "move", "to": "dunes"}
    insert = Correct(position=told.at("Disclose"), how="insert", type="Order", data=data, reason="sent in time")
    told.tell(insert, ALICE)
    assert told.state.platoons["boars"].sector == "dunes"


def test_no_order_is_put_in_for_a_player_before() -> None:
    told = ordered()
    data = {"platoon": "boars", "do": "move", "to": "dunes"}
    with pytest.raises(Refused) as refused:
        told.tell(Correct(position=told.at("Order"), how="insert", type="Order", data=data, reason="x"), ALICE)
    assert refused.value.code == "not-yours"
