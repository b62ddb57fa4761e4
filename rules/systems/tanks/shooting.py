"""Direct fire (R16 to R22): to hit, saves, penetration, damage, all dice of a shot in one report."""

from __future__ import annotations

from rules.contract import Decision, Dice, Refused, say
from rules.contract import gettext_noop as _

from . import commands as c
from . import events_fire as f
from . import measures, tables
from .damage import Hit, resolve
from .lookup import acting, enemy_of
from .refusals import refused
from .reported import Reported
from .saves import applicable, roll_saves
from .state import State, Vehicle


def fire(state: State, command: c.Fire, dice: Dice) -> Decision:
    """R17: a shot that is out of range, out of sight or out of the arc is spent, and no die makes it a hit (A9)."""
    unit = acting(state, command.unit, "shoot", "R16")
    if bar := barred(unit):
        raise bar
    if unit.figures.indirect:
        raise refused(
            "R23",
            "unit",
            say(_("%(unit)s is artillery."), unit=unit.name),
            say(_("Report its fire as a bombardment.")),
        )
    target = enemy_of(state, unit, command.target)
    reported = Reported(command, dice, question(state, unit))
    if why := spoiled(state, unit, command.distance, command.sight):
        _check_wasted(command)
        yield _shot(state, unit, command, reported, why)
        reported.check_all_asked()
        return
    if not command.facing:
        raise refused(
            "R17",
            "facing",
            say(_("It is not told where %(target)s is hit."), target=target.name),
            say(_("Tell “front”, “side” or “rear”.")),
        )
    shot = _shot(state, unit, command, reported)
    yield shot
    if shot.result == "hit":
        kinds = applicable(state, unit, target, command.cover, command.facing)
        if not (yield from roll_saves(target, unit.id, kinds, reported)):
            armour = target.figures.armour(command.facing)
            yield from resolve(
                state, Hit(target, unit.id, "shot", unit.figures.strength, command.facing, armour), reported
            )
    reported.check_all_asked()


def question(state: State, unit: Vehicle) -> str:
    """A vehicle fires once a turn, so its round names a shot of a battle for good."""
    return f"r{state.round}/{unit.side}/{unit.id}/shot"


# -- who may fire, and whether it can hit ------------------------------------------------------------------------------


def barred(unit: Vehicle) -> Refused | None:
    """Why a vehicle on the table may not fire in its own Shoot step (R15, R16, A6, B3, B11)."""
    if not unit.figures.strength:
        rule, text = "R16", _("%(unit)s has no gun.")
    elif unit.gun_out:
        rule, text = "R22", _("The main weapon of %(unit)s is damaged.")
    elif unit.knocked:
        rule, text = "B11", _("%(unit)s is knocked about.")
    elif unit.smoke == "smoking":
        rule, text = "R15", _("%(unit)s has popped smoke and may not fire before its next Move step.")
    elif unit.reloading:
        rule, text = "A6", _("The gun of %(unit)s is not loaded: it has fired.")
    else:
        return None
    return refused(rule, "unit", say(text, unit=unit.name), say(_("Fire with another one, or hold your fire.")))


def reach(state: State, unit: Vehicle) -> int:
    """The range of its gun, as measured."""
    return measures.measured(state.options, unit.figures.range)


def spoiled(state: State, unit: Vehicle, distance: int, sight: str) -> str:
    """R17, R10, A9: why a shot cannot hit, "" where it can."""
    if sight != "clear":
        return sight
    return "range" if distance > reach(state, unit) else ""


def reloading(state: State, unit: Vehicle) -> int:
    """A6: ends of own turns until a gun that fires now is loaded again."""
    turns = unit.figures.reload
    return 1 + (int(state.options["reload_turns"]) if turns is None else turns)


def _check_wasted(command: c.Fire) -> None:
    """What nobody asks of a shot that cannot hit."""
    for field, said in (("facing", command.facing), ("cover", command.cover)):
        if said:
            raise refused(
                "R17",
                field,
                say(_("This shot cannot hit, whatever the target shows.")),
                say(_("Leave it out, or correct distance and sight.")),
            )


# -- to hit ------------------------------------------------------------------------------------------------------------


def modifiers(state: State, unit: Vehicle, target: Vehicle, distance: int) -> dict[str, int]:
    """R18, by name: what a direct shot adds to the ballistic skill. A7: exactly half range is within."""
    found = movement(state, unit, target)
    if 2 * distance > reach(state, unit):
        found["beyond_half"] = tables.BEYOND_HALF
    return dict(sorted(found.items()))


def movement(state: State, unit: Vehicle, target: Vehicle) -> dict[str, int]:
    """R18, A8, B1: what the movement of both adds; against a fast target the +2 is in place of the +1."""
    found = {"shooter_moved": tables.SHOOTER_MOVED} if unit.moved else {}
    if is_fast(state, unit, target):
        found["target_fast"] = tables.TARGET_FAST
    if target.moved and ("target_fast" not in found or state.options["fast_target_cumulative"]):
        found["target_moved"] = tables.TARGET_MOVED
    return found


def is_fast(state: State, unit: Vehicle, target: Vehicle) -> bool:
    """A8, B1: what it has actually driven is at least twice the shooter's Speed, and the shooter has one."""
    twice = 2 * measures.measured(state.options, unit.figures.speed)
    return 0 < twice <= target.driven


def result(die: int, needed: int) -> str:
    """R18, R19: a natural 6 always hits."""
    return "hit" if die == 6 or die >= needed else "miss"


def _shot(state: State, unit: Vehicle, command: c.Fire, reported: Reported, why: str = "") -> f.ShotFired:
    found = {} if why else modifiers(state, unit, state.units[command.target], command.distance)
    needed = unit.skill + sum(found.values())
    roll = reported.maybe("hit") if why else reported.roll("hit", near=(needed,))
    return f.ShotFired(
        unit=unit.id,
        target=command.target,
        distance=command.distance,
        measure=measures.measure(state.options),
        facing=command.facing,
        cover=command.cover,
        roll=roll,
        modifiers=found,
        needed=0 if why else needed,
        result=why or result(roll.numbers[0] if roll else 0, needed),
        reloading=reloading(state, unit),
    )
