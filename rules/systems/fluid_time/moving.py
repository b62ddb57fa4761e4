"""Moving (R7 to R9, R11, R13): a move is told stretch by stretch, each over one kind of ground."""

from __future__ import annotations

from rules.contract import Decision, Dice, say
from rules.contract import gettext_noop as _

from . import commands as c
from . import events as e
from . import measures, morale, tables
from .acting import check_spends
from .impulses import proceed
from .lookup import acting_unit
from .refusals import refused
from .state import State, Vehicle
from .words import distance

RULES = {"move": "R8", "half_move": "R9", "free": "R7", "on": "R8"}


def move(state: State, command: c.Move, dice: Dice) -> Decision:
    """A stretch that what is left of the move allows. Whoever moves is moving from here on (R13)."""
    unit = acting_unit(state, command.unit, RULES[command.by])
    check_drives(unit)
    if command.by != "on":
        check_spends(unit, command.by)
    elif not unit.reach:
        raise refused(
            "R8",
            "by",
            say(_("%(unit)s has no move that could go on."), unit=unit.name),
            say(_("Say what it spends to begin one.")),
        )
    budget = unit.reach if command.by == "on" else allowance(state, unit, command.by)
    cost = command.distance * tables.PACE[command.over]
    if cost > budget:
        unit_of_measure = measures.measure(state.options)
        length = distance(command.distance, unit_of_measure)
        raise refused(
            RULES[command.by],
            "distance",
            say(_("%(unit)s cannot move %(length)s over this ground."), unit=unit.name, length=length),
            say(
                _("At most %(most)s of its move are left there."),
                most=distance(longest(command.over, budget), unit_of_measure),
            ),
        )
    yield e.Moved(
        unit=unit.id,
        over=command.over,
        length=command.distance,
        measure=measures.measure(state.options),
        cost=cost,
        reach=budget - cost,
        spent="" if command.by == "on" else command.by,
    )


def leave(state: State, command: c.Leave, dice: Dice) -> Decision:
    """House: off the table by a move, of whatever length."""
    unit = acting_unit(state, command.unit, "section 5")
    check_drives(unit)
    check_spends(unit, command.by)
    yield e.LeftTable(unit=unit.id, spent=command.by)
    yield from morale.mark_last(state, [unit])
    yield from proceed(state)


def allowance(state: State, unit: Vehicle, grant: str) -> int:
    """R8, R9, R11: what a move by this expenditure may cost, in tenths of open ground; of half a move half of them,
    rounded down."""
    whole = measures.measured(state.options, unit.figures.move)
    return whole // 2 if grant == "half_move" else whole


def longest(over: str, budget: int) -> int:
    """The longest stretch over this ground for what it may cost."""
    return budget // tables.PACE[over]


def check_drives(unit: Vehicle) -> None:
    if not unit.drives:
        guns = not unit.figures.move
        raise refused(
            "A21" if guns else "R22",
            "unit",
            say(_("%(unit)s does not move by itself.") if guns else _("%(unit)s is immobilised."), unit=unit.name),
            say(_("Have it do something else, or move another one.")),
        )
