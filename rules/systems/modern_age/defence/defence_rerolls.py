"""Defence dice rolled again (R8, R7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

import msgspec

from rules.bounds import DiceFaces, Key
from rules.contract import Choice, Dice, Field, Message, Pick, Refused, Roll, ngettext, say, verbatim
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter
from rules.luck import Throw
from rules.systems.modern_age.attack.answers import Answers, Cancels, DieLetters
from rules.systems.modern_age.attack.sequence import Step, check_reply, plug, resolve
from rules.systems.modern_age.cards.hidden import Moment, Sought, hidden_step, supposed, works
from rules.systems.modern_age.cards.use import used
from rules.systems.modern_age.choices import dice_picks, step
from rules.systems.modern_age.effects import Effect, found
from rules.systems.modern_age.figures import active, aim_of, effects_on, facts_of, lettered
from rules.systems.modern_age.refusals import refused
from rules.systems.modern_age.shooting.rerolls import check_dice
from rules.systems.modern_age.shot import KeyOrNone, Shot
from rules.systems.modern_age.state import Card, Decision, Event, Model, Reply, State, open_shot
from rules.systems.modern_age.words import faces

from .cancels import cancelled, cancels_field, check_wish, luck_to_cancel

CHAPTER = Chapter[State, Event]("Defence dice rolled again", "R8, R7, R32")


class RerollDefence(Reply, frozen=True, kw_only=True):
    """The target's owner re-rolls defence dice, or none. The first die rolled is a.

    spend: the card that is discarded to re-roll them all; pay: the upgrade that is given up for a card that asks for
    one. dice: the new faces in the order of `again`.
    """

    positional: ClassVar = ("unit",)
    rolls: ClassVar = ("dice",)
    unit: Key
    again: DieLetters = ()
    dice: DiceFaces | None = None
    spend: KeyOrNone = ""
    pay: KeyOrNone = ""
    target_cancels: Cancels | None = None


class DefenceRerolled(Event, frozen=True, kw_only=True):
    """Cards and the platoon's rule re-rolled defence dice (none: declined); `faces` are the dice as they are now."""

    rules: ClassVar = ("R8", "R7", "R32")
    unit: str
    again: tuple[str, ...]
    roll: Roll
    faces: tuple[int, ...]
    target_cancels: int | None = None


class Again(msgspec.Struct, frozen=True):
    """One way to roll defence dice again: how many; `card` is the one used for it, one of `pay` is given up."""

    most: int
    card: Card | None = None
    pay: tuple[str, ...] = ()


def ways(state: State, shot: Shot) -> list[Again]:
    """How defence dice may be rolled again: for nothing; all of them for a card that is spent; or more of them for an
    upgrade that is given up. Only cards that lie face up count."""
    dice, model = len(shot.defence_faces), state.models[shot.target]
    if not dice or shot.defence_rerolled or shot.cancelled:
        return []
    free = defence_rerolls(state, shot)
    found_ways = [Again(free)] if free else []
    for card, effect in _for_a_price(state, shot, model):
        if effect.cost == "self":
            found_ways.append(Again(dice, card, (card.id,)))
        elif pay := tuple(other.id for other in model.cards.values() if not (other.gone or other.crew)):
            found_ways.append(Again(min(dice, free + effect.most), card, pay))
    return found_ways


def _for_a_price(state: State, shot: Shot, model: Model) -> list[tuple[Card, Effect]]:
    aim = aim_of(state, shot)
    facts = facts_of(state, aim, model)
    return [
        (card, effect)
        for card in model.cards.values()
        if card.face_up and not card.gone
        for effect in active(state, model, card, (f"{model.id}/{card.id}",))
        if effect.does == "reroll_defence" and effect.cost and effect.applies(facts)
    ]


def defence_rerolls(state: State, shot: Shot) -> int:
    """How many defence dice the cards and the platoon's rule re-roll for nothing."""
    aim = aim_of(state, shot)
    effects = found(effects_on(state, aim.target, aim.spent), "reroll_defence", facts_of(state, aim, aim.target))
    return min(len(shot.defence_faces), sum(effect.most for effect in effects if not effect.cost))


def may_reroll(state: State, shot: Shot) -> bool:
    return shot.defended and bool(ways(state, shot))


def reroll_defence(state: State, shot: Shot, answers: Answers, dice: Dice) -> Decision:
    """R8: each defence die is rolled again once at most."""
    said = answers.take_reply(RerollDefence)
    way, model = _way(state, shot, said), state.models[shot.target]
    letters = [letter for letter, _face in lettered(shot.defence_faces)]
    _check_again(said.again, letters, way)
    check_dice(said.again, said.dice)
    check_wish(state, shot, len(letters), said.target_cancels)
    if way.card:
        yield used(model, way.card, model.cards[said.pay or way.card.id])
    roll = dice.roll(f"{shot.question}/defence-again", len(said.again), reported=said.dice)
    faces = dict(lettered(shot.defence_faces)) | dict(zip(said.again, roll.numbers, strict=True))
    yield DefenceRerolled(
        unit=shot.target,
        again=said.again,
        roll=roll,
        faces=tuple(faces.values()),
        target_cancels=said.target_cancels,
    )


