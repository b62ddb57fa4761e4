"""What a roster file holds, as a platoon. What it holds besides, or says otherwise than the catalogue, becomes
notes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

import msgspec

from rules.bounds import Name
from rules.contract import Message, Refused, ngettext, say
from rules.contract import gettext_noop as _
from rules.declarations import Article
from rules.rosters import MOST_CARDS, MOST_VEHICLES, Note, Roster, Vehicle
from rules.systems.modern_age import tables
from rules.systems.modern_age.catalogue import find
from rules.systems.modern_age.forces import card_of, price
from rules.systems.modern_age.state import Card

from . import articles
from .articles import article_of, folded, last, shown, word
from .file import Node, refused, tree, unpacked

MOST = 200  # more than anybody reads
LIMIT = re.compile(r"0*[1-9][0-9]{0,8}(\.0*)?", re.ASCII)
# What is read, and what a tool fills in from its data, which holds it anyway.
KNOWN = {
    "roster": {"costs", "costLimits", "forces"},
    "force": {"selections", "forces", "rules", "profiles", "categories", "publications", "costs", "costLimits"},
    "selection": {
        *("selections", "costs", "rules", "profiles", "categories", "publications"),
        *("associations", "incomingAssociations"),
    },
}

Path = tuple[str, ...]  # the names of the selections that lead to the one meant, made safe to show


class Notes:
    """The notes on one file, in its order. Those above `MOST` are counted only."""

    def __init__(self) -> None:
        self.notes: list[Note] = []
        self.more = 0
        self.named: set[str] = set()

    def add(self, node: Node, path: Path, text: Message) -> None:
        if len(self.notes) == MOST:
            self.more += 1
            return
        where = say(_("line %(line)s"), line=node.line)
        if path:
            where = say(_("line %(line)s, %(path)s"), line=node.line, path=" / ".join(path))
        self.notes.append(Note(where, text))

    def all(self) -> tuple[Note, ...]:
        if not self.more:
            return tuple(self.notes)
        text = ngettext("%(n)s note more is left out.", "%(n)s notes more are left out.", self.more)
        return (*self.notes, Note(self.notes[-1].where, text))

    def left_out(self, node: Node, path: Path, text: Message) -> None:
        """A selection that is not read, with everything in it."""
        self.add(node, path, text)
        for child in node.inside("selections", "selection"):
            name = name_of(child)
            self.left_out(child, (*path, name), say(_("“%(name)s” is left out with it."), name=name))

    def unread(self, node: Node, path: Path) -> None:
        """What is not read of a roster, force or selection: unknown elements, one note for each sort, and limits, which
        are the battle's."""
        for child in node.children:
            if child.tag not in KNOWN[node.tag] and child.tag not in self.named:
                self.named.add(child.tag)
                self.add(child, path, say(_("“%(what)s” is not read."), what=shown(child.tag)))
        for limit in node.inside("costLimits", "costLimit"):
            if LIMIT.fullmatch(text := limit.attributes.get("value", "")):
                sentence = _("A limit of %(n)s points is not part of a platoon: a battle has it as an option.")
                self.add(limit, path, say(sentence, n=plain(text)))

    def name(self, node: Node, attribute: str, path: Path) -> str:
        """A name as people give them, within the bounds of every name here; otherwise "" and a note."""
        text = node.attributes.get(attribute, "")
        try:
            return msgspec.convert(text, Name) if text else ""
        except msgspec.ValidationError:
            sentence = _("The name “%(name)s” is too long, or has characters a name cannot have: it is left out.")
            self.add(node, path, say(sentence, name=shown(text)))
            return ""


def name_of(node: Node) -> str:
    return shown(node.attributes.get("name", ""))


def plain(figure: str) -> str:
    """A figure as people write it: "22.0" is 22."""
    return shown(re.sub(r"\.0*$", "", figure))


# A country's data file, and its platoon card, by their ids and by their names.
DATA = {word: data for data in articles.CATALOGUES for word in (data.id, folded(data.name))}
CARDS = {word: data for data in articles.CATALOGUES for word in (data.rule, folded(data.platoon))}
FAN_MADE = folded(articles.FAN_MADE_NAME)
NUMBER = re.compile(r"[0-9]{1,6}", re.ASCII)
VALUE = re.compile(r"-?[0-9]{1,9}(\.[0-9]{1,9})?", re.ASCII)


class Found(msgspec.Struct, frozen=True):
    """A card of the file: each model of its selection has it `times`."""

    node: Node
    path: Path
    article: Article
    times: int


