"""From the muster to the table before the first report."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from rules.contract import Mustered, Unit

from . import tables
from .catalogue import figures_of
from .decktext import Deck, Platoon
from .marks import marks_of, morale, points_of
from .platoons import divide
from .posted import deck_of, sides_of
from .state import Condition, Figures, State, Vehicle


def start(muster: Mustered) -> State:
    """The battle as mustered: every figure a later report needs is in it, so that the fold reads no table."""
    deck, sides = deck_of(muster.scenario, muster.options), sides_of(muster.scenario)
    division = _division(muster, deck)
    units = {unit.id: _vehicle(muster, unit, division) for unit in muster.units}
    return State(
        edition=muster.edition,
        scenario=muster.scenario,
        sides=sides,
        options=muster.options,
        rows={side: _row(muster, place, side, units) for place, side in zip(("first", "second"), sides, strict=True)},
        units=units,
        deck=deck.cards,
    )


def _division(muster: Mustered, deck: Deck) -> dict[str, Platoon]:
    return divide(str(muster.board.get("platoons", "")), deck, muster.units)[0]


def _vehicle(muster: Mustered, unit: Unit, division: Mapping[str, Platoon]) -> Vehicle:
    """What is left of it: suppression has cleared, and who left the table has come again (section 5)."""
    figures = figures_of(muster.edition, unit.model, str(muster.options.get(tables.HOUSE_UNITS, "")))
    condition = msgspec.convert(unit.condition, Condition)
    russian = _nation(muster, unit, figures) == tables.RUSSIANS
    points = figures.points + points_of(muster.edition, [mark.name for mark in unit.fittings])
    return Vehicle(
        id=unit.id,
        side=unit.side,
        name=unit.name or unit.model,
        model=unit.model,
        figures=msgspec.structs.replace(figures, points=points),
        platoon=division[unit.id][1],
        morale=morale(figures, marks_of(muster.edition, unit.fittings), condition, russian),
        russian=russian,
        gun_out=condition.gun_out,
        immobile=condition.immobile,
    )


def _nation(muster: Mustered, unit: Unit, figures: Figures) -> str:
    """A crew's: that of its vehicle; or, by option, of its side, which is that of its name or of its first vehicle."""
    if tables.chosen(muster.options, "nationality") == "vehicle":
        return figures.nation
    first = next(one.model for one in muster.units if one.side == unit.side)
    own = str(muster.options.get(tables.HOUSE_UNITS, ""))
    return tables.NATIONS.get(unit.side) or figures_of(muster.edition, first, own).nation


def _row(muster: Mustered, place: str, side: str, units: Mapping[str, Vehicle]) -> str:
    """A12: whose support tables a side has, by option or by its first vehicle."""
    asked = str(muster.options[f"support_{place}"])
    if asked != "nation":
        return asked
    figures: Figures | None = next((unit.figures for unit in units.values() if unit.side == side), None)
    return "russian" if figures and figures.nation == tables.RUSSIANS else "german"
