"""The units of `catalogue.csv` with the source of each figure, those of a club's own sheet (R4, B20), and the marks
that a unit may carry."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import Any

from rules.contract import gettext_noop as _
from rules.contract import say
from rules.declarations import Article
from rules.house_units import ROLES, Cells, Column, HouseUnit, Wrong, read
from rules.kit.catalogue import Catalogue, article, rows

from . import tables
from .editions import is_light_below_five_tonnes
from .state import Figures
from .tables import LIGHT_WEAPON, LIGHT_WEAPON_AT_FIRST

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
