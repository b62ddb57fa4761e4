"""Fighters are held to cancel an airstrike of the enemy (R35, A20, B12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import ClassVar

from rules.bounds import Key
from rules.contract import Choice, Command, Dice, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter

from . import tables
from .cards import PLAYED, parts
from .lookup import check_sides, impossible, side_of
from .offers import of_side
from .state import AirOrArtillery, Decision, Event, State
from .support import AIR, check_side, impossible_strike, own_strike, sent_or_cancelled, strike_at, support_over
from .victory import verdict

CHAPTER = Chapter[State, Event]("Fighters", "R35")
AIR_CARDS = ("air_support", "support")


class HoldFighter(Command, frozen=True, kw_only=True):
    """A drawn fighter is held until the turn ends (R35)."""

    positional: ClassVar = ("side",)
    side: Key


class CancelStrike(Command, frozen=True, kw_only=True):
    """A held fighter is spent to cancel the enemy's airstrike (R35, B12)."""

    positional: ClassVar = ("side",)
    side: Key


class LetPass(Command, frozen=True, kw_only=True):
    """The enemy's airstrike is let through."""

    positional: ClassVar = ("side",)
    side: Key


class FighterHeld(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R35", "A20")
    side: str


class StrikeCancelled(Event, frozen=True, kw_only=True):
    """`side` spends a held fighter; the strike was the other side's."""

    rules: ClassVar = ("R35", "B12", "A20")
    side: str


class StrikeLetPass(Event, frozen=True, kw_only=True):
    """The enemy does not cancel the strike; or, if `side` is its owner, the fighter is not held and attacks. stage:
    what comes next, "cancel" or "send"."""

    rules: ClassVar = ("R35", "B12")
    side: str
    stage: str = "send"


@CHAPTER.decides
def hold_fighter(state: State, command: HoldFighter, dice: Dice) -> Decision:
    """R35, A20: the fighter is held until the turn ends."""
    strike = own_strike(state, command.side, "hold", "R35")
    yield FighterHeld(side=strike.side)


@CHAPTER.decides
def let_pass(state: State, command: LetPass, dice: Dice) -> Decision:
    """R35, B12: the enemy does not cancel a strike; or the owner of a fighter does not hold it and attacks with it."""
    side = side_of(state, command.side)
    strike = strike_at(state, ("hold", "cancel"), "R35")
    if strike.stage == "hold":
        check_side(side, strike.side, "R35")
        yield StrikeLetPass(side=side, stage=sent_or_cancelled(state, strike.side))
    else:
        check_side(side, state.other(strike.side), "R35")
        yield StrikeLetPass(side=side, stage="send")


@CHAPTER.decides
def cancel_strike(state: State, command: CancelStrike, dice: Dice) -> Decision:
    """R35, B12: a held fighter is spent, before the intensity die falls."""
    side = side_of(state, command.side)
    strike = strike_at(state, ("cancel",), "R35")
    check_side(side, state.other(strike.side), "R35")
    yield StrikeCancelled(side=side)


@CHAPTER.evolves
def fighter_held(state: State, event: FighterHeld) -> None:
    state.held += (event.side,)
    support_over(state)


@CHAPTER.evolves
def strike_cancelled(state: State, event: StrikeCancelled) -> None:
    held = list(state.held)
    if event.side in held:
        held.remove(event.side)
    state.held = tuple(held)
    support_over(state)


@CHAPTER.evolves
def strike_let_pass(state: State, event: StrikeLetPass) -> None:
    if state.strike is not None:
        state.strike.stage = event.stage  # type: ignore[assignment]


CHAPTER.sentences(
    {
        FighterHeld: _("The fighter of %(side)s is held back."),
        StrikeCancelled: _("The fighter of %(side)s cancels the airstrike."),
        StrikeLetPass: _("The airstrike is let pass by %(side)s."),
    }
)


@CHAPTER.offers
def choices(state: State, side: str) -> Iterator[Choice]:
    """The owner may hold a fighter. Everybody waits for the other side to say whether its fighter cancels the
    strike."""
    strike = state.strike
    if state.phase != "support" or strike is None:
        return
    if strike.stage == "hold" and side == strike.side:
        label = say(_("Hold the fighter back, to cancel an airstrike in this turn"))
        cancelled = sent_or_cancelled(state, side) == "cancel"
        yield of_side(side, "HoldFighter", label, readily=1000 if cancelled else 3000)
        yield of_side(side, "LetPass", say(_("Attack with the fighter")), readily=4000 if cancelled else 1000)
    elif strike.stage == "cancel" and side != strike.side:
        yield of_side(side, "CancelStrike", say(_("Our fighter cancels the airstrike")), urgent=True)
        yield of_side(side, "LetPass", say(_("We let the airstrike pass")), urgent=True)


@CHAPTER.forbids
def impossible_fighters(state: State) -> None:
    """R35: a side holds a fighter only if a card has brought it."""
    check_sides(state, "held", *state.held)
    if verdict(state):
        return
    if state.phase in PLAYED:
        _check_held(state)
    if state.strike is not None:
        _check_stage(state, state.strike)


def _check_held(state: State) -> None:
    """A side holds no more fighters than its cards have brought."""
    drawn = Counter(parts(card).side for card in state.drawn if parts(card).kind in AIR_CARDS)
    for side, held in Counter(state.held).items():
        if held > drawn[side]:
            raise impossible(
                "held",
                say(_("Fewer cards that bring fighters were drawn for %(side)s."), side=side),
                say(_("Declare at most %(most)s there."), most=drawn[side]),
            )


def _check_stage(state: State, strike: AirOrArtillery) -> None:
    """B12: the stage that comes next has to be open."""
    if strike.stage == "hold" and strike.aircraft not in tables.FIGHTERS:
        raise impossible_strike(_("Fighters alone are held."), _("Declare a fighter, or the stage “send”."))
    if strike.stage == "cancel" and (strike.kind != AIR or state.other(strike.side) not in state.held):
        raise impossible_strike(
            _("The other side holds no fighter that could cancel this."),
            _("Declare that it holds one, or the stage “send”."),
        )
