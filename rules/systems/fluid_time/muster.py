"""From the forces asked for to those that fight: every fault of forces, deck and platoons is named at once. Organisers
let faults pass; not those that leave nothing to play with.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from rules.contract import Fitting, Muster, Mustered, Refused, Unit, at_once, say
from rules.contract import gettext_noop as _
from rules.declarations import Scenario
from rules.options import settle_options
from rules.stream import dice

from . import platoons, tables
from .catalogue import house
from .forces import Fielded, faults_of, fielded
from .posted import deck_of
from .refusals import refused
from .texts import faults_of_deck, faults_of_platoons


def muster(command: Muster) -> Mustered:
    """The forces as they start, their platoons spelled out. Raises `Refused` naming unit, option or line: all faults at
    once, but for those that `command.waivers` let pass."""
    edition, scenario = _edition(command), _scenario(command)
    options = dict(sorted(settle_options(tables.OPTIONS, command.options, tables.rule("section 6")).items()))
    board = settle_options(tables.BOARD, command.board, tables.rule("A3"), "board")
    own = str(options.get(tables.HOUSE_UNITS, ""))
    house(edition, own)
    _sides(command, scenario)
    faults = list(_strays(command))
    cards = command.fittings
    units = [one for unit in command.units if (one := fielded(edition, unit, cards.get(unit.id, ()), faults, own))]
    if len(units) == len(command.units):
        faults += faults_of(scenario.sides, units, options)
    faults += _faults_of_text(command, scenario, options, board)
    at_once(_left(faults, command))
    division, _none = platoons.divide(str(board["platoons"]), deck_of(scenario.key, options), command.units)
    return Mustered(
        system=tables.KEY,
        edition=edition,
        scenario=scenario.key,
        title=command.title,
        options=options,
        board={"platoons": platoons.write(division)},
        sides=dict(sorted(command.sides.items())),
        units=tuple(_as_mustered(one) for one in units),
        seed=command.seed,
        commitment=dice.commitment(command.seed),
        campaign=command.campaign,
        confirm_within=command.confirm_within,
        waivers=dict(sorted(command.waivers.items())),
    )


def _edition(command: Muster) -> str:
    edition = command.edition or tables.EDITIONS[-1]
    if edition not in tables.EDITIONS:
        raise refused(
            "R1",
            "edition",
            say(_("There is no edition “%(edition)s”."), edition=edition),
            say(_("Editions: %(editions)s."), editions=", ".join(tables.EDITIONS)),
            code="unknown",
        )
    return edition


def _scenario(command: Muster) -> Scenario:
    known = {scenario.key: scenario for scenario in tables.SCENARIOS}
    scenario = command.scenario or tables.SCENARIOS[0].key
    if scenario not in known:
        raise refused(
            "R6",
            "scenario",
            say(_("There is no scenario “%(scenario)s”."), scenario=scenario),
            say(_("Scenarios: %(scenarios)s."), scenarios=", ".join(known)),
            code="unknown",
        )
    return known[scenario]


def _sides(command: Muster, scenario: Scenario) -> None:
    """R5: the cards of the deck say whose they are."""
    if set(command.sides) != set(scenario.sides):
        raise refused(
            "R5",
            "sides",
            say(_("The deck of this scenario is not for the sides %(sides)s."), sides=", ".join(sorted(command.sides))),
            say(_("Its sides: %(sides)s."), sides=", ".join(scenario.sides)),
        )


def _faults_of_text(
    command: Muster, scenario: Scenario, options: dict[str, Any], board: dict[str, Any]
) -> Iterator[Refused]:
    """Of a deck that cannot be read nobody knows the platoons."""
    wrong = list(faults_of_deck(scenario.key, options))
    yield from wrong or faults_of_platoons(
        str(board["platoons"]), deck_of(scenario.key, options), command.units, scenario
    )


def _left(faults: Sequence[Refused], command: Muster) -> Iterator[Refused]:
    """The faults nobody lets pass; and the waivers that let nothing pass, for they were meant for something."""
    passable = [fault.fault for fault in faults if fault.waivable]
    yield from (fault for fault in faults if not (fault.waivable and fault.fault in command.waivers))
    for key in sorted(set(command.waivers).difference(passable)):
        yield refused(
            "A21",
            f"waivers.{key}",
            say(_("There is no fault “%(fault)s” to let pass."), fault=key),
            say(_("What can be let pass here: %(faults)s."), faults=", ".join(passable) or "-"),
        )


def _strays(command: Muster) -> Iterator[Refused]:
    """Marks for a crew that is not there."""
    units = [unit.id for unit in command.units]
    for unit in sorted(set(command.fittings).difference(units)):
        yield refused(
            "R26",
            f"fittings.{unit}",
            say(_("There is no vehicle “%(unit)s”."), unit=unit),
            say(_("Vehicles: %(units)s."), units=", ".join(units)),
            fault=f"R26/stray/{unit}",
        )


def _as_mustered(one: Fielded) -> Unit:
    """The vehicle by its model's name, with the marks of its crew."""
    marks = tuple(Fitting(mark.key, mark.kind, mark.name) for mark in one.marks)
    return msgspec.structs.replace(one.unit, model=one.article.name, fittings=marks)
