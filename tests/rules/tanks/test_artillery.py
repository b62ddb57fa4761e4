"""Indirect fire (R23 to R28, A15 to A17, B13)."""

from __future__ import annotations

from typing import Any

import pytest

from rules import visibility
from rules.far import FarHit
from rules.systems.tanks import SYSTEM
from rules.systems.tanks.artillery import Bombarded, Scattered
from rules.systems.tanks.damage import DamageRolled, PenetrationRolled, SaveRolled
from rules.systems.tanks.explosions import AreaClosed
from tests.rules.scenario import Story, happened
from tests.rules.tanks.table import PRIEST, SHERMAN, STUART, TIGER, WESPE, battle, play, unit

UNITS = {
    "priest": (PRIEST, "allies"),
    "m4": (SHERMAN, "allies"),
    "tiger": (TIGER, "axis"),
    "stuart": (STUART, "axis"),
}


def guns(spotted: tuple[str, ...] = ("tiger",), **more: Any) -> Story:
    return battle(UNITS, "allies", "shoot", spotted=spotted, **more)


# -- what is fired at --------------------------------------------------------------------------------------------------


def test_a_target_of_the_radio_list_is_seen_by_a_friend_now() -> None:
    guns().when("allies", "bombard priest tiger sight=radio spotter=m4 distance=900 hit=1").then(
        happened(Bombarded, sight="radio", spotter="m4", result="miss")
    )
    guns().when("allies", "bombard priest tiger sight=radio distance=900").refused("001 B13", "spotter")


@pytest.mark.parametrize("spotter", ["priest", "tiger"])
def test_the_spotter_is_another_friend(spotter: str) -> None:
    guns().when("allies", f"bombard priest tiger sight=radio spotter={spotter} distance=900").refused(
        "001 B13", "spotter"
    )


def test_what_is_not_on_the_list_is_not_fired_at() -> None:
    guns().when("allies", "bombard priest stuart sight=radio spotter=m4 distance=900").refused("001 R23", "target")


def test_the_artillery_may_see_its_target_itself() -> None:
    guns(()).when("allies", "bombard priest stuart sight=own distance=900 hit=1").then(happened(Bombarded, spotter=""))
    guns(()).when("allies", "bombard priest stuart sight=own spotter=m4 distance=900").refused("001 B13", "spotter")


def test_by_option_the_list_alone_is_enough() -> None:
    story = guns(artillery_verify_now=False)
    story.when("allies", "bombard priest tiger sight=radio spotter=m4 distance=900").refused("001 B13", "spotter")
    story.when("allies", "bombard priest tiger sight=radio distance=900 hit=1").then(Bombarded)


def test_only_artillery_bombards() -> None:
    guns().when("allies", "bombard m4 tiger sight=own distance=100").refused("001 R23", "unit")


def test_far_hits_and_luck_are_told_of_what_it_hits_alone() -> None:
    for die, far, lucky in ((1, [], 0), (6, [FarHit("priest", "tiger", 45)], 1)):
        story = guns(scale="double_cm")
        bombarded = story.when("allies", f"bombard priest tiger sight=own distance=909 hit={die}").events[0]
        assert list(SYSTEM.far_hits(play(story), bombarded)) == far
        assert [(one.of, one.against, one.got) for one in SYSTEM.throws(play(story), bombarded)] == [
            ("priest", "tiger", lucky)
        ]


@pytest.mark.parametrize(("verify", "spotters"), [(True, ["m4"]), (False, [])])
def test_choices_offer_the_list_and_what_it_sees(verify: bool, spotters: list[str]) -> None:
    legal = visibility.legal(guns(artillery_verify_now=verify).state, "allies")
    choices = [choice for choice in legal if choice.command == "Bombard"]
    near = next(choice for choice in choices if choice.given["sight"] == "radio")
    assert [pick.value for field in near.fields if field.name == "spotter" for pick in field.picks] == spotters
    targets = {
        choice.given["sight"]: [pick.value for field in choice.fields if field.name == "target" for pick in field.picks]
        for choice in choices
    }
    assert targets == {"own": ["tiger", "stuart"], "radio": ["tiger"]}


