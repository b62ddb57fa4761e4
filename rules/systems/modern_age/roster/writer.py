"""A platoon as the roster file that BattleScribe and New Recruit would have made of it, as far as ids and prices go.

Texts and profiles are left out, because the tools have them in their data. The same roster makes the same bytes: the
ids of its elements are derived from its content.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from xml.etree import ElementTree as Xml

import msgspec

from rules.bounds import Name
from rules.contract import Refused, Sentence, say
from rules.contract import gettext_noop as _
from rules.declarations import Article
from rules.rosters import Roster, Vehicle
from rules.systems.modern_age import tables
from rules.systems.modern_age.catalogue import Entry, find, find_card
from rules.systems.modern_age.forces import card_of, cost, price

from . import articles
from .articles import CARD_KINDS, written
from .file import NAMESPACE

VERSION = "2.03"  # of BattleScribe's format, the last there was
DECLARATION = b'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Model(msgspec.Struct, frozen=True):
    """A vehicle with its articles. `id` begins the ids of its elements."""

    id: str
    vehicle: Vehicle
    entry: Entry
    cards: tuple[Entry, ...]

    def prices(self) -> list[int]:
        """What each card costs beside the others."""
        laid = [card_of(card, face_up=False) for card in self.cards]
        return [price(card, laid) for card in laid]

    @property
    def cost(self) -> int:
        return cost(self.entry, [card_of(card, face_up=False) for card in self.cards])

    @property
    def articles(self) -> Iterator[Article]:
        yield self.entry.article
        yield from (card.article for card in self.cards)


def write(roster: Roster) -> bytes:
    """Raises `Refused` (003 rosters, or R3 for models of several countries) for what the format cannot hold."""
    models = [_model(n, vehicle) for n, vehicle in enumerate(roster.vehicles, 1)]
    data = _data(roster, models)
    root = Xml.Element(
        "roster",
        {
            "id": _id(roster.name),
            "name": _name(roster.name, "name"),
            "battleScribeVersion": VERSION,
            "generatedBy": articles.OURS,
            "gameSystemId": articles.GAME,
            "gameSystemName": articles.GAME_NAME,
            "gameSystemRevision": articles.GAME_REVISION,
            "xmlns": NAMESPACE,
        },
    )
    _costs(root, sum(model.cost for model in models))
    _force(Xml.SubElement(root, "forces"), roster, data, models)
    Xml.indent(root)
    xml: bytes = Xml.tostring(root, encoding="utf-8")
    return DECLARATION + xml + b"\n"


# -- what is to be written ---------------------------------------------------------------------------------------------


def _model(number: int, vehicle: Vehicle) -> Model:
    field = f"vehicles[{number - 1}]"
    edition = tables.EDITIONS[-1]
    entry = _known(find(edition, ("model",), vehicle.model), vehicle.model, f"{field}.model")
    nation = entry.article.nation  # of several cards of one name it is the one of the model's country, as in a muster
    cards = tuple(_known(find_card(edition, name, nation), name, f"{field}.cards") for name in vehicle.cards)
    _name(vehicle.name, f"{field}.name")
    return Model(f"{number}", vehicle, entry, cards)


def _known(entry: Entry | None, word: str, field: str) -> Entry:
    if entry is None:
        raise _no(
            say(_("The catalogue has no “%(name)s”."), name=word), _("It lists the models and cards there are."), field
        )
    return entry


def _name(text: str, field: str) -> str:
    """The name if it will be read back unchanged, otherwise ""."""
    try:
        if NOT_IN_XML.search(text):
            raise msgspec.ValidationError
        return msgspec.convert(text, Name) if text else ""
    except msgspec.ValidationError:
        sentence = say(_("This name is too long, or has characters a file of this format cannot hold."))
        raise _no(sentence, _("Choose a plainer one."), field) from None


def _data(roster: Roster, models: list[Model]) -> articles.Catalogue:
    """The data file of the platoon's country."""
    card = find(tables.EDITIONS[-1], ("platoon",), roster.platoon) if roster.platoon else None
    if roster.platoon and card is None:
        text = say(_("There is no platoon card “%(card)s”."), card=roster.platoon)
        raise _no(text, _("Choose one of the catalogue."), "platoon")
    nations = {card.article.nation} if card else set()
    nations |= {model.entry.article.nation for model in models}
    if len(nations) != 1:
        raise Refused(
            "003 R3",
            say(_("A roster of this format is of one country, not of %(n)s."), n=len(nations)),
            _("Write one country's models, with its platoon card."),
            "vehicles",
        )
    nation = nations.pop()
    return next(data for data in articles.CATALOGUES if data.nation == nation)


