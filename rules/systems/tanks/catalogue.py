"""The vehicles of `catalogue.csv` with the source of each figure, and those of a club's own sheet."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from rules.declarations import Article
from rules.house_units import Cells
from rules.kit.catalogue import Catalogue, article, rows, unit_figures

from .house_units import units
from .state import Figures

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
