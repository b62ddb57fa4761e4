"""Dice after a seed has been disclosed: whoever knows it could tell how each of them falls, and choose by that.

So a question that was never answered takes a new seed. It stands in the log as a commitment before anybody asks, and
is disclosed when another one follows it. What was answered before keeps its answer, and so does a deck that was sealed:
its cards come as its seal has them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from rules.messages import gettext_noop as _
from rules.stream import decks
from rules.stream.contract import Refused, Roll, Shown, Unfallen
from rules.stream.dice import FallenDice, SeededDice, longest, rolled
from rules.stream.dice import given as given_by

SPENT = "reseed"  # the code of its refusal
Seeds = Sequence[str]  # the first, and all that were committed to since; all but the last are known


class ReseededDice(SeededDice):
    """Leaguer's dice by the newest of several seeds, where they have not `fallen` before."""

    def __init__(self, seeds: Seeds, fallen: Mapping[str, Roll]) -> None:
        super().__init__(seeds[-1], fallen)
        self.seeds = seeds

    def leaguers(self, question: str, count: int, faces: int, shows: tuple[tuple[Shown, ...], ...]) -> Roll:
        return _continued(self.seeds, self.fallen, question, count, faces, shows)

    def shuffle(self, question: str, cards: Sequence[str]) -> Roll:
        return decks.face_down(self.disclose(question, cards))

    def disclose(self, question: str, cards: Sequence[str]) -> Roll:
        return decks.shuffled(_of_deck(self.seeds, self.fallen.get(question), cards), question, cards)


class SpentDice(FallenDice):
    """No die falls that has not fallen before: the seed is known, and no new one stands in its place."""

    def lacking(self, die: Unfallen) -> Exception:
        return spent()


def spent() -> Refused:
    """Why no die is rolled where the seed is known."""
    return Refused(
        "dice",
        _("The seed of these dice is known: anybody could tell how they would fall."),
        _("Have an organiser commit Leaguer to a new seed (Reseed), and report this again."),
        code=SPENT,
    )


def first_false(
    seeds: Seeds, reports: Iterable[tuple[str, Sequence[tuple[int, Roll]]]]
) -> tuple[int, Roll, Roll] | None:
    """The first roll of Leaguer's that its seeds do not give, with its row, and what they give. None where all hold.

    `seeds`: the first seed alone. `reports`: in the order of the log, the new seed that stood before each ("" where
    none was added), and its rolls, each with the position of its row.
    """
    known: dict[str, Roll] = {}
    for added, rolls in reports:
        seeds = (*seeds, added) if added else seeds
        for position, roll in rolls:
            if (roll.by == "leaguer" or roll.sealed) and roll != (given := expected(seeds, known, roll)):
                return position, roll, given
        for question, roll in longest(roll for _position, roll in rolls).items():
            if question not in known or len(known[question].values) < len(roll.values):
                known[question] = roll
    return None


def expected(seeds: Seeds, known: Mapping[str, Roll], roll: Roll) -> Roll:
    """What Leaguer's dice for the question of `roll` show. `known`: what had fallen before its report, by question."""
    if roll.sealed:
        cards = [str(card) for cards in roll.shows for card in cards]
        return given_by(_of_deck(seeds, known.get(roll.question), cards), roll)
    whole = len(roll.shows) == len(roll.values) and all(len(shown) == roll.faces for shown in roll.shows)
    return _continued(seeds, known, roll.question, len(roll.values), roll.faces, roll.shows if whole else ())


def _continued(
    seeds: Seeds,
    known: Mapping[str, Roll],
    question: str,
    count: int,
    faces: int,
    shows: tuple[tuple[Shown, ...], ...],
) -> Roll:
    """The dice that fell for this question before, and what it asks for beyond them by the newest seed."""
    deck = known.get(question.rpartition("/")[0])
    cards = [str(card) for card in deck.shows[0]] if deck is not None and deck.sealed else []
    fresh = rolled(_of_deck(seeds, deck, cards) if cards else seeds[-1], question, count, faces, shows)
    fell = known.get(question)
    if fell is None or fell.sealed or fell.faces != faces:
        return fresh
    n = min(len(fell.values), count)
    if fell.shows[:n] != shows[:n]:
        return fresh
    return msgspec.structs.replace(fresh, values=fell.values[:n] + fresh.values[n:])


def _of_deck(seeds: Seeds, known: Roll | None, cards: Sequence[str]) -> str:
    """The seed that sealed this deck; the newest where it has not been shuffled."""
    if not decks.is_of(known, cards):
        return seeds[-1]
    sealed = (seed for seed in seeds if decks.shuffled(seed, known.question, cards).sealed == known.sealed)
    return next(sealed, seeds[-1])
