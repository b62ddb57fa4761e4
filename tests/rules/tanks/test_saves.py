"""The defender's saves (R20, A10, B10)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rules.systems.tanks.damage import PenetrationRolled, SaveRolled
from rules.systems.tanks.shooting import ShotFired
from tests.rules.scenario import Told, happened
from tests.rules.tanks.table import SHERMAN, STUART, TIGER, battle, unit

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
