"""R23, B9: option 4, the orange and the green die."""

from __future__ import annotations

import pytest

from rules.systems.panzer_strike.fire import AccuracyRolled
from rules.systems.panzer_strike.hits import HitRolled, PenetrationRolled
from tests.rules.panzer_strike.shots import announced, duel, faced
from tests.rules.panzer_strike.test_sight import drawn
from tests.rules.scenario import happened


@pytest.mark.parametrize("die", ["orange", "green"])
@pytest.mark.parametrize(("model", "most"), [("Hummel", 1), ("Sherman", 2), ("Tiger", 3), ("Panther", 4)])
def test_an_area_is_aimed_at_within_the_class_of_the_weapon(die: str, model: str, most: int) -> None:
    report = f"fire firer die={die} accuracy=4,4 hit=track penetration=0"
    near = duel(model, "Jumbo", range=most, targeted_area=True)
    near.when("axis", report).then(AccuracyRolled, happened(HitRolled, die=die, zone="tracks"), PenetrationRolled)
    far = duel(model, "Jumbo", range=most + 1, targeted_area=True)
    far.when("axis", report).refused("002 R23", "die")


def test_it_is_an_option() -> None:
    duel("Panther", "Jumbo").when("axis", "fire firer die=green").refused("002 R23", "die")
    duel("Panther", "Jumbo").when("axis", "fire firer die=white accuracy=0,1").then(AccuracyRolled)


def test_the_white_die_stays() -> None:
    duel("Panther", "Jumbo", targeted_area=True).when("axis", "fire firer accuracy=3,3 hit=body penetration=0").then(
        AccuracyRolled, happened(HitRolled, die="white"), PenetrationRolled
    )


def test_the_range_that_counts_is_that_which_was_announced() -> None:
    story = faced("Tiger", "Jumbo", range=4, targeted_area=True).and_then(announced(range=3, by="ruler", board_range=4))
    story.when("axis", "fire firer die=orange accuracy=0,0").then(AccuracyRolled)


def test_leaguer_rolls_the_die_that_was_chosen() -> None:
    for die in ("white", "orange", "green"):
        story = duel("Panther", "Jumbo", range=1, targeted_area=True)
        hit = story.when("axis", f"fire firer die={die} accuracy=3,3").events[1]
        assert isinstance(hit, HitRolled)
        assert hit.roll is not None
        assert hit.roll.shows == (story.play.dice.hit[die],)


def test_nobody_aims_at_a_part_of_a_wall_or_from_above() -> None:
    wall = faced("Panther", "Jumbo", map=drawn(("j5", "w")), targeted_area=True)
    wall.and_then(announced(target="", wall="j5", range=1)).when("axis", "fire firer die=green").refused(
        "002 R23", "die"
    )
    above = duel("Hummel", "Jumbo", range=3, targeted_area=True, aim={"how": "parabolic"})
    above.when("axis", "fire firer die=green").refused("002 R23", "die")
