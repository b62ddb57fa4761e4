"""Airstrikes and barrages: how many templates, and who is under them (R31, R32, R33, R36, A11, A12, B10, B11)."""

from __future__ import annotations

from rules.contract import Decision, Dice, say
from rules.contract import gettext_noop as _

from . import commands as c
from . import events_support as s
from . import hits, morale, tables
from .lookup import side_of, unit_of
from .refusals import refused
from .reported import Reported
from .state import AirOrArtillery, State, Vehicle
from .support import ARTILLERY, own_strike, question, sent_or_cancelled, strike_at


def send_strike(state: State, command: c.SendStrike, dice: Dice) -> Decision:
    """R31, R36: the intensity die, and as many templates."""
    side = side_of(state, command.side)
    stages = ("send", "hold") if sent_or_cancelled(state, side) == "send" else ("send",)
    strike = strike_at(state, stages, "R31")
    own_strike(state, side, strike.stage, "R31")
    if command.entry and strike.kind == ARTILLERY:
        raise refused(
            "B1",
            "entry",
            say(_("Artillery has no entry point: the mark of its template points to the observer.")),
            say(_("Leave the entry point out.")),
        )
    reported = Reported(command, dice, question(state, strike), "R31")
    roll = reported.roll("intensity")
    level = tables.INTENSITY[state.rows[side]][roll.numbers[0]]
    templates = tables.LEVELS.index(level) + 1
    yield s.StrikeSent(side=side, roll=roll, level=level, templates=templates, entry=command.entry)


def strike(state: State, command: c.Strike, dice: Dice) -> Decision:
    """R32, B11: once, however many templates it is under, and whosever it is."""
    unit = unit_of(state, command.unit)
    laid = strike_at(state, ("targets",), "R32")
    _check_victim(laid, unit)
    _check_concealment(state, command)
    reported = Reported(command, dice, f"{question(state, laid)}/{unit.id}", "R32")
    needed = need(state, unit, command.concealment)
    roll = reported.roll("hit", faces=tables.TO_HIT, near=(needed,)) if needed >= 1 else None
    hit = roll is not None and roll.numbers[0] <= needed
    yield s.TargetAttacked(unit=unit.id, need=needed, roll=roll, hit=hit)
    if hit:
        found = hits.Hit(unit, laid.card, laid.side, "strike", damage_dice(state, laid, unit))
        yield from hits.resolve(state, found, 1, reported)
    reported.check_all_asked()
    yield from morale.mark_last(state, [unit])
    if not victims(state):
        yield s.StrikeClosed(side=laid.side)


def close_strike(state: State, command: c.CloseStrike, dice: Dice) -> Decision:
    """Nobody else is under the templates."""
    laid = own_strike(state, command.side, "targets", "R32")
    yield s.StrikeClosed(side=laid.side)


def victims(state: State) -> list[Vehicle]:
    """Who may be under the templates: everybody in play, of either side, that has not been told of (B11)."""
    told = state.strike.told if state.strike is not None else ()
    return [unit for unit in state.units.values() if unit.in_play and unit.id not in told]


def need(state: State, unit: Vehicle, concealment: str) -> int:
    """A11, B10: Size alone; with the option less where it moves or is concealed. No template minds a crest line."""
    if not state.options["air_modifiers"]:
        return unit.figures.size
    return unit.figures.size - tables.TARGET_MOVING * unit.moving - tables.CONCEALMENT[concealment]


def damage_dice(state: State, strike: AirOrArtillery, unit: Vehicle) -> int:
    """R32, A11 to A13: by what comes; one more against armour, none against what is soft (B11)."""
    if strike.kind == ARTILLERY:
        base = int(state.options["artillery_dice"])
    else:
        base = tables.AIR_DICE["fighter" if strike.aircraft in tables.FIGHTERS else "bomber"]
    return base + (0 if unit.figures.soft else tables.FLANK_DIE)


def _check_victim(strike: AirOrArtillery, unit: Vehicle) -> None:
    if not unit.in_play:
        raise refused(
            "R32",
            "unit",
            say(_("%(unit)s is out of action, or has left the table."), unit=unit.name),
            say(_("Name a vehicle in play, or say that there is nobody else.")),
        )
    if unit.id in strike.told:
        raise refused(
            "B11",
            "unit",
            say(_("%(unit)s has been told of."), unit=unit.name),
            say(_("Name each vehicle once, under however many templates, or say that there is nobody else.")),
        )


def _check_concealment(state: State, command: c.Strike) -> None:
    if command.concealment and not state.options["air_modifiers"]:
        raise refused(
            "B10",
            "concealment",
            say(_("Nothing helps against a strike in this battle, not even concealment.")),
            say(_("Leave it out.")),
        )
