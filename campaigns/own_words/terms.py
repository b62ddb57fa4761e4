"""The words that a club can replace by its own.

Each stands alone where it is replaced: as a heading, the label of a field, the head of a column, the name of what is
beside it, or before a number. Inside a sentence it would be bent, and have an article, which no list of words can know:
there it stays Leaguer's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from django.utils.text import slugify

from rules.contract import gettext_noop as _
from rules.messages import CONTEXT, without_context

NUMBER = re.compile(r" %\(\w+\)[ds]\Z")


class Term(NamedTuple):
    """`text`: as catalogues have it, with its context. `also`: texts that are the same word in small letters or before
    a number, where they are so in a language."""

    text: str
    also: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """By which it is stored; it stays when a catalogue changes."""
        return slugify(self.text.replace(CONTEXT, " "))


def _before_numbers(context: str, word: str, *numbers: str) -> tuple[str, ...]:
    start = f"{context}{CONTEXT}" if context else ""
    return tuple(f"{start}{one} %({number}" for one in (word, word.lower()) for number in numbers)


BATTLE = "of a battle"
TERMS: Mapping[str, tuple[Term, ...]] = {
    _("Campaign and round"): (
        Term("Campaign"),
        Term("Season", _before_numbers("", "Season", "n)s", "n)d", "season)s", "season)d")),
        Term("Seasons"),
        Term("Round", _before_numbers("", "Round", "n)s", "number)s", "one)s", "round)d")),
        Term("Rounds"),
        Term("Deadline", ("deadline",)),
        Term("Fixture"),
        Term("Fixtures"),
        Term("Pairings"),
        Term("Battle"),
        Term("Battles"),
        Term("Result"),
        Term("Results"),
        Term("Substitutes"),
        Term("House rules"),
        Term("Tie-breakers"),
        Term("Ladder"),
        Term("Rung", _before_numbers("", "Rung", "n)d")),
    ),
    _("Who takes part"): (
        Term("Organisers"),
        Term("Members"),
        Term("Player"),
        Term("Players"),
        Term("Side"),
        Term("Sides"),
        Term("Platoon"),
        Term("Platoons"),
        Term("Vehicle"),
        Term("Vehicles"),
        Term("Unit"),
        Term("Crew"),
        Term("Crews"),
        Term("green"),
        Term("trained"),
        Term("veteran"),
        Term("ace"),
    ),
    _("Standings"): (
        Term("Standings"),
        Term("Rank", _before_numbers("", "Rank", "n)s")),
        Term("Score"),
        Term("Points"),
        Term("Played"),
        Term("Won"),
        Term("Drawn"),
        Term("Lost"),
        Term("Byes"),
        Term("Purse", _before_numbers("", "Purse", "n)s")),
    ),
    _("The map and the workshop"): (
        Term("Sector"),
        Term("Sectors"),
        Term("Supply"),
        Term("Workshop"),
    ),
    _("The league"): (
        Term("Division"),
        Term("Divisions"),
        Term("Team"),
        Term("Teams"),
        Term("Captain"),
        Term("Rating"),
        Term("Ratings"),
        Term("Game", _before_numbers("", "Game", "n)s")),
        Term("Games"),
        Term("Titles"),
        Term("Honours"),
    ),
    _("The battle"): (
        Term(f"{BATTLE}{CONTEXT}Round", _before_numbers(BATTLE, "Round", "n)s")),
        Term("Turn"),
        Term("Scenario"),
        Term("Forces"),
        Term("Outcome"),
        Term("Shots"),
        Term("Hits"),
        Term("Kills"),
        Term("Medals"),
        Term("tank"),
        Term("helicopter"),
    ),
}


# What a word is told apart by, where another one of the list looks the same.
NOTES = {
    "round": _("Of a season: Round 3."),
    "of-a-battle-round": _("Of a battle, where its rulebook counts rounds."),
    "turn": _("Of a battle, where its rulebook counts turns."),
    "game": _("What a league counts: a fixture that is decided."),
    "rank": _("In the standings."),
    "green": _("How much a crew has seen."),
    "trained": _("How much a crew has seen."),
    "veteran": _("How much a crew has seen."),
    "ace": _("How much a crew has seen."),
}


def every() -> Iterator[Term]:
    for terms in TERMS.values():
        yield from terms


BY_KEY = {term.key: term for term in every()}


def texts(catalogue: Any, said: Mapping[str, str]) -> Mapping[str, str]:
    """What is said for which texts of a language's catalogue, where a club says these words (by the key of a term)."""
    return _texts(catalogue, frozenset(said.items()))


@lru_cache(64)
def _texts(catalogue: Any, said: frozenset[tuple[str, str]]) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for key, word in said:
        if term := BY_KEY.get(key):
            found[term.text] = word
            ours = without_context(catalogue.gettext(term.text))
            for text in term.also:
                if told := _as_ours(without_context(catalogue.gettext(text)), ours, word):
                    found[text] = told
    return found


def _as_ours(theirs: str, ours: str, word: str) -> str:
    """`theirs` with `word` in the place of `ours`, before the same number; "" where it is not that word alone."""
    number = match.group() if (match := NUMBER.search(theirs)) else ""
    stem = theirs.removesuffix(number)
    if stem == ours:
        return word + number
    return _small(word) + number if stem == _small(ours) else ""


def _small(word: str) -> str:
    """As it stands within a line. An abbreviation keeps its capitals."""
    return word if word[1:2].isupper() else word[:1].lower() + word[1:]
