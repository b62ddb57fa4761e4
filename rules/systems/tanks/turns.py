"""Player turns and their steps (R1, R2), the Radio step among them (R34): what ends, and what follows by itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

import msgspec

from rules import contract
from rules.bounds import Key
from rules.contract import Choice, Command, Dice, Field, Message, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter

from .artillery import bombardments
from .lookup import (
    check_each_once,
    check_side,
    check_waits,
    enemy_of,
    impossible,
    refused,
    require_phase,
    require_step,
    side_of,
)
from .moving import crossings, departures, drives
from .scoring import goes_on_by_shots, last_round, verdict
from .shooting import cannot_fire, shots, spoiled_shots
from .smoke import smokes
from .state import Decision, Event, State, Vehicle
from .stretches import cannot_drive
from .words import all_called, of_side, unit_picks

CHAPTER = Chapter[State, Event]("Turns", "R1, R2, R34")
TURN = ("move", "shoot", "ram")


class EndMovement(Command, frozen=True, kw_only=True):
    """A side has moved all it wants to move (R1)."""

    positional: ClassVar = ("side",)
    side: Key


class HoldFire(Command, frozen=True, kw_only=True):
    """A side has fired all it wants to fire (R1)."""

    positional: ClassVar = ("side",)
    side: Key


class TurnBegan(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R1", "R2", "R15")
    side: str
    round: int


class MovementEnded(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R1", "R10")
    side: str


class FireHeld(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R1",)
    side: str


class TurnEnded(Event, frozen=True, kw_only=True):
    """Effects that cover this turn of the side lapse."""

    rules: ClassVar = ("R1", "A12")
    side: str


@CHAPTER.decides
def end_movement(state: State, command: EndMovement, dice: Dice) -> Decision:
    """R1, R10: hulls are frozen from here on."""
    require_step(state, side_of(state, command.side), "move", "R1")
    yield MovementEnded(side=command.side)


@CHAPTER.decides
def hold_fire(state: State, command: HoldFire, dice: Dice) -> Decision:
    """R1: rams follow, if there are any, then the Radio step."""
    require_step(state, side_of(state, command.side), "shoot", "R1")
    yield FireHeld(side=command.side)
    yield from proceed(state)


def proceed(state: State) -> Decision:
    """The next step, and the next, as long as nobody has anything to report in the one that is played."""
    if verdict(state) or state.areas:
        return
    if state.phase == "ram" and not open_rams(state):
        yield TurnEnded(side=state.side)
    if state.phase == "radio" and not verdict(state) and not listing(state):
        yield TurnBegan(side=_next_side(state), round=max(1, state.round))


def _next_side(state: State) -> str:
    """R1: in turns; before the first turn `side` is nobody's."""
    return state.other(state.first) if state.side == state.first else state.first


@CHAPTER.evolves
def turn_began(state: State, event: TurnBegan) -> None:
    """Effects of this side's last turn end now; its smoke lasted until this Move step (R15)."""
    state.phase, state.side, state.round = "move", event.side, event.round
    for unit in state.units.values():
        if unit.side == event.side:
            refresh(unit)
            if unit.smoke == "smoking":
                unit.smoke = "used"


def refresh(unit: Vehicle) -> None:
    unit.driven = unit.used = unit.turned = unit.ram_length = 0
    unit.halted, unit.ram = False, ""


@CHAPTER.evolves
def movement_ended(state: State, event: MovementEnded) -> None:
    state.phase = "shoot"


@CHAPTER.evolves
def fire_held(state: State, event: FireHeld) -> None:
    state.phase = "ram"


@CHAPTER.evolves
def turn_ended(state: State, event: TurnEnded) -> None:
    """A12, A6: what covered this turn lapses, guns are loaded; after the second side's turn the round is over."""
    state.phase, state.listed = "radio", ()
    for unit in state.units.values():
        unit.spotted = False  # R34: the lists are made anew now
        if unit.side == event.side:
            unit.stunned, unit.knocked = max(0, unit.stunned - 1), max(0, unit.knocked - 1)
            unit.reloading = max(0, unit.reloading - 1)
            unit.ram, unit.ram_length = "", 0
    if event.side != state.first:
        state.round = min(100, state.round + 1)


CHAPTER.sentences(
    {
        TurnBegan: _("Round %(round)s, turn of %(side)s."),
        MovementEnded: _("The Move step of %(side)s is over, the Shoot step begins."),
        FireHeld: _("The Shoot step of %(side)s is over."),
        TurnEnded: _("The turn of %(side)s is over."),
    }
)


def open_rams(state: State) -> list[Vehicle]:
    """R29, A18: the vehicles of the side whose turn it is that have run into an enemy, while both are on the table."""
    return [unit for unit in state.of_side(state.side) if is_open(state, unit)]


def is_open(state: State, unit: Vehicle) -> bool:
    target = state.units.get(unit.ram)
    return target is not None and target.on_table and target.side != unit.side


# -- Radio -------------------------------------------------------------------------------------------------------------


class Spot(Command, frozen=True, kw_only=True):
    """The enemies in line of sight of any vehicle of a side, for its artillery (R34)."""

    positional: ClassVar = ("side",)
    side: Key
    spotted: Annotated[tuple[Key, ...], msgspec.Meta(max_length=60)] = ()


