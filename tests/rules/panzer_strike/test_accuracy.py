"""R19, R20: two dice against the range; what is reported of them, and what is not asked for."""

from __future__ import annotations

import pytest

from rules.systems.panzer_strike.fire import AccuracyRolled
from rules.systems.panzer_strike.hits import HitRolled, PenetrationRolled
from tests.rules.panzer_strike.shots import duel, unit
from tests.rules.scenario import happened

SHOT = (AccuracyRolled, HitRolled, PenetrationRolled)


@pytest.mark.parametrize(("dice", "hit"), [("1,1", False), ("1,2", True), ("4,4", True), ("0,0", False)])
def test_the_sum_is_at_least_the_range(dice: str, hit: bool) -> None:
    rest = " hit=body penetration=0" if hit else ""
    told = duel("Tiger", "Jumbo", range=3).when("axis", f"fire firer accuracy={dice}{rest}")
    one, other = map(int, dice.split(","))
    rolled = happened(
        AccuracyRolled,
        total=one + other,
        needed=3,
        range=3,
        result="hit" if hit else "miss",
        victim="target" if hit else "",
    )
    told.then(rolled, HitRolled, PenetrationRolled) if hit else told.then(rolled)


@pytest.mark.parametrize(
    ("model", "told", "lies"),
    [
        ("Hummel", "4,4", (4, 4)),  # class 1: two low dice
        ("Sherman", "4,5", (4, 5)),  # class 2: low and middle
        ("Sherman", "5,4", (4, 5)),
        ("Sherman", "3,4", (3, 4)),  # could be either: as it was told
        ("Tiger", "5,5", (5, 5)),  # class 3: two middle ones
        ("Panther", "0,1", (0, 1)),  # class 4: middle and high, which has no 0
        ("Panther", "1,0", (0, 1)),
    ],
)
def test_the_pair_may_be_told_in_either_order(model: str, told: str, lies: tuple[int, int]) -> None:
    rest = " hit=body penetration=0" if sum(lies) >= 2 else ""
    events = duel(model, "Jumbo").when("axis", f"fire firer accuracy={told}{rest}").events
    assert isinstance(events[0], AccuracyRolled)
    assert events[0].roll.values == lies


@pytest.mark.parametrize(
    ("model", "dice"), [("Hummel", "5,0"), ("Sherman", "5,5"), ("Tiger", "6,0"), ("Panther", "0,0"), ("Tiger", "-1,5")]
)
def test_dice_show_what_is_on_them(model: str, dice: str) -> None:
    duel(model, "Jumbo").when("axis", f"fire firer accuracy={dice}").refused("dice", "accuracy")


def test_two_dice_are_rolled() -> None:
    duel("Tiger", "Jumbo").when("axis", "fire firer accuracy=3").refused("dice", "accuracy")


def test_dice_left_out_are_leaguers() -> None:
    story = duel("Tiger II", "Hummel", range=1)
    told = story.when("axis", "fire firer")
    told.then(*SHOT)
    rolls = [event.roll for event in told.events]  # type: ignore[attr-defined]
    assert [roll.by for roll in rolls] == ["leaguer"] * 3
    assert [roll.question for roll in rolls] == [f"r1/axis/firer/{die}" for die in ("accuracy", "hit", "penetration")]


def test_a_shot_and_its_hit_are_remembered() -> None:
    story = duel("Tiger", "Jumbo").tell("axis: fire firer accuracy=3,3 hit=body penetration=0")
    assert [(feat.kind, feat.of) for feat in unit(story, "firer").feats] == [("shot", "target"), ("hit", "target")]
    missed = duel("Tiger", "Jumbo").tell("axis: fire firer accuracy=0,0")
    assert [feat.kind for feat in unit(missed, "firer").feats] == ["shot"]


# -- what is not asked for ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("report", "field"),
    [
        ("accuracy=0,0 hit=body", "hit"),
        ("accuracy=0,0 hit=body penetration=0", "hit"),
        ("accuracy=0,0 penetration=0", "penetration"),
        ("radio=ok accuracy=3,3 hit=body penetration=0", "radio"),
        ("accuracy=0,0 miss=N,E", "miss"),
        ("accuracy=3,3 miss=N,E hit=body penetration=0", "miss"),
    ],
)
def test_dice_nobody_asks_for_are_refused(report: str, field: str) -> None:
    """R19: after a miss there is no hit die; radio and miss dice are for parabolic fire."""
    duel("Tiger", "Jumbo").when("axis", f"fire firer {report}").refused("002 R19", field)


@pytest.mark.parametrize(
    ("report", "field"),
    [
        ("hit=body", "hit"),
        ("penetration=0", "penetration"),
        ("accuracy=3,3 penetration=0", "penetration"),
        ("hit=body penetration=0", "hit"),
    ],
)
def test_no_die_is_left_out_before_one_that_is_reported(report: str, field: str) -> None:
    """R19: a refusal would tell what Leaguer's die shows."""
    duel("Tiger", "Jumbo").when("axis", f"fire firer {report}").refused("002 R19", field)


def test_the_last_dice_may_be_left_out() -> None:
    told = duel("Tiger", "Jumbo").when("axis", "fire firer accuracy=3,3 hit=body")
    told.then(*SHOT)
    assert [event.roll.by for event in told.events] == ["table", "table", "leaguer"]  # type: ignore[attr-defined]
