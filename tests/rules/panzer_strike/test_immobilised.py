"""R33, R35, B15: hits on tracks and wheels."""

from __future__ import annotations

import msgspec
import pytest

from rules.systems.panzer_strike.announcements import Announced
from rules.systems.panzer_strike.fire import AccuracyRolled
from rules.systems.panzer_strike.hits import HitRolled, PenetrationRolled
from tests.rules.panzer_strike.shots import duel, faced, unit
from tests.rules.scenario import happened


@pytest.mark.parametrize(("change", "outcome"), [(-1, "none"), (0, "immobilised"), (1, "immobilised")])
def test_as_much_as_the_armour_is_enough(change: int, outcome: str) -> None:
    """A T-60, 5, at range 2 against tracks of 4: never destroyed by it."""
    story = duel("T-60", "Jumbo", range=2)
    story.when("axis", f"fire firer accuracy=5,5 hit=track penetration={change}").then(
        AccuracyRolled,
        happened(HitRolled, zone="tracks", armour=4),
        happened(PenetrationRolled, final=4 + change, outcome=outcome),
    )
    target = unit(story, "target")
    assert (target.life, target.injured) == ("active", False)
    assert target.mobility == ("mobile" if outcome == "none" else "immobilised")
    assert target.hurt == (0 if outcome == "none" else 1)


def test_however_often() -> None:
    """R33: further hits change nothing."""
    story = duel("Tiger II", "Jumbo")
    unit(story, "target").mobility = "immobilised"
    story.when("axis", "fire firer accuracy=4,4 hit=track penetration=0").then(
        AccuracyRolled, HitRolled, happened(PenetrationRolled, final=18, outcome="none")
    )
    target = unit(story, "target")
    assert (target.life, target.mobility, target.hurt) == ("active", "immobilised", 0)
    assert [feat.kind for feat in unit(story, "firer").feats] == ["shot", "hit"]


@pytest.mark.parametrize(("final", "outcome"), [(0, "immobilised"), (-1, "none")])
def test_tracks_without_armour_are_penetrated_by_nothing_but_not_by_less(final: int, outcome: str) -> None:
    """B15: R32 speaks of bodies."""
    story = duel("T-60", "Greyhound M8", range=4)
    firer, target = unit(story, "firer"), unit(story, "target")
    firer.figures = msgspec.structs.replace(firer.figures, penetration=3 + final)
    target.figures = msgspec.structs.replace(target.figures, tracks=0)
    story.when("axis", "fire firer accuracy=5,5 hit=track penetration=0").then(
        AccuracyRolled, HitRolled, happened(PenetrationRolled, final=final, armour=0, outcome=outcome)
    )


def test_it_may_still_fire() -> None:
    """R35."""
    story = faced("Tiger", "Jumbo")
    unit(story, "firer").mobility = "immobilised"
    story.when("axis", "announce firer target").then(Announced)
