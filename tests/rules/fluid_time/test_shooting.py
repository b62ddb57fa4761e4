"""What a shot needs and whether it hits (R16, R18, R19, R20, A14, A15, R37)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.systems.fluid_time.hits import HitResolved
from rules.systems.fluid_time.shooting import ShotResolved
from tests.rules.fluid_time.table import FOUR, FREE, KV, T34, TIGER, Marks, battle, unit
from tests.rules.scenario import Story, Told, happened

RUSSIAN = "soviets/tankovy/free_action"
SHEET = """\
name,nation,points,role,size,armour,dice_short,dice_medium,dice_long,modifier_short,modifier_medium,modifier_long,shots,move
Twin,GER,20,medium,7,10,4,,,2,0,-3,2,8
Triple,GER,20,medium,7,10,4,3,2,1,0,-2,3,8
Crawler,GER,20,light,1,10,1,1,1,0,0,-2,1,8
Barn,USSR,20,heavy,10,10,1,1,1,3,0,-2,1,8
"""
CLUB = {
    "tiger": (TIGER, "germans/panzers"),
    "twin": ("Twin", "germans/panzers"),
    "triple": ("Triple", "germans/panzers"),
    "crawler": ("Crawler", "germans/panzers"),
    "t34": (T34, "soviets/tankovy"),
    "barn": ("Barn", "soviets/tankovy"),
    "kv": (KV, "soviets/tankovy"),
}


def shot(said: str, marks: Marks | None = None, by: str = "tiger", at: str = "t34", **options: Any) -> Told:
    """A shot of the catalogue's Tiger at its T-34, or the other way round."""
    side, card = ("germans", FREE) if by in ("tiger", "panzer") else ("soviets", RUSSIAN)
    return declared(battle(card, marks, **options), side, by, at, said)


def club(said: str, by: str = "tiger", at: str = "t34", **options: Any) -> Told:
    """The same of a club's own vehicles."""
    side, card = ("soviets", RUSSIAN) if by in ("t34", "barn", "kv") else ("germans", FREE)
    return declared(battle(card, units=CLUB, house_units=SHEET, **options), side, by, at, said)


def declared(story: Story, side: str, by: str, at: str, said: str) -> Told:
    return story.tell(f"{side}: aim {by} {at}").when(side, f"fire {by} {said}")


# -- the need (R18) ----------------------------------------------------------------------------------------------------

# A Tiger (size 8, gun +1/0/-2) fires at a T-34 (size 7, gun +1/0/-2), or the T-34 at the Tiger.
NEEDS: list[tuple[str, str, Marks, int, tuple[tuple[str, int], ...]]] = [
    ("tiger", "medium front", {}, 7, ()),
    ("tiger", "short front", {}, 8, (("range", 1),)),
    ("tiger", "long front", {}, 5, (("range", -2),)),
    ("tiger", "medium front", {"t34": ("moving",)}, 6, (("target_moving", -1),)),
    ("tiger", "medium front concealment=light", {}, 6, (("light_concealment", -1),)),
    ("tiger", "medium front concealment=heavy", {}, 5, (("heavy_concealment", -2),)),
    ("tiger", "medium front hull_down=yes", {"t34": ("hull_down",)}, 6, (("hull_down", -1),)),
    ("tiger", "medium front", {"t34": ("hull_down",)}, 7, ()),
    ("tiger", "medium front", {"tiger": ("moving",)}, 5, (("shooter_moved", -2),)),
    ("t34", "medium front", {}, 8, ()),
    ("t34", "medium front", {"t34": ("moving",)}, 5, (("russian_moved", -3),)),
    ("t34", "medium front", {"tiger": ("moving",)}, 7, (("target_moving", -1),)),
    (
        "t34",
        "long front concealment=heavy",
        {"t34": ("moving",), "tiger": ("moving",)},
        0,
        (("target_moving", -1), ("heavy_concealment", -2), ("russian_moved", -3), ("range", -2)),
    ),
    (
        "tiger",
        "short front concealment=light hull_down=yes",
        {"tiger": ("moving",), "t34": ("hull_down",)},
        4,
        (("light_concealment", -1), ("hull_down", -1), ("shooter_moved", -2), ("range", 1)),
    ),
]


