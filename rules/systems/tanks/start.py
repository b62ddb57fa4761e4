"""From the muster to the table before the first report."""

from __future__ import annotations

import msgspec

from rules.contract import Mustered, Unit

from . import tables
from .catalogue import figures_of
from .editions import keeps_every_contact
from .state import Condition, OneContact, OneContactState, State, Vehicle


def start(muster: Mustered) -> State:
    """The battle as mustered: every figure a later report needs is in it, so that the fold reads no table."""
    kind = State if keeps_every_contact(muster.edition) else OneContactState
    return kind(
        edition=muster.edition,
        scenario=muster.scenario,
        sides=tuple(sorted(muster.sides)),
        options=muster.options,
        units={unit.id: _vehicle(muster, unit) for unit in muster.units},
    )


def _vehicle(muster: Mustered, unit: Unit) -> Vehicle:
    """What is left of it; smoke is restocked, and who retreated has come again (section 5)."""
    figures = figures_of(muster.edition, unit.model, str(muster.options.get(tables.HOUSE_UNITS, "")))
    condition = msgspec.convert(unit.condition, Condition)
    kind = Vehicle if keeps_every_contact(muster.edition) else OneContact
    return kind(
        id=unit.id,
        side=unit.side,
        name=unit.name or unit.model,
        model=unit.model,
        figures=figures,
        skill=condition.skill or figures.skill,
        tracked=condition.tracked,
        gun_out=condition.gun_out,
    )
