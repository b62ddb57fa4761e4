"""Attack dice rolled again: by being Stationary, by a stabiliser, by cards (R26, R8, A7, B7)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from rules.contract import Decision, Dice, Refused, say
from rules.contract import gettext_noop as _

from . import events as e
from .answers import Answers, Rerolled
from .figures import lettered
from .pools import Rerolls, rerolls
from .refusals import refused
from .shooting import score, used
from .state import Shot, State
from .weapons import check_copies, given_up

SOURCES = ("stationary", "stabiliser", "cards", "ones")


def reroll(state: State, shot: Shot, answers: Answers, dice: Dice) -> Decision:
    """R26, A7, B7 and the cards: failed dice while Stationary, any dice by a stabiliser or a card, each die once (R8).

    A die named both for the stabiliser and for a card is rolled once.
    """
    chosen: Rerolled = answers.take("reroll") or Rerolled()
    again, by = letters_again(chosen), understood(state, shot, chosen)
    if chosen.field == "dice":
        check_dice(again, chosen.dice)
    model = state.models[shot.shooter]
    if chosen.spend:
        card = model.cards[chosen.spend]
        yield used(model, card, given_up(model, card, chosen.instead))
    roll = dice.roll(f"{shot.question}/reroll", len(again), reported=chosen.dice, field=chosen.field)
    faces = dict(lettered(shot.faces)) | dict(zip(again, roll.numbers, strict=True))
    now = tuple(faces.values())
    hits, criticals, forced = score(model, now, shot.hit_on, shot.critical_on)
    yield e.AttackRerolled(
        unit=shot.shooter,
        stationary=by.stationary,
        stabiliser=by.stabiliser,
        roll=roll,
        faces=now,
        hits=hits,
        criticals=criticals,
        forced=forced,
        cards=(*by.cards, *by.ones),
    )


def check_dice(again: Sequence[str], dice: Sequence[int] | None) -> None:
    """Where no die is rolled again no faces are reported, not even none."""
    if not again and dice is not None:
        raise refused("R26", say(_("No die is re-rolled.")), say(_("Leave the faces out.")), "dice")


def understood(state: State, shot: Shot, chosen: Rerolled) -> Rerolled:
    """The dice that are rolled again, each under a source that allows it. Raises `Refused`.

    As they were named where that will do; else whoever named a wrong source where another one allows the die is
    understood (R26, p. 20). What counts is that no die is rolled again twice (R8).
    """
    _check_each_once(chosen)
    allowed, letters = rerolls(state, shot), [letter for letter, _face in lettered(shot.faces)]
    if chosen.spend:
        _check_spend(state, shot, chosen, allowed)
        for field in SOURCES:
            _check_letters(getattr(chosen, field), letters, field, _("There is no die %(die)s."))
        return chosen
    if chosen.instead:
        text, remedy = _("No card is spent for this re-roll."), _("Leave “instead” out, too.")
        raise refused("R7", say(text), say(remedy), "instead")
    try:
        _check_as_named(shot, chosen, allowed)
    except Refused:
        if (otherwise := _by_other_sources(chosen, allowed, letters)) is None:
            raise
        return otherwise
    return chosen


def letters_again(chosen: Rerolled) -> tuple[str, ...]:
    """The dice named, in the order in which their new faces are reported; one named twice is rolled once."""
    return tuple(dict.fromkeys(letter for field in SOURCES for letter in getattr(chosen, field)))


def _check_as_named(shot: Shot, chosen: Rerolled, allowed: Rerolls) -> None:
    free = free_letters(shot, allowed)
    by_stabiliser = free if allowed.stabiliser else []
    _check_letters(chosen.stationary, allowed.failed, "stationary", _("Being Stationary does not re-roll die %(die)s."))
    _check_letters(chosen.stabiliser, by_stabiliser, "stabiliser", _("A stabiliser does not re-roll die %(die)s."))
    _check_letters(chosen.cards, free if allowed.cards else [], "cards", _("No card re-rolls die %(die)s."))
    _check_letters(chosen.ones, ones_of(allowed), "ones", _("No card re-rolls what die %(die)s shows."))
    _check_most(chosen.stabiliser, allowed.stabiliser, "stabiliser", _STABILISER)
    _check_most(chosen.cards, allowed.cards, "cards", _("%(found)s dice are re-rolled by cards good for %(most)s."))


def _by_other_sources(chosen: Rerolled, allowed: Rerolls, letters: Sequence[str]) -> Rerolled | None:
    """The same dice, failed ones by being Stationary, then by cards for what they show, the rest by stabiliser and
    cards; None where these do not suffice."""
    again = letters_again(chosen)
    stationary = tuple(letter for letter in again if letter in allowed.failed)
    ones = tuple(letter for letter in again if letter in ones_of(allowed))
    rest = [letter for letter in again if letter not in (*stationary, *ones)]
    if len(rest) > allowed.stabiliser + allowed.cards or any(letter not in letters for letter in rest):
        return None
    return msgspec.structs.replace(
        chosen,
        stationary=stationary,
        ones=ones,
        stabiliser=tuple(rest[: allowed.stabiliser]),
        cards=tuple(rest[allowed.stabiliser :]),
    )


_STABILISER = _("%(found)s dice are re-rolled by a stabiliser good for %(most)s.")


def free_letters(shot: Shot, allowed: Rerolls) -> list[str]:
    """The dice a stabiliser or a card may re-roll: all those that being Stationary does not."""
    return [letter for letter, _face in lettered(shot.faces) if letter not in allowed.failed]


def ones_of(allowed: Rerolls) -> list[str]:
    return [letter for letter in allowed.ones if letter not in allowed.failed]


def _check_each_once(chosen: Rerolled) -> None:
    """R8: no die is named twice in one field, and none that being Stationary re-rolls in another one. A die named for
    a stabiliser and for a card is rolled once."""
    for field in SOURCES:
        letters = getattr(chosen, field)
        taken = field != "stationary" and not set(letters).isdisjoint(chosen.stationary)
        if taken or len(set(letters)) < len(letters):
            raise refused("R8", say(_("A die is re-rolled twice.")), say(_("Name each die once.")), field)


def _check_letters(letters: tuple[str, ...], of: Iterable[str], field: str, text: str) -> None:
    allowed = tuple(of)
    for letter in letters:
        if letter not in allowed:
            remedy = say(_("It may: %(dice)s."), dice=", ".join(allowed) or "-")
            raise refused("R26", say(text, die=letter), remedy, field)


def _check_most(letters: tuple[str, ...], most: int, field: str, text: str) -> None:
    if len(letters) > most:
        found = say(text, found=len(letters), most=most)
        raise refused("R26", found, say(_("Name at most %(most)s."), most=most), field)


def _check_spend(state: State, shot: Shot, chosen: Rerolled, allowed: Rerolls) -> None:
    """A card spent for it re-rolls any dice; besides them others may be named for what else re-rolls them."""
    if chosen.spend not in allowed.spendable:
        raise refused(
            "R7",
            say(_("“%(card)s” cannot be spent to re-roll attack dice."), card=chosen.spend),
            say(_("Face up and to be spent: %(cards)s."), cards=", ".join(allowed.spendable) or "-"),
            "spend",
        )
    model = state.models[shot.shooter]
    check_copies(state, model, model.cards[chosen.spend])
    given_up(model, model.cards[chosen.spend], chosen.instead)
    if not chosen.cards:
        text, remedy = _("A card is spent, and no die is re-rolled by it."), _("Name the dice under “cards”.")
        raise refused("R7", say(text), say(remedy), "cards")
