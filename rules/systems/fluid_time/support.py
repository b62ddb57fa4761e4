"""Support cards, from the call to what comes of it (R30, R34, R35, A13, A20, B12, B13, B18)."""

from __future__ import annotations

from rules.contract import Decision, Dice, Roll, say
from rules.contract import gettext_noop as _

from . import commands as c
from . import events_support as s
from . import tables
from .deck import parts
from .lookup import require_phase, side_of
from .refusals import refused
from .reported import Reported
from .state import AirOrArtillery, State

AIR, ARTILLERY = "air", "artillery"


def call_support(state: State, command: c.CallSupport, dice: Dice) -> Decision:
    """R30: the dice that say what comes. B18: without an observer none falls."""
    strike = own_strike(state, command.side, "call", "R30")
    reported = Reported(command, dice, question(state, strike), "R34" if command.observer else "B18")
    if not command.observer:
        reported.check_all_asked()
        yield s.SupportDiscarded(side=strike.side, card=strike.card)
        return
    rolls: list[Roll] = []
    kind = _kind(state, strike, reported, rolls)
    aircraft = ""
    if kind == AIR:
        kinds = tables.AIRCRAFT[state.rows[strike.side]]
        fighters = tuple(face for face, kind in kinds.items() if kind in tables.FIGHTERS)
        rolls.append(reported.roll("aircraft", near=fighters))
        aircraft = kinds[rolls[-1].numbers[0]]
    reported.check_all_asked()
    yield s.SupportCalled(
        side=strike.side,
        card=strike.card,
        kind=kind,
        aircraft=aircraft,
        rolls=tuple(rolls),
        stage=_next_stage(state, strike, kind, aircraft),
    )


def hold_fighter(state: State, command: c.HoldFighter, dice: Dice) -> Decision:
    """R35, A20: until the turn ends."""
    strike = own_strike(state, command.side, "hold", "R35")
    yield s.FighterHeld(side=strike.side)


def let_pass(state: State, command: c.LetPass, dice: Dice) -> Decision:
    """R35, B12: the enemy does not cancel a strike; or its owner does not hold the fighter, and attacks with it."""
    side = side_of(state, command.side)
    strike = strike_at(state, ("hold", "cancel"), "R35")
    if strike.stage == "hold":
        _check_side(side, strike.side, "R35")
        yield s.StrikeLetPass(side=side, stage=sent_or_cancelled(state, strike.side))
    else:
        _check_side(side, state.other(strike.side), "R35")
        yield s.StrikeLetPass(side=side, stage="send")


def cancel_strike(state: State, command: c.CancelStrike, dice: Dice) -> Decision:
    """R35, B12: a held fighter is spent, before the intensity die falls."""
    side = side_of(state, command.side)
    strike = strike_at(state, ("cancel",), "R35")
    _check_side(side, state.other(strike.side), "R35")
    yield s.StrikeCancelled(side=side)


# -- what comes --------------------------------------------------------------------------------------------------------


def _kind(state: State, strike: AirOrArtillery, reported: Reported, rolls: list[Roll]) -> str:
    """R34, A13, B13: "air", "artillery" or "none"; a card that is for both rolls a die for it."""
    match parts(strike.card).kind:
        case "air_support":
            return AIR
        case "artillery_support":
            return ARTILLERY
    rolls.append(reported.roll("kind", near=(3, 6)))
    return tables.SUPPORT_DIE.get(rolls[-1].numbers[0], str(state.options["soviet_support_six"]))


def _next_stage(state: State, strike: AirOrArtillery, kind: str, aircraft: str) -> str:
    if kind == AIR:
        return "hold" if aircraft in tables.FIGHTERS else sent_or_cancelled(state, strike.side)
    return "send" if kind == ARTILLERY else ""


def sent_or_cancelled(state: State, side: str) -> str:
    """B12: whether the other side holds a fighter to cancel this side's airstrike with."""
    return "cancel" if state.other(side) in state.held else "send"


# -- the card in play --------------------------------------------------------------------------------------------------


def strike_at(state: State, stages: tuple[str, ...], rule: str) -> AirOrArtillery:
    """The support card that is being played, where one of these stages comes next; else `Refused`."""
    require_phase(state, "support", rule)
    strike = state.strike
    if strike is None or strike.stage not in stages:
        raise refused(rule, "", *_TURN[strike.stage if strike else "call"])
    return strike


def own_strike(state: State, side: str, stage: str, rule: str) -> AirOrArtillery:
    """The same, as its owner reports it."""
    side_of(state, side)
    strike = strike_at(state, (stage,), rule)
    _check_side(side, strike.side, rule)
    return strike


def question(state: State, strike: AirOrArtillery) -> str:
    """One card is played at a time, and each is an Impulse of its own in the count."""
    return f"{state.here}/{strike.side}/support"


def _check_side(side: str, right: str, rule: str) -> None:
    if side != right:
        raise refused(
            rule,
            "side",
            say(_("This is for %(side)s to report."), side=right),
            say(_("Have %(side)s report it."), side=right),
        )


_TURN = {
    "call": (
        say(_("The support card has not been called.")),
        say(_("Say first whether an observer is in position.")),
    ),
    "hold": (
        say(_("Whether the fighter is held has not been said.")),
        say(_("Hold it, or let it attack.")),
    ),
    "cancel": (
        say(_("The other side holds a fighter and may cancel this airstrike.")),
        say(_("Report first whether it does.")),
    ),
    "send": (say(_("The intensity die has not fallen.")), say(_("Send the strike first."))),
    "targets": (
        say(_("The templates are laid.")),
        say(_("Report each vehicle under them, then that there is nobody else.")),
    ),
}
