"""Vehicles of a platoon as its players may dispose of them between battles, and what they are worth, in the points of
their rulebook. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from campaigns.season import names
from campaigns.season.chapters import STATUS, Chapter, FactKind, Glance
from campaigns.season.refusals import keys, no
from campaigns.season.standings import Service
from campaigns.season.state import GONE, Platoon, Season, Vehicle
from campaigns.season.values import Terms
from rules.contract import Message, Refused, RuleSystem, UnitOutcome, say
from rules.contract import gettext_noop as _
from rules.kit.catalogue import articles
from rules.upkeep import Job

CHAPTER = Chapter("Vehicles")


def price(system: RuleSystem, house: Terms, edition: str, model: str, cards: Sequence[str] = ()) -> int:
    """Of a model with cards, by name; `house` as `Season.house`. What the catalogue does not know costs nothing."""
    if system.upkeep.price is not None:
        return system.upkeep.price(house, edition, model, cards)
    points = {article.name: article.points for article in articles(system, edition, house)}
    return sum(points.get(name, 0) for name in (model, *cards))


def price_of(season: Season, vehicle: Vehicle, cards: Sequence[str] | None = None) -> int:
    """Of a vehicle as new, with the cards it carries (or with `cards`)."""
    carried = season.platoons[vehicle.platoon].fittings.get(vehicle.id, ()) if cards is None else cards
    return price(season.rules, season.house, season.edition, vehicle.model, carried)


def prices(season: Season, ids: Iterable[str] | None = None) -> dict[str, int]:
    """The same of every vehicle (or of these), by its id, with the cards it carries. The terms are looked at once."""
    system, house, edition = season.rules, season.house, season.edition
    known: dict[tuple[str, Sequence[str]], int] = {}
    found: dict[str, int] = {}
    for id in season.vehicles if ids is None else ids:
        vehicle = season.vehicles[id]
        kind = vehicle.model, season.platoons[vehicle.platoon].fittings.get(id, ())
        if kind not in known:
            known[kind] = price(system, house, edition, *kind)
        found[id] = known[kind]
    return found


def worth(vehicles: Iterable[Vehicle], prices: Mapping[str, int]) -> int:
    """Of those that are still there, as new; a wreck counts for nothing until it drives again."""
    return sum(prices[one.id] for one in vehicles if one.status in ("fit", "damaged", "withdrawn", "workshop"))


BECAME = {
    "wrecked": _("%(vehicle)s is a wreck."),
    "lost": _("%(vehicle)s is lost."),
    "sold": _("%(vehicle)s is sold."),
    "written off": _("%(vehicle)s is written off."),
    "captured": _("%(vehicle)s was given up where its platoon was surrounded."),
}


def not_its_own(platoon: Platoon, ids: Iterable[str], field: str) -> Iterator[Refused]:
    """Names of vehicles the platoon never had, or that are there twice."""
    for id, times in Counter(ids).items():
        if id not in platoon.vehicles:
            yield no(
                say(_("Platoon “%(key)s” has no vehicle “%(id)s”."), key=platoon.key, id=id),
                say(_("Its vehicles: %(ids)s."), ids=keys(platoon.vehicles)),
                field,
            )
        elif times > 1:
            yield no(say(_("Vehicle “%(id)s” is named twice."), id=id), _("Name it once."), field)


def not_at_home(season: Season, platoon: Platoon, ids: Iterable[str], field: str) -> Iterator[Refused]:
    """All that is wrong with these: not its own, gone for good, or in a battle that is not counted yet."""
    ids = tuple(ids)
    yield from not_its_own(platoon, ids, field)
    fighting = season.fighting()
    for id in dict.fromkeys(id for id in ids if id in platoon.vehicles):
        status = season.vehicles[id].status
        if status in GONE:
            yield no(say(BECAME[status], vehicle=id), _("Leave it out."), field)
        elif id in fighting:
            yield no(
                say(_("%(vehicle)s is in a battle that is not counted yet."), vehicle=id),
                say(_("Settle “%(battle)s” first, or leave it out."), battle=fighting[id]),
                field,
            )


def present(season: Season, platoon: Platoon) -> list[Vehicle]:
    """Those it still has, wrecks among them, in the order they came."""
    return [season.vehicles[id] for id in platoon.vehicles if season.vehicles[id].status not in GONE]


def jobs_of(season: Season, vehicle: Vehicle, condition: dict[str, Any] | None = None) -> Sequence[Job]:
    """What its rulebook has to be done on it (as it is, or in another condition), in that order."""
    owned = season.owned(vehicle)
    if condition is not None:
        owned = msgspec.structs.replace(owned, condition=condition)
    return season.rules.upkeep.jobs(season.house, owned)


def is_wreck(season: Season, vehicle: Vehicle) -> bool:
    """Also while the workshop has it and has not done the first of its jobs, which makes it a vehicle again."""
    if vehicle.status != "workshop":
        return vehicle.status == "wrecked"
    fixture = season.fixtures.get(vehicle.last)
    units = fixture.reported.outcome.units if fixture and fixture.reported else ()
    unit = next((unit for unit in units if unit.id == vehicle.id), None)
    return unit is not None and is_still_wrecked(season, vehicle, unit, vehicle.condition)


def is_still_wrecked(season: Season, vehicle: Vehicle, unit: UnitOutcome, condition: dict[str, Any]) -> bool:
    """Of a vehicle that came home as `unit` and is in `condition` now: what makes a wreck drive is still to be done."""
    first, now = jobs_of(season, vehicle, unit.condition), jobs_of(season, vehicle, condition)
    return unit.fate == "wrecked" and (not first or first[0].key in {job.key for job in now})


def can_fight(record: Service | Vehicle) -> bool:
    """Not in a battle, not in the workshop, not gone, and with a crew aboard. That a vehicle is in a battle, only its
    record tells."""
    return record.status in ("fit", "damaged", "withdrawn") and record.crew.state == "fit"


# -- what can be asked -------------------------------------------------------------------------------------------------


def _status(glance: Glance, key: str) -> Message | None:
    found = glance.season.vehicles.get(key)
    return names.STATUSES[found.status] if found is not None else None


CHAPTER.holds(FactKind(STATUS, _("Status"), _("The status of %(name)s"), _status))
