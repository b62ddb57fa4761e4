"""Turn Over: every card goes back, and the order that the deck had is disclosed (R3, A20, A22, B15, B19)."""

from __future__ import annotations

from collections import Counter
from typing import ClassVar

from rules.contract import Dice, Message, Refused, Roll, ngettext, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter

from . import tables
from .cards import PLAYED, deck_question, grants_of, less, staying_out
from .lookup import impossible
from .moving import allowance
from .state import Decision, Event, State, Vehicle
from .victory import verdict
from .words import left_to_spend

CHAPTER = Chapter[State, Event]("Turns", "R3")
BETWEEN = ("drawn", "commanders", "queue", "held", "moved", "fired", "volley")  # empty while no card is being played
OF_TURN = ("struck", "grants", "reach", "tested")


class TurnEnded(Event, frozen=True, kw_only=True):
    """A Turn Over card is drawn. `out`: the cards that stay out of the next deck (B19)."""

    rules: ClassVar = ("R3", "A20", "A22", "B15", "B19")
    turn: int
    out: tuple[str, ...] = ()


class DeckDisclosed(Event, frozen=True, kw_only=True):
    """The order that the deck of this turn has had since its shuffle."""

    rules: ClassVar = ("R1", "A22")
    turn: int
    order: Roll


def turn_over(state: State, dice: Dice) -> Decision:
    """R3: every card goes back, or stays out (B19); the order of the deck is disclosed."""
    yield TurnEnded(turn=state.turn, out=staying_out(state))
    if state.by_leaguer:
        yield from disclosed(state, dice)


def disclosed(state: State, dice: Dice) -> Decision:
    """The order of the sealed deck. Nothing is disclosed if people have declared since that its cards are others."""
    order = dice.disclose(deck_question(state), state.pack)
    if order.sealed == state.seal:
        yield DeckDisclosed(turn=state.turn, order=order)


@CHAPTER.evolves
def turn_ended(state: State, event: TurnEnded) -> None:
    """Markers outlive the turn (B15); the commanders' cards go back, and fighters lapse (A20)."""
    state.phase, state.ended = "shuffle", state.ended + 1
    state.out, state.drawn, state.commanders, state.queue, state.held = event.out, (), (), (), ()
    state.moved, state.fired = (), []
    for unit in state.units.values():
        unit.struck = False


@CHAPTER.evolves
def deck_disclosed(state: State, event: DeckDisclosed) -> None:
    state.seal = ""


@CHAPTER.narrates
def tell_turn_ended(event: TurnEnded) -> Message:
    told = say(_("Turn %(turn)s is over."), turn=event.turn)
    if not event.out:
        return told
    return ngettext(
        "%(told)s %(n)d card stays out of the deck.",
        "%(told)s %(n)d cards stay out of the deck.",
        len(event.out),
        told=told,
    )


CHAPTER.sentences({DeckDisclosed: _("The order of the deck of turn %(turn)s is disclosed.")})


@CHAPTER.forbids
def impossible_turns(state: State) -> None:
    if not verdict(state):
        _check_turn(state)
        _check_spending(state)
        if state.phase not in PLAYED:
            _check_between(state)


def _check_turn(state: State) -> None:
    """R3: a turn ends with a Turn Over card, or was not reported shot by shot."""
    least = 1 if state.phase in PLAYED else 0
    if not least <= state.turn <= tables.LAST_TURN:
        raise impossible(
            "turn",
            say(_("It cannot be turn %(turn)s now."), turn=state.turn),
            say(_("Declare a turn from %(least)s to %(most)s."), least=least, most=tables.LAST_TURN),
        )
    most = state.turn - least
    if state.ended > most:
        raise impossible(
            "ended",
            _("So many Turn Over cards cannot have been drawn by now."),
            say(_("Declare at most %(most)s, or another turn."), most=most),
        )


def _check_spending(state: State) -> None:
    """R7 to R11: no vehicle has more to spend than an Impulse gives. The Impulse itself is checked before."""
    given = grants_of(state, state.impulse.card) if state.impulse else ()
    acting = {unit.id for unit in state.acting()}
    for unit in state.units.values():
        _check_spent(state, unit, given if unit.id in acting else ())


def _check_spent(state: State, unit: Vehicle, given: tuple[str, ...]) -> None:
    """R7 to R11: a vehicle has part of what the card gives, and no more left of a begun move than that can leave."""
    own: tuple[str, ...] = unit.grants
    if Counter(own) - Counter(given):
        raise _overspent(
            unit,
            "grants",
            say(
                _("The card gives it: %(grants)s. Declare that, or less."),
                grants=left_to_spend(given),
            ),
        )
    spent = less(given, own)
    most = max((allowance(state, unit, grant) for grant in spent), default=0) if unit.moving else 0
    if unit.reach > most:
        raise _overspent(unit, "reach", say(_("Declare at most %(most)s, of a vehicle that is moving."), most=most))
    if unit.tested and not given:
        raise _overspent(unit, "tested", say(_("Declare that it has not, or an Impulse of its own.")))


def _overspent(unit: Vehicle, fact: str, remedy: Message) -> Refused:
    text = _("%(unit)s cannot have that in this Impulse.")
    return impossible(f"units.{unit.id}.{fact}", say(text, unit=unit.id), remedy)


def _check_between(state: State) -> None:
    """Between two turns nothing of a turn is left (R3, A20), except markers and tests (B15)."""
    for fact in BETWEEN:
        if getattr(state, fact):
            raise impossible(
                fact, _("No turn is being played."), _("Declare it empty, or the phase “gap”, “impulse” or “support”.")
            )
    for unit in state.units.values():
        _check_unit(unit)


def _check_unit(unit: Vehicle) -> None:
    """Between two turns; in an Impulse another check applies."""
    for fact in OF_TURN:
        if getattr(unit, fact):
            raise impossible(
                f"units.{unit.id}.{fact}", _("No turn is being played."), _("Declare it without, or a phase of a turn.")
            )


CHAPTER.throws_for_nobody(DeckDisclosed)
