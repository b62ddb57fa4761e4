"""Moving (R8 to R13, R35): a move is told stretch by stretch, each over one kind of ground."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec import UNSET, UnsetType

from rules.bounds import Key
from rules.contract import Choice, Command, Dice, Field, Limit, Message, ngettext, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter
from rules.lengths import Length, Stretch

from . import measures, tables
from .contacts import check_contact, part, run_into, tell_contact, touchable
from .editions import asks_for_the_corner
from .lookup import acting, refused
from .measures import Over
from .state import Decision, Degrees, Event, OneUnit, State, Vehicle
from .stretches import Ground, alike, by_pace, cannot_drive, check_length, in_words, left, stretch_fields, too_far
from .words import FARTHEST, distance, ground, in_bulk, length_field, of_unit, of_units

CHAPTER = Chapter[State, Event]("Moving", "R8 to R13, R35")


class Drive(Command, frozen=True, kw_only=True):
    """A stretch of a move over one kind of ground (R8): a mixed path is several reports.

    turned: degrees turned on it at the double speed of a road (R11). corner: how much of `length` was driven before
    90 degrees in all had been turned, where they come together on this stretch; the rest is driven at normal pace.
    contact: the enemy it has run into, which ends the move (R29).
    """

    positional: ClassVar = ("unit", "over")
    unit: Key
    over: Over
    length: Stretch
    turned: Degrees = 0
    corner: Length | UnsetType = UNSET
    reverse: bool = False
    contact: OneUnit = ""


class Driven(Event, frozen=True, kw_only=True):
    """A stretch of `length`; it cost `cost` halves of a tenth of Speed. corner: how much of it was driven before 90
    degrees had been turned on the road, where they came together on it. contact: the enemy it has run into after `ram`
    tenths of this move."""

    rules: ClassVar = ("R8", "R11", "R13", "R29", "A3", "B4", "B6", "B9")
    unit: str
    over: str
    length: int
    measure: str
    cost: int
    turned: int = 0
    corner: int | UnsetType = UNSET
    reverse: bool = False
    contact: str = ""
    ram: int = 0


@CHAPTER.decides
def drive(state: State, command: Drive, dice: Dice) -> Decision:
    """R8: a stretch that what is left of Speed allows."""
    unit = _mover(state, command.unit, "R8")
    _check_turned(unit, command)
    _check_corner(state, unit, command)
    cost = _cost(state, unit, command)
    check_contact(state, unit, command.contact)
    yield Driven(
        unit=unit.id,
        over=command.over,
        length=command.length,
        measure=measures.measure(state.options),
        cost=cost,
        turned=command.turned,
        corner=command.corner,
        reverse=command.reverse,
        contact=command.contact,
        ram=unit.driven + command.length if command.contact else 0,
    )


def _mover(state: State, id: str, rule: str) -> Vehicle:
    unit = acting(state, id, "move", rule)
    if bar := cannot_drive(unit):
        raise bar
    return unit


def _cost(state: State, unit: Vehicle, command: Drive) -> int:
    """R8, B4: what the stretch costs, in halves of a tenth; beyond its corner at normal pace."""
    before = command.length if command.corner is UNSET else command.corner
    check_length(
        state, unit, command.over, before, left(state, unit), "length" if command.corner is UNSET else "corner"
    )
    quick, slow = measures.pace(command.over, unit.turned), measures.pace(command.over, tables.ROAD_TURN)
    room = left(state, unit) - before * quick
    if command.length > (most := before + room // slow):
        raise too_far(state, unit, command.length, most, "length")
    return before * quick + (command.length - before) * slow


def _check_turned(unit: Vehicle, command: Drive) -> None:
    """R11, B4: 90 degrees in all at the double speed of a road; elsewhere turning costs nothing and is not told."""
    if not command.turned:
        return
    if not measures.doubles(command.over, unit.turned):
        raise refused(
            "R9",
            "turned",
            _("Turning costs nothing here."),
            _("Tell only what is turned at the double speed of a road."),
        )
    if command.turned > (most := tables.ROAD_TURN - unit.turned):
        raise refused(
            "R11",
            "turned",
            say(_("%(unit)s cannot turn so far at the double speed of a road."), unit=unit.name),
            say(_("Tell at most %(most)s degrees; the rest of the road is driven at normal speed."), most=most),
        )


def needs_corner(state: State, unit: Vehicle, turned: int) -> bool:
    """R11: whether 90 degrees in all come together where it turns so far on the road now."""
    return asks_for_the_corner(state.edition) and unit.turned < tables.ROAD_TURN == unit.turned + turned


def _check_corner(state: State, unit: Vehicle, command: Drive) -> None:
    """R11, B4: told where 90 degrees have come together, for the rest of the road is driven at normal pace."""
    if command.corner is UNSET:
        if not needs_corner(state, unit, command.turned):
            return
        text = say(_("The report does not say where on this road %(unit)s had turned by 90 degrees."), unit=unit.name)
        remedy = say(_("Tell how far it drove before that corner; from there on it drives at its normal pace."))
    elif not needs_corner(state, unit, command.turned):
        text = say(_("%(unit)s does not come to 90 degrees at the double speed of a road here."), unit=unit.name)
        if not asks_for_the_corner(state.edition):
            text = say(_("In the edition of this battle nobody asks where the corner of a road was."))
        remedy = say(_("Leave the corner out."))
    elif command.corner > command.length:
        text = say(_("The corner lies beyond the end of this stretch."))
        remedy = say(_("Tell how much of the stretch was driven before the corner."))
    else:
        return
    raise refused("R11", "corner", text, remedy)


@CHAPTER.evolves
def driven(state: State, event: Driven) -> None:
    unit = state.units[event.unit]
    unit.driven += event.length
    unit.used += event.cost
    unit.turned = min(360, unit.turned + event.turned)
    run_into(state, unit, event.contact, event.ram)


@CHAPTER.narrates
def tell_driven(event: Driven) -> Message:
    text = _("%(unit)s drives %(length)s over %(ground)s.")
    if event.reverse:
        text = _("%(unit)s backs %(length)s over %(ground)s.")
    told = say(text, unit=event.unit, length=distance(event.length, event.measure), ground=ground(event.over))
    if event.turned and event.corner is not UNSET:
        told = ngettext(
            "%(told)s It turns by %(n)d degree, after %(corner)s.",
            "%(told)s It turns by %(n)d degrees, the last of them after %(corner)s.",
            event.turned,
            told=told,
            corner=distance(event.corner, event.measure),
        )
    elif event.turned:
        told = ngettext(
            "%(told)s It turns by %(n)d degree.", "%(told)s It turns by %(n)d degrees.", event.turned, told=told
        )
    return tell_contact(told, event.contact)


REVERSE = Field(name="reverse", kind="flag", label=say(_("In reverse")))
DRIVES = {
    (1, True): _("Drive %(unit)s along a road, up to %(most)s"),
    (2, False): _("Drive %(unit)s at full speed, up to %(most)s"),
    (4, False): _("Drive %(unit)s at half speed, up to %(most)s"),
}
DRIVING = in_bulk(ngettext("Drive %(n)d vehicle at full speed", "Drive %(n)d vehicles at full speed", 1))
CLIMBS = {
    (2, True): (
        _("Drive %(unit)s uphill on a road, up to %(most)s"),
        _("Drive a tank uphill on a road, up to %(most)s"),
    ),
    (8, False): (
        _("Drive %(unit)s at a quarter of its Speed, up to %(most)s"),
        _("Drive a tank at a quarter of its Speed, up to %(most)s"),
    ),
    (16, False): (
        _("Drive %(unit)s at an eighth of its Speed, up to %(most)s"),
        _("Drive a tank at an eighth of its Speed, up to %(most)s"),
    ),
}
CORNERS = {
    False: (
        _("Drive %(unit)s round a corner of a road, 90 degrees in all, up to %(most)s"),
        _("Drive a tank round a corner of a road, 90 degrees in all, up to %(most)s"),
    ),
    True: (
        _("Drive %(unit)s uphill round a corner of a road, 90 degrees in all, up to %(most)s"),
        _("Drive a tank uphill round a corner of a road, 90 degrees in all, up to %(most)s"),
    ),
}


def drives(state: State, units: list[Vehicle]) -> Iterator[Choice]:
    """The usual ground vehicle by vehicle; then, in one choice for all, the ground that few moves come to."""
    for unit in units:
        yield from _levels(state, unit)
        yield from _corners(state, [unit], climbing=False)
    yield from _climbs(state, units)
    yield from _corners(state, units, climbing=True)


def _levels(state: State, unit: Vehicle) -> Iterator[Choice]:
    for stretch, most, _same in alike(state, [unit], left):
        if (stretch.pace, stretch.doubles) in DRIVES:
            label = say(DRIVES[stretch.pace, stretch.doubles], unit=unit.name, most=in_words(state, most))
            fields = _drive_fields(state, unit, stretch, most)
            bulk = DRIVING if stretch.pace == 2 and not stretch.doubles else None
            yield of_unit(unit, "Drive", label, *fields, readily=_readily(state, unit), bulk=bulk)


def _climbs(state: State, units: list[Vehicle]) -> Iterator[Choice]:
    """Steep and rough ground: one choice for all vehicles that can go as far."""
    for stretch, most, same in alike(state, units, left):
        if (stretch.pace, stretch.doubles) in CLIMBS:
            one, several = CLIMBS[stretch.pace, stretch.doubles]
            fields = _drive_fields(state, same[0], stretch, most)
            yield from of_units(same, "Drive", one, several, *fields, most=in_words(state, most))


def _drive_fields(state: State, unit: Vehicle, stretch: Ground, most: int) -> list[Field]:
    """R11: what is turned, as long as it is driven at the double speed of a road; its last degree is that of a corner
    (`_corners`)."""
    fields = [*stretch_fields(state, unit, stretch, most), REVERSE]
    turned = tables.ROAD_TURN - unit.turned
    if stretch.doubles and (turned := turned - needs_corner(state, unit, turned)):
        fields.append(
            Field(
                name="turned", kind="number", label=say(_("Degrees turned on the road")), most=turned, near=(0, turned)
            )
        )
    return fields


def _readily(state: State, unit: Vehicle) -> int:
    """Random players rather stop where an enemy just counts the vehicle as fast."""
    twice = {2 * measures.measured(state.options, enemy.figures.speed) for enemy in state.enemies(unit.side)}
    return 50 if unit.driven and twice & {unit.driven, unit.driven + 1} else 1000


def _corners(state: State, units: list[Vehicle], climbing: bool) -> Iterator[Choice]:
    """R11, B4: 90 degrees in all come together on this stretch of road; beyond that corner it costs twice as much."""
    groups: dict[tuple[Ground, int, int, tuple[str, ...]], list[Vehicle]] = {}
    for unit in units:
        for stretch in by_pace(unit.turned):
            missing = tables.ROAD_TURN - unit.turned
            if ((stretch.pace, True) in CLIMBS) is climbing and stretch.doubles and needs_corner(state, unit, missing):
                touching = tuple(enemy.id for enemy in touchable(state, unit))
                groups.setdefault((stretch, left(state, unit), missing, touching), []).append(unit)
    for (stretch, budget, missing, _touching), same in groups.items():
        if most := min(FARTHEST, budget // stretch.pace):
            one, several = CORNERS[climbing]
            over, length, *contact = stretch_fields(state, same[0], stretch, most)
            label = say(_("Of it up to the corner (the rest is at normal pace)"))
            corner = length_field("corner", label, 0, most, state)
            fields = (over, length, corner, *contact, REVERSE)
            limits = (
                Limit(times={"length": 2 * stretch.pace, "corner": -stretch.pace}, most=budget),
                Limit(times={"corner": 1, "length": -1}, most=0),
            )
            given = {"turned": missing}
            told = in_words(state, most)
            yield from of_units(same, "Drive", one, several, *fields, given=given, limits=limits, most=told)


# -- fences and walls --------------------------------------------------------------------------------------------------


class Cross(Command, frozen=True, kw_only=True):
    """A tank crosses a fence, a hedge or a wall on its way (B9)."""

    positional: ClassVar = ("unit",)
    unit: Key


class Crossed(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R8", "B9")
    unit: str
    cost: int


@CHAPTER.decides
def cross(state: State, command: Cross, dice: Dice) -> Decision:
    """B9: a line obstacle costs as so many centimetres of difficult ground."""
    unit = _mover(state, command.unit, "B9")
    if not may_cross(state, unit):
        raise refused(
            "B9",
            "unit",
            say(_("%(unit)s has not enough of its Speed left to cross anything."), unit=unit.name),
            _("Leave it in front of the obstacle; what costs nothing to cross is not reported."),
        )
    yield Crossed(unit=unit.id, cost=measures.crossing(state.options))


def may_cross(state: State, unit: Vehicle) -> bool:
    return 0 < measures.crossing(state.options) <= left(state, unit)


@CHAPTER.evolves
def crossed(state: State, event: Crossed) -> None:
    unit = state.units[event.unit]
    unit.used += event.cost
    part(state, unit)


CHAPTER.sentences({Crossed: _("%(unit)s crosses a fence or wall.")})


def crossings(state: State, units: list[Vehicle]) -> Iterator[Choice]:
    """For those that have enough Speed left."""
    crossing = [unit for unit in units if may_cross(state, unit)]
    one, several = _("%(unit)s crosses a fence or wall"), _("A tank crosses a fence or wall")
    return of_units(crossing, "Cross", one, several)


# -- off the table -----------------------------------------------------------------------------------------------------


class Leave(Command, frozen=True, kw_only=True):
    """A tank drives off the table: it has retreated (R35)."""

    positional: ClassVar = ("unit",)
    unit: Key


class Retreated(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R35",)
    unit: str


@CHAPTER.decides
def leave(state: State, command: Leave, dice: Dice) -> Decision:
    """R35: off the table by what is left of its move."""
    unit = _mover(state, command.unit, "R35")
    if not left(state, unit):
        raise refused(
            "R35",
            "unit",
            say(_("%(unit)s has nothing left of its move."), unit=unit.name),
            _("Have it leave the table in its next Move step."),
        )
    yield Retreated(unit=unit.id)


@CHAPTER.evolves
def retreated(state: State, event: Retreated) -> None:
    unit = state.units[event.unit]
    unit.presence = "retreated"
    part(state, unit)


CHAPTER.sentences({Retreated: _("%(unit)s retreats off the table.")})


def departures(state: State, units: list[Vehicle]) -> Iterator[Choice]:
    """For those that have any Speed left."""
    leaving = [unit for unit in units if left(state, unit)]
    one, several = _("%(unit)s drives off the table"), _("A tank drives off the table")
    return of_units(leaving, "Leave", one, several)
