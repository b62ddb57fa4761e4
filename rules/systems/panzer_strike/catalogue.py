"""The units of `catalogue.csv` with the source of each figure, and the marks one of them may carry."""

from __future__ import annotations

import csv
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from rules.contract import Refused
from rules.declarations import Article
from rules.house import Cells

from .editions import is_light_below_five_tonnes
from .house_units import units
from .state import Figures
from .tables import LIGHT_WEAPON, LIGHT_WEAPON_AT_FIRST

UNIT, MARK = "unit", "mark"
COMMAND_TANK, NO_RADIO, DOZER_BLADE, ONE_PIECE = "Command tank", "No radio", "Dozer blade", "One-piece model"
ANTI_AIRCRAFT = "SPAA"  # the role of R67
BLANK = Figures(
    effectiveness=0,
    role="",
    drive="T",
    mount="hull",
    mass=5,
    speed=1,
    reverse=1,
    front=0,
    side=0,
    rear=0,
    top=0,
    tracks=0,
    howitzer=False,
    penetration=0,
    die="",
    range=0,
    accuracy=0,
    proximity=False,
    parabolic=None,
    one_piece=False,
    recovery=False,
)


@cache
def articles(edition: str) -> tuple[Article, ...]:
    """Every article, in the order of the file; all editions have the same. Of a unit, `figures` has the unit chart's
    line in the words of `Figures` (shell: AP or HE), and as `published` which of them the rulebook prints, and where.
    """
    text = files(__package__).joinpath("catalogue.csv").read_text(encoding="utf-8")
    return tuple(_article(row) for row in csv.DictReader(text.splitlines()))


@lru_cache(maxsize=32)
def house(edition: str, text: str) -> tuple[Article, ...]:
    """The units of a club's own sheet, by CSV (the option `house_units`). Raises `Refused` for all that is wrong."""
    return tuple(
        Article(
            key=line.key,
            name=line.cells["name"],
            kind=UNIT,
            nation=line.cells["nation"],
            points=line.cells["points"],
            figures=_own_figures(line.cells),
            status="house",
            source=f"The club's own unit sheet (option house_units), line {line.number}.",
        )
        for line in units(text, articles(edition))
    )


def find(edition: str, kind: str, word: str, own: str = "") -> Article | None:
    """The article whose name or key is `word`. `own`: the club's own sheet (`house`), beside the published
    units."""
    return _index(edition, own).get((kind, word))


def names(edition: str, kind: str, own: str = "") -> tuple[str, ...]:
    return tuple(article.name for article in _every(edition, own) if article.kind == kind)


@lru_cache(maxsize=512)
def figures_of(edition: str, model: str, own: str = "") -> Figures:
    """The line of the unit chart of a model, by name or key; a blank one of a model nobody knows (any more), so that
    what was mustered once replays whatever became of its sheet."""
    article = find(edition, UNIT, model, own)
    if article is None:
        return BLANK
    said = article.figures
    one = {name: said[name] for name in Figures.__struct_fields__ if name in said}
    return Figures(
        **one
        | {
            "effectiveness": article.points,
            "howitzer": said["shell"] == "HE",
            "parabolic": tuple(said["parabolic"]) or None,
            "turns": _turns(edition, said["mass"]) if said["drive"] == "fixed" else 0,
        }
    )


def _turns(edition: str, mass: int) -> int:
    """R47: how often a fixed weapon of this mass turns by 45 degrees in a round."""
    if is_light_below_five_tonnes(edition):
        return 2 if mass < LIGHT_WEAPON else 1
    return 2 if mass <= LIGHT_WEAPON_AT_FIRST else 1


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
        figures=_figures(row) if row["kind"] == UNIT else {},
        status=row["status"],
        source=row["source"],
    )


def _own_figures(said: Cells) -> dict[str, Any]:
    """As of a published unit; nothing of it is printed anywhere."""
    others = ("name", "nation", "points")
    figures = {name: value for name, value in said.items() if name not in others}
    return {**figures, "parabolic": list(said["parabolic"]), "published": []}


def _figures(row: dict[str, str]) -> dict[str, Any]:
    """Drives are T, W (half-tracks too: they move on wheels, R4) or "fixed"; `parabolic` is two numbers or none."""
    numbers = ("mass", "speed", "reverse", "front", "side", "rear", "top", "tracks", "penetration", "range", "accuracy")
    said: dict[str, Any] = {name: row[name] for name in ("role", "drive", "mount", "shell", "die", "model")}
    said |= {name: int(row[name]) for name in numbers}
    said |= {name: row[name] == "yes" for name in ("proximity", "one_piece", "recovery")}
    said["parabolic"] = [int(end) for end in row["parabolic"].split("-") if end]
    said["published"] = [one for one in row["published"].split("; ") if one]
    return said