def _way(state: State, shot: Shot, said: RerollDefence) -> Again:
    """The way that the report means: for nothing, by the card spent, or by the upgrade given up. Raises `Refused`."""
    there = ways(state, shot)
    if said.spend and said.pay:
        raise refused("R7", _("A card is spent, and another one is given up."), _("Do the one or the other."), "pay")
    for way in there:
        if way.card is None and not said.spend and not said.pay:
            return way
        if way.card and said.spend == way.card.id and way.pay == (said.spend,):
            return way
        if way.card and said.pay in way.pay and way.pay != (way.card.id,):
            return way
    if not said.spend and not said.pay:
        return Again(0)
    named, field = (said.spend, "spend") if said.spend else (said.pay, "pay")
    cards = [key for way in there for key in way.pay if (way.pay == (way.card and way.card.id,)) == (field == "spend")]
    raise refused(
        "R7",
        say(_("“%(card)s” does not re-roll defence dice."), card=named),
        say(_("It may be one of: %(cards)s."), cards=", ".join(cards) or "-"),
        field,
    )


def _check_again(again: Sequence[str], letters: Sequence[str], way: Again) -> None:
    if len(set(again)) < len(again):
        raise _again("R8", say(_("A die is re-rolled twice.")), letters)
    for letter in again:
        if letter not in letters:
            raise _again("R8", say(_("There is no defence die %(die)s."), die=letter), letters)
    if len(again) > way.most:
        raise refused(
            "R7",
            say(_("%(found)s defence dice are re-rolled where %(most)s may be."), found=len(again), most=way.most),
            say(_("Name at most %(most)s."), most=way.most),
            "again",
        )
    if way.card and not again:
        text, remedy = _("A card is given up, and no die is re-rolled."), _("Name the dice, or keep the card.")
        raise refused("R7", text, remedy, "again")


def _again(rule: str, text: Message, letters: Sequence[str]) -> Refused:
    return refused(rule, text, say(_("Name each die once, of: %(dice)s."), dice=", ".join(letters)), "again")


@CHAPTER.decides
def defence_rerolled_by(state: State, command: RerollDefence, dice: Dice) -> Decision:
    check_reply(state, command)
    yield from resolve(state, Answers(reply=command), dice)


@CHAPTER.evolves
def defence_rerolled(state: State, event: DefenceRerolled) -> None:
    shot = open_shot(state)
    shot.defence_rerolled, shot.defence_faces = True, event.faces
    if event.target_cancels is not None:
        shot.target_cancels = event.target_cancels


@CHAPTER.throws
def luck_of_reroll(state: State, event: DefenceRerolled) -> Iterable[Throw]:
    return luck_to_cancel(state, event.unit, event.roll)


@CHAPTER.narrates
def tell_defence_rerolled(event: DefenceRerolled) -> Message:
    if not event.again:
        return say(_("%(unit)s keeps its defence dice."), unit=event.unit)
    return ngettext(
        "%(unit)s re-rolls %(n)d defence die (%(dice)s).",
        "%(unit)s re-rolls %(n)d defence dice (%(dice)s).",
        len(event.again),
        unit=event.unit,
        dice=faces(event.roll),
    )


def reroll_defence_choices(state: State, model: Model) -> Iterator[Choice]:
    """One choice for each way. If every way costs a card, keeping the dice is one more."""
    found = ways(state, open_shot(state))
    for way in found if any(way.card is None for way in found) else (Again(0), *found):
        yield again_choice(state, model, way)


def again_choice(state: State, model: Model, way: Again) -> Choice:
    dice = lettered(open_shot(state).defence_faces)
    cancels = tuple(cancels_field(state, open_shot(state), len(dice)))
    again = dice_picks("again", say(_("Dice to re-roll")), [letter for letter, _face in dice], dice, way.most)
    faces = Field(name="dice", kind="dice", label=say(_("Faces of the re-rolled dice")), most=way.most)
    if way.card is None:
        text = _("%(unit)s: re-roll defence dice, or keep them") if way.most else _("%(unit)s keeps its defence dice")
        return step("RerollDefence", model, say(text, unit=model.name), *((again, faces) if way.most else ()), *cancels)
    again = msgspec.structs.replace(again, least=1, required=True)
    label = say(_("%(unit)s: re-roll defence dice by %(card)s"), unit=model.name, card=way.card.name)
    if way.pay == (way.card.id,):
        return step("RerollDefence", model, label, again, faces, *cancels, spend=way.card.id)
    cards = [model.cards[key] for key in way.pay]
    picks = tuple(Pick(card.id, verbatim(card.name or card.kind)) for card in cards)
    pay = Field(name="pay", kind="pick", label=say(_("Upgrade given up")), picks=picks, required=True)
    return step("RerollDefence", model, label, again, pay, faces, *cancels)


# -- face-down cards that would ----------------------------------------------------------------------------------------


def _after_the_defence_roll(state: State, shot: Shot) -> Sought:
    """R8: defence dice are rolled again if anything is left to be cancelled."""
    if not shot.defended or shot.cancelled or shot.defence_rerolled or not shot.defence_faces:
        return
    left, target = cancelled(state, shot), state.models[shot.target]
    if not left.hits and not left.criticals:
        return
    facts = supposed(state, shot, target)
    upgrades = any(not (card.gone or card.crew) for card in target.cards.values())

    def wanted(effect: Effect) -> bool:
        payable = effect.cost != "upgrade" or upgrades
        return effect.does == "reroll_defence" and payable and works(effect, facts)

    yield target, wanted


DEFENDED = Moment("defended", "target", _after_the_defence_roll, before_damage=True)
plug(
    Step(
        "reroll defence",
        "RerollDefence",
        "target",
        say(_("Re-roll defence dice or keep them")),
        may_reroll,
        lambda state, answers: answers.is_reply(RerollDefence),
        reroll_defence,
        reroll_defence_choices,
    ),
    hidden_step(DEFENDED, lambda answers: bool(answers.drawn)),
)
