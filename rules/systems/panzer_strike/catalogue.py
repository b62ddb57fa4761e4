"""The units of `catalogue.csv` with the source of each figure, and the marks that a unit may carry."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from rules.declarations import Article
from rules.house_units import Cells
from rules.kit.catalogue import Catalogue, article, rows

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
    """Every article, in the order of the file; all editions have the same. A unit's `figures` are its line of the unit
    chart, with the names of `Figures` (shell: AP or HE); `published` says which of them the rulebook prints, and
    where."""
    found = rows(__package__)
    return tuple(article(row, _figures(row) if row["kind"] == UNIT else {}) for row in found)


def _own_figures(said: Cells) -> dict[str, Any]:
    """The same figures as those of a published unit; `published` is empty."""
    others = ("name", "nation", "points")
    figures = {name: value for name, value in said.items() if name not in others}
    return {**figures, "parabolic": list(said["parabolic"]), "published": []}


CATALOGUE = Catalogue(articles, UNIT, units, _own_figures)
house = CATALOGUE.house  # edition and text of the option `house_units`
find, names = CATALOGUE.find, CATALOGUE.names


@lru_cache(maxsize=512)
def figures_of(edition: str, model: str, own: str = "") -> Figures:
    """The figures of a model, by name or key. A model that is not known (any more) has blank ones, so that an old
    battle replays whatever became of the club's sheet."""
    known = find(edition, UNIT, model, own)
    if known is None:
        return BLANK
    said = known.figures
    one = {name: said[name] for name in Figures.__struct_fields__ if name in said}
    return Figures(
        **one
        | {
            "effectiveness": known.points,
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


def _figures(row: dict[str, str]) -> dict[str, Any]:
    """Drives are T, W (also for half-tracks, which move on wheels, R4) or "fixed"; `parabolic` is two numbers or
    none."""
    numbers = ("mass", "speed", "reverse", "front", "side", "rear", "top", "tracks", "penetration", "range", "accuracy")
    said: dict[str, Any] = {name: row[name] for name in ("role", "drive", "mount", "shell", "die", "model")}
    said |= {name: int(row[name]) for name in numbers}
    said |= {name: row[name] == "yes" for name in ("proximity", "one_piece", "recovery")}
    said["parabolic"] = [int(end) for end in row["parabolic"].split("-") if end]
    said["published"] = [one for one in row["published"].split("; ") if one]
    return said
