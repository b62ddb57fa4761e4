"""R34: option 7, hits on tracks and wheels one by one."""

from __future__ import annotations

import pytest

from rules.systems.panzer_strike.fire import AccuracyRolled
from rules.systems.panzer_strike.hits import HitRolled, PenetrationRolled
from tests.rules.panzer_strike.shots import duel, unit
from tests.rules.scenario import happened


@pytest.mark.parametrize("model", ["Jumbo", "Greyhound M8"])
@pytest.mark.parametrize(
    ("was", "outcome", "now"),
    [("mobile", "semi", "semi"), ("semi", "immobilised", "immobilised"), ("immobilised", "none", "immobilised")],
)
def test_every_hit_that_penetrates_is_a_level(model: str, was: str, outcome: str, now: str) -> None:
    story = duel("Tiger", model, semi_immobilised=True)
    unit(story, "target").mobility = was  # type: ignore[assignment]
    story.when("axis", "fire firer accuracy=4,4 hit=track penetration=0").then(
        AccuracyRolled, happened(HitRolled, zone="tracks"), happened(PenetrationRolled, outcome=outcome)
    )
    assert unit(story, "target").mobility == now
    assert unit(story, "target").hurt == (0 if outcome == "none" else 1)


def test_without_the_option_one_is_enough() -> None:
    """And what was semi-immobilised in a battle before is immobilised."""
    for was in ("mobile", "semi"):
        story = duel("Tiger", "Jumbo")
        unit(story, "target").mobility = was
        story.tell("axis: fire firer accuracy=4,4 hit=track penetration=0")
        assert unit(story, "target").mobility == "immobilised"


def test_what_does_not_penetrate_is_no_level() -> None:
    story = duel("T-60", "Jumbo", semi_immobilised=True)
    story.tell("axis: fire firer accuracy=5,5 hit=track penetration=-1")
    assert unit(story, "target").mobility == "mobile"
