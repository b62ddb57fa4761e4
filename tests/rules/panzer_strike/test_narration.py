"""What the log says of every ruling, in words and with the numbers it hangs on."""

from __future__ import annotations

from typing import Any

import pytest

from rules.contract import Event, Message, Roll
from rules.systems.panzer_strike import SYSTEM
from rules.systems.panzer_strike.aftermath import Assessed
from rules.systems.panzer_strike.announcements import Announced
from rules.systems.panzer_strike.deployment import Deployed, DeploymentEnded, FirstRolled
from rules.systems.panzer_strike.depth import RoundDeclared
from rules.systems.panzer_strike.fire import AccuracyRolled, WallDestroyed
from rules.systems.panzer_strike.hits import HitRolled, PenetrationRolled
from rules.systems.panzer_strike.movement import Moved, SpeedRolled
from rules.systems.panzer_strike.parabolic import RadioRolled, ShotDrifted
from rules.systems.panzer_strike.recovery import RecoveryBegan, RecoveryBroken, RecoveryFinished, RecoveryWorked
from rules.systems.panzer_strike.repairs import RepairFinished, RepairStarted, RepairStopped, RepairTicked
from rules.systems.panzer_strike.towing import Hooked, LeftStanding, Unhooked
from rules.systems.panzer_strike.turns import MovementEnded, RoundBegan, TurnBegan, TurnEnded
from rules.systems.panzer_strike.turrets import Traversed
from rules.systems.panzer_strike.victory import Conceded
from rules.systems.panzer_strike.withdrawal import BoardLeft


def rolled(*values: int | str) -> Roll:
    return Roll("r1/x", 6, values, "table", ((1, 2, 3, 4, 5, 6),))


def moved(*steps: str, **more: Any) -> Moved:
    said: dict[str, Any] = {
        "unit": "tiger",
        "steps": steps,
        "used": len(steps),
        "path": ("c6",),
        "square": "c6",
        "facing": "NE",
        "gear": "forward",
        "turned": False,
        "spun": 0,
    }
    return Moved(**(said | more))


def announced(**more: Any) -> Announced:
    said: dict[str, Any] = {"wall": "", "how": "direct", "range": 3, "by": "board", "board_range": 3}
    return Announced(**({"unit": "m18", "target": "tiger"} | said | more))


def accuracy(result: str, **more: Any) -> AccuracyRolled:
    said: dict[str, Any] = {"unit": "m18", "target": "tiger", "wall": "", "roll": rolled(1, 2), "total": 3}
    return AccuracyRolled(**(said | {"needed": 3, "result": result, "victim": "", "range": 3} | more))


def hit(**more: Any) -> HitRolled:
    said: dict[str, Any] = {"unit": "m18", "victim": "tiger", "die": "white", "roll": rolled("body"), "missed": ""}
    return HitRolled(**(said | {"zone": "front", "angled": False, "armour": 10} | more))


def penetration(outcome: str, **more: Any) -> PenetrationRolled:
    said: dict[str, Any] = {"unit": "m18", "victim": "tiger", "roll": rolled(-2), "base": 12, "drop": 1, "final": 9}
    return PenetrationRolled(**(said | {"zone": "front", "armour": 10, "outcome": outcome} | more))


