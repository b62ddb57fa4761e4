"""Indirect fire (R23 to R28, A15 to A17, B13)."""

from __future__ import annotations

from rules.contract import Decision, Dice, Message, Refused, say
from rules.contract import gettext_noop as _

from . import commands as c
from . import events_fire as f
from . import measures, tables
from .lookup import acting, enemy_of, unit_of
from .refusals import refused
from .reported import Reported
from .shooting import barred, movement, question, reach, reloading, result
from .state import State, Vehicle


def bombard(state: State, command: c.Bombard, dice: Dice) -> Decision:
    """R25, R26: to hit, then the cap scatters; who is under it is told next (`areas`)."""
    unit = acting(state, command.unit, "shoot", "R16")
    if not unit.figures.indirect:
        raise refused(
            "R23",
            "unit",
            say(_("%(unit)s is no artillery."), unit=unit.name),
            say(_("Report its shot as direct fire.")),
        )
    if bar := barred(unit):
        raise bar
    target = enemy_of(state, unit, command.target)
    _check_seen(state, unit, target, command)
    reported = Reported(command, dice, question(state, unit))
    shot = _bombarded(state, unit, target, command, reported)
    yield shot
    if shot.result == "hit":
        yield _scattered(state, unit, target, reported)
    reported.check_all_asked()


# -- the target --------------------------------------------------------------------------------------------------------


def spotters(state: State, unit: Vehicle) -> list[Vehicle]:
    """B13: the friends that may see a target for it."""
    return [friend for friend in state.of_side(unit.side) if friend is not unit]


def _check_seen(state: State, unit: Vehicle, target: Vehicle, command: c.Bombard) -> None:
    """R23, A15, B13: seen by the artillery itself, or on the list of the last Radio step and, unless the option says
    otherwise, by a friend now."""
    if command.sight == "own":
        if command.spotter:
            raise _spotter(unit, say(_("It sees the target itself.")), say(_("Leave the spotter out.")))
        return
    if not target.spotted:
        raise refused(
            "R23",
            "target",
            say(_("%(target)s was not spotted in the last Radio step."), target=target.name),
            say(_("Choose one of the list, or one the artillery sees itself (sight=own).")),
        )
    if not state.options["artillery_verify_now"]:
        if command.spotter:
            raise _spotter(unit, say(_("Nobody has to see the target now.")), say(_("Leave the spotter out.")))
        return
    if not command.spotter:
        raise _spotter(
            unit,
            say(_("A friend has to see the target at the moment of fire.")),
            say(_("Name the one that sees it.")),
        )
    spotter = unit_of(state, command.spotter, "spotter")
    if spotter not in spotters(state, unit):
        raise _spotter(
            unit,
            say(_("%(spotter)s is no other vehicle of this side on the table."), spotter=spotter.name),
            say(_("Name a friend that sees the target.")),
        )


def _spotter(unit: Vehicle, text: Message, remedy: Message) -> Refused:
    return refused("B13", "spotter", text, remedy)


# -- to hit, and where the cap lies ------------------------------------------------------------------------------------


def modifiers(state: State, unit: Vehicle, target: Vehicle) -> dict[str, int]:
    """R24: no half range, and the movement of both counts twice."""
    return {name: 2 * more for name, more in sorted(movement(state, unit, target).items())}


def _bombarded(state: State, unit: Vehicle, target: Vehicle, command: c.Bombard, reported: Reported) -> f.Bombarded:
    far = command.distance > reach(state, unit)
    found = {} if far else modifiers(state, unit, target)
    needed = unit.skill + sum(found.values())
    roll = reported.maybe("hit") if far else reported.roll("hit", near=(needed,))
    return f.Bombarded(
        unit=unit.id,
        target=target.id,
        distance=command.distance,
        measure=measures.measure(state.options),
        sight=command.sight,
        spotter=command.spotter,
        roll=roll,
        modifiers=found,
        needed=0 if far else needed,
        result="range" if far else result(roll.numbers[0] if roll else 0, needed),
        reloading=reloading(state, unit),
    )


def _scattered(state: State, unit: Vehicle, target: Vehicle, reported: Reported) -> f.Scattered:
    """R26: a die less one, in centimetres, from 0 to 5."""
    direction = reported.roll("direction", tables.HOURS)
    roll = reported.roll("scatter", near=(1,))
    reach = roll.numbers[0] - 1
    return f.Scattered(
        unit=unit.id,
        target=target.id,
        direction=direction,
        roll=roll,
        hour=direction.numbers[0],
        reach=reach,
        length=measures.measured(state.options, reach),
        measure=measures.measure(state.options),
    )
