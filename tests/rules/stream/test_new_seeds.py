"""Dice after their seed was disclosed: what was never asked takes the new seed, what was answered keeps its answer."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.stream.contract import Refused, Roll
from rules.stream.dice import FallenDice, SeededDice, longest, rolled
from rules.stream.new_seeds import SPENT, ReseededDice, SpentDice, first_false

KNOWN, NEW, NEWER = "0a" * 32, "1b" * 32, "2c" * 32
QUESTIONS = st.sampled_from(("attack", "defence", "repair"))
FACES = st.sampled_from((2, 6, 20))
ASKED = st.lists(st.tuples(QUESTIONS, st.integers(1, 4), FACES), max_size=6)
CARDS = tuple(f"card-{n}" for n in range(12))


def ask(dice: Any, asked: list[tuple[str, int, int]]) -> list[Roll]:
    return [dice.roll(question, count, faces=faces) for question, count, faces in asked]


@given(ASKED, ASKED, ASKED)
def test_only_what_was_never_answered_follows_from_the_new_seed(
    before: list[tuple[str, int, int]], after: list[tuple[str, int, int]], later: list[tuple[str, int, int]]
) -> None:
    first = ask(SeededDice(KNOWN), before)
    known = longest(first)
    second = ask(ReseededDice((KNOWN, NEW), known), after)
    for roll in second:
        was = known.get(roll.question)
        n = min(len(was.values), len(roll.values)) if was is not None and was.faces == roll.faces else 0
        assert roll.values[:n] == (was.values[:n] if was is not None else ())
        assert roll.values[n:] == rolled(NEW, roll.question, len(roll.values), roll.faces).values[n:]
    third = ask(ReseededDice((KNOWN, NEW, NEWER), longest([*first, *second])), later)
    told = [("", numbered(first)), (NEW, numbered(second)), (NEWER, numbered(third))]
    assert first_false((KNOWN,), told) is None


def numbered(rolls: list[Roll]) -> list[tuple[int, Roll]]:
    return list(enumerate(rolls, 1))


def test_a_die_by_the_disclosed_seed_is_false_after_it_was_disclosed() -> None:
    question = next(q for q in map(str, range(99)) if rolled(KNOWN, q, 1, 6) != rolled(NEW, q, 1, 6))
    by_known, by_new = rolled(KNOWN, question, 1, 6), rolled(NEW, question, 1, 6)
    assert first_false((KNOWN,), [("", [(7, by_known)])]) is None
    assert first_false((KNOWN,), [(NEW, [(7, by_known)])]) == (7, by_known, by_new)
    assert first_false((KNOWN,), [("", [(7, by_new)]), (NEW, [])]) == (7, by_new, by_known)


def test_a_deck_that_was_sealed_is_drawn_as_its_seal_has_it() -> None:
    sealed = SeededDice(KNOWN).shuffle("deck-1", CARDS)
    dice = ReseededDice((KNOWN, NEW), {"deck-1": sealed})
    order = SeededDice(KNOWN).disclose("deck-1", CARDS)
    assert (dice.shuffle("deck-1", CARDS), dice.disclose("deck-1", CARDS)) == (sealed, order)
    drawn = [dice.roll(f"deck-1/{n}", 1, faces=13 - n) for n in range(1, 13)]
    assert drawn == [SeededDice(KNOWN).roll(f"deck-1/{n}", 1, faces=13 - n) for n in range(1, 13)]
    assert first_false((KNOWN,), [("", [(1, sealed)]), (NEW, [*numbered(drawn), (20, order)])]) is None
    other = dice.shuffle("deck-2", CARDS)
    assert other == SeededDice(NEW).shuffle("deck-2", CARDS)
    assert first_false((KNOWN,), [(NEW, [(1, other)])]) is None
    assert first_false((KNOWN,), [("", [(1, other)])]) is not None


def test_without_a_new_seed_only_what_fell_is_told_again() -> None:
    fell = rolled(KNOWN, "attack", 2, 6)
    dice = SpentDice({"attack": fell})
    assert dice.roll("attack", 2) == fell
    assert dice.roll("defence", 1, reported=(4,)).by == "table"
    for asked in (
        lambda: dice.roll("attack", 3),
        lambda: dice.roll("defence", 1),
        lambda: dice.shuffle("deck-1", CARDS),
        lambda: dice.disclose("deck-1", CARDS),
    ):
        with pytest.raises(Refused) as refused:
            asked()
        assert refused.value.code == SPENT


def test_table_dice_may_not_contradict_what_fell() -> None:
    fell = rolled(KNOWN, "attack", 1, 6)
    dice = ReseededDice((KNOWN, NEW), {"attack": fell})
    with pytest.raises(Refused):
        dice.roll("attack", 1, reported=(fell.numbers[0] % 6 + 1,))
    assert dice.roll("attack", 1, reported=fell.numbers) == FallenDice({"attack": fell}).roll("attack", 1)
