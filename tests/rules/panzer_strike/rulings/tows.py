"""Rulings of fixed weapons in tow (R48, R49)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.contract import Command
from rules.systems.panzer_strike.geometry import named, towards
from rules.systems.panzer_strike.movement import Moved
from rules.systems.panzer_strike.state import Miniature, State
from rules.systems.panzer_strike.steps import allowance
from rules.systems.panzer_strike.tables import TOW_EASILY
from rules.systems.panzer_strike.towing import Hook, Hooked, LeftStanding, Unhooked, in_tow, is_heavy
from rules.systems.panzer_strike.withdrawal import Leave

from .naming import those


def met(before: State, command: Command, event: Hooked | LeftStanding | Unhooked) -> Iterator[str]:
    unit, off = before.units[event.unit], isinstance(command, Leave)
    match event:
        case Hooked():
            yield from _hooked(before, command, event)
        case LeftStanding():
            yield "R48 leaves the board without the weapon" if off else "R48 drives off without the weapon"
        case Unhooked():
            yield "R48 lets a weapon stand"
            if unit.hooked == before.round and unit.along != "yes":
                yield "R48 lets a weapon go before it may pull it"


def _hooked(before: State, command: Command, event: Hooked) -> Iterator[str]:
    unit, weapon, said = before.units[event.unit], before.units[event.weapon], isinstance(command, Hook)
    direction = towards(unit.at, weapon.at)
    exact = direction is not None and (unit.heading + 4 - direction) % 8 == 0
    off = isinstance(command, Leave)
    yield from those(
        {
            "R48 hooks up in the round of its position": said and not event.ready,
            "R48 hooks up where it stood before": said and event.ready,
            "R48 takes the weapon along": not said and not off,
            "R48 takes the weapon along off the board": off,
            "R48 on wheels, rear to rear": unit.figures.drive == "W",
            "R48 on tracks, rear to rear": unit.figures.drive == "T" and exact,
            "R48 on tracks, within 45 degrees": unit.figures.drive == "T" and not exact,
        }
    )


def pulled(before: State, after: State, event: Moved) -> Iterator[str]:
    was, now = before.units[event.unit], after.units[event.unit]
    if was.along == "no" and not was.used and not was.tows:
        yield "R48 who has let a weapon go is not asked"
    if (held := in_tow(before, was)) and not event.path:
        yield "R49 turns between straight steps"
    if not event.weapon:
        return
    weapon = before.units[event.weapon]
    yield from _of_weight(was, now, weapon)
    at = named(event.weapon_square)
    yield from those(
        {
            "R48 pulls in the round of the report": not held or was.along == "yes",
            "R48 pulls from the round after": held and was.hooked < before.round,
            "R49 by tracks": was.figures.drive == "T",
            "R49 by wheels": was.figures.drive == "W",
            "R49 through what has fallen": at and before.board.terrain.get(at) == "wall",
        }
    )


def _of_weight(was: Miniature, now: Miniature, weapon: Miniature) -> Iterator[str]:
    heavy = is_heavy(was, weapon)
    yield from those(
        {
            "R49 a heavy weapon halves the speed": heavy,
            "R49 all of half its speed": heavy and now.used == allowance(now, now.gear, True),
            "R49 a weapon light enough": not heavy,
            "R49 exactly four times as heavy": was.figures.mass == TOW_EASILY * weapon.figures.mass,
            "R49 halved for its wheels as well": heavy and was.mobility == "semi",
        }
    )
