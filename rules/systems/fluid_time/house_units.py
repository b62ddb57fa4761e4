"""A club's own unit sheet (A21): the columns of the catalogue, and which cells of a line have to fit one another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.contract import gettext_noop as _
from rules.contract import say
from rules.declarations import Article
from rules.house_units import Cells, Column, HouseUnit, Wrong, read

from . import tables

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
