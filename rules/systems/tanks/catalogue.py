"""The vehicles of `catalogue.csv` with the source of each figure, and those of a club's own sheet (B16)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import msgspec

from rules.contract import gettext_noop as _
from rules.contract import say
from rules.declarations import Article
from rules.house_units import ROLES, Cells, Column, HouseUnit, Wrong, read
from rules.kit.catalogue import Catalogue, article, rows, unit_figures

from . import tables
from .state import Figures

MOST = 60  # of Speed, strength and armour
COLUMNS = (
    Column(name="name", type="text"),
    Column(name="nation", type="text", most=20),
    Column(name="points", type="number", least=1, most=999),
    Column(name="role", type="choice", choices=ROLES),
    Column(name="speed", type="number", most=MOST),
    Column(name="strength", type="number", most=MOST, default=0),
    *(Column(name=facing, type="number", least=1, most=MOST) for facing in ("front", "side", "rear")),
    Column(name="range", type="number", most=240, default=0),
    Column(name="indirect", type="flag", default=False),
    Column(name="turret", type="flag", default=False),
    Column(name="skill", type="number", least=2, most=6, default=4),
    Column(name="reload", type="number", most=9, default=""),
)


def units(text: str, published: Iterable[Article]) -> tuple[HouseUnit, ...]:
    """The vehicles of a sheet, by line. Raises `Refused` for all that is wrong with it."""
    return read(text, COLUMNS, tables.rule("B16"), published, _faults)


def _faults(said: Cells) -> Iterator[Wrong]:
    """A gun has strength and range. A vehicle without a gun has no figures of one."""
    if said["strength"] and not said["range"]:
        yield Wrong("range", say(_("Its gun reaches nothing.")), say(_("Write 1 or more, or leave strength blank.")))
    if not said["strength"]:
        for name in ("range", "indirect", "reload"):
            if said[name] not in ("", 0, False) or (name == "reload" and said[name] != ""):
                told, remedy = _("Without strength it has no gun."), _("Leave the cell blank, or give its strength.")
                yield Wrong(name, say(told), say(remedy))
    if said["role"].startswith("fixed") is not (said["speed"] == 0):
        told, remedy = _("Fixed guns, and no others, have Speed 0."), _("Write another role, or another Speed.")
        yield Wrong("speed", say(told), say(remedy))


VEHICLE = "vehicle"
NUMBERS = ("speed", "strength", "front", "side", "rear", "range", "skill")
FLAGS = ("indirect", "turret")
BLANK = Figures(
    points=0,
    role="",
    speed=1,
    strength=0,
    front=1,
    side=1,
    rear=1,
    range=0,
    indirect=False,
    turret=False,
    skill=4,
)


@cache
def articles(edition: str) -> tuple[Article, ...]:
    """Every article, in the order of the file; all editions have the same. `figures` has the fields of `Figures`."""
    return tuple(article(row, unit_figures(row, NUMBERS, FLAGS)) for row in rows(__package__))


def _own_figures(said: Cells) -> dict[str, Any]:
    return {name: value for name, value in said.items() if name not in ("name", "nation", "points")}


CATALOGUE = Catalogue(articles, VEHICLE, units, _own_figures)
house = CATALOGUE.house  # edition and text of the option `house_units`


def find(edition: str, word: str, own: str = "") -> Article | None:
    """The article whose name or key is `word`. `own`: the club's own sheet (`house`), beside the published ones."""
    return CATALOGUE.find(edition, VEHICLE, word, own)


def names(edition: str, own: str = "") -> tuple[str, ...]:
    return CATALOGUE.names(edition, VEHICLE, own)


def _read(known: Article) -> Figures:
    said = {name: value for name, value in known.figures.items() if value != ""}
    return msgspec.convert({**said, "points": known.points}, Figures)


figures_of = CATALOGUE.look_up(_read, BLANK)
