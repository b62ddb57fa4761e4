"""What a vehicle does where it stands: it halts, goes on overwatch, takes a crest line, observes (R7 to R9, R14 to
R16, A25)."""

from __future__ import annotations

from rules.contract import Decision, Dice, Refused, say
from rules.contract import gettext_noop as _

from . import commands as c
from . import editions, grants, tables
from . import events as e
from .lookup import acting_unit, in_play, of_impulse, require_no_volley, unit_of
from .refusals import refused
from .state import State, Vehicle
from .words import GRANT_NAMES, left_to_spend, named


def halt(state: State, command: c.Halt, dice: Dice) -> Decision:
    """R7 to R9: by whatever it may spend, half a move too."""
    unit = acting_unit(state, command.unit, "R14")
    check_spends(unit, command.by)
    if not unit.moving:
        raise refused(
            "R14",
            "unit",
            say(_("%(unit)s is stationary already."), unit=unit.name),
            say(_("Halt a vehicle that has a Moving marker.")),
        )
    yield e.Halted(unit=unit.id, spent=command.by)


def go_on_overwatch(state: State, command: c.GoOnOverwatch, dice: Dice) -> Decision:
    """R15, B2: becoming stationary was an expenditure of its own."""
    unit = acting_unit(state, command.unit, "R15")
    check_spends(unit, command.by)
    if bar := unwatchful(unit):
        raise bar
    yield e.WentOnOverwatch(unit=unit.id, spent=command.by)


def unwatchful(unit: Vehicle) -> Refused | None:
    """Why a vehicle that may spend something cannot go on overwatch; None where it can."""
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
    return refused(rule, "unit", say(text, unit=unit.name), say(remedy))


def take_hull_down(state: State, command: c.TakeHullDown, dice: Dice) -> Decision:
    """R16, B7: it costs nothing; in an Impulse of its own, or before the first turn, where all stand still. By option a
    move may end with it."""
    unit = in_play(unit_of(state, command.unit))
    if not before_first_turn(state):
        of_impulse(state, command.unit, "R16")
        require_no_volley(state)
    if bar := exposed(state, unit):
        raise bar
    yield e.TookHullDown(unit=unit.id)


def before_first_turn(state: State) -> bool:
    return state.phase == "shuffle" and state.turn == 0


def exposed(state: State, unit: Vehicle) -> Refused | None:
    """Why a vehicle whose moment it is cannot be hull down; None where it can."""
    if hindrance := grants.hindered(state, unit):
        return refused(hindrance.rule, "unit", hindrance.why, hindrance.remedy)
    if unit.tests and not unit.tested and editions.crest_waits_for_the_test(state.edition):
        text, remedy = _("%(unit)s has to test its morale before it does anything."), _("It tests when it acts again.")
        return refused("R24", "unit", say(text, unit=unit.name), say(remedy))
    if unit.moving and not _stops(state, unit):
        text, remedy = _("%(unit)s is moving."), _("Halt it first: only what stands behind a crest is hull down.")
        return refused("B7", "unit", say(text, unit=unit.name), say(remedy))
    if unit.hull_down:
        text, remedy = _("%(unit)s is hull down already."), _("Leave it out.")
        return refused("R16", "unit", say(text, unit=unit.name), say(remedy))
    return None


def _stops(state: State, unit: Vehicle) -> bool:
    """B7, the other reading: it has moved in this Impulse, and stops at a crest line."""
    return unit.id in state.moved and bool(tables.chosen(state.options, "hull_down_moving"))


def observe(state: State, command: c.Observe, dice: Dice) -> Decision:
    """R7, A25: a Free Action, with words for what it looks for."""
    unit = acting_unit(state, command.unit, "R7")
    if "free" not in unit.grants:
        raise refused(
            "R7",
            "unit",
            say(_("%(unit)s has no Free Action left."), unit=unit.name),
            say(_("Spend what it has left on something else.")),
        )
    yield e.Observed(unit=unit.id, note=command.note)


def check_spends(unit: Vehicle, by: str) -> None:
    """`Refused` where a vehicle has no such expenditure left."""
    if by not in unit.grants:
        raise refused(
            "R7",
            "by",
            say(_("%(unit)s has no “%(spent)s” left to spend."), unit=unit.name, spent=named(GRANT_NAMES, by)),
            say(_("What it has left: %(left)s."), left=left_to_spend(unit.grants)),
        )
