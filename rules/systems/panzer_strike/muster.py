"""From the forces and the board asked for to those that fight (R3, R5, R8, R67).

All faults of the forces are named at once. Organisers may let faults pass, except those that leave nothing to play
with.
"""

from __future__ import annotations

from typing import Any

import msgspec

from rules.contract import Muster, Mustered, Unit, at_once, say
from rules.contract import gettext_noop as _
from rules.kit import musters
from rules.kit.options import settle_options
from rules.kit.words import told_apart

from . import tables
from .board import Board, Unreadable, read
from .boards import HOUSE, faults_of_zones, house_map, is_name
from .catalogue import ANTI_AIRCRAFT, COMMAND_TANK, DOZER_BLADE, NO_RADIO, ONE_PIECE, figures_of, house
from .dicebox import dicebox
from .editions import numbers_names
from .forces import faults_of, fielded, wreck_id
from .geometry import name
from .lookup import refused
from .state import Condition, Miniature, State, Wreck


def muster(command: Muster) -> Mustered:
    """The forces as they start, on a board that is written out. Raises `Refused` naming unit, option or board: all
    faults of the forces at once, except those that `command.waivers` let pass."""
    edition = musters.edition_of(command, tables.EDITIONS, tables.rule("R1"))
    scenario = musters.scenario_of(command, tables.SCENARIOS, tables.rule("R67"))
    options = dict(sorted(settle_options(tables.OPTIONS, command.options, tables.rule("section 1")).items()))
    _dice(options)
    own = str(options.get(tables.HOUSE_UNITS, ""))
    house(edition, own)
    text, board = _board(command, scenario)
    musters.check_two_sides(command, tables.rule("R1"))
    sides = sorted(command.sides)
    none_such, known = _("There is no unit “%(unit)s”."), _("Units: %(units)s.")
    faults = list(musters.strays(command, tables.NUMBER, "R4", none_such, known))
    marks = command.fittings
    units = [one for unit in command.units if (one := fielded(edition, unit, marks.get(unit.id, ()), faults, own))]
    faults += faults_of(sides, units, scenario, options, board)
    if len(units) == len(command.units):
        faults += faults_of_zones(sides, units, scenario, board)
    at_once(musters.not_waived(faults, command, tables.rule("R3")))
    return musters.mustered(
        command,
        edition=edition,
        scenario=scenario,
        options=options,
        board={"map": text},
        units=(musters.as_mustered(one.unit, one.article, one.marks) for one in units),
    )


def _dice(options: dict[str, Any]) -> None:
    try:
        dicebox(options)
    except Unreadable as wrong:
        raise refused("A2", "options", wrong.text, wrong.remedy) from None


def _board(command: Muster, scenario: str) -> tuple[str, Board]:
    """The map of the battle, and the board that it draws. A house board is written out, so that the log needs nothing
    else."""
    said = settle_options(tables.BOARD, command.board, tables.rule("R1"), "board")
    asked = str(said["map"])
    text = house_map(asked, scenario) or asked
    if is_name(text):
        raise refused(
            "R1",
            "board.map",
            say(_("There is no board “%(name)s”."), name=text.strip()[:40]),
            say(_("Boards: %(names)s; or draw one, row by row."), names=", ".join(HOUSE)),
            code="unknown",
        )
    try:
        return text, read(text)
    except Unreadable as wrong:
        raise refused("R1", "board.map", wrong.text, wrong.remedy) from None


def start(muster: Mustered) -> State:
    """The battle as mustered. It holds board, dice and every figure that a later report needs, so that the fold reads
    no table."""
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
    """The unit as earlier battles left it, before it is deployed. Repairs under way go on; the round of the damage no
    longer matters."""
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
