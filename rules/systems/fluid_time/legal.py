"""What may be reported now, and the facts and dice each report needs: `decide` turned round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rules.contract import Choice, Field, Message, Pick, say
from rules.contract import gettext_noop as _

from .acting import before_first_turn, exposed
from .commanding import both_may, invoking
from .deck import left
from .drawing import turns_to_declare
from .legal_fire import overwatch_choices, volley_choices
from .legal_impulse import impulse_choices
from .legal_support import support_choices
from .offers import of_nobody, of_side, of_units, pick_field
from .outcome import verdict
from .state import State
from .words import card_name


def legal(state: State, side: str) -> Sequence[Choice]:
    """The choices of `side`; none for anybody else, and none once the battle is over."""
    if side not in state.sides or verdict(state):
        return ()
    return (*_now(state, side), of_side(side, "Concede", say(_("Concede the field"))))


def _now(state: State, side: str) -> Iterator[Choice]:
    match state.phase:
        case "turn":
            yield from _declare_turn(state, side)
        case "shuffle":
            text = _("Leaguer shuffles the deck: a turn begins") if state.by_leaguer else _("We have shuffled the deck")
            yield of_nobody(side, "Shuffle", say(text))
            yield from _before_the_battle(state, side)
        case "gap":
            yield from _gap(state, side)
        case "impulse" if state.volley:
            yield from volley_choices(state, side)
        case "impulse":
            yield from impulse_choices(state, side)
        case "support":
            yield from support_choices(state, side)
    if state.phase in ("gap", "impulse"):
        yield from overwatch_choices(state, side)


def _declare_turn(state: State, side: str) -> Iterator[Choice]:
    least, most = turns_to_declare(state)
    label = say(_("Turn that comes next"))
    field = Field(name="turn", kind="number", label=label, least=least, most=most, required=True)
    yield of_nobody(side, "DeclareTurn", say(_("Play on by shots")), field)


def _before_the_battle(state: State, side: str) -> Iterator[Choice]:
    """R16: at a crest line from the start."""
    if before_first_turn(state):
        units = [unit for unit in state.of_side(side) if exposed(state, unit) is None]
        one, several = _("%(unit)s starts hull down at a crest line"), _("A vehicle starts hull down at a crest line")
        yield from of_units(units, "TakeHullDown", one, several)


def _gap(state: State, side: str) -> Iterator[Choice]:
    """R2, R4, B17: the next card, or a commander's."""
    if not state.queue:
        yield _draw(state, side)
    if side in invoking(state):
        label = say(_("Our commander plays his Free Action card"))
        yield of_side(side, "InvokeCommander", label, urgent=bool(state.queue))
    if both_may(state):
        help = say(_("1 to 3: first comes that of %(side)s."), side=state.sides[0])
        die = Field(name="die", kind="dice", label=say(_("Who acts first")), help=help, least=1, most=1)
        yield of_nobody(side, "InvokeTogether", say(_("Both commanders announce their cards at once")), die)


def _draw(state: State, side: str) -> Choice:
    if state.by_leaguer:
        return of_nobody(side, "Draw", say(_("Leaguer draws the next card")))
    picks = [Pick(card, _left(card, number)) for card, number in Counter(left(state)).items()]
    return of_nobody(side, "Draw", say(_("The next card is drawn")), pick_field("card", say(_("Card")), picks))


def _left(card: str, number: int) -> Message:
    return say(_("%(card)s (%(number)s left)"), card=card_name(card), number=number)
