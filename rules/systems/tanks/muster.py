"""From the forces asked for to those that fight, and to the table before the first report: every fault of the forces is
named at once. Organisers let faults pass; not those that leave nothing to play with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from rules.contract import Muster, Mustered, Refused, Unit, at_once, ngettext, say
from rules.contract import gettext_noop as _
from rules.declarations import Article
from rules.kit import musters
from rules.kit.options import settle_options
from rules.kit.words import name_of

from . import tables
from .catalogue import figures_of, find, house, names
from .editions import keeps_every_contact
from .lookup import refused
from .state import MOST_UNITS, Condition, Figures, OneContact, OneContactState, State, Vehicle
from .words import points_of


def muster(command: Muster) -> Mustered:
    """The forces as they start. Raises `Refused` naming unit or option: all faults of the forces at once, but for those
    that `command.waivers` let pass."""
    edition = musters.edition_of(command, tables.EDITIONS, tables.rule("R1"))
    scenario = musters.scenario_of(command, tables.SCENARIOS, tables.rule("R6"))
    options = dict(sorted(settle_options(tables.OPTIONS, command.options, tables.rule("section 6")).items()))
    own = str(options.get(tables.HOUSE_UNITS, ""))
    house(edition, own)
    _board(command)
    musters.check_two_sides(command, tables.rule("R1"))
    sides = sorted(command.sides)
    none_such, known = _("There is no vehicle “%(unit)s”."), _("Vehicles: %(units)s.")
    faults = list(musters.strays(command, tables.NUMBER, "B16", none_such, known))
    cards = command.fittings
    units = [one for unit in command.units if (one := fielded(edition, unit, cards.get(unit.id, ()), faults, own))]
    if len(units) == len(command.units):
        faults += faults_of(sides, units, options)
    at_once(musters.not_waived(faults, command, tables.rule("B16")))
    return musters.mustered(
        command,
        edition=edition,
        scenario=scenario,
        options=options,
        units=(musters.as_mustered(one.unit, one.article) for one in units),
    )


def _board(command: Muster) -> None:
    """R5: the table is the players'."""
    if command.board:
        raise refused(
            "R5", "board", _("These rules are played on a table of the players' own."), _("Leave the board out.")
        )


# -- one vehicle -------------------------------------------------------------------------------------------------------


class Fielded(msgspec.Struct, frozen=True):
    """A vehicle with its line of the catalogue and what earlier battles left of it."""

    unit: Unit
    article: Article
    figures: Figures
    condition: Condition


def fielded(edition: str, unit: Unit, cards: Sequence[str], faults: list[Refused], own: str = "") -> Fielded | None:
    """The vehicle as the catalogue (or the club's `own` sheet) knows it, None where it does not. What is wrong with it
    adds to `faults`."""
    article = find(edition, unit.model, own)
    if article is None:
        faults.append(musters.unknown_vehicle(unit, names(edition, own), tables.NUMBER, "B16"))
        return None
    for number, card in enumerate(cards, 1):
        faults.append(
            refused(
                "B16",
                f"fittings.{unit.id}",
                say(_("%(unit)s cannot carry “%(card)s”: these rules have no cards."), unit=name_of(unit), card=card),
                _("Leave it out."),
                fault=f"B16/card/{unit.id}/{number}",
                waivable=True,
            )
        )
    remedy = _("Field a vehicle that was not destroyed or captured.")
    condition = musters.left_in_service(unit, Condition, tables.rule("section 5"), faults, _is_out, remedy)
    return Fielded(unit, article, figures_of(edition, article.name, own), condition)


def _is_out(condition: Condition) -> bool:
    """One that retreated may come again, and so may one that is tracked."""
    return condition.out in ("bailed_out", "knocked_out") or condition.captured or condition.scrapped


# -- a side ------------------------------------------------------------------------------------------------------------


def faults_of(sides: Sequence[str], units: Sequence[Fielded], options: Mapping[str, Any]) -> Iterator[Refused]:
    """Faults of whole forces in a battle with these options."""
    limit = int(options["points"])
    for side in sides:
        force = [one for one in units if one.unit.side == side]
        yield from faults_as_such(side, force)
        total = sum(one.figures.points for one in force)
        if limit and total > limit:
            yield refused(
                "B16",
                "units",
                say(_("The vehicles of %(side)s cost %(total)s."), side=side, total=points_of(total)),
                say(_("Field at most %(limit)s."), limit=points_of(limit)),
                fault=f"B16/points/{side}",
                waivable=True,
            )


def faults_as_such(side: str, force: Sequence[Fielded]) -> Iterator[Refused]:
    """Faults that a force has in any battle."""
    if len(force) > MOST_UNITS:
        yield refused(
            "R5",
            "units",
            ngettext("%(side)s: %(n)d vehicle.", "%(side)s: %(n)d vehicles.", len(force), side=side),
            say(_("Field at most %(most)s a side."), most=MOST_UNITS),
            fault=f"R5/size/{side}",
        )
    if force and not any(one.figures.speed for one in force):
        yield refused(
            "R7",
            "units",
            say(_("Among the vehicles of %(side)s is no tank: guns of Speed 0 keep no battle going."), side=side),
            _("Field a vehicle that drives."),
            fault=f"R7/tanks/{side}",
        )


# -- to the table ------------------------------------------------------------------------------------------------------


def start(muster: Mustered) -> State:
    """The battle as mustered. It holds every figure that a later report needs, so that folding reads no table."""
    kind = State if keeps_every_contact(muster.edition) else OneContactState
    return kind(
        edition=muster.edition,
        scenario=muster.scenario,
        sides=tuple(sorted(muster.sides)),
        options=muster.options,
        units={unit.id: _vehicle(muster, unit) for unit in muster.units},
    )


def _vehicle(muster: Mustered, unit: Unit) -> Vehicle:
    """The vehicle with its old damage. Its smoke is restocked, and it is back if it had retreated (section 5)."""
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
