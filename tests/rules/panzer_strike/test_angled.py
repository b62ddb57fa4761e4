"""R27, A7, B5: option 6, armour at an angle."""

from __future__ import annotations

from typing import Any

import pytest

from rules.systems.panzer_strike.fire import AccuracyRolled
from rules.systems.panzer_strike.geometry import thickened
from rules.systems.panzer_strike.hits import HitRolled, PenetrationRolled
from tests.rules.panzer_strike.shots import announced, duel
from tests.rules.panzer_strike.table import FIELD, battle
from tests.rules.scenario import Story, happened

# As printed, for armour from 1 to 30.
PRINTED = (
    1,
    3,
    4,
    5,
    7,
    8,
    9,
    11,
    12,
    13,
    15,
    16,
    17,
    19,
    20,
    21,
    23,
    24,
    25,
    27,
    28,
    29,
    31,
    32,
    33,
    35,
    36,
    37,
    39,
    40,
)
FRONT, SIDE, REAR = thickened(14), thickened(10), thickened(8)  # of a Jumbo


def test_the_printed_table() -> None:
    assert tuple(thickened(armour) for armour in range(1, 31)) == PRINTED
    assert thickened(0) == 0


def seen_from(square: str, facing: str, model: str = "Jumbo", **options: Any) -> Story:
    """The target stands on j10, the firer on `square`."""
    units = {"firer": ("Tiger II", "axis", square, "N"), "target": (model, "allies", "j10", facing)}
    return battle(FIELD, units, phase="firing", angled_armour=True, **options).and_then(announced(range=2))


@pytest.mark.parametrize(
    ("facing", "square", "plain"),
    [
        ("N", "k12", FRONT),
        ("N", "l12", FRONT),
        ("N", "l11", FRONT),
        ("N", "k8", REAR),
        ("N", "h8", REAR),
        ("E", "l11", FRONT),
        ("E", "h12", REAR),
        ("NE", "j13", FRONT),
        ("NE", "k13", FRONT),
        ("NE", "i13", FRONT),
        ("NE", "g10", REAR),
        ("NE", "k7", REAR),
    ],
)
def test_at_an_angle_both_zones_can_be_hit(facing: str, square: str, plain: int) -> None:
    """B5: the side where the die shows its symbol, else front or rear; 4/3 of the armour either way."""
    story = seen_from(square, facing)
    zone = "front" if plain == FRONT else "rear"
    story.when("axis", "fire firer accuracy=4,4 hit=body penetration=0").then(
        AccuracyRolled, happened(HitRolled, zone=zone, angled=True, armour=plain), PenetrationRolled
    )
    seen_from(square, facing).when("axis", "fire firer accuracy=4,4 hit=body+side penetration=0").then(
        AccuracyRolled, happened(HitRolled, zone="side", angled=True, armour=SIDE), PenetrationRolled
    )


@pytest.mark.parametrize(
    ("facing", "square", "zone", "armour"),
    [
        ("N", "j13", "front", 14),
        ("N", "k13", "front", 14),
        ("N", "m11", "side", 10),
        ("N", "j7", "rear", 8),
        ("NE", "k12", "front", 14),  # on the path: only what stands orthogonally is angled there
        ("NE", "l12", "front", 14),
        ("NE", "m13", "front", 14),
        ("NE", "l11", "front", 14),
        ("NE", "g13", "side", 10),
    ],
)
@pytest.mark.parametrize("face", ["body", "body+side"])
def test_else_it_is_the_zone_that_faces_the_firer(facing: str, square: str, zone: str, armour: int, face: str) -> None:
    story = seen_from(square, facing)
    story.when("axis", f"fire firer accuracy=4,4 hit={face} penetration=0").then(
        AccuracyRolled, happened(HitRolled, zone=zone, angled=False, armour=armour), PenetrationRolled
    )


def test_tracks_do_not_change() -> None:
    seen_from("l12", "N").when("axis", "fire firer accuracy=4,4 hit=track penetration=0").then(
        AccuracyRolled, happened(HitRolled, zone="tracks", angled=False, armour=4), PenetrationRolled
    )


def test_nor_does_the_top() -> None:
    story = duel("Hummel", "Jumbo", 3, square="l9", aim={"how": "parabolic"}, angled_armour=True)
    story.when("axis", "fire firer accuracy=4,4 hit=top penetration=0").then(
        AccuracyRolled, happened(HitRolled, die="blue", zone="top", angled=False, armour=2), PenetrationRolled
    )


def test_what_comes_down_at_an_angle_meets_more_armour_too() -> None:
    """R42: a body hit from above is a body hit."""
    story = duel("Hummel", "Jumbo", 3, square="l9", facing="SW", aim={"how": "parabolic"}, angled_armour=True)
    story.when("axis", "fire firer accuracy=4,4 hit=body penetration=0").then(
        AccuracyRolled, happened(HitRolled, zone="front", angled=True, armour=FRONT), PenetrationRolled
    )


def test_it_is_an_option() -> None:
    story = duel("Tiger II", "Jumbo", square="k7")
    story.when("axis", "fire firer accuracy=4,4 hit=body+side penetration=0").refused("dice", "hit")
    duel("Tiger II", "Jumbo", square="k7").when("axis", "fire firer accuracy=4,4 hit=body penetration=0").then(
        AccuracyRolled, happened(HitRolled, zone="front", angled=False, armour=14), PenetrationRolled
    )


def test_armour_at_an_angle_stops_what_would_have_gone_through() -> None:
    """19 against 14 destroys; at an angle it is 19."""
    story = seen_from("l12", "N")
    story.when("axis", "fire firer accuracy=4,4 hit=body penetration=0").then(
        AccuracyRolled, HitRolled, happened(PenetrationRolled, final=18, armour=19, outcome="none")
    )
