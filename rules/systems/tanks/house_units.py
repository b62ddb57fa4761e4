"""A club's own unit sheet (B16): the columns of the catalogue, and what in a line has to fit one another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.contract import gettext_noop as _
from rules.contract import say
from rules.declarations import Article
from rules.house_units import ROLES, Cells, Column, HouseUnit, Wrong, read

from . import tables

MOST = 60  # of Speed, strength and armour
COLUMNS = (
    Column(name="name", type="text"),
    Column(name="nation", type="text", most=20),
    Column(name="points", type="number", least=1, most=999),
    Column(name="role", type="choice", choices=ROLES),
    Column(name="speed", type="number", most=MOST),
    Column(name="strength", type="number", most=MOST, default=0),
    *(Column(name=facing, type="number", least=1, most=MOST) for facing in ("front", "side", "rear")),
    Column(name="range", type="number", most=240, default=0),
    Column(name="indirect", type="flag", default=False),
    Column(name="turret", type="flag", default=False),
    Column(name="skill", type="number", least=2, most=6, default=4),
    Column(name="reload", type="number", most=9, default=""),
)


def units(text: str, published: Iterable[Article]) -> tuple[HouseUnit, ...]:
    """The vehicles of a sheet, by line. Raises `Refused` for all that is wrong with it."""
    return read(text, COLUMNS, tables.rule("B16"), published, _faults)


def _faults(said: Cells) -> Iterator[Wrong]:
    """A gun has strength and range. A vehicle without a gun has no figures of one."""
    if said["strength"] and not said["range"]:
        yield Wrong("range", say(_("Its gun reaches nothing.")), say(_("Write 1 or more, or leave strength blank.")))
    if not said["strength"]:
        for name in ("range", "indirect", "reload"):
            if said[name] not in ("", 0, False) or (name == "reload" and said[name] != ""):
                told, remedy = _("Without strength it has no gun."), _("Leave the cell blank, or give its strength.")
                yield Wrong(name, say(told), say(remedy))
    if said["role"].startswith("fixed") is not (said["speed"] == 0):
        told, remedy = _("Fixed guns, and no others, have Speed 0."), _("Write another role, or another Speed.")
        yield Wrong("speed", say(told), say(remedy))
