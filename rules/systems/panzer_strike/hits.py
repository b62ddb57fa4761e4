"""Where a shot strikes: the hit die, what on it is a miss, and the armour there (R22 to R27, R36, R42)."""

from __future__ import annotations

from typing import NamedTuple

from rules.contract import Roll

from . import geometry
from .state import Aim, Miniature, State


class Struck(NamedTuple):
    """`zone`: front, side, rear, top or tracks; `armour` is what counts there, angled or not. Of a shot the hit
    die makes a miss, only the symbol that does."""

    zone: str
    armour: int
    angled: bool = False
    missed: str = ""


def die_of(aim: Aim, chosen: str) -> str:
    """R42, B9: the blue die in parabolic fire, else the one that was chosen."""
    return "blue" if aim.how == "parabolic" else chosen


def needs_die(state: State, unit: Miniature, victim: Miniature, aim: Aim) -> bool:
    """R22, A4, B2: of a fixed weapon it is always the body, so only what else the die may show is a reason to roll."""
    if victim.figures.is_vehicle or aim.how == "parabolic":
        return True
    return bool(missing(state, unit)) or is_angled(state, unit, victim)


def missing(state: State, unit: Miniature) -> tuple[str, ...]:
    """The symbols of the hit die that are a miss for this firer now.

    R36: the crew, when its own is injured. R24, A6, B10 (option 5): X when it has moved, which a turreted unit has only
    if it left its square; the other X when a turretless one has turned. With one X for both (`single_x`) the dice have
    no other.
    """
    symbols = ["crew"] if unit.injured else []
    if state.options["firing_on_the_move"]:
        turretless = not unit.figures.turreted
        if unit.moved or (turretless and unit.stirred):
            symbols.append("x")
        if turretless and unit.turned:
            symbols.append("turn")
    return tuple(symbols)


def is_angled(state: State, unit: Miniature, victim: Miniature) -> bool:
    """R27, A7 (option 6): whether its armour counts as angled to this firer."""
    return bool(state.options["angled_armour"]) and geometry.angled(victim.at, victim.heading, unit.at)


def struck(state: State, unit: Miniature, victim: Miniature, roll: Roll | None, drifted: bool = False) -> Struck:
    """Where the victim is hit. Without a die on the body, by where the firer stands. `drifted`: the die has made a miss
    of the shot already, which has come down here; its area still counts."""
    area, *shown = str(roll.values[0]).split("+") if roll else ["body"]
    if not drifted and (missed := next((symbol for symbol in missing(state, unit) if symbol in shown), "")):
        return Struck("", 0, missed=missed)
    figures = victim.figures
    if area == "top":
        return Struck("top", figures.top)
    if area == "track" and figures.is_vehicle:
        return Struck("tracks", figures.tracks)
    armour = {"front": figures.front, "side": figures.side, "rear": figures.rear}
    if is_angled(state, unit, victim):
        plain, side = geometry.angled_zones(victim.at, victim.heading, unit.at)
        zone = side if "side" in shown else plain
        return Struck(zone, geometry.thickened(armour[zone]), angled=True)
    zone = geometry.zone(victim.at, victim.heading, unit.at)
    return Struck(zone, armour[zone])