# -- to hit ------------------------------------------------------------------------------------------------------------


# R24: no half range; the Priest (Speed 10) fires at what has driven so far, itself having driven.
@pytest.mark.parametrize(
    ("own", "target", "expected", "cumulative"),
    [
        (0, 0, {}, False),
        (50, 0, {"shooter_moved": 2}, False),
        (0, 50, {"target_moved": 2}, False),
        (0, 199, {"target_moved": 2}, False),
        (0, 200, {"target_fast": 4}, False),
        (50, 200, {"shooter_moved": 2, "target_fast": 4}, False),
        (0, 200, {"target_fast": 4, "target_moved": 2}, True),
    ],
)
def test_movement_counts_twice_and_half_range_does_not(
    own: int, target: int, expected: dict[str, int], cumulative: bool
) -> None:
    driven = {id: length for id, length in (("tiger", target), ("priest", own)) if length}
    story = guns(driven=driven, fast_target_cumulative=cumulative)
    story.when("allies", "bombard priest tiger sight=own distance=1200 hit=1").then(
        happened(Bombarded, modifiers=expected, needed=4 + sum(expected.values()), result="miss")
    )


def test_maximum_range_applies_and_a_6_does_not_help() -> None:
    story = guns(driven={"tiger": 50})
    story.when("allies", "bombard priest tiger sight=own distance=1201 hit=6").then(
        happened(Bombarded, result="range", modifiers={}, needed=0)
    )
    story.when("allies", "bombard priest tiger sight=own distance=900").refused("001 A6", "unit")


@pytest.mark.parametrize(("die", "result"), [(3, "miss"), (4, "hit"), (6, "hit")])
def test_it_rolls_against_ballistic_skill(die: int, result: str) -> None:
    told = guns().when("allies", f"bombard priest tiger sight=own distance=900 hit={die}")
    assert isinstance(told.events[0], Bombarded)
    assert told.events[0].result == result


def test_a_natural_6_hits_whatever_the_modifiers() -> None:
    story = guns(driven={"tiger": 200, "priest": 50})
    told = story.when("allies", "bombard priest tiger sight=own distance=900 hit=6")
    told.then(happened(Bombarded, needed=10, result="hit"), Scattered)


def test_a_miss_has_no_further_effect() -> None:
    story = guns()
    story.when("allies", "bombard priest tiger sight=own distance=900 hit=3").then(Bombarded)
    assert not play(story).areas


# -- under the cap -----------------------------------------------------------------------------------------------------


def capped(scatter: int, direction: int = 3, **more: Any) -> Story:
    story = guns(**more)
    return story.tell(
        f"allies: bombard priest tiger sight=own distance=900 hit=6 direction={direction} scatter={scatter}"
    )


@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_every_hit_scatters_by_a_die_less_one(die: int) -> None:
    story = capped(die, direction=12)
    found = story.rows[-1].event
    assert isinstance(found, Scattered)
    assert (found.hour, found.reach, found.length) == (12, die - 1, (die - 1) * 10)


def test_everybody_under_it_is_hit_friend_or_foe_against_the_lowest_armour() -> None:
    story = capped(4)
    story.when("allies", "strike stuart penetration=2 damage=3").then(
        happened(PenetrationRolled, cause="cap", by="priest", facing="lowest", armour=6, total=10),
        happened(DamageRolled, effect="tracked"),
    )
    story.when("allies", "strike m4 penetration=6 damage=5").then(
        happened(PenetrationRolled, armour=7, total=14), happened(DamageRolled, effect="bailed_out")
    )
    story.when("allies", "close-area allies").then(happened(AreaClosed, cause="cap", source="priest"))
    assert not unit(story, "tiger").tracked


