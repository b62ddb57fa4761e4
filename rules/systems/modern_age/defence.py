"""The defence roll, defence dice rolled again, and what is left for the damage (R28 to R33)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rules.contract import Decision, Dice, Message, Refused, Roll, say
from rules.contract import gettext_noop as _

from . import commands as c
from . import events as e
from . import hidden_cards
from .answers import Answers, Defence
from .cancelling import cancelled, check_wish
from .changes import next_change
from .effects import Effect, found
from .figures import active, aim_of, facts_of, lettered
from .hints import defence_roll
from .pools import defence_dice, defence_rerolls
from .refusals import cards_of, refused
from .rerolling import check_dice
from .results import Results
from .shooting import used
from .state import Card, Model, Shot, State
from .weapons import check_told, told_by_target


def pool(state: State) -> int:
    return defence_dice(state, state.shot) if state.shot else 0


# -- the roll ----------------------------------------------------------------------------------------------------------


def defend(state: State, shot: Shot, answers: Answers, dice: Dice) -> Decision:
    """R28: the pool is rolled. Where nothing may be rolled again or changed, it is settled at once."""
    said: Defence = answers.take("defence") or Defence()
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
        yield e.DefenceRolled(
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
    yield e.DefenceRolled(
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
    """The pool, which has a hint for its owner where it is his report (`hints`)."""

    def roll() -> Roll:
        return dice.roll(f"{shot.question}/defence", pool(state), reported=said.dice, field=said.field)

    return defence_roll(state, shot, said.dice, roll) if said.field == "dice" else roll()


def _asks(state: State, then: Shot, left: Results) -> bool:
    """Is anybody asked for face-down cards between this roll and the damage?"""
    if hidden_cards.is_open(state, then, hidden_cards.DEFENDED):
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
    return hidden_cards.is_open(state, cancelled_too, hidden_cards.UNCANCELLED)


def defence_cards(model: Model) -> list[Card]:
    """Cards that are spent before the roll, face down or not: for their owner's eyes."""
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


# -- dice rolled again -------------------------------------------------------------------------------------------------


class Again(msgspec.Struct, frozen=True):
    """One way to roll defence dice again: how many; `card` the one used for it, `pay` the cards one of which goes."""

    most: int
    card: Card | None = None
    pay: tuple[str, ...] = ()


def ways(state: State, shot: Shot) -> list[Again]:
    """How defence dice may be rolled again: by what costs nothing; or, all of them, for a card that is spent; or more
    of them for an upgrade that is given up. Only cards that lie face up count."""
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


def may_reroll(state: State, shot: Shot) -> bool:
    return shot.defended and bool(ways(state, shot))


def reroll_defence(state: State, shot: Shot, answers: Answers, dice: Dice) -> Decision:
    """R8: each defence die is rolled again once at most."""
    said: c.RerollDefence = answers.take("defence_again")
    way, model = _way(state, shot, said), state.models[shot.target]
    letters = [letter for letter, _face in lettered(shot.defence_faces)]
    _check_again(said.again, letters, way)
    check_dice(said.again, said.dice)
    check_wish(state, shot, len(letters), said.target_cancels)
    if way.card:
        yield used(model, way.card, model.cards[said.pay or way.card.id])
    roll = dice.roll(f"{shot.question}/defence-again", len(said.again), reported=said.dice)
    faces = dict(lettered(shot.defence_faces)) | dict(zip(said.again, roll.numbers, strict=True))
    yield e.DefenceRerolled(
        unit=shot.target,
        again=said.again,
        roll=roll,
        faces=tuple(faces.values()),
        target_cancels=said.target_cancels,
    )


def _way(state: State, shot: Shot, said: c.RerollDefence) -> Again:
    """The way that is meant: by nothing, by the card spent, or by the one paid. Raises `Refused`."""
    there = ways(state, shot)
    if said.spend and said.pay:
        text, remedy = _("A card is spent, and another one is given up."), _("Do the one or the other.")
        raise refused("R7", say(text), say(remedy), "pay")
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
        raise refused("R7", say(text), say(remedy), "again")


def _again(rule: str, text: Message, letters: Sequence[str]) -> Refused:
    return refused(rule, text, say(_("Name each die once, of: %(dice)s."), dice=", ".join(letters)), "again")


# -- what is left -----------------------------------------------------------------------------------------------------


def must_settle(state: State, shot: Shot) -> bool:
    return shot.cancelled and not shot.damaged


def settle(state: State, shot: Shot, answers: Answers, dice: Dice) -> Decision:
    """R33: what is left does its damage."""
    yield e.DefenceSettled(unit=shot.target, attacker=shot.shooter, hits=shot.hits, criticals=shot.criticals)
