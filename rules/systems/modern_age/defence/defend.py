"""The defence roll (R28 to R33)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import ClassVar

import msgspec

from rules.bounds import DiceFaces, Key
from rules.contract import Choice, Dice, Field, Message, Pick, Roll, say, verbatim
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter
from rules.luck import Throw
from rules.systems.modern_age.attack.answers import Answers, Cancels, Circumstances, Defence, DrawnCards, foresight
from rules.systems.modern_age.attack.sequence import Step, check_reply, plug, resolve
from rules.systems.modern_age.cards.hidden import Moment, Sought, hidden_step, is_open, supposed, works
from rules.systems.modern_age.cards.use import used
from rules.systems.modern_age.choices import KEEP, ahead, step
from rules.systems.modern_age.editions import asks_for_hidden_cards
from rules.systems.modern_age.effects import Effect, any_of, found
from rules.systems.modern_age.face_down import adds_dice, most, rolled_with_hint
from rules.systems.modern_age.figures import aim_of, effects_on, facts_of
from rules.systems.modern_age.refusals import cards_of, refused
from rules.systems.modern_age.shooting.changes import UNCANCELLED, next_change
from rules.systems.modern_age.shooting.targets import told_field
from rules.systems.modern_age.shooting.weapons import check_told, told_by_target
from rules.systems.modern_age.shot import KeyOrNone, Results, Shot
from rules.systems.modern_age.state import Card, Decision, Event, Model, Reply, State, open_shot
from rules.systems.modern_age.words import faces, hits_said

from .cancels import (
    cancelled,
    cancels_field,
    check_wish,
    defence_dice,
    do_damage,
    leave,
    luck_to_cancel,
    pool,
    unclamped_defence,
)
from .defence_rerolls import DEFENDED, may_reroll

CHAPTER = Chapter[State, Event]("Defence", "R28 to R33, A1, A6, B2, B4, B12")


class Defend(Reply, frozen=True, kw_only=True):
    """The target's owner rolls defence. `target_cancels` as in `Fire`; `criticals` are the cards drawn next.

    told: circumstances that the target's cards depend on. spend: a card discarded before the roll (Countermeasures).
    keep_hidden: no face-down card of the target is turned up before the damage.
    """

    positional: ClassVar = ("unit",)
    rolls: ClassVar = ("dice",)
    shared: ClassVar = ("unit",)
    unit: Key
    dice: DiceFaces | None = None
    target_cancels: Cancels | None = None
    criticals: DrawnCards = ()
    told: Circumstances = ()
    spend: KeyOrNone = ""
    keep_hidden: bool = False


class DefenceRolled(Event, frozen=True, kw_only=True):
    """The defence roll and the results that it left: each hit is one damage, each critical one card to draw.

    If not `settled`, dice may first be re-rolled or results changed; `DefenceSettled` then has what is left.
    """

    version: ClassVar = 2
    rules: ClassVar = ("R28", "R29", "R30", "R31", "R32", "R33", "A1", "A6", "B2", "B4", "B12")
    unit: str
    attacker: str
    roll: Roll
    cancelled_hits: int
    cancelled_criticals: int
    hits: int
    criticals: int
    settled: bool = True
    told: tuple[str, ...] = ()
    target_cancels: int | None = None


def defend(state: State, shot: Shot, answers: Answers, dice: Dice) -> Decision:
    """R28: the pool is rolled. If nothing may be rolled again or changed, it is settled at once."""
    said = answers.take_defence()
    model = state.models[shot.target]
    check_told(said.told, told_by_target(state, aim_of(state, shot)))
    if said.spend:
        yield used(model, *_countermeasures(model, said.spend))
    told = tuple(sorted({*shot.told, *said.told}))
    if said.field == "dice":
        check_wish(state, shot, pool(state), said.target_cancels)
    roll = _roll(state, shot, said, dice)
    then = msgspec.structs.replace(
        shot, told=told, defended=True, defence_faces=roll.numbers, target_cancels=said.target_cancels
    )
    left = cancelled(state, then)
    if may_reroll(state, then) or next_change(state, then, "uncancelled", left) or _asks(state, then, left):
        yield DefenceRolled(
            unit=shot.target,
            attacker=shot.shooter,
            roll=roll,
            cancelled_hits=0,
            cancelled_criticals=0,
            hits=shot.hits,
            criticals=shot.criticals,
            settled=False,
            told=said.told,
            target_cancels=said.target_cancels,
        )
        return
    yield DefenceRolled(
        unit=shot.target,
        attacker=shot.shooter,
        roll=roll,
        cancelled_hits=shot.hits - left.hits,
        cancelled_criticals=shot.criticals - left.criticals,
        hits=left.hits,
        criticals=left.criticals,
        told=said.told,
    )


def _roll(state: State, shot: Shot, said: Defence, dice: Dice) -> Roll:
    """The dice of the pool. If the owner reports too many, the refusal has a hint (`hints`)."""

    def roll() -> Roll:
        return dice.roll(f"{shot.question}/defence", pool(state), reported=said.dice, field=said.field)

    return defence_roll(state, shot, said.dice, roll) if said.field == "dice" else roll()


def defence_roll(state: State, shot: Shot, reported: Sequence[int] | None, roll: Callable[[], Roll]) -> Roll:
    """The defence dice. If more are reported than there are, a card of the target may be the reason."""
    target = state.models[shot.target]
    facts = facts_of(state, aim_of(state, shot), target)

    def adds(effect: Effect) -> bool:
        spares = effect.does == "ignore_close" and shot.close
        return (effect.does == "defence" or spares) and adds_dice(effect, facts)

    wanted = () if shot.weapon == "area" else (adds,)
    return rolled_with_hint(state, target, wanted, defence_dice(state, shot), reported, roll)


def _asks(state: State, then: Shot, left: Results) -> bool:
    """Whether anybody is asked for face-down cards between this roll and the damage."""
    if is_open(state, then, DEFENDED):
        return True
    cancelled_too = msgspec.structs.replace(
        then,
        cancelled=True,
        swapped=True,
        hits=left.hits,
        criticals=left.criticals,
        forced=left.forced,
        worn=left.worn,
    )
    return is_open(state, cancelled_too, UNCANCELLED)


def defence_cards(model: Model) -> list[Card]:
    """Cards that are spent before the roll, face down or not; only for their owner's eyes."""
    return [card for card in model.cards.values() if not card.gone and found(card.effects, "defend_on")]


