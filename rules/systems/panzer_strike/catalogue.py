"""The units of `catalogue.csv` with the source of each figure, and the marks one of them may carry."""

from __future__ import annotations

import csv
from functools import cache
from importlib.resources import files
from typing import Any

from rules.declarations import Article

from .state import Figures

UNIT, MARK = "unit", "mark"
COMMAND_TANK, NO_RADIO, DOZER_BLADE, ONE_PIECE = "Command tank", "No radio", "Dozer blade", "One-piece model"
ANTI_AIRCRAFT = "SPAA"  # the role of R67


@cache
def articles(edition: str) -> tuple[Article, ...]:
    """Every article, in the order of the file; all editions have the same. Of a unit, `figures` has the unit chart's
    line in the words of `Figures` (shell: AP or HE), and as `published` which of them the rulebook prints, and where.
    """
    text = files(__package__).joinpath("catalogue.csv").read_text(encoding="utf-8")
    return tuple(_article(row) for row in csv.DictReader(text.splitlines()))


def find(edition: str, kind: str, word: str) -> Article | None:
    """The article whose name or key is `word`."""
    return _index(edition).get((kind, word))


def names(edition: str, kind: str) -> tuple[str, ...]:
    return tuple(article.name for article in articles(edition) if article.kind == kind)


@cache
def figures_of(edition: str, model: str) -> Figures:
    """The line of the unit chart of a model the catalogue knows, by name or key."""
    article = _index(edition)[UNIT, model]
    said = article.figures
    one = {name: said[name] for name in Figures.__struct_fields__ if name in said}
    return Figures(
        **one
        | {
            "effectiveness": article.points,
            "howitzer": said["shell"] == "HE",
            "parabolic": tuple(said["parabolic"]) or None,
        }
    )


@cache
def _index(edition: str) -> dict[tuple[str, str], Article]:
    found: dict[tuple[str, str], Article] = {}
    for article in articles(edition):
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
        figures=_figures(row) if row["kind"] == UNIT else {},
        status=row["status"],
        source=row["source"],
    )


def _figures(row: dict[str, str]) -> dict[str, Any]:
    """Drives are T, W (half-tracks too: they move on wheels, R4) or "fixed"; `parabolic` is two numbers or none."""
    numbers = ("mass", "speed", "reverse", "front", "side", "rear", "top", "tracks", "penetration", "range", "accuracy")
    said: dict[str, Any] = {name: row[name] for name in ("role", "drive", "mount", "shell", "die", "model")}
    said |= {name: int(row[name]) for name in numbers}
    said |= {name: row[name] == "yes" for name in ("proximity", "one_piece", "recovery")}
    said["parabolic"] = [int(end) for end in row["parabolic"].split("-") if end]
    said["published"] = [one for one in row["published"].split("; ") if one]
    return said
