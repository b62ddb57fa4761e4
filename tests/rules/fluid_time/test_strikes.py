"""Who is under the templates (R32, R33, A11, A12, A16, B10, B11), and the end of a battle under them (section 4)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.systems.fluid_time.deck import CardDrawn
from rules.systems.fluid_time.hits import HitResolved
from rules.systems.fluid_time.platoons import LastOfPlatoon
from rules.systems.fluid_time.strikes import StrikeClosed, TargetAttacked, victims
from tests.rules.fluid_time.table import FOUR, T34, T60, TIGER, Marks, Units, began, play, shuffled, unit
from tests.rules.scenario import Story, happened

AIR, ARTILLERY = "germans/air_support", "germans/artillery_support"
UNITS = {**FOUR, "reserve": (T34, "soviets/tankovy"), "third": (T34, "soviets/tankovy")}
SHEET = """\
name,nation,points,role,size,armour,dice_short,dice_medium,dice_long,move,soft
Opel Blitz,GER,2,soft vehicle,6,3,,,,8,yes
Barn,USSR,20,heavy,10,10,1,1,1,7,
Dot,USSR,20,light,1,10,1,1,1,7,
"""
CLUB = {
    **UNITS,
    "lorry": ("Opel Blitz", "germans/specials"),
    "barn": ("Barn", "soviets/tankovy"),
    "dot": ("Dot", "soviets/tankovy"),
}


def laid(
    card: str = ARTILLERY, marks: Marks | None = None, units: Units = UNITS, aircraft: int = 1, **told: Any
) -> Story:
    """The templates of a German strike are laid."""
    story = shuffled(units, marks, **told)
    story.and_then(CardDrawn(card=card, left=20))
    story.tell("germans: call-support germans observer=yes" + ("" if card == ARTILLERY else f" aircraft={aircraft}"))
    return story.tell("germans: send-strike germans intensity=1")


def test_either_side_tells_who_stood_under_the_templates() -> None:
    """Nobody decides anything once they are laid."""
    laid().when("soviets", "strike tiger hit=10").then(TargetAttacked)


# -- to hit (R32, A11, B10) --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("target", "size"), [("t34", 7), ("kv", 8), ("tiger", 8), ("panzer", 7)])
@pytest.mark.parametrize(("more", "hit"), [(0, True), (1, False)])
def test_r32_at_or_below_the_size_is_a_hit_of_either_side(target: str, size: int, more: int, hit: bool) -> None:
    told = laid().when("germans", f"strike {target} hit={size + more}")
    assert isinstance(told.events[0], TargetAttacked)
    assert (told.events[0].need, told.events[0].hit) == (size, hit)
    assert len(told.events) == 1 + hit


def test_b10_no_modifiers() -> None:
    marks: Marks = {"t34": ("moving",), "kv": ("hull_down",)}
    story = laid(marks=marks)
    story.when("germans", "strike t34 hit=8").then(happened(TargetAttacked, need=7))
    story.when("germans", "strike kv hit=9").then(happened(TargetAttacked, need=8))
    story.when("germans", "strike reserve concealment=heavy hit=9").refused("004 B10", "concealment")


@pytest.mark.parametrize(
    ("marks", "said", "need"),
    [
        ((), "", 7),
        (("moving",), "", 6),
        ((), "concealment=light", 6),
        ((), "concealment=heavy", 5),
        (("moving",), "concealment=heavy", 4),
        (("hull_down",), "", 7),
    ],
)
def test_b10_by_option_what_moves_or_is_concealed_is_harder_to_hit(marks: Any, said: str, need: int) -> None:
    story = laid(marks={"t34": marks}, air_modifiers=True)
    story.when("germans", f"strike t34 {said} hit=10").then(happened(TargetAttacked, need=need, hit=False))


def test_a14_below_1_no_die_falls() -> None:
    story = laid(units=CLUB, house_units=SHEET, air_modifiers=True)
    story.when("germans", "strike dot concealment=light").then(happened(TargetAttacked, need=0, roll=None))
    story = laid(units=CLUB, house_units=SHEET, air_modifiers=True)
    story.when("germans", "strike dot concealment=heavy").then(happened(TargetAttacked, need=-1, roll=None, hit=False))


@pytest.mark.parametrize(("die", "hit"), [(1, True), (2, False)])
def test_a14_a_need_of_1_is_hit_by_a_1(die: int, hit: bool) -> None:
    told = laid(units=CLUB, house_units=SHEET).when("germans", f"strike dot hit={die}")
    assert isinstance(told.events[0], TargetAttacked)
    assert (told.events[0].need, told.events[0].hit) == (1, hit)


def test_a14_a_10_hits_the_size_of_a_barn() -> None:
    story = laid(units=CLUB, house_units=SHEET)
    story.when("germans", "strike barn hit=10 damage=1,1,1").then(happened(TargetAttacked, hit=True), HitResolved)


# -- the dice (R32, A11 to A13, A16, B11) ------------------------------------------------------------------------------


@pytest.mark.parametrize(("aircraft", "dice"), [(1, 4), (2, 4), (3, 3), (4, 3), (5, 4), (6, 4)])
def test_r32_a11_bombers_and_fighters_with_one_more_die_against_armour(aircraft: int, dice: int) -> None:
    story = laid(AIR, aircraft=aircraft)
    story.when("germans", f"strike t34 hit=1 damage={','.join('1' * dice)}").then(
        TargetAttacked, happened(HitResolved, dice=dice, source=AIR, side="germans", cause="strike", armour=10)
    )


@pytest.mark.parametrize(("die", "dice"), [(1, 3), (3, 3), (4, 4), (6, 4)])
def test_a13_the_soviet_fighter_and_the_il_2(die: int, dice: int) -> None:
    story = shuffled(UNITS).and_then(CardDrawn(card="soviets/support", left=20))
    story.tell(f"soviets: call-support soviets observer=yes kind=1 aircraft={die}")
    story.tell("soviets: send-strike soviets intensity=1")
    story.when("soviets", f"strike tiger hit=1 damage={','.join('1' * dice)}").then(
        TargetAttacked, happened(HitResolved, dice=dice)
    )


@pytest.mark.parametrize("base", [1, 2, 6])
def test_a12_artillery_has_as_many_dice_as_the_option_says(base: int) -> None:
    story = laid(artillery_dice=base)
    story.when("germans", f"strike t34 hit=1 damage={','.join('1' * (base + 1))}").then(
        TargetAttacked, happened(HitResolved, dice=base + 1)
    )


@pytest.mark.parametrize(("card", "aircraft", "dice"), [(ARTILLERY, 0, 2), (AIR, 1, 3), (AIR, 3, 2)])
def test_b11_what_is_soft_takes_no_extra_die(card: str, aircraft: int, dice: int) -> None:
    story = laid(card, units=CLUB, house_units=SHEET, aircraft=aircraft)
    story.when(
        "germans", f"strike lorry hit=1 damage={','.join('1' * dice)}" + (" effect=2" if dice == 3 else "")
    ).then(TargetAttacked, happened(HitResolved, dice=dice, armour=3))


def test_its_questions_name_the_card_and_the_target() -> None:
    told = laid().when("germans", "strike t34 hit=1 damage=6,6,6 effect=2")
    (first, second) = told.events
    assert isinstance(first, TargetAttacked)
    assert isinstance(second, HitResolved)
    assert first.roll is not None
    assert second.effect_roll is not None
    assert [roll.question for roll in (first.roll, second.roll, second.effect_roll)] == [
        f"t1/i1/germans/support/t34/{what}" for what in ("hit", "damage-1", "effect-1")
    ]


@pytest.mark.parametrize(
    ("said", "rule", "field"),
    [
        ("hit=8 damage=1,1,1", "004 R32", "damage"),
        ("damage=1,1,1", "004 R32", "damage"),
        ("hit=1 damage=1,1,1 effect=1", "004 R32", "effect"),
        ("hit=1 damage=1,1", "dice", "damage"),
        ("hit=1,1", "dice", "hit"),
    ],
)
def test_dice_come_in_their_order_and_none_that_is_not_rolled(said: str, rule: str, field: str) -> None:
    laid().when("germans", f"strike t34 {said}").refused(rule, field)


# -- what it does (R22, R33) -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "effect", "tests"),
    [
        ("1,1,1", "none", ("struck",)),
        ("6,6,6 effect=1", "crew_suppressed", ("crew_suppressed",)),
        ("6,6,6 effect=2", "gun_out", ("struck",)),
        ("6,6,6 effect=3", "immobile", ("struck",)),
        ("6,6,6 effect=4", "burning", ()),
        ("6,6,6 effect=5", "burning", ()),
        ("6,6,6 effect=6", "exploded", ()),
    ],
)
def test_r33_what_is_hit_and_not_destroyed_is_marked_for_a_test(said: str, effect: str, tests: tuple[str, ...]) -> None:
    story = laid()
    story.when("germans", f"strike t34 hit=1 damage={said}").then(TargetAttacked, happened(HitResolved, effect=effect))
    assert unit(story, "t34").tests == tests
    assert unit(story, "t34").in_play is (effect not in ("burning", "exploded"))


def test_b3_a_strike_is_a_second_strike_for_who_was_struck_before() -> None:
    story = laid(marks={"t34": ("crew_suppressed",)})
    story.when("germans", "strike t34 hit=1 damage=6,6,6 effect=3").then(
        TargetAttacked, happened(HitResolved, tests="struck", repeated=True)
    )
    assert unit(story, "t34").struck_again


def test_a_strike_is_nobody_s_kill() -> None:
    story = laid()
    story.tell("germans: strike t34 hit=1 damage=6,6,6 effect=6")
    assert all(unit.feats == [] for unit in play(story).units.values())


def test_a8_a_strike_may_leave_the_last_of_a_platoon() -> None:
    story = laid(units=FOUR)
    story.when("germans", "strike tiger hit=1 damage=6,6,6 effect=6").then(
        TargetAttacked, HitResolved, happened(LastOfPlatoon, unit="panzer")
    )


# -- who is told of (R32, B11) -----------------------------------------------------------------------------------------


def test_b11_a_model_under_several_templates_is_told_of_once() -> None:
    story = laid().tell("germans: strike t34 hit=10")
    story.when("germans", "strike t34 hit=10").refused("004 B11", "unit")
    assert [unit.id for unit in victims(play(story))] == ["tiger", "panzer", "kv", "reserve", "third"]


@pytest.mark.parametrize("mark", ["burning", "abandoned", "left_table"])
def test_r32_nobody_who_is_not_in_play(mark: Any) -> None:
    story = laid(marks={"t34": (mark,)})
    story.when("germans", "strike t34 hit=10").refused("004 R32", "unit")
    assert "t34" not in [unit.id for unit in victims(play(story))]


def test_what_it_destroys_is_told_of_no_more() -> None:
    story = laid().tell("germans: strike t34 hit=1 damage=6,6,6 effect=6")
    story.when("germans", "strike t34 hit=1").refused("004 R32", "unit")


def test_b11_its_own_models_are_under_it_too() -> None:
    story = laid(marks={"tiger": ("moving", "struck")})
    story.when("germans", "strike tiger hit=1 damage=6,6,6 effect=3").then(
        TargetAttacked, happened(HitResolved, unit="tiger", side="germans", effect="immobile", tests="struck")
    )
    tiger = unit(story, "tiger")
    assert (tiger.immobile, tiger.moving, tiger.tests) == (True, False, ("struck",))


@pytest.mark.parametrize(
    ("report", "rule", "field"), [("strike nobody", "004 A3", "unit"), ("close-strike soviets", "004 R32", "side")]
)
def test_what_is_told_of_it(report: str, rule: str, field: str) -> None:
    side = "soviets" if "soviets" in report else "germans"
    laid().when(side, report).refused(rule, field)


def test_its_owner_alone_says_that_nobody_else_is_under_it() -> None:
    laid().when("soviets", "close-strike germans").refused_for("by", "for side “germans” to report")


def test_r32_nobody_need_be_under_it() -> None:
    story = laid()
    story.when("germans", "close-strike germans").then(happened(StrikeClosed, side="germans"))
    assert (play(story).phase, play(story).strike) == ("gap", None)
    story.when("germans", "close-strike germans").refused("004 R32")


def test_it_closes_by_itself_when_everybody_has_been_told_of() -> None:
    story = laid(units=FOUR)
    for id in ("tiger", "panzer", "t34"):
        story.when("germans", f"strike {id} hit=10").then(TargetAttacked)
    story.when("germans", "strike kv hit=10").then(TargetAttacked, StrikeClosed)
    began(story, "germans/panzers/free_action")


# -- the end of a battle (section 4) -----------------------------------------------------------------------------------

PAIR = {"tiger": (TIGER, "germans/panzers"), "t60": (T60, "soviets/tankovy")}


def test_the_battle_is_not_over_before_the_strike_is_closed() -> None:
    story = laid(units={**PAIR, "panzer": (TIGER, "germans/specials")})
    story.tell("germans: strike t60 hit=1 damage=6,6,6 effect=6")
    assert not story.state.outcome().over
    story.tell("germans: close-strike germans")
    outcome = story.state.outcome()
    assert (outcome.over, outcome.winner, outcome.field) == (True, "germans", "germans")


def test_a_strike_that_destroys_the_last_of_both_sides_ends_in_a_draw() -> None:
    story = laid(units=PAIR, artillery_dice=6)
    story.tell("germans: strike t60 hit=1 damage=6,6,6,6,6,6,6 effect=6")
    story.when("germans", "strike tiger hit=1 damage=6,6,6,6,6,6,6 effect=6").then(
        TargetAttacked, HitResolved, StrikeClosed
    )
    outcome = story.state.outcome()
    assert (outcome.over, outcome.winner, outcome.field) == (True, "", "")
