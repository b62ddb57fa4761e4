"""What is wrong with the forces asked for: vehicles, the marks of their crews, conditions, points, and whether a side
could do anything at all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from rules.contract import Fitting, Refused, Unit, say
from rules.contract import gettext_noop as _
from rules.declarations import Article
from rules.kit import musters
from rules.kit.words import name_of

from . import tables
from .catalogue import MARK, figures_of, find, find_mark, names
from .lookup import refused
from .state import Condition, Figures

MOST_UNITS = 60  # house: of a side, so that reports that list them all stay readable
SOVIET_HEAVY = 3  # R26: what crews of Soviet heavy tanks have without a mark


class Fielded(msgspec.Struct, frozen=True):
    """A vehicle with its line of the catalogue, the marks of its crew, and its condition after earlier battles."""

    unit: Unit
    article: Article
    marks: tuple[Article, ...]
    figures: Figures
    condition: Condition

    @property
    def points(self) -> int:
        return self.figures.points + sum(mark.points for mark in self.marks)

    @property
    def acts(self) -> bool:
        """B19: whether it drives or fires."""
        drives = self.figures.move > 0 and not self.condition.immobile
        return drives or (self.figures.armed and not self.condition.gun_out)


# -- one vehicle -------------------------------------------------------------------------------------------------------


def fielded(edition: str, unit: Unit, cards: Sequence[str], faults: list[Refused], own: str = "") -> Fielded | None:
    """The vehicle as the catalogue (or the club's `own` sheet) has it; None if it is in neither. Faults are added to
    `faults`."""
    article = find(edition, unit.model, own)
    if article is None:
        faults.append(musters.unknown_vehicle(unit, names(edition, own=own), tables.NUMBER, "A21"))
        return None
    marks = tuple(_marks(edition, unit, cards, faults))
    return Fielded(unit, article, marks, figures_of(edition, article.name, own), _condition(unit, faults))


def _marks(edition: str, unit: Unit, cards: Sequence[str], faults: list[Refused]) -> Iterator[Article]:
    """R26: a crew has each mark once at most."""
    there: set[str] = set()
    for number, card in enumerate(cards, 1):
        mark = find_mark(edition, card)
        if mark is None:
            faults.append(
                refused(
                    "R26",
                    f"fittings.{unit.id}",
                    say(_("There is no crew mark “%(card)s”."), card=card),
                    say(_("Marks: %(marks)s."), marks=", ".join(names(edition, MARK))),
                    code="unknown",
                    fault=f"R26/unknown/{unit.id}/{number}",
                )
            )
        elif mark.key in there:
            faults.append(
                refused(
                    "R26",
                    f"fittings.{unit.id}",
                    say(_("The crew of %(unit)s is marked “%(card)s” twice."), unit=name_of(unit), card=mark.name),
                    say(_("Once at most.")),
                    fault=f"R26/twice/{unit.id}/{number}",
                )
            )
        else:
            there.add(mark.key)
            yield mark


def _condition(unit: Unit, faults: list[Refused]) -> Condition:
    """Its condition after earlier battles. A vehicle that left the table may come again, and so may a damaged one."""
    try:
        condition = musters.condition_of(unit, Condition, tables.rule("section 5"))
    except Refused as unread:
        faults.append(unread)
        return Condition()
    if condition.out in ("burning", "exploded", "abandoned") or condition.captured:
        faults.append(
            refused(
                "section 5",
                "units",
                say(_("%(unit)s is out of service."), unit=name_of(unit)),
                say(_("Field a vehicle that was not destroyed, abandoned or captured.")),
                fault=f"house/condition/{unit.id}",
            )
        )
    return condition


def points_as_mustered(edition: str, model: str, cards: Sequence[str], own: str = "") -> int:
    """House: what a vehicle costs with the marks of its crew; 0 for a model that is not in the catalogue (any more)."""
    return figures_of(edition, model, own).points + points_of(edition, cards)


# -- the marks of its crew ---------------------------------------------------------------------------------------------


def marks_of(edition: str, fittings: Iterable[Fitting]) -> list[int]:
    """The modifiers of a crew's marks; marks that are not in the catalogue (any more) have none."""
    found = (find_mark(edition, one.name) for one in fittings if one.kind == MARK)
    return [int(mark.figures["morale"]) for mark in found if mark]


def points_of(edition: str, cards: Iterable[str]) -> int:
    """House: what marks cost."""
    return sum(mark.points for card in cards if (mark := find_mark(edition, card)))


def crew_morale(figures: Figures, marks: Iterable[int], condition: Condition, russian: bool) -> int:
    """B5: the best of the crew's bonuses, and all its penalties."""
    rows = [figures.morale, *marks, condition.morale or 0]
    if russian and figures.role == "heavy":
        rows.append(SOVIET_HEAVY)
    return max(0, *rows) + sum(row for row in rows if row < 0)


# -- a side ------------------------------------------------------------------------------------------------------------


def faults_of(sides: Sequence[str], units: Sequence[Fielded], options: Mapping[str, Any]) -> Iterator[Refused]:
    """What is wrong with the forces as a whole."""
    limit = int(options["points"])
    for side in sides:
        force = [one for one in units if one.unit.side == side]
        yield from faults_as_such(side, force)
        total = sum(one.points for one in force)
        if limit and total > limit:
            yield refused(
                "A21",
                "units",
                say(_("Points of %(side)s: %(total)s."), side=side, total=total),
                say(_("Field at most %(limit)s."), limit=limit),
                fault=f"A21/points/{side}",
                waivable=True,
            )


def faults_as_such(side: str, force: Sequence[Fielded]) -> Iterator[Refused]:
    """What is wrong with a force whatever its battle."""
    if len(force) > MOST_UNITS:
        yield refused(
            "house",
            "units",
            say(_("Vehicles of %(side)s: %(n)s."), side=side, n=len(force)),
            say(_("Field at most %(most)s a side."), most=MOST_UNITS),
            fault=f"house/size/{side}",
        )
    if force and not any(one.acts for one in force):
        yield refused(
            "B19",
            "units",
            say(_("No vehicle of %(side)s drives or fires: the battle is lost at once."), side=side),
            say(_("Field one that does.")),
            fault=f"B19/active/{side}",
        )
