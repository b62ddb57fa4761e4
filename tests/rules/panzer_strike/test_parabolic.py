"""Parabolic fire: who may, how far, over what (R38 to R42, B9, B11, B19), with Examples 11 and 12 on the board."""

from __future__ import annotations

from typing import Any

import pytest

from rules.systems.panzer_strike.announcements import Announced
from rules.systems.panzer_strike.fire import AccuracyRolled
from rules.systems.panzer_strike.hits import HitRolled, PenetrationRolled
from rules.systems.panzer_strike.turns import TurnBegan, TurnEnded
from tests.rules.panzer_strike.table import FIELD, battle
from tests.rules.scenario import Story, Told, happened

HOWITZER = "105 mm M2A1 howitzer (FW)"


def drawn(*buildings: str, of: str = FIELD, sign: str = "#") -> str:
    """The field with buildings (or what `sign` means) on these squares."""
    rows = [[*row] for row in of.splitlines()]
    for square in buildings:
        rows[len(rows) - int(square[1:])][ord(square[0]) - 97] = sign
    return "\n".join(map("".join, rows))


def shelling(target: str, *buildings: str, facing: str = "N", at: str = "e1", **options: Any) -> Story:
    """A Hummel fires at a Hellcat; a Pz 38 t on its flank sees everything and always has."""
    units = {
        "hummel": ("Hummel", "axis", at, facing),
        "pz38": ("Pz 38 t", "axis", "t10", "W"),
        "hellcat": ("Hellcat", "allies", target, "S"),
    }
    contacts = {"pz38": ("hellcat",)}
    return battle(drawn(*buildings), units, phase="firing", contacts=contacts, **options)


def announce(story: Story, more: str = "", target: str = "hellcat") -> Told:
    return story.when("axis", f"announce hummel {target} how=parabolic {more}")


# -- trajectories on a flat board (R41, B19) ---------------------------------------------------------------------------


def test_example_11_the_house_of_the_howitzer_is_far_enough_and_that_of_the_target_is_not() -> None:
    announce(shelling("e10", "e3", "e9")).refused("002 R41", "target")
    announce(shelling("e10", "e3", "e8")).then(happened(Announced, range=5, board_range=5, by="board"))


def test_example_12_one_target_of_three_can_be_fired_at() -> None:
    """A has a house between it and the howitzer; B one right in front of it; the third lies beside the howitzer, on
    the way to C."""
    units = {
        "hummel": ("Hummel", "axis", "e1", "N"),
        "pz38": ("Pz 38 t", "axis", "t10", "W"),
        "a": ("Hellcat", "allies", "e9", "S"),
        "b": ("Hellcat", "allies", "g9", "S"),
        "c": ("Hellcat", "allies", "j9", "S"),
    }
    story = battle(drawn("e5", "g8", "f2"), units, phase="firing", contacts={"pz38": ("a", "b", "c")})
    announce(story, target="b").refused("002 R41", "target")
    announce(story, target="c").refused("002 R41", "target")
    announce(story, target="a").then(happened(Announced, target="a", how="parabolic", range=4, reporter="pz38"))


def test_a_house_beside_one_end_does_not_matter_off_the_way() -> None:
    announce(shelling("e10", "d1", "f1", "d2", "f2", "d10", "f10", "e11", "d9")).then(Announced)


def test_a_house_at_a_corner_of_the_way_matters_where_two_meet() -> None:
    """As for sight: from e1 diagonally to j6 the shell passes exactly between e2 and f1."""
    announce(shelling("j6", "e2", facing="NE")).then(Announced)
    announce(shelling("j6", "e2", "f1", facing="NE")).refused("002 R41", "target")


@pytest.mark.parametrize("sign", ["x", "w", "b", "h"])
def test_small_obstacles_do_not_matter(sign: str) -> None:
    """R39: not even at both ends, and the howitzer sees over them."""
    units = {"hummel": ("Hummel", "axis", "e1", "N"), "hellcat": ("Hellcat", "allies", "e9", "S")}
    story = battle(drawn("e2", "e5", "e8", sign=sign), units, phase="firing")
    announce(story).then(happened(Announced, reporter="", contact=""))


