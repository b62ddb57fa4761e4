"""Explosions and their chains (R22, A14, A2)."""

from __future__ import annotations

import pytest

from rules import visibility
from rules.systems.tanks.damage import DamageRolled, Exploded, PenetrationRolled
from rules.systems.tanks.explosions import AreaClosed
from rules.systems.tanks.ramming import Rammed
from rules.systems.tanks.turns import TurnBegan, TurnEnded
from tests.rules.scenario import Story, happened
from tests.rules.tanks.table import HELLCAT, SHERMAN, STUART, TIGER, Passed, battle, play, told, unit

UNITS = {
    "m4": (SHERMAN, "allies"),
    "hellcat": (HELLCAT, "allies"),
    "stuart": (STUART, "axis"),
    "second": (STUART, "axis"),
    "tiger": (TIGER, "axis"),
}


def blown(units: dict[str, tuple[str, str]] = UNITS, radius: int = 4, **options: Passed) -> Story:
    """The Sherman knocks the first Stuart out, and it explodes."""
    story = battle(units, "allies", "shoot", **options)
    return story.tell(f"allies: fire m4 stuart distance=100 facing=side hit=6 penetration=4 damage=6 radius={radius}")


def test_it_rolls_for_the_radius() -> None:
    story = blown(radius=5)
    area = play(story).area
    assert area is not None
    assert (area.kind, area.source, area.reach) == ("blast", "stuart", 5)
    assert told(story, "area") == "the explosion of Stuart M5A1 1, within 5 cm"


@pytest.mark.parametrize(
    ("victim", "facing", "die", "armour", "result"),
    [
        ("second", "front", 2, 8, "penetrates"),
        ("second", "side", 1, 6, "bounces"),
        ("tiger", "front", 6, 15, "bounces"),
        ("tiger", "side", 4, 11, "glances"),
        ("tiger", "rear", 5, 11, "penetrates"),
        ("hellcat", "side", 2, 4, "penetrates"),
        ("m4", "front", 5, 12, "glances"),
    ],
)
def test_friend_and_foe_take_strength_7_against_the_facing_they_show(
    victim: str, facing: str, die: int, armour: int, result: str
) -> None:
    story = blown()
    damage = " damage=4" if result != "bounces" else ""
    told = story.when("allies", f"strike {victim} {facing} penetration={die}{damage}")
    found = told.events[0]
    assert isinstance(found, PenetrationRolled)
    assert (found.strength, found.total, found.armour, found.result) == (7, 7 + die, armour, result)


def test_either_side_tells_who_stood_near_an_explosion() -> None:
    """Nobody decides anything: who stands there, and what they show it, is to be seen."""
    blown().when("axis", "strike m4 front penetration=1").then(PenetrationRolled)


def test_there_are_no_saves_near_an_explosion() -> None:
    story = blown()
    unit(story, "second").smoke = "smoking"
    story.when("allies", "strike second front save_smoke=6").refused("001 R17", "save_smoke")
    story.when("allies", "strike second front penetration=1").then(PenetrationRolled)


def test_a_die_that_is_not_rolled_is_refused() -> None:
    blown().when("allies", "strike second front penetration=1 damage=3").refused("001 R17", "damage")


def test_each_vehicle_is_told_of_once_and_wrecks_are_not_hit() -> None:
    story = blown().tell("allies: strike second front penetration=1")
    for gone in ("second", "stuart"):
        story.when("allies", f"strike {gone} front").refused("001 A14", "unit")


def test_everything_else_waits_until_nobody_is_left_near_it() -> None:
    story = blown()
    story.when("allies", "fire hellcat tiger distance=100 facing=front").refused("001 R22")
    story.when("allies", "hold-fire allies").refused("001 R22")
    story.when("axis", "close-area axis").refused("001 R1", "side")
    assert {choice.command for choice in visibility.legal(story.state, "allies")} == {"Strike", "CloseArea", "Concede"}
    story.when("allies", "close-area allies").then(happened(AreaClosed, cause="blast", source="stuart"))
    story.when("allies", "close-area allies").refused("001 R22")


