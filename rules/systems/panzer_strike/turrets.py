"""Turrets are traversed (R14, B12, B13): in steps of 45 degrees, or with option 3 to any angle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

from rules.bounds import Key
from rules.contract import Choice, Command, Dice, Message, Pick, Refused, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter
from rules.kit.outcomes import grounds_of_unit

from .geometry import COMPASS, Compass, Square, bearing, named
from .likelihood import of_guns, of_traverse, weighed
from .lookup import Fault, active_unit, check_faults, refused
from .offers import of_unit, pick_field, unit_pick, word_picks
from .state import Decision, Event, Miniature, OneUnit, State
from .tables import FREE_TRAVERSE, TRAVERSE
from .words import placed

CHAPTER = Chapter[State, Event]("Turrets", "R14")


class Traverse(Command, frozen=True, kw_only=True):
    """A turret is turned (R14): the gun points in the direction `gun`, or with option 3 at the unit or square `at`."""

    positional: ClassVar = ("unit", "gun")
    unit: Key
    gun: Compass | None = None
    at: OneUnit = ""


class Traversed(Event, frozen=True, kw_only=True):
    """`turret` is where it is afterwards, in degrees clockwise from the hull."""

    rules: ClassVar = ("R14", "B12")
    unit: str
    turret: int
    at: str = ""


@CHAPTER.decides
def traverse(state: State, command: Traverse, dice: Dice) -> Decision:
    """R14: it costs no step (B12). What counts is how far the turret is from where it was when the turn began."""
    unit = active_unit(state, command.unit, "movement", "R2")
    if fault := fault_of_turret(unit):
        raise fault
    field, degrees = _wanted(state, unit, command)
    turret = (degrees - unit.heading * 45) % 360
    if not reachable(state, unit, {field: degrees}):
        raise _beyond(state, unit, turret, field)
    yield Traversed(unit=unit.id, turret=turret, at=command.at)


def fault_of_turret(unit: Miniature) -> Refused | None:
    """Why it has no turret to traverse now."""
    if not unit.figures.turreted:
        return refused(
            "R14",
            "unit",
            say(_("%(unit)s has no turret."), unit=unit.called),
            _("Its gun points where its hull does: turn that."),
        )
    if unit.timer:
        return refused(
            "B7",
            "unit",
            say(_("%(unit)s is being repaired, its crew outside."), unit=unit.called),
            _("Nothing moves while a timer stands."),
        )
    return None


def reachable(state: State, unit: Miniature, directions: Mapping[str, int]) -> list[str]:
    """The directions among these, in degrees from north, that its gun can be traversed to. Where it points now is not
    among them; a turret that is one piece with its hull faces anywhere (B13)."""
    most = 180 if unit.figures.all_round else _most(state)
    hull, was, now = unit.heading * 45, unit.turret_was, unit.turret
    found = []
    for key, degrees in directions.items():
        turret = (degrees - hull) % 360
        if turret != now and _between(was, turret) <= most:
            found.append(key)
    return found


def degrees_towards(origin: Square, target: Square) -> int:
    """Degrees clockwise from north towards the centre of another square, rounded to whole degrees."""
    return round(bearing(origin, target)) % 360


def aims(state: State) -> dict[str, Square]:
    """What a gun can be pointed at with option 3, by how a report calls it: active units, and walls by their squares. A
    unit whose name is a square's comes before the square."""
    walls = {wall: square for wall in state.walls if (square := named(wall))}
    return walls | {unit.id: unit.at for unit in state.units.values() if unit.active and unit.on_board}