def test_vehicles_in_between_do_not_matter() -> None:
    units = {
        "hummel": ("Hummel", "axis", "e1", "N"),
        "tiger": ("Tiger", "axis", "e2", "N"),
        "m4": ("Sherman", "allies", "e8", "S"),
        "hellcat": ("Hellcat", "allies", "e9", "S"),
    }
    announce(battle(FIELD, units, phase="firing")).then(happened(Announced, reporter="", contact=""))


def test_the_protractor_of_the_table_wins() -> None:
    story = shelling("e10", "e2", "e9")
    announce(story, "ruler=6").then(happened(Announced, range=6, by="ruler", board_range=0, reporter="", contact=""))
    story = shelling("e10", "e3", "e8")
    announce(story, "ruler=4").then(happened(Announced, range=4, by="ruler", board_range=5, reporter="", contact=""))


# -- range (R38) -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("target", "range_"), [("e6", 3), ("e7", 3), ("e17", 8), ("g6", 3), ("d17", 0), ("e18", 0)])
def test_range_is_measured_to_the_centre_between_least_and_most(target: str, range_: int) -> None:
    """A Hummel reaches from 3 to 8. The near edge of d17 is in section 8, its centre in 9."""
    story = shelling(target)
    if range_:
        announce(story).then(happened(Announced, range=range_, board_range=range_))
    else:
        announce(story).refused("002 R38", "target")


def test_too_near_is_refused_as_too_far_is() -> None:
    assert announce(shelling("e5")).refused("002 R38", "target").text.text().endswith("range 2.")
    announce(shelling("e4")).refused("002 R38", "target")


def test_the_ruler_of_the_table_keeps_to_the_limits() -> None:
    story = shelling("e10")
    announce(story, "ruler=2").refused("002 R38", "ruler")
    announce(story, "ruler=3").then(happened(Announced, range=3))
    announce(shelling("e10"), "ruler=8").then(happened(Announced, range=8))
    announce(shelling("e18"), "ruler=8").then(happened(Announced, range=8, board_range=0))


def test_another_ruler_gives_other_ranges() -> None:
    announce(shelling("e6", ruler=3)).refused("002 R38", "target")
    announce(shelling("e8", ruler=3)).then(happened(Announced, range=3))


# -- who may (R38, R40, B11) -------------------------------------------------------------------------------------------


def test_only_weapons_with_a_parabolic_range() -> None:
    story = shelling("e10")
    story.when("axis", "announce pz38 hellcat how=parabolic").refused("002 R38", "how")
    story.when("axis", "announce pz38 hellcat how=parabolic ruler=4").refused("002 R38", "how")


@pytest.mark.parametrize("steps", ["F", "B", "R+"])
def test_a_self_propelled_howitzer_that_made_a_step_does_not_fire_so(steps: str) -> None:
    """B11: a turn in place is one. It may still fire directly (R15)."""
    units = {"hummel": ("Hummel", "axis", "e3", "N"), "hellcat": ("Hellcat", "allies", "f9", "S")}
    story = battle(FIELD, units).tell(f"axis: move hummel {steps}\naxis: end-movement axis")
    announce(story).refused("002 R40", "unit")
    announce(story, "ruler=4").refused("002 R40", "unit")
    story.when("axis", "announce hummel hellcat ruler=4").then(happened(Announced, how="direct"))


def test_it_fires_again_in_the_next_round() -> None:
    units = {"hummel": ("Hummel", "axis", "e3", "N"), "hellcat": ("Hellcat", "allies", "f11", "S")}
    story = battle(FIELD, units).tell("axis: move hummel F\naxis: end-movement axis\naxis: end-turn axis")
    story.tell("allies: end-movement allies\nallies: end-turn allies\naxis: end-movement axis")
    announce(story).then(Announced)


def test_a_fixed_howitzer_fires_too_and_not_when_it_was_turned() -> None:
    units = {"m105": (HOWITZER, "allies", "e10", "S"), "tiger": ("Tiger", "axis", "e1", "N")}
    story = battle(FIELD, units, turn="allies", phase="firing")
    story.when("allies", "announce m105 tiger how=parabolic").then(happened(Announced, range=5))
    story = battle(FIELD, units, turn="allies").tell("allies: move m105 R+\nallies: end-movement allies")
    story.when("allies", "announce m105 tiger how=parabolic").refused("002 R47", "unit")


# -- at what (R17, R39) ------------------------------------------------------------------------------------------------


