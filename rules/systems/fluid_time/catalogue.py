"""The vehicles and crew marks of `catalogue.csv` with the source of each figure, and the vehicles of a club's own
sheet."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from rules.declarations import Article
from rules.house_units import Cells
from rules.kit.catalogue import Catalogue, article, rows, unit_figures

from .house_units import units
from .state import Figures

VEHICLE, MARK = "vehicle", "mark"
BANDS = ("short", "medium", "long")
NUMBERS = (
    "size",
    "armour",
    *(f"dice_{band}" for band in BANDS),
    *(f"modifier_{band}" for band in BANDS),
    "shots",
    "move",
    "morale",
)
FLAGS = ("turret", "soft")
BLANK = Figures(
    points=0,
    role="",
    nation="",
    size=1,
    armour=1,
    dice=(0, 0, 0),
    modifiers=(0, 0, 0),
    shots=1,
    move=0,
    morale=0,
    turret=False,
)


@cache
def articles(edition: str) -> tuple[Article, ...]:
    """Every article, in the order of the file; all editions have the same. A vehicle's figures have the names of the
    columns of `house_units`; a mark has only `morale`."""
    return tuple(article(row, _figures(row)) for row in rows(__package__))


def _own_figures(said: Cells) -> dict[str, Any]:
    """The same figures as those of a published vehicle."""
    others = ("name", "nation", "points")
    return {name: int(value) if name in NUMBERS else value for name, value in said.items() if name not in others}


CATALOGUE = Catalogue(articles, VEHICLE, units, _own_figures)
house = CATALOGUE.house  # edition and text of the option `house_units`


def find(edition: str, word: str, own: str = "") -> Article | None:
    """The vehicle whose name or key is `word`. `own`: the club's own sheet (`house`), beside the published ones."""
    return CATALOGUE.find(edition, VEHICLE, word, own)


def find_mark(edition: str, word: str) -> Article | None:
    """The crew mark whose name or key is `word`."""
    return CATALOGUE.find(edition, MARK, word)


def names(edition: str, kind: str = VEHICLE, own: str = "") -> tuple[str, ...]:
    return CATALOGUE.names(edition, kind, own)


def _read(known: Article) -> Figures:
    said = known.figures
    by_band = {"dice": _by_band(said, "dice"), "modifiers": _by_band(said, "modifier")}
    return msgspec.convert({**said, **by_band, "points": known.points, "nation": known.nation}, Figures)


figures_of = CATALOGUE.look_up(_read, BLANK)


def _by_band(said: dict[str, Any], what: str) -> tuple[int, int, int]:
    short, medium, long = (int(said[f"{what}_{band}"]) for band in BANDS)
    return short, medium, long


def _figures(row: dict[str, str]) -> dict[str, Any]:
    return unit_figures(row, NUMBERS, FLAGS) if row["kind"] == VEHICLE else {"morale": int(row["morale"])}
