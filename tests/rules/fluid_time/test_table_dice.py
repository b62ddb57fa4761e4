"""The dice of a shot in their order: none is left to Leaguer that falls before one that is reported (R19)."""

from __future__ import annotations

import pytest

from rules.contract import Unfallen
from rules.stream.dice import FallenDice, SeededDice, fallen, rolls_of
from rules.systems.fluid_time.hits import HitResolved
from rules.systems.fluid_time.shooting import ShotResolved
from tests.rules.fluid_time.table import FOUR, FREE, SEED, T34, battle
from tests.rules.scenario import Story, Told, happened

# Two shots of two dice each at an armour of 10: 6 and 6 penetrate, 1 and 1 do not.
TWIN = """\
name,nation,points,role,size,armour,dice_short,dice_medium,dice_long,shots,move
Twin,GER,20,medium,7,10,2,2,2,2,8
"""
UNITS = {
    **FOUR,
    "twin": ("Twin", "germans/panzers"),
    "reserve": (T34, "soviets/tankovy"),
    "third": (T34, "soviets/tankovy"),
}


def aimed() -> Story:
    return battle(FREE, units=UNITS, house_units=TWIN).tell("germans: aim twin t34")


def fires(said: str) -> Told:
    return aimed().when("germans", f"fire twin medium front {said}")


@pytest.mark.parametrize(
    "said",
    [
        "hit=8,9",
        "hit=1,9 damage=1,1",
        "hit=1,9 damage=6,6 effect=2",
        "hit=1,1 damage=1,1,1,1",
        "hit=1,1 damage=6,6,1,1 effect=2",
        "hit=1,1 damage=1,1,6,6 effect=2",
        "hit=1,1 damage=6,6,6,6 effect=2,3",
    ],
)
def test_a_shot_may_be_rolled_at_the_table_from_first_to_last(said: str) -> None:
    told = fires(said)
    assert told._refused is None
    rolls = [roll for event in told.events for roll in rolls_of(event)]
    assert {roll.by for roll in rolls} == {"table"}


@pytest.mark.parametrize(
    ("said", "table"),
    [
        ("", 0),
        ("hit=1,1", 1),
        ("hit=1,1 damage=6,6", 2),
        ("hit=1,1 damage=6,6 effect=2", 3),
        ("hit=1,1 damage=1,1", 2),
        ("hit=1,1 damage=6,6,6,6 effect=2", 4),
    ],
)
def test_leaguer_rolls_on_from_where_the_table_stopped(said: str, table: int) -> None:
    told = fires(said)
    assert told._refused is None
    rolls = [roll for event in told.events for roll in rolls_of(event)]
    assert [roll.by for roll in rolls] == ["table"] * table + ["leaguer"] * (len(rolls) - table)
    assert len(rolls) >= table


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ("damage=6,6", "damage"),
        ("effect=2", "effect"),
        ("damage=6,6 effect=2", "damage"),
        ("hit=1,1 effect=2", "effect"),
        ("hit=1,1 damage=6,6,6,6", "damage"),
        ("hit=1,1 damage=6,6,1,1", "damage"),
        ("hit=1,1 damage=1,1 effect=2", "effect"),
    ],
)
def test_none_before_a_die_that_is_reported_is_left_to_leaguer(said: str, field: str) -> None:
    """And no die of Leaguer's has fallen when it is refused."""
    told = fires(said)
    told.refused("004 R19", field)
    assert all(roll.by == "table" for event in told.events for roll in rolls_of(event))


@pytest.mark.parametrize(
    ("said", "rule", "field"),
    [
        ("hit=8,9 damage=1,1", "004 R19", "damage"),
        ("hit=8,9 effect=1", "004 R19", "effect"),
        ("hit=1,9 damage=1,1,1", "004 R19", "damage"),
        ("hit=1,9 damage=1,1,1,1", "004 R19", "damage"),
        ("hit=1,9 damage=1,1 effect=1", "004 R19", "effect"),
        ("hit=1,9 damage=6,6 effect=1,1", "004 R19", "effect"),
        ("hit=1,9 damage=1", "dice", "damage"),
        ("hit=1,1 damage=1,1,1", "dice", "damage"),
        ("hit=1", "dice", "hit"),
        ("hit=1,2,3", "dice", "hit"),
    ],
)
def test_no_more_and_no_fewer_than_are_rolled(said: str, rule: str, field: str) -> None:
    fires(said).refused(rule, field)


def test_a_dry_run_asks_for_die_after_die() -> None:
    story = aimed()
    asked = [
        ("", "t1/i1/twin/volley-1/hit", 2, 10, "hit"),
        ("hit=1,1", "t1/i1/twin/volley-1/damage-1", 2, 6, "damage"),
        ("hit=1,1 damage=6,6", "t1/i1/twin/volley-1/effect-1", 1, 6, "effect"),
        ("hit=1,1 damage=6,6 effect=2", "t1/i1/twin/volley-1/damage-2", 2, 6, "damage"),
        ("hit=1,1 damage=6,6,6,6 effect=2", "t1/i1/twin/volley-1/effect-2", 1, 6, "effect"),
    ]
    for said, *wanted in asked:
        with pytest.raises(Unfallen) as caught:
            aimed().when("germans", f"fire twin medium front {said}", FallenDice())
        die = caught.value
        assert [die.question, die.count, die.faces, die.field] == wanted
    assert len(story.rows) == len(aimed().rows)


def test_leaguer_s_dice_are_the_seed_s() -> None:
    told = fires("hit=1,1")
    dice = SeededDice(SEED)
    for event in told.events:
        for roll in rolls_of(event):
            if roll.by == "leaguer":
                assert roll == dice.roll(roll.question, len(roll.values), faces=roll.faces)
    assert set(fallen(told.events)) >= {"t1/i1/twin/volley-1/damage-1", "t1/i1/twin/volley-1/damage-2"}


def test_overwatch_has_dice_of_its_own() -> None:
    story = battle("soviets/tankovy/move", {"twin": ("overwatch",)}, UNITS, house_units=TWIN)
    story.tell("soviets: move t34 30 by=move")
    story.when("germans", "overwatch-fire twin t34 enters medium front hit=1,10 damage=1,1").then(
        ShotResolved, happened(HitResolved, effect="none")
    )
    rolls = [roll.question for row in story.rows for roll in rolls_of(row.event)]
    assert rolls[-2:] == ["t1/i1/twin/overwatch/t34/hit", "t1/i1/twin/overwatch/t34/damage-1"]
