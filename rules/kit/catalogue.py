"""A rulebook's catalogue, a CSV file in its folder, and the articles of a club's own sheet."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any, TypeVar

from rules.contract import Refused, RuleSystem
from rules.declarations import Article
from rules.house_units import OPTION, Cells, HouseUnit

Articles = tuple[Article, ...]
F = TypeVar("F")


def articles(system: RuleSystem, edition: str, options: Mapping[str, Any]) -> tuple[Article, ...]:
    """The published catalogue and the club's own units by `options`; none of a text that cannot be read."""
    published, text = tuple(system.catalogue(edition)), options.get(OPTION)
    if system.house is None or not isinstance(text, str) or not text.strip():
        return published
    try:
        return (*published, *system.house(edition, text))
    except Refused:
        return published


def rows(package: str | None, file: str = "catalogue.csv") -> list[dict[str, str]]:
    """The lines of a rulebook's file; `package` is its `__package__`."""
    assert package is not None
    return list(csv.DictReader(files(package).joinpath(file).read_text(encoding="utf-8").splitlines()))


def article(row: Mapping[str, str], figures: Mapping[str, Any]) -> Article:
    """An article with the columns that every catalogue has."""
    return Article(
        key=row["key"],
        name=row["name"],
        kind=row["kind"],
        nation=row["nation"],
        points=int(row["points"]),
        figures=dict(figures),
        status=row["status"],
        source=row["source"],
    )


def unit_figures(row: Mapping[str, str], numbers: Iterable[str], flags: Iterable[str]) -> dict[str, Any]:
    """The figures of a unit: its role, and the columns that hold a number or "yes"."""
    return {
        "role": row["role"],
        **{name: int(row[name]) for name in numbers},
        **{name: row[name] == "yes" for name in flags},
    }


class Catalogue:
    """The articles published in an edition, and the club's own beside them. `own` is the text of the club's sheet.

    `read` reads such a sheet, given what is published; its units are of `kind`, and `figures` makes their figures.
    `sheet`: what their source calls it.
    """

    def __init__(
        self,
        published: Callable[[str], Articles],
        kind: str,
        read: Callable[[str, Articles], Iterable[HouseUnit]],
        figures: Callable[[Cells], Mapping[str, Any]],
        sheet: str = "The club's own unit sheet",
    ) -> None:
        self.published, self.kind, self.read, self.figures, self.sheet = published, kind, read, figures, sheet
        self.house = lru_cache(maxsize=32)(self._house)
        self._index = lru_cache(maxsize=32)(self._indexed)

    def _house(self, edition: str, text: str) -> Articles:
        """The units of a club's own sheet, by CSV. Raises `Refused` for all that is wrong with it."""
        return tuple(
            Article(
                key=line.key,
                name=line.cells["name"],
                kind=self.kind,
                nation=line.cells["nation"],
                points=line.cells["points"],
                figures=dict(self.figures(line.cells)),
                status="house",
                source=f"{self.sheet} (option house_units), line {line.number}.",
            )
            for line in self.read(text, self.published(edition))
        )

    def every(self, edition: str, own: str = "") -> Articles:
        """The published articles, then the club's; none of a sheet that cannot be read."""
        if not own.strip():
            return self.published(edition)
        try:
            return (*self.published(edition), *self.house(edition, own))
        except Refused:
            return self.published(edition)

    def find(self, edition: str, kind: str, word: str, own: str = "") -> Article | None:
        """The article of this kind whose name or key is `word`."""
        return self._index(edition, own).get((kind, word))

    def look_up(self, read: Callable[[Article], F], blank: F) -> Callable[..., F]:
        """The look-up of a unit's figures by edition, name or key, and `own`; `read` makes them of its article.

        A model that is not known (any more) has `blank` ones, so that an old battle replays whatever became of the
        club's sheet.
        """

        @lru_cache(maxsize=512)
        def figures_of(edition: str, model: str, own: str = "") -> F:
            known = self.find(edition, self.kind, model, own)
            return blank if known is None else read(known)

        return figures_of

    def names(self, edition: str, kind: str, own: str = "") -> tuple[str, ...]:
        return tuple(one.name for one in self.every(edition, own) if one.kind == kind)

    def _indexed(self, edition: str, own: str) -> dict[tuple[str, str], Article]:
        found: dict[tuple[str, str], Article] = {}
        for one in self.every(edition, own):
            for word in (one.key, one.name):
                found.setdefault((one.kind, word), one)
        return found
