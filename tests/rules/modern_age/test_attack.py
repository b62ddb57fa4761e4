"""Attacks: the rulebook's running example, pools, re-rolls, Sharpshooter, cancels (R25 to R32)."""

from __future__ import annotations

import pytest

from rules.systems.modern_age.attack.sequence import ORDER, STEPS, AttackResolved
from rules.systems.modern_age.cards.reveal import CardRevealed
from rules.systems.modern_age.damage import Destroyed
from rules.systems.modern_age.defence.cancels import defence_dice
from rules.systems.modern_age.defence.defend import DefenceRolled
from rules.systems.modern_age.missions.end import BattleDecided
from rules.systems.modern_age.movement import Withdrew
from rules.systems.modern_age.shooting.attack_roll import AttackRolled
from rules.systems.modern_age.shooting.changes import CriticalSwapped
from rules.systems.modern_age.shooting.fire import FireHeld
from rules.systems.modern_age.shooting.rerolls import AttackRerolled
from rules.systems.modern_age.shot import cancel
from rules.systems.modern_age.turns import PhaseBegan
from tests.rules.modern_age.musters import ace, alpha_66, first_game, shooting
from tests.rules.scenario import happened


def test_every_step_of_an_attack_is_some_chapter_s() -> None:
    """Each place in the order has one step plugged in, and the steps are in that order."""
    assert [step.place for step in STEPS] == [*ORDER]


def test_the_running_example() -> None:
    """pp. 16-18: attack 2, 5, 6, 6 against defence 1, 2, 4, 6 leaves one critical (A1, B12)."""
    shooting(first_game(), {"m1": 1, "t64": 2}).when(
        "americans", "fire m1 t64 cover=yes close=yes dice=2,5,6,6 defence=1,2,4,6"
    ).then(
        happened(AttackRolled, hits=1, criticals=2, hit_on=4),
        happened(AttackRerolled, stationary=(), stabiliser=()),
        happened(DefenceRolled, cancelled_hits=1, cancelled_criticals=1, hits=0, criticals=1),
    )


def test_the_running_example_in_the_other_order_of_cancelling() -> None:
    """A1: the order changes nothing when each side picks sensibly."""
    shooting(first_game(target_cancels_first=False), {"m1": 1, "t64": 2}).when(
        "americans", "fire m1 t64 cover=yes close=yes dice=2,5,6,6 defence=1,2,4,6"
    ).then(AttackRolled, AttackRerolled, happened(DefenceRolled, hits=0, criticals=1))


def test_the_printed_pool_of_the_t_64() -> None:
    """p. 17, B12: base 1, shooter moved once, target twice, cover, close range: 4."""
    story = shooting(first_game(), {"m1": 1, "t64": 2})
    story.when("americans", "fire m1 t64 cover=yes close=yes dice=2,5,6,6 stabiliser=''").then(
        AttackRolled, AttackRerolled
    )
    assert defence_dice(story.play, story.play.shot) == 4
    story.when("soviets", "defend t64 dice=1,2,4").refused("dice", "dice")


def test_the_printed_pool_of_the_m1() -> None:
    """p. 18, B12: base 2, cover, shooter moved once, side shot: 3."""
    story = shooting(first_game(), {"t64": 1})
    story.when("americans", "hold-fire m1").then(FireHeld)
    story.when("soviets", "fire t64 m1 cover=yes side_shot=yes dice=1,2,3,4,4 defence=4,5,6").then(
        happened(AttackRolled, hits=2),
        AttackRerolled,
        happened(DefenceRolled, cancelled_hits=2, hits=0),
        happened(AttackResolved, damage=0),
        happened(PhaseBegan, phase="command"),
    )


def test_never_more_than_six_defence_dice() -> None:
    """R28, 7: Scout in cover after three moves against a shooter that moved twice has eight dice cut to six."""
    forces = ace({"m1": "M1 Abrams"}, {"bmp": "BMP-2", "t64": "T-64"})
    story = shooting(forces, {"m1": 2, "bmp": 2, "t64": 2})
    story.when("americans", "fire m1 bmp cover=yes dice=4,4,4,4 defence=1,1,1,1,1,1").then(
        AttackRolled, AttackRerolled, happened(DefenceRolled, hits=4), AttackResolved
    )
    hammer = shooting(ace({"m1": "M1 Abrams"}, {"t64": "T-64"}, {"t64": ("Kontact-5",)}), {"m1": 2, "t64": 2})
    hammer.when("soviets", "reveal t64 armour").then(CardRevealed)
    hammer.when("americans", "fire m1 t64 cover=yes dice=4,4,4,4 defence=1,1,1,1,1,1,1").refused("dice", "defence")


