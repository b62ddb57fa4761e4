"""R24, A6, B10, B11: option 5, and what counts as having moved."""

from __future__ import annotations

import pytest

from rules.contract import Event
from rules.systems.panzer_strike.fire import AccuracyRolled
from rules.systems.panzer_strike.hits import HitRolled, PenetrationRolled
from rules.systems.panzer_strike.turrets import Traversed
from tests.rules.panzer_strike.shots import duel, moved
from tests.rules.scenario import happened

TURRET, HULL = "Tiger", "StuG III G"
NOTHING: tuple[Event, ...] = ()
DROVE, SPUN, BOTH = moved("firer", "F"), moved("firer", "R+", "R-"), moved("firer", "R+", "F", "R-")
TRAVERSED = Traversed(unit="firer", turret=0)


MISSES = [
    (TURRET, (DROVE,), "body+x", "x"),
    (TURRET, (BOTH,), "track+x+turn", "x"),
    (HULL, (DROVE,), "body+x", "x"),
    (HULL, (SPUN,), "body+x", "x"),
    (HULL, (SPUN,), "body+turn", "turn"),
    (HULL, (BOTH,), "body+turn", "turn"),
    (HULL, (BOTH,), "track+x+turn", "x"),
]
HITS = [
    (TURRET, NOTHING, "body+x+turn"),
    (TURRET, (TRAVERSED,), "body+x+turn"),
    (TURRET, (SPUN,), "body+x+turn"),  # A6: it has not left its square
    (TURRET, (BOTH,), "body+turn"),  # B10: that X is for turretless vehicles
    (HULL, NOTHING, "body+x+turn"),
    (HULL, (DROVE,), "body+turn"),
    (HULL, (BOTH,), "body+side"),
]


@pytest.mark.parametrize(("model", "moves", "face", "missed"), MISSES)
def test_an_x_is_a_miss_for_who_moved(model: str, moves: tuple[Event, ...], face: str, missed: str) -> None:
    story = duel(model, "Jumbo", moves=moves, firing_on_the_move=True)
    story.when("axis", f"fire firer accuracy=3,3 hit={face}").then(
        happened(AccuracyRolled, result="hit"), happened(HitRolled, missed=missed, zone="", armour=0)
    )


@pytest.mark.parametrize(("model", "moves", "face"), HITS)
def test_and_nothing_to_who_did_not(model: str, moves: tuple[Event, ...], face: str) -> None:
    story = duel(model, "Jumbo", moves=moves, firing_on_the_move=True, angled_armour=True)
    story.when("axis", f"fire firer accuracy=3,3 hit={face} penetration=0").then(
        AccuracyRolled, happened(HitRolled, missed="", zone="front"), PenetrationRolled
    )


@pytest.mark.parametrize(("moves", "missed"), [((DROVE,), "x"), ((SPUN,), "x"), (NOTHING, "")])
def test_a_die_with_one_x_for_both(moves: tuple[Event, ...], missed: str) -> None:
    """B10: single_x."""
    story = duel(HULL, "Jumbo", moves=moves, firing_on_the_move=True, single_x=True)
    told = story.when("axis", f"fire firer accuracy=3,3 hit=body+x{'' if missed else ' penetration=0'}")
    rolled = happened(HitRolled, missed=missed)
    told.then(AccuracyRolled, rolled) if missed else told.then(AccuracyRolled, rolled, PenetrationRolled)
    again = duel(HULL, "Jumbo", moves=moves, firing_on_the_move=True, single_x=True)
    again.when("axis", "fire firer accuracy=3,3 hit=body+turn").refused("dice", "hit")


def test_a_miss_by_the_hit_die_penetrates_nothing() -> None:
    story = duel(TURRET, "Jumbo", moves=(DROVE,), firing_on_the_move=True)
    story.when("axis", "fire firer accuracy=3,3 hit=body+x penetration=0").refused("002 R19", "penetration")


def test_it_is_an_option() -> None:
    duel(TURRET, "Jumbo", moves=(DROVE,)).when("axis", "fire firer accuracy=3,3 hit=body penetration=0").then(
        AccuracyRolled, happened(HitRolled, missed=""), PenetrationRolled
    )


def test_last_round_is_forgotten() -> None:
    story = duel(TURRET, "Jumbo", moves=(DROVE,), firing_on_the_move=True)
    story.tell(
        "axis: fire firer accuracy=0,0\naxis: end-turn axis\nallies: end-movement allies\nallies: end-turn allies"
    )
    story.tell("axis: end-movement axis\naxis: announce firer target")
    story.when("axis", "fire firer accuracy=3,3 hit=body+x penetration=0").then(
        AccuracyRolled, happened(HitRolled, missed=""), PenetrationRolled
    )
