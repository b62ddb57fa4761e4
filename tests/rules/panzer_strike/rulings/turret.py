"""Rulings of turrets that are traversed (R14, R35, B12, B13)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.systems.panzer_strike.state import State
from rules.systems.panzer_strike.tables import FREE_TRAVERSE, TRAVERSE
from rules.systems.panzer_strike.turrets import Traversed, _between

from .naming import those


def met(before: State, event: Traversed) -> Iterator[str]:
    unit, free = before.units[event.unit], bool(before.options["free_turrets"])
    turned, whole = _between(unit.turret_was, event.turret), unit.figures.all_round
    yield from those(
        {
            "R14 by 45 degrees": not free and turned == 45,
            "R14 by 90 degrees": not free and turned == TRAVERSE,
            "R14 back to where it stood": not turned,
            "R14 by option 3: by more than 90 degrees": free and TRAVERSE < turned <= FREE_TRAVERSE,
            "R14 by option 3: by 135 degrees": free and turned == FREE_TRAVERSE,
            "R14 by option 3: between the eight directions": event.turret % 45,
            "R14 by option 3: at a unit": event.at in before.units,
            "R14 by option 3: at a wall": event.at and event.at not in before.units,
            "B13 in one piece with its hull it faces anywhere": whole
            and turned > (FREE_TRAVERSE if free else TRAVERSE),
            "B12 traverses after its steps": unit.used,
            "R35 immobilised it traverses": unit.mobility == "immobilised",
        }
    )
