"""Which article a selection of a file is: by its id in the data set, else by its name. It is never guessed."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache

from rules.contract import Message, say
from rules.contract import gettext_noop as _
from rules.declarations import Article
from rules.systems.modern_age import tables
from rules.systems.modern_age.catalogue import GLOBAL, catalogue

from . import entry_ids
from .file import Node

CARD_KINDS = ("crew", "upgrade")
KINDS = ("model", *CARD_KINDS)
SHOWN = 60  # characters of a stranger's text in a note
LONGEST = 200  # characters of a name that are compared; every article's name is far shorter
HERO = "• "  # before the name of a card that may be there once


def article_of(node: Node, nation: str) -> Article | Message:
    """The model or card that a selection is, or why there is none: unknown, ambiguous, or id and name disagree.

    `nation` is the country of the data file it was chosen from, "" if that is not known.
    """
    name = node.attributes.get("name", "")
    named = by_name().get(folded(name), ())
    known = by_key().get(entry_ids.keys().get(last(node.attributes.get("entryId", "")), ""))
    if known is not None and named and known not in named:
        return say(
            _("The name “%(name)s” and the id, which is that of %(other)s, do not agree: it is left out."),
            name=shown(name),
            other=known.name,
        )
    if known is not None:
        return known
    if not named:
        return say(_("The catalogue has no “%(name)s”: it is left out."), name=shown(name))
    return _narrowed(node, named, nation)


def _narrowed(node: Node, named: Sequence[Article], nation: str) -> Article | Message:
    """Of several articles with the same name, the one of the country and of the type of card."""
    group = folded(node.attributes.get("group", "").rpartition(": ")[2])
    kind = entry_ids.types().get(last(node.attributes.get("entryGroupId", "")))
    if len(named) > 1:
        named = [one for one in named if not nation or one.nation in (nation, GLOBAL)]
        if kind or group:
            named = [one for one in named if one.figures.get("card_type", "") == kind or _type(one) == group]
    if len(named) == 1:
        return named[0]
    return say(
        _("Several cards are called “%(name)s”, and the file does not say which it is: it is left out."),
        name=shown(node.attributes["name"]),
    )


def _type(article: Article) -> str:
    return folded(article.figures.get("card_type", ""))


def word(article: Article) -> str:
    """How a muster names it: by its name, or by its key if several articles share the name."""
    return article.name if len(by_name()[folded(article.name)]) == 1 else article.key


def written(article: Article) -> str:
    """Its name as the data set writes it."""
    return f"{HERO}{article.name}" if article.figures.get("hero") else article.name


@cache
def by_name() -> Mapping[str, tuple[Article, ...]]:
    """The models and cards by their names, folded."""
    found: defaultdict[str, list[Article]] = defaultdict(list)
    for article in by_key().values():
        found[folded(article.name)].append(article)
    return {name: tuple(articles) for name, articles in found.items()}


@cache
def by_key() -> Mapping[str, Article]:
    return {one.key: one for one in catalogue(tables.EDITIONS[-1]) if one.kind in KINDS}


def folded(text: str) -> str:
    """A name without what may differ between two spellings of it: case, accents, spaces, punctuation."""
    return "".join(letter for letter in unicodedata.normalize("NFKD", text[:LONGEST]).casefold() if letter.isalnum())


def last(path: str) -> str:
    return path.rpartition(entry_ids.STEP)[2]


def shown(text: str) -> str:
    """A stranger's text, made safe to stand in a sentence."""
    plain = "".join(letter for letter in text[:LONGEST] if letter.isprintable())
    return plain if len(plain) <= SHOWN else f"{plain[: SHOWN - 1]}…"
