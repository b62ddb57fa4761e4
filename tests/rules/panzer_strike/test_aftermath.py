"""The clerk after a battle: wrecks, and the repairs that are left (house rules, section 5)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.contract import Event
from rules.reports import Confirm
from rules.systems.panzer_strike.aftermath import Assessed
from rules.systems.panzer_strike.repairs import RepairStarted, RepairTicked
from rules.systems.panzer_strike.turns import TurnEnded
from tests.rules.panzer_strike.ends import cleared, destroyed, end, fought, left, struck
from tests.rules.panzer_strike.table import FIELD, battle
from tests.rules.scenario import Story, happened

RECOVERING = {
    "m4": ("Sherman", "allies", "c15", "S"),
    "m32": ("M32 ARV (recovery)", "allies", "e15", "S"),
    "tiger": ("Tiger", "axis", "c5", "N"),
    "berge": ("Bergepanther (recovery)", "axis", "e5", "N"),
}


def agreed(story: Story) -> Story:
    for side in story.state.muster.sides:
        position, digest = story.state.fought
        assert story.when(side, Confirm(side=side, position=position, digest=digest))._refused is None
    return story


def conceded(*events: Event, by: str = "axis", **options: bool | int | str) -> Story:
    """Two against two, what has happened, and the end; both have confirmed."""
    return agreed(fought(*events, **options).tell(f"{by}: concede {by}"))


def recovering(*events: Event, by: str = "axis", **options: bool | int | str) -> Story:
    """The same with a recovery vehicle a side, of 30 and 45 tonnes."""
    return agreed(battle(FIELD, RECOVERING, **options).and_then(*events).tell(f"{by}: concede {by}"))


def open_steps(story: Story) -> list[str]:
    return [step.unit for step in story.state.rules.aftermath(story.play)]  # type: ignore[attr-defined]


def condition(story: Story, unit: str) -> dict[str, Any]:
    """What outlives the battle, but for what is as new."""
    found = next(one.condition for one in end(story).units if one.id == unit)
    return {name: value for name, value in found.items() if value not in (False, 0, "mobile")}


# -- who is seen to ----------------------------------------------------------------------------------------------------


def test_only_who_was_hurt_destroyed_or_left_is_seen_to() -> None:
    story = agreed(fought(struck("m4", "immobilised"), *destroyed("tiger"), left("panther")))
    assert open_steps(story) == ["m4", "tiger", "panther"]
    assert open_steps(cleared_by_clerk(story)) == []


def cleared_by_clerk(story: Story) -> Story:
    for unit in open_steps(story):
        assert story.when("clerk", f"assess {unit}")._refused is None
    return story


def test_nobody_is_seen_to_while_the_battle_goes_on() -> None:
    story = fought(*destroyed("tiger"))
    assert open_steps(story) == []
    story.when("clerk", "assess tiger").refused_for("", "confirmed")


def test_each_is_seen_to_once() -> None:
    story = conceded(*destroyed("tiger"))
    story.when("clerk", "assess tiger").then(Assessed)
    story.when("clerk", "assess tiger").refused("002 house", "unit")
    story.when("clerk", "assess m4").refused("002 house", "unit")
    story.when("clerk", "assess nobody").refused("002 R1", "unit")


def test_only_the_clerk_sees_to_them() -> None:
    story = conceded(*destroyed("tiger"))
    assert story.when("axis", "assess tiger")._refused is not None


# -- wrecks, and who stays behind --------------------------------------------------------------------------------------


def test_who_holds_the_field_recovers_its_wrecks_by_their_mass() -> None:
    story = conceded(*destroyed("m4", "tiger"))
    story.when("clerk", "assess m4").then(happened(Assessed, fate="wrecked", mass=30, rounds=0))
    story.when("clerk", "assess tiger").then(happened(Assessed, fate="lost", mass=0))
    assert condition(story, "m4") == {"destroyed": True}
    assert condition(story, "tiger") == {"destroyed": True, "lost": True}


def test_after_a_draw_everybody_recovers_its_own() -> None:
    story = fought(*destroyed("m4", "tiger"), rounds=1).and_then(TurnEnded(side="axis"), TurnEnded(side="allies"))
    agreed(story)
    for unit in ("m4", "tiger"):
        story.when("clerk", f"assess {unit}").then(happened(Assessed, fate="wrecked"))


def test_who_is_left_behind_is_lost() -> None:
    story = conceded(struck("tiger", "injured"))
    story.when("clerk", "assess tiger").then(happened(Assessed, fate="lost", rounds=0, stuck=False))
    assert condition(story, "tiger") == {"lost": True, "injured": True}


def test_who_left_the_board_comes_home() -> None:
    story = conceded(left("panther"))
    assert condition(story, "panther") == {"left": True}
    story.when("clerk", "assess panther").then(happened(Assessed, fate="kept", rounds=0))
    assert condition(story, "panther") == {}
    assert next(unit.fate for unit in end(story).units if unit.id == "panther") == "withdrawn"


# -- repairs that are left ---------------------------------------------------------------------------------------------


def test_a_crew_has_five_rounds_of_repairs() -> None:
    story = conceded(struck("m4", "immobilised"))
    story.when("clerk", "assess m4").then(happened(Assessed, fate="kept", rounds=5, by="", stuck=False))
    assert condition(story, "m4") == {"mobility": "immobilised", "rounds": 5}


@pytest.mark.parametrize(("mobility", "rounds"), [("immobilised", 10), ("semi", 5)])
def test_with_option_7_there_are_two_levels(mobility: str, rounds: int) -> None:
    story = conceded(struck("m4", mobility), semi_immobilised=True)
    story.when("clerk", "assess m4").then(happened(Assessed, rounds=rounds))


@pytest.mark.parametrize(("two_levels", "rounds"), [(False, 3), (True, 8)])
def test_what_a_crew_has_begun_is_counted(two_levels: bool, rounds: int) -> None:
    story = conceded(
        struck("m4", "immobilised"),
        RepairStarted(unit="m4", timer=5),
        RepairTicked(unit="m4", timer=3),
        semi_immobilised=two_levels,
    )
    assert condition(story, "m4") == {"mobility": "immobilised", "timer": 3}
    story.when("clerk", "assess m4").then(happened(Assessed, rounds=rounds))
    assert condition(story, "m4") == {"mobility": "immobilised", "rounds": rounds}


def test_a_recovery_vehicle_takes_one_round_a_level() -> None:
    story = recovering(struck("m4", "immobilised"), semi_immobilised=True)
    story.when("clerk", "assess m4").then(happened(Assessed, rounds=2, by="m32"))


def test_a_heavier_patient_takes_two() -> None:
    story = recovering(struck("tiger", "immobilised"), by="allies")
    story.when("clerk", "assess tiger").then(happened(Assessed, rounds=2, by="berge"))


def test_what_the_crew_does_sooner_it_does_itself() -> None:
    story = recovering(struck("tiger", "immobilised"), RepairStarted(unit="tiger", timer=1), by="allies")
    story.when("clerk", "assess tiger").then(happened(Assessed, rounds=1, by=""))


def test_an_injured_crew_repairs_nothing_itself() -> None:
    story = conceded(struck("m4", "immobilised"), struck("m4", "injured"))
    story.when("clerk", "assess m4").then(happened(Assessed, rounds=5, by="", stuck=True))
    assert condition(story, "m4") == {"mobility": "immobilised", "injured": True, "rounds": 5, "stuck": True}


def test_a_recovery_vehicle_does_it_for_an_injured_crew() -> None:
    story = recovering(struck("m4", "immobilised"), struck("m4", "injured"))
    story.when("clerk", "assess m4").then(happened(Assessed, rounds=1, by="m32", stuck=False))


@pytest.mark.parametrize("harm", [struck("m32", "injured"), *destroyed("m32")])
def test_a_recovery_vehicle_has_to_come_home_with_its_crew_unhurt(harm: Event) -> None:
    story = recovering(struck("m4", "immobilised"), harm)
    story.when("clerk", "assess m4").then(happened(Assessed, rounds=5, by=""))


def test_a_recovery_vehicle_repairs_its_own_tracks_like_others() -> None:
    story = recovering(struck("m32", "immobilised"))
    story.when("clerk", "assess m32").then(happened(Assessed, rounds=5, by=""))


def test_an_injured_crew_of_a_mobile_vehicle_has_nothing_to_repair() -> None:
    story = conceded(struck("m4", "injured"))
    story.when("clerk", "assess m4").then(happened(Assessed, fate="kept", rounds=0, stuck=False))
    assert condition(story, "m4") == {"injured": True}


def test_the_battle_is_settled_once_everybody_is_seen_to() -> None:
    story = cleared(fought(struck("m4", "immobilised"), *destroyed("tiger")).tell("axis: concede axis"))
    assert story.when("clerk", "settle")._refused is None
    assert story.state.settled
