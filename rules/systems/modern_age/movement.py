"""The Movement Phase: moves, speed tokens, elevation, staying, evading, leaving the table (R11 to R19)."""

from __future__ import annotations

from rules.contract import Decision, Dice, say
from rules.contract import gettext_noop as _

from . import commands as c
from . import events as e
from .effects import any_of, found
from .elevation import flown_at, height
from .figures import effects_on, keyword, speed
from .order import may_halt, repairable
from .refusals import refused
from .state import Model, State
from .tables import REPAIR_ON
from .turns import acting, advance, check_victory


def move(state: State, command: c.Move, dice: Dice) -> Decision:
    """R12 to R14, R16, R19: up to Speed moves; a speed token of as many, whatever becomes of the elevation (A5)."""
    model = acting(state, command.unit, "movement", "R11")
    _within_speed(state, model, command.moves, "moves")
    _wheels(state, model, command)
    yield e.Moved(unit=model.id, moves=command.moves, elevation=flown_at(state, model, command.elevation))
    yield from left_behind(state, model)
    yield from advance(state)


def stay(state: State, command: c.Stay, dice: Dice) -> Decision:
    """R14, R16: no token, so the model is Stationary; a helicopter that changes its height takes a speed-1 token,
    unless a card face up spares it that."""
    model = acting(state, command.unit, "movement", "R11")
    _must_move(state, model)
    elevation = flown_at(state, model, command.elevation)
    token = elevation != height(model) and not stays_free(state, model)
    yield e.Moved(unit=model.id, moves=int(token), evading=token, elevation=elevation)
    yield from advance(state)


def stays_free(state: State, model: Model) -> bool:
    """Does a card face up let it change its height in place without a token (Harry Stevens)?"""
    return any(not effect.stage for effect in found(effects_on(state, model), "free_elevation"))


def evade(state: State, command: c.Evade, dice: Dice) -> Decision:
    """R15, A4, B4: tokens up to Speed without changing place; they count as moves, but not for one that must move."""
    model = acting(state, command.unit, "movement", "R11")
    _must_move(state, model)
    _within_speed(state, model, command.tokens, "tokens")
    yield e.Moved(unit=model.id, moves=command.tokens, evading=True, elevation=height(model))
    yield from advance(state)


def repair_halt(state: State, command: c.RepairHalt, dice: Dice) -> Decision:
    """Red Ferguson: a repair check in place of moving, and a speed-1 token. The Command Phase has its own check."""
    model = acting(state, command.unit, "movement", "R11")
    if not may_halt(state, model):
        raise refused(
            "R7",
            say(_("%(unit)s may not repair in place of moving."), unit=model.name),
            say(_("It takes a repairable critical card, and the card that lets it face up.")),
            "unit",
        )
    if command.critical not in repairable(model):
        raise refused(
            "R38",
            say(_("%(unit)s has no repairable critical card “%(card)s”."), unit=model.name, card=command.critical),
            say(_("Repairable: %(cards)s."), cards=", ".join(repairable(model))),
            "critical",
        )
    roll = dice.roll(f"t{state.turn}/movement/{model.id}/repair", 1, reported=command.dice)
    card, repaired = model.criticals[command.critical].wound.card, roll.numbers[0] >= REPAIR_ON
    yield e.RepairRolled(unit=model.id, critical=command.critical, card=card, roll=roll, repaired=repaired, halted=True)
    yield e.Moved(unit=model.id, moves=1, evading=True, elevation=height(model))
    yield from advance(state)


def withdraw(state: State, command: c.Withdraw, dice: Dice) -> Decision:
    """House rule of section 5: it leaves by its own edge, not destroyed; R39 is checked at once (A9)."""
    model = acting(state, command.unit, "movement", "R11")
    _able(state, model, "unit")
    yield e.Withdrew(unit=model.id)
    yield from check_victory(state)
    yield from advance(state)


def left_behind(state: State, model: Model) -> Decision:
    """What a model that has made a move in this battle loses for it, once it lies face up (Camouflage Netting)."""
    for card in model.cards.values():
        fixed = any_of(card.effects, "lost_when_moving")
        if fixed and model.strayed and card.face_up and not card.gone:
            yield e.CardLost(unit=model.id, card=card.id, name=card.name, cause="")


# -- what is not allowed -----------------------------------------------------------------------------------------------


def _able(state: State, model: Model, field: str) -> None:
    if not speed(state, model):
        raise refused(
            "R12",
            say(_("%(unit)s may not move: a critical card forbids it."), unit=model.name),
            say(_("It may stay where it is.")),
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
            say(_("Report at least one move.")),
            "unit",
        )


def _wheels(state: State, model: Model, command: c.Move) -> None:
    """R19, A11: a Wheeled model that enters or leaves a Forest makes one move only."""
    if command.terrain and not keyword(state, model, "Wheeled"):
        raise refused(
            "R19",
            say(_("Terrain does not slow %(unit)s down."), unit=model.name),
            say(_("Leave “terrain” out: it matters to Wheeled models only.")),
            "terrain",
        )
    if command.terrain and command.moves > 1:
        raise refused(
            "R19",
            say(_("%(unit)s is Wheeled and may make only one move into or out of terrain."), unit=model.name),
            say(_("Report one move.")),
            "moves",
        )