class Spotted(Event, frozen=True, kw_only=True):
    """The list of a side, which replaces its last one."""

    rules: ClassVar = ("R34", "B13")
    side: str
    spotted: tuple[str, ...]


def listing(state: State) -> list[str]:
    """R34: the sides that have still to tell what they see. A side without artillery that can fire is not asked: its
    list would feed nothing."""
    guns = [unit for unit in state.units.values() if unit.on_table and unit.figures.indirect and not unit.gun_out]
    asked = {unit.side for unit in guns if unit.figures.strength}
    return [side for side in state.sides if side in asked and side not in state.listed]


@CHAPTER.decides
def spot(state: State, command: Spot, dice: Dice) -> Decision:
    """R34, B13: the list of a side, which replaces its last one."""
    side_of(state, command.side)
    require_phase(state, "radio", "R34")
    if command.side not in listing(state):
        raise refused(
            "R34",
            "side",
            say(
                _("The list of %(side)s has been told, or nobody there has artillery that could use one."),
                side=command.side,
            ),
            say(_("Sides that tell theirs now: %(sides)s."), sides=all_called(listing(state))),
        )
    own = next(unit for unit in state.units.values() if unit.side == command.side)
    for id in command.spotted:
        enemy_of(state, own, id, "spotted")
    if len(set(command.spotted)) < len(command.spotted):
        raise refused("R34", "spotted", _("A vehicle is on the list twice."), _("Name each enemy once, in any order."))
    yield Spotted(side=command.side, spotted=command.spotted)
    yield from proceed(state)


@CHAPTER.evolves
def enemies_spotted(state: State, event: Spotted) -> None:
    state.listed += (event.side,)
    for unit in state.units.values():
        if unit.side != event.side:
            unit.spotted = unit.id in event.spotted


@CHAPTER.narrates
def tell_spotted(event: Spotted) -> Message:
    if not event.spotted:
        return say(_("In sight of %(side)s: no enemy."), side=event.side)
    return say(_("In sight of %(side)s: %(units)s."), side=event.side, units=all_called(event.spotted))


# -- what may be reported ----------------------------------------------------------------------------------------------


@CHAPTER.offers
def choices(state: State, side: str) -> Iterator[Choice]:
    """The side whose turn it is: what the chapters of the step offer, then the end of the step. In the Radio step both
    sides. Nothing while an explosion or a cap is open (`explosions`)."""
    if state.area is not None:
        return
    match state.phase:
        case "move" if side == state.side:
            yield from _moves(state, side)
            yield of_side(side, "EndMovement", say(_("End the Move step")), readily=400)
        case "shoot" if side == state.side:
            yield from _shots(state, side)
            yield of_side(side, "HoldFire", say(_("End the Shoot step")), readily=150)
        case "radio" if side in listing(state):
            yield _radio(state, side)


def _moves(state: State, side: str) -> Iterator[Choice]:
    units = state.of_side(side)
    drivers = [unit for unit in units if cannot_drive(unit) is None]
    yield from drives(state, drivers)
    yield from crossings(state, drivers)
    yield from smokes(state, units, drivers)
    yield from departures(state, drivers)


def _shots(state: State, side: str) -> Iterator[Choice]:
    enemies = unit_picks(state.enemies(side))
    shooters = [unit for unit in state.of_side(side) if enemies and cannot_fire(unit) is None]
    for unit in shooters:
        yield from bombardments(state, unit, enemies) if unit.figures.indirect else shots(state, unit, enemies)
    yield from spoiled_shots(state, [unit for unit in shooters if not unit.figures.indirect], enemies)


def _radio(state: State, side: str) -> Choice:
    picks = unit_picks(state.enemies(side))
    label = say(_("Enemies in sight of any of us"))
    field = Field(name="spotted", kind="picks", label=label, picks=picks, most=len(picks))
    return of_side(side, "Spot", say(_("Radio: spotted enemies")), field)


# -- what can be declared ----------------------------------------------------------------------------------------------


@CHAPTER.after_each
def note_quiet(state: State, event: contract.Event) -> None:
    """A round is quiet as long as nothing but its beginning was written: the depth of reports may still change."""
    state.quiet = type(event) is TurnBegan and event.side == state.first


@CHAPTER.forbids
def impossible_turns(state: State) -> None:
    """Declared sides are sides of this battle; where shots are reported, step, round and turn fit (R1, R2)."""
    check_side(state, "side", state.side)
    check_each_once(state, "listed", state.listed)
    if not goes_on_by_shots(state):
        return
    for fact in ("first", "side") if state.phase in TURN else ("first",) if state.phase == "radio" else ():
        check_side(state, fact, getattr(state, fact), needed=True)
    if state.side and state.phase not in (*TURN, "radio"):
        raise impossible(
            "side",
            _("In this step it is nobody's turn."),
            _("Declare it empty, or a step of a turn: “move”, “shoot” or “ram”."),
        )
    _check_round(state)
    check_waits(
        (state.phase == "radio" and not listing(state))
        or (state.phase == "ram" and not state.areas and not open_rams(state))
    )


def _check_round(state: State) -> None:
    """None before the battle, one while it is fought, and none after its last."""
    least, most = 1 if state.phase in TURN else 0, last_round(state)
    if not least <= state.round <= most:
        raise impossible(
            "round",
            say(_("In this step it cannot be round %(round)s."), round=state.round),
            say(_("Declare a round from %(least)s to %(most)s, or another step."), least=least, most=most),
        )
