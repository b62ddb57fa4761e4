"""The models, cards, platoons and critical cards of an edition; `catalogue.csv` has those of the newest."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any

import msgspec

from rules.contract import Refused
from rules.declarations import Article
from rules.kit.catalogue import article, rows

from .editions import catalogue_of
from .effects import Does, Effect
from .house_units import models

GLOBAL = "Global"
CARDS = ("crew", "upgrade")


class Entry(msgspec.Struct, frozen=True):
    """An article with its card effects as the engine reads them."""

    article: Article
    effects: tuple[Effect, ...]

    @property
    def name(self) -> str:
        return self.article.name

    @property
    def figures(self) -> dict[str, Any]:
        return self.article.figures

    @property
    def fan_made(self) -> bool:
        return self.article.status == "fan_made"


def catalogue(edition: str) -> Sequence[Article]:
    """Every article of an edition, in the order of the file."""
    return tuple(entry.article for entry in _entries(edition))


@lru_cache(maxsize=32)
def house(edition: str, text: str) -> tuple[Article, ...]:
    """The models of a club's own sheet, by CSV (the option `house_units`). Raises `Refused` for all that is wrong with
    it."""
    return models(text, catalogue(edition))


def find(edition: str, kinds: tuple[str, ...], word: str, own: str = "") -> Entry | None:
    """The first article of one of `kinds` whose name or key is `word`. `own`: the club's own sheet (`house`), beside
    what is published."""
    found = _index(edition, own)
    return next((found[kind, word] for kind in kinds if (kind, word) in found), None)


@lru_cache(maxsize=4096)
def find_card(edition: str, word: str, nation: str, kind: str = "") -> Entry | None:
    """The crew or upgrade card whose key or name is `word`. Of several with that name it is the one of the nation and,
    if given, of the type `kind`: three are called Artillery Scout."""
    found = entries(edition, *CARDS)
    known = [e for e in found if e.article.key == word] or [e for e in found if e.name == word]
    typed = [e for e in known if e.figures["card_type"] == kind] or known
    return next((e for e in typed if e.article.nation == nation), typed[0] if typed else None)


def names(edition: str, kind: str, own: str = "") -> tuple[str, ...]:
    return tuple(entry.name for entry in _every(edition, own) if entry.article.kind == kind)


@cache
def entries(edition: str, *kinds: str) -> tuple[Entry, ...]:
    """The articles of these kinds, in the order of the file."""
    return tuple(entry for entry in _entries(edition) if entry.article.kind in kinds)


def alliance_of(edition: str, platoon: str) -> str:
    """The alliance of a platoon card, whose cards are open to it (R3); "" for none."""
    entry = find(edition, ("platoon",), platoon)
    return str(entry.figures["alliance"]) if entry else ""


@cache
def open_to(edition: str, nation: str) -> frozenset[str]:
    """The countries, or marks, of the cards that a model of this nation may carry (R3, B8)."""
    marks = (one.figures["alliance"] for one in entries(edition, "platoon") if one.article.nation == nation)
    return frozenset((nation, GLOBAL, *marks))


@cache
def types_with(edition: str, nation: str, does: Does, name: str = "", stage: str = "") -> frozenset[str]:
    """The types of the cards with such an effect that a nation may carry (an effect that names `name`, of `stage`, if
    given).

    Fan-made cards count too: whether a battle allows them does not change what a face-down card might be.
    """
    return frozenset(
        entry.figures["card_type"]
        for entry in _entries(edition)
        if entry.article.nation in open_to(edition, nation)
        for effect in entry.effects
        if effect.does == does and (not name or name in effect.names) and (not stage or stage == effect.stage)
    )


@lru_cache(maxsize=32)
def _index(edition: str, own: str) -> dict[tuple[str, str], Entry]:
    found: dict[tuple[str, str], Entry] = {}
    for entry in _every(edition, own):
        for word in (entry.article.key, entry.name):
            found.setdefault((entry.article.kind, word), entry)
    return found


def _every(edition: str, own: str) -> tuple[Entry, ...]:
    """The published articles, then the club's models. None of a sheet that cannot be read; musters refuse it."""
    try:
        return (*_entries(edition), *(Entry(one, ()) for one in house(edition, own)))
    except Refused:
        return _entries(edition)


@cache
def _entries(edition: str) -> tuple[Entry, ...]:
    """The lines of an edition's file. The file of an old edition lists what could be fielded then, and is never
    edited."""
    return tuple(_entry(row) for row in rows(__package__, catalogue_of(edition)))


def _entry(row: dict[str, str]) -> Entry:
    raw: list[dict[str, Any]] = msgspec.json.decode(row["effects"])
    figures = msgspec.json.decode(row["figures"]) | {"effects": raw, "summary": row["summary"]}
    return Entry(article(row, figures), msgspec.convert(raw, tuple[Effect, ...]))
