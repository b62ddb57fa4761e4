"""What of a support card is reported now: `support` and `strikes` turned round (R30 to R36)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.contract import Choice, Field, say
from rules.contract import gettext_noop as _

from . import tables
from .deck import parts
from .offers import concealment_field, die_field, of_side, pick_field, unit_picks
from .state import AirOrArtillery, State
from .strikes import damage_dice, victims
from .support import AIR, sent_or_cancelled
from .words import card_name


def support_choices(state: State, side: str) -> Iterator[Choice]:
    """Those of the side whose card it is; of the other one whether it cancels, for which everybody waits."""
    strike = state.strike
    if strike is None:
        return
    if strike.stage == "cancel":
        if side != strike.side:
            label = say(_("Our fighter cancels the airstrike"))
            yield of_side(side, "CancelStrike", label, urgent=True)
            yield of_side(side, "LetPass", say(_("We let the airstrike pass")), urgent=True)
    elif side == strike.side:
        yield from _own(state, strike, side)


def _own(state: State, strike: AirOrArtillery, side: str) -> Iterator[Choice]:
    match strike.stage:
        case "call":
            yield from _call(strike, side)
        case "hold":
            label = say(_("Hold the fighter back, to cancel an airstrike in this turn"))
            yield of_side(side, "HoldFighter", label, readily=3000)
            yield of_side(side, "LetPass", say(_("Attack with the fighter")))
            if sent_or_cancelled(state, side) == "send":
                yield _send(strike, side)
        case "send":
            yield _send(strike, side)
        case "targets":
            yield from _targets(state, strike, side)


def _call(strike: AirOrArtillery, side: str) -> Iterator[Choice]:
    """B18: no die falls where nobody can call for it."""
    card, kind = card_name(strike.card), parts(strike.card).kind
    label = say(_("An observer is in position: call “%(card)s”"), card=card)
    yield of_side(side, "CallSupport", label, *_called(kind), observer=True)
    label = say(_("No observer is in position: discard “%(card)s”"), card=card)
    yield of_side(side, "CallSupport", label, observer=False)


def _called(kind: str) -> tuple[Field, ...]:
    """R34: a card for both has a die that says which."""
    aircraft = say(_("Which aircraft"))
    match kind:
        case "support":
            return die_field("kind", say(_("Air or artillery"))), die_field("aircraft", aircraft, ahead=True)
        case "air_support":
            return (die_field("aircraft", aircraft),)
    return ()


def _send(strike: AirOrArtillery, side: str) -> Choice:
    intensity = die_field("intensity", say(_("Intensity")))
    if strike.kind != AIR:
        return of_side(side, "SendStrike", say(_("The barrage comes down: how strong is it?")), intensity)
    label = say(_("It comes in at"))
    help = say(_("Corners and middles of the sides, clockwise from the corner you have named; 0 if not said."))
    entry = Field(name="entry", kind="number", label=label, help=help, most=8)
    return of_side(side, "SendStrike", say(_("The aircraft attack: how many?")), entry, intensity)


def _targets(state: State, strike: AirOrArtillery, side: str) -> Iterator[Choice]:
    """R32, B11: of either side, each once."""
    if found := victims(state):
        unit = pick_field("unit", say(_("Vehicle")), unit_picks(found))
        concealment = (concealment_field(),) if state.options["air_modifiers"] else ()
        most = max(damage_dice(state, strike, one) for one in found)
        dice = (
            die_field("hit", say(_("Die to hit")), faces=tables.TO_HIT),
            die_field("damage", say(_("Damage dice")), 1, most, ahead=True),
            die_field("effect", say(_("A die where it penetrates")), ahead=True),
        )
        label = say(_("A vehicle of either side is under a template"))
        yield Choice(command="Strike", label=label, side=side, fields=(unit, *concealment, *dice))
    yield of_side(side, "CloseStrike", say(_("Nobody else is under the templates")))
