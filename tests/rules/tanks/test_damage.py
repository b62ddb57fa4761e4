"""Saves, penetration and damage (R20 to R22, A10 to A13, B3, B10)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rules import visibility
from rules.contract import Event
from rules.systems.tanks import SYSTEM
from rules.systems.tanks.damage import (
    DamageRolled,
    Exploded,
    PenetrationRolled,
    SaveRolled,
    effect_of,
    penetration,
)
from rules.systems.tanks.shooting import ShotFired
from tests.rules.scenario import Story, Told, happened
from tests.rules.tanks.table import SHERMAN, STUART, TIGER, battle, ended, play, unit

# A Sherman (strength 8) fires at a Tiger (15, 11, 11) or a Stuart (8, 6, 6); one more of each keeps the battle going.
UNITS = {
    "m4": (SHERMAN, "allies"),
    "reserve": (SHERMAN, "allies"),
    "tiger": (TIGER, "axis"),
    "stuart": (STUART, "axis"),
}


def shot(said: str, target: str = "stuart", **options: bool) -> tuple[Story, Told]:
    story = battle(UNITS, "allies", "shoot", **options)
    return story, story.when("allies", f"fire m4 {target} distance=100 hit=6 {said}")


@pytest.mark.parametrize(
    ("die", "facing", "armour", "result"),
    [
        (6, "front", 15, "bounces"),
        (2, "side", 11, "bounces"),
        (3, "side", 11, "glances"),
        (4, "side", 11, "penetrates"),
        (3, "rear", 11, "glances"),
        (6, "rear", 11, "penetrates"),
    ],
)
def test_the_die_and_the_strength_against_the_armour_of_the_facing(
    die: int, facing: str, armour: int, result: str
) -> None:
    said = f"facing={facing} penetration={die}" + (" damage=4" if result != "bounces" else "")
    _story, told = shot(said + (" save_glancing=1" if facing == "front" else ""), "tiger")
    found = next(event for event in told.events if isinstance(event, PenetrationRolled))
    assert (found.total, found.armour, found.facing, found.result) == (8 + die, armour, facing, result)


@pytest.mark.parametrize(
    ("die", "total", "armour", "result"),
    [(1, 9, 9, "bounces"), (1, 9, 3, "bounces"), (2, 10, 10, "glances"), (2, 11, 10, "penetrates")],
)
def test_a11_a_natural_1_never_penetrates(die: int, total: int, armour: int, result: str) -> None:
    assert penetration(die, total, armour) == result


def test_a11_a_natural_1_bounces_where_the_sum_would_glance() -> None:
    """A Pz III (J) has strength 6: with a 1 it is 7, the side armour of a Sherman."""
    units = {"pz": ("Pz III J (5 cm L/42)", "axis"), "m4": (SHERMAN, "allies")}
    story = battle(units, step="shoot")
    story.when("axis", "fire pz m4 distance=100 facing=side hit=6 penetration=1").then(
        ShotFired, happened(PenetrationRolled, total=7, armour=7, result="bounces")
    )


# R22: what a die of damage does to a Stuart whose side (6) is penetrated by 8 + 4.
ROWS = [
    (1, "stunned", {"stunned": 1, "knocked": 0}),
    (2, "knocked_about", {"stunned": 1, "knocked": 1}),
    (3, "tracked", {"tracked": True}),
    (4, "gun_out", {"gun_out": True}),
    (5, "bailed_out", {"presence": "bailed_out"}),
    (6, "knocked_out", {"presence": "knocked_out"}),
]


@pytest.mark.parametrize(("die", "effect", "facts"), ROWS)
def test_the_damage_table(die: int, effect: str, facts: dict[str, object]) -> None:
    story, told = shot(f"facing=side penetration=4 damage={die}" + (" radius=1" if die == 6 else ""))
    damage = next(event for event in told.events if isinstance(event, DamageRolled))
    assert (damage.effect, damage.glance) == (effect, False)
    assert {name: getattr(unit(story, "stuart"), name) for name in facts} == facts


@pytest.mark.parametrize(
    ("die", "effect"), [(2, "stunned"), (3, "knocked_about"), (4, "tracked"), (5, "gun_out"), (6, "bailed_out")]
)
def test_a_glance_counts_one_less(die: int, effect: str) -> None:
    _story, told = shot(f"facing=side penetration=3 damage={die}", "tiger")
    assert isinstance(told.events[-1], DamageRolled)
    assert (told.events[-1].effect, told.events[-1].glance) == (effect, True)


@pytest.mark.parametrize(("option", "effect"), [(True, "stunned"), (False, "none")])
def test_a13_a_glance_with_a_1_stuns_unless_the_option_is_off(option: bool, effect: str) -> None:
    story, told = shot("facing=side penetration=3 damage=1", "tiger", glance_zero_is_stunned=option)
    assert isinstance(told.events[-1], DamageRolled)
    assert told.events[-1].effect == effect
    assert unit(story, "tiger").stunned == int(option)
    assert effect_of(1, True, option) == effect


# -- how long it lasts (A12) -------------------------------------------------------------------------------------------


def test_a12_stunned_bites_in_the_next_own_turn_and_lapses_at_its_end() -> None:
    story, _told = shot("facing=side penetration=4 damage=1")
    ended(story, "allies")
    story.when("axis", "drive stuart open length=10").refused("001 R12", "unit")
    story.tell("axis: end-movement axis\naxis: fire stuart m4 distance=100 facing=front hit=1")
    ended(ended(story, "axis"), "allies")
    story.tell("axis: drive stuart open length=10")


def test_a12_knocked_about_it_neither_moves_nor_fires_in_that_turn() -> None:
    story, _told = shot("facing=side penetration=4 damage=2")
    ended(story, "allies")
    story.when("axis", "drive stuart open length=10").refused("001 R12", "unit")
    story.tell("axis: end-movement axis")
    story.when("axis", "fire stuart m4 distance=100 facing=front").refused("001 B11", "unit")
    ended(ended(story, "axis"), "allies")
    story.tell("axis: drive stuart open length=10\naxis: end-movement axis")
    story.when("axis", "fire stuart m4 distance=100 facing=front hit=1").then(ShotFired)


def test_a12_in_its_own_turn_it_covers_the_next_one_too() -> None:
    """An explosion of the shooter's own making."""
    story, _told = shot("facing=side penetration=4 damage=6 radius=6")
    story.tell("allies: strike reserve rear penetration=6 damage=2\nallies: close-area allies")
    assert (unit(story, "reserve").stunned, unit(story, "reserve").knocked) == (2, 2)
    story.when("allies", "fire reserve tiger distance=100 facing=side").refused("001 B11", "unit")
    ended(ended(story, "allies"), "axis")
    story.when("allies", "drive reserve open length=10").refused("001 R12", "unit")
    ended(ended(story, "allies"), "axis")
    story.tell("allies: drive reserve open length=10")