def test_the_facing_towards_the_wreck_is_told() -> None:
    blown().when("allies", "strike second").refused("001 A14", "facing")


def test_a_chain_of_three_by_recorded_dice() -> None:
    """A14: the first Stuart takes the second with it, that one the Hellcat, which takes nobody; each has its own radius
    and each victim shows its own facing."""
    story = blown(radius=2)
    story.when("allies", "strike second side penetration=2 damage=6 radius=6").then(
        happened(PenetrationRolled, by="stuart", facing="side", armour=6, total=9),
        happened(DamageRolled, effect="knocked_out"),
        happened(Exploded, unit="second", reach=6),
    )
    story.when("allies", "strike tiger front penetration=6").then(happened(PenetrationRolled, by="stuart"))
    story.when("allies", "close-area allies").then(happened(AreaClosed, source="stuart"))
    story.when("allies", "strike hellcat rear penetration=3 damage=6 radius=1").then(
        happened(PenetrationRolled, by="second", facing="rear", armour=4, total=10),
        happened(DamageRolled, effect="knocked_out"),
        happened(Exploded, unit="hellcat", reach=1),
    )
    story.when("allies", "strike tiger rear penetration=4 damage=3").then(
        happened(PenetrationRolled, by="second", facing="rear", armour=11, result="glances"),
        happened(DamageRolled, effect="knocked_about"),
    )
    story.when("allies", "close-area allies").then(happened(AreaClosed, source="second"))
    story.when("allies", "strike tiger front penetration=1").then(happened(PenetrationRolled, by="hellcat"))
    story.when("allies", "close-area allies").then(happened(AreaClosed, source="hellcat"))
    story.tell("allies: hold-fire allies")
    out = [id for id, one in play(story).units.items() if one.presence == "knocked_out"]
    assert out == ["hellcat", "stuart", "second"]


def test_an_explosion_that_has_told_of_everybody_closes_by_itself() -> None:
    units = {id: UNITS[id] for id in ("m4", "stuart", "tiger")}
    story = blown(units).tell("allies: strike m4 front penetration=1")
    story.when("allies", "strike tiger front penetration=1").then(PenetrationRolled, AreaClosed)
    assert not play(story).areas


def test_without_chains_a_victim_only_burns() -> None:
    story = blown(explosion_chain=False)
    story.when("allies", "strike second side penetration=2 damage=6").then(
        PenetrationRolled, happened(DamageRolled, effect="knocked_out")
    )
    assert len(play(story).areas) == 1
    assert unit(story, "second").presence == "knocked_out"


@pytest.mark.parametrize(("scale", "length"), [("cm", 40), ("inch", 40), ("double_cm", 80)])
def test_the_radius_is_scaled_with_all_other_lengths(scale: str, length: int) -> None:
    story = blown(scale=scale)
    found = next(row.event for row in story.rows if isinstance(row.event, Exploded))
    assert (found.reach, found.length) == (4, length)


def test_explosions_are_nobody_s_feat() -> None:
    story = blown().tell("allies: strike tiger rear penetration=6 damage=6 radius=1")
    assert unit(story, "tiger").destroyed
    assert [feat.of for feat in unit(story, "m4").feats if feat.kind == "kill"] == ["stuart"]


def test_the_battle_is_not_over_before_everybody_near_it_has_been_told() -> None:
    """A2: the last two tanks go up together, and it is a draw."""
    units = {id: UNITS[id] for id in ("m4", "stuart")}
    story = blown(units)
    assert not story.state.outcome().over
    story.when("allies", "strike m4 rear penetration=6 damage=6").then(PenetrationRolled, DamageRolled, AreaClosed)
    outcome = story.state.outcome()
    assert (outcome.over, outcome.winner, outcome.field) == (True, "", "")
    story.when("allies", "hold-fire allies").refused_for("", "The battle is over.")


