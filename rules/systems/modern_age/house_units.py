"""A club's own models: the columns of its sheet, and which cells of a line have to fit one another (RULES.md, "House
models").

They have the figures of the catalogue's models and the special rules of the rulebook, but no effects of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rules.contract import gettext_noop as _
from rules.contract import say
from rules.declarations import Article
from rules.house_units import Cells, Column, HouseUnit, Wrong, read

from .tables import FAST_SPEED, FORWARD_FIRING, NUMBER, TANK_SPEED

NATIONS = ("USA", "UK", "France", "West Germany", "USSR")  # countries with a platoon card
OF_TANKS = {
    "fast": "Fast",
    "wheeled": "Wheeled",
    "scout": "Scout",
    "hammerhead": "Hammerhead",
    "spearhead": "Spearhead",
    "artillery": "Artillery",
    "brutal": "Brutal",
    "forward_firing": FORWARD_FIRING,
}
OF_HELICOPTERS = {"predator": "Predator"}
COLUMNS = (
    Column(name="name", type="text", most=60),
    Column(name="nation", type="choice", choices=NATIONS),
    Column(name="points", type="number", least=1, most=200),
    Column(name="type", type="choice", choices=("tank", "helicopter")),
    Column(name="initiative", type="number", most=15),
    Column(name="attack", type="number", most=9),
    Column(name="defence", type="number", most=6),
    Column(name="capacity", type="number", least=1, most=30),
    Column(name="crew_slots", type="number", most=6),
    Column(name="ammo_slots", type="number", most=6, default=0),
    Column(name="rapid_fire", type="number", most=12, default=0),
    Column(name="missiles", type="number", most=12, default=0),
    Column(name="stabiliser", type="choice", choices=("Stabiliser", "Advanced Stabiliser"), default=""),
    *(Column(name=name, type="flag", default=False) for name in (*OF_TANKS, *OF_HELICOPTERS)),
)


def models(text: str, published: Iterable[Article]) -> tuple[Article, ...]:
    """The models of a sheet. Raises `Refused` for all that is wrong with it, by line and column."""
    return tuple(_article(line) for line in read(text, COLUMNS, f"{NUMBER} R3", published, _faults))


def _faults(said: Cells) -> Iterator[Wrong]:
    """R12, R19, R24, R37: some figures are for tanks only; Ammo slots and Predator are for helicopters only."""
    helicopter = said["type"] == "helicopter"
    wrong = (*OF_TANKS, "stabiliser") if helicopter else (*OF_HELICOPTERS, "ammo_slots")
    told = _("A helicopter has none of that.") if helicopter else _("A tank has none of that.")
    for name in wrong:
        if said[name]:
            yield Wrong(name, say(told), say(_("Leave the cell blank.")))


def _article(line: HouseUnit) -> Article:
    said = line.cells
    return Article(
        key=line.key,
        name=said["name"],
        kind="model",
        nation=said["nation"],
        points=said["points"],
        figures=_figures(said),
        status="house",
        source=f"The club's own sheet (option house_units), line {line.number}.",
    )


def _figures(said: Cells) -> dict[str, Any]:
    """The same figures as those of a published model."""
    helicopter = said["type"] == "helicopter"
    found: dict[str, Any] = {name: said[name] for name in ("type", "initiative", "attack", "defence", "crew_slots")}
    if helicopter:
        found["ammo_slots"] = said["ammo_slots"]
    return found | {
        "damage_capacity": said["capacity"],
        "speed": FAST_SPEED if helicopter or said["fast"] else TANK_SPEED,
        "keywords": sorted(_keywords(said)),
        "effects": [],
        "summary": "",
    }


def _keywords(said: Cells) -> Iterator[str]:
    yield from (word for name, word in (OF_TANKS | OF_HELICOPTERS).items() if said[name])
    yield from (f"{word} ({said[name]})" for name, word in DICE.items() if said[name])
    if said["stabiliser"]:
        yield said["stabiliser"]


DICE = {"rapid_fire": "Rapid Fire", "missiles": "Missiles"}