@pytest.mark.parametrize(("by", "said", "marks", "need", "modifiers"), NEEDS)
def test_r18_the_need_is_the_size_and_what_modifies_it(
    by: str, said: str, marks: Marks, need: int, modifiers: tuple[tuple[str, int], ...]
) -> None:
    told = shot(said, marks, by, "t34" if by == "tiger" else "tiger")
    (first, *_others) = told.events
    assert isinstance(first, ShotResolved)
    assert (first.need, first.modifiers) == (need, modifiers)


def test_a15_the_russian_s_three_are_in_place_of_the_two() -> None:
    shot("medium front hit=10", {"t34": ("moving",)}, "t34", "tiger").then(
        happened(ShotResolved, need=5, modifiers=(("russian_moved", -3),))
    )


def test_a15_it_is_the_shooter_s_nation_that_counts() -> None:
    shot("medium front hit=10", {"t34": ("moving",), "tiger": ("moving",)}).then(
        happened(ShotResolved, need=4, modifiers=(("target_moving", -1), ("shooter_moved", -2)))
    )


# -- the die (R19) -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "hits"), [(1, 1), (6, 1), (7, 1), (8, 0), (10, 0)])
def test_r19_at_or_below_the_need_is_a_hit(die: int, hits: int) -> None:
    told = shot(f"medium front hit={die}")
    assert isinstance(told.events[0], ShotResolved)
    assert told.events[0].hits == hits
    assert len(told.events) == 1 + hits


@pytest.mark.parametrize(("dice", "hits"), [("1,1,1", 3), ("7,8,1", 2), ("8,9,10", 0)])
def test_r19_a_die_for_each_shot_of_the_gun(dice: str, hits: int) -> None:
    told = club(f"medium front hit={dice}", "triple")
    assert isinstance(told.events[0], ShotResolved)
    assert told.events[0].hits == hits
    assert len([event for event in told.events if isinstance(event, HitResolved)]) == hits


@pytest.mark.parametrize("dice", ["1", "1,2", "1,2,3,4"])
def test_r19_no_more_and_no_fewer_dice_than_shots(dice: str) -> None:
    club(f"medium front hit={dice}", "triple").refused("dice", "hit")


def test_r19_a_die_has_ten_faces() -> None:
    told = shot("medium front hit=10")
    assert isinstance(told.events[0], ShotResolved)
    assert told.events[0].roll is not None
    assert told.events[0].roll.faces == 10


def test_a14_below_1_no_die_falls() -> None:
    story = battle(RUSSIAN, units=CLUB, house_units=SHEET)
    declared(story, "soviets", "t34", "crawler", "medium front concealment=light").then(
        happened(ShotResolved, need=0, roll=None, hits=0, modifiers=(("light_concealment", -1),))
    )


def test_a14_a_die_that_does_not_fall_is_not_reported() -> None:
    club("medium front concealment=light hit=1", "t34", "crawler").refused("004 R19", "hit")


def test_a14_a_1_misses_where_the_need_is_less() -> None:
    club("medium front hit=1 damage=1,1,1", "t34", "crawler").then(happened(ShotResolved, need=1, hits=1), HitResolved)
    club("long front", "t34", "crawler").then(happened(ShotResolved, need=-1, roll=None))


@pytest.mark.parametrize("die", [1, 10])
def test_a14_a_need_of_10_or_more_always_hits(die: int) -> None:
    told = club(f"short front hit={die}", "tiger", "barn")
    assert isinstance(told.events[0], ShotResolved)
    assert (told.events[0].need, told.events[0].hits) == (11, 1)


# -- the range (R18, R37, A21) -----------------------------------------------------------------------------------------

