"""Which article a selection of a file is: by its id in the community's data set for BattleScribe and New Recruit, else
by its name. It is never guessed.

The ids are of https://github.com/BSData/tanks-the-modern-age (commit 238ed792c257, 2023-10-19). `entry_ids.csv` has a
line for each id: `entry` is an article's own. The others are the links by which the data set leads from a model to a
card: the model's to its `crew` and its `upgrades`, the `slot` of a type of card in those, the group of that `type`, and
a country's `link` to a global card.
"""

from __future__ import annotations

import csv
import unicodedata
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

import msgspec

from rules.contract import Message, say
from rules.contract import gettext_noop as _
from rules.declarations import Article
from rules.systems.modern_age import tables
from rules.systems.modern_age.catalogue import GLOBAL, catalogue

from .file import Node

OURS = "Leaguer"  # the program that files of ours name as their maker
GAME, GAME_NAME, GAME_REVISION = "c4ca-1ece-ac34-246b", "GF9 Tanks: The Modern Age", "4"
POINTS, POINTS_NAME = "c525-9df6-1886-28e4", "pts"
PLATOON, PLATOON_NAME = "d878-5ffc-498f-f821", "Platoon"
FAN_MADE, FAN_MADE_NAME = "b2bb-5aaa-55ee-5b5c", "Enable Custom Content"
CATEGORIES = {
    "helicopter": ("5c6a-3ad0-54b2-6193", "Helicopter"),
    "tank": ("41cd-9622-6b80-1bc3", "Tank"),
    "options": ("199f-4016-e54b-90db", "Options"),
    "crew": ("5e8f-5e97-f0cf-b29a", "Crew"),
    "upgrade": ("1478-ca00-f06f-b9d5", "Upgrade"),
}
STEP = "::"  # between the ids of a path


class Catalogue(msgspec.Struct, frozen=True):
    """A country's data file. `rule` is the platoon card of every platoon made with the file."""

    nation: str
    id: str
    name: str
    revision: str
    rule: str
    platoon: str


CATALOGUES = (
    Catalogue("USA", "e0ab-b75c-9a1b-1d47", "American", "3", "5e85-4571-2c49-c35f", "Team Yankee"),
    Catalogue("UK", "9c0e-ee2f-1546-92b3", "British", "1", "62a5-1f17-8e85-ca72", "Berlin Brigade"),
    Catalogue("France", "e6d7-c9d6-1f46-19ee", "French", "2", "3582-cdb5-fc3f-953e", "Cuirassier Squadron"),
    Catalogue("West Germany", "07c3-897b-4ba2-eda6", "German", "3", "94e1-c7f5-9434-16dc", "First Panzer"),
    Catalogue("USSR", "d908-9a77-c2df-62d3", "Soviet", "5", "b6ce-53e0-042f-f150", "Red Banner"),
)


@cache
def _table() -> Mapping[tuple[str, str, str], str]:
    """(what, key, nation) -> id."""
    text = files(__package__).joinpath("entry_ids.csv").read_text(encoding="utf-8")
    return {(row["what"], row["key"], row["nation"]): row["id"] for row in csv.DictReader(text.splitlines())}


@cache
def keys() -> Mapping[str, str]:
    """An entry's id -> the article's key."""
    return {id: key for (what, key, _nation), id in _table().items() if what == "entry"}


@cache
def types() -> Mapping[str, str]:
    """A group's id -> the type of the cards in it: "Commander"."""
    return {id: key for (what, key, _nation), id in _table().items() if what == "type"}


def entry(article: Article) -> str:
    return _table()["entry", article.key, ""]


def path(model: Article, card: Article) -> tuple[str, str]:
    """How the data set leads from a model to its card: ids of the links and the entry, and the card's group. "" if
    there is no such way, because the data set does not offer this model the card."""
    table = _table()
    ladder = "crew" if card.kind == "crew" else "upgrades"
    size = str(model.figures["crew_slots"]) if card.kind == "crew" else "upgrade"
    first = table.get((ladder, model.key, ""))
    slot = table.get(("slot", f"{size} {card.figures['card_type']}", model.nation))
    link = table.get(("link", card.key, model.nation))
    if not first or not slot or (link is None if card.nation == GLOBAL else card.nation != model.nation):
        return entry(card), ""
    group = table["type", card.figures["card_type"], model.nation]
    return STEP.join([first, slot, *([link] if link else []), entry(card)]), STEP.join([first, slot, group])


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
    known = by_key().get(keys().get(last(node.attributes.get("entryId", "")), ""))
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
    kind = types().get(last(node.attributes.get("entryGroupId", "")))
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
    return path.rpartition(STEP)[2]


def shown(text: str) -> str:
    """A stranger's text, made safe to stand in a sentence."""
    plain = "".join(letter for letter in text[:LONGEST] if letter.isprintable())
    return plain if len(plain) <= SHOWN else f"{plain[: SHOWN - 1]}…"
