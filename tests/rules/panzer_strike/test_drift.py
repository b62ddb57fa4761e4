"""Option 9: where a parabolic shot that missed comes down, and whom it hits there (R45)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rules.contract import Refused
from rules.systems.panzer_strike.announcements import Announced
from rules.systems.panzer_strike.fire import AccuracyRolled
from rules.systems.panzer_strike.hits import HitRolled, PenetrationRolled
from rules.systems.panzer_strike.parabolic import ShotDrifted
from tests.rules.panzer_strike.table import FIELD, battle
from tests.rules.panzer_strike.test_parabolic import drawn
from tests.rules.scenario import Happened, Story, Told, happened

UNITS = {"hummel": ("Hummel", "axis", "e1", "N"), "hellcat": ("Hellcat", "allies", "e10", "S")}
MISSED = "accuracy=0,0"
HIT = "hit=top penetration=0"
NOBODY = happened(ShotDrifted, square="", victim="", range=0)


def aimed(
    others: Mapping[str, tuple[str, ...]] | None = None, board: str = FIELD, more: str = "", **options: Any
) -> Story:
    """A Hummel on e1 has announced a shot at the Hellcat on e10."""
    story = battle(board, {**UNITS, **(others or {})}, phase="firing", missed_shots=True, **options)
    story.when("axis", f"announce hummel hellcat how=parabolic {more}").then(Announced)
    return story


def miss(story: Story, letters: str, more: str = "") -> Told:
    return story.when("axis", f"fire hummel {MISSED} miss={letters} {more}")


def lands(square: str, victim: str = "", range_: int = 0) -> Happened:
    return happened(ShotDrifted, square=square, victim=victim, range=range_)


# -- where it comes down -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("letters", "square", "range_"),
    [
        ("N,-", "e11", 5),
        ("N,E", "f11", 6),
        ("-,E", "f10", 5),
        ("S,E", "f9", 5),
        ("S,-", "e9", 4),
        ("S,W", "d9", 5),
        ("-,W", "d10", 5),
        ("N,W", "d11", 6),
    ],
)
def test_two_dice_name_one_of_eight_squares(letters: str, square: str, range_: int) -> None:
    """By the compass, whatever way target or gun point. Who stands there is hit, in all else as if it was aimed at."""
    miss(aimed(), letters).then(happened(AccuracyRolled, result="miss", victim=""), lands(square))
    story = aimed({"m4": ("Sherman", "allies", square, "W")})
    miss(story, letters, HIT).then(
        happened(AccuracyRolled, result="miss"),
        lands(square, "m4", range_),
        happened(HitRolled, victim="m4", die="blue", zone="top"),
        happened(PenetrationRolled, victim="m4", base=9, drop=0),
    )


def test_both_blank_is_nobody_not_even_the_target() -> None:
    miss(aimed({"m4": ("Sherman", "allies", "e11", "W")}), "-,-").then(AccuracyRolled, NOBODY)


def test_off_the_board_nobody_is_hit() -> None:
    """On a board of 26 columns and more the square west of a1 is not taken for one at the other edge."""
    units = {
        "hummel": ("Hummel", "axis", "a1", "N"),
        "hellcat": ("Hellcat", "allies", "a10", "S"),
        "m4": ("Sherman", "allies", "z10", "S"),
    }
    story = battle("\n".join(["." * 26] * 11), units, phase="firing", missed_shots=True)
    story.when("axis", "announce hummel hellcat how=parabolic").then(Announced)
    miss(story, "-,W").then(AccuracyRolled, NOBODY)


# -- who is hit --------------------------------------------------------------------------------------------------------


def test_a_friend_is_hit_as_an_enemy_is() -> None:
    story = aimed({"tiger": ("Tiger", "axis", "f9", "W")})
    miss(story, "S,E", HIT).then(
        AccuracyRolled,
        lands("f9", "tiger", 5),
        HitRolled,
        happened(PenetrationRolled, victim="tiger", outcome="destroyed"),
    )
    assert story.play.units["tiger"].life == "destroyed"


def test_its_own_zones_count() -> None:
    """R25: the Tiger shows its rear to the Hummel, the Hellcat its front."""
    story = aimed({"tiger": ("Tiger", "axis", "e9", "N")})
    rear = story.play.units["tiger"].figures.rear
    miss(story, "S,-", "hit=body penetration=0").then(
        AccuracyRolled,
        lands("e9", "tiger", 4),
        happened(HitRolled, victim="tiger", zone="rear", angled=False, armour=rear),
        PenetrationRolled,
    )


def test_a_fixed_weapon_is_hit_as_a_vehicle_is() -> None:
    """Ruling: the booklet says vehicle of whoever is hit there."""
    story = aimed({"pak": ("3-inch M5 (FW)", "allies", "f10", "W")})
    miss(story, "-,E", "hit=track penetration=0").then(
        AccuracyRolled,
        lands("f10", "pak", 5),
        happened(HitRolled, victim="pak", die="blue", zone="side"),
        happened(PenetrationRolled, victim="pak", outcome="destroyed"),
    )


def test_into_a_wreck_nobody_is_hit() -> None:
    story = aimed({"m4": ("Sherman", "allies", "f10", "W")})
    story.play.units["m4"].life = "destroyed"
    miss(story, "-,E").then(AccuracyRolled, lands("f10"))
    miss(aimed(board=drawn("f10", sign="x")), "-,E").then(AccuracyRolled, lands("f10"))
    miss(aimed({"m4": ("Sherman", "allies", "f10", "W")}), "-,W").then(AccuracyRolled, lands("d10"))


def test_a_howitzer_does_not_hit_itself() -> None:
    """Near enough only by a ruler of the table that reads more than the board's."""
    units = {"hummel": ("Hummel", "axis", "e1", "N"), "hellcat": ("Hellcat", "allies", "f3", "S")}
    story = battle(FIELD, units, phase="firing", missed_shots=True)
    story.when("axis", "announce hummel hellcat how=parabolic ruler=3").then(Announced)
    story.play.units["hellcat"].square = "f2"
    miss(story, "S,W").then(AccuracyRolled, lands("e1"))