def test_a12_repeats_do_not_extend_it() -> None:
    story, _told = shot("facing=side penetration=4 damage=2")
    story.tell("allies: fire reserve stuart distance=100 facing=side hit=6 penetration=4 damage=1")
    assert (unit(story, "stuart").stunned, unit(story, "stuart").knocked) == (1, 1)


def test_b3_who_has_fired_is_knocked_about_for_its_next_turn() -> None:
    story = battle(UNITS, "axis", "shoot").tell("axis: fire stuart m4 distance=100 facing=front hit=1")
    ended(story, "axis").tell("allies: end-movement allies")
    story.tell("allies: fire m4 stuart distance=100 facing=side hit=6 penetration=4 damage=2")
    ended(story, "allies").tell("axis: end-movement axis")
    story.when("axis", "fire stuart m4 distance=100 facing=front").refused("001 B11", "unit")


def test_tracked_and_a_damaged_gun_are_for_the_battle() -> None:
    story, _told = shot("facing=side penetration=4 damage=3")
    story.tell("allies: fire reserve stuart distance=100 facing=side hit=6 penetration=4 damage=4")
    for _round in range(2):
        ended(story, "allies")
        story.when("axis", "drive stuart open length=10").refused("001 R12", "unit")
        story.tell("axis: end-movement axis")
        story.when("axis", "fire stuart m4 distance=100 facing=front").refused("001 R22", "unit")
        ended(story, "axis")


def test_what_is_destroyed_does_nothing_more() -> None:
    story, _told = shot("facing=side penetration=4 damage=5")
    assert not play(story).areas
    ended(story, "allies")
    story.when("axis", "drive stuart open length=10").refused("001 R22", "unit")
    assert not [choice for choice in visibility.legal(story.state, "axis") if choice.given.get("unit") == "stuart"]
    assert [feat.kind for feat in unit(story, "m4").feats] == ["shot", "hit", "damage", "kill"]


def test_what_is_damaged_and_not_destroyed_is_no_kill() -> None:
    story, _told = shot("facing=side penetration=4 damage=3")
    assert [feat.kind for feat in unit(story, "m4").feats] == ["shot", "hit", "damage"]


def test_leaguer_rolls_the_radius_where_the_table_did_not() -> None:
    _story, told = shot("facing=side penetration=4 damage=6")
    assert isinstance(told.events[-1], Exploded)
    assert told.events[-1].roll.by == "leaguer"


def luck(story: Story, events: Sequence[Event]) -> list[tuple[str, str, int, str]]:
    """What was thrown for, who threw it, what it came to, and whom it struck."""
    throws = [one for event in events for one in SYSTEM.throws(play(story), event)]
    return [(one.question.key, one.of, one.got, one.against) for one in throws]