@pytest.mark.parametrize(
    ("model", "lowest"), [("Pz III J (5 cm L/42)", 6), ("Sherman Firefly", 7), ("KV-1", 11), ("T-60", 5), (STUART, 6)]
)
def test_the_lowest_armour_may_be_that_of_any_facing(model: str, lowest: int) -> None:
    units = {**UNITS, "victim": (model, "axis")}
    story = battle(units, "allies", "shoot")
    story.tell("allies: bombard priest tiger sight=own distance=900 hit=6 direction=3 scatter=4")
    story.when("allies", "strike victim penetration=1").then(happened(PenetrationRolled, armour=lowest))


def test_the_target_need_not_be_under_a_cap_that_moved() -> None:
    capped(2).when("allies", "close-area allies").then(AreaClosed)


def test_under_a_cap_that_stays_the_target_is_hit() -> None:
    story = capped(1)
    story.when("allies", "close-area allies").refused("001 R27")
    assert not [choice for choice in visibility.legal(story.state, "allies") if choice.command == "CloseArea"]
    story.tell("allies: strike tiger penetration=1\nallies: close-area allies")


def test_the_facing_does_not_matter_under_it() -> None:
    refused = capped(1).when("allies", "strike tiger front").refused("001 R28", "facing")
    assert refused.remedy is not None
    assert refused.remedy.text() == "Leave the facing out."


@pytest.mark.parametrize("victim", ["nobody", "tiger"])
def test_each_vehicle_is_told_of_once(victim: str) -> None:
    story = capped(1).tell("allies: strike tiger penetration=1")
    story.when("allies", f"strike {victim}").refused("001 R1" if victim == "nobody" else "001 R27", "unit")


def test_smoke_alone_saves_from_artillery() -> None:
    story = capped(1)
    unit(story, "tiger").smoke = "smoking"
    story.when("allies", "strike tiger save_smoke=5").then(happened(SaveRolled, save="smoke", needed=5, saved=True))
    story.when("allies", "strike tiger").refused("001 R27", "unit")


@pytest.mark.parametrize("smoking", [False, True])
def test_a_smoke_save_is_asked_for_where_somebody_has_popped_it(smoking: bool) -> None:
    story = capped(2)
    if smoking:
        unit(story, "stuart").smoke = "smoking"
    strike = next(choice for choice in visibility.legal(story.state, "allies") if choice.command == "Strike")
    assert ("save_smoke" in {field.name for field in strike.fields}) is smoking


def test_by_option_not_even_smoke() -> None:
    story = capped(1, artillery_ignores_smoke=True)
    unit(story, "tiger").smoke = "smoking"
    story.when("allies", "strike tiger save_smoke=5").refused("001 R17", "save_smoke")
    story.when("allies", "strike tiger penetration=1").then(PenetrationRolled)


def test_an_explosion_under_the_cap_is_told_after_it() -> None:
    story = capped(3).tell("allies: strike stuart penetration=6 damage=6 radius=2")
    area = play(story).area
    assert area is not None
    assert area.kind == "cap"
    story.tell("allies: close-area allies")
    area = play(story).area
    assert area is not None
    assert (area.kind, area.source) == ("blast", "stuart")
    story.tell("allies: strike tiger rear penetration=1\nallies: close-area allies")
    assert not play(story).areas


def test_two_guns_scatter_one_after_the_other() -> None:
    units = {**UNITS, "wespe": (WESPE, "allies")}
    story = battle(units, "allies", "shoot")
    story.tell("allies: bombard priest tiger sight=own distance=900 hit=6 direction=1 scatter=2")
    story.when("allies", "bombard wespe tiger sight=own distance=900").refused("001 R27")
    story.tell("allies: close-area allies")
    story.tell("allies: bombard wespe tiger sight=own distance=900 hit=6 direction=1 scatter=2")


@pytest.mark.parametrize(("scale", "across"), [("cm", "3 cm"), ("inch", "3 in"), ("double_cm", "6 cm")])
def test_forms_say_how_large_the_cap_is(scale: str, across: str) -> None:
    choices = visibility.legal(capped(2, scale=scale).state, "allies")
    assert across in next(choice.label.text() for choice in choices if choice.command == "Strike")
