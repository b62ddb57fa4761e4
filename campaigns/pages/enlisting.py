"""The form of a platoon: what was typed, what is wrong with it, and the report it stands for."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from uuid import UUID, uuid4

import msgspec
from django.http import QueryDict
from django.utils.text import slugify

from campaigns.pages import waiving
from campaigns.pages.stock import Offer, Stock
from campaigns.pages.visiting import position, unfilled
from campaigns.reports import Enlist, Recruit
from rules.contract import Refused
from rules.contract import gettext_noop as _

FIRST, MOST = 2, 60  # vehicles a blank form has room for, and as many as a report takes
LONGEST_KEY = 35  # leaves room for "p-" before it and "-60" behind


class Row(msgspec.Struct, frozen=True):
    """A vehicle of the form. One without a word in it is left out of the report."""

    number: int
    model: str = ""
    name: str = ""
    cards: tuple[str, ...] = ()

    @property
    def blank(self) -> bool:
        return not (self.model or self.name or self.cards)


class Form(msgspec.Struct, frozen=True):
    """The form as it was sent, or blank. `player` is "" for the sender; `sector` the base it begins at, "" for the one
    with most room; `waivers` are the reasons typed to let faults pass."""

    id: str
    after: int | None
    rows: tuple[Row, ...]
    nation: str = ""
    player: str = ""
    side: str = ""
    name: str = ""
    card: str = ""
    waivers: dict[str, str] = {}
    sector: str = ""

    @property
    def vehicles(self) -> list[Row]:
        return [row for row in self.rows if not row.blank]


def blank(nation: str, after: int) -> Form:
    return Form(str(uuid4()), after, _room((), FIRST), nation)


def read(post: QueryDict) -> Form:
    """The form as sent. Never refuses; with `add` in it there is room for one vehicle more."""
    count = min(position(post.get("rows", "")) or FIRST, MOST)
    rows = tuple(_row(post, number) for number in range(1, count + 1))
    return Form(
        id=post.get("id", ""),
        after=position(post.get("after", "")),
        rows=_room(rows, min(count + ("add" in post), MOST)),
        nation=post.get("nation", ""),
        player=post.get("player", ""),
        side=post.get("side", ""),
        name=_plain(post.get("name", "")),
        card=post.get("card", ""),
        waivers=waiving.read(post),
        sector=post.get("sector", ""),
    )


def room_for(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """The rows, and as many blank ones as a form has at least."""
    return _room(rows, FIRST)


def _row(post: QueryDict, number: int) -> Row:
    model, name = (_plain(post.get(f"v{number}-{field}", "")) for field in ("model", "name"))
    return Row(number, model, name, tuple(filter(None, post.getlist(f"v{number}-cards"))))


def _room(rows: tuple[Row, ...], count: int) -> tuple[Row, ...]:
    return (*rows, *(Row(number) for number in range(len(rows) + 1, count + 1)))


def _plain(text: str) -> str:
    return " ".join(text.split())


def faults(form: Form, stock: Stock, sides: dict[str, str]) -> Iterator[Refused]:
    """What the form leaves unsaid, all of it at once, and what the catalogue does not have."""
    if sides and not form.side:
        yield unfilled("side", _("The platoon has no side."), _("Choose one."))
    if not form.name:
        yield unfilled("name", _("The platoon has no name."), _("Give it one."))
    if form.card and not _among(stock.platoons, form.card):
        yield unfilled(
            "card", _("There is no platoon card “%(card)s”."), _("Choose one of those listed."), card=form.card
        )
    if not form.vehicles:
        yield unfilled("vehicles", _("The platoon has no vehicle."), _("Choose a model for one at least."))
    for row in form.vehicles:
        yield from _faults_of(row, stock)


def _faults_of(row: Row, stock: Stock) -> Iterator[Refused]:
    field = f"v{row.number}"
    if not row.model:
        yield unfilled(
            field, _("Vehicle %(n)s has no model."), _("Choose one, or leave all of it blank."), n=row.number
        )
    elif stock.models and not _among(stock.models, row.model):
        yield unfilled(field, _("There is no model “%(model)s”."), _("Choose one of those listed."), model=row.model)
    for card in row.cards:
        if not stock.has_card(card):
            yield unfilled(field, _("There is no card “%(card)s”."), _("Choose one of those listed."), card=card)


def _among(offers: tuple[Offer, ...], value: str) -> bool:
    return any(offer.value == value for offer in offers)


def command(form: Form) -> Enlist:
    """The report. It follows from the form alone, so that a form sent twice says the same twice."""
    key = key_of(form.name, form.id)
    ids = {f"{key}-{n}": row for n, row in enumerate(form.vehicles, 1)}
    return Enlist(
        platoon=key,
        name=form.name,
        side=form.side,
        card=form.card,
        player=form.player,
        vehicles=tuple(Recruit(id=id, model=row.model) for id, row in ids.items()),
        names={id: row.name for id, row in ids.items() if row.name},
        fittings={id: row.cards for id, row in ids.items() if row.cards},
        waivers=form.waivers,
        sector=form.sector,
    )


def key_of(name: str, id_: str) -> str:
    """The platoon's key, made from its name; where that does not go into plain letters, from the report's id too.

    Vehicles are known by it and a number. What they are called stays out of it, for names can be erased.
    """
    key = slugify(name)[:LONGEST_KEY].strip("-_")
    spelt = slugify(unicodedata.normalize("NFKC", name), allow_unicode=True)[:LONGEST_KEY].strip("-_")
    if not key or len(key) != len(spelt):
        key = "-".join(filter(None, (key[: LONGEST_KEY - 11].strip("-_"), mark(id_))))
    return key if re.search("[a-z]", key) else f"p-{key}"


def mark(id_: str) -> str:
    """Eight letters and figures that follow from a report's id."""
    try:
        return UUID(id_).hex[:8]
    except ValueError:  # the door refuses such an id
        return "unknown"
