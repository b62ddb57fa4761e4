"""The vehicles of `catalogue.csv` with the source of each figure, and those of a club's own sheet."""

from __future__ import annotations

import csv
from functools import cache, lru_cache
from importlib.resources import files

import msgspec

from rules.contract import Refused
from rules.declarations import Article

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
    """Every article, in the order of the file; all editions have the same. `figures` are in the words of `Figures`."""
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
            figures={name: said for name, said in line.cells.items() if name not in ("name", "nation", "points")},
            status="house",
            source=f"The club's own unit sheet (option house_units), line {line.number}.",
        )
        for line in units(text, articles(edition))
    )


def find(edition: str, word: str, own: str = "") -> Article | None:
    """The article whose name or key is `word`. `own`: the club's own sheet (`house`), beside the published ones."""
    return _index(edition, own).get(word)


def names(edition: str, own: str = "") -> tuple[str, ...]:
    return tuple(article.name for article in _every(edition, own))


@lru_cache(maxsize=512)
def figures_of(edition: str, model: str, own: str = "") -> Figures:
    """The line of a model, by name or key; a blank one of a model nobody knows (any more), so that what was mustered
    once replays whatever became of its sheet."""
    article = find(edition, model, own)
    if article is None:
        return BLANK
    said = {name: value for name, value in article.figures.items() if value != ""}
    return msgspec.convert({**said, "points": article.points}, Figures)


def _every(edition: str, own: str) -> tuple[Article, ...]:
    """The published articles, then the club's; of a sheet that cannot be read, none."""
    if not own.strip():
        return articles(edition)
    try:
        return (*articles(edition), *house(edition, own))
    except Refused:
        return articles(edition)


@lru_cache(maxsize=32)
def _index(edition: str, own: str) -> dict[str, Article]:
    found: dict[str, Article] = {}
    for article in _every(edition, own):
        for word in (article.key, article.name):
            found.setdefault(word, article)
    return found


def _article(row: dict[str, str]) -> Article:
    return Article(
        key=row["key"],
        name=row["name"],
        kind=row["kind"],
        nation=row["nation"],
        points=int(row["points"]),
        figures={
            "role": row["role"],
            **{name: int(row[name]) for name in NUMBERS},
            **{name: row[name] == "yes" for name in FLAGS},
        },
        status=row["status"],
        source=row["source"],
    )