def test_dice_are_the_luck_of_who_fired_and_of_nobody_in_an_explosion() -> None:
    story, told = shot("facing=side penetration=4 damage=6 radius=2")
    hurt = ("m4", 1, "stuart")
    assert luck(story, told.events) == [("hits", *hurt), ("penetrations", *hurt), ("damage", "m4", 6, "stuart")]
    told = story.when("allies", "strike tiger rear penetration=6 damage=2")
    assert [type(event) for event in told.events] == [PenetrationRolled, DamageRolled]
    assert luck(story, told.events) == []


# -- saves -------------------------------------------------------------------------------------------------------------

# The Stuart's gun (6) is weaker than the Tiger's (15): from the front the Tiger has a glancing save.
DUEL = {"stuart": (STUART, "allies"), "tiger": (TIGER, "axis"), "m4": (SHERMAN, "allies")}


def fired(said: str, smoking: bool = False, **options: bool) -> Told:
    story = battle(DUEL, "allies", "shoot", **options)
    if smoking:
        unit(story, "tiger").smoke = "smoking"
    return story.when("allies", f"fire stuart tiger distance=100 hit=6 {said}")


def saves(told: Told) -> list[tuple[str, int, bool]]:
    """The saves of a shot that was ruled to its end."""
    assert told._refused is None, told._refused
    return [(event.save, event.needed, event.saved) for event in told.events if isinstance(event, SaveRolled)]


@pytest.mark.parametrize(
    ("said", "smoking", "save", "needed"),
    [
        ("facing=side cover=heavy save_cover={die}", False, "heavy", 4),
        ("facing=side cover=light save_cover={die}", False, "light", 5),
        ("facing=side save_smoke={die}", True, "smoke", 5),
        ("facing=front save_glancing={die}", False, "glancing", 6),
    ],
)
def test_the_table_of_saves(said: str, smoking: bool, save: str, needed: int) -> None:
    told = fired(said.format(die=needed), smoking)
    assert saves(told) == [(save, needed, True)]
    told.then(happened(ShotFired, result="hit"), SaveRolled)
    failed = fired(said.format(die=needed - 1) + " penetration=1", smoking)
    assert saves(failed) == [(save, needed, False)]
    failed.then(ShotFired, SaveRolled, happened(PenetrationRolled, result="bounces"))


@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        ((3, 4, 5), [("heavy", 4, False), ("smoke", 5, False), ("glancing", 6, False)]),
        ((3, 4, 6), [("heavy", 4, False), ("smoke", 5, False), ("glancing", 6, True)]),
        ((3, 5), [("heavy", 4, False), ("smoke", 5, True)]),
        ((4,), [("heavy", 4, True)]),
    ],
)
def test_one_save_for_each_type_in_order_until_one_succeeds(
    dice: Sequence[int], expected: list[tuple[str, int, bool]]
) -> None:
    names = ("save_cover", "save_smoke", "save_glancing")
    said = " ".join(f"{name}={die}" for name, die in zip(names, dice, strict=False))
    told = fired(f"facing=front cover=heavy {said}" + (" penetration=1" if not expected[-1][2] else ""), True)
    assert saves(told) == expected


@pytest.mark.parametrize(("cover", "needed"), [("heavy", 4), ("light", 5)])
def test_without_stacking_only_the_better_of_cover_and_smoke(cover: str, needed: int) -> None:
    told = fired(f"facing=side cover={cover} save_cover=2 penetration=1", True, stack_cover_and_smoke=False)
    assert saves(told) == [(cover, needed, False)]
    told = fired("facing=side save_smoke=5", True, stack_cover_and_smoke=False)
    assert saves(told) == [("smoke", 5, True)]


@pytest.mark.parametrize("facing", ["side", "rear"])
def test_glancing_takes_a_shot_from_the_front(facing: str) -> None:
    assert saves(fired(f"facing={facing} penetration=1")) == []


def test_a10_glancing_takes_a_gun_that_is_strictly_weaker() -> None:
    units = {"one": (TIGER, "allies"), "other": (TIGER, "axis")}
    told = battle(units, "allies", "shoot").when("allies", "fire one other distance=9 facing=front hit=6 penetration=1")
    assert saves(told) == []


def test_a10_who_has_no_gun_never_glances() -> None:
    sheet = "name,nation,points,role,speed,front,side,rear\nFamo,GER,10,recovery,12,4,3,3\n"
    units = {"stuart": (STUART, "allies"), "famo": ("Famo", "axis")}
    story = battle(units, "allies", "shoot", house_units=sheet)
    told = story.when("allies", "fire stuart famo distance=100 facing=front hit=6 penetration=1")
    assert saves(told) == []
    story.tell("allies: hold-fire allies\naxis: end-movement axis")
    story.when("axis", "fire famo stuart distance=0 facing=front").refused("001 R16", "unit")
