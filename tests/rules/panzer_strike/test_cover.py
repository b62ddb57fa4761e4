"""R21, A5: a target more than half of which is hidden, and what is struck in its place."""

from __future__ import annotations

import pytest

from rules.systems.panzer_strike.announcements import Announced
from rules.systems.panzer_strike.fire import AccuracyRolled
from rules.systems.panzer_strike.hits import HitRolled, PenetrationRolled
from tests.rules.panzer_strike.shots import announced, duel, faced, unit
from tests.rules.panzer_strike.table import FIELD, battle
from tests.rules.panzer_strike.test_sight import drawn
from tests.rules.scenario import happened

ALLY = {"cover": ("Panther", "axis", "k6", "N")}
ENEMY = {"cover": ("M5 Stuart", "allies", "k6", "W")}


def test_one_more_is_needed() -> None:
    miss = duel("Tiger", "Jumbo", range=3, aim={"cover": "terrain"})
    miss.when("axis", "fire firer accuracy=1,1").then(happened(AccuracyRolled, total=2, needed=4, result="miss"))
    struck = duel("Tiger", "Jumbo", range=3, aim={"cover": "terrain"})
    struck.when("axis", "fire firer accuracy=1,2").then(
        happened(AccuracyRolled, total=3, needed=4, result="obstacle", victim="", range=3)
    )
    hit = duel("Tiger", "Jumbo", range=3, aim={"cover": "terrain"})
    hit.when("axis", "fire firer accuracy=2,2 hit=body penetration=0").then(
        happened(AccuracyRolled, total=4, needed=4, result="hit", victim="target"), HitRolled, PenetrationRolled
    )


def test_at_range_8_it_takes_nine() -> None:
    """A5: with the best gun one in seven or so."""
    for dice, result in (("5,3", "obstacle"), ("5,4", "hit")):
        told = duel("Nashorn", "Jumbo", range=8, aim={"cover": "terrain"}).when("axis", f"fire firer accuracy={dice}")
        rolled = happened(AccuracyRolled, needed=9, result=result)
        told.then(rolled) if result == "obstacle" else told.then(rolled, HitRolled, PenetrationRolled)


@pytest.mark.parametrize("side", ["axis", "allies"])
def test_an_active_unit_that_is_struck_becomes_the_target(side: str) -> None:
    """Friend or foe: its own range, and the side that it shows. From j3 to k6 it is range 2."""
    model, _side, square, facing = (ALLY if side == "axis" else ENEMY)["cover"]
    story = duel("Tiger", "Jumbo", range=3, others={"cover": (model, side, square, facing)}, aim={"cover": "cover"})
    told = story.when("axis", "fire firer accuracy=1,2 hit=body penetration=-2")
    zone, armour = ("rear", 4) if side == "axis" else ("side", 3)
    told.then(
        happened(AccuracyRolled, result="obstacle", target="target", victim="cover", range=2),
        happened(HitRolled, victim="cover", zone=zone, armour=armour),
        happened(PenetrationRolled, victim="cover", drop=1, final=11, outcome="destroyed"),
    )
    assert unit(story, "cover").life == "destroyed"
    assert unit(story, "target").life == "active"
    kinds = [(feat.kind, feat.of) for feat in unit(story, "firer").feats]
    enemy = [("hit", "cover"), ("kill", "cover"), ("damage", "cover")] if side == "allies" else []
    assert kinds == [("shot", "target"), *enemy]


def test_it_is_no_farther_off_than_the_target() -> None:
    """By a ruler that shows less than the board."""
    story = duel("Tiger", "Jumbo", range=3, others=ENEMY, aim={"cover": "cover", "by": "ruler"})
    unit(story, "firer").aim.range = 1  # type: ignore[union-attr]
    story.when("axis", "fire firer accuracy=0,1 hit=body penetration=0").then(
        happened(AccuracyRolled, result="obstacle", range=1), HitRolled, happened(PenetrationRolled, drop=0)
    )


def test_a_fixed_weapon_in_front_is_struck_as_well() -> None:
    story = duel(
        "Tiger", "Jumbo", range=3, others={"pak": ("3-inch M5 (FW)", "allies", "k6", "S")}, aim={"cover": "pak"}
    )
    story.when("axis", "fire firer accuracy=1,2 penetration=0").then(
        happened(AccuracyRolled, result="obstacle", victim="pak"),
        happened(HitRolled, roll=None, zone="front", armour=1),
        happened(PenetrationRolled, outcome="destroyed"),
    )


@pytest.mark.parametrize("cover", ["terrain", "wreck-k6", "cover"])
def test_terrain_and_wrecks_stop_the_shot(cover: str) -> None:
    """A unit destroyed earlier in the phase is a wreck by then."""
    story = faced("Tiger", "Jumbo", range=3, map=drawn(("k6", "x")), others={"cover": ("Sherman", "allies", "i6", "S")})
    wreck = next(iter(story.play.wrecks))
    story.and_then(announced(range=3, cover=wreck if cover == "wreck-k6" else cover))
    unit(story, "cover").life = "destroyed"
    story.when("axis", "fire firer accuracy=1,2").then(happened(AccuracyRolled, result="obstacle", victim=""))


@pytest.mark.parametrize("cover", ["terrain", "friend", "foe", "hulk"])
def test_what_hides_a_target_is_announced(cover: str) -> None:
    others = {
        "friend": ("Panther", "axis", "k6", "N"),
        "foe": ("Jumbo", "allies", "i6", "S"),
        "hulk": ("Jumbo", "allies", "k7", "S"),
    }
    story = faced("Tiger", "Jumbo", range=3, others=others)
    unit(story, "hulk").life = "destroyed"
    story.when("axis", f"announce firer target cover={cover}").then(happened(Announced, cover=cover, range=3))


@pytest.mark.parametrize("cover", ["firer", "target", "aside", "behind", "gone", "nonsense", "allies", "Terrain"])
def test_what_hides_nothing_of_it_is_refused(cover: str) -> None:
    others = {
        "aside": ("Panther", "axis", "n6", "N"),
        "behind": ("Jumbo", "allies", "j12", "S"),
        "gone": ("Jumbo", "allies", "k6", "S"),
    }
    story = faced("Tiger", "Jumbo", range=3, others=others)
    unit(story, "gone").life, unit(story, "gone").square = "left", ""
    story.when("axis", f"announce firer target cover={cover}").refused("002 R21", "cover")


def test_the_die_was_chosen_before_it_is_known_who_is_struck() -> None:
    """R21, B9: option 4."""
    story = duel("Tiger", "Jumbo", range=3, others=ENEMY, aim={"cover": "cover"}, targeted_area=True)
    story.when("axis", "fire firer die=orange accuracy=1,2 hit=track penetration=0").then(
        happened(AccuracyRolled, victim="cover"),
        happened(HitRolled, die="orange", zone="tracks", armour=2),
        happened(PenetrationRolled, outcome="immobilised"),
    )


def test_a_friend_destroyed_by_it_does_not_fire_any_more() -> None:
    units = {
        "firer": ("Tiger", "axis", "j3", "N"),
        "cover": ("Panther", "axis", "k6", "N"),
        "target": ("Jumbo", "allies", "j9", "S"),
    }
    story = battle(FIELD, units, phase="firing").and_then(
        announced(range=3, cover="cover"), announced("cover", range=1)
    )
    story.tell("axis: fire firer accuracy=1,2 hit=body penetration=0")
    story.when("axis", "fire cover").refused("002 R30", "unit")
    story.tell("axis: end-turn axis")
