"""R22, A4, B2: fixed weapons have nothing but a body; when a hit die is rolled for them all the same."""

from __future__ import annotations

import pytest

from rules.systems.panzer_strike.fire import AccuracyRolled
from rules.systems.panzer_strike.hits import HitRolled, PenetrationRolled
from tests.rules.panzer_strike.shots import duel, moved, unit
from tests.rules.scenario import Story, happened

GUN = "8.8 cm Pak 43/41 (FW)"


def with_die(story: Story, face: str, **fields: object) -> None:
    story.when("axis", f"fire firer accuracy=4,4 hit={face} penetration=0").then(
        AccuracyRolled, happened(HitRolled, **fields), PenetrationRolled
    )


def test_no_hit_die_is_rolled() -> None:
    duel("Tiger", GUN).when("axis", "fire firer accuracy=4,4 penetration=0").then(
        AccuracyRolled, happened(HitRolled, roll=None, missed="", zone="front", armour=1), PenetrationRolled
    )


@pytest.mark.parametrize("face", ["body", "track"])
def test_a_table_that_rolls_it_all_the_same_is_heard(face: str) -> None:
    """A4: it may be left out, and says nothing; whatever the die shows it is the body."""
    with_die(duel("Tiger", GUN), face, missed="", zone="front", armour=1)


def test_nor_by_leaguer() -> None:
    duel("Tiger", GUN, range=1).when("axis", "fire firer").then(
        AccuracyRolled, happened(HitRolled, roll=None), PenetrationRolled
    )


def test_nor_where_an_option_says_nothing_of_this_shot() -> None:
    """It has not moved, and is not at an angle."""
    story = duel("Tiger", GUN, firing_on_the_move=True, angled_armour=True, targeted_area=True)
    story.when("axis", "fire firer die=orange accuracy=4,4 penetration=0").then(
        AccuracyRolled, happened(HitRolled, roll=None, zone="front"), PenetrationRolled
    )


def test_a_die_is_rolled_where_the_firer_has_moved() -> None:
    """A4."""
    story = duel("Tiger", GUN, moves=(moved("firer", "F"),), firing_on_the_move=True)
    story.when("axis", "fire firer accuracy=4,4 hit=track+x").then(AccuracyRolled, happened(HitRolled, missed="x"))
    with_die(duel("Tiger", GUN, moves=(moved("firer", "F"),), firing_on_the_move=True), "track", zone="front", armour=1)


def test_and_where_a_turretless_one_has_turned() -> None:
    story = duel("StuG III G", GUN, moves=(moved("firer", "R+", "R-"),), firing_on_the_move=True)
    story.when("axis", "fire firer accuracy=4,4 hit=body+turn").then(AccuracyRolled, happened(HitRolled, missed="turn"))


def test_not_where_a_turret_only_turned_on_its_spot() -> None:
    story = duel("Tiger", GUN, moves=(moved("firer", "R+", "R-"),), firing_on_the_move=True)
    story.when("axis", "fire firer accuracy=4,4 hit=body+x penetration=0").then(
        AccuracyRolled, happened(HitRolled, missed="", zone="front"), PenetrationRolled
    )


def test_and_where_its_crew_is_injured() -> None:
    """A4: else the penalty would be none."""
    story = duel("Tiger", GUN)
    unit(story, "firer").injured = True
    story.when("axis", "fire firer accuracy=4,4 hit=track+crew").then(
        AccuracyRolled, happened(HitRolled, missed="crew")
    )
    again = duel("Tiger", GUN)
    unit(again, "firer").injured = True
    with_die(again, "track", missed="", zone="front")


@pytest.mark.parametrize(
    ("face", "zone", "armour"), [("body", "front", 1), ("body+side", "side", 0), ("track", "front", 1)]
)
def test_and_at_an_angle(face: str, zone: str, armour: int) -> None:
    """B2: the die tells which zone."""
    with_die(duel("Tiger", GUN, square="l6", angled_armour=True), face, zone=zone, angled=True, armour=armour)


@pytest.mark.parametrize(("face", "zone"), [("top", "top"), ("body", "front"), ("track", "front")])
def test_and_from_above(face: str, zone: str) -> None:
    """R42: the top can be hit."""
    with_die(duel("Hummel", GUN, range=3, aim={"how": "parabolic"}), face, die="blue", zone=zone)


def test_it_is_injured_and_destroyed_like_others_but_never_immobilised() -> None:
    story = duel("T-60", GUN, range=4)
    story.tell("axis: fire firer accuracy=5,5 penetration=-1")
    assert (unit(story, "target").injured, unit(story, "target").mobility) == (True, "mobile")