# -- what shields a square ---------------------------------------------------------------------------------------------


def test_a_building_shields_the_square_behind_it() -> None:
    """R41: f9 is hidden behind f8 and the Sherman in it safe. e10 is not, so the shot itself is possible."""
    others = {"m4": ("Sherman", "allies", "f9", "S")}
    miss(aimed(others, drawn("f8")), "S,E").then(AccuracyRolled, NOBODY)
    miss(aimed(others, drawn("f7")), "S,E", HIT).then(
        AccuracyRolled, lands("f9", "m4", 5), HitRolled, PenetrationRolled
    )
    miss(aimed(others, drawn("f10")), "-,E").then(AccuracyRolled, NOBODY)


def test_small_obstacles_shield_nothing() -> None:
    others = {"m4": ("Sherman", "allies", "f9", "S")}
    for sign in "wbhx":
        miss(aimed(others, drawn("f8", "e8", sign=sign)), "S,E", HIT).then(
            AccuracyRolled, lands("f9", "m4", 5), HitRolled, PenetrationRolled
        )


def test_who_measured_at_the_table_has_other_buildings_there() -> None:
    """The range that was measured stands for the neighbours of the target, too."""
    story = aimed({"m4": ("Sherman", "allies", "f9", "S")}, drawn("f8"), more="ruler=6")
    miss(story, "S,E", HIT).then(AccuracyRolled, lands("f9", "m4", 6), HitRolled, PenetrationRolled)


def test_a_shot_drifts_beyond_the_longest_range_too() -> None:
    units = {"hummel": ("Hummel", "axis", "e1", "N"), "hellcat": ("Hellcat", "allies", "e17", "S")}
    units["m4"] = ("Sherman", "allies", "e18", "S")
    story = battle(FIELD, units, phase="firing", missed_shots=True)
    story.when("axis", "announce hummel hellcat how=parabolic").then(happened(Announced, range=8))
    miss(story, "N,-", HIT).then(AccuracyRolled, lands("e18", "m4", 8), HitRolled, PenetrationRolled)


# -- when the dice are rolled ------------------------------------------------------------------------------------------


def test_without_option_9_a_miss_is_a_miss() -> None:
    story = battle(FIELD, UNITS, phase="firing")
    story.when("axis", "announce hummel hellcat how=parabolic").then(Announced)
    story.when("axis", f"fire hummel {MISSED}").then(happened(AccuracyRolled, result="miss"))
    story = battle(FIELD, UNITS, phase="firing")
    story.when("axis", "announce hummel hellcat how=parabolic").then(Announced)
    miss(story, "N,-").refused("002 R19", "miss")


def test_nothing_drifts_that_hit() -> None:
    story = aimed()
    story.when("axis", "fire hummel accuracy=4,4 miss=N,- hit=top penetration=0").refused("002 R19", "miss")


def test_a_miss_by_the_hit_die_comes_down_where_it_was_aimed() -> None:
    """Ruling: option 9 follows the accuracy dice; the crew on the hit die (R36) is the end of a shot."""
    story = aimed({"m4": ("Sherman", "allies", "e11", "W")})
    story.play.units["hummel"].injured = True
    story.when("axis", "fire hummel accuracy=4,4 miss=N,- hit=body+crew").refused("002 R19", "miss")
    story = aimed({"m4": ("Sherman", "allies", "e11", "W")})
    story.play.units["hummel"].injured = True
    story.when("axis", "fire hummel accuracy=4,4 hit=body+crew").then(
        happened(AccuracyRolled, result="hit"), happened(HitRolled, victim="hellcat", missed="crew")
    )


