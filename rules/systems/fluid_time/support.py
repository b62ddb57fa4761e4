"""Support cards, from the call to the strike (R30, R34, A13, B13, B18)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from rules.bounds import Key
from rules.contract import Choice, Dice, DiceCommand, Field, Message, Refused, Roll, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter

from . import tables
from .cards import parts
from .lookup import check_sides, impossible, refused, require_phase, side_of
from .offers import die_field, of_side
from .state import AirOrArtillery, Decision, Event, State
from .table_dice import OneDie, Reported
from .victory import verdict
from .words import AIRCRAFT_NAMES, card_name, faces, named

CHAPTER = Chapter[State, Event]("Support", "R30, R34")
AIR, ARTILLERY = "air", "artillery"


class CallSupport(DiceCommand, frozen=True, kw_only=True):
    """A support card that was drawn is called, or discarded. observer: whether its conditions hold (R30, B18).

    kind: the die of a Support card, air or artillery; aircraft: the die that says which aircraft come (R34).
    """

    positional: ClassVar = ("side",)
    rolls: ClassVar = ("aircraft", "kind")
    side: Key
    observer: bool
    kind: OneDie | None = None
    aircraft: OneDie | None = None


class SupportCalled(Event, frozen=True, kw_only=True):
    """kind: "air", "artillery" or "none" (a 6 that brings nothing); rolls: the die of a Support card, and the die for
    the aircraft. stage: what comes next: "hold", "cancel", "send", or "" if nothing comes."""

    rules: ClassVar = ("R30", "R34", "A13", "B12", "B13")
    side: str
    card: str
    kind: str
    aircraft: str
    rolls: tuple[Roll, ...]
    stage: str


class SupportDiscarded(Event, frozen=True, kw_only=True):
    """The card's conditions do not hold; no die falls."""

    rules: ClassVar = ("R30", "B18")
    side: str
    card: str


@CHAPTER.decides
def call_support(state: State, command: CallSupport, dice: Dice) -> Decision:
    """R30: the dice that say what comes. B18: without an observer none falls."""
    strike = own_strike(state, command.side, "call", "R30")
    reported = Reported(command, dice, question(state, strike), "R34" if command.observer else "B18")
    if not command.observer:
        reported.check_all_asked()
        yield SupportDiscarded(side=strike.side, card=strike.card)
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
    yield SupportCalled(
        side=strike.side,
        card=strike.card,
        kind=kind,
        aircraft=aircraft,
        rolls=tuple(rolls),
        stage=_next_stage(state, strike, kind, aircraft),
    )


def _kind(state: State, strike: AirOrArtillery, reported: Reported, rolls: list[Roll]) -> str:
    """R34, A13, B13: "air", "artillery" or "none". A card for both kinds rolls a die."""
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
    """B12: "cancel" if the other side holds a fighter that could cancel this side's airstrike, else "send"."""
    return "cancel" if state.other(side) in state.held else "send"


# -- the card in play --------------------------------------------------------------------------------------------------


def strike_at(state: State, stages: tuple[str, ...], rule: str) -> AirOrArtillery:
    """The support card that is being played, if one of these stages comes next; otherwise raises `Refused`."""
    require_phase(state, "support", rule)
    strike = state.strike
    if strike is None or strike.stage not in stages:
        raise refused(rule, "", *_TURN[strike.stage if strike else "call"])
    return strike


def own_strike(state: State, side: str, stage: str, rule: str) -> AirOrArtillery:
    """The same, for a report of its owner."""
    side_of(state, side)
    strike = strike_at(state, (stage,), rule)
    check_side(side, strike.side, rule)
    return strike


def question(state: State, strike: AirOrArtillery) -> str:
    """One card is played at a time, and each counts as an Impulse of its own."""
    return f"{state.here}/{strike.side}/support"


def check_side(side: str, right: str, rule: str) -> None:
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


@CHAPTER.evolves
def support_called(state: State, event: SupportCalled) -> None:
    strike = state.strike
    if strike is None or not event.stage:
        support_over(state)
        return
    strike.kind, strike.aircraft = event.kind, event.aircraft  # type: ignore[assignment]
    strike.stage = event.stage  # type: ignore[assignment]


