"""Turrets are traversed (R14, B12, B13): in steps of 45 degrees, or with option 3 to any angle."""

from __future__ import annotations

from collections.abc import Mapping

from rules.contract import Decision, Dice, Refused, say
from rules.contract import gettext_noop as _

from . import commands as c
from . import events as e
from .geometry import COMPASS, Square, bearing, named
from .lookup import acting
from .refusals import refused
from .state import Miniature, State
from .tables import FREE_TRAVERSE, TRAVERSE


def traverse(state: State, command: c.Traverse, dice: Dice) -> Decision:
    """R14: costs no step (B12); what counts is how far the turret stands from where it stood when the turn began."""
    unit = acting(state, command.unit, "movement", "R2")
    if fault := fault_of_turret(unit):
        raise fault
    field, degrees = _wanted(state, unit, command)
    turret = (degrees - unit.heading * 45) % 360
    if not reachable(state, unit, {field: degrees}):
        raise _beyond(state, unit, turret, field)
    yield e.Traversed(unit=unit.id, turret=turret, at=command.at)


def fault_of_turret(unit: Miniature) -> Refused | None:
    """Why it has no turret to traverse now."""
    if not unit.figures.turreted:
        return refused(
            "R14",
            "unit",
            say(_("%(unit)s has no turret."), unit=unit.called),
            say(_("Its gun points where its hull does: turn that.")),
        )
    if unit.timer:
        return refused(
            "B7",
            "unit",
            say(_("%(unit)s is being repaired, its crew outside."), unit=unit.called),
            say(_("Nothing moves while a timer stands.")),
        )
    return None


def reachable(state: State, unit: Miniature, directions: Mapping[str, int]) -> list[str]:
    """Which of these directions, in degrees from north, its gun can be traversed to; where it points now it is not. One
    piece with its hull it faces anywhere (B13)."""
    most = 180 if unit.figures.all_round else _most(state)
    hull, was, now = unit.heading * 45, unit.turret_was, unit.turret
    found = []
    for key, degrees in directions.items():
        turret = (degrees - hull) % 360
        if turret != now and _between(was, turret) <= most:
            found.append(key)
    return found


def degrees_towards(origin: Square, target: Square) -> int:
    """Degrees clockwise from north towards the centre of another square, to the nearest whole one."""
    return round(bearing(origin, target)) % 360


def aims(state: State) -> dict[str, Square]:
    """What a gun can be pointed at with option 3, by how it is reported: active units, and walls by their squares;
    a unit that is called like a square goes before it."""
    walls = {wall: square for wall in state.walls if (square := named(wall))}
    return walls | {unit.id: unit.at for unit in state.units.values() if unit.active and unit.on_board}


def _wanted(state: State, unit: Miniature, command: c.Traverse) -> tuple[str, int]:
    """The field that says where the gun is to point, and the direction in degrees from north."""
    if command.at and not state.options["free_turrets"]:
        raise refused(
            "R14",
            "at",
            say(_("Turrets stand in steps of 45 degrees in this battle.")),
            say(_("Say in which direction the gun points: %(directions)s."), directions=", ".join(COMPASS)),
        )
    if bool(command.at) == (command.gun is not None):
        raise refused(
            "R14",
            "gun",
            say(_("It has to be said once where the gun of %(unit)s points."), unit=unit.called),
            say(_("Report a direction, or with option 3 what it points at.")),
        )
    if command.gun is not None:
        return "gun", COMPASS.index(command.gun) * 45
    known = aims(state)
    if command.at not in known or command.at == unit.id:
        raise refused(
            "R14",
            "at",
            say(_("The gun of %(unit)s cannot be pointed at “%(at)s”."), unit=unit.called, at=command.at),
            say(_("Name another unit on the board, or the square of a wall that stands.")),
        )
    return "at", degrees_towards(unit.at, known[command.at])


def _beyond(state: State, unit: Miniature, turret: int, field: str) -> Refused:
    if turret == unit.turret:
        text, remedy = _("The turret of %(unit)s points there."), say(_("Traverse it elsewhere, or report nothing."))
        return refused("R14", field, say(text, unit=unit.called), remedy)
    text = _("That would traverse the turret of %(unit)s by %(turned)s degrees in this round.")
    return refused(
        "R14",
        field,
        say(text, unit=unit.called, turned=_between(unit.turret_was, turret)),
        say(_("At most %(most)s degrees from where it stood to its hull when the turn began."), most=_most(state)),
    )


def _most(state: State) -> int:
    return FREE_TRAVERSE if state.options["free_turrets"] else TRAVERSE


def _between(one: int, other: int) -> int:
    """Degrees between two directions, the shorter way round."""
    off = (one - other) % 360
    return min(off, 360 - off)
