"""The models, cards, platoons and critical cards of an edition; `catalogue.csv` has those of the newest.

A club's own models (RULES.md, "House models") have the figures of the catalogue's models and the special rules of the
rulebook, but no effects of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import Any

import msgspec

from rules.contract import Refused, say
from rules.contract import gettext_noop as _
from rules.declarations import Article
from rules.house_units import Cells, Column, HouseUnit, Wrong, read
from rules.kit.catalogue import Catalogue, article, rows

from .editions import catalogue_of
from .effects import Does, Effect
from .tables import FAST_SPEED, FORWARD_FIRING, NUMBER, TANK_SPEED

NATIONS = ("USA", "UK", "France", "West Germany", "USSR")  # countries with a platoon card
OF_TANKS = {
    "fast": "Fast",
    "wheeled": "Wheeled",
    "scout": "Scout",
    "hammerhead": "Hammerhead",
    "spearhead": "Spearhead",
    "artillery": "Artillery",
    "brutal": "Brutal",
    "forward_firing": FORWARD_FIRING,
}
OF_HELICOPTERS = {"predator": "Predator"}
COLUMNS = (
    Column(name="name", type="text", most=60),
    Column(name="nation", type="choice", choices=NATIONS),
    Column(name="points", type="number", least=1, most=200),
    Column(name="type", type="choice", choices=("tank", "helicopter")),
    Column(name="initiative", type="number", most=15),
    Column(name="attack", type="number", most=9),
    Column(name="defence", type="number", most=6),
    Column(name="capacity", type="number", least=1, most=30),
    Column(name="crew_slots", type="number", most=6),
    Column(name="ammo_slots", type="number", most=6, default=0),
    Column(name="rapid_fire", type="number", most=12, default=0),
    Column(name="missiles", type="number", most=12, default=0),
    Column(name="stabiliser", type="choice", choices=("Stabiliser", "Advanced Stabiliser"), default=""),
    *(Column(name=name, type="flag", default=False) for name in (*OF_TANKS, *OF_HELICOPTERS)),
)


def models(text: str, published: Iterable[Article]) -> tuple[HouseUnit, ...]:
    """The models of a sheet, by line. Raises `Refused` for all that is wrong with it."""
    return read(text, COLUMNS, f"{NUMBER} R3", published, _faults)


def _faults(said: Cells) -> Iterator[Wrong]:
    """R12, R19, R24, R37: some figures are for tanks only; Ammo slots and Predator are for helicopters only."""
    helicopter = said["type"] == "helicopter"
    wrong = (*OF_TANKS, "stabiliser") if helicopter else (*OF_HELICOPTERS, "ammo_slots")
    told = _("A helicopter has none of that.") if helicopter else _("A tank has none of that.")
    for name in wrong:
        if said[name]:
            yield Wrong(name, say(told), say(_("Leave the cell blank.")))


def _figures(said: Cells) -> dict[str, Any]:
    """The same figures as those of a published model."""
    helicopter = said["type"] == "helicopter"
    found: dict[str, Any] = {name: said[name] for name in ("type", "initiative", "attack", "defence", "crew_slots")}
    if helicopter:
        found["ammo_slots"] = said["ammo_slots"]
    return found | {
        "damage_capacity": said["capacity"],
        "speed": FAST_SPEED if helicopter or said["fast"] else TANK_SPEED,
        "keywords": sorted(_keywords(said)),
        "effects": [],
        "summary": "",
    }


def _keywords(said: Cells) -> Iterator[str]:
    yield from (word for name, word in (OF_TANKS | OF_HELICOPTERS).items() if said[name])
    yield from (f"{word} ({said[name]})" for name, word in DICE.items() if said[name])
    if said["stabiliser"]:
        yield said["stabiliser"]


DICE = {"rapid_fire": "Rapid Fire", "missiles": "Missiles"}


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


def catalogue(edition: str) -> tuple[Article, ...]:
    """Every article of an edition, in the order of the file."""
    return tuple(entry.article for entry in _entries(edition))


house = Catalogue(catalogue, "model", models, _figures, "The club's own sheet").house  # edition, and `house_units`


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


@cache
def done_by_auras(edition: str) -> frozenset[str]:
    """What cards do to their friends, in all of an edition."""
    return frozenset(effect.does for entry in _entries(edition) for effect in entry.effects if effect.aura)


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
