"""R31, R32, R36, A17, B15: crews that are injured, and what they may do."""

from __future__ import annotations

import pytest

from rules.systems.panzer_strike.announcements import Announced
from rules.systems.panzer_strike.fire import AccuracyRolled
from rules.systems.panzer_strike.hits import HitRolled, PenetrationRolled
from tests.rules.panzer_strike.shots import duel, faced, moved, unit
from tests.rules.scenario import Story, happened


def shot(story: Story, penetration: int, hit: str = "hit=body ") -> Story:
    return story.tell(f"axis: fire firer accuracy=4,4 {hit}penetration={penetration}")


def test_barely_penetrated_twice_it_is_destroyed() -> None:
    """R31."""
    story = shot(duel("Tiger", "Jumbo", range=1), 0)
    assert unit(story, "target").injured
    again = duel("Tiger", "Jumbo", range=1)
    unit(again, "target").injured = True
    again.when("axis", "fire firer accuracy=4,4 hit=body penetration=0").then(
        AccuracyRolled, HitRolled, happened(PenetrationRolled, final=14, armour=14, outcome="destroyed")
    )
    assert unit(again, "target").life == "destroyed"


def test_less_does_nothing_to_an_injured_crew() -> None:
    story = duel("Tiger", "Jumbo", range=1)
    unit(story, "target").injured = True
    shot(story, -1)
    assert unit(story, "target").life == "active"


@pytest.mark.parametrize(("change", "final"), [(-1, 0), (-3, -2)])
@pytest.mark.parametrize(("injured", "outcome"), [(False, "injured"), (True, "destroyed")])
def test_no_armour_is_penetrated_by_nothing_and_less(change: int, final: int, injured: bool, outcome: str) -> None:
    """R32, A17: the side of a fixed weapon."""
    story = duel("T-60", "3-inch M5 (FW)", range=4, facing="E")
    firer = unit(story, "firer")
    firer.aim.range = 5  # type: ignore[union-attr]  # by a long ruler
    unit(story, "target").injured = injured
    story.when("axis", f"fire firer accuracy=5,5 penetration={change}").then(
        AccuracyRolled,
        happened(HitRolled, zone="side", armour=0),
        happened(PenetrationRolled, base=5, drop=4, final=final, armour=0, outcome=outcome),
    )


def test_more_than_nothing_destroys_what_has_no_armour() -> None:
    story = duel("T-60", "3-inch M5 (FW)", range=4, facing="E")
    story.when("axis", "fire firer accuracy=5,5 penetration=-1").then(
        AccuracyRolled, HitRolled, happened(PenetrationRolled, final=1, outcome="destroyed")
    )


# -- what it may do ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("steps", [("F",), ("R+",), ("R+", "R-")])
def test_it_does_not_both_move_and_fire(steps: tuple[str, ...]) -> None:
    """R36, B11: a turn in place is movement."""
    story = faced("Tiger", "Jumbo", moves=(moved("firer", *steps),))
    unit(story, "firer").injured = True
    story.when("axis", "announce firer target").refused("002 R36", "unit")


def test_it_fires_where_it_stood_still() -> None:
    story = faced("Tiger", "Jumbo")
    unit(story, "firer").injured = True
    story.when("axis", "announce firer target").then(Announced)


@pytest.mark.parametrize("face", ["body+crew", "track+crew"])
def test_the_crew_on_the_hit_die_is_a_miss(face: str) -> None:
    """R36: whatever options are played."""
    story = duel("Tiger", "Jumbo")
    unit(story, "firer").injured = True
    story.when("axis", f"fire firer accuracy=4,4 hit={face}").then(
        happened(AccuracyRolled, result="hit"), happened(HitRolled, missed="crew", zone="")
    )
    assert [feat.kind for feat in unit(story, "firer").feats] == ["shot"]


def test_else_it_hits_as_anybody() -> None:
    story = duel("Tiger", "Jumbo")
    unit(story, "firer").injured = True
    story.when("axis", "fire firer accuracy=4,4 hit=body penetration=0").then(
        AccuracyRolled, happened(HitRolled, missed=""), PenetrationRolled
    )


def test_a_crew_that_has_moved_loses_its_shot_when_a_friend_injures_it() -> None:
    """R36, A22: by a shot at what it stood in front of; the turn can end."""
    others = {"friend": ("Jumbo", "axis", "k6", "N")}
    story = faced("Sherman", "Tiger", range=3, others=others, moves=(moved("friend", "F", square="k6"),))
    story.tell("axis: announce firer target cover=friend\naxis: announce friend target")
    story.tell("axis: fire firer accuracy=1,2 hit=body penetration=0")  # 9 - 1 against the rear, 8
    assert unit(story, "friend").injured
    story.when("axis", "fire friend").refused("002 R36", "unit")
    story.tell("axis: end-turn axis")