def read(data: bytes) -> Roster:
    """Raises `Refused` (003 rosters, field "file") if it is not a roster, is of another game, or is larger than a
    platoon can be."""
    root = tree(unpacked(data))
    _check(root)
    return _Reading(root).roster()


def _check(root: Node) -> None:
    if root.tag != "roster":
        raise refused(
            say(_("This is no roster of BattleScribe or New Recruit: it begins with “%(tag)s”."), tag=shown(root.tag)),
            _("Export the platoon as .ros or .rosz; a data file (.cat, .gst) is no platoon."),
        )
    game, name = root.attributes.get("gameSystemId", ""), root.attributes.get("gameSystemName", "")
    if game != articles.GAME and folded(name) != folded(articles.GAME_NAME):
        text = say(_("This roster is of another game: “%(game)s”."), game=shown(name or game))
        if not name and not game:
            text = say(_("This roster does not say of which game it is."))
        raise refused(text, say(_("Send a roster of “%(game)s”."), game=articles.GAME_NAME), code="refused")


class _Reading:
    """One pass over a file: the models as they come, what they cost, and the notes."""

    def __init__(self, root: Node) -> None:
        self.root = root
        self.notes = Notes()
        self.vehicles: list[Vehicle] = []
        self.cost = 0

    def roster(self) -> Roster:
        self.notes.unread(self.root, ())
        name = self.notes.name(self.root, "name", ())
        forces = list(_forces(self.root))
        if len(forces) > 1:
            text = _("The file has %(n)s forces: their models are read as one platoon.")
            self.notes.add(self.root, (), say(text, n=len(forces)))
        platoon = self.platoon(forces)
        for force in forces:
            self.force(force)
        self.total()
        return Roster(name=name, platoon=platoon, vehicles=tuple(self.vehicles), notes=self.notes.all())

    # -- the platoon card ----------------------------------------------------------------------------------------------

    def platoon(self, forces: Sequence[Node]) -> str:
        """The card that the forces name. If they name none, it is the card of their data file, which every platoon made
        with it has; but a file that Leaguer wrote names it or has none."""
        named = dict.fromkeys(card for force in forces for card in self.platoon_cards(force))
        if len(named) > 1:
            text = _("The file names several platoon cards (%(cards)s): none is read.")
            self.notes.add(self.root, (), say(text, cards=", ".join(named)))
            return ""
        if named or self.root.attributes.get("generatedBy") == articles.OURS:
            return next(iter(named), "")
        return self.platoon_of_data(forces)

    def platoon_cards(self, force: Node) -> Iterator[str]:
        for rule in force.inside("rules", "rule"):
            id, name = last(rule.attributes.get("id", "")), folded(rule.attributes.get("name", ""))
            if found := CARDS.get(id) or CARDS.get(name):
                yield found.platoon
            else:
                text = _("The catalogue has no platoon card “%(name)s”.")
                self.notes.add(rule, (), say(text, name=name_of(rule)))

    def platoon_of_data(self, forces: Sequence[Node]) -> str:
        data = {_data(force) for force in forces}
        found = data.pop() if len(data) == 1 else None
        if found is None:
            self.notes.add(self.root, (), say(_("The file names no platoon card.")))
            return ""
        text = _("The file names no platoon card; %(card)s is that of every platoon of the data file “%(data)s”.")
        self.notes.add(forces[0], (), say(text, card=found.platoon, data=found.name))
        return found.platoon

    # -- models and their cards ----------------------------------------------------------------------------------------

    def force(self, force: Node) -> None:
        self.notes.unread(force, ())
        data = _data(force)
        for node in force.inside("selections", "selection"):
            if not _allows_fan_made(node):
                self.selection(node, (name_of(node),), data.nation if data else "")

    def selection(self, node: Node, path: Path, nation: str) -> None:
        found, number = article_of(node, nation), self.number(node, path)
        if isinstance(found, Message):
            self.notes.left_out(node, path, found)
        elif found.kind != "model":
            self.notes.left_out(node, path, say(_("%(card)s is on no model: it is left out."), card=found.name))
        elif number:
            self.model(node, path, found, number, nation)

    def model(self, node: Node, path: Path, model: Article, number: int, nation: str) -> None:
        if len(self.vehicles) + number > MOST_VEHICLES:
            raise _too_many(say(_("This roster has more than %(most)s models."), most=MOST_VEHICLES))
        self.notes.unread(node, path)
        self.costs(node, path, model.name, model.points * number)
        inside = [(child, (*path, name_of(child))) for child in node.inside("selections", "selection")]
        cards = [card for child, below in inside if (card := self.card(child, below, number, nation))]
        if sum(card.times for card in cards) > MOST_CARDS:
            raise _too_many(say(_("A model of this roster has more than %(most)s cards."), most=MOST_CARDS))
        self.prices(cards, number)
        vehicle = Vehicle(
            name=self.notes.name(node, "customName", path),
            model=word(model),
            cards=tuple(word(card.article) for card in cards for _time in range(card.times)),
        )
        self.vehicles.extend([vehicle] * number)
        self.cost += model.points * number

    def card(self, node: Node, path: Path, models: int, nation: str) -> Found | None:
        """Both tools count a card over all the models of its selection, so each model has its share of them."""
        found, number = article_of(node, nation), self.number(node, path)
        if isinstance(found, Message):
            self.notes.left_out(node, path, found)
        elif found.kind == "model":
            self.notes.left_out(node, path, say(_("%(model)s is on a model: it is left out."), model=found.name))
        elif number % models:
            text = _("%(models)s models have %(n)s of %(card)s, and the file does not say which: it is left out.")
            self.notes.left_out(node, path, say(text, models=models, n=number, card=found.name))
        elif number:
            self.inside_card(node, path)
            return Found(node, path, found, number // models)
        return None

    def inside_card(self, node: Node, path: Path) -> None:
        self.notes.unread(node, path)
        if node.attributes.get("customName"):
            self.notes.add(node, path, say(_("A card's own name is not kept.")))
        for child in node.inside("selections", "selection"):
            name = name_of(child)
            self.notes.left_out(child, (*path, name), say(_("“%(name)s” is on a card: it is left out."), name=name))

    def number(self, node: Node, path: Path) -> int:
        text = node.attributes.get("number", "1")
        if NUMBER.fullmatch(text):
            return int(text)
        self.notes.left_out(
            node, path, say(_("The number “%(number)s” cannot be read: it is left out."), number=shown(text))
        )
        return 0

    # -- what it costs -------------------------------------------------------------------------------------------------

    def prices(self, cards: Sequence[Found], models: int) -> None:
        """Each card at what it costs beside the others (Alpha 66 makes her crew cheaper)."""
        beside = [_laid(card.article) for card in cards for _time in range(card.times)]
        for card in cards:
            points = price(_laid(card.article), beside) * card.times * models
            self.costs(card.node, card.path, card.article.name, points)
            self.cost += points

    def costs(self, node: Node, path: Path, name: str, points: int) -> None:
        """A note if the file has another price than the catalogue; none if it has no price."""
        for text in _differing(node, points):
            sentence = _("%(name)s costs %(there)s points in the file, %(here)s by the catalogue.")
            self.notes.add(node, path, say(sentence, name=name, there=plain(text), here=points))

    def total(self) -> None:
        for text in _differing(self.root, self.cost):
            sentence = _("The file says %(there)s points in all; what is read of it costs %(here)s.")
            self.notes.add(self.root, (), say(sentence, there=plain(text), here=self.cost))


def _forces(node: Node) -> Iterator[Node]:
    """All forces, because forces may hold forces."""
    for force in node.inside("forces", "force"):
        yield force
        yield from _forces(force)


def _data(force: Node) -> articles.Catalogue | None:
    """The data file that a force was made with, if we know it."""
    name = folded(force.attributes.get("catalogueName", ""))
    return DATA.get(force.attributes.get("catalogueId", "")) or DATA.get(name)


def _allows_fan_made(node: Node) -> bool:
    """The switch that shows fan-made articles. It is ignored, because the articles themselves are in the file."""
    id, name = last(node.attributes.get("entryId", "")), folded(node.attributes.get("name", ""))
    return id == articles.FAN_MADE or name == FAN_MADE


def _differing(node: Node, points: int) -> Iterator[str]:
    for cost in node.inside("costs", "cost"):
        if cost.attributes.get("typeId") == articles.POINTS or folded(cost.attributes.get("name", "")) == "pts":
            text = cost.attributes.get("value", "")
            if not VALUE.fullmatch(text) or Decimal(text) != points:
                yield text


def _laid(article: Article) -> Card:
    entry = find(tables.EDITIONS[-1], (article.kind,), article.key)
    assert entry is not None, article.key
    return card_of(entry, face_up=False)


def _too_many(text: Message) -> Refused:
    return refused(text, _("Send the roster of one platoon."), code="refused")
