"""Battles that arise on a campaign's map: which side is whose, and what a side may cost."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest

from rules import adjudicate
from rules.contract import Muster, Refused, Side, Unit
from rules.systems.fluid_time import tables
from rules.systems.fluid_time.between import engage
from rules.upkeep import Engagement, Proposal, Terrain
from tests.rules.fluid_time.table import SEED, TIGER

ASSAULT = Engagement(edition=tables.EDITIONS[-1], kind="assault", terrain="open", limits=(60, 90))


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


def test_germans_and_soviets_of_a_campaign_have_the_posted_deck() -> None:
    for sides in (("soviets", "germans"), ("germans", "soviets")):
        found = proposal(sides=sides)
        assert (found.scenario, found.sides) == ("summer_1942", sides)
        adjudicate.muster(forces(found, 2))


def test_for_all_others_the_attacker_is_the_first_of_an_encounter() -> None:
    found = proposal(sides=("reds", "blues"))
    assert (found.scenario, found.sides) == ("encounter", ("first", "second"))
    mustered = adjudicate.muster(forces(found, 2))
    assert "first/one: first-0\nfirst/two: first-1" in mustered.board["platoons"]


def test_the_limit_of_the_battle_is_the_higher_of_the_grounds() -> None:
    assert proposal().options == {"points": 90}
    assert proposal(limits=(0, 0)).options == {}
    with pytest.raises(Refused) as refused:
        adjudicate.muster(forces(proposal(), 3))  # 93 points
    assert {fault.fault for fault in refused.value.faults} == {"A21/points/first", "A21/points/second"}