@CHAPTER.evolves
def support_discarded(state: State, event: SupportDiscarded) -> None:
    support_over(state)


def support_over(state: State) -> None:
    state.phase, state.strike = "gap", None


@CHAPTER.narrates
def tell_support_called(event: SupportCalled) -> Message:
    text = _("Support for %(side)s: %(what)s.")
    if event.rolls:
        text = _("Support for %(side)s (%(dice)s): %(what)s.")
    return say(text, side=event.side, dice=" / ".join(map(faces, event.rolls)), what=_what(event))


def _what(event: SupportCalled) -> Message:
    if event.kind == "artillery":
        return say(_("artillery"))
    if event.kind == "air":
        return say(_("an airstrike, %(aircraft)s"), aircraft=named(AIRCRAFT_NAMES, event.aircraft))
    return say(_("nothing comes"))


@CHAPTER.narrates
def tell_support_discarded(event: SupportDiscarded) -> Message:
    return say(_("No observer is in position: “%(card)s” is discarded."), card=card_name(event.card))


@CHAPTER.offers
def choices(state: State, side: str) -> Iterator[Choice]:
    """R30, for the side whose card it is. B18: no die falls if nobody can call for it."""
    strike = state.strike
    if state.phase != "support" or strike is None or strike.stage != "call" or side != strike.side:
        return
    card, kind = card_name(strike.card), parts(strike.card).kind
    label = say(_("An observer is in position: call “%(card)s”"), card=card)
    yield of_side(side, "CallSupport", label, *_called(kind), observer=True)
    label = say(_("No observer is in position: discard “%(card)s”"), card=card)
    yield of_side(side, "CallSupport", label, observer=False)


def _called(kind: str) -> tuple[Field, ...]:
    """R34: a card for both kinds has a die that says which."""
    aircraft = say(_("Which aircraft"))
    match kind:
        case "support":
            return die_field("kind", say(_("Air or artillery"))), die_field("aircraft", aircraft, ahead=True)
        case "air_support":
            return (die_field("aircraft", aircraft),)
    return ()


# -- support that no battle can have -----------------------------------------------------------------------------------

KINDS = {"air_support": (AIR,), "artillery_support": (ARTILLERY,), "support": (AIR, ARTILLERY)}


@CHAPTER.forbids
def impossible_support(state: State) -> None:
    if state.strike is not None:
        check_sides(state, "strike", state.strike.side)
        _check_card(state, state.strike)
    if not verdict(state):
        _check_support(state)


def _check_card(state: State, strike: AirOrArtillery) -> None:
    """The card is one of this deck, and of the side that plays it."""
    if strike.card not in state.deck or parts(strike.card).kind not in KINDS or parts(strike.card).side != strike.side:
        raise impossible(
            "strike",
            say(_("The deck has no such support card for %(side)s."), side=strike.side),
            _("Name one that it has."),
        )


def _check_support(state: State) -> None:
    """No support card is being played once the battle is over."""
    strike = state.strike
    if (state.phase == "support") is (strike is None):
        raise impossible(
            "strike",
            _("Support is played by its card, and by nothing else."),
            _("Declare it in the phase “support”, and none in others."),
        )
    if strike is None:
        return
    if state.drawn[-1:] != (strike.card,):
        raise impossible_strike(
            _("This support card is not the one that was drawn last."), _("Declare the last card drawn.")
        )
    _check_called(state, strike)


def _check_called(state: State, strike: AirOrArtillery) -> None:
    """R34: the call comes first, then what the card brings."""
    called = strike.stage != "call"
    kinds = KINDS[parts(strike.card).kind] if called else ("",)
    craft = tuple(dict.fromkeys(tables.AIRCRAFT[state.rows[strike.side]].values())) if strike.kind == AIR else ("",)
    if strike.kind not in kinds or strike.aircraft not in craft:
        raise impossible_strike(
            _("This card does not bring that, or has not been called."),
            _("Declare what its dice can come to, and nothing before the call."),
        )


def impossible_strike(text: str, remedy: str) -> Refused:
    return impossible("strike", text, remedy)


CHAPTER.throws_for_nobody(SupportCalled)  # what comes, not how well