SAID: list[tuple[Event, str]] = [
    (Deployed(unit="m4", square="c5", facing="N", turret=0), "m4 is deployed on c5, facing north."),
    (
        Deployed(unit="m4", square="c5", facing="NW", turret=90),
        "m4 is deployed on c5, facing north-west, its gun to the north-east.",
    ),
    (LeftStanding(unit="sdkfz", weapons=("pak",)), "sdkfz drives off without pak."),
    (LeftStanding(unit="sdkfz", weapons=("pak", "flak")), "sdkfz drives off without pak, flak."),
    (
        RecoveryBegan(unit="berge", patient="tiger", rounds=1, ready=True, worked=1),
        "berge repairs tiger, beside which it stood before: 1 round of standing still, this one.",
    ),
    (
        RecoveryBegan(unit="berge", patient="tiger", rounds=2, ready=True),
        "berge repairs tiger, beside which it stood before: 2 rounds of standing still with this one.",
    ),
    (DeploymentEnded(first=""), "Everybody stands on the board; who goes first is rolled for."),
    (DeploymentEnded(first="axis"), "Everybody stands on the board; the first turn is that of axis."),
    (FirstRolled(roll=rolled(3, 3), first=""), "The roll for the first turn (3, 3) is a tie."),
    (FirstRolled(roll=rolled(3, 5), first="axis"), "The first turn is that of axis (3, 5)."),
    (RoundDeclared(round=4), "Shots are reported again from round 4 on."),
    (RoundBegan(round=2), "Round 2 begins."),
    (
        TurnBegan(side="axis", active=1, limit=1),
        "Turn of axis: 1 active vehicle, 1 coordinated movement.",
    ),
    (
        TurnBegan(side="axis", active=7, limit=3),
        "Turn of axis: 7 active vehicles, 3 coordinated movements.",
    ),
    (SpeedRolled(unit="m4", roll=rolled(1), change=1), "m4 drives faster this turn, by 1 (1)."),
    (SpeedRolled(unit="m4", roll=rolled(-1), change=-1), "m4 drives slower this turn, by 1 (-1)."),
    (SpeedRolled(unit="m4", roll=rolled(0), change=0), "m4 drives at its usual speed (0)."),
    (moved("F"), "tiger drives to c6, facing north-east (F, 1 step)."),
    (moved("F", "R+", "F"), "tiger drives to c6, facing north-east (F R+ F, 3 steps)."),
    (moved("B", gear="reverse"), "tiger backs to c6, facing north-east (B, 1 step)."),
    (moved("R+", gear="", path=()), "tiger turns on c6 and faces north-east (R+, 1 step)."),
    (
        moved("F", halted=True, broken=("c6",)),
        "tiger drives to c6, facing north-east (F, 1 step). It breaks the wall on c6.",
    ),
    (
        moved("F", used=2, pushed={"m4": "d7"}),
        "tiger drives to c6, facing north-east (F, 2 steps). It pushes m4 to d7.",
    ),
    (
        moved("F", weapon="pak", weapon_square="c5", weapon_facing="S"),
        "tiger drives to c6, facing north-east (F, 1 step). pak is drawn to c5.",
    ),
    (Traversed(unit="m4", turret=0), "m4 turns its turret straight ahead."),
    (Traversed(unit="m4", turret=90), "m4 turns its turret to 90° right of its hull."),
    (Traversed(unit="m4", turret=315), "m4 turns its turret to 45° left of its hull."),
    (Traversed(unit="m4", turret=180), "m4 turns its turret to the rear."),
    (Traversed(unit="m4", turret=33, at="tiger"), "m4 turns its turret to tiger."),
    (Hooked(unit="sdkfz", weapon="pak"), "sdkfz takes pak in tow."),
    (Unhooked(unit="sdkfz", weapon="pak"), "sdkfz lets pak stand."),
    (BoardLeft(unit="sdkfz"), "sdkfz leaves the board."),
    (BoardLeft(unit="sdkfz", weapon="pak"), "sdkfz leaves the board with pak in tow."),
    (MovementEnded(side="axis"), "The movement of axis is over; now for the shots."),
    (TurnEnded(side="axis"), "The turn of axis is over."),
    (Conceded(side="axis"), "The battle is conceded by axis."),
    # -- shots
    (announced(), "m18 is to fire at tiger, range 3."),
    (announced(target="", wall="c5"), "m18 is to fire at the wall on c5, range 3."),
    (
        announced(by="ruler", board_range=2),
        "m18 is to fire at tiger, range 3. So says the ruler; by the board it is 2.",
    ),
    (
        announced(by="ruler", board_range=0),
        "m18 is to fire at tiger, range 3. So says the ruler; by the board there is no shot.",
    ),
    (announced(by="ruler"), "m18 is to fire at tiger, range 3."),
    (announced(cover="m4"), "m18 is to fire at tiger, range 3. More than half of it is hidden by m4."),
    (announced(cover="terrain"), "m18 is to fire at tiger, range 3. More than half of it is hidden by terrain."),
    (
        announced(unit="priest", how="parabolic", reporter="m4", contact="new"),
        "priest is to fire at tiger by a high trajectory, range 3. m4 reports the target.",
    ),
    (RadioRolled(unit="priest", reporter="m4", roll=rolled("ok"), heard=True), "m4 is heard by priest (ok)."),
    (
        RadioRolled(unit="priest", reporter="m4", roll=rolled("red"), heard=False),
        "m4 is not heard by priest (red): no shot.",
    ),
    (accuracy("hit", victim="tiger"), "m18 fires at tiger: 1 + 2 = 3, needs 3: a hit."),
    (accuracy("miss", total=2, roll=rolled(1, 1)), "m18 fires at tiger: 1 + 1 = 2, needs 3: a miss."),
    (accuracy("hit", target="", wall="c5"), "m18 fires at the wall on c5: 1 + 2 = 3, needs 3: a hit."),
    (accuracy("obstacle", needed=4), "m18 fires at tiger: 1 + 2 = 3, needs 4: strikes what covers it."),
    (accuracy("obstacle", needed=4, victim="m4"), "m18 fires at tiger: 1 + 2 = 3, needs 4: strikes m4."),
    (
        ShotDrifted(unit="priest", roll=rolled("-", "-"), square="", victim="", range=0),
        "The shot of priest comes down where nothing stands (-, -).",
    ),
    (
        ShotDrifted(unit="priest", roll=rolled("N", "-"), square="c7", victim="", range=0),
        "The shot of priest comes down on c7 (N, -): nobody is hit.",
    ),
    (
        ShotDrifted(unit="priest", roll=rolled("N", "E"), square="d7", victim="m4", range=3),
        "The shot of priest comes down on d7 (N, E) and strikes m4.",
    ),
    (WallDestroyed(unit="m18", square="c5"), "m18 shoots down the wall on c5."),
    (hit(), "tiger is hit (body): front, armour 10."),
    (hit(roll=None), "tiger is hit: front, armour 10."),
    (hit(angled=True, armour=13), "tiger is hit at an angle (body): front, armour 13."),
    (hit(angled=True, armour=13, roll=None), "tiger is hit at an angle: front, armour 13."),
    (hit(roll=rolled("track+x"), zone="tracks", armour=6), "tiger is hit (track+x): tracks, armour 6."),
    (hit(missed="x", roll=rolled("body+x")), "m18 fires from the move: the hit die (body+x) makes it a miss."),
    (hit(missed="turn", roll=rolled("body+turn")), "m18 has turned: the hit die (body+turn) makes it a miss."),
    (
        hit(missed="crew", roll=rolled("body+crew")),
        "The crew of m18 is injured: the hit die (body+crew) makes it a miss.",
    ),
    (penetration("none"), "m18 fires at tiger: 12 -2 -1 = 9 against front 10: no effect."),
    (
        penetration("destroyed", roll=rolled(0), drop=0, final=12),
        "m18 fires at tiger: 12 = 12 against front 10: destroyed.",
    ),
    (
        penetration("injured", roll=rolled(1), drop=3, final=10),
        "m18 fires at tiger: 12 +1 -3 = 10 against front 10: the crew is injured.",
    ),
    (
        penetration("immobilised", zone="tracks", armour=6),
        "m18 fires at tiger: 12 -2 -1 = 9 against tracks 6: immobilised.",
    ),
    (
        penetration("semi", zone="tracks", armour=6),
        "m18 fires at tiger: 12 -2 -1 = 9 against tracks 6: semi-immobilised.",
    ),
    (
        penetration("delayed", timer=4),
        "m18 fires at tiger: 12 -2 -1 = 9 against front 10: repairs are delayed, timer 4.",
    ),
    (
        penetration("reset", zone="tracks", armour=6, timer=5),
        "m18 fires at tiger: 12 -2 -1 = 9 against tracks 6: repairs begin anew, timer 5.",
    ),
    (
        penetration("none", unusual=True),
        "m18 fires at tiger: 12 -2 -1 = 9 against front 10: no effect. The die of this gun has no such face.",
    ),
    # -- repairs
    (RepairStarted(unit="m4", timer=5), "The crew of m4 begins repairs: timer 5."),
    (
        RepairStopped(unit="m4", fires_from=3),
        "The crew of m4 gives its repairs up; it fires again from round 3.",
    ),
    (RepairTicked(unit="m4", timer=3), "Repairs of m4 go on: timer 3."),
    (RepairFinished(unit="m4", mobility="mobile"), "The crew of m4 has done its repairs: it is mobile."),
    (
        RepairFinished(unit="m4", mobility="semi", timer=5),
        "The crew of m4 has repaired a part and goes on: it is semi-immobilised, the timer at 5.",
    ),
    (
        RecoveryBegan(unit="m32", patient="m4", rounds=1),
        "m32 begins to repair m4: 1 round of standing still.",
    ),
    (
        RecoveryBegan(unit="m32", patient="jumbo", rounds=2),
        "m32 begins to repair jumbo: 2 rounds of standing still.",
    ),
    (RecoveryWorked(unit="m32", patient="jumbo", worked=1), "m32 has worked on jumbo for 1 round."),
    (RecoveryFinished(unit="m32", patient="m4", mobility="mobile"), "m32 has repaired m4, which is mobile."),
    (RecoveryBroken(unit="m32", patient="m4"), "m32 has to give up the repair of m4."),
    (Assessed(unit="m4", fate="wrecked", mass=30), "m4 is a wreck of 30 t to be recovered."),
    (Assessed(unit="m4", fate="lost"), "m4 is lost to the enemy."),
    (Assessed(unit="m4", fate="kept"), "m4 comes home."),
    (Assessed(unit="m4", fate="kept", rounds=5, stuck=True), "m4 comes home, and nobody at hand can repair it."),
    (Assessed(unit="m4", fate="kept", rounds=1), "m4 comes home; its crew has 1 round of repairs to do."),
    (
        Assessed(unit="m4", fate="kept", rounds=2, by="m32"),
        "m4 comes home; m32 has 2 rounds of repairs to do.",
    ),
]


