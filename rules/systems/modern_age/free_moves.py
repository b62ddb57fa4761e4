"""What cards give a model besides its turn to move: one more move or another height without a token, or a token removed
(R7).

There are two stages. "movement_end": after the Movement Phase, until the first report of the Shooting Phase.
"after_shooting": right after the model's own attack, while `state.after` is open for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, Literal

import msgspec

from rules.bounds import DiceFaces, Key
from rules.contract import Choice, Dice, Field, Message, Refused, Roll, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter
from rules.luck import CARDS, Throw, successes

from .attack.sequence import follow_up, go_on
from .cards.lost import left_behind
from .cards.reveal import named_card, turned_up
from .cards.use import payable, price_field
from .catalogue import types_with
from .choices import mine, of_model
from .editions import asks_for_hidden_cards
from .effects import Does, Effect, Facts
from .face_down import might
from .figures import active, known_of, speed
from .helicopters import height, may_climb, other_height
from .order import nothing_asked
from .refusals import cards_of, in_play, refused
from .shot import KeyOrNone
from .state import Card, Decision, Elevation, Event, FollowUp, Model, State, lose
from .turns import advance
from .words import ELEVATION_NAMES, faces, named

CHAPTER = Chapter[State, Event]("Moves without a token", "R7, R14")


class FreeMove(FollowUp, frozen=True, kw_only=True):
    """By a card a model makes one move that leaves no speed token, or (`elevation`) changes its height instead.

    When: after the Movement Phase and before the first shot, or right after its own attack, as the card says. pay: the
    card that is given up for it. dice: if a die decides whether it happens (Bertie McGann's token, Günter Weber).
    """

    positional: ClassVar = ("unit", "card")
    rolls: ClassVar = ("dice",)
    unit: Key
    card: Key
    elevation: Literal["", "low", "high"] = ""
    pay: KeyOrNone = ""
    dice: DiceFaces | None = None


class FreelyMoved(Event, frozen=True, kw_only=True):
    """By a card a model moved once more, or changed its elevation, without a token; `paid` is the card that was given
    up for it.

    If not `happened`, the die (`roll`) did not allow it.
    """

    rules: ClassVar = ("R7",)
    unit: str
    card: str
    elevation: Elevation = ""
    roll: Roll | None = None
    happened: bool = True
    paid: str = ""
    paid_name: str = ""


class TokenShed(Event, frozen=True, kw_only=True):
    """A card's die removed a speed-1 token or (not `shed`) left it."""

    rules: ClassVar = ("R7", "R14")
    unit: str
    card: str
    roll: Roll
    shed: bool


MOVES: tuple[Does, ...] = ("free_move", "free_elevation", "shed_token")
Free = tuple[Card, Effect]


def stage(state: State, model: Model) -> str:
    """The stage that the model is in now; "" for none. Laying smoke is no attack, and an attack on several targets is
    over after the last."""
    if state.result or state.resuming or state.shot:
        return ""
    if after := state.after:
        own = after.shooter == model.id and after.attack and not after.others
        return "after_shooting" if own else ""
    return "movement_end" if state.phase == "shooting" and not state.acted else ""


def usable_moves(state: State, model: Model, stage: str) -> list[Free]:
    """What the model's owner may use at that stage, each card once a turn; only for the owner's eyes, because it tells
    what lies face down."""
    if not model.on_table:
        return []
    return [(card, effect) for card in _left(model) for effect in _effects(state, model, card, stage)]


def may_follow(state: State, model: Model) -> bool:
    """Whether the owner is asked after the attack: for a face-up card that may be used, or a face-down card that might
    be one. What everybody sees decides."""
    known = {card.id for card, _effect in usable_moves(state, model, "after_shooting")}
    return model.on_table and any(
        card.id in known if card.face_up else _might_be(state, model, card)
        for card in _left(model)
        if state.after is None or card.id not in state.after.done
    )


@follow_up
def moves_on(state: State) -> bool:
    """Whether a card gives a free move right after an attack, or a face-down card might."""
    after = state.after
    return after is not None and after.attack and may_follow(state, state.models[after.shooter])


def _might_be(state: State, model: Model, card: Card) -> bool:
    """Before 2018.3 only the type of the card decided."""
    if asks_for_hidden_cards(state.edition):
        return might(state, model, card, lambda effect: _usable(state, model, card, effect, "after_shooting"))
    return any(
        _able(state, model, does) and card.kind in types_with(state.edition, model.nation, does, "", "after_shooting")
        for does in MOVES
    )


def _left(model: Model) -> list[Card]:
    return [card for card in model.cards.values() if not card.gone and card.id not in model.free_moves]


def _effects(state: State, model: Model, card: Card, stage: str) -> list[Effect]:
    effects = active(state, model, card) if card.face_up else card.effects
    return [effect for effect in effects if _usable(state, model, card, effect, stage)]


def _usable(state: State, model: Model, card: Card, effect: Effect, stage: str) -> bool:
    known = known_of(state, model)
    if state.after and not state.after.scored:
        known |= {"nothing_scored"}
    fitting = effect.does in MOVES and effect.stage == stage
    if not fitting or not effect.applies(Facts(tokens=model.moves, known=known)):
        return False
    return _able(state, model, effect.does) and (effect.cost in ("", "self") or bool(payable(model, card, effect)))


def _able(state: State, model: Model, does: Does) -> bool:
    """Whether it may move at all, has a height to change, or a speed-1 token to remove."""
    match does:
        case "free_elevation":
            return may_climb(state, model)
        case "shed_token":
            return model.moves == 1
    return speed(state, model) > 0


@CHAPTER.decides
def free_move(state: State, command: FreeMove, dice: Dice) -> Decision:
    """A card gives its model a move without a token or another height, or removes its token. A face-down card is turned
    up with it, and its price is paid. The attack before it is then closed, unless more may follow it."""
    follows = state.after is not None
    model = in_play(state, command.unit)
    at = stage(state, model)
    card, effect = _chosen(state, model, command, at)
    paid = _paid(model, card, effect, command.pay)
    roll = _roll(state, model, card, effect, command, dice, at)
    if not card.face_up:
        yield from turned_up(state, model, card)
    if effect.does == "shed_token":
        assert roll is not None
        yield TokenShed(unit=model.id, card=card.id, roll=roll, shed=roll.numbers[0] >= effect.on)
    else:
        yield FreelyMoved(
            unit=model.id,
            card=card.id,
            elevation=command.elevation,
            roll=roll,
            happened=roll is None or roll.numbers[0] >= effect.on,
            paid=paid.id if paid else "",
            paid_name=paid.name if paid else "",
        )
        yield from left_behind(state, model)
    if at == "movement_end":
        yield from advance(state)
    if follows:
        yield from go_on(state)


def _chosen(state: State, model: Model, command: FreeMove, at: str) -> Free:
    found = usable_moves(state, model, at) if at else []
    of_card = [(card, effect) for card, effect in found if card.id == command.card]
    if not of_card:
        raise refused(
            "R7",
            say(_("%(unit)s has no card “%(card)s” that lets it move now."), unit=model.name, card=command.card),
            say(
                _("Now: %(cards)s. Cards move it before the first shot, or right after its own."),
                cards=cards_of(card for card, _effect in found),
            ),
            "card",
        )
    for card, effect in of_card:
        if (effect.does == "free_elevation") == bool(command.elevation):
            if command.elevation and command.elevation == height(model):
                raise refused(
                    "R16",
                    say(_("%(unit)s flies at that elevation."), unit=model.name),
                    say(_("Name the other one: %(elevation)s."), elevation=other_height(model)),
                    "elevation",
                )
            return card, effect
    if command.elevation:
        text, remedy = _("%(card)s does not change the elevation."), _("Leave “elevation” out.")
    else:
        text, remedy = _("%(card)s only changes the elevation."), _("Name the new one in “elevation”.")
    raise refused("R7", say(text, card=of_card[0][0].name), remedy, "elevation")


def _paid(model: Model, card: Card, effect: Effect, pay: str) -> Card | None:
    """The card that is given up: itself, or another of its owner's choice."""
    allowed = payable(model, card, effect)
    if pay in allowed:
        return model.cards[pay]
    if pay or allowed:
        raise _pay(card, pay, allowed)
    return card if effect.cost == "self" else None


def _pay(card: Card, pay: str, allowed: tuple[str, ...]) -> Refused:
    if not allowed:
        text, remedy = say(_("No other card is given up for %(card)s."), card=card.name), say(_("Leave “pay” out."))
    else:
        text = say(_("“%(pay)s” cannot be given up for %(card)s."), pay=pay, card=card.name)
        remedy = say(_("Give up one of: %(cards)s."), cards=", ".join(allowed))
    return refused("R7", text, remedy, "pay")


def _roll(
    state: State, model: Model, card: Card, effect: Effect, command: FreeMove, dice: Dice, at: str
) -> Roll | None:
    if effect.on:
        question = f"t{state.turn}/{at.replace('_', '-')}/{model.id}/{card.id}"
        return dice.roll(question, 1, reported=command.dice, near=(effect.on,))
    if command.dice is not None:
        raise refused("R7", say(_("Nothing is rolled for %(card)s."), card=card.name), _("Leave it out."), "dice")
    return None


@CHAPTER.evolves
def freely_moved(state: State, event: FreelyMoved) -> None:
    model = state.models[event.unit]
    model.free_moves.append(event.card)
    if event.paid:
        lose(model, event.paid, event.paid_name)
    if event.happened and event.elevation:
        model.elevation = event.elevation
    elif event.happened:
        model.strayed = True


@CHAPTER.evolves
def token_shed(state: State, event: TokenShed) -> None:
    model = state.models[event.unit]
    model.free_moves.append(event.card)
    if event.shed:
        model.moves = 0


@CHAPTER.throws
def luck_of_card(state: State, event: FreelyMoved | TokenShed) -> Iterable[Throw]:
    card = state.models[event.unit].cards[event.card]
    on = next((effect.on for effect in card.effects if effect.does in MOVES and effect.on), 0)
    if on:
        yield from successes(CARDS, event.unit, event.roll, lambda die: die >= on)


@CHAPTER.narrates
def tell_freely_moved(event: FreelyMoved) -> Message:
    if not event.happened:
        text = _("%(unit)s stays where it is: the die (%(dice)s) gives it no further move.")
        return say(text, unit=event.unit, dice=faces(event.roll) if event.roll else "-")
    if event.elevation:
        text = _("%(unit)s changes its height without a speed token: it flies %(elevation)s.")
        return say(text, unit=event.unit, elevation=named(ELEVATION_NAMES, event.elevation))
    text = _("%(unit)s moves once more, without a speed token.")
    if event.paid:
        text = _("%(unit)s gives up %(paid)s and moves once more, without a speed token.")
    return say(text, unit=event.unit, paid=event.paid_name)


@CHAPTER.narrates
def tell_token_shed(event: TokenShed) -> Message:
    text = _("%(unit)s loses its speed token (%(dice)s).")
    if not event.shed:
        text = _("%(unit)s keeps its speed token (%(dice)s).")
    return say(text, unit=event.unit, dice=faces(event.roll))


# -- what may be reported ----------------------------------------------------------------------------------------------


@CHAPTER.offers
def free_move_choices(state: State, side: str) -> Iterator[Choice]:
    """What cards let their models do before the first shot, and right after the model's own attack."""
    found = [
        _free(model, free)
        for model in mine(state.models.values(), side)
        if (at := stage(state, model))
        for free in usable_moves(state, model, at)
    ]
    if state.after:
        yield from (msgspec.structs.replace(choice, urgent=True) for choice in found)
    elif found and nothing_asked(state):
        yield from found


def _free(model: Model, free: Free) -> Choice:
    card, effect = free
    given: dict[str, Any] = {"card": card.id}
    text = LABELS[effect.does]
    if effect.does == "free_elevation":
        given["elevation"] = other_height(model)
    fields = list(price_field(model, payable(model, card, effect)))
    if effect.on:
        fields.append(Field(name="dice", kind="dice", label=say(_("Die")), least=1, most=1))
    height = ELEVATION_NAMES[other_height(model)]
    label = say(text, unit=model.name, card=named_card(card), elevation=height)
    return of_model(model, "FreeMove", label, *fields, given=given, readily=1500 if effect.cost == "self" else 6000)


LABELS = {
    "free_move": _("%(unit)s: %(card)s, one more move"),
    "free_elevation": _("%(unit)s: %(card)s, elevation %(elevation)s"),
    "shed_token": _("%(unit)s: %(card)s, roll to lose the speed token"),
}
