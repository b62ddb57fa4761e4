"""Moving, a stretch at a time, each over one kind of ground; and leaving the table (R7 to R9, R11, R13)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal, get_args

from rules.bounds import Key
from rules.contract import Choice, Command, Dice, Message, ngettext, pgettext, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter
from rules.lengths import Stretch

from . import tables
from .activation import able, acting_unit, check_spends, spend
from .impulses import proceed
from .lookup import check_units, refused
from .offers import MOST, by_grants, expenditures, in_bulk, length_field, of_units
from .platoons import mark_last
from .state import Decision, Event, Grant, State, Vehicle
from .words import GRANT_NAMES, OVER_NAMES, distance, named

CHAPTER = Chapter[State, Event]("Moving", "R7 to R9, R11, R13")
Over = Literal["open", "rough"]
RULES = {"move": "R8", "half_move": "R9", "free": "R7", "on": "R8"}


class Move(Command, frozen=True, kw_only=True):
    """A stretch of a move. by: the expenditure that it begins with; "on" continues the move that was begun."""

    positional: ClassVar = ("unit", "distance", "over")
    unit: Key
    distance: Stretch
    over: Over = "open"
    by: Literal["move", "half_move", "free", "on"]


class Leave(Command, frozen=True, kw_only=True):
    """A vehicle drives off the table (house)."""

    positional: ClassVar = ("unit",)
    unit: Key
    by: Grant


class Moved(Event, frozen=True, kw_only=True):
    """A stretch of `length`; it cost `cost` tenths of open ground, and `reach` is left of the move. spent: the
    expenditure that it began with, "" if it continues a move."""

    rules: ClassVar = ("R7", "R8", "R9", "R11", "R13", "A2", "A5")
    unit: str
    over: str
    length: int
    measure: str
    cost: int
    reach: int
    spent: str


class LeftTable(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("house",)
    unit: str
    spent: str


@CHAPTER.decides
def move(state: State, command: Move, dice: Dice) -> Decision:
    """A stretch within what is left of the move. From here on the vehicle is moving (R13)."""
    unit = acting_unit(state, command.unit, RULES[command.by])
    check_drives(unit)
    if command.by != "on":
        check_spends(unit, command.by)
    elif not unit.reach:
        raise refused(
            "R8",
            "by",
            say(_("%(unit)s has no move that could go on."), unit=unit.name),
            _("Say what it spends to begin one."),
        )
    budget = unit.reach if command.by == "on" else allowance(state, unit, command.by)
    cost = command.distance * tables.PACE[command.over]
    if cost > budget:
        unit_of_measure = tables.measure(state.options)
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
    yield Moved(
        unit=unit.id,
        over=command.over,
        length=command.distance,
        measure=tables.measure(state.options),
        cost=cost,
        reach=budget - cost,
        spent="" if command.by == "on" else command.by,
    )


@CHAPTER.decides
def leave(state: State, command: Leave, dice: Dice) -> Decision:
    """House: any move may take a vehicle off the table, whatever its length."""
    unit = acting_unit(state, command.unit, "section 5")
    check_drives(unit)
    check_spends(unit, command.by)
    yield LeftTable(unit=unit.id, spent=command.by)
    yield from mark_last(state, [unit])
    yield from proceed(state)


def allowance(state: State, unit: Vehicle, grant: str) -> int:
    """R8, R9, R11: what a move by this expenditure may cost, in tenths of open ground. Half a move allows half, rounded
    down."""
    whole = tables.measured(state.options, unit.figures.move)
    return whole // 2 if grant == "half_move" else whole


def longest(over: str, budget: int) -> int:
    """The longest stretch over this ground that costs no more than that."""
    return budget // tables.PACE[over]


def check_drives(unit: Vehicle) -> None:
    if not unit.drives:
        guns = not unit.figures.move
        raise refused(
            "A21" if guns else "R22",
            "unit",
            say(_("%(unit)s does not move by itself.") if guns else _("%(unit)s is immobilised."), unit=unit.name),
            _("Have it do something else, or move another one."),
        )


@CHAPTER.evolves
def moved(state: State, event: Moved) -> None:
    unit = state.units[event.unit]
    spend(unit, event.spent)
    unit.moving, unit.overwatch, unit.hull_down = True, False, False
    unit.reach = event.reach
    if unit.id not in state.moved:
        state.moved += (unit.id,)


@CHAPTER.evolves
def left_table(state: State, event: LeftTable) -> None:
    state.units[event.unit].take_out("left_table")
    if event.unit not in state.moved:
        state.moved += (event.unit,)


@CHAPTER.narrates
def tell_moved(event: Moved) -> Message:
    text = _("%(unit)s moves %(length)s over %(ground)s.")
    if not event.spent:
        text = _("%(unit)s moves on, %(length)s over %(ground)s.")
    return say(
        text, unit=event.unit, length=distance(event.length, event.measure), ground=named(OVER_NAMES, event.over)
    )


CHAPTER.sentences({LeftTable: _("%(unit)s drives off the table.")})


MOVING = in_bulk(ngettext("%(n)d vehicle moves over open ground", "%(n)d vehicles move over open ground", 1))


@CHAPTER.offers
def choices(state: State, side: str) -> Iterator[Choice]:
    """R7 to R9: vehicles that may go as far, over the same ground, by the same expenditure, stand in one choice."""
    groups: dict[tuple[str, str, int], list[Vehicle]] = {}
    drivers = [unit for unit in able(state, side) if unit.drives]
    for unit in drivers:
        for by in ("on", *expenditures(unit)):
            budget = unit.reach if by == "on" else allowance(state, unit, by)
            for over in get_args(Over):
                if most := min(MOST, longest(over, budget)):
                    groups.setdefault((by, over, most), []).append(unit)
    for (by, over, most), units in groups.items():
        one, several = MOVES[over]
        if by == "on":
            one, several = ON[over]
        reach, grant = distance(most, tables.measure(state.options)), GRANT_NAMES.get(by, say(_("on")))
        length = length_field(say(pgettext("driven", "Distance")), 1, most, state)
        given, readily = {"over": over, "by": by}, 4000 if by == "half_move" else 1000
        bulk = MOVING if over == "open" else None
        yield from of_units(
            units, "Move", one, several, length, given=given, readily=readily, bulk=bulk, most=reach, by=grant
        )
    one, several = _("%(unit)s drives off the table"), _("A vehicle drives off the table")
    yield from by_grants(drivers, "Leave", one, several)


MOVES = {
    "open": (
        _("%(unit)s moves over open ground, up to %(most)s (%(by)s)"),
        _("A vehicle moves over open ground, up to %(most)s (%(by)s)"),
    ),
    "rough": (
        _("%(unit)s moves over rough ground, up to %(most)s (%(by)s)"),
        _("A vehicle moves over rough ground, up to %(most)s (%(by)s)"),
    ),
}
ON = {
    "open": (
        _("%(unit)s moves on over open ground, up to %(most)s"),
        _("A vehicle moves on over open ground, up to %(most)s"),
    ),
    "rough": (
        _("%(unit)s moves on over rough ground, up to %(most)s"),
        _("A vehicle moves on over rough ground, up to %(most)s"),
    ),
}


@CHAPTER.forbids
def impossible_moves(state: State) -> None:
    """The vehicle that has moved is one of this battle."""
    check_units(state, "moved", state.moved)
