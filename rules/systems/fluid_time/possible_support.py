"""Which support no battle can have: the card, what comes, and how far it has been told (R30 to R35)."""

from __future__ import annotations

from rules.contract import Message, say
from rules.contract import gettext_noop as _

from . import tables
from .deck import parts
from .refusals import impossible
from .state import AirOrArtillery, State
from .strikes import victims
from .support import AIR, ARTILLERY

KINDS = {"air_support": (AIR,), "artillery_support": (ARTILLERY,), "support": (AIR, ARTILLERY)}


def check_strike(state: State) -> None:
    """The card is one of this deck, and of the side that plays it."""
    strike = state.strike
    if strike is None:
        return
    if strike.card not in state.deck or parts(strike.card).kind not in KINDS or parts(strike.card).side != strike.side:
        raise impossible(
            "strike",
            say(_("The deck has no such support card for %(side)s."), side=strike.side),
            say(_("Name one that it has.")),
        )


def check_support(state: State) -> None:
    """A battle goes on."""
    strike = state.strike
    if (state.phase == "support") is (strike is None):
        raise impossible(
            "strike",
            say(_("Support is played by its card, and by nothing else.")),
            say(_("Declare it in the phase “support”, and none in others.")),
        )
    if strike is None:
        return
    if state.drawn[-1:] != (strike.card,):
        raise _wrong(_("This support card is not the one that was drawn last."), _("Declare the last card drawn."))
    _check_called(state, strike)
    _check_stage(state, strike)


def _check_called(state: State, strike: AirOrArtillery) -> None:
    """R34: nothing comes before the call, and then what the card brings."""
    called = strike.stage != "call"
    kinds = KINDS[parts(strike.card).kind] if called else ("",)
    craft = tuple(dict.fromkeys(tables.AIRCRAFT[state.rows[strike.side]].values())) if strike.kind == AIR else ("",)
    if strike.kind not in kinds or strike.aircraft not in craft:
        raise _wrong(
            _("This card does not bring that, or has not been called."),
            _("Declare what its dice can come to, and nothing before the call."),
        )


def _check_stage(state: State, strike: AirOrArtillery) -> None:
    """R31, R32, R35, B12: what comes next is open."""
    laid = strike.stage == "targets"
    if bool(strike.level) is not laid or (strike.told and not laid):
        raise _wrong(
            _("The intensity is known, and vehicles are attacked, once the templates are laid."),
            _("Declare a level and who has been told of for the stage “targets” alone."),
        )
    if laid and not victims(state):
        raise _wrong(_("Everybody has been told of."), _("Declare no strike, and the phase “gap”."))
    if strike.stage == "hold" and strike.aircraft not in tables.FIGHTERS:
        raise _wrong(_("Fighters alone are held."), _("Declare a fighter, or the stage “send”."))
    if strike.stage == "cancel" and (strike.kind != AIR or state.other(strike.side) not in state.held):
        raise _wrong(
            _("The other side holds no fighter that could cancel this."),
            _("Declare that it holds one, or the stage “send”."),
        )


def _wrong(text: str, remedy: str) -> Exception:
    told: Message = say(text)
    return impossible("strike", told, say(remedy))