def test_a_pool_below_zero_is_none_and_nobody_is_asked() -> None:
    """A6: base defence 0, close and from the side."""
    forces = ace({"lav": "LAV-25"}, {"t64": "T-64"})
    story = shooting(forces, advantage="soviets")
    story.when("americans", "hold-fire lav").then(FireHeld)
    told = story.when("soviets", "fire t64 lav close=yes side_shot=yes dice=4,4,4,1,1,1 stationary='' stabiliser=''")
    told.then(
        AttackRolled,
        AttackRerolled,
        happened(DefenceRolled, hits=3, criticals=0),
        happened(AttackResolved, damage=3),
        happened(PhaseBegan, phase="command"),
        happened(Destroyed, unit="lav", wreck=False, by="t64"),
        happened(BattleDecided, winner="soviets", how="last"),
    )


@pytest.mark.parametrize(("cover", "pool"), [("no", 0), ("yes", 2)])
def test_scout_doubles_cover(cover: str, pool: int) -> None:
    story = shooting(ace({"m1": "M1 Abrams"}, {"bmp": "BMP-1"}))
    story.when("americans", f"fire m1 bmp cover={cover} dice=1,1,1,1 stationary='' stabiliser=''")
    assert story.play.shot is None if pool == 0 else defence_dice(story.play, story.play.shot) == pool


def test_rapid_fire_against_base_defence_zero() -> None:
    """R27: five dice at a BMP, the base two at a T-64."""
    forces = ace({"lav": "LAV-25"}, {"bmp": "BMP-1", "t64": "T-64"})
    shooting(forces).when("americans", "fire lav t64 dice=1,1,1,1,1").refused("dice", "dice")
    shooting(forces).when("americans", "fire lav bmp dice=1,1,1,1,1 stationary=''").then(
        AttackRolled, AttackRerolled, happened(DefenceRolled, hits=0), AttackResolved
    )


# -- re-rolls (R26, A7, B7, R8) ----------------------------------------------------------------------------------------


def test_stationary_re_rolls_what_failed_and_a_stabiliser_what_did_not() -> None:
    shooting(first_game()).when(
        "americans", "fire m1 t64 dice=1,2,4,4 stationary=a,b stabiliser=c,d rerolled=6,1,6,3 defence=1"
    ).then(
        happened(AttackRolled, hits=2, criticals=0),
        happened(AttackRerolled, faces=(6, 1, 6, 3), hits=0, criticals=2),
        DefenceRolled,
    )


def test_a_shooter_that_moved_has_its_stabiliser_only() -> None:
    story = shooting(first_game(), {"m1": 1})
    story.when("americans", "fire m1 t64 dice=1,2,4,4").then(AttackRolled)
    story.when("americans", "reroll m1 stationary=a,b,c dice=5,5,5").refused("003 R26", "stationary")
    story.when("americans", "reroll m1 stabiliser=a,b,c dice=5,5,5").refused("003 R26", "stabiliser")
    story.when("americans", "reroll m1 stabiliser=a,a dice=5,5").refused("003 R8", "stabiliser")
    story.when("americans", "reroll m1 stabiliser=a,z dice=5,5").refused("003 R26", "stabiliser")
    story.when("americans", "reroll m1 stabiliser=a,b dice=5").refused("dice", "dice")
    story.when("americans", "reroll m1 stabiliser=a,d dice=5,1").then(
        happened(AttackRerolled, faces=(5, 2, 4, 1), hits=2, criticals=0)
    )


def test_a_die_re_rolled_for_being_stationary_is_not_the_stabiliser_s_too() -> None:
    """R8: the failed dice are the Stationary rule's while the model is Stationary."""
    story = shooting(first_game())
    story.when("americans", "fire m1 t64 dice=1,2,4,4 stationary=a stabiliser=a rerolled=5,5 defence=1").refused(
        "003 R8", "stabiliser"
    )


def test_re_rolled_faces_need_their_dice() -> None:
    story = shooting(first_game())
    story.when("americans", "fire m1 t64 dice=1,2,4,4 rerolled=5").refused("003 R26", "rerolled")


def test_no_re_roll_to_report_where_none_is_allowed() -> None:
    """A T-55 has no stabiliser; having moved it re-rolls nothing."""
    story = shooting(ace({"m1": "M1 Abrams"}, {"t55": "T-55"}), {"t55": 1})
    story.when("americans", "hold-fire m1").then(FireHeld)
    story.when("soviets", "fire t55 m1 dice=1,2,4,4 stationary=a rerolled=5").refused("003 R26", "stationary")


# -- Sharpshooter (A19, B11) -------------------------------------------------------------------------------------------


def test_sharpshooter_turns_a_critical_into_two_hits() -> None:
    story = shooting(alpha_66())
    story.when("americans", "fire alpha t64-1 dice=6,4,1,1,1 stationary='' stabiliser=''").then(
        happened(AttackRolled, hits=1, criticals=1), AttackRerolled
    )
    story.when("americans", "swap alpha swap=yes").then(happened(CriticalSwapped, hits=3, criticals=0))


