"""Fluid time states (R7 to R9, R13 to R16, A25): a vehicle halts, goes on overwatch, takes a crest line, or
observes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from rules.bounds import Key, Text
from rules.contract import Choice, Command, Dice, Field, Message, Refused, ngettext, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter

from . import editions, tables
from .activation import able, acting, acting_unit, check_spends, hindered, of_impulse, require_no_volley, spend
from .lookup import impossible, in_play, refused, unit_of
from .offers import by_grants, in_bulk, of_units
from .state import Decision, Event, Grant, State, Vehicle

CHAPTER = Chapter[State, Event]("Fluid time states", "R7 to R9, R13 to R16")


class Halt(Command, frozen=True, kw_only=True):
    """A vehicle becomes stationary: it loses its Moving marker (R7 to R9)."""

    positional: ClassVar = ("unit",)
    unit: Key
    by: Grant


class GoOnOverwatch(Command, frozen=True, kw_only=True):
    """A stationary vehicle goes on overwatch (R15, B2)."""

    positional: ClassVar = ("unit",)
    unit: Key
    by: Grant


class TakeHullDown(Command, frozen=True, kw_only=True):
    """A stationary vehicle at a crest line is hull down from here on (R16, B7)."""

    positional: ClassVar = ("unit",)
    unit: Key


class Observe(Command, frozen=True, kw_only=True):
    """A vehicle spends a Free Action to observe. What it looks for is kept in words (A25)."""

    positional: ClassVar = ("unit",)
    sealed: ClassVar = ("note",)
    unit: Key
    note: Text = ""


class Halted(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R7", "R8", "R9", "R13", "R14")
    unit: str
    spent: str


class WentOnOverwatch(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R15", "B2", "B9")
    unit: str
    spent: str


class TookHullDown(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R16", "B7")
    unit: str


class Observed(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R7", "A25")
    sealed: ClassVar = ("note",)
    unit: str
    note: str


@CHAPTER.decides
def halt(state: State, command: Halt, dice: Dice) -> Decision:
    """R7 to R9: the vehicle may spend anything for it, half a move too."""
    unit = acting_unit(state, command.unit, "R14")
    check_spends(unit, command.by)
    if not unit.moving:
        raise refused(
            "R14",
            "unit",
            say(_("%(unit)s is stationary already."), unit=unit.name),
            _("Halt a vehicle that has a Moving marker."),
        )
    yield Halted(unit=unit.id, spent=command.by)


@CHAPTER.decides
def go_on_overwatch(state: State, command: GoOnOverwatch, dice: Dice) -> Decision:
    """R15, B2: halting was an expenditure of its own before."""
    unit = acting_unit(state, command.unit, "R15")
    check_spends(unit, command.by)
    if bar := unwatchful(unit):
        raise bar
    yield WentOnOverwatch(unit=unit.id, spent=command.by)


def unwatchful(unit: Vehicle) -> Refused | None:
    """Why a vehicle that may spend something cannot go on overwatch; None if it can."""
    if unit.moving:
        rule, text = "R15", _("%(unit)s is moving, and only what is stationary goes on overwatch.")
        remedy = _("Halt it first; that is an expenditure of its own.")
    elif unit.overwatch:
        rule, text = "R15", _("%(unit)s is on overwatch already.")
        remedy = _("Spend it on something else.")
    elif not unit.figures.armed:
        rule, text = "R15", _("%(unit)s has nothing to fire with.")
        remedy = _("Spend it on something else.")
    elif unit.gun_out:
        rule, text = "R22", _("The main gun of %(unit)s is disabled.")
        remedy = _("Spend it on something else.")
    else:
        return None
    return refused(rule, "unit", say(text, unit=unit.name), remedy)


@CHAPTER.decides
def take_hull_down(state: State, command: TakeHullDown, dice: Dice) -> Decision:
    """R16, B7: it costs nothing. It is done in the vehicle's own Impulse, or before the first turn, when all stand
    still. By option a move may end with it."""
    unit = in_play(unit_of(state, command.unit))
    if not before_first_turn(state):
        of_impulse(state, command.unit, "R16")
        require_no_volley(state)
    if bar := exposed(state, unit):
        raise bar
    yield TookHullDown(unit=unit.id)


def before_first_turn(state: State) -> bool:
    return state.phase == "shuffle" and state.turn == 0


def exposed(state: State, unit: Vehicle) -> Refused | None:
    """Why a vehicle that may act now cannot be hull down; None if it can."""
    if hindrance := hindered(state, unit):
        return refused(hindrance.rule, "unit", hindrance.why, hindrance.remedy)
    if unit.tests and not unit.tested and editions.crest_waits_for_the_test(state.edition):
        text, remedy = _("%(unit)s has to test its morale before it does anything."), _("It tests when it acts again.")
        return refused("R24", "unit", say(text, unit=unit.name), remedy)
    if unit.moving and not _stops(state, unit):
        text, remedy = _("%(unit)s is moving."), _("Halt it first: only what stands behind a crest is hull down.")
        return refused("B7", "unit", say(text, unit=unit.name), remedy)
    if unit.hull_down:
        return refused("R16", "unit", say(_("%(unit)s is hull down already."), unit=unit.name), _("Leave it out."))
    return None


def _stops(state: State, unit: Vehicle) -> bool:
    """B7, by option: it has moved in this Impulse and stops at a crest line."""
    return unit.id in state.moved and bool(tables.chosen(state.options, "hull_down_moving"))


@CHAPTER.decides
def observe(state: State, command: Observe, dice: Dice) -> Decision:
    """R7, A25: a Free Action, with words that say what the vehicle looks for."""
    unit = acting_unit(state, command.unit, "R7")
    if "free" not in unit.grants:
        raise refused(
            "R7",
            "unit",
            say(_("%(unit)s has no Free Action left."), unit=unit.name),
            _("Spend what it has left on something else."),
        )
    yield Observed(unit=unit.id, note=command.note)


@CHAPTER.evolves
def halted(state: State, event: Halted) -> None:
    unit = state.units[event.unit]
    spend(unit, event.spent)
    unit.moving = False


@CHAPTER.evolves
def went_on_overwatch(state: State, event: WentOnOverwatch) -> None:
    unit = state.units[event.unit]
    spend(unit, event.spent)
    unit.overwatch = True


@CHAPTER.evolves
def took_hull_down(state: State, event: TookHullDown) -> None:
    """By option it ends a move."""
    unit = state.units[event.unit]
    unit.hull_down, unit.reach = True, 0


@CHAPTER.evolves
def observed(state: State, event: Observed) -> None:
    spend(state.units[event.unit], "free")


CHAPTER.sentences(
    {
        Halted: _("%(unit)s halts."),
        WentOnOverwatch: _("%(unit)s goes on overwatch."),
        TookHullDown: _("%(unit)s is hull down."),
    }
)


@CHAPTER.narrates
def tell_observed(event: Observed) -> Message:
    if not event.note:
        return say(_("%(unit)s observes."), unit=event.unit)
    return say(_("%(unit)s observes: %(note)s"), unit=event.unit, note=event.note)


HALTING = in_bulk(ngettext("%(n)d vehicle halts", "%(n)d vehicles halt", 1))
WATCHING = in_bulk(ngettext("%(n)d vehicle goes on overwatch", "%(n)d vehicles go on overwatch", 1))


@CHAPTER.offers
def choices(state: State, side: str) -> Iterator[Choice]:
    """R7 to R9, R14 to R16: in an Impulse of this side; at a crest line also before the first turn."""
    yield from _before_the_battle(state, side)
    units = able(state, side)
    halting = [unit for unit in units if unit.moving]
    yield from by_grants(halting, "Halt", _("%(unit)s halts"), _("A vehicle halts"), readily=2000, bulk=HALTING)
    watching = [unit for unit in units if unwatchful(unit) is None]
    one, several = _("%(unit)s goes on overwatch"), _("A vehicle goes on overwatch")
    yield from by_grants(watching, "GoOnOverwatch", one, several, readily=3000, bulk=WATCHING)
    crests = [unit for unit in acting(state, side) if exposed(state, unit) is None]
    one, several = _("%(unit)s is hull down at a crest line"), _("A vehicle is hull down at a crest line")
    yield from of_units(crests, "TakeHullDown", one, several)
    free = [unit for unit in units if "free" in unit.grants]
    note = Field(name="note", kind="text", label=say(_("What it looks for")))
    yield from of_units(free, "Observe", _("%(unit)s observes"), _("A vehicle observes"), note)


def _before_the_battle(state: State, side: str) -> Iterator[Choice]:
    """R16: at a crest line before the first turn."""
    if before_first_turn(state):
        units = [unit for unit in state.of_side(side) if exposed(state, unit) is None]
        one, several = _("%(unit)s starts hull down at a crest line"), _("A vehicle starts hull down at a crest line")
        yield from of_units(units, "TakeHullDown", one, several)


# -- how no vehicle can stand ------------------------------------------------------------------------------------------

OUT = say(_("Declare it without, or the vehicle in play."))
IN_PLAY = (
    *("moving", "overwatch", "hull_down", "suppressed", "tests", "repeated", "struck", "struck_again"),
    *("grants", "reach", "tested"),
)


@CHAPTER.forbids
def impossible_postures(state: State) -> None:
    for unit in state.units.values():
        for fact, what, remedy in _wrong(state, unit):
            raise impossible(f"units.{unit.id}.{fact}", what, remedy)


def _wrong(state: State, unit: Vehicle) -> Iterator[tuple[str, Message, Message]]:
    """What cannot be, by its fact, with the remedy."""
    if not unit.in_play:
        gone = say(_("%(unit)s is out of action, or has left the table."), unit=unit.id)
        yield from ((fact, gone, OUT) for fact in IN_PLAY if getattr(unit, fact))
    if unit.moving:
        yield from _moving(state, unit)
    if unit.overwatch and not unit.figures.armed:
        text = _("%(unit)s has nothing to fire with.")
        yield "overwatch", say(text, unit=unit.id), say(_("Declare that it is not on overwatch."))
    if unit.suppressed and unit.overwatch and editions.suppression_ends_overwatch(state.edition):
        text = _("%(unit)s is suppressed.")
        yield "overwatch", say(text, unit=unit.id), say(_("Declare that it is not on overwatch."))


def _moving(state: State, unit: Vehicle) -> Iterator[tuple[str, Message, Message]]:
    """R13 to R16, A17, B7: a moving vehicle is neither on overwatch nor behind a crest; one that cannot move is not
    moving."""
    if not unit.drives:
        yield "moving", say(_("%(unit)s cannot move."), unit=unit.id), say(_("Declare it without Moving marker."))
    stops = tables.chosen(state.options, "hull_down_moving")
    for fact in ("overwatch",) if stops else ("overwatch", "hull_down"):
        if getattr(unit, fact):
            remedy = say(_("Declare it without, or without Moving marker."))
            yield fact, say(_("%(unit)s is moving."), unit=unit.id), remedy
