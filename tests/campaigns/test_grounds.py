"""The real rulebooks on a map: a battle that arises there is mustered as they propose, by its players."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from campaigns.season.enlistment import Enlist
from campaigns.season.forces import proposal
from campaigns.season.map.disclosure import Disclose, proposed
from campaigns.season.map.orders import Order
from campaigns.season.musters import BattleMustered, MusterBattle
from campaigns.season.opening import Open
from campaigns.season.values import Forces, Recruit
from rules.contract import Refused
from rules.upkeep import Engagement
from tests.campaigns import skirmish
from tests.campaigns.between import BOB, CAROL, SEED, THE_CLERK
from tests.campaigns.on_map import MAP, SIDES, OnMap

BATTLE = "00000001-0000-4000-8000-000000000000"


def disclosed(system: str, model: str, sides: dict[str, str], card: str = "", map: str = MAP, **terms: Any) -> OnMap:
    """Bob's bears have come from Bury to Elm, where Carol's cats are dug in; each has three of the model."""
    camp = OnMap(reds=0, blues=0)
    camp.open(Open(name="The long ridge", system=system, sides=sides, terms=terms, seed=SEED, map=map))
    for key, side, who in zip(("bears", "cats"), sides, (BOB, CAROL), strict=True):
        recruits = tuple(Recruit(id=f"{key}-{n}", model=model) for n in (1, 2, 3))
        camp.report(Enlist(platoon=key, name=key.title(), side=side, card=card, vehicles=recruits), who)
    camp.put(bears="bury", cats="elm").round()
    camp.report(Order(platoon="bears", do="attack", to="elm"), BOB)
    camp.report(Order(platoon="cats", do="entrench", to="elm"), CAROL)
    camp.report(Disclose(round=1), THE_CLERK)
    return camp


def mustered(camp: OnMap, n: int = 3) -> BattleMustered:
    sides = proposal(camp.season, camp.season.fixtures["r1-1"]).sides
    forces = {s: Forces(platoon=key, vehicles=tuple(f"{key}-{i}" for i in range(1, n + 1))) for s, key in sides.items()}
    (event,) = camp.report(MusterBattle(battle=BATTLE, fixture="r1-1", sides=forces), BOB)
    assert isinstance(event, BattleMustered)
    return event


def test_the_modern_age_has_its_mission_roles_and_limit() -> None:
    """120 points are more than its own hundred; the bears may bring 100 alone, which the campaign holds."""
    camp = disclosed("modern_age", "M1 Abrams", SIDES, "Team Yankee", battle_points=100)
    assert proposal(camp.season, camp.season.fixtures["r1-1"]).limits == {"bears": 100, "cats": 120}
    event = mustered(camp, 2)
    assert (event.scenario, set(event.sides)) == ("no_retreat", {"attackers", "defenders"})
    assert event.sides["attackers"].platoon == "bears"
    assert event.options == {"point_limit": 120, "roles": "by_side"}


def test_the_campaign_holds_the_limit_that_the_rulebook_does_not_know() -> None:
    """Two of them cost 44 points, more than 40 and less than 48, which the cats may bring."""
    camp = disclosed("modern_age", "M1 Abrams", SIDES, "Team Yankee", battle_points=40)
    with pytest.raises(Refused) as refused:
        mustered(camp, 2)
    assert refused.value.field == "sides.attackers.vehicles"


def test_panzer_strike_has_its_board_and_who_begins() -> None:
    sides = {"axis": "The Axis", "allies": "The Allies"}
    camp = disclosed(
        *("panzer_strike", "Tiger", sides),
        map=MAP.replace("=reds", "=axis").replace("=blues", "=allies"),
        battle_points=100,
    )
    event = mustered(camp)
    assert (event.scenario, event.sides["axis"].platoon, event.sides["allies"].platoon) == ("open", "bears", "cats")
    assert event.options == {"points": 120, "first": "2"}
    assert "bb.bb" in event.board["map"]


def test_a_rulebook_that_proposes_nothing_has_its_first_scenario_of_two_sides() -> None:
    assert skirmish.SYSTEM.engage is None
    found = proposed(skirmish.SYSTEM, Engagement(edition="1", kind="meeting", terrain="open"))
    assert (found.scenario, found.sides, found.options, found.board) == ("ridge", ("north", "south"), {}, {})


@pytest.mark.parametrize("key", sorted(rules.all_systems()))
def test_every_rulebook_has_something_to_propose(key: str) -> None:
    found = proposed(rules.system(key), Engagement(edition=rules.system(key).edition, kind="assault", terrain="town"))
    assert len(set(found.sides)) == 2
