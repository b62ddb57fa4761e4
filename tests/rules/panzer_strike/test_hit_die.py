"""R22, R25, R26, B4: what the hit die shows, and which armour it is."""

from __future__ import annotations

import pytest

from rules.systems.panzer_strike.fire import AccuracyRolled
from rules.systems.panzer_strike.hits import HitRolled, PenetrationRolled
from tests.rules.panzer_strike.shots import announced, duel, faced
from tests.rules.panzer_strike.table import FIELD, battle
from tests.rules.scenario import happened


def test_without_text_it_is_the_body() -> None:
    duel("Tiger", "Jumbo").when("axis", "fire firer accuracy=3,3 hit=body penetration=0").then(
        AccuracyRolled,
        happened(HitRolled, victim="target", die="white", missed="", zone="front", angled=False, armour=14),
        happened(PenetrationRolled, zone="front", armour=14),
    )


@pytest.mark.parametrize(("model", "armour"), [("Jumbo", 4), ("Greyhound M8", 1)])
def test_track_is_tracks_or_wheels(model: str, armour: int) -> None:
    duel("Tiger", model).when("axis", "fire firer accuracy=3,3 hit=track penetration=0").then(
        AccuracyRolled, happened(HitRolled, zone="tracks", armour=armour), happened(PenetrationRolled, zone="tracks")
    )


@pytest.mark.parametrize("face", ["top", "wheel", "body+x", "body+side", "track+turn", "body+crew+crew", "crew"])
def test_a_die_has_only_faces_that_mean_something_here(face: str) -> None:
    """Symbols of optional rules are none where these are not played; the top is for parabolic fire."""
    duel("Tiger", "Jumbo").when("axis", f"fire firer accuracy=3,3 hit={face}").refused("dice", "hit")


def test_the_crew_on_the_die_is_nothing_to_a_fit_one() -> None:
    duel("Tiger", "Jumbo").when("axis", "fire firer accuracy=3,3 hit=body+crew penetration=0").then(
        AccuracyRolled, happened(HitRolled, missed="", zone="front"), PenetrationRolled
    )


ZONES = {"front": 14, "side": 10, "rear": 8}


@pytest.mark.parametrize(
    ("facing", "square", "zone"),
    [
        # seen from the target on j10, the firer stands ...
        ("N", "j14", "front"),
        ("N", "k12", "front"),
        ("N", "l12", "side"),  # exactly 45 degrees off its long axis
        ("N", "m11", "side"),
        ("N", "l8", "side"),
        ("N", "k8", "rear"),
        ("N", "j6", "rear"),
        ("E", "n10", "front"),
        ("E", "j14", "side"),
        ("SW", "g7", "front"),
        ("NE", "k12", "front"),
        ("NE", "j13", "side"),
        ("NE", "i13", "side"),
        ("NE", "g7", "rear"),
        ("NE", "m7", "side"),
        ("NE", "i8", "rear"),
    ],
)
def test_the_armour_that_faces_the_firer_is_hit(facing: str, square: str, zone: str) -> None:
    units = {"firer": ("Tiger", "axis", square, "N"), "target": ("Jumbo", "allies", "j10", facing)}
    story = battle(FIELD, units, phase="firing").and_then(announced(range=2))
    story.when("axis", "fire firer accuracy=3,3 hit=body penetration=0").then(
        AccuracyRolled, happened(HitRolled, zone=zone, armour=ZONES[zone]), PenetrationRolled
    )


def test_the_facing_of_the_hull_counts_not_that_of_the_turret() -> None:
    story = faced("Tiger", "Jumbo", facing="E")
    story.play.units["target"].turret = 90
    story.and_then(announced()).when("axis", "fire firer accuracy=3,3 hit=body penetration=0").then(
        AccuracyRolled, happened(HitRolled, zone="side", armour=10), PenetrationRolled
    )
