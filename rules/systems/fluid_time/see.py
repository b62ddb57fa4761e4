"""The battle as people see it: nothing in this rulebook is hidden from anybody but the order of the deck, which is
nowhere in a State."""

from __future__ import annotations

from collections.abc import Iterator

from rules.contract import Event, Fact, Message, UnitView, View, say, verbatim
from rules.contract import gettext_noop as _

from .grants import grants_of
from .morale import due
from .outcome import HOW, Verdict, points, verdict
from .overwatch import watchers
from .see_deck import commander_facts, deck_facts, strength
from .see_units import unit_view
from .shooting import next_shot
from .state import AirOrArtillery, Impulse, State
from .words import AIRCRAFT_NAMES, LEVEL_NAMES, PHASE_NAMES, acting, called, card_name, listed, named, title


def see(state: State, side: str) -> View:
    """The same for everybody: `side` is a side's key, "" a spectator."""
    over = verdict(state)
    return View(
        round=state.turn,
        phase=_phase(state, over),
        facts=tuple(_facts(state, over)),
        units=_units(state),
        pending=None if over else _pending(state),
        waiting_for=() if over else _waiting_for(state),
    )


def titles(state: State) -> dict[str, str]:
    """What people call the platoons of the deck, by their keys."""
    return {unit.platoon: title(unit.platoon) for unit in state.units.values()}


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
    if not over and state.depth == "shots":
        yield from _moment(state)
        yield from deck_facts(state)
        yield from commander_facts(state)
    for side in state.sides:
        yield Fact(f"points-{side}", say(_("Points of %(side)s"), side=side), points(state, side))
    for side in state.sides:
        for platoon in dict.fromkeys(unit.platoon for unit in state.units.values() if unit.side == side):
            yield strength(state, side, platoon)
    if over:
        yield Fact("winner", say(_("Winner")), called(over.winner) if over.winner else say(_("nobody")))
        yield Fact("how", say(_("Decided")), HOW[over.how])


# -- whose moment it is ------------------------------------------------------------------------------------------------


def _moment(state: State) -> Iterator[Fact]:
    """Who may act, with what, and who may answer."""
    if state.impulse is not None:
        yield Fact("impulse", say(_("Impulse of")), _impulse(state.impulse))
        if minutes := int(state.options["impulse_minutes"]):
            yield Fact("minutes", say(_("Minutes of an Impulse, at most")), minutes)
    if state.volley:
        shots = (_shot(state, shot.unit, shot.target) for shot in state.volley)
        yield Fact("volley", say(_("Declared shots, in order")), listed(shots))
    if state.strike is not None:
        yield Fact("strike", say(_("Support")), _strike(state.strike))
    if watching := dict.fromkeys(unit.id for unit, _trigger, _target in watchers(state)):
        yield Fact("watching", say(_("May answer from overwatch")), listed(_name(state, id) for id in watching))


def _impulse(impulse: Impulse) -> Message:
    if impulse.card:
        return card_name(impulse.card)
    return say(_("%(side)s: %(card)s"), side=impulse.side, card=card_name(""))


def _shot(state: State, unit: str, target: str) -> Message:
    return say(_("%(unit)s at %(target)s"), unit=_name(state, unit), target=_name(state, target))


def _strike(strike: AirOrArtillery) -> Message:
    parts: list[Message] = [card_name(strike.card)]
    if strike.aircraft:
        parts.append(named(AIRCRAFT_NAMES, strike.aircraft))
    if strike.kind == "artillery":
        parts.append(say(_("artillery")))
    if strike.level:
        parts.append(named(LEVEL_NAMES, strike.level))
    return listed(parts)


# -- what everybody waits for ------------------------------------------------------------------------------------------


def _pending(state: State) -> Message | None:
    """In words."""
    if state.depth != "shots":
        return None
    match state.phase:
        case "turn":
            return say(_("Which turn comes next is not known."))
        case "shuffle":
            return say(_("The Command Deck is to be shuffled."))
        case "gap":
            return say(_("The next card is to be drawn, unless a commander plays his."))
        case "support" if state.strike is not None:
            return _support_pending(state, state.strike)
    shot = next_shot(state)
    if shot is not None:
        return say(_("%(unit)s fires next."), unit=_name(state, shot.unit))
    if state.impulse is None:
        return None
    if testing := [verbatim(unit.name) for unit in state.acting() if due(state, unit)]:
        return say(_("Morale is tested before acting: %(units)s."), units=listed(testing))
    return acting(state.impulse.side, state.impulse.platoon, grants_of(state, state.impulse.card))


SUPPORT_PENDING = {
    "call": _("Whether an observer of %(side)s is in position is to be told."),
    "hold": _("Whether the fighter of %(side)s attacks or is held back is to be told."),
    "cancel": _("Whether the fighter held for %(other)s cancels the airstrike is to be told."),
    "send": _("The intensity die of %(side)s is to be rolled."),
    "targets": _("Who is under the templates of %(side)s is to be told."),
}


def _support_pending(state: State, strike: AirOrArtillery) -> Message:
    return say(SUPPORT_PENDING[strike.stage], side=strike.side, other=state.other(strike.side))


def _waiting_for(state: State) -> tuple[str, ...]:
    """The sides somebody of which has to report next; all where any may."""
    if state.depth == "shots":
        if state.impulse is not None and state.phase == "impulse":
            return (state.impulse.side,)
        if state.strike is not None and state.phase == "support":
            cancels = state.strike.stage == "cancel"
            return (state.other(state.strike.side) if cancels else state.strike.side,)
    return state.sides


def _name(state: State, id: str) -> Message:
    return verbatim(state.units[id].name if id in state.units else id)
