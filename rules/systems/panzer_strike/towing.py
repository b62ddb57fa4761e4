"""Fixed weapons in tow: hooking up, letting go, and what a vehicle that tows may do (R48, R49). Who stands ready to tow
one, and is asked whether it goes along, is in `ready`."""

from __future__ import annotations

from rules.contract import Decision, Dice, say
from rules.contract import gettext_noop as _

from . import commands as c
from . import events as e
from .editions import counts_from_position
from .geometry import COMPASS, Square, step, towards
from .lookup import acting, unit_of
from .refusals import refused
from .state import Miniature, State
from .steps import Stride, Unable
from .tables import TOW_EASILY


def hook(state: State, command: c.Hook, dice: Dice) -> Decision:
    """R48: rear to rear with an own fixed weapon; it is pulled from the round after the vehicle came to stand so. Costs
    no step."""
    unit = acting(state, command.unit, "movement", "R2")
    weapon = unit_of(state, command.weapon, "weapon")
    try:
        check_hook(state, unit, weapon)
    except Unable as why:
        field = "unit" if in_tow(state, unit) or not unit.figures.is_vehicle else "weapon"
        raise refused(why.rule, field, why.text, why.remedy) from None
    yield e.Hooked(unit=unit.id, weapon=weapon.id, ready=stands_ready(state, unit, weapon))


def unhook(state: State, command: c.Unhook, dice: Dice) -> Decision:
    """R48: the weapon stays where it lies. Not in the turn it was pulled in: that would end its halved speed (R49)."""
    unit = acting(state, command.unit, "movement", "R2")
    weapon = in_tow(state, unit)
    if weapon is None:
        raise refused(
            "R48",
            "unit",
            say(_("%(unit)s has nothing in tow."), unit=unit.called),
            say(_("Name a vehicle that has a weapon in tow.")),
        )
    if weapon.pulled:
        raise refused(
            "R49",
            "unit",
            say(_("%(unit)s has pulled %(weapon)s in this turn."), unit=unit.called, weapon=weapon.called),
            say(_("Let it go in the next Movement Phase, before the vehicle moves on.")),
        )
    yield e.Unhooked(unit=unit.id, weapon=weapon.id)


def in_tow(state: State, unit: Miniature) -> Miniature | None:
    """The weapon a vehicle has in tow, while there is one."""
    weapon = state.units.get(unit.tows)
    return weapon if weapon is not None and weapon.active and weapon.on_board else None


def tug_of(state: State, weapon: Miniature) -> Miniature | None:
    """The vehicle that has a weapon in tow."""
    return next((u for u in state.units.values() if u.tows == weapon.id and u.active and u.on_board), None)


def is_heavy(unit: Miniature, weapon: Miniature) -> bool:
    """R49: whether a weapon halves the speed of the vehicle that tows it."""
    return unit.figures.mass < TOW_EASILY * weapon.figures.mass


def check_hook(state: State, unit: Miniature, weapon: Miniature) -> None:
    """R48; `Unable`."""
    if not unit.figures.is_vehicle:
        raise Unable("R48", say(_("%(unit)s is no vehicle."), unit=unit.called), say(_("Name a vehicle.")))
    if held := in_tow(state, unit):
        raise Unable(
            "R48",
            say(_("%(unit)s has %(weapon)s in tow already."), unit=unit.called, weapon=held.called),
            say(_("Unhook that one first.")),
        )
    own = weapon.side == unit.side and weapon.active and weapon.on_board
    if weapon.figures.is_vehicle or not own:
        raise Unable(
            "R48",
            say(_("%(weapon)s is no fixed weapon of this side on the board."), weapon=weapon.called),
            say(_("Vehicles tow fixed weapons of their own side.")),
        )
    if tug := tug_of(state, weapon):
        raise Unable(
            "R48",
            say(_("%(unit)s has %(weapon)s in tow."), unit=tug.called, weapon=weapon.called),
            say(_("Unhook it there first.")),
        )
    if unit.at != place_of_tug(weapon) or not within_reach(unit, unit.at, unit.heading, weapon.at):
        raise Unable(
            "R48",
            say(_("%(unit)s and %(weapon)s do not stand rear to rear."), unit=unit.called, weapon=weapon.called),
            say(
                _(
                    "The vehicle stands on the square behind the weapon, its rear towards it: wheels exactly, tracks "
                    "within 45 degrees."
                )
            ),
        )


def stands_ready(state: State, unit: Miniature, weapon: Miniature) -> bool:
    """R48: whether a vehicle that can hook a weapon up stood so before this round, and so may pull it in this one. By
    the first edition it never may: there the round of the report counts."""
    if not counts_from_position(state.edition) or unit.moved or weapon.stirred or weapon.pulled:
        return False
    return within_reach(unit, unit.at, COMPASS.index(unit.facing_was), weapon.at)


def may_pull(state: State, unit: Miniature) -> bool:
    """R48: whether a vehicle may pull what it has in tow: from the round after it came to stand behind it."""
    return unit.hooked < state.round or unit.along == "yes"


def place_of_tug(weapon: Miniature) -> Square:
    """The square behind a weapon, where a vehicle has to stand to hook it up (R48)."""
    return step(weapon.at, weapon.heading, -1)


def within_reach(unit: Miniature, square: Square, heading: int, weapon: Square) -> bool:
    """R48: whether the rear of a vehicle on this square points to the weapon beside it; on tracks within 45 degrees."""
    direction = towards(square, weapon)
    if direction is None:
        return False
    off = (heading + 4 - direction) % 8
    return off == 0 or (unit.figures.drive == "T" and off in (1, 7))


def check_pull(unit: Miniature, spun: int, on: Stride, weapon: Square) -> None:
    """R49: what a vehicle with a weapon in tow may not do; `Unable`. `spun`: turns in place since its last straight
    step."""
    if on.gear == "reverse":
        raise Unable(
            "R49", say(_("it has a weapon in tow, and cannot go back.")), say(_("Go forward, or unhook it first."))
        )
    if not on.gear and (spun or not within_reach(unit, on.square, on.heading, weapon)):
        raise Unable(
            "R49",
            say(_("with a weapon in tow it turns no more than 45 degrees between straight steps.")),
            say(_("Go straight ahead first.")),
        )


def trailing(square: Square, left: Square) -> int:
    """R49: the direction a weapon on the square `left` faces, its rear towards the vehicle on `square`."""
    direction = towards(square, left)
    assert direction is not None
    return direction
