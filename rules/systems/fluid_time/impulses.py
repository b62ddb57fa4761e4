"""Impulses: who may act, until when, and what follows without a report (R2, R4, R7 to R12, B6, B14)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from rules.bounds import Key
from rules.contract import Choice, Command, Dice, Message, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter

from . import tables
from .activation import due, hindered, is_its_impulse, require_no_volley
from .cards import PLAYED, grants_of, parts
from .lookup import check_sides, impossible, refused, require_phase, side_of
from .offers import of_nobody, of_side
from .platoons import mark_again, mark_last
from .state import Decision, Event, Impulse, State, Vehicle
from .victory import verdict
from .words import acting, listed

CHAPTER = Chapter[State, Event]("Impulses", "R2, R4, R7 to R12")


class EndImpulse(Command, frozen=True, kw_only=True):
    """The unit or side has finished (R2). Vehicles with something left to spend halt (B14)."""

    positional: ClassVar = ("side",)
    side: Key


class CallTime(Command, frozen=True, kw_only=True):
    """The players' clock says that the minutes of the Impulse are over (B6)."""


class CommanderInvoked(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R4", "B17")
    side: str


class ImpulseBegan(Event, frozen=True, kw_only=True):
    """Each vehicle of `units` has `grants` to spend. `card` is "" for a commander's; `platoon` is "" for the whole
    side."""

    rules: ClassVar = ("R2", "R4", "R7", "R8", "R9", "R10", "R11", "R12", "A2", "A3")
    side: str
    card: str
    platoon: str
    grants: tuple[str, ...]
    units: tuple[str, ...]


class ImpulseEnded(Event, frozen=True, kw_only=True):
    """why: "done", "time" (the players' clock) or "nobody" (no vehicle can act). `halted` have left a grant unspent
    (B14)."""

    rules: ClassVar = ("R2", "B6", "B14")
    side: str
    why: str
    halted: tuple[str, ...] = ()


def begin(state: State, side: str, card: str = "", platoon: str = "") -> Decision:
    """R2, R4, R12: each vehicle of the side, or of its platoon, may spend what the card gives; "" is the commander's
    card. If none of them is in play, the Impulse is over at once."""
    units = [unit.id for unit in state.of_side(side) if not platoon or unit.platoon == platoon]
    if not units:
        yield ImpulseEnded(side=side, why="nobody")
        return
    given = grants_of(state, card)
    yield ImpulseBegan(side=side, card=card, platoon=platoon, grants=given, units=tuple(units))
    yield from mark_last(state, state.acting())  # by losses that were declared, or not reported shot by shot
    yield from mark_again(state)


@CHAPTER.decides
def end_impulse(state: State, command: EndImpulse, dice: Dice) -> Decision:
    """R2: the unit or side has finished."""
    side_of(state, command.side)
    require_phase(state, "impulse", "R2")
    if state.impulse is not None and state.impulse.side != command.side:
        text = say(_("This is an Impulse of %(side)s."), side=state.impulse.side)
        raise refused("R2", "side", text, _("Wait until it is over."))
    require_no_volley(state)
    yield _ended(state, "done")
    yield from proceed(state)


@CHAPTER.decides
def call_time(state: State, command: CallTime, dice: Dice) -> Decision:
    """B6: by the players' clock, because Leaguer keeps none. Declared shots are still resolved."""
    require_phase(state, "impulse", "B6")
    if not state.options["impulse_minutes"]:
        raise refused(
            "B6",
            "",
            _("In this battle an Impulse lasts as long as it takes."),
            _("Leave the Impulse to the side that acts."),
        )
    require_no_volley(state)
    yield _ended(state, "time")
    yield from proceed(state)


def proceed(state: State) -> Decision:
    """What follows without a report: an Impulse in which nobody can do anything is over, and then a commander acts who
    has announced too (B17)."""
    if state.phase == "impulse" and not state.volley and not verdict(state) and not any_able(state):
        yield _ended(state, "nobody")
    if state.phase == "gap" and state.queue and not verdict(state):
        yield from invoked(state, state.queue[0])


def invoked(state: State, side: str) -> Decision:
    """R4: the commander's card gives every vehicle of the force a Free Action."""
    yield CommanderInvoked(side=side)
    yield from begin(state, side)
    yield from proceed(state)


def any_able(state: State) -> bool:
    """Whether a vehicle of this Impulse could do anything if it had something left to spend. Not if it is suppressed
    and will not test any more (A6, B4)."""
    return any(not unit.suppressed or due(state, unit) for unit in state.acting())


def halting(state: State) -> list[Vehicle]:
    """B14: the vehicles that halt if the Impulse ends now: those that are moving and have a move or half a move left,
    or have spent nothing at all. Shooting and observing halt nobody, and neither does a morale test that keeps a
    vehicle from acting."""
    if state.impulse is None:
        return []
    given = grants_of(state, state.impulse.card)
    return [unit for unit in state.acting() if unit.moving and _stands(state, unit, given)]


def _stands(state: State, unit: Vehicle, given: tuple[str, ...]) -> bool:
    if hindered(state, unit):
        return False
    return "half_move" in unit.grants or (bool(given) and unit.grants == given)


def _ended(state: State, why: str) -> ImpulseEnded:
    side = state.impulse.side if state.impulse else ""
    return ImpulseEnded(side=side, why=why, halted=tuple(unit.id for unit in halting(state)))


@CHAPTER.evolves
def impulse_began(state: State, event: ImpulseBegan) -> None:
    volleys = event.grants.count("free")
    state.phase = "impulse"
    state.impulse = Impulse(side=event.side, card=event.card, platoon=event.platoon, volleys=volleys)
    for id in event.units:
        unit = state.units[id]
        unit.grants, unit.reach, unit.tested = event.grants, 0, False  # type: ignore[assignment]


@CHAPTER.evolves
def commander_invoked(state: State, event: CommanderInvoked) -> None:
    state.impulses += 1
    state.commanders += (event.side,)
    state.queue = tuple(side for side in state.queue if side != event.side)
    state.moved, state.fired = (), []


@CHAPTER.evolves
def impulse_ended(state: State, event: ImpulseEnded) -> None:
    for id in event.halted:
        state.units[id].moving = False
    for unit in state.units.values():
        unit.grants, unit.reach, unit.tested = (), 0, False
    state.phase, state.impulse, state.volley = "gap", None, []


CHAPTER.sentences({CommanderInvoked: _("The commander of %(side)s plays the Free Action card.")})


@CHAPTER.narrates
def tell_impulse_began(event: ImpulseBegan) -> Message:
    return acting(event.side, event.platoon, event.grants)


ENDED = {
    "done": _("The Impulse of %(side)s is over."),
    "time": _("The time of the Impulse of %(side)s is over."),
    "nobody": _("The Impulse of %(side)s is over: nobody can act."),
}


@CHAPTER.narrates
def tell_impulse_ended(event: ImpulseEnded) -> Message:
    told = say(ENDED.get(event.why, ENDED["done"]), side=event.side)
    if not event.halted:
        return told
    return say(_("%(told)s Stationary now: %(units)s."), told=told, units=listed(event.halted))


@CHAPTER.offers
def choices(state: State, side: str) -> Iterator[Choice]:
    """R2: the end of an Impulse in which no volley is open, for the side that acts; the clock for both (B6)."""
    if state.phase != "impulse" or state.volley:
        return
    if is_its_impulse(state, side):
        yield of_side(side, "EndImpulse", say(_("We have finished: the next card")))
    if state.options["impulse_minutes"]:
        yield of_nobody(side, "CallTime", say(_("Time is up: the Impulse is over")))


# -- Impulses that no battle can be in ---------------------------------------------------------------------------------


@CHAPTER.forbids
def impossible_impulses(state: State) -> None:
    if state.impulse is not None:
        check_sides(state, "impulse", state.impulse.side)
    if verdict(state):
        return
    if state.phase in PLAYED:
        _check_counted(state)
    _check_impulse(state, state.impulse)


def _check_impulse(state: State, impulse: Impulse | None) -> None:
    """There is no Impulse once the battle is over."""
    if (state.phase == "impulse") is (impulse is None):
        raise impossible(
            "impulse",
            _("Only an Impulse belongs to somebody."),
            _("Declare whose it is in the phase “impulse”, and none in others."),
        )
    if impulse is not None:
        _check_card(state, impulse)
    if impulse is not None and not state.volley and not any_able(state):
        raise impossible(
            "phase",
            _("Nobody of this Impulse can do anything."),
            _("Declare the phase “gap”, or somebody of it in play and able to act."),
        )


def _check_card(state: State, impulse: Impulse) -> None:
    """R2, R4, R12: an Impulse is of the card drawn last, or of a commander's."""
    if impulse.card:
        last = state.drawn[-1] if state.drawn else ""
        found = parts(impulse.card)
        fits = (found.side, found.platoon) == (impulse.side, impulse.platoon) and found.kind in tables.GRANTS
        if impulse.card != last or not fits:
            raise impossible(
                "impulse",
                _("This is not an Impulse of the card that was drawn last."),
                _("Declare its card, side and platoon, or card and platoon empty for a commander's."),
            )
    elif impulse.platoon or impulse.side not in state.commanders:
        raise impossible(
            "impulse",
            say(_("The commander of %(side)s has not played the Free Action card."), side=impulse.side),
            _("Declare that the card was played, without a platoon, or the card that was drawn."),
        )


def _check_counted(state: State) -> None:
    """R2, R4: there is an Impulse for each card and each commander."""
    impulses = len(state.drawn) + len(state.commanders)
    if state.impulses != impulses:
        raise impossible(
            "impulses",
            _("Every card drawn and every commander invoked counts for one."),
            say(_("Declare %(impulses)s, or other cards and commanders."), impulses=impulses),
        )
