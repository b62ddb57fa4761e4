"""Rulings of the hit die, of zones and armour, and of what penetration does (R22 to R37, R42, R58 to R61)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.contract import Event
from rules.systems.panzer_strike import geometry
from rules.systems.panzer_strike.damage import first_timer
from rules.systems.panzer_strike.fire import AccuracyRolled
from rules.systems.panzer_strike.geometry import offsets
from rules.systems.panzer_strike.hits import HitRolled, PenetrationRolled, is_angled, needs_die, symbols_of_miss
from rules.systems.panzer_strike.parabolic import ShotDrifted
from rules.systems.panzer_strike.state import Aim, Miniature, State
from rules.systems.panzer_strike.tables import TIMER
from rules.systems.panzer_strike.victory import objectives_lost

from .naming import those

DIE = {"white": "R22", "orange": "R23", "green": "R23", "blue": "R42"}


# -- where -------------------------------------------------------------------------------------------------------------


def hit(before: State, event: HitRolled) -> Iterator[str]:
    unit, victim = before.units[event.unit], before.units[event.victim]
    aim = unit.aim
    assert aim is not None
    area, *shown = str(event.roll.values[0]).split("+") if event.roll else [""]
    if area:
        yield f"{DIE[event.die]} the {event.die} die: {area}"
    if event.die in ("orange", "green"):
        yield from those(
            {
                "R23 at exactly the class of its weapon": aim.range == unit.figures.accuracy,
                "A5 the die was chosen before who is struck": victim.id != aim.target,
            }
        )
    if not victim.figures.is_vehicle:
        yield from _of_fixed_ones(before, unit, victim, aim, event)
    yield from _of_symbols(before, unit, event, shown)
    if not event.missed:
        yield from _of_zones(before, unit, victim, event)
        if before.options["angled_armour"]:
            yield from _of_angles(before, unit, victim, event, shown)


def _of_fixed_ones(before: State, unit: Miniature, victim: Miniature, aim: Aim, event: HitRolled) -> Iterator[str]:
    """A4, B2: whether the hit die is rolled against a fixed weapon."""
    needed, symbols = needs_die(before, unit, victim, aim), symbols_of_miss(before, unit)
    rolled = event.roll is not None
    track = rolled and str(event.roll.values[0]).startswith("track") if event.roll else False
    yield from those(
        {
            "A4 no hit die against a fixed weapon": not rolled,
            "A4 a table rolls it all the same": rolled and not needed,
            "A4 rolled for who has moved": rolled and {"x", "turn"} & set(symbols),
            "A4 rolled for an injured crew": rolled and "crew" in symbols,
            "A4 rolled from above": rolled and aim.how == "parabolic",
            "B2 rolled at an angle": rolled and is_angled(before, unit, victim),
            "R22 a fixed weapon has no tracks": track and not event.missed,
        }
    )


def _of_symbols(before: State, unit: Miniature, event: HitRolled, shown: Sequence[str]) -> Iterator[str]:
    turreted, missed, single = unit.figures.turreted, event.missed, bool(before.options["single_x"])
    harmless = not missed and "x" in shown
    yield from those(
        {
            "R24 X: a turreted unit has moved": missed == "x" and turreted,
            "R24 X: a turretless one has moved": missed == "x" and not turreted and unit.moved,
            "A6 X: a turretless one has turned": missed == "x" and not turreted and not unit.moved,
            "B10 one X for both": missed == "x" and single,
            "R24 the other X: a turretless one has turned": missed == "turn",
            "R24 X is nothing to who stood still": harmless and not unit.stirred,
            "A6 X is nothing to a turreted unit that turned": harmless and unit.turned and turreted,
            "R36 the crew makes it a miss": missed == "crew",
            "R36 the crew is nothing to an unhurt one": not missed and "crew" in shown and not unit.injured,
        }
    )


def _of_zones(before: State, unit: Miniature, victim: Miniature, event: HitRolled) -> Iterator[str]:
    forward, lateral = offsets(victim.at, unit.at, victim.heading)
    body = event.zone in ("front", "side", "rear") and not event.angled
    if body:
        yield f"R25 {event.zone}"
    yield from those(
        {
            "R26 exactly 45 degrees off is the side": body and abs(forward) == abs(lateral),
            "B4 a target that stands diagonally": body and victim.heading % 2,
            "R25 the hull counts, not the turret": body and victim.figures.turreted and victim.turret,
            "R45 by option: the area of the hit die counts": event.roll is None and victim.figures.is_vehicle,
        }
    )


def _of_angles(
    before: State, unit: Miniature, victim: Miniature, event: HitRolled, shown: Sequence[str]
) -> Iterator[str]:
    near, far = sorted(abs(one - other) for one, other in zip(unit.at, victim.at, strict=True))
    path, angled = near == (far + 1) // 2, geometry.angled(victim.at, victim.heading, unit.at)
    plain = {"front": victim.figures.front, "side": victim.figures.side, "rear": victim.figures.rear}
    if event.angled:
        yield f"R27 at an angle: {event.zone}"
        yield f"R27 a third more, {('exact', 'rounded down', 'rounded up')[plain[event.zone] % 3]}"
    yield from those(
        {
            "R27 not at an angle": event.zone in plain and not angled,
            "B5 the side symbol": event.angled and "side" in shown,
            "B5 no side symbol": event.angled and "side" not in shown,
            "A7 on the path, it stands orthogonally": path and event.angled and not victim.heading % 2,
            "A7 on the path, it stands diagonally": path and event.zone in plain and victim.heading % 2,
            "R27 tracks do not change": angled and event.zone == "tracks",
            "R27 the top does not change": angled and event.zone == "top",
            "A7 armour 0 stays 0": event.angled and not event.armour,
        }
    )


# -- what comes of it --------------------------------------------------------------------------------------------------


def met(before: State, after: State, events: Sequence[Event], event: PenetrationRolled) -> Iterator[str]:
    unit, victim = before.units[event.unit], before.units[event.victim]
    yield from _of_the_die(unit, event)
    yield from _of_the_range(unit, events, event)
    yield from those(
        {
            "R29 one short of the armour": event.final == event.armour - 1,
            "R29 exactly the armour": event.final == event.armour,
            "R29 one more than the armour": event.final == event.armour + 1,
        }
    )
    if victim.timer:
        yield from _under_repair(unit, victim, before, event)
    elif event.zone == "tracks":
        yield from _to_tracks(victim, event)
    else:
        yield from _to_body(victim, event)
    yield from _of_others(before, after, unit, victim, event)


def _of_the_die(unit: Miniature, event: PenetrationRolled) -> Iterator[str]:
    change = event.roll.numbers[0]
    if event.unusual:
        yield f"B16 a face the die has not: {change}"
    else:
        yield f"R28 die {unit.figures.die} shows {change}"


def _of_the_range(unit: Miniature, events: Sequence[Event], event: PenetrationRolled) -> Iterator[str]:
    away = max([one.range for one in events if isinstance(one, AccuracyRolled | ShotDrifted)], default=0)
    he = unit.figures.howitzer
    yield from those(
        {
            "R28 HE loses nothing": he and away > 1,
            "A8 AP in the first section loses nothing": not he and event.drop == 0,
            "A8 AP loses one in the second section": not he and event.drop == 1,
            "A8 AP loses more farther off": not he and event.drop > 1,
            "A8 AP at range 8 loses seven": not he and event.drop == 7,
        }
    )


def _to_body(victim: Miniature, event: PenetrationRolled) -> Iterator[str]:
    none, second = event.armour == 0, victim.injured
    yield from those(
        {
            "R30 body penetrated: destroyed": event.final > event.armour and not none,
            "R31 body barely penetrated: injured": event.outcome == "injured" and not none,
            "R31 barely penetrated twice: destroyed": event.final == event.armour and second,
            "R37 the body holds": event.outcome == "none",
            "R32 nothing against armour 0": none and event.final == 0,
            "R32 less than nothing against armour 0": none and event.final < 0,
            "R32 more than nothing against armour 0": none and event.final > 0,
            "A17 armour 0 a second time: destroyed": none and event.final <= 0 and second,
        }
    )


def _to_tracks(victim: Miniature, event: PenetrationRolled) -> Iterator[str]:
    through, was = event.final >= event.armour, victim.mobility
    yield from those(
        {
            "R37 the tracks hold": not through,
            "R33 tracks penetrated: immobilised": event.outcome == "immobilised" and was == "mobile",
            "R33 tracks penetrated again": through and was == "immobilised",
            "R34 the first level: semi-immobilised": event.outcome == "semi",
            "R34 the second level: immobilised": event.outcome == "immobilised" and was == "semi",
            "B15 tracks without armour, by nothing": event.armour == 0 == event.final,
            "B15 tracks without armour hold against less": event.armour == 0 > event.final,
        }
    )


def _under_repair(unit: Miniature, victim: Miniature, before: State, event: PenetrationRolled) -> Iterator[str]:
    body, delayed = event.zone != "tracks", event.outcome == "delayed"
    first = first_timer(victim)
    yield from those(
        {
            "R58 barely penetrated, the crew is outside": body and delayed and event.final == event.armour,
            "R59 destroyed under repair": event.outcome == "destroyed",
            "A14 the body holds, and repairs are delayed": body and delayed and event.final < event.armour,
            "A14 the tracks hold, and repairs are delayed": not body and delayed,
            "R60 the timer goes up by one": delayed and event.timer == victim.timer + 1,
            "R60 the timer is no more than five": delayed and victim.timer == TIMER,
            "R60 a seasoned crew's timer goes no further": delayed and victim.timer == first < TIMER,
            "A14 in the round in which it was set": delayed and victim.since == before.round,
            "R61 tracks penetrated: repairs begin anew": event.outcome == "reset",
            "B7 a semi-immobilised one is immobilised by it": event.outcome == "reset" and victim.mobility == "semi",
            "B18 a friend's hit delays": delayed and unit.side == victim.side,
        }
    )


def _of_others(
    before: State, after: State, unit: Miniature, victim: Miniature, event: PenetrationRolled
) -> Iterator[str]:
    destroyed = event.outcome == "destroyed"
    towed = any(one.tows == victim.id for one in before.units.values())
    recovered = any(one.patient and victim.id in (one.id, one.patient) for one in before.of_side(victim.side))
    lost = objectives_lost(after, victim.side)
    guns = destroyed and victim.objective
    yield from those(
        {
            "R30 a vehicle with a weapon in tow is destroyed": destroyed and victim.tows,
            "R30 a weapon in tow is destroyed": destroyed and towed,
            "A18 a hit does not interrupt a recovery": recovered and not destroyed,
            "A15 the crew is injured during a recovery": recovered and event.outcome == "injured",
            "R68 the enemy destroys one of the guns": guns and victim.side != unit.side and lost == 1,
            "R68 the enemy destroys the second gun": guns and victim.side != unit.side and lost == 2,
            "R68 its own side destroys one of the guns": guns and victim.side == unit.side,
        }
    )
