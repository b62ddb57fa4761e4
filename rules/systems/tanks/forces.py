"""What is wrong with the forces asked for: vehicles, conditions, points, tanks that keep the battle going."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from rules.contract import Refused, Unit, say
from rules.contract import gettext_noop as _
from rules.declarations import Article
from rules.naming import name_of

from .catalogue import figures_of, find, names
from .refusals import refused
from .state import MOST_UNITS, Condition, Figures
from .words import plural, points_of


class Fielded(msgspec.Struct, frozen=True):
    """A vehicle with its line of the catalogue and what earlier battles left of it."""

    unit: Unit
    article: Article
    figures: Figures
    condition: Condition


# -- one vehicle -------------------------------------------------------------------------------------------------------


def fielded(edition: str, unit: Unit, cards: Sequence[str], faults: list[Refused], own: str = "") -> Fielded | None:
    """The vehicle as the catalogue (or the club's `own` sheet) knows it, None where it does not. What is wrong with it
    adds to `faults`."""
    article = find(edition, unit.model, own)
    if article is None:
        faults.append(
            refused(
                "B16",
                "units",
                say(_("There is no vehicle “%(model)s”."), model=unit.model),
                say(_("Vehicles: %(units)s."), units=", ".join(names(edition, own))),
                code="unknown",
                fault=f"B16/unknown/{unit.id}",
            )
        )
        return None
    for number, card in enumerate(cards, 1):
        faults.append(
            refused(
                "B16",
                f"fittings.{unit.id}",
                say(_("%(unit)s cannot carry “%(card)s”: these rules have no cards."), unit=name_of(unit), card=card),
                say(_("Leave it out.")),
                fault=f"B16/card/{unit.id}/{number}",
                waivable=True,
            )
        )
    return Fielded(unit, article, figures_of(edition, article.name, own), _condition(unit, faults))


def _condition(unit: Unit, faults: list[Refused]) -> Condition:
    """What earlier battles left of it. One that retreated may come again, and so may one that is tracked."""
    try:
        condition = msgspec.convert(unit.condition, Condition)
    except msgspec.ValidationError as error:
        faults.append(
            refused(
                "section 5",
                "units",
                say(_("The condition of %(unit)s cannot be read: %(what)s."), unit=name_of(unit), what=str(error)),
                say(_("Give it as an earlier outcome states it; empty is brand new.")),
                fault=f"house/condition/{unit.id}",
            )
        )
        return Condition()
    if condition.out in ("bailed_out", "knocked_out") or condition.captured or condition.scrapped:
        faults.append(
            refused(
                "section 5",
                "units",
                say(_("%(unit)s is out of service."), unit=name_of(unit)),
                say(_("Field a vehicle that was not destroyed or captured.")),
                fault=f"house/condition/{unit.id}",
            )
        )
    return condition


# -- a side ------------------------------------------------------------------------------------------------------------


def faults_of(sides: Sequence[str], units: Sequence[Fielded], options: Mapping[str, Any]) -> Iterator[Refused]:
    """What is wrong with the forces as a whole."""
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
    """What is wrong with a force whatever battle it goes to."""
    if len(force) > MOST_UNITS:
        yield refused(
            "R5",
            "units",
            plural(_("%(side)s: %(n)d vehicle."), _("%(side)s: %(n)d vehicles."), len(force), side=side),
            say(_("Field at most %(most)s a side."), most=MOST_UNITS),
            fault=f"R5/size/{side}",
        )
    if force and not any(one.figures.speed for one in force):
        yield refused(
            "R7",
            "units",
            say(_("Among the vehicles of %(side)s is no tank: guns of Speed 0 keep no battle going."), side=side),
            say(_("Field a vehicle that drives.")),
            fault=f"R7/tanks/{side}",
        )
