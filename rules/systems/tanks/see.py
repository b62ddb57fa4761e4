"""The battle as people see it: nothing in this rulebook is hidden from anybody."""

from __future__ import annotations

from collections.abc import Iterator

from rules.contract import Event, Fact, Message, UnitView, View, say, verbatim
from rules.contract import gettext_noop as _

from . import measures
from .areas import certain
from .outcome import HOW, Verdict, last_round, points, verdict, withdrawal
from .see_units import unit_view
from .setup import deploys_next
from .state import Area, State
from .turns import listing
from .words import PHASE_NAMES, called, distance, listed, points_of


def see(state: State, side: str) -> View:
    """The same for everybody: `side` is a side's key, "" a spectator."""
    over = verdict(state)
    return View(
        round=min(state.round, last_round(state)),
        phase=_phase(state, over),
        facts=tuple(_facts(state, over)),
        units=_units(state),
        pending=None if over else _pending(state),
        waiting_for=() if over else _waiting_for(state),
    )


def see_event(event: Event, side: str) -> Event | None:
    """Everything happens in the open."""
    return event


def _units(state: State) -> tuple[UnitView, ...]:
    return tuple(unit_view(state, unit) for unit in state.units.values())


def _phase(state: State, over: Verdict | None) -> Message:
    if over:
        return say(_("Battle over"))
    return PHASE_NAMES[state.phase] if state.depth == "shots" else say(_("Shots are not reported"))


def _facts(state: State, over: Verdict | None) -> Iterator[Fact]:
    if state.side and state.depth == "shots":
        yield Fact("turn", say(_("Turn of")), called(state.side))
    if state.first:
        yield Fact("first", say(_("Moves first")), called(state.first))
    if state.options["turn_limit"]:
        yield Fact("rounds", say(_("Rounds in all")), last_round(state))
    if state.area is not None:
        yield Fact("area", say(_("Is being told")), _area(state, state.area))
    holder = over.holder if over else ""
    for side in state.sides:
        yield Fact(f"points-{side}", say(_("Points of %(side)s"), side=side), points(state, side, holder))
    if over:
        yield Fact("winner", say(_("Winner")), called(over.winner) if over.winner else say(_("nobody")))
        yield Fact("how", say(_("Decided")), HOW[over.how])
        return
    for side in state.sides:
        label = say(_("If %(side)s withdrew now"), side=side)
        yield Fact(f"withdrawal-{side}", label, _withdrawal(state, side))


def _withdrawal(state: State, side: str) -> Message:
    """Section 4: what withdrawing now would save, what it would leave, and how the score would stand."""
    found, enemy = withdrawal(state, side), state.other(side)
    return say(
        _("saves %(saves)s, leaves %(leaves)s to the enemy; the score would be %(own)s to %(other)s"),
        saves=points_of(found.saves),
        leaves=found.leaves,
        own=points(state, side, ""),
        other=points(state, enemy, enemy),
    )


def _area(state: State, area: Area) -> Message:
    called = state.units[area.source].name if area.source in state.units else area.source
    reach = distance(measures.measured(state.options, area.reach), measures.measure(state.options))
    if area.kind == "blast":
        return say(_("the explosion of %(unit)s, within %(reach)s"), unit=called, reach=reach)
    return say(_("the cap of %(unit)s, moved by %(reach)s"), unit=called, reach=reach)


def _pending(state: State) -> Message | None:
    """What everybody waits for, in words; in a turn, what its side has to weigh."""
    if state.depth != "shots":
        return None
    if state.area is not None:
        return _area_pending(state, state.area)
    match state.phase:
        case "setup":
            return say(_("The set-up dice are to be rolled."))
        case "choice":
            return say(_("The set-up roll went to %(side)s: the choice is to be told."), side=state.winner)
        case "deployment":
            return say(_("The vehicles of %(side)s are to be put on the table."), side=deploys_next(state))
        case "round":
            return say(_("Which round comes next is not known."))
        case "radio":
            return say(_("Artillery is told what is in sight."))
        case "ram":
            return say(_("The rams are to be resolved."))
    return _balance(state)


def _balance(state: State) -> Message:
    """Section 4: no morale but this."""
    enemy = state.other(state.side)
    return say(
        _("Points: %(side)s %(own)s, %(enemy)s %(other)s. If %(side)s withdrew now: %(own)s to %(after)s."),
        side=state.side,
        enemy=enemy,
        own=points(state, state.side, ""),
        other=points(state, enemy, ""),
        after=points(state, enemy, enemy),
    )


def _area_pending(state: State, area: Area) -> Message:
    if area.kind == "blast":
        if near := certain(state, area):
            names = listed(verbatim(unit.name) for unit in near)
            return say(_("Who stands near the explosion is to be told; in contact with it: %(units)s."), units=names)
        return say(_("Who stands near the explosion is to be told."))
    return say(_("Who is under the cap is to be told."))


def _waiting_for(state: State) -> tuple[str, ...]:
    """The sides somebody of which has to report next; all where any may."""
    if state.depth != "shots":
        return state.sides
    waits = {
        "choice": (state.winner,),
        "deployment": (deploys_next(state),) if state.phase == "deployment" else (),
        "radio": tuple(listing(state)),
    }.get(state.phase, (state.side,) if state.phase in ("move", "shoot", "ram") else ())
    return tuple(side for side in state.sides if side in waits) or state.sides
