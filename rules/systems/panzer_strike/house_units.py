"""A club's own unit sheet: the columns of the unit chart (R4, B20), and which cells of a line have to fit one
another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.contract import gettext_noop as _
from rules.contract import say
from rules.declarations import Article
from rules.house_units import ROLES, Cells, Column, HouseUnit, Wrong, read

from . import tables

MOST_STEPS = 15
MOST_ARMOUR = 40
LONGEST = 8  # sections of the ruler
WEAPON = ("shell", "penetration", "die", "range")  # what every weapon has
COLUMNS = (
    Column(name="name", type="text"),
    Column(name="nation", type="text", most=20),
    Column(name="points", type="number", least=1, most=99),
    Column(name="role", type="choice", choices=ROLES),
    Column(name="drive", type="choice", choices=("T", "W", "fixed")),
    Column(name="mount", type="choice", choices=("turret", "hull", "fixed")),
    Column(name="mass", type="number", least=1, most=200),
    Column(name="speed", type="number", most=MOST_STEPS),
    Column(name="reverse", type="number", most=MOST_STEPS),
    *(
        Column(name=zone, type="number", most=MOST_ARMOUR, default=None if zone != "tracks" else 0)
        for zone in ("front", "side", "rear", "top", "tracks")
    ),
    Column(name="shell", type="choice", choices=("AP", "HE"), default=""),
    Column(name="penetration", type="number", most=MOST_ARMOUR, default=0),
    Column(name="die", type="choice", choices=("I", "II"), default=""),
    Column(name="range", type="number", most=LONGEST, default=0),
    Column(name="accuracy", type="number", most=4, default=0),
    Column(name="proximity", type="flag", default=False),
    Column(name="parabolic", type="span", least=1, most=LONGEST, default=()),
    Column(name="one_piece", type="flag", default=False),
    Column(name="recovery", type="flag", default=False),
    Column(name="model", type="text", default=""),
)


def units(text: str, published: Iterable[Article]) -> tuple[HouseUnit, ...]:
    """The units of a sheet, by line. Raises `Refused` for all that is wrong with it."""
    return read(text, COLUMNS, tables.rule("R4"), published, _faults)


def _faults(said: Cells) -> Iterator[Wrong]:
    yield from _drive(said)
    yield from _weapon(said)


def _drive(said: Cells) -> Iterator[Wrong]:
    """B20: a unit that stands still has no tracks, no speed and no crane; a unit that drives makes one step at
    least."""
    fixed = said["drive"] == "fixed"
    if fixed is not (said["mount"] == "fixed"):
        remedy = _("Write “fixed” in both columns, drive and mount, or in neither.")
        yield Wrong("mount", say(_("A weapon that does not drive, and no other, has a fixed mount.")), say(remedy))
    if fixed:
        for name in ("speed", "reverse", "tracks", "recovery"):
            if said[name]:
                yield Wrong(name, say(_("A fixed weapon has none.")), say(_("Write 0, or leave the cell blank.")))
        if said["role"] == "SPAA":
            told, remedy = _("A fixed weapon is not self-propelled."), _("Give it the role of a fixed gun.")
            yield Wrong("role", say(told), say(remedy))
    elif not said["speed"]:
        yield Wrong("speed", say(_("A vehicle makes a step at least.")), say(_("Write 1 or more.")))
    if said["reverse"] > said["speed"]:
        told, remedy = _("It is faster in reverse than ahead."), _("Write at most its speed.")
        yield Wrong("reverse", say(told), say(remedy))
    if said["one_piece"] and said["mount"] != "turret":
        told, remedy = _("Only a turret can be one piece with its hull."), _("Leave the cell blank.")
        yield Wrong("one_piece", say(told), say(remedy))


def _weapon(said: Cells) -> Iterator[Wrong]:
    """A weapon has all its figures; a unit without a weapon has none of them. Howitzers, and only they, fire
    parabolically."""
    if not said["accuracy"]:
        for name in (*WEAPON, "proximity", "parabolic"):
            if said[name]:
                told, remedy = _("Without accuracy it has no weapon."), _("Leave the cell blank, or give its accuracy.")
                yield Wrong(name, say(told), say(remedy))
        return
    for name in WEAPON:
        if not said[name]:
            told, remedy = _("Its weapon has accuracy, and this is missing."), _("Fill it in, or leave accuracy blank.")
            yield Wrong(name, say(told), say(remedy))
    if (said["shell"] == "HE") is not bool(said["parabolic"]):
        told, remedy = _("Howitzers (HE) and no others have a parabolic range."), _("Fill in both, or neither.")
        yield Wrong("parabolic", say(told), say(remedy))
