"""The vehicles and crew marks of `catalogue.csv` with the source of each figure, and the vehicles of a club's own sheet
(A21)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import msgspec

from rules.contract import gettext_noop as _
from rules.contract import say
from rules.declarations import Article
from rules.house_units import Cells, Column, HouseUnit, Wrong, read
from rules.kit.catalogue import Catalogue, article, rows, unit_figures

from . import tables
from .state import Figures

ROLES = (
    "light",
    "medium",
    "heavy",
    "tank destroyer",
    "assault gun",
    "armoured car",
    "SP howitzer",
    "SPAA",
    "soft vehicle",
    "recovery",
    "fixed AT gun",
)
BANDS = ("short", "medium", "long")
MODIFIERS = tuple(str(number) for number in range(-5, 6))


def _modifier(name: str, default: str) -> Column:
    """A figure that may be negative is a choice of a few."""
    return Column(name=name, type="choice", choices=MODIFIERS, default=default)


COLUMNS = (
    Column(name="name", type="text"),
    Column(name="nation", type="text", most=20),
    Column(name="points", type="number", least=1, most=999),
    Column(name="role", type="choice", choices=ROLES),
    Column(name="size", type="number", least=1, most=10),
    Column(name="armour", type="number", least=1, most=99),
    *(Column(name=f"dice_{band}", type="number", most=12, default=0) for band in BANDS),
    *(_modifier(f"modifier_{band}", value) for band, value in zip(BANDS, ("1", "0", "-2"), strict=True)),
    Column(name="shots", type="number", least=1, most=6, default=1),
    Column(name="move", type="number", most=60),
    Column(name="turret", type="flag", default=False),
    Column(name="soft", type="flag", default=False),
    _modifier("morale", "0"),
)


def units(text: str, published: Iterable[Article]) -> tuple[HouseUnit, ...]:
    """The vehicles of a sheet, by line. Raises `Refused` for all that is wrong with it."""
    return read(text, COLUMNS, tables.rule("A21"), published, _faults)


def _faults(said: Cells) -> Iterator[Wrong]:
    """A gun reaches every band up to its last. A vehicle that neither drives nor fires is no unit. Fixed guns do not
    move."""
    dice = [said[f"dice_{band}"] for band in BANDS]
    for nearer, farther, band in zip(dice, dice[1:], BANDS, strict=False):
        if farther and not nearer:
            told = say(_("Its gun reaches farther than this, and has no dice here."))
            yield Wrong(f"dice_{band}", told, say(_("Write 1 or more, or leave those of the longer ranges blank.")))
    if not said["move"] and not any(dice):
        idle = say(_("It neither drives nor fires."))
        yield Wrong("move", idle, say(_("Write a move of 1 or more, or the dice of its gun.")))
    if said["role"] == "fixed AT gun" and said["move"]:
        yield Wrong("move", say(_("Fixed guns do not move.")), say(_("Write another role, or a move of 0.")))


VEHICLE, MARK = "vehicle", "mark"
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
