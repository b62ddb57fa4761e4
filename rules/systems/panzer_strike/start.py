"""From the muster to the board before the first report."""

from __future__ import annotations

import msgspec

from rules.contract import Mustered, Unit
from rules.naming import told_apart

from . import tables
from .board import read
from .catalogue import ANTI_AIRCRAFT, COMMAND_TANK, DOZER_BLADE, NO_RADIO, ONE_PIECE, figures_of
from .dicebox import dicebox
from .editions import numbers_names
from .forces import wreck_id
from .geometry import name
from .state import Condition, Miniature, State, Wreck


def start(muster: Mustered) -> State:
    """The battle as mustered: board, dice and every figure a later report needs are in it, so that the fold reads no
    table."""
    board = read(muster.board["map"])
    names = told_apart(muster.units)
    return State(
        edition=muster.edition,
        scenario=muster.scenario,
        sides=tuple(sorted(muster.sides)),
        options=muster.options,
        board=board,
        dice=dicebox(muster.options),
        units={unit.id: _miniature(muster, unit, names[unit.id]) for unit in muster.units},
        wrecks={
            wreck_id(square): Wreck(id=wreck_id(square), mass=mass, square=name(square))
            for square, mass in board.wrecks.items()
        },
        walls=tuple(name(square) for square in sorted(board.of("wall"))),
    )


def _miniature(muster: Mustered, unit: Unit, called: str) -> Miniature:
    """What is left of it, before it is deployed. Repairs under way go on; the round of the damage is long past."""
    figures = figures_of(muster.edition, unit.model, str(muster.options.get(tables.HOUSE_UNITS, "")))
    condition = msgspec.convert(unit.condition, Condition)
    marks = {fitting.name for fitting in unit.fittings}
    if ONE_PIECE in marks:
        figures = msgspec.structs.replace(figures, one_piece=True)
    return Miniature(
        id=unit.id,
        side=unit.side,
        name=called if numbers_names(muster.edition) else unit.name or unit.model,
        called=called,
        model=unit.model,
        figures=figures,
        commands=COMMAND_TANK in marks and bool(muster.options["command_tank"]),
        radio=figures.is_vehicle and NO_RADIO not in marks,
        dozer=DOZER_BLADE in marks,
        objective=muster.scenario == tables.BASIC and figures.role == ANTI_AIRCRAFT,
        gunnery=condition.gunnery or 0,
        haste=condition.haste or 0,
        injured=condition.injured,
        mobility=condition.mobility,
        timer=condition.timer,
    )
