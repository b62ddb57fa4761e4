"""A card answers damage with damage, by a die (Robert Folk; R5, R7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from rules.bounds import DiceFaces, Key
from rules.contract import Choice, Dice, Feat, Field, Message, Roll, ngettext, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter
from rules.luck import CARDS, Throw, successes
from rules.systems.modern_age.attack.answers import Answers
from rules.systems.modern_age.attack.sequence import Step, check_reply, plug, resolve
from rules.systems.modern_age.cards.hidden import Moment, Sought, hidden_step
from rules.systems.modern_age.choices import step
from rules.systems.modern_age.damage import hurt
from rules.systems.modern_age.editions import asks_for_hidden_cards
from rules.systems.modern_age.effects import Effect
from rules.systems.modern_age.figures import effects_on, may_have
from rules.systems.modern_age.refusals import refused
from rules.systems.modern_age.shot import Shot
from rules.systems.modern_age.state import Decision, Event, Model, Reply, State, open_shot
from rules.systems.modern_age.words import faces

CHAPTER = Chapter[State, Event]("Damage answered", "R5, R7")


class ReturnFire(Reply, frozen=True, kw_only=True):
    """The die of a card that answers damage with damage (Robert Folk). If not `answer`, a face-down card stays face
    down."""

    positional: ClassVar = ("unit",)
    rolls: ClassVar = ("dice",)
    unit: Key
    answer: bool = True
    dice: DiceFaces | None = None


class FireReturned(Event, frozen=True, kw_only=True):
    """The die of a card that answers damage with damage. Without a `roll`, a face-down card that might have answered
    stayed face down."""

    rules: ClassVar = ("R5", "R7")
    unit: str
    target: str
    roll: Roll | None
    damage: int


def may_return_fire(state: State, shot: Shot) -> bool:
    """Robert Folk on a target that took damage and is still there; once an attack. A face-down card that might be Folk
    is asked for separately (`cards.hidden`); before 2018.3 it was asked for here."""
    target = state.models[shot.target]
    hurt = shot.defended and shot.damage > 0 and not shot.returned and target.on_table
    if asks_for_hidden_cards(state.edition):
        return hurt and answering_effect(state, shot) is not None
    return hurt and may_have(state, target, "return_fire")


def answering_effect(state: State, shot: Shot) -> Effect | None:
    """The effect by which the target answers: its card is face up (R5)."""
    return next((x for x in effects_on(state, state.models[shot.target]) if x.does == "return_fire"), None)


def return_fire(state: State, shot: Shot, answers: Answers, dice: Dice) -> Decision:
    """A face-up card answers by its die. A face-down one is turned up first, or does not answer."""
    command = answers.take_reply(ReturnFire)
    effect = answering_effect(state, shot)
    if effect and not command.answer:
        text, remedy = _("The card that answers is face up: its die is rolled."), _("Report “answer” as true.")
        raise refused("R5", text, remedy, "answer")
    if command.answer and not effect:
        text, remedy = (
            _("A card that answers damage must be face up."),
            _("Reveal it first, or report “answer” as false."),
        )
        raise refused("R5", text, remedy, "answer")
    if not effect and command.dice is not None:
        raise refused("R5", _("Nothing is rolled when the damage passes."), _("Leave it out."), "dice")
    question = f"{shot.question}/answer"
    roll = dice.roll(question, 1, reported=command.dice, near=(effect.on,)) if effect else None
    damage = effect.delta if effect and roll and roll.numbers[0] >= effect.on else 0
    yield FireReturned(unit=shot.target, target=shot.shooter, roll=roll, damage=damage)


@CHAPTER.decides
def returned(state: State, command: ReturnFire, dice: Dice) -> Decision:
    check_reply(state, command)
    yield from resolve(state, Answers(reply=command), dice)


@CHAPTER.evolves
def fire_returned(state: State, event: FireReturned) -> None:
    """It is no feat if a friend answers an area attack."""
    open_shot(state).returned = True
    model, attacker = state.models[event.unit], state.models[event.target]
    if event.damage:
        if model.side != attacker.side:
            model.feats.append(Feat("damage", state.report, event.target, event.damage))
        hurt(state, attacker, event.damage, event.unit)


@CHAPTER.throws
def luck_of_answer(state: State, event: FireReturned) -> Iterable[Throw]:
    if state.shot and (effect := answering_effect(state, state.shot)):
        on = effect.on
        yield from successes(CARDS, event.unit, event.roll, lambda die: die >= on, against=event.target)


@CHAPTER.narrates
def tell_fire_returned(event: FireReturned) -> Message:
    if event.roll is None:
        return say(_("%(unit)s lets the damage pass."), unit=event.unit)
    dice = faces(event.roll)
    if not event.damage:
        return say(_("%(unit)s answers (%(dice)s): in vain."), unit=event.unit, dice=dice)
    return ngettext(
        "%(unit)s answers (%(dice)s): %(n)d damage to %(target)s.",
        "%(unit)s answers (%(dice)s): %(n)d damage to %(target)s.",
        event.damage,
        unit=event.unit,
        target=event.target,
        dice=dice,
    )


def return_fire_choices(state: State, model: Model) -> Iterator[Choice]:
    if answering_effect(state, open_shot(state)) is None:
        label = say(_("%(unit)s lets the damage pass; or turn up the card that answers it"), unit=model.name)
        yield step("ReturnFire", model, label, answer=False)
        return
    die = Field(name="dice", kind="dice", label=say(_("Die")), least=1, most=1)
    yield step("ReturnFire", model, say(_("%(unit)s answers the damage"), unit=model.name), die)


def _after_damage(state: State, shot: Shot) -> Sought:
    """Damage for damage (Robert Folk), once an attack."""
    target = state.models[shot.target]
    if shot.damaged and shot.damage > 0 and not shot.returned and target.on_table:
        yield target, lambda effect: effect.does == "return_fire"


plug(
    Step(
        "return fire",
        "ReturnFire",
        "target",
        say(_("Roll the die that answers the damage")),
        may_return_fire,
        lambda state, answers: answers.is_reply(ReturnFire),
        return_fire,
        return_fire_choices,
    ),
    hidden_step(Moment("damaged", "target", _after_damage)),
)
