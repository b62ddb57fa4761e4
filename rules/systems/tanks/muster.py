"""From the forces asked for to those that fight: every fault of the forces is named at once. Organisers let faults
pass; not those that leave nothing to play with.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from rules.contract import Muster, Mustered, Refused, Unit, at_once, say
from rules.contract import gettext_noop as _
from rules.options import settle_options
from rules.stream import dice

from . import tables
from .catalogue import house
from .forces import Fielded, faults_of, fielded
from .refusals import refused


def muster(command: Muster) -> Mustered:
    """The forces as they start. Raises `Refused` naming unit or option: all faults of the forces at once, but for those
    that `command.waivers` let pass."""
    edition, scenario = _edition(command), _scenario(command)
    options = dict(sorted(settle_options(tables.OPTIONS, command.options, tables.rule("section 6")).items()))
    own = str(options.get(tables.HOUSE_UNITS, ""))
    house(edition, own)
    _board(command)
    if len(command.sides) != 2:
        raise refused("R1", "sides", say(_("This game is for two sides.")), say(_("Name two.")))
    sides = dict(sorted(command.sides.items()))
    faults = list(_strays(command))
    cards = command.fittings
    units = [one for unit in command.units if (one := fielded(edition, unit, cards.get(unit.id, ()), faults, own))]
    if len(units) == len(command.units):
        faults += faults_of(tuple(sides), units, options)
    at_once(_left(faults, command))
    return Mustered(
        system=tables.KEY,
        edition=edition,
        scenario=scenario,
        title=command.title,
        options=options,
        sides=sides,
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


def _scenario(command: Muster) -> str:
    known = [scenario.key for scenario in tables.SCENARIOS]
    scenario = command.scenario or known[0]
    if scenario not in known:
        raise refused(
            "R6",
            "scenario",
            say(_("There is no scenario “%(scenario)s”."), scenario=scenario),
            say(_("Scenarios: %(scenarios)s."), scenarios=", ".join(known)),
            code="unknown",
        )
    return scenario


def _board(command: Muster) -> None:
    """R5: the table is the players'."""
    if command.board:
        raise refused(
            "R5",
            "board",
            say(_("These rules are played on a table of the players' own.")),
            say(_("Leave the board out.")),
        )


def _left(faults: Sequence[Refused], command: Muster) -> Iterator[Refused]:
    """The faults nobody lets pass; and the waivers that let nothing pass, for they were meant for something."""
    passable = [fault.fault for fault in faults if fault.waivable]
    yield from (fault for fault in faults if not (fault.waivable and fault.fault in command.waivers))
    for key in sorted(set(command.waivers).difference(passable)):
        yield refused(
            "B16",
            f"waivers.{key}",
            say(_("There is no fault “%(fault)s” to let pass."), fault=key),
            say(_("What can be let pass here: %(faults)s."), faults=", ".join(passable) or "-"),
        )


def _strays(command: Muster) -> Iterator[Refused]:
    """Cards for a vehicle that is not there."""
    units = [unit.id for unit in command.units]
    for unit in sorted(set(command.fittings).difference(units)):
        yield refused(
            "B16",
            f"fittings.{unit}",
            say(_("There is no vehicle “%(unit)s”."), unit=unit),
            say(_("Vehicles: %(units)s."), units=", ".join(units)),
            fault=f"B16/stray/{unit}",
        )


def _as_mustered(one: Fielded) -> Unit:
    """The vehicle by its model's name, without cards."""
    return msgspec.structs.replace(one.unit, model=one.article.name, fittings=())
