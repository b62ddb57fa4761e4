"""Battles that arise on a campaign's map: which mission, who attacks, what a platoon may cost."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from rules import adjudicate
from rules.contract import Muster, Refused, Side, Unit
from rules.player import play
from rules.systems.modern_age import SYSTEM, tables
from rules.systems.modern_age.between.aftermath import engage
from rules.systems.modern_age.setting_up import EdgeChosen, RoleChosen, RoleRolled, TerrainRolled
from rules.upkeep import Engagement
from tests.rules.modern_age.musters import SEED
from tests.rules.recordings import decided_again
from tests.rules.scenario import given, happened

ASSAULT = Engagement(edition=tables.EDITIONS[-1], kind="assault", terrain="farmland", limits=(90, 120))


def ground(**changes: Any) -> Engagement:
    return msgspec.structs.replace(ASSAULT, **changes)


def proposed(engagement: Engagement, models: int = 1) -> Muster:
    """The proposal with so many M1 Abrams a side."""
    proposal = engage(engagement)
    return Muster(
        system="modern_age",
        edition=engagement.edition,
        scenario=proposal.scenario,
        options=proposal.options,
        board=proposal.board,
        sides={side: Side(players=(side,), platoon="Team Yankee") for side in proposal.sides},
        units=tuple(
            Unit(id=f"{side}-{n}", side=side, model="M1 Abrams") for side in proposal.sides for n in range(models)
        ),
        seed=SEED,
    )


@pytest.mark.parametrize(
    ("engagement", "scenario"),
    [
        (ground(), "tank_ace"),
        (ground(kind="meeting"), "free_for_all"),
        (ground(terrain="hills"), "king_of_the_hill"),
        (ground(terrain="mountains", kind="meeting"), "king_of_the_hill"),
        (ground(terrain="town"), "no_retreat"),
        (ground(terrain="town", kind="meeting"), "free_for_all"),
        (ground(river=True), "no_retreat"),
        (ground(entrenched=True), "no_retreat"),
        (ground(terrain="hills", edition=tables.EDITIONS[0]), "tank_ace"),
    ],
)
def test_the_mission_suits_the_ground(engagement: Engagement, scenario: str) -> None:
    assert engage(engagement).scenario == scenario
    assert adjudicate.muster(proposed(engagement)).scenario == scenario


def test_who_came_attacks_without_a_roll() -> None:
    story = given(proposed(ground()))
    story.when("attackers", "roll-for-terrain dice=4,4").then(happened(TerrainRolled, first=""))
    story.when("attackers", "roll-for-terrain dice=3,5").then(
        happened(TerrainRolled, first="defenders"), happened(RoleChosen, attacker="attackers")
    )
    story.when("defenders", "choose-edge north").then(happened(EdgeChosen, side="defenders", edge="north"))


@pytest.mark.parametrize("terrain", ["farmland", "hills", "town"])
def test_such_a_battle_is_played_on_and_read_again(terrain: str) -> None:
    table = play(SYSTEM, Random(terrain).randrange, 60, proposed(ground(terrain=terrain), models=2))
    assert table.battle.play.attacker == "attackers"
    assert [one.events for one in decided_again(table.entries)] == [one.events for one in table.entries]


def test_where_both_came_the_roles_are_rolled() -> None:
    story = given(proposed(ground(kind="meeting")))
    story.when("attackers", "roll-for-terrain dice=3,5").then(happened(TerrainRolled, first="defenders"))
    story.when("attackers", "roll-for-role dice=1,2").then(happened(RoleRolled, chooser="defenders"))


def test_the_limit_of_the_battle_is_the_higher_of_the_grounds() -> None:
    assert engage(ground()).options["point_limit"] == 120
    assert "point_limit" not in engage(ground(limits=(0, 0))).options
    with pytest.raises(Refused) as refused:
        adjudicate.muster(proposed(ground(), models=9))
    assert {fault.fault for fault in refused.value.faults} >= {"R3/points/attackers", "R3/points/defenders"}
