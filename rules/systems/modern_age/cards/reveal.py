"""Cards turned up (R5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from rules.bounds import Key
from rules.contract import Choice, Dice, Field, Message, Pick, say, verbatim
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter
from rules.systems.modern_age.attack.answers import Answers
from rules.systems.modern_age.attack.sequence import go_on, open_step, resolve
from rules.systems.modern_age.choices import mine, of_model
from rules.systems.modern_age.effects import Does, Effect
from rules.systems.modern_age.figures import is_doomed
from rules.systems.modern_age.refusals import cards_of, in_play, refused
from rules.systems.modern_age.state import TURN, AnyTime, Card, Decision, Event, Model, State

from .hidden import MOMENTS, answering, told_by_turning_up
from .lost import left_behind

CHAPTER = Chapter[State, Event]("Cards turned up", "R5")


class Reveal(AnyTime, frozen=True, kw_only=True):
    """The owner turns a face-down card up (R5)."""

    positional: ClassVar = ("unit", "card")
    unit: Key
    card: Key


class CardRevealed(Event, frozen=True, kw_only=True):
    """`used`: what it does for the turn in which it is turned up is in force. `told`: the circumstances of the open
    attack that its owner reports by turning it up now."""

    version: ClassVar = 3
    rules: ClassVar = ("R5",)
    unit: str
    card: str
    name: str
    used: bool = False
    told: tuple[str, ...] = ()


def turned_up(state: State, model: Model, card: Card, told: tuple[str, ...] = ()) -> Decision:
    """A face-down card is turned up. If it should have been lost already, it is lost at once (Camouflage Netting).
    `told`: the circumstances of the open attack that this reports."""
    used = any(_counts_now(state, model, effect) for effect in card.effects)
    yield CardRevealed(unit=model.id, card=card.id, name=card.name, used=used, told=told)
    yield from left_behind(state, model)


def _counts_now(state: State, model: Model, effect: Effect) -> bool:
    """Whether its effect for the turn in which it is turned up is in force, if that is now."""
    match effect.trigger:
        case "shooting_start":
            return state.phase == "shooting" and not state.acted and state.shot is None
        case "reveal" if effect.stage == "after_shooting" or effect.does == "second_shot":
            return state.after is not None and state.after.shooter == model.id
        case "reveal":
            return state.phase in TURN
    return False


@CHAPTER.decides
def reveal(state: State, command: Reveal, dice: Dice) -> Decision:
    """R5: at any time. Its effects count from here on, not for dice that have fallen. If play has waited only for what
    the card might be, and it is something else, play goes on."""
    model = in_play(state, command.unit)
    card = model.cards.get(command.card)
    if card is None or card.gone or card.face_up:
        hidden = cards_of(k for k in model.cards.values() if not k.gone and not k.face_up)
        raise refused(
            "R5",
            say(_("%(unit)s has no face-down card “%(card)s”."), unit=model.name, card=command.card),
            say(_("Face down: %(cards)s."), cards=hidden),
            "card",
        )
    step = open_step(state)
    told: tuple[str, ...] = ()
    if step and state.shot and (moment := MOMENTS.get(step.place)):
        told = told_by_turning_up(state, state.shot, moment, card)
    yield from turned_up(state, model, card, told)
    if state.shot:
        yield from resolve(state, Answers(), dice)
    elif not state.resuming:
        yield from go_on(state)


@CHAPTER.evolves
def card_revealed(state: State, event: CardRevealed) -> None:
    """A card that adds to the capacity may save a doomed model; then nobody has doomed it."""
    model = state.models[event.unit]
    card = model.cards[event.card]
    card.face_up = True
    if event.used:
        card.used = state.turn
    if state.shot and event.told:
        state.shot.told = tuple(sorted({*state.shot.told, *event.told}))
    if any(model.doomed) and not is_doomed(state, model):
        model.doomed = ("", 0)


@CHAPTER.narrates
def tell_card_revealed(event: CardRevealed) -> Message:
    return say(_("%(unit)s reveals %(card)s."), unit=event.unit, card=event.name)


@CHAPTER.offers
def reveals(state: State, side: str) -> Iterator[Choice]:
    """R5: a face-down card may be turned up at any time."""
    for model in mine(state.models.values(), side):
        hidden = [card for card in model.cards.values() if not card.face_up and not card.gone]
        if model.in_play and hidden:
            picks = tuple(Pick(card.id, named_card(card), _readily(state, model, card)) for card in hidden)
            field = Field(name="card", kind="pick", label=say(_("Card")), picks=picks, required=True)
            label = say(_("%(unit)s: turn a card face up"), unit=model.name)
            yield of_model(model, "Reveal", label, field, readily=max(pick.readily for pick in picks))


def _readily(state: State, model: Model, card: Card) -> int:
    """Random players turn a card up when it counts for the turn, and keep cards that answer a moment until that
    moment."""
    triggers = {effect.trigger for effect in card.effects}
    if triggers & {"reveal", "shooting_start"}:
        now = any(_counts_now(state, model, effect) for effect in card.effects)
        early = not model.moved or state.phase == "shooting"
        late = 500 if "shooting_start" in triggers and state.phase == "shooting" else 100
        return 6000 if now and early and (state.after is not None or not model.fired) else late
    step = open_step(state)
    moment = MOMENTS.get(step.place) if step else None
    if moment and state.shot and any(one is card for _model, one in answering(state, state.shot, moment)):
        return 9000
    does = {effect.does for effect in card.effects}
    if does & {*ANSWERS} or ("defence" in does and not model.defence):
        return 200
    return 600 if does & {*KEPT} else 3000


ANSWERS: tuple[Does, ...] = ("cancel", "redraw", "take_over", "return_fire", "choose_phase", "second_draw", "mark")
KEPT: tuple[Does, ...] = (
    *("reroll_attack", "reroll_defence", "upgrade", "split", "join", "strike_crew", "extra_draws"),
    *("ignore_close", "capacity", "lost_when_moving"),
)


def required_pick(name: str, label: Message, values: Iterable[tuple[str, Message]]) -> Field:
    picks = tuple(Pick(value, text) for value, text in values)
    return Field(name=name, kind="pick", label=label, picks=picks, required=True)


def named_card(card: Card) -> Message:
    return verbatim(card.name or card.kind)
