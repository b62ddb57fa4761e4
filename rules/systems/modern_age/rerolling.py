"""Attack dice rolled again: by being Stationary, by a stabiliser, by cards (R26, R8, A7, B7)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.contract import Decision, Dice, say
from rules.contract import gettext_noop as _

from . import events as e
from .answers import Answers, Rerolled
from .figures import lettered
from .pools import Rerolls, rerolls
from .refusals import refused
from .shooting import score, used
from .state import Shot, State
from .weapons import check_copies, given_up


def reroll(state: State, shot: Shot, answers: Answers, dice: Dice) -> Decision:
    """R26, A7, B7 and the cards: failed dice while Stationary, any dice by a stabiliser or a card, each die once (R8).

    A die named both for the stabiliser and for a card is rolled once.
    """
    chosen: Rerolled = answers.take("reroll") or Rerolled()
    again = letters_again(state, shot, chosen)
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
        stationary=chosen.stationary,
        stabiliser=chosen.stabiliser,
        roll=roll,
        faces=now,
        hits=hits,
        criticals=criticals,
        forced=forced,
        cards=(*chosen.cards, *chosen.ones),
    )


def check_dice(again: Sequence[str], dice: Sequence[int] | None) -> None:
    """Where no die is rolled again no faces are reported, not even none."""
    if not again and dice is not None:
        raise refused("R26", say(_("No die is re-rolled.")), say(_("Leave the faces out.")), "dice")


def letters_again(state: State, shot: Shot, chosen: Rerolled) -> tuple[str, ...]:
    """The dice that are rolled again, in their order. Raises `Refused`."""
    allowed, letters = rerolls(state, shot), [letter for letter, _face in lettered(shot.faces)]
    _check_each_once(chosen)
    if chosen.spend:
        _check_spend(state, shot, chosen, allowed)
        _check_letters(chosen.cards, letters, "cards", _("There is no die %(die)s."))
        return chosen.cards
    if chosen.instead:
        text, remedy = _("No card is spent for this re-roll."), _("Leave “instead” out, too.")
        raise refused("R7", say(text), say(remedy), "instead")
    free = free_letters(shot, allowed)
    by_stabiliser = free if allowed.stabiliser else []
    _check_letters(chosen.stationary, allowed.failed, "stationary", _("Being Stationary does not re-roll die %(die)s."))
    _check_letters(chosen.stabiliser, by_stabiliser, "stabiliser", _("A stabiliser does not re-roll die %(die)s."))
    _check_letters(chosen.cards, free if allowed.cards else [], "cards", _("No card re-rolls die %(die)s."))
    _check_letters(chosen.ones, ones_of(allowed), "ones", _("No card re-rolls what die %(die)s shows."))
    _check_most(chosen.stabiliser, allowed.stabiliser, "stabiliser", _STABILISER)
    _check_most(chosen.cards, allowed.cards, "cards", _("%(found)s dice are re-rolled by cards good for %(most)s."))
    return tuple(dict.fromkeys((*chosen.stationary, *chosen.stabiliser, *chosen.cards, *chosen.ones)))


_STABILISER = _("%(found)s dice are re-rolled by a stabiliser good for %(most)s.")


def free_letters(shot: Shot, allowed: Rerolls) -> list[str]:
    """The dice a stabiliser or a card may re-roll: all those that being Stationary does not."""
    return [letter for letter, _face in lettered(shot.faces) if letter not in allowed.failed]


def ones_of(allowed: Rerolls) -> list[str]:
    return [letter for letter in allowed.ones if letter not in allowed.failed]


def _check_each_once(chosen: Rerolled) -> None:
    """R8: being Stationary and a stabiliser never share a die, so a die named twice is named twice in one field."""
    for field in ("stationary", "stabiliser", "cards", "ones"):
        letters = getattr(chosen, field)
        if len(set(letters)) < len(letters):
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
    """A card spent for it re-rolls any dice, so that nothing else need be named beside it."""
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
    if chosen.stationary or chosen.stabiliser or chosen.ones or not chosen.cards:
        text = _("The card re-rolls any dice, and none are named under “cards”, or others elsewhere.")
        raise refused("R7", say(text), say(_("Name the dice under “cards” alone.")), "cards")