def test_sharpshooter_waits_for_the_re_roll() -> None:
    story = shooting(alpha_66())
    story.when("americans", "fire alpha t64-1 dice=1,4,1,1,1").then(AttackRolled)
    story.when("americans", "swap alpha swap=yes").refused("003 R20")
    story.when("americans", "reroll alpha stationary=a dice=6").then(happened(AttackRerolled, criticals=1))
    story.when("americans", "swap alpha swap=no").then(happened(CriticalSwapped, swapped=False, criticals=1))
    story.when("americans", "swap alpha swap=yes").refused("003 R20")


def test_no_sharpshooter_at_close_range() -> None:
    story = shooting(alpha_66())
    story.when("americans", "fire alpha t64-1 close=yes dice=6,4,1,1,1 swap=yes").refused("003 A19", "swap")


def test_a_critical_made_by_brutal_is_modified_already() -> None:
    """R8: the howitzer's forced critical cannot be swapped; a natural one can."""
    forces = ace({"m109": "M109 Howitzer"}, {"t64": "T-64"}, allow_fan_made=True)
    told = shooting(forces).when("americans", "fire m109 t64 dice=4,1,1,1")
    told.refused("003 R20", "unit")
    story = shooting(forces)
    story.when("soviets", "hold-fire t64").then(FireHeld)
    story.when("americans", "fire m109 t64 dice=4,1,1,1 stationary=''").then(
        happened(AttackRolled, hits=0, criticals=1, forced=1), AttackRerolled
    )
    story.when("americans", "swap m109 swap=yes").refused("003 R20")


# -- cancels (R32, A1) -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hits", "criticals", "cancels", "wish", "left"),
    [
        (1, 2, 1, 6, (1, 1)),
        (1, 2, 1, 0, (0, 2)),
        (1, 2, 2, 0, (0, 1)),
        (2, 2, 2, 1, (1, 1)),
        (0, 1, 5, 0, (0, 0)),
        (3, 0, 2, 6, (1, 0)),
    ],
)
def test_cancelling_by_wish(hits: int, criticals: int, cancels: int, wish: int, left: tuple[int, int]) -> None:
    assert cancel(hits, criticals, cancels, wish) == left


def test_both_owners_may_cancel_otherwise() -> None:
    """R32: the target takes the hit with its six, the shooter gives up a critical; one report says both, by a seat that
    was lent."""
    shooting(first_game(), {"m1": 1, "t64": 2}).tell("soviets: lend-seat soviets").when(
        "americans",
        "fire m1 t64 dice=2,5,6,6 defence=1,2,4,6 cover=yes close=yes target_cancels=0 shooter_cancels=1",
    ).then(
        AttackRolled,
        AttackRerolled,
        happened(DefenceRolled, cancelled_hits=1, cancelled_criticals=1, hits=0, criticals=1),
    )


def test_what_follows_defence_needs_defence() -> None:
    story = shooting(first_game())
    story.when("americans", "fire m1 t64 dice=4,4,4,4 target_cancels=1").refused("003 R32", "defence")


# -- whose shot, at whom (R20, R21) ------------------------------------------------------------------------------------


def test_targets_are_enemies_in_play() -> None:
    story = shooting(alpha_66())
    story.when("americans", "fire alpha alpha").refused("003 R21", "target")
    story.when("americans", "fire alpha nobody").refused("003 R10", "target")
    story.and_then(Withdrew(unit="t64-2"))
    story.when("americans", "fire alpha t64-2").refused("003 R38", "target")


def test_another_enemy_close_by_matters_to_relentless_only() -> None:
    """R25 with Red Banner: +1 die while any enemy is close, the target or not."""
    two = {"m1": "M1 Abrams", "ip": "M60 Patton"}
    story = shooting(ace(two, {"t64": "T-64"}), advantage="soviets")
    story.when("americans", "fire m1 t64 enemy_close=yes").refused("003 R25", "enemy_close")
    story.when("americans", "hold-fire m1").then(FireHeld)
    story.when("soviets", "fire t64 m1 enemy_close=yes dice=1,1,1,1,1").refused("dice", "dice")
    story.when("soviets", "fire t64 m1 enemy_close=yes dice=1,1,1,1,1,1").then(AttackRolled)


def test_leaguer_rolls_what_is_left_out_and_says_so() -> None:
    story = shooting(first_game())
    told = story.when("americans", "fire m1 t64")
    told.then(AttackRolled)
    roll = told.events[0].roll  # type: ignore[attr-defined]
    assert (roll.by, roll.question, len(roll.values)) == ("leaguer", "t1/shooting/m1/attack", 4)