def test_the_target_is_in_the_arc() -> None:
    """Squares exactly 45 degrees off are not; the board alone says so, whatever the ruler showed."""
    announce(shelling("m9")).refused("002 R39", "target")
    announce(shelling("m9"), "ruler=6").refused("002 R39", "target")
    announce(shelling("l9")).then(Announced)


def test_no_ruler_makes_a_target_beside_it_one() -> None:
    announce(shelling("e2"), "ruler=3").refused("002 R17", "target")


def test_cover_is_nothing_to_it() -> None:
    announce(shelling("e10"), "cover=terrain").refused("002 R39", "cover")
    announce(shelling("e10"), "cover=pz38 ruler=4").refused("002 R39", "cover")


def test_walls_are_fired_at_directly() -> None:
    units = {"hummel": ("Hummel", "axis", "e1", "N"), "hellcat": ("Hellcat", "allies", "j9", "S")}
    story = battle(drawn("e7", sign="w"), units, phase="firing")
    story.when("axis", "announce hummel wall=e7 how=parabolic").refused("002 R65", "how")


@pytest.mark.parametrize("target", ["pz38", "nobody", "hummel"])
def test_only_an_enemy_is_fired_at(target: str) -> None:
    announce(shelling("e10"), target=target).refused("002 R1" if target == "nobody" else "002 R15", "target")


# -- the shot (R42, B9, R28) -------------------------------------------------------------------------------------------


def test_a_blue_hit_die_is_rolled_and_top_is_the_top() -> None:
    """The Hellcat's top; HE loses nothing with range. What the side symbol is for angled armour, the top has not."""
    story = shelling("g10", angled_armour=True)
    top = story.play.units["hellcat"].figures.top
    announce(story).then(happened(Announced, range=5))
    story.when("axis", "fire hummel accuracy=4,4 hit=top+side penetration=0").then(
        happened(AccuracyRolled, needed=5, total=8, result="hit"),
        happened(HitRolled, die="blue", zone="top", angled=False, armour=top, missed=""),
        happened(PenetrationRolled, base=9, drop=0, final=9, zone="top", armour=top, outcome="destroyed"),
    )


def test_the_body_is_angled_under_option_6_under_the_blue_die_too() -> None:
    """R27: from e1 the Hellcat on j9, facing south, is angled; the symbol chooses its side."""
    for face, zone in (("body", "front"), ("body+side", "side")):
        story = shelling("j9", angled_armour=True)
        figures = story.play.units["hellcat"].figures
        armour = {"front": figures.front, "side": figures.side}[zone]
        announce(story).then(Announced)
        thicker = (4 * armour + 1) // 3
        story.when("axis", f"fire hummel accuracy=4,4 hit={face} penetration=0").then(
            AccuracyRolled,
            happened(HitRolled, die="blue", zone=zone, angled=True, armour=thicker),
            happened(PenetrationRolled, armour=thicker),
        )


def test_the_other_dice_of_option_4_are_not_for_it() -> None:
    story = shelling("e6", targeted_area=True)
    announce(story, "ruler=3").then(Announced)
    story.when("axis", "fire hummel die=green accuracy=4,4").refused("002 R23", "die")
    story.when("axis", "fire hummel die=orange").refused("002 R23", "die")


def test_a_fixed_weapon_is_hit_on_top_as_well() -> None:
    """R22 has no hit die for fixed weapons; parabolic fire has (A4)."""
    units = {"hummel": ("Hummel", "axis", "e1", "N"), "m105": (HOWITZER, "allies", "e9", "S")}
    story = battle(FIELD, units, phase="firing")
    announce(story, target="m105").then(Announced)
    story.when("axis", "fire hummel accuracy=4,4 hit=top penetration=1").then(
        AccuracyRolled, happened(HitRolled, die="blue", zone="top"), happened(PenetrationRolled, drop=0)
    )


def test_another_announcement_replaces_it_until_the_first_die() -> None:
    story = shelling("e7")
    announce(story).then(Announced)
    story.when("axis", "announce hummel hellcat").then(happened(Announced, how="direct"))
    announce(story).then(happened(Announced, how="parabolic"))
    story.when("axis", "fire hummel accuracy=0,0").then(happened(AccuracyRolled, result="miss"))
    announce(story).refused("002 R16", "")
    story.when("axis", "end-turn axis").then(TurnEnded, TurnBegan)
