"""Organisers put right what the map has wrong: given a map, when they deploy or set a link, then it is so."""

from __future__ import annotations

from typing import Any

import pytest

from campaigns.season.map.defeat import RetreatCancelled
from campaigns.season.map.deployment import Deploy, Deployed
from campaigns.season.map.links import LinkSet, SetLink
from campaigns.season.positions import supplies
from tests.campaigns.at_war import AtWar
from tests.campaigns.between import ALICE, BOB, Camp


def deploy(platoon: str, sector: str, *restored: str) -> Deploy:
    return Deploy(platoon=platoon, sector=sector, restored=restored, reason="So it is at the table.")


def test_a_platoon_is_put_anywhere_and_its_order_is_void() -> None:
    it = AtWar()
    it.round()
    it.order("bears", "hold")
    (deployed,) = it.report(deploy("bears", "fay"), ALICE)
    assert deployed == Deployed(
        platoon="bears", origin="alton", place="fay", held={"fay": "reds"}, reason="So it is at the table."
    )
    assert (it.at("bears"), it.owner("fay"), it.season.orders) == ("fay", "reds", {})
    it.report(deploy("bears", "reserve"), ALICE)
    assert (it.at("bears"), it.owner("fay")) == ("reserve", "reds")


def test_among_enemies_the_sector_stays_whose_it_was() -> None:
    it = AtWar()
    it.report(deploy("bears", "gate"), ALICE)
    assert it.owner("gate") == "blues"


@pytest.mark.parametrize("sector", ["nowhere", "alton", "fay"])
def test_nowhere_where_it_is_and_where_there_is_no_room_are_refused(sector: str) -> None:
    it = AtWar().put(boars="fay")
    assert it.refused(deploy("bears", sector), ALICE).field == "sector"


def test_a_retreat_that_was_due_is_so_no_more_nor_that_of_who_is_alone_then() -> None:
    it = AtWar().put(bears="clay", cats="clay")
    it.beat("bears", "cats", "clay")
    _deployed, cancelled = it.report(deploy("cats", "gate"), ALICE)
    assert cancelled == RetreatCancelled(platoon="bears", sector="clay", fixture="r1-1")
    assert it.season.retreats == {}


def test_what_was_captured_is_restored_as_it_was() -> None:
    it = AtWar(surrounded="surrender").put(bears="elm", cats="elm", cobras="bury")
    left: dict[str, Any] = {"bears_2": {"damage": 1}, "bears_3": {"damage": 2}}
    it.beat("bears", "cats", "elm", **left)
    refused = it.refused(deploy("bears", "alton", "cats-1", "bears-9"), ALICE)
    assert [fault.field for fault in refused.faults] == ["restored", "restored"]
    (deployed,) = it.report(deploy("bears", "reserve", "bears-1", "bears-2", "bears-3"), ALICE)
    restored = {"bears-1": "fit", "bears-2": "damaged", "bears-3": "wrecked"}
    assert deployed.restored == restored  # type: ignore[attr-defined]
    assert {id: it[id].status for id in restored} == restored
    assert it.refused(deploy("bears", "alton", "bears-1"), ALICE).field == "restored"


def test_a_link_is_closed_and_opened_again() -> None:
    it = AtWar()
    close = SetLink(one="bury", other="alton", open=False, reason="The bridge is down.")
    (event,) = it.report(close, ALICE)
    assert event == LinkSet(one="alton", other="bury", open=False, reason="The bridge is down.")
    it.put(bears="bury")
    assert supplies(it.season)["bears"] == "cut off"
    assert it.refused(close, ALICE).field == "open"
    it.report(SetLink(one="alton", other="bury", open=True, reason="Pioneers."), ALICE)
    assert supplies(it.season)["bears"] == "supplied"
    assert it.refused(SetLink(one="alton", other="gate", open=False, reason="?"), ALICE).field == "other"


@pytest.mark.parametrize("command", [deploy("bears", "fay"), SetLink(one="a", other="b", open=True, reason="?")])
def test_only_organisers_and_only_on_a_map(command: Any) -> None:
    assert AtWar().refused(command, BOB).code == "not-yours"
    assert "no map" in Camp().refused(command, ALICE).text.text()
