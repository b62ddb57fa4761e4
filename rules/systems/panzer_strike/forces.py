"""What is wrong with the forces asked for: units, marks, conditions, points (R3, R4, R8, R67)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from rules.contract import Refused, Unit, say
from rules.contract import gettext_noop as _
from rules.declarations import Article
from rules.kit import musters
from rules.kit.words import name_of

from . import tables
from .board import TERRAIN, Board
from .catalogue import ANTI_AIRCRAFT, COMMAND_TANK, MARK, ONE_PIECE, UNIT, figures_of, find, names
from .geometry import name
from .lookup import refused
from .state import Condition, Figures

MOST_UNITS = 60  # house: of a side, so that reports that list them all stay readable


class Fielded(msgspec.Struct, frozen=True):
    """A unit with its line of the catalogue, its marks, and its condition after earlier battles."""

    unit: Unit
    article: Article
    figures: Figures
    marks: tuple[Article, ...]
    condition: Condition

    def has(self, mark: str) -> bool:
        return any(one.name == mark for one in self.marks)

    @property
    def anti_aircraft(self) -> bool:
        return self.figures.role == ANTI_AIRCRAFT


def wreck_id(square: tuple[int, int]) -> str:
    """The id of a wreck that lies on the board from the start. It never changes."""
    return f"wreck-{name(square)}"


# -- one unit ----------------------------------------------------------------------------------------------------------


def fielded(edition: str, unit: Unit, marks: Sequence[str], faults: list[Refused], own: str = "") -> Fielded | None:
    """The unit as the catalogue (or the club's `own` sheet) has it; None if it is in neither. Faults are added to
    `faults`."""
    article = find(edition, UNIT, unit.model, own)
    if article is None:
        faults.append(
            refused(
                "R4",
                "units",
                say(_("There is no unit “%(model)s”."), model=unit.model),
                say(_("Units: %(units)s."), units=", ".join(names(edition, UNIT, own))),
                code="unknown",
                fault=f"R4/unknown/{unit.id}",
            )
        )
        return None
    figures = figures_of(edition, article.name, own)
    condition = _condition(unit, figures, faults)
    return Fielded(unit, article, figures, tuple(_marks(edition, unit, figures, marks, faults)), condition)


def _condition(unit: Unit, figures: Figures, faults: list[Refused]) -> Condition:
    """Its condition after earlier battles. A unit that once left the board may come again, and so may an immobile
    one."""
    condition = musters.condition_left(unit, Condition, tables.rule("section 5"), faults)
    if condition.destroyed or condition.lost:
        text, remedy = _("%(unit)s is out of service."), _("Field a unit that was not destroyed or lost.")
    elif not figures.is_vehicle and condition.mobility != "mobile":
        text, remedy = _("%(unit)s has no tracks or wheels that could be damaged."), _("Give it as mobile.")
    elif condition.timer and (condition.mobility == "mobile" or condition.injured):
        text, remedy = (
            _("%(unit)s cannot be repairing: it is mobile, or its crew injured."),
            _("Set its timer to 0, or its mobility to “immobilised”."),
        )
    else:
        return condition
    faults.append(
        refused("section 5", "units", say(text, unit=name_of(unit)), remedy, fault=f"house/condition/{unit.id}")
    )
    return condition


def _marks(
    edition: str, unit: Unit, figures: Figures, words: Sequence[str], faults: list[Refused]
) -> Iterator[Article]:
    """Its marks. Those that it cannot carry are added to `faults`. If that fault is let pass, the unit goes without the
    mark: a platoon of a campaign keeps the marks it enlisted with, and otherwise could not play at all."""
    seen: list[Article] = []
    for number, word in enumerate(words, 1):
        mark = find(edition, MARK, word)
        if mark is None:
            text = say(_("There is no mark “%(mark)s”."), mark=word)
            remedy = say(_("Marks: %(marks)s."), marks=", ".join(names(edition, MARK)))
        elif mark in seen:
            text = say(_("%(unit)s has the mark “%(mark)s” twice."), unit=name_of(unit), mark=mark.name)
            remedy = say(_("Name each mark once."))
        elif not figures.is_vehicle:
            text = say(_("%(unit)s is no vehicle and carries no marks."), unit=name_of(unit))
            remedy = say(_("Leave the mark “%(mark)s” out, or give it to a vehicle."), mark=mark.name)
        elif mark.name == COMMAND_TANK and not figures.accuracy:
            text = say(_("%(unit)s has no gun and is no tank."), unit=name_of(unit))
            remedy = say(_("Give the mark “%(mark)s” to a tank."), mark=mark.name)
        elif mark.name == ONE_PIECE and not figures.turreted:
            text = say(_("%(unit)s has no turret."), unit=name_of(unit))
            remedy = say(_("Give the mark “%(mark)s” to a vehicle with a turret."), mark=mark.name)
        else:
            seen.append(mark)
            yield mark
            continue
        faults.append(
            refused(
                "R8" if mark and mark.name == COMMAND_TANK else "R4",
                f"fittings.{unit.id}",
                text,
                remedy,
                fault=f"R4/mark/{unit.id}/{number}",
                waivable=mark is not None,
            )
        )


# -- a side ------------------------------------------------------------------------------------------------------------


def faults_of(
    sides: Sequence[str], units: Sequence[Fielded], scenario: str, options: Mapping[str, Any], board: Board
) -> Iterator[Refused]:
    """What is wrong with the forces as a whole."""
    yield from _ids(units, board)
    limit = tables.BASIC_POINTS if scenario == tables.BASIC else int(options["points"])
    for side in sides:
        force = [one for one in units if one.unit.side == side]
        yield from _size(side, force)
        if scenario == tables.BASIC:
            yield from _anti_aircraft(side, force)
            force = [one for one in force if not one.anti_aircraft]
        if limit:
            yield from _points(side, force, limit, "R67" if scenario == tables.BASIC else "R3")
    yield from _command_tanks(units, bool(options["command_tank"]))


def faults_as_such(side: str, force: Sequence[Fielded]) -> Iterator[Refused]:
    """What is wrong with a force whatever its battle; a battle may allow command tanks."""
    yield from _size(side, force)
    yield from _command_tanks(force, True)


def _ids(units: Sequence[Fielded], board: Board) -> Iterator[Refused]:
    """Reports call terrain and the wrecks of the board by names of their own, so no unit may be called so."""
    taken = {TERRAIN, *map(wreck_id, board.wrecks)}
    for one in units:
        if one.unit.id in taken:
            yield refused(
                "R1",
                "units",
                say(_("“%(id)s” is no unit but a part of the board."), id=one.unit.id),
                _("Give it another id; its name may stay."),
                fault=f"R1/id/{one.unit.id}",
            )


def _size(side: str, force: Sequence[Fielded]) -> Iterator[Refused]:
    if len(force) > MOST_UNITS:
        yield refused(
            "R3",
            "units",
            say(_("%(side)s has %(n)s units."), side=side, n=len(force)),
            say(_("Field at most %(most)s a side."), most=MOST_UNITS),
            fault=f"R3/size/{side}",
        )


def _anti_aircraft(side: str, force: Sequence[Fielded]) -> Iterator[Refused]:
    """R67. Cannot be let pass, because the end of the battle depends on them."""
    found = sum(one.anti_aircraft for one in force)
    if found != tables.BASIC_SPAA:
        yield refused(
            "R67",
            "units",
            say(_("%(side)s has %(n)s self-propelled anti-aircraft guns."), side=side, n=found),
            say(_("Field exactly %(count)s; they cost nothing."), count=tables.BASIC_SPAA),
            fault=f"R67/anti-aircraft/{side}",
        )


def _points(side: str, force: Sequence[Fielded], limit: int, number: str) -> Iterator[Refused]:
    """R3, A25: points are limited, but need not be equal."""
    total = sum(one.figures.effectiveness for one in force)
    if total > limit:
        yield refused(
            number,
            "units",
            say(_("%(side)s has %(total)s points of Effectiveness."), side=side, total=total),
            say(_("Field at most %(limit)s."), limit=limit),
            fault=f"R3/points/{side}",
            waivable=True,
        )


def _command_tanks(units: Sequence[Fielded], allowed: bool) -> Iterator[Refused]:
    """R8: one a side, and only with option 1. If the fault is let pass without the option, the mark has no effect."""
    commanding = [one for one in units if one.has(COMMAND_TANK)]
    count: Counter[str] = Counter()
    for one in commanding:
        count[one.unit.side] += 1
        if not allowed:
            text, remedy = (
                say(_("%(unit)s is a command tank, and this battle has none."), unit=name_of(one.unit)),
                say(_("Set the option “command_tank”, or leave the mark out.")),
            )
        elif count[one.unit.side] > 1:
            text, remedy = (
                say(_("%(side)s has more than one command tank."), side=one.unit.side),
                say(_("Leave the mark of %(unit)s out."), unit=name_of(one.unit)),
            )
        else:
            continue
        fault = f"R8/command/{one.unit.id}"
        yield refused("R8", f"fittings.{one.unit.id}", text, remedy, fault=fault, waivable=True)
