"""The Movement Phase: moves, speed tokens, staying, evading, leaving the table (R11 to R19)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

import msgspec

from rules.bounds import DiceFaces, Key
from rules.contract import Choice, Command, Dice, DiceCommand, Field, Message, Pick, ngettext, say, verbatim
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter

from .cards.lost import left_behind
from .choices import in_bulk, mine, number, of_model
from .deployment import elevation_field, redeploys
from .effects import found
from .figures import effects_on, keyword, speed
from .helicopters import flown_at, height, may_climb
from .missions.victory import check_victory
from .order import actors, may_halt, nothing_asked, repairable
from .refusals import refused
from .repairs import RepairRolled
from .state import Decision, Elevation, Event, Model, State
from .tables import REPAIR_ON
from .turns import acting, advance
from .words import ELEVATION_NAMES, flying

CHAPTER = Chapter[State, Event]("Movement", "R11 to R19, A4, A5, B3, B4")
Moves = Annotated[int, msgspec.Meta(ge=1, le=3)]


class Move(Command, frozen=True, kw_only=True):
    """A model makes `moves` moves. `terrain`: it entered or left a Forest (only asked of Wheeled models).

    elevation: the height at which a helicopter flies from before this move on; left out, it keeps its own (R16, B3).
    """

    positional: ClassVar = ("unit", "moves")
    unit: Key
    moves: Moves
    terrain: bool = False
    elevation: Literal["", "low", "high"] = ""


class Moved(Event, frozen=True, kw_only=True):
    """A model moved `moves` times; 0 is Stationary. If `evading`, it took the tokens without changing place.

    `elevation`: the height at which it flies from now on.
    """

    version: ClassVar = 2
    rules: ClassVar = ("R11", "R12", "R14", "R15", "R16", "R19", "A4", "A5", "B3", "B4")
    unit: str
    moves: int
    evading: bool = False
    elevation: Elevation = ""


@CHAPTER.decides
def move(state: State, command: Move, dice: Dice) -> Decision:
    """R12 to R14, R16, R19: up to Speed moves, and a speed token of as many, even if it changes its elevation (A5)."""
    model = acting(state, command.unit, "movement", "R11")
    _within_speed(state, model, command.moves, "moves")
    _wheels(state, model, command)
    yield Moved(unit=model.id, moves=command.moves, elevation=flown_at(state, model, command.elevation))
    yield from left_behind(state, model)
    yield from advance(state)


class Stay(Command, frozen=True, kw_only=True):
    """A model stays where it is and is Stationary. A helicopter that changes its height takes a speed token (R16)."""

    positional: ClassVar = ("unit",)
    unit: Key
    elevation: Literal["", "low", "high"] = ""


@CHAPTER.decides
def stay(state: State, command: Stay, dice: Dice) -> Decision:
    """R14, R16: no token, so the model is Stationary. A helicopter that changes its height takes a speed-1 token,
    unless a face-up card spares it that."""
    model = acting(state, command.unit, "movement", "R11")
    _must_move(state, model)
    elevation = flown_at(state, model, command.elevation)
    token = elevation != height(model) and not stays_free(state, model)
    yield Moved(unit=model.id, moves=int(token), evading=token, elevation=elevation)
    yield from advance(state)


def stays_free(state: State, model: Model) -> bool:
    """Whether a face-up card lets it change its height in place without a token (Harry Stevens)."""
    return any(not effect.stage for effect in found(effects_on(state, model), "free_elevation"))


class Evade(Command, frozen=True, kw_only=True):
    """A model stays where it is and takes speed tokens all the same: smoke, evasive driving (R15)."""

    positional: ClassVar = ("unit", "tokens")
    unit: Key
    tokens: Moves


@CHAPTER.decides
def evade(state: State, command: Evade, dice: Dice) -> Decision:
    """R15, A4, B4: tokens up to Speed without changing place. They count as moves, but not for a model that must
    move."""
    model = acting(state, command.unit, "movement", "R11")
    _must_move(state, model)
    _within_speed(state, model, command.tokens, "tokens")
    yield Moved(unit=model.id, moves=command.tokens, evading=True, elevation=height(model))
    yield from advance(state)


@CHAPTER.evolves
def moved(state: State, event: Moved) -> None:
    model = state.models[event.unit]
    state.acted = model.moved = True
    model.moves, model.elevation = event.moves, event.elevation or model.elevation
    model.strayed = model.strayed or (event.moves > 0 and not event.evading)


@CHAPTER.narrates
def tell_moved(event: Moved) -> Message:
    return flying(_move_told(event), event.elevation)


def _move_told(event: Moved) -> Message:
    if not event.moves:
        return say(_("%(unit)s stays where it is."), unit=event.unit)
    if event.evading:
        return ngettext(
            "%(unit)s takes %(n)d evasion token.",
            "%(unit)s takes %(n)d evasion tokens.",
            event.moves,
            unit=event.unit,
        )
    return ngettext("%(unit)s moves once.", "%(unit)s moves %(n)d times.", event.moves, unit=event.unit)


# -- a repair in place of moving (Red Ferguson) ------------------------------------------------------------------------


class RepairHalt(DiceCommand, frozen=True, kw_only=True):
    """A model tries a repair in place of moving, and takes a speed-1 token (Red Ferguson)."""

    positional: ClassVar = ("unit", "critical")
    rolls: ClassVar = ("dice",)
    unit: Key
    critical: Key
    dice: DiceFaces | None = None


@CHAPTER.decides
def repair_halt(state: State, command: RepairHalt, dice: Dice) -> Decision:
    """Red Ferguson: a repair check in place of moving, and a speed-1 token. The Command Phase has its own check."""
    model = acting(state, command.unit, "movement", "R11")
    if not may_halt(state, model):
        raise refused(
            "R7",
            say(_("%(unit)s may not repair in place of moving."), unit=model.name),
            _("It takes a repairable critical card, and the card that lets it face up."),
            "unit",
        )
    if command.critical not in repairable(model):
        raise refused(
            "R38",
            say(_("%(unit)s has no repairable critical card “%(card)s”."), unit=model.name, card=command.critical),
            say(_("Repairable: %(cards)s."), cards=", ".join(repairable(model))),
            "critical",
        )
    roll = dice.roll(f"t{state.turn}/movement/{model.id}/repair", 1, reported=command.dice, near=(REPAIR_ON,))
    card, repaired = model.criticals[command.critical].wound.card, roll.numbers[0] >= REPAIR_ON
    yield RepairRolled(unit=model.id, critical=command.critical, card=card, roll=roll, repaired=repaired, halted=True)
    yield Moved(unit=model.id, moves=1, evading=True, elevation=height(model))
    yield from advance(state)


def _halt(model: Model) -> Choice:
    picks = tuple(Pick(key, verbatim(model.criticals[key].wound.card)) for key in repairable(model))
    card = Field(name="critical", kind="pick", label=say(_("Critical card")), picks=picks, required=True)
    die = Field(name="dice", kind="dice", label=say(_("Repair die")), least=1, most=1)
    return of_model(
        model, "RepairHalt", say(_("%(unit)s tries a repair in place of moving"), unit=model.name), card, die
    )


# -- leaving the table (house) -----------------------------------------------------------------------------------------


class Withdraw(Command, frozen=True, kw_only=True):
    """House rule: a model that has moved at least once touches its own edge and leaves the table for good. It is not
    destroyed."""

    positional: ClassVar = ("unit",)
    unit: Key


class Withdrew(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("house",)
    unit: str


@CHAPTER.decides
def withdraw(state: State, command: Withdraw, dice: Dice) -> Decision:
    """House rule of section 5: it leaves by its own edge and is not destroyed; R39 is checked at once (A9)."""
    model = acting(state, command.unit, "movement", "R11")
    _able(state, model, "unit")
    yield Withdrew(unit=model.id)
    yield from check_victory(state)
    yield from advance(state)


@CHAPTER.evolves
def withdrew(state: State, event: Withdrew) -> None:
    model = state.models[event.unit]
    state.acted = model.moved = True
    model.fate = "withdrawn"


CHAPTER.sentences({Withdrew: _("%(unit)s leaves the table by its own edge.")})


# -- what is not allowed -----------------------------------------------------------------------------------------------


def _able(state: State, model: Model, field: str) -> None:
    if not speed(state, model):
        raise refused(
            "R12",
            say(_("%(unit)s may not move: a critical card forbids it."), unit=model.name),
            _("It may stay where it is."),
            field,
        )


def _within_speed(state: State, model: Model, moves: int, field: str) -> None:
    _able(state, model, field)
    most = speed(state, model)
    if moves > most:
        raise refused(
            "R12",
            say(
                _("%(unit)s cannot make %(moves)s moves: its Speed is %(speed)s."),
                unit=model.name,
                moves=moves,
                speed=most,
            ),
            say(_("Report 1 to %(speed)s."), speed=most),
            field,
        )


def must_move(state: State, model: Model) -> bool:
    """R19: a Predator that can."""
    return keyword(state, model, "Predator") and speed(state, model) > 0


def _must_move(state: State, model: Model) -> None:
    if must_move(state, model):
        raise refused(
            "R19",
            say(_("%(unit)s is a Predator and must move each turn; speed tokens alone do not do."), unit=model.name),
            _("Report at least one move."),
            "unit",
        )


def _wheels(state: State, model: Model, command: Move) -> None:
    """R19, A11: a Wheeled model that enters or leaves a Forest makes one move only."""
    if command.terrain and not keyword(state, model, "Wheeled"):
        raise refused(
            "R19",
            say(_("Terrain does not slow %(unit)s down."), unit=model.name),
            _("Leave “terrain” out: it matters to Wheeled models only."),
            "terrain",
        )
    if command.terrain and command.moves > 1:
        raise refused(
            "R19",
            say(_("%(unit)s is Wheeled and may make only one move into or out of terrain."), unit=model.name),
            _("Report one move."),
            "moves",
        )


# -- what may be reported ----------------------------------------------------------------------------------------------


@CHAPTER.offers
def moves(state: State, side: str) -> Iterator[Choice]:
    if state.phase != "movement" or not nothing_asked(state):
        return
    for model in mine(actors(state), side):
        if most := speed(state, model):
            yield from _moves(state, model, most)
        if not must_move(state, model):
            stays = say(_("%(unit)s stays where it is"), unit=model.name)
            yield of_model(model, "Stay", stays, *_heights(state, model), bulk=STAYING)
        if may_halt(state, model):
            yield _halt(model)
    yield from redeploys(state, side)


MOVING = in_bulk(ngettext("%(n)d moves", "%(n)d move", 1))
STAYING = in_bulk(ngettext("%(n)d stays where it is", "%(n)d stay where they are", 1))


def _moves(state: State, model: Model, most: int) -> Iterator[Choice]:
    moves = number("moves", say(_("Moves")), most)
    label = say(_("%(unit)s moves"), unit=model.name)
    yield of_model(model, "Move", label, moves, *_heights(state, model), bulk=MOVING)
    if keyword(state, model, "Wheeled"):
        label = say(_("%(unit)s moves into or out of a Forest"), unit=model.name)
        yield of_model(model, "Move", label, *_heights(state, model), given={"moves": 1, "terrain": True})
    if not must_move(state, model):
        tokens = number("tokens", say(_("Speed tokens")), most)
        yield of_model(model, "Evade", say(_("%(unit)s takes evasive measures"), unit=model.name), tokens)
    yield of_model(model, "Withdraw", say(_("%(unit)s leaves the table by its own edge"), unit=model.name))


def _heights(state: State, model: Model) -> tuple[Field, ...]:
    """A helicopter keeps its height if the report does not name one."""
    if not may_climb(state, model):
        return ()
    return (elevation_field(say(_("Now: %(elevation)s."), elevation=ELEVATION_NAMES[height(model)])),)
