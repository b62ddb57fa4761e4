"""Ramming (R29 to R33, A18 to A20, B5 to B7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from rules.bounds import Key
from rules.contract import Choice, Dice, DiceCommand, Message, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter

from . import measures, tables
from .damage import Hit, resolve, stunned
from .lookup import acting, refused
from .report_dice import OneDie, ReportDice
from .state import Decision, Event, Facing, State, Vehicle
from .turns import is_open, open_rams, proceed
from .words import dice_fields, facing_field, of_unit

CHAPTER = Chapter[State, Event]("Ramming", "R29 to R33")


class Ram(DiceCommand, frozen=True, kw_only=True):
    """A ram is resolved (R30, R31). facing: the side of the rammed tank that was struck, where it takes the hit."""

    positional: ClassVar = ("unit", "facing")
    rolls: ClassVar = ("penetration", "damage", "radius")
    shared: ClassVar = ("unit", "facing")
    unit: Key
    facing: Facing = ""
    penetration: OneDie | None = None
    damage: OneDie | None = None
    radius: OneDie | None = None


class Rammed(Event, frozen=True, kw_only=True):
    """`victim` takes a hit of `strength` and a die; `totals` of armour, and `stunned` in ends of own
    turns: of the rammer and of the rammed tank."""

    rules: ClassVar = ("R29", "R30", "R31", "R33", "A19", "A20", "B7")
    unit: str
    target: str
    totals: tuple[int, int]
    stunned: tuple[int, int]
    victim: str
    strength: int
    facing: str


@CHAPTER.decides
def ram(state: State, command: Ram, dice: Dice) -> Decision:
    """R30, R31: who has the lower total of armour takes a hit, the rammed tank where both are equal. Saves do not
    apply, and a natural 1 does nothing (B5); both are stunned all the same (R33)."""
    unit = acting(state, command.unit, "ram", "R29")
    if not is_open(state, unit):
        raise refused(
            "A18" if unit.ram else "R29",
            "unit",
            say(_("%(unit)s has no ram to resolve."), unit=unit.name),
            _("A ram is told with the move, and void once one of both is destroyed."),
        )
    target = state.units[unit.ram]
    victim, facing = (target, command.facing) if takes_it(unit, target) else (unit, "front")
    _check_facing(command, victim is target, target)
    strength = measures.whole_centimetres(state.options, unit.ram_length)
    yield Rammed(
        unit=unit.id,
        target=target.id,
        totals=(unit.figures.total, target.figures.total),
        stunned=(stunned(state, unit), stunned(state, target)),
        victim=victim.id,
        strength=strength,
        facing=facing,
    )
    faces = tables.RAM_DICE["rammed" if victim is target else "rammer"]
    reported = ReportDice(command, dice, f"r{state.round}/{unit.side}/{unit.id}/ram")
    by = unit if victim is target else target
    hit = Hit(victim, by.id, "ram", strength, facing, victim.figures.armour(facing), faces)
    yield from resolve(state, hit, reported)
    reported.check_all_asked()
    yield from proceed(state)


def takes_it(unit: Vehicle, target: Vehicle) -> bool:
    """R30, A19: whether the rammed tank takes the hit."""
    return unit.figures.total >= target.figures.total


def _check_facing(command: Ram, wanted: bool, target: Vehicle) -> None:
    """A20: the struck side of the rammed tank; the rammer takes it on its front."""
    if bool(command.facing) is wanted:
        return
    text = _("The report does not say where %(target)s was struck.")
    remedy = _("Tell “front”, “side” or “rear”.")
    if not wanted:
        text, remedy = _("%(target)s has the higher armour: the rammer is hit, on its front."), _("Leave it out.")
    raise refused("A20", "facing", say(text, target=target.name), remedy)


@CHAPTER.evolves
def rammed(state: State, event: Rammed) -> None:
    """R33: both are stunned, whatever the hit comes to."""
    unit = state.units[event.unit]
    unit.ram, unit.ram_length = "", 0
    unit.stunned, state.units[event.target].stunned = event.stunned


@CHAPTER.narrates
def tell_rammed(event: Rammed) -> Message:
    text = _("%(unit)s rams %(target)s (armour %(own)s to %(other)s): %(victim)s is hit; both are stunned.")
    own, other = event.totals
    return say(text, unit=event.unit, target=event.target, own=own, other=other, victim=event.victim)


@CHAPTER.offers
def rams(state: State, side: str) -> Iterator[Choice]:
    if state.phase != "ram" or side != state.side or state.areas:
        return
    for unit in open_rams(state):
        target = state.units[unit.ram]
        label = say(_("%(unit)s rams %(target)s"), unit=unit.name, target=target.name)
        dice = ("penetration", "damage", "radius")
        if takes_it(unit, target):
            yield of_unit(unit, "Ram", label, facing_field(say(_("Struck on its"))), *dice_fields(*dice))
        else:
            yield of_unit(unit, "Ram", label, *dice_fields(*dice, faces={"penetration": 3}))