def injured(others: Mapping[str, tuple[str, ...]], **options: Any) -> Story:
    """The howitzer's crew is injured, and by option a shot its hit die makes a miss comes down somewhere, too."""
    story = aimed(others, drift_by_hit_die=True, **options)
    story.play.units["hummel"].injured = True
    return story


def test_by_option_a_shot_the_hit_die_makes_a_miss_drifts_too() -> None:
    """Its area counts where it comes down; the symbol that made it a miss does no more."""
    story = injured({"m4": ("Sherman", "allies", "e11", "W")})
    story.when("axis", "fire hummel accuracy=4,4 hit=body+crew miss=N,- penetration=1").then(
        happened(AccuracyRolled, result="hit"),
        happened(HitRolled, victim="hellcat", missed="crew"),
        lands("e11", "m4", 5),
        happened(HitRolled, victim="m4", roll=None, missed="", zone="side", armour=4),
        happened(PenetrationRolled, victim="m4", final=10),
    )


def test_by_option_the_missed_shot_may_strike_nobody() -> None:
    missed = (happened(AccuracyRolled, result="hit"), happened(HitRolled, missed="crew"))
    injured({}).when("axis", "fire hummel accuracy=4,4 hit=body+crew miss=N,-").then(*missed, lands("e11"))
    told = injured({}).when("axis", "fire hummel accuracy=4,4 hit=body+crew miss=N,- penetration=1")
    told.refused("002 R19", "penetration")
    injured({}).when("axis", "fire hummel accuracy=4,4 miss=N,-").refused("002 R19", "miss")


def test_by_option_a_shot_drifts_once() -> None:
    """Who is struck where it came down is missed by the crew on the hit die, and that is the end of it."""
    story = injured({"m4": ("Sherman", "allies", "e11", "W")})
    miss(story, "N,-", "hit=body+crew").then(
        happened(AccuracyRolled, result="miss"),
        lands("e11", "m4", 5),
        happened(HitRolled, victim="m4", missed="crew"),
    )


def test_the_option_means_nothing_without_option_9() -> None:
    story = battle(FIELD, UNITS, phase="firing", drift_by_hit_die=True)
    story.play.units["hummel"].injured = True
    story.tell("axis: announce hummel hellcat how=parabolic")
    story.when("axis", "fire hummel accuracy=4,4 hit=body+crew").then(AccuracyRolled, HitRolled)


def test_a_direct_shot_that_misses_does_not_drift() -> None:
    for how, after in (("direct", ()), ("parabolic", (lands("e8"),))):
        units = {**UNITS, "hellcat": ("Hellcat", "allies", "e7", "S")}
        story = battle(FIELD, units, phase="firing", missed_shots=True)
        story.when("axis", f"announce hummel hellcat how={how}").then(Announced)
        dice = "miss=N,-" if after else ""
        story.when("axis", f"fire hummel {MISSED} {dice}").then(happened(AccuracyRolled, result="miss"), *after)


def test_a_report_that_failed_drifts_nowhere() -> None:
    units = {**UNITS, "pz38": ("Pz 38 t", "axis", "m10", "W")}
    story = battle(drawn("e5"), units, phase="firing", missed_shots=True)
    story.when("axis", "announce hummel hellcat how=parabolic").then(happened(Announced, reporter="pz38"))
    story.when("axis", "fire hummel radio=red miss=N,-").refused("002 R19", "miss")


def test_where_nobody_is_nothing_more_is_rolled() -> None:
    miss(aimed(), "N,-", "hit=top").refused("002 R19", "hit")
    miss(aimed(), "-,-", "penetration=0").refused("002 R19", "penetration")


def test_left_out_the_dice_are_leaguer_s() -> None:
    told = aimed().when("axis", f"fire hummel {MISSED}")
    drifted = told.events[1]
    assert isinstance(drifted, ShotDrifted)
    assert (drifted.roll.question, drifted.roll.by) == ("r1/axis/hummel/miss", "leaguer")
    letters = drifted.roll.values
    assert letters[0] in ("N", "S", "-")
    assert letters[1] in ("E", "W", "-")


@pytest.mark.parametrize("letters", ["E,N", "N", "N,N", "-", "N,Q", ""])
def test_letters_the_dice_have_not(letters: str) -> None:
    """The die of north and south comes first."""
    miss(aimed(), letters).refused("dice", "miss")


def test_no_third_die() -> None:
    with pytest.raises(Refused) as caught:
        miss(aimed(), "N,E,E")
    assert (caught.value.code, caught.value.field) == ("malformed", "line 1: miss")


def test_a_club_s_own_miss_dice() -> None:
    miss(aimed(dice="miss_ns: N N N S S S"), "-,E").refused("dice", "miss")
    miss(aimed(dice="miss_ns: N N N S S S"), "N,E").then(AccuracyRolled, lands("f11"))