def _countermeasures(model: Model, chosen: str) -> tuple[Card, Card]:
    cards = defence_cards(model)
    for card in cards:
        if card.id == chosen:
            return card, card
    raise refused(
        "R7",
        say(_("“%(card)s” cannot be spent before the defence roll."), card=chosen),
        say(_("To be spent: %(cards)s."), cards=cards_of(cards)),
        "spend",
    )


@CHAPTER.decides
def defends(state: State, command: Defend, dice: Dice) -> Decision:
    check_reply(state, command)
    if command.criticals and command.dice is None:
        raise foresight("dice", "criticals")
    said = Defence(command.dice, command.target_cancels, "dice", command.told, command.spend)
    keeps = frozenset(("target",) if command.keep_hidden else ())
    yield from resolve(state, Answers(defence=said, drawn=command.criticals, keeps=keeps), dice)


@CHAPTER.evolves
def defence_rolled(state: State, event: DefenceRolled) -> None:
    shot = open_shot(state)
    shot.rerolled = shot.swapped = shot.defended = True
    shot.defence_faces, shot.target_cancels = event.roll.numbers, event.target_cancels
    shot.told = tuple(sorted({*shot.told, *event.told}))
    if event.settled:
        leave(shot, Results(event.hits, event.criticals))
        do_damage(state, shot)


@CHAPTER.throws
def luck_of_defence(state: State, event: DefenceRolled) -> Iterable[Throw]:
    return luck_to_cancel(state, event.unit, event.roll, event.told)


@CHAPTER.narrates
def tell_defence_rolled(event: DefenceRolled) -> Message:
    if not event.settled:
        return say(_("%(unit)s defends (%(dice)s)."), unit=event.unit, dice=faces(event.roll))
    left = hits_said(event.hits, event.criticals)
    if not event.roll.numbers:
        return say(_("%(unit)s has no defence dice: %(left)s get through."), unit=event.unit, left=left)
    return say(
        _("%(unit)s defends (%(dice)s): %(left)s get through."), unit=event.unit, dice=faces(event.roll), left=left
    )


def defend_choices(state: State, model: Model) -> Iterator[Choice]:
    shot = open_shot(state)
    pool = defence_dice(state, shot)
    fields = [
        Field(name="dice", kind="dice", label=say(_("Defence dice")), least=pool, most=pool),
        *cancels_field(state, shot, pool),
    ]
    if words := told_by_target(state, aim_of(state, shot)):
        fields.append(told_field(words))
    if cards := defence_cards(model):
        picks = (Pick("", say(_("nothing"))), *(Pick(card.id, verbatim(card.name)) for card in cards))
        fields.append(Field(name="spend", kind="pick", label=say(_("Card spent before the roll")), picks=picks))
    fields.append(ahead("criticals", say(_("Critical cards drawn"))))
    if asks_for_hidden_cards(state.edition):
        fields.append(KEEP)
    yield step("Defend", model, say(_("%(unit)s defends"), unit=model.name), *fields)


# -- face-down cards that would add a die ------------------------------------------------------------------------------


def _before_no_defence(state: State, shot: Shot) -> Sought:
    """R28: if the pool is empty, a card may add a die. If it is not, the roll itself is asked for."""
    if shot.defended or shot.weapon == "area" or defence_dice(state, shot) or not (shot.hits or shot.criticals):
        return
    target = state.models[shot.target]
    facts = supposed(state, shot, target)
    spared = any_of(effects_on(state, target, tuple(shot.spent)), "ignore_close", facts)

    def dice(effect: Effect) -> int:
        if not works(effect, facts):
            return 0
        if effect.does == "ignore_close":
            return int(shot.close and not spared)
        return effect.delta if effect.does == "defence" else 0

    more = sum(most(state, target, card, dice) for card in target.cards.values())
    if unclamped_defence(state, shot) + more > 0:
        yield target, lambda effect: dice(effect) > 0


UNDEFENDED = Moment("undefended", "target", _before_no_defence, before_damage=True)
plug(
    hidden_step(UNDEFENDED, lambda answers: answers.defence is not None),
    Step(
        "defend",
        "Defend",
        "target",
        say(_("Roll defence")),
        lambda state, shot: not shot.defended,
        lambda state, answers: answers.defence is not None or pool(state) == 0,
        defend,
        defend_choices,
    ),
)