@pytest.mark.parametrize(("event", "said"), SAID, ids=[said for _event, said in SAID])
def test_in_words(event: Event, said: str) -> None:
    assert SYSTEM.narrate(event).text() == said


def test_every_ruling_is_told_here() -> None:
    assert {type(event) for event, _said in SAID} == set(SYSTEM.events)


def test_what_no_edition_has_written_yet_is_told_by_its_own_name() -> None:
    assert SYSTEM.narrate(penetration("molten")).text().endswith("against front 10: “molten”.")
    assert "“belly”, armour 10" in SYSTEM.narrate(hit(zone="belly")).text()
    assert "facing “up”" in SYSTEM.narrate(Deployed(unit="m4", square="c5", facing="up", turret=45)).text()


def test_a_wreck_of_the_board_is_a_wreck_and_each_unit_a_value_of_its_own() -> None:
    """The floors above put names for ids that stand alone in a value."""
    told = SYSTEM.narrate(moved("F", pushed={"wreck-c7": "c8", "m4": "c9"}))
    assert (
        told.text() == "tiger drives to c6, facing north-east (F, 1 step). It pushes a wreck to c8. It pushes m4 to c9."
    )
    assert "m4" in told.values.values()
    left = SYSTEM.narrate(LeftStanding(unit="tiger", weapons=("pak", "flak"))).values["weapons"]
    assert isinstance(left, Message)
    assert [one.values for one in left.values.values() if isinstance(one, Message)] == [
        {"unit": "pak"},
        {"unit": "flak"},
    ]
    covered = SYSTEM.narrate(announced(cover="wreck-c7")).text()
    assert covered.endswith("More than half of it is hidden by a wreck.")
