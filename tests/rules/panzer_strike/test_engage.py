"""Battles that arise on a campaign's map: an open battle, its board, who begins, what a side may cost."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest

from rules import adjudicate
from rules.contract import Muster, Mustered, Refused, Side, Unit
from rules.systems.panzer_strike import tables
from rules.systems.panzer_strike.board import read
from rules.systems.panzer_strike.boards import CENTRAL, HOUSE, OPEN_FIELD
from rules.systems.panzer_strike.upkeep import dug_in, engage
from rules.upkeep import Engagement, Proposal, Terrain
from tests.rules.panzer_strike.table import SEED

ASSAULT = Engagement(edition=tables.EDITIONS[-1], kind="assault", terrain="open", limits=(90, 120))


def proposal(**changes: Any) -> Proposal:
    return engage(msgspec.structs.replace(ASSAULT, **changes))


def mustered(proposal: Proposal, model: str = "Tiger", times: int = 1) -> Mustered:
    units = tuple(Unit(id=f"{side}-{n}", side=side, model=model) for side in proposal.sides for n in range(times))
    return adjudicate.muster(
        Muster(
            system="panzer_strike",
            scenario=proposal.scenario,
            options=proposal.options,
            board=proposal.board,
            sides={side: Side(players=(side,)) for side in proposal.sides},
            units=units,
            seed=SEED,
        )
    )


@pytest.mark.parametrize("terrain", get_args(Terrain))
@pytest.mark.parametrize("entrenched", [False, True])
def test_every_terrain_has_a_board_with_room(terrain: Terrain, entrenched: bool) -> None:
    found = mustered(proposal(terrain=terrain, entrenched=entrenched, limits=(0, 0)), times=20)
    assert found.scenario == tables.OPEN_BATTLE


def test_a_town_is_fought_for_in_the_town_and_open_country_in_the_open() -> None:
    assert mustered(proposal(terrain="town")).board["map"] == CENTRAL
    assert mustered(proposal(terrain="desert")).board["map"] == OPEN_FIELD


@pytest.mark.parametrize(("sides", "side", "first"), [(("reds", "blues"), 1, "1"), (("axis", "allies"), 0, "2")])
def test_who_is_dug_in_has_barricades_before_its_zone_and_the_attacker_begins(
    sides: tuple[str, str], side: int, first: str
) -> None:
    found = proposal(sides=sides, entrenched=True)
    assert found.options["first"] == first
    board, before = read(found.board["map"]), read(OPEN_FIELD)
    more = set(board.terrain) - set(before.terrain)
    assert before.terrain.items() <= board.terrain.items()
    assert {board.terrain[square] for square in more} == {"low"}
    assert {y for _x, y in more} == ({12} if side else {5})
    assert 12 <= len(more) <= 16


@pytest.mark.parametrize("name", HOUSE)
def test_a_line_of_barricades_leaves_the_zones_as_they_are(name: str) -> None:
    for side in (0, 1):
        dug, board = read(dug_in(HOUSE[name], side)), read(HOUSE[name])
        assert (dug.zones, dug.wrecks, dug.columns, dug.rows) == (board.zones, board.wrecks, board.columns, board.rows)
        assert len(dug.terrain) > len(board.terrain)


def test_allies_and_axis_of_a_campaign_stay_on_their_sides() -> None:
    assert proposal(sides=("axis", "allies")).sides == ("axis", "allies")
    assert proposal(sides=("reds", "blues")).sides == ("allies", "axis")


def test_the_limit_of_the_battle_is_the_higher_of_the_grounds() -> None:
    assert proposal().options["points"] == 120
    assert "points" not in proposal(limits=(0, 0)).options
    with pytest.raises(Refused) as refused:
        mustered(proposal(), times=40)
    assert {fault.fault for fault in refused.value.faults} >= {"R3/points/allies", "R3/points/axis"}


def test_where_both_came_it_is_rolled_for_who_begins() -> None:
    assert "first" not in proposal(kind="meeting").options
