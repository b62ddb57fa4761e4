"""R58 to R61, A14 to A16, B7, B18: hits on a vehicle whose crew is outside."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rules.systems.panzer_strike.fire import AccuracyRolled
from rules.systems.panzer_strike.hits import HitRolled, PenetrationRolled
from tests.rules.panzer_strike.shots import duel, unit
from tests.rules.scenario import Story, happened


def repairing(firer: str = "Tiger", timer: int = 3, mobility: str = "immobilised", **options: Any) -> Story:
    """A Jumbo with a timer, at range 1."""
    story = duel(firer, "Jumbo", range=1, **options)
    target = unit(story, "target")
    target.mobility, target.timer = mobility, timer  # type: ignore[assignment]
    return story


def fire(story: Story, hit: str, penetration: int, outcome: str, timer: int) -> Story:
    return story.when("axis", f"fire firer accuracy=4,4 hit={hit} penetration={penetration}").then(
        AccuracyRolled, HitRolled, happened(PenetrationRolled, outcome=outcome, timer=timer)
    )


@pytest.mark.parametrize(("timer", "then"), [(1, 2), (3, 4), (4, 5), (5, 5)])
@pytest.mark.parametrize(("hit", "penetration"), [("body", -1), ("body", 0)])
def test_what_does_not_penetrate_and_what_barely_does_delays(timer: int, then: int, hit: str, penetration: int) -> None:
    """R60: by one, to 5 at most; A16: nobody is injured."""
    story = fire(repairing(timer=timer), hit, penetration, "delayed", then)
    target = unit(story, "target")
    assert (target.timer, target.injured, target.life, target.mobility) == (then, False, "active", "immobilised")
    assert [feat.kind for feat in unit(story, "firer").feats] == ["shot", "hit"]


def test_tracks_that_are_hit_and_not_penetrated_delay_it_too() -> None:
    """A14."""
    story = repairing("T-60")
    fire(story, "track", -3, "delayed", 4)


def test_a_miss_delays_nothing() -> None:
    story = repairing()
    story.when("axis", "fire firer accuracy=0,0").then(AccuracyRolled)
    assert unit(story, "target").timer == 3


def test_nor_does_a_miss_by_the_hit_die() -> None:
    story = repairing()
    unit(story, "firer").injured = True
    story.when("axis", "fire firer accuracy=4,4 hit=body+crew").then(AccuracyRolled, HitRolled)
    assert unit(story, "target").timer == 3


def test_more_than_its_armour_destroys_it_as_usual() -> None:
    """R59."""
    story = fire(repairing(), "body", 1, "destroyed", 0)
    assert (unit(story, "target").life, unit(story, "target").timer) == ("destroyed", 0)


@pytest.mark.parametrize("timer", [1, 5])
def test_penetrated_tracks_begin_anew(timer: int) -> None:
    """R61."""
    story = fire(repairing(timer=timer), "track", 0, "reset", 5)
    assert (unit(story, "target").timer, unit(story, "target").mobility) == (5, "immobilised")


def test_a_second_level_is_lost_while_the_first_is_repaired() -> None:
    """B7."""
    story = fire(repairing(mobility="semi", semi_immobilised=True), "track", 0, "reset", 5)
    assert (unit(story, "target").timer, unit(story, "target").mobility) == (5, "immobilised")


def test_friends_delay_as_well() -> None:
    """B18: it stands in front of what they fire at. The timer then drops by one at the end of their turn."""
    others = {"friend": ("Tiger", "axis", "k6", "S")}
    story = duel("T-60", "Jumbo", range=3, others=others, aim={"cover": "friend"})
    friend = unit(story, "friend")
    friend.mobility, friend.timer, friend.since = "immobilised", 3, 0
    story.when("axis", "fire firer accuracy=1,2 hit=body penetration=0").then(
        AccuracyRolled, happened(HitRolled, victim="friend"), happened(PenetrationRolled, outcome="delayed", timer=4)
    )
    story.tell("axis: end-turn axis")
    assert friend.timer == 3


def test_a_patient_has_its_crew_inside() -> None:
    """A15: normal rules while a recovery vehicle works on it."""
    story = duel("Tiger", "Jumbo", range=1, others={"arv": ("M32 ARV (recovery)", "allies", "k5", "S")})
    target, arv = unit(story, "target"), unit(story, "arv")
    target.mobility, arv.patient, arv.since = "immobilised", "target", 0
    story.tell("axis: fire firer accuracy=4,4 hit=body penetration=0")
    assert target.injured


def test_no_armour_at_all_is_barely_penetrated_and_delays() -> None:
    """A17 during repairs: nobody is there to be injured."""
    story = duel("Hummel", "Nashorn", range=3, aim={"how": "parabolic"})
    firer, target = unit(story, "firer"), unit(story, "target")
    target.mobility, target.timer = "immobilised", 2
    firer.figures = msgspec.structs.replace(firer.figures, penetration=0)
    story.when("axis", "fire firer accuracy=4,4 hit=top penetration=-1").then(
        AccuracyRolled,
        happened(HitRolled, zone="top", armour=0),
        happened(PenetrationRolled, outcome="delayed", timer=3),
    )
