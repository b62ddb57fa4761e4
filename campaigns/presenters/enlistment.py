"""The form that enlists a platoon, and its report."""

from __future__ import annotations

import re
import unicodedata
from uuid import UUID

import msgspec
from django.utils.text import slugify

from campaigns.season.enlistment import Enlist
from campaigns.season.values import Recruit

LONGEST_KEY = 35  # leaves room for "p-" before it and "-60" after it


class Row(msgspec.Struct, frozen=True):
    """A vehicle of the form. Blank ones are left out of the report."""

    number: int
    model: str = ""
    name: str = ""
    cards: tuple[str, ...] = ()

    @property
    def blank(self) -> bool:
        return not (self.model or self.name or self.cards)


class Form(msgspec.Struct, frozen=True):
    """The form as sent, or blank. `player` is "" for the sender; `sector` the base it begins at, "" for the one with
    most room; `waivers` the reasons to let faults pass."""

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
    """The report. It follows from the form alone, so that a form sent twice makes the same report."""
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
    """The platoon's key, made from its name. If that has other than plain letters, the report's id is used, too.

    Vehicles have this key and a number. Their names are not part of it, because names can be erased.
    """
    key = slugify(name)[:LONGEST_KEY].strip("-_")
    spelt = slugify(unicodedata.normalize("NFKC", name), allow_unicode=True)[:LONGEST_KEY].strip("-_")
    if not key or len(key) != len(spelt):
        key = "-".join(filter(None, (key[: LONGEST_KEY - 11].strip("-_"), mark(id_))))
    return key if re.search("[a-z]", key) else f"p-{key}"


def mark(id_: str) -> str:
    """Eight letters and digits that follow from a report's id."""
    try:
        return UUID(id_).hex[:8]
    except ValueError:  # the report is refused for its id
        return "unknown"
