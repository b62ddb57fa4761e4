"""The vehicles and crew marks of `catalogue.csv` with the source of each figure, and the vehicles of a club's own
sheet."""

from __future__ import annotations

import csv
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from rules.contract import Refused
from rules.declarations import Article

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
    """Every article, in the order of the file; all editions have the same. The figures of a vehicle have the names of
    the columns of `house_units`; a mark has `morale` alone."""
    text = files(__package__).joinpath("catalogue.csv").read_text(encoding="utf-8")
    return tuple(_article(row) for row in csv.DictReader(text.splitlines()))


@lru_cache(maxsize=32)
def house(edition: str, text: str) -> tuple[Article, ...]:
    """The vehicles of a club's own sheet, by CSV (the option `house_units`). Raises `Refused` for all that is wrong."""
    return tuple(
        Article(
            key=line.key,
            name=line.cells["name"],
            kind=VEHICLE,
            nation=line.cells["nation"],
            points=line.cells["points"],
            figures={
                name: int(said) if name in NUMBERS else said
                for name, said in line.cells.items()
                if name not in ("name", "nation", "points")
            },
            status="house",
            source=f"The club's own unit sheet (option house_units), line {line.number}.",
        )
        for line in units(text, articles(edition))
    )


def find(edition: str, word: str, own: str = "") -> Article | None:
    """The vehicle whose name or key is `word`. `own`: the club's own sheet (`house`), beside the published ones."""
    return _index(edition, own).get((VEHICLE, word))


def find_mark(edition: str, word: str) -> Article | None:
    """The crew mark whose name or key is `word`."""
    return _index(edition, "").get((MARK, word))


def names(edition: str, kind: str = VEHICLE, own: str = "") -> tuple[str, ...]:
    return tuple(article.name for article in _every(edition, own) if article.kind == kind)


@lru_cache(maxsize=512)
def figures_of(edition: str, model: str, own: str = "") -> Figures:
    """The line of a model, by name or key; a blank one of a model nobody knows (any more), so that what was mustered
    once replays whatever became of its sheet."""
    article = find(edition, model, own)
    if article is None:
        return BLANK
    said = article.figures
    return Figures(
        points=article.points,
        role=said["role"],
        nation=article.nation,
        size=said["size"],
        armour=said["armour"],
        dice=_by_band(said, "dice"),
        modifiers=_by_band(said, "modifier"),
        shots=said["shots"],
        move=said["move"],
        morale=said["morale"],
        turret=said["turret"],
        soft=said["soft"],
    )


def _by_band(said: dict[str, Any], what: str) -> tuple[int, int, int]:
    short, medium, long = (int(said[f"{what}_{band}"]) for band in BANDS)
    return short, medium, long


def _every(edition: str, own: str) -> tuple[Article, ...]:
    """The published articles, then the club's; of a sheet that cannot be read, none."""
    if not own.strip():
        return articles(edition)
    try:
        return (*articles(edition), *house(edition, own))
    except Refused:
        return articles(edition)


@lru_cache(maxsize=32)
def _index(edition: str, own: str) -> dict[tuple[str, str], Article]:
    found: dict[tuple[str, str], Article] = {}
    for article in _every(edition, own):
        for word in (article.key, article.name):
            found.setdefault((article.kind, word), article)
    return found


def _article(row: dict[str, str]) -> Article:
    return Article(
        key=row["key"],
        name=row["name"],
        kind=row["kind"],
        nation=row["nation"],
        points=int(row["points"]),
        figures=_figures(row) if row["kind"] == VEHICLE else {"morale": int(row["morale"])},
        status=row["status"],
        source=row["source"],
    )


def _figures(row: dict[str, str]) -> dict[str, Any]:
    return {
        "role": row["role"],
        **{name: int(row[name]) for name in NUMBERS},
        **{name: row[name] == "yes" for name in FLAGS},
    }
