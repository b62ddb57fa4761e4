"""The moments of an attack at which a model's owner is asked whether a face-down card is turned up (R5: "at any time").

A moment is open if one of the model's face-down cards might answer now, going by what everybody sees (`face_down`). So
neither the question nor its absence tells what a card is. If a card that lies face up is asked about at the same
moment, one question is enough: whoever has to answer may turn cards up first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar

import msgspec

from rules.bounds import Key
from rules.contract import Choice, Command, Dice, say, verbatim
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter
from rules.systems.modern_age.attack.answers import Answers
from rules.systems.modern_age.attack.sequence import Step, check_reply, resolve, suffering
from rules.systems.modern_age.choices import mine, step
from rules.systems.modern_age.editions import asks_for_hidden_cards
from rules.systems.modern_age.effects import ASKS, Effect, Facts
from rules.systems.modern_age.face_down import NOW, Wanted, might_have
from rules.systems.modern_age.figures import aim_of, facts_of
from rules.systems.modern_age.order import savable, saving
from rules.systems.modern_age.refusals import names_of, refused
from rules.systems.modern_age.shot import Shot
from rules.systems.modern_age.state import AnyTime, Card, Decision, Event, Model, Reply, State, open_shot
from rules.systems.modern_age.turns import advance

CHAPTER = Chapter[State, Event]("Face-down cards", "R5")
Sought = Iterator[tuple[Model, Wanted]]
PRESENT = frozenset({"shooter_in_cover", "target_near_enemy"})  # circumstances that a card depends on
DESTROYED = "destroyed"  # outside attacks: see `savable`


class Moment(msgspec.Struct, frozen=True):
    """One moment of an attack: whose it is, and which effects on whose cards would answer at it."""

    key: str
    of: str  # "shooter", "target", or "bearer" of the critical card being resolved
    sought: Callable[[State, Shot], Sought]
    before_damage: bool = False


def is_open(state: State, shot: Shot, moment: Moment) -> bool:
    """Whether the owner is asked at this moment."""
    if not asks_for_hidden_cards(state.edition) or moment.key in shot.kept:
        return False
    return any(might_have(state, model, wanted) for model, wanted in moment.sought(state, shot))


def answering(state: State, shot: Shot, moment: Moment) -> list[tuple[Model, Card]]:
    """The face-down cards that would answer; only for their owner's eyes."""
    return [
        (model, card)
        for model, wanted in moment.sought(state, shot)
        for card in model.cards.values()
        if not card.face_up and not card.gone and any(wanted(effect) for effect in card.effects)
    ]


def told_by_turning_up(state: State, shot: Shot, moment: Moment, card: Card) -> tuple[str, ...]:
    """The circumstances that the owner reports by turning up a card at its moment, because the card depends on them
    (Knife Fighter)."""
    found = [
        effect
        for model, wanted in moment.sought(state, shot)
        if card in model.cards.values()
        for effect in card.effects
        if wanted(effect)
    ]
    words = {ASKS[word] for effect in found for word in effect.when if word in ASKS}
    return tuple(sorted(words & PRESENT - {*shot.told}))


def supposed(state: State, shot: Shot, bearer: Model) -> Facts:
    """The attack as a card turned up now would read it. The owner would report what only the table can show."""
    facts = facts_of(state, aim_of(state, shot), bearer)
    return msgspec.structs.replace(facts, told=facts.told | PRESENT)


def works(effect: Effect, facts: Facts) -> bool:
    return not effect.aura and effect.trigger in NOW and effect.applies(facts)


# -- the question ------------------------------------------------------------------------------------------------------


class KeepHidden(Reply, frozen=True, kw_only=True):
    """The owner turns up none (or no other) of the face-down cards that might answer now; `Reveal` turns one up."""

    positional: ClassVar = ("unit",)
    unit: Key


class HiddenKept(Event, frozen=True, kw_only=True):
    """None of the face-down cards that might have answered was turned up. `moment`: one of `MOMENTS`."""

    rules: ClassVar = ("R5",)
    unit: str
    moment: str


