"""Crews repair tracks and wheels of their own vehicles, with a timer that counts down (R51 to R57, A12, A13, B6 to B8).

`damage` rules on what hits do to a timer (R58 to R61).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, cast

from rules.bounds import Key
from rules.contract import Choice, Command, Dice, Feat, Message, Refused, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter
from rules.kit.outcomes import grounds_of_unit

from .damage import first_timer, restored
from .likelihood import HARDLY, USUAL, is_at_recovery
from .lookup import Fault, active_unit, check_faults, later, refused
from .offers import of_unit
from .recovery import given_up, recoveries
from .state import Decision, Event, Miniature, Mobility, State
from .words import MOBILITY_NAMES, placed, word_for

CHAPTER = Chapter[State, Event]("Repairs", "R51 to R61")


class StartRepair(Command, frozen=True, kw_only=True):
    """A crew begins to repair tracks or wheels instead of firing (R51)."""

    positional: ClassVar = ("unit",)
    unit: Key


class StopRepair(Command, frozen=True, kw_only=True):
    """A crew gives up its repairs (R54)."""

    positional: ClassVar = ("unit",)
    unit: Key


class RepairStarted(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R51",)
    unit: str
    timer: int


class RepairStopped(Event, frozen=True, kw_only=True):
    """`fires_from`: the round from which it may fire again."""

    rules: ClassVar = ("R54", "R55")
    unit: str
    fires_from: int


class RepairTicked(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R53", "A13", "B8")
    unit: str
    timer: int


class RepairFinished(Event, frozen=True, kw_only=True):
    """`mobility` from now on; `timer` is 5 if the crew goes on with a second cycle, otherwise 0."""

    rules: ClassVar = ("R53", "R56", "B7")
    unit: str
    mobility: str
    timer: int = 0


@CHAPTER.decides
def start_repair(state: State, command: StartRepair, dice: Dice) -> Decision:
    """R51: instead of firing, from the round after the hit (B6). If the vehicle was part of a recovery, that ends."""
    unit = active_unit(state, command.unit, "firing", "R51")
    if found := hindrance(state, unit):
        raise found
    yield from given_up(state, unit)
    yield RepairStarted(unit=unit.id, timer=first_timer(unit))


def hindrance(state: State, unit: Miniature) -> Refused | None:
    """Why this active unit, in the Firing Phase of its side, cannot start repairs; None if it can."""
    if unit.mobility == "mobile" or not unit.figures.is_vehicle:
        number, text, remedy = (
            "R51",
            _("The tracks or wheels of %(unit)s need no repair."),
            _("Choose a vehicle that is immobilised, or semi-immobilised by option 7."),
        )
    elif unit.timer:
        number, text, remedy = "R51", _("%(unit)s is being repaired already."), _("The timer goes on by itself.")
    elif unit.injured:
        number, text, remedy = (
            "R57",
            _("The crew of %(unit)s is injured and cannot repair it."),
            _("Have a recovery vehicle repair it."),
        )
    elif unit.hurt >= state.round:
        number, text, remedy = (
            "B6",
            _("%(unit)s was hit in this round."),
            _("Start repairs in the next round at the earliest."),
        )
    elif unit.fires_from > state.round:
        number, text, remedy = (
            "R54",
            _("The crew of %(unit)s has given its repairs up in this round."),
            _("Start again in the next round, with the timer set anew."),
        )
    elif unit.aim is not None and (state.volley or unit.aim.fired):
        number, text, remedy = (
            "R51",
            _("%(unit)s has announced a shot in this round."),
            _("Repairs are made instead of firing: start them before the first die, or in the next round."),
        )
    else:
        return None
    return refused(number, "unit", say(text, unit=unit.called), remedy)


@CHAPTER.decides
def stop_repair(state: State, command: StopRepair, dice: Dice) -> Decision:
    """R54, R55: the timer is taken off; the vehicle fires again from the next round."""
    unit = active_unit(state, command.unit, "firing", "R54")
    if not unit.timer:
        raise refused(
            "R54",
            "unit",
            say(_("%(unit)s is not being repaired by its crew."), unit=unit.called),
            _("Choose a vehicle with a timer."),
        )
    yield RepairStopped(unit=unit.id, fires_from=state.round + 1)


def tick(state: State, side: str, again: Sequence[str]) -> Decision:
    """R53, A13, B8: at the end of the Firing Phase a timer above 1 drops by one; a timer at 1 comes off, and the
    vehicle is one level better. Not in the round in which the timer was set. `again`: vehicles whose crews go on with a
    second cycle (R56)."""
    for unit in _due(state, side):
        if unit.timer > 1:
            yield RepairTicked(unit=unit.id, timer=unit.timer - 1)
        else:
            timer = first_timer(unit) if unit.id in again else 0
            yield RepairFinished(unit=unit.id, mobility=restored(state, unit), timer=timer)


def first_cycles(state: State, side: str) -> list[Miniature]:
    """R56: the vehicles that become semi-immobilised by the end of this turn, whose crews may go straight on."""
    return [unit for unit in _due(state, side) if unit.timer == 1 and restored(state, unit) != "mobile"]


def _due(state: State, side: str) -> list[Miniature]:
    return [unit for unit in state.of_side(side) if unit.timer and unit.since < state.round]


@CHAPTER.evolves
def repair_started(state: State, event: RepairStarted) -> None:
    """A shot that was announced and not fired lapses."""
    unit = state.units[event.unit]
    unit.timer, unit.since, unit.aim = event.timer, state.round, None


@CHAPTER.evolves
def repair_stopped(state: State, event: RepairStopped) -> None:
    unit = state.units[event.unit]
    unit.timer, unit.since, unit.fires_from = 0, 0, event.fires_from


@CHAPTER.evolves
def repair_ticked(state: State, event: RepairTicked) -> None:
    state.units[event.unit].timer = event.timer


@CHAPTER.evolves
def repair_finished(state: State, event: RepairFinished) -> None:
    unit = state.units[event.unit]
    unit.mobility, unit.timer = cast(Mobility, event.mobility), event.timer
    unit.since = state.round if event.timer else 0
    unit.feats.append(Feat("repair", state.report))


def repair_choices(state: State, side: str) -> Iterator[Choice]:
    """For a side in its own Firing Phase."""
    for unit in state.of_side(side):
        if not unit.on_board:
            continue
        called = placed(unit)
        if unit.timer:
            yield of_unit(unit, "StopRepair", say(_("%(unit)s: give the repairs up"), unit=called))
        elif unit.mobility != "mobile" and hindrance(state, unit) is None:
            readily = HARDLY if is_at_recovery(state, unit) else USUAL
            yield of_unit(unit, "StartRepair", say(_("%(unit)s: start repairs"), unit=called), readily=readily)
        yield from recoveries(state, unit)


@CHAPTER.narrates
def tell_repair_finished(event: RepairFinished) -> Message:
    mobility = word_for(MOBILITY_NAMES, event.mobility)
    if event.timer:
        text = _("The crew of %(unit)s has repaired a part and goes on: it is %(mobility)s, the timer at %(timer)s.")
        return say(text, unit=event.unit, mobility=mobility, timer=event.timer)
    return say(_("The crew of %(unit)s has done its repairs: it is %(mobility)s."), unit=event.unit, mobility=mobility)


CHAPTER.sentences(
    {
        RepairStarted: _("The crew of %(unit)s begins repairs: timer %(timer)s."),
        RepairStopped: lambda event: say(
            _("The crew of %(unit)s gives its repairs up; it fires again from round %(round)s."),
            unit=event.unit,
            round=event.fires_from,
        ),
        RepairTicked: _("Repairs of %(unit)s go on: timer %(timer)s."),
    }
)


@CHAPTER.forbids
def impossible_repairs(state: State) -> None:
    """R51, R55, R57: repairs of nothing, repairs by nobody, or repairs of a later round."""
    check_faults(
        state,
        Fault(
            "mobility",
            lambda state, unit: not unit.figures.is_vehicle and unit.mobility != "mobile",
            _("%(unit)s is a fixed weapon and has no tracks or wheels."),
            _("Declare it “mobile”."),
        ),
        Fault(
            "timer",
            lambda state, unit: unit.timer > 0 and (unit.mobility == "mobile" or unit.injured or not unit.active),
            _("The crew of %(unit)s cannot be at repairs: it is not active, not immobilised, or its crew is injured."),
            _("Declare the timer 0, or the rest of it, too."),
        ),
        later("hurt"),
        later("since"),
        Fault(
            "fires_from",
            lambda state, unit: unit.fires_from > state.round + 1,
            _("%(unit)s cannot be kept from firing longer than to the next round."),
            _("Declare the round after round %(round)s, or an earlier one."),
        ),
    )


@CHAPTER.explains
def mobility_by(state: State, of: str) -> Iterable[str]:
    """Mobility follows from repairs."""
    return grounds_of_unit(state.units, of, {"mobility": ("timer",)}, {})