DISTANCES = [
    (0, "short"),
    (120, "short"),
    (121, "medium"),
    (240, "medium"),
    (241, "long"),
    (360, "long"),
    (361, "beyond"),
    (9999, "beyond"),
]


@pytest.mark.parametrize(("distance", "band"), DISTANCES)
def test_r18_a_distance_is_in_a_band(distance: int, band: str) -> None:
    told = shot(f"distance={distance} facing=front")
    assert isinstance(told.events[0], ShotResolved)
    assert (told.events[0].range, told.events[0].distance) == (band, distance)
    assert told.events[0].measure == "tenths of an inch"


@pytest.mark.parametrize(("distance", "band"), DISTANCES)
def test_r37_in_centimetres_the_bands_are_as_many_centimetres(distance: int, band: str) -> None:
    told = shot(f"distance={distance} facing=front", scale="cm")
    assert isinstance(told.events[0], ShotResolved)
    assert (told.events[0].range, told.events[0].measure) == (band, "mm")


def test_a_band_needs_no_distance() -> None:
    shot("long front hit=10").then(happened(ShotResolved, range="long", distance=None, measure=""))


def test_of_range_and_distance_one_is_told() -> None:
    shot("facing=front").refused("004 R18", "range")
    shot("short front distance=30").refused("004 R18", "distance")


@pytest.mark.parametrize("said", ["beyond", "beyond front", "distance=361", "distance=361 facing=rear"])
def test_r20_beyond_its_range_no_die_falls(said: str) -> None:
    shot(said).then(happened(ShotResolved, range="beyond", need=0, modifiers=(), roll=None, hits=0))
    shot(f"{said} hit=1").refused("004 R19", "hit")


def test_r20_a_gun_without_dice_in_a_band_does_not_reach_it() -> None:
    club("medium front", "twin").then(happened(ShotResolved, range="beyond", need=0, roll=None, hits=0))
    club("distance=121", "twin").then(happened(ShotResolved, range="beyond", distance=121, roll=None))
    club("distance=120 facing=front hit=10,9", "twin").then(
        happened(ShotResolved, range="short", need=9, hits=1), HitResolved
    )


# -- what is told of a shot (R16, R20) ---------------------------------------------------------------------------------


def test_r16_only_what_is_hull_down_counts_as_such() -> None:
    shot("medium front hull_down=yes hit=1").refused("004 R16", "hull_down")
    shot("beyond hull_down=yes").refused("004 R16", "hull_down")


def test_r16_it_is_hull_down_towards_some_and_not_towards_others() -> None:
    story = battle("germans/free_action", {"t34": ("hull_down",)}).tell(
        "germans: aim tiger t34\ngermans: aim panzer t34"
    )
    story.when("germans", "fire tiger medium front hull_down=yes hit=10").then(happened(ShotResolved, need=6))
    story.when("germans", "fire panzer medium flank hit=10").then(happened(ShotResolved, need=7))


def test_r20_where_it_is_hit_is_told_with_every_shot_that_may_hit() -> None:
    shot("medium hit=10").refused("004 R20", "facing")


def test_a_refused_shot_is_still_to_be_fired() -> None:
    story = battle(FREE).tell("germans: aim tiger t34")
    story.when("germans", "fire tiger medium hit=10").refused("004 R20", "facing")
    story.when("germans", "fire tiger medium front hit=10").then(ShotResolved)


# -- feats -------------------------------------------------------------------------------------------------------------


def test_a_shot_a_hit_and_a_kill_are_remembered() -> None:
    story = battle(FREE, units={**FOUR, "reserve": (T34, "soviets/tankovy")}).tell("germans: aim tiger t34")
    story.tell("germans: fire tiger medium front hit=1 damage=6,6,6,6,6,6 effect=6")
    assert [(feat.kind, feat.of) for feat in unit(story, "tiger").feats] == [
        ("shot", "t34"),
        ("hit", "t34"),
        ("kill", "t34"),
    ]