def _wanted(state: State, unit: Miniature, command: Traverse) -> tuple[str, int]:
    """The field that says where the gun is to point, and the direction in degrees from north."""
    if command.at and not state.options["free_turrets"]:
        raise refused(
            "R14",
            "at",
            _("Turrets stand in steps of 45 degrees in this battle."),
            say(_("Say in which direction the gun points: %(directions)s."), directions=", ".join(COMPASS)),
        )
    if bool(command.at) == (command.gun is not None):
        raise refused(
            "R14",
            "gun",
            say(_("It has to be said once where the gun of %(unit)s points."), unit=unit.called),
            _("Report a direction, or with option 3 what it points at."),
        )
    if command.gun is not None:
        return "gun", COMPASS.index(command.gun) * 45
    known = aims(state)
    if command.at not in known or command.at == unit.id:
        raise refused(
            "R14",
            "at",
            say(_("The gun of %(unit)s cannot be pointed at “%(at)s”."), unit=unit.called, at=command.at),
            _("Name another unit on the board, or the square of a wall that stands."),
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


@CHAPTER.evolves
def traversed(state: State, event: Traversed) -> None:
    state.units[event.unit].turret = event.turret


def traverses(state: State, unit: Miniature, at: Mapping[str, tuple[Square, Pick]]) -> Iterator[Choice]:
    if fault_of_turret(unit):
        return
    if guns := reachable(state, unit, {gun: n * 45 for n, gun in enumerate(COMPASS)}):
        label, weights = say(_("Traverse the turret of %(unit)s"), unit=placed(unit)), of_guns(state, unit, guns)
        field = pick_field("gun", say(_("The gun points")), weighed(word_picks(guns), weights))
        yield of_unit(unit, "Traverse", label, field, readily=of_traverse(state, unit, weights))
    bearings = {key: degrees_towards(unit.at, square) for key, (square, _pick) in at.items() if key != unit.id}
    if near := reachable(state, unit, bearings):
        label = say(_("Point the gun of %(unit)s at something"), unit=placed(unit))
        field = pick_field("at", say(_("The gun points at")), (at[key][1] for key in near))
        yield of_unit(unit, "Traverse", label, field)


def named_aims(state: State) -> dict[str, tuple[Square, Pick]]:
    """What guns can be pointed at, and its name; nothing without option 3."""
    if not state.options["free_turrets"]:
        return {}
    units = {unit.id: unit for unit in state.units.values() if unit.active}
    return {
        key: (square, unit_pick(units[key]) if key in units else word_picks([key])[0])
        for key, square in aims(state).items()
    }


@CHAPTER.narrates
def tell_traversed(event: Traversed) -> Message:
    if event.at:
        return say(_("%(unit)s turns its turret to %(at)s."), unit=event.unit, at=event.at)
    if not event.turret:
        return say(_("%(unit)s turns its turret straight ahead."), unit=event.unit)
    right, left = event.turret % 360, -event.turret % 360
    if right == left:
        return say(_("%(unit)s turns its turret to the rear."), unit=event.unit)
    if right < left:
        return say(_("%(unit)s turns its turret to %(degrees)s° right of its hull."), unit=event.unit, degrees=right)
    return say(_("%(unit)s turns its turret to %(degrees)s° left of its hull."), unit=event.unit, degrees=left)


def _off_its_steps(state: State, unit: Miniature, turret: int) -> bool:
    """R14, B12: a turret is in steps of 45 degrees, or with option 3 anywhere; a unit without one has its gun ahead."""
    if not unit.figures.turreted:
        return turret != 0
    return turret % 45 != 0 and not state.options["free_turrets"]


TURRET = _("The turret of %(unit)s cannot stand so.")
STEPS = _("Declare a multiple of 45 degrees, or 0 where it has no turret; other angles take option 3.")


@CHAPTER.forbids
def turrets_in_their_steps(state: State) -> None:
    """Both where it is and where it was at the start of the turn."""
    check_faults(
        state,
        Fault("turret", lambda state, unit: _off_its_steps(state, unit, unit.turret), TURRET, STEPS),
        Fault("turret_was", lambda state, unit: _off_its_steps(state, unit, unit.turret_was), TURRET, STEPS),
    )


@CHAPTER.explains
def gun_by(state: State, of: str) -> Iterable[str]:
    """A gun turns with its hull."""
    return grounds_of_unit(state.units, of, {"gun": ("facing",)}, {})
