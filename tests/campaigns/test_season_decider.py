"""A season is a stream like any other: what works on Deciders works on it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from campaigns import season
from campaigns.season.cases import TakePlatoonCase
from campaigns.season.decider import SEASONS
from campaigns.season.map.orders import Order
from campaigns.season.penalties import Penalise, Penalised
from campaigns.season.workshop import Prioritise
from rules.adjudicate import Who
from rules.contract import Command, Event, Refused
from rules.stream.adjudication import Adjudication
from rules.stream.decider import Row
from rules.stream.dice import SeededDice
from rules.stream.explain import explain
from rules.stream.history import History
from tests.campaigns.between import ALICE, BOB, CAROL, SEED, Camp, enlist
from tests.campaigns.on_map import OnMap

ANN = Who("ann", referee=True, needs_case=True)


def rows_of(told: Sequence[Event]) -> list[Row]:
    return [Row(position, 0, event, "alice") for position, event in enumerate(told, 1)]


def penalised() -> Adjudication[season.Season, Command, Event, Who | None]:
    """Bob's bears enlist, and Alice penalises them."""
    told = Adjudication(SEASONS, rows_of(Camp(empty=True, purse=30).told))
    told.hear(enlist("bears"), BOB, BOB.id, SeededDice(SEED))
    told.hear(Penalise(platoon="bears", score=2, points=5, reason="late"), ALICE, ALICE.id, SeededDice(SEED))
    return told


def test_reports_are_adjudicated_in_memory() -> None:
    told = penalised()
    assert told.state.platoons["bears"].penalty == 2
    assert told.history.state() == told.state == season.replay(row.event for row in told.rows)
    assert [past.type for past in told.history.live_reports()][1:] == ["Enlist", "Penalise"]


def test_a_refused_report_leaves_it_as_it_stood() -> None:
    told = penalised()
    before = told.history.state()
    with pytest.raises(Refused):
        told.hear(Penalise(platoon="bears", score=1, reason="again"), CAROL, CAROL.id, SeededDice(SEED))
    assert told.state == before
    assert len(told.rows) == 3


def test_a_score_is_explained_by_the_report_that_made_it() -> None:
    told = penalised()
    found = explain(told.history, "platoons.bears.score", None)
    assert (found.label.text(), found.value) == ("Score", -2)
    (first, last) = found.steps
    assert (first.before, first.after) == (None, 0)
    assert isinstance(last.event, Penalised)
    assert (last.by, last.before, last.after) == ("alice", 0, -2)


def test_where_a_platoon_is_explains_its_supply() -> None:
    camp = OnMap().put(bears="clay")
    assert SEASONS.explain(camp.season, "platoons.bears.supply") == ("platoons.bears.sector",)
    assert SEASONS.explain(camp.season, "platoons.bears.sector") == ()
    assert SEASONS.explain(camp.season, "round") == ()
    found = explain(History(SEASONS, rows_of(camp.told)), "platoons.bears.supply", None)
    assert {step.of for step in found.steps} <= {"platoons.bears.supply", "platoons.bears.sector"}
    assert found.steps


def test_a_fact_that_there_is_not() -> None:
    with pytest.raises(Refused) as caught:
        explain(penalised().history, "platoons.boars.score", None)
    assert caught.value.text.text() == "There is no fact “platoons.boars.score” that you may see."


def test_a_purse_is_seen_by_its_players_and_who_has_the_case() -> None:
    camp = Camp(purse=30)
    purse = "platoons.bears.purse"
    assert purse in SEASONS.see(camp.season, BOB)
    assert all(purse not in SEASONS.see(camp.season, reader) for reader in (None, CAROL, ANN))
    camp.report(TakePlatoonCase(platoon="bears", reason="a complaint"), ANN)
    assert SEASONS.see(camp.season, ANN)[purse].value == camp.purse()
    assert purse not in SEASONS.see(camp.season, Who(ANN.id))  # out of office
    assert camp.season.cases["bears"] == (ANN.id,)


def test_an_order_is_seen_by_its_player_alone() -> None:
    camp = OnMap().put(bears="clay", cats="fay")
    camp.round()
    (ordered,) = camp.report(Order(platoon="bears", do="hold", to="clay"), BOB)
    assert SEASONS.see_event(camp.season, ordered, BOB) == ordered
    hidden = SEASONS.see_event(camp.season, ordered, None)
    assert hidden != ordered
    assert SEASONS.see_event(camp.season, ordered, CAROL) == hidden


def test_everybody_is_offered_what_is_theirs() -> None:
    state = penalised().state
    offered = {reader: {one.command for one in SEASONS.legal(state, reader)} for reader in (None, BOB, ALICE)}
    assert not offered[None]
    assert "Penalise" in offered[ALICE] - offered[BOB]
    assert "Drop" in offered[BOB]


def test_what_a_report_is_about() -> None:
    names = SEASONS.names(Camp().season)
    assert {"bears", "cats", "bears-1"} <= names


def test_the_head_is_stamped_when_its_digest_is_known() -> None:
    camp = Camp()
    camp.report(Prioritise(platoon="bears", order=("bears-2",)), BOB)
    camp.season.head = (4, "")
    SEASONS.stamp(camp.season, {4: "a" * 64})
    assert camp.season.head == (4, "a" * 64)
    SEASONS.stamp(camp.season, {3: "b" * 64})
    assert camp.season.head == (4, "a" * 64)