HIDDEN = say(_("Turn a face-down card up or not"))


MOMENTS: dict[str, Moment] = {}  # by the place of their step


def hidden_step(moment: Moment, passed: Callable[[Answers], bool] = lambda answers: False) -> Step:
    """The step that asks for face-down cards at a moment. `passed`: whether a report of what comes later passes over
    it."""
    MOMENTS[moment.key] = moment

    def take(state: State, shot: Shot, answers: Answers, dice: Dice) -> Decision:
        answers.kept = False
        yield kept_at(state, shot, moment)

    def answered(state: State, answers: Answers) -> bool:
        return answers.kept or (moment.before_damage and moment.of in answers.keeps) or passed(answers)

    def choices(state: State, model: Model) -> Iterator[Choice]:
        for bearer, card in answering(state, open_shot(state), moment):
            yield _turn_up(bearer, card)
        yield keep_choice(model)

    def open_now(state: State, shot: Shot) -> bool:
        return is_open(state, shot, moment)

    return Step(moment.key, "KeepHidden", moment.of, HIDDEN, open_now, answered, take, choices)


def kept_at(state: State, shot: Shot, moment: Moment) -> HiddenKept:
    of = {"shooter": shot.shooter, "target": shot.target, "bearer": suffering(state, shot).id}
    return HiddenKept(unit=of[moment.of], moment=moment.key)


@CHAPTER.decides
def keep_hidden(state: State, command: KeepHidden, dice: Dice) -> Decision:
    """At the open step of an attack, or before tanks are destroyed: no face-down card is turned up."""
    if state.shot:
        check_reply(state, command)
        yield from resolve(state, Answers(kept=True), dice)
        return
    waiting = savable(state)
    if command.unit not in [model.id for model in waiting]:
        raise refused(
            "R5",
            say(_("Nobody asks for a face-down card of “%(unit)s” now."), unit=command.unit),
            say(_("Asked for: %(units)s."), units=names_of(waiting)),
            "unit" if waiting else "",
        )
    yield HiddenKept(unit=command.unit, moment=DESTROYED)
    yield from advance(state)


@CHAPTER.evolves
def hidden_kept(state: State, event: HiddenKept) -> None:
    """Nobody is asked again at that moment, unless something has changed there (`asked_anew`)."""
    shot = state.shot
    if shot is None:
        state.models[event.unit].kept = True
        return
    shot.kept.append(event.moment)
    if event.moment == "critical":
        shot.open[0].answered = True
    elif event.moment == "damaged":
        shot.returned = True


CHAPTER.sentences({HiddenKept: _("%(unit)s keeps its cards face down.")})


# -- before tanks are destroyed ----------------------------------------------------------------------------------------


@CHAPTER.before_each
def saved_first(state: State, command: Command) -> None:
    if not isinstance(command, AnyTime | KeepHidden) and (waiting := savable(state)):
        raise refused(
            "R38",
            say(
                _("Before tanks are destroyed, a card that saves one may be turned up: %(units)s."),
                units=names_of(waiting),
            ),
            _("Turn that card up, or say that all cards stay face down."),
        )


@CHAPTER.offers
def saves(state: State, side: str) -> Iterator[Choice]:
    for model in mine(savable(state), side):
        yield from _destruction(model)


def _destruction(model: Model) -> Iterator[Choice]:
    """Before a tank is destroyed."""
    for card in saving(model):
        yield _turn_up(model, card)
    yield keep_choice(model)


def _turn_up(model: Model, card: Card) -> Choice:
    label = say(_("%(unit)s turns up %(card)s"), unit=model.name, card=verbatim(card.name or card.kind))
    return step("Reveal", model, label, readily=3000, card=card.id)


def keep_choice(model: Model) -> Choice:
    return step("KeepHidden", model, say(_("%(unit)s keeps its cards face down"), unit=model.name))