@pytest.mark.parametrize("edition", ["1", "2"])
def test_a_die_for_the_radius_counts_for_nothing_where_nobody_is_left_near_it(edition: str) -> None:
    """The last two go up together, and the table has rolled for both."""
    units = {id: UNITS[id] for id in ("m4", "stuart")}
    story = blown(units, edition=edition)
    story.when("allies", "strike m4 rear penetration=6 damage=6 radius=3").then(
        PenetrationRolled,
        DamageRolled,
        happened(Exploded, unit="m4", reach=3),
        happened(AreaClosed, source="stuart"),
        happened(AreaClosed, source="m4"),
    )
    outcome = story.state.outcome()
    assert (outcome.over, outcome.winner) == (True, "")


def test_the_last_tank_gone_the_battle_ends_as_the_explosion_closes() -> None:
    units = {id: UNITS[id] for id in ("m4", "stuart")}
    story = blown(units).tell("allies: close-area allies")
    assert story.state.outcome().winner == "allies"


def test_a_ram_s_explosion_is_told_before_the_turn_ends() -> None:
    units = {**{id: UNITS[id] for id in ("m4", "stuart")}, "tiger": UNITS["tiger"], "hellcat": UNITS["hellcat"]}
    story = battle(units, "axis").tell("axis: drive tiger open length=50 contact=hellcat\naxis: end-movement axis")
    story.tell("axis: hold-fire axis")
    story.when("axis", "ram tiger side penetration=2 damage=6 radius=3").then(
        Rammed, PenetrationRolled, DamageRolled, Exploded
    )
    story.tell("axis: strike tiger front penetration=1")
    story.when("axis", "close-area axis").then(AreaClosed, TurnEnded, TurnBegan)


def rammed(edition: str = "", damage: str = "damage=6 radius=1") -> Story:
    """The Tiger and the second Stuart have run into the Hellcat, and it explodes in the Ram step."""
    story = battle(UNITS, "axis", edition=edition).tell("axis: drive tiger open length=50 contact=hellcat")
    story.tell("axis: drive second open length=50 contact=hellcat\naxis: end-movement axis\naxis: hold-fire axis")
    return story.tell(f"axis: ram tiger side penetration=2 {damage}")


def test_whoever_touches_what_explodes_is_within_its_explosion() -> None:
    story = rammed()
    assert play(story).areas[0].touching == ("second", "tiger")
    for victim in ("tiger", "second"):
        assert "CloseArea" not in {choice.command for choice in visibility.legal(story.state, "axis")}
        why = story.when("axis", "close-area axis").refused("001 A14")
        assert "stands in contact" in why.text.text()
        story.tell(f"axis: strike {victim} front penetration=1")
    assert "CloseArea" in {choice.command for choice in visibility.legal(story.state, "axis")}
    story.when("axis", "close-area axis").then(AreaClosed, TurnEnded, TurnBegan)


def test_who_has_driven_off_or_burns_need_not_be_within_it() -> None:
    """The Tiger goes up with what it has rammed, and the second Stuart has not touched the Tiger."""
    story = rammed().tell("axis: strike second front penetration=1")
    story.tell("axis: strike tiger rear penetration=6 damage=6 radius=1")
    story.when("axis", "close-area axis").then(happened(AreaClosed, source="hellcat"))
    story.when("axis", "close-area axis").then(happened(AreaClosed, source="tiger"), TurnEnded, TurnBegan)
    parted = battle(UNITS, "axis").tell("axis: drive tiger open length=50 contact=hellcat")
    unit(parted, "tiger").halted = False
    parted.tell("axis: drive tiger open length=10\naxis: end-movement axis")
    parted.tell("axis: fire tiger hellcat distance=10 facing=side hit=6 penetration=6 damage=6 radius=1")
    parted.tell("axis: close-area axis")


def test_in_edition_1_the_table_could_say_that_nobody_was_near_it() -> None:
    rammed("1").when("axis", "close-area axis").then(AreaClosed, TurnEnded, TurnBegan)
