"""The form of a platoon: what was typed, what is wrong with it, and the report it stands for."""

from __future__ import annotations

import re
import unicodedata
from uuid import UUID

import msgspec
from django.utils.text import slugify

from campaigns.season.enlistment import Enlist
from campaigns.season.values import Recruit

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
