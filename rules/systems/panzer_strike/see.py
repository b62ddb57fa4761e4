"""The battle as people see it: nothing in this rulebook is hidden from anybody."""

from __future__ import annotations

from collections.abc import Iterator

from rules.contract import Event, Fact, Message, View, say
from rules.contract import gettext_noop as _

from . import tables
from .grid import grid
from .movement import coordinated
from .outcome import HOW, Verdict, last_round, objectives_lost, points, verdict
from .see_units import unit_view
from .state import State
from .turns import open_shots
from .words import PHASE_NAMES, called_side, plural


def see(state: State, side: str) -> View:
    """The same for everybody: `side` is a side's key, "" a spectator."""
    over = verdict(state)
    return View(
        round=rounds_played(state),
        phase=_phase(state, over),
        facts=tuple(_facts(state, over)),
        units=tuple(unit_view(state, unit) for unit in state.units.values()),
        pending=None if over else _pending(state),
        waiting_for=() if over else _waiting_for(state),
        grid=grid(state),
    )


def see_event(event: Event, side: str) -> Event | None:
    """Everything happens in the open."""
    return event


def rounds_played(state: State) -> int:
    """The round being played; of a battle over by rounds the last one."""
    return min(state.round, last_round(state))


def _phase(state: State, over: Verdict | None) -> Message:
    if over:
        return say(_("Battle over"))
    return PHASE_NAMES[state.phase] if state.depth == "shots" else say(_("Shots are not reported"))


def _facts(state: State, over: Verdict | None) -> Iterator[Fact]:
    if state.side and state.depth == "shots":
        made = len(coordinated(state, state.side))
        yield Fact("turn", say(_("Turn of")), called_side(state.side))
        told = say(_("%(made)s of %(limit)s"), made=made, limit=state.limit)
        yield Fact("coordinated", say(_("Coordinated movements")), told)
    if state.first:
        yield Fact("first", say(_("Goes first")), called_side(state.first))
    yield Fact("rounds", say(_("Rounds in all")), last_round(state))
    holder = over.winner if over else ""
    for side in state.sides:
        yield Fact(f"points-{side}", say(_("Points of %(side)s"), side=side), points(state, side, holder))
    if state.scenario == tables.BASIC:
        for side in state.sides:
            label = say(_("Enemy anti-aircraft guns destroyed, for %(side)s"), side=side)
            yield Fact(f"objectives-{side}", label, objectives_lost(state, state.other(side)))
    if over:
        yield Fact("winner", say(_("Winner")), called_side(over.winner) if over.winner else say(_("nobody")))
        yield Fact("how", say(_("Decided")), HOW[over.how])


def _pending(state: State) -> Message | None:
    """What everybody waits for, in words."""
    if state.depth != "shots":
        return None
    match state.phase:
        case "deployment":
            n = len(_unplaced(state))
            return plural(_("%(n)d unit is still to be deployed."), _("%(n)d units are still to be deployed."), n)
        case "first":
            return say(_("Who goes first is rolled for."))
        case "round":
            return say(_("Which round comes next is not known."))
        case "placing":
            n = len(_unplaced(state))
            one, many = _("Where %(n)d unit stands now is not known."), _("Where %(n)d units stand now is not known.")
            return plural(one, many, n)
        case "firing" if aimed := open_shots(state, state.side):  # what is wasted is not waited for (A22)
            one, many = _("%(n)d announced shot is to be fired."), _("%(n)d announced shots are to be fired.")
            return plural(one, many, len(aimed))
    return None


def _unplaced(state: State) -> list[str]:
    """The sides of the active units that stand nowhere yet."""
    return [unit.side for unit in state.units.values() if unit.active and not unit.on_board]


def _waiting_for(state: State) -> tuple[str, ...]:
    """The sides somebody of which has to report next; all where any may."""
    if state.depth != "shots":
        return state.sides
    if state.phase in ("deployment", "placing") and (waits := _unplaced(state)):
        return tuple(side for side in state.sides if side in waits)
    return (state.side,) if state.phase in ("movement", "firing") and state.side else state.sides
