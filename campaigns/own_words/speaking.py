"""Where a club's words are spoken: on the pages of what is its own, in its notices, its mail and its channels. Programs
are told Leaguer's words, and so is the office."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import get_language

from battles import own_words
from campaigns.models import Club, ClubWords
from campaigns.own_words.spelling import is_spelt
from campaigns.own_words.terms import texts


def speak_as(club: Club | None) -> None:
    """From here on in the active language, until the request ends or another one is made active. A query where the
    club has words, or nobody has asked whether it has (`Club.speaks`); it is asked once of one object."""
    language = get_language() or ""
    said = _of(club, language) if club is not None and club.speaks is not False else {}
    own_words.speak(texts(own_words.catalogue(), said))


def speak_as_club(key: int | None) -> None:
    """The same by the key of a club that has words; None for one that has none, without a query."""
    said = _read(key, get_language() or "") if key is not None else {}
    own_words.speak(texts(own_words.catalogue(), said))


def _of(club: Club, language: str) -> Mapping[str, str]:
    known: dict[str, Mapping[str, str]] = vars(club).setdefault("_said", {})
    if language not in known:
        known[language] = _read(club.pk, language)
    return known[language]


def _read(key: int, language: str) -> Mapping[str, str]:
    rows = ClubWords.objects.filter(club=key, language=language).order_by().values_list("said", flat=True)
    said: Any = next(iter(rows), None)
    if not isinstance(said, dict):
        return {}
    return {term: word for term, word in said.items() if isinstance(word, str) and is_spelt(word)}
