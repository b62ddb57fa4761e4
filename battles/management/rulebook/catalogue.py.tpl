"""The models and cards, read from catalogue.csv, each with the source of its figures."""

from __future__ import annotations

import csv
from functools import cache
from importlib import resources

from rules.declarations import Article


@cache
def articles(edition: str) -> tuple[Article, ...]:
    """Every model and card of an edition (they are the same in all of them so far)."""
    text = resources.files(__package__).joinpath("catalogue.csv").read_text(encoding="utf-8")
    return tuple(_article(row) for row in csv.DictReader(text.splitlines()))


def _article(row: dict[str, str]) -> Article:
    return Article(
        key=row["key"],
        name=row["name"],
        kind=row["kind"],
        nation=row["nation"],
        points=int(row["points"]),
        figures={name: int(row[name]) for name in ("attack", "armour") if row[name]},
        status=row["status"],
        source=row["source"],
    )


@cache
def vehicles(edition: str) -> dict[str, Article]:
    """The vehicles by name."""
    return {article.name: article for article in articles(edition) if article.kind == "vehicle"}


@cache
def cards(edition: str) -> dict[str, Article]:
    """The cards by name."""
    return {article.name: article for article in articles(edition) if article.kind == "card"}
