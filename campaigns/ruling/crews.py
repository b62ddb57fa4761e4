"""Crews between battles: the wounded come back, and players put fresh ones in the place of the wounded and the lost.

A lost crew is replaced by nobody but the platoon's players: whether a vehicle is worth the points is theirs to say. So
that nobody is left with vehicles and no crews, the guarantee of a minimum force (`campaigns.ruling.money`) counts a
vehicle whose crew is lost as worth less by what a new one costs.
"""

from __future__ import annotations

from collections.abc import Iterator

from campaigns.reports import CrewReplaced, CrewsTended, ReplaceCrew, Tended
from campaigns.ruling.cases import opened
from campaigns.ruling.checks import no
from campaigns.ruling.owning import not_at_home, present
from campaigns.season import Season, Vehicle
from rules.adjudicate import Who
from rules.contract import Decision, Dice, Event, Message, at_once, say
from rules.contract import gettext_noop as _


def replace_crew(season: Season, command: ReplaceCrew, who: Who, dice: Dice) -> Decision:
    """The old crew and what it has learnt go; also for a wreck, and for what stands in the workshop."""
    vehicle = season.vehicles.get(command.vehicle)
    if vehicle is None:
        raise no(
            say(_("There is no vehicle “%(id)s”."), id=command.vehicle),
            say(_("Vehicles are listed with their platoons.")),
            "vehicle",
        )
    platoon = opened(season, vehicle.platoon, who)
    at_once(not_at_home(season, platoon, (vehicle.id,), "vehicle"))
    if vehicle.crew.state == "fit":
        raise no(
            say(_("The crew of %(vehicle)s is well."), vehicle=vehicle.id),
            say(_("Only a wounded or lost crew is replaced.")),
            "vehicle",
        )
    cost = int(season.terms["spare_crew_points"])
    if cost > platoon.purse:
        raise no(
            Message(_("A new crew costs %(n)s point."), _("A new crew costs %(n)s points."), cost),
            say(_("The purse holds %(points)s."), points=platoon.purse),
            "vehicle",
        )
    condition = season.rules.upkeep.heal(vehicle.condition)
    yield CrewReplaced(vehicle=vehicle.id, cost=cost, condition=condition)


def tend_round(season: Season, number: int) -> Iterator[Event]:
    """As round `number` closes, the wounded are a round nearer to their return; the round they were wounded in counts.

    Where the terms know of no crews (any more), whoever is not well is well again: nobody could replace them.
    """
    fighting, known = season.fighting(), bool(season.terms["crews"])
    crews = tuple(
        _tended(season, vehicle, known)
        for platoon in season.platoons.values()
        if not platoon.dropped
        for vehicle in present(season, platoon)
        if vehicle.id not in fighting and vehicle.crew.state in (("wounded",) if known else ("wounded", "lost"))
    )
    if crews:
        yield CrewsTended(round=number, crews=crews)


def _tended(season: Season, vehicle: Vehicle, known: bool) -> Tended:
    out = max(0, vehicle.crew.out - 1) if known else 0
    if out:
        return Tended(vehicle=vehicle.id, crew="wounded", out=out, condition=vehicle.condition)
    return Tended(vehicle=vehicle.id, crew="fit", out=0, condition=season.rules.upkeep.heal(vehicle.condition))