# -- the elements ------------------------------------------------------------------------------------------------------


def _force(parent: Xml.Element, roster: Roster, data: articles.Catalogue, models: list[Model]) -> None:
    force = Xml.SubElement(
        parent,
        "force",
        {
            "id": _id(roster.name, "force"),
            "name": articles.PLATOON_NAME,
            "entryId": articles.PLATOON,
            "catalogueId": data.id,
            "catalogueRevision": data.revision,
            "catalogueName": data.name,
        },
    )
    if roster.platoon:
        rules = Xml.SubElement(force, "rules")
        Xml.SubElement(rules, "rule", {"id": data.rule, "name": data.platoon, "hidden": "false"})
    selections = Xml.SubElement(force, "selections")
    if any(article.status == "fan_made" for model in models for article in model.articles):
        _selection(selections, (roster.name, "fan-made"), articles.FAN_MADE_NAME, articles.FAN_MADE, 0, "options")
    for model in models:
        _vehicle(selections, roster, model)
    categories = Xml.SubElement(force, "categories")
    for kind in ("tank", "helicopter", "options"):
        _category(categories, (roster.name, "force"), kind, primary=False)


def _vehicle(parent: Xml.Element, roster: Roster, model: Model) -> None:
    article, ids = model.entry.article, (roster.name, model.id)
    node = _selection(
        parent, ids, written(article), articles.entry(article), article.points, article.figures["type"], "model"
    )
    if model.vehicle.name:
        node.set("customName", model.vehicle.name)
    if not model.cards:
        return
    selections = Xml.Element("selections")
    node.insert(0, selections)
    for number, (card, points) in enumerate(zip(model.cards, model.prices(), strict=True), 1):
        entry, group = articles.path(article, card.article)
        below = _selection(selections, (*ids, str(number)), written(card.article), entry, points, card.article.kind)
        if group:
            below.set("entryGroupId", group)


def _selection(
    parent: Xml.Element, ids: tuple[str, ...], name: str, entry: str, points: int, category: str, type: str = "upgrade"
) -> Xml.Element:
    attributes = {"id": _id(*ids, entry), "name": name, "entryId": entry, "number": "1", "type": type}
    node = Xml.SubElement(parent, "selection", attributes)
    _costs(node, points)
    _category(
        Xml.SubElement(node, "categories"),
        (*ids, entry),
        category,
        primary=category not in CARD_KINDS,
    )
    return node


def _costs(parent: Xml.Element, points: int) -> None:
    costs = Xml.SubElement(parent, "costs")
    Xml.SubElement(costs, "cost", {"name": articles.POINTS_NAME, "typeId": articles.POINTS, "value": f"{points}.0"})


def _category(parent: Xml.Element, ids: tuple[str, ...], kind: str, *, primary: bool) -> None:
    entry, name = articles.CATEGORIES[kind]
    attributes = {"id": _id(*ids, entry), "name": name, "entryId": entry, "primary": str(primary).lower()}
    Xml.SubElement(parent, "category", attributes)


def _id(*words: str) -> str:
    """An id in the format's form, "0a1b-2c3d-4e5f-6071", derived from what it belongs to."""
    digits = hashlib.sha256("\0".join(words).encode("utf-8", "backslashreplace")).hexdigest()
    return "-".join(digits[place : place + 4] for place in range(0, 16, 4))


def _no(text: Sentence, remedy: Sentence, field: str) -> Refused:
    return Refused("003 rosters", text, remedy, field)
