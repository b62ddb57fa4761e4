"""Which states no battle can be in, whoever declares them (RULES.md, "What can be declared").

The bounds of one fact are its type in `state`; here the facts have to fit one another.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.contract import gettext_noop as _
from rules.contract import say

from . import tables
from .outcome import verdict
from .possible_deck import PLAYED, check_cards, check_deck
from .possible_impulse import check_impulse, check_spending
from .possible_support import check_strike, check_support
from .possible_units import check_unit, check_unit_between
from .refusals import impossible
from .state import State
from .words import listed

BETWEEN = ("drawn", "commanders", "queue", "held", "moved", "fired", "volley")  # empty, where no card is played


def possible(state: State) -> None:
    """`Refused` (field "facts.<path>") for a state no battle can be in, with what else to declare.

    A battle that is over may stand as it likes, but for what reports and pages have to find in it.
    """
    _check_sides(state)
    _check_ids(state)
    check_cards(state)
    check_strike(state)
    for unit in state.units.values():
        check_unit(state, unit)
    if not verdict(state):
        _check_going_on(state)


def _check_sides(state: State) -> None:
    for fact, side in _sides(state):
        if side not in state.sides:
            raise impossible(
                fact,
                say(_("There is no side “%(side)s”."), side=side),
                say(_("Sides: %(sides)s."), sides=listed(state.sides)),
            )
    for fact in ("commanders", "queue"):
        sides = getattr(state, fact)
        if len(set(sides)) < len(sides):
            raise impossible(fact, say(_("A side is named twice.")), say(_("Name each side once.")))


def _sides(state: State) -> Iterator[tuple[str, str]]:
    """Every side that is named, with the fact that names it; where it may be nobody, nobody is not."""
    for fact in ("commanders", "queue", "held"):
        yield from ((fact, side) for side in getattr(state, fact))
    if state.impulse is not None:
        yield "impulse", state.impulse.side
    if state.strike is not None:
        yield "strike", state.strike.side
    if state.conceded:
        yield "conceded", state.conceded
    if state.result is not None and state.result.winner:
        yield "result", state.result.winner


def _check_ids(state: State) -> None:
    """Vehicles that are named are there; whoever fires fires at an enemy."""
    for fact, ids in (("moved", state.moved), ("strike", state.strike.told if state.strike else ())):
        if len(set(ids)) < len(ids) or any(id not in state.units for id in ids):
            raise impossible(
                fact,
                say(_("A vehicle is named twice, or there is none of that name.")),
                say(_("Name each once; vehicles: %(units)s."), units=listed(state.units)),
            )
    for fact, shots in (("volley", state.volley), ("fired", state.fired)):
        for shot in shots:
            unit, target = state.units.get(shot.unit), state.units.get(shot.target)
            if unit is None or target is None or unit.side == target.side:
                raise impossible(
                    fact,
                    say(_("%(unit)s cannot fire at %(target)s."), unit=shot.unit, target=shot.target),
                    say(_("Name a vehicle, and an enemy of it.")),
                )


# -- a battle that goes on ---------------------------------------------------------------------------------------------


def _check_going_on(state: State) -> None:
    """What is played, the turn, and all that hangs on them fit one another."""
    for unit in state.units.values():
        if unit.assessed:
            raise impossible(
                f"units.{unit.id}.assessed",
                say(_("%(unit)s cannot have been seen to: the battle is not over."), unit=unit.id),
                say(_("Declare that it has not been, or the result.")),
            )
    _check_turn(state)
    check_deck(state)
    check_impulse(state)
    check_support(state)
    check_spending(state)
    if state.phase not in PLAYED:
        _check_between(state)


def _check_turn(state: State) -> None:
    """R3: a turn ends with a Turn Over card, or is told without its shots."""
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
            say(_("So many Turn Over cards cannot have been drawn by now.")),
            say(_("Declare at most %(most)s, or another turn."), most=most),
        )
    if state.quiet and (state.phase != "gap" or state.drawn or state.commanders):
        raise impossible(
            "quiet",
            say(_("Something has been reported in this turn.")),
            say(_("Declare that it has, or the phase “gap” without cards drawn and commanders invoked.")),
        )


def _check_between(state: State) -> None:
    """Between two turns nothing of a turn is left (R3, A20); markers and tests are (B15)."""
    for fact in BETWEEN:
        if getattr(state, fact):
            raise impossible(
                fact,
                say(_("No turn is being played.")),
                say(_("Declare it empty, or the phase “gap”, “impulse” or “support”.")),
            )
    for unit in state.units.values():
        check_unit_between(unit)
