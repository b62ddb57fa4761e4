"""Battles that arise on a campaign's map: which side is whose, and what a side may cost."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest

from rules import adjudicate
from rules.contract import Muster, Refused, Side, Unit
from rules.engagements import Engagement, Proposal, Terrain
from rules.systems.tanks import tables
from rules.systems.tanks.between import engage
from tests.rules.tanks.table import SEED, TIGER

ASSAULT = Engagement(edition=tables.EDITIONS[-1], kind="assault", terrain="open", limits=(90, 120))


def proposal(**changes: Any) -> Proposal:
    return engage(msgspec.structs.replace(ASSAULT, **changes))


def forces(proposal: Proposal, times: int) -> Muster:
    return Muster(
        system=tables.KEY,
        scenario=proposal.scenario,
        options=proposal.options,
        board=proposal.board,
        sides={side: Side(players=(side,)) for side in proposal.sides},
        units=tuple(Unit(id=f"{side}-{n}", side=side, model=TIGER) for side in proposal.sides for n in range(times)),
        seed=SEED,
    )


@pytest.mark.parametrize("entrenched", [False, True])
def test_the_table_is_the_players_whatever_the_ground(entrenched: bool) -> None:
    found = {repr(proposal(terrain=terrain, entrenched=entrenched)) for terrain in get_args(Terrain)}
    assert found == {repr(proposal())}
    assert adjudicate.muster(forces(proposal(), 2)).board == {}


def test_allies_and_axis_of_a_campaign_stay_on_their_sides() -> None:
    assert proposal(sides=("axis", "allies")).sides == ("axis", "allies")
    assert proposal(sides=("reds", "blues")).sides == ("allies", "axis")


def test_the_limit_of_the_battle_is_the_higher_of_the_grounds() -> None:
    assert proposal().options == {"points": 120}
    assert proposal(limits=(0, 0)).options == {}
    with pytest.raises(Refused) as refused:
        adjudicate.muster(forces(proposal(), 3))  # 132 points
    assert {fault.fault for fault in refused.value.faults} == {"B16/points/allies", "B16/points/axis"}
