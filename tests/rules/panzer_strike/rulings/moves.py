"""Rulings of steps, of what stands in their way, and of the edge of the board (R7 to R13, R34, R36, R47, R64, R65)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.systems.panzer_strike.geometry import named, step
from rules.systems.panzer_strike.movement import Moved
from rules.systems.panzer_strike.state import Miniature, State
from rules.systems.panzer_strike.steps import allowance
from rules.systems.panzer_strike.tables import WALL_BREAKER
from rules.systems.panzer_strike.terrain import push_cost, push_mass
from rules.systems.panzer_strike.towing import is_heavy
from rules.systems.panzer_strike.walk import coordinated
from rules.systems.panzer_strike.withdrawal import BoardLeft

from .naming import those

DRIVES = {"T": "R12 on tracks", "W": "R13 on wheels", "fixed": "R47 by hand"}
GEARS = {"forward": "ahead", "reverse": "back", "": "in place"}


def met(before: State, after: State, event: Moved) -> Iterator[str]:
    was, now = before.units[event.unit], after.units[event.unit]
    yield from (f"{DRIVES[was.figures.drive]}: {symbol}" for symbol in event.steps)
    if not was.figures.is_vehicle:
        yield from those(
            {
                "R47 a light weapon turns by 90 degrees": now.used > 1,
                "R47 a heavy weapon turns by 45 degrees": was.figures.turns == 1,
            }
        )
        return
    heavy = bool(event.weapon) and is_heavy(was, before.units[event.weapon])
    yield from _of_speed(was, now, event, heavy)
    yield from _of_the_limit(before, was, now)
    yield from _of_damage(was, now, event)
    yield from _of_wrecks(before, was, now, event)
    yield from _of_walls(before, was, event)


def _of_speed(was: Miniature, now: Miniature, event: Moved, heavy: bool) -> Iterator[str]:
    figures, change = was.figures, was.change or 0
    whole = now.used == allowance(now, now.gear, heavy)
    speeds = {"forward": figures.speed, "reverse": figures.reverse, "": max(figures.speed, figures.reverse)}
    gear, slowed = GEARS[now.gear], heavy or was.mobility == "semi"
    if whole and now.gear and not slowed:
        yield f"R9 all of its speed, {gear}"
        if change:
            yield f"A19 a step {'more' if change > 0 else 'less'}, {gear}"
    yield from those(
        {
            "R9 goes on in the gear of its turn": was.gear and event.path,
            "R11 a step always": speeds[now.gear] + change < 1,
            "R12 turns in place go by the higher speed": not now.gear and now.used > figures.reverse + change,
            "R12 the first straight step settles the gear": was.used and not was.gear and now.gear,
        }
    )


def _of_the_limit(before: State, was: Miniature, now: Miniature) -> Iterator[str]:
    made, second = coordinated(before, was.side), was.used < 2 <= now.used
    full = len(made) >= before.limit
    yield from those(
        {
            "R7 a coordinated movement": second,
            "R7 the last coordinated movement": second and len(made) + 1 == before.limit,
            "R7 all others make one step": not second and now.used == 1 and full,
            "A20 two turns in place are a coordinated movement": second and not now.gear and was.mobility == "semi",
        }
    )


def _of_damage(was: Miniature, now: Miniature, event: Moved) -> Iterator[str]:
    semi, wheels = was.mobility == "semi", was.figures.drive == "W"
    whole = now.used == allowance(now, now.gear, False)
    speed = {"forward": was.figures.speed, "reverse": was.figures.reverse}.get(now.gear, was.figures.speed)
    odd = (speed + (was.change or 0)) % 2
    yield from those(
        {
            "R34 semi-immobilised tracks turn in place": semi and not wheels,
            "R34 semi-immobilised wheels roll": semi and wheels and event.path,
            "R34 half its speed, rounded up": semi and whole and odd,
            "R34 half its speed": semi and whole and not odd,
            "R36 an injured crew moves": was.injured,
        }
    )


def _of_wrecks(before: State, was: Miniature, now: Miniature, event: Moved) -> Iterator[str]:
    who = "a dozer" if was.dozer else "it"
    for wreck in event.pushed:
        pushed = before.units.get(wreck) or before.wrecks[wreck]
        mass = push_mass(pushed)
        cost = push_cost(was, mass)
        yield f"R64 {who} pushes for {cost} steps"
        if not was.figures.mass % mass and was.figures.mass // mass <= 3 - was.dozer:
            yield f"R64 {who} is exactly {was.figures.mass // mass} times as heavy"
        yield from those(
            {
                "R64 a destroyed unit is pushed": wreck in before.units,
                "R64 a wreck of the board is pushed": wreck in before.wrecks,
                "R64 pushes straight back": now.gear == "reverse",
                "R64 pushing is a coordinated movement": cost > 1 and not was.used,
                "A21 pushes with a single step": cost == 1 == now.used,
            }
        )


def _of_walls(before: State, was: Miniature, event: Moved) -> Iterator[str]:
    fallen = [
        square
        for square in event.path
        if (at := named(square)) and before.board.terrain.get(at) == "wall" and square not in event.broken
    ]
    yield from those(
        {
            "R65 drives through a wall": event.broken,
            "R65 drives through a wall, exactly 15 t": event.broken and was.figures.mass == WALL_BREAKER,
            "R65 drives over what is left of a wall": fallen,
        }
    )


def left(before: State, event: BoardLeft) -> Iterator[str]:
    unit, board = before.units[event.unit], before.board
    ahead, back = (not board.has(step(unit.at, unit.heading, times)) for times in (1, -1))
    yield from those(
        {
            "house: leaves the board ahead": ahead and unit.gear != "reverse",
            "house: leaves the board backwards": back and (not ahead or unit.gear == "reverse"),
            "house: leaves the board with what it has in tow": event.weapon,
            "house: the step off the board makes a coordinated movement": unit.used == 1,
        }
    )
