"""Crews between battles: the wounded come back, and players put fresh ones in the place of the wounded and the lost.

A lost crew is replaced by nobody but the platoon's players: whether a vehicle is worth the points is theirs to say. So
that nobody is left with vehicles and no crews, the guarantee of a minimum force (`campaigns.season.reinforcements`)
counts a vehicle whose crew is lost as worth less by what a new one costs.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Literal

import msgspec

from campaigns.season import credit, names
from campaigns.season.cases import opened
from campaigns.season.chapters import CREW, Cause, Chapter, FactKind, Glance
from campaigns.season.ledger import Entry
from campaigns.season.offers import at_home, choice, known
from campaigns.season.refusals import no, vehicle_of
from campaigns.season.settling_terms import UNEARNED
from campaigns.season.state import Crew, Season, Vehicle
from campaigns.season.values import VehicleId
from campaigns.season.vehicles import not_at_home, present
from campaigns.season.ways import Ways
from rules.adjudicate import Who
from rules.contract import (
    Choice,
    Command,
    Decision,
    Dice,
    Event,
    Field,
    Message,
    Pick,
    at_once,
    ngettext,
    pgettext,
    say,
)
from rules.contract import gettext_noop as _
from rules.messages import verbatim
from rules.stream.decider import Value

CHAPTER = Chapter("Crews")


class ReplaceCrew(Command, frozen=True, kw_only=True):
    """Put a fresh, green crew into a vehicle whose crew is wounded or lost, for the terms' points. `on_credit`: what
    the purse lacks is owed (`campaigns.season.credit`)."""

    positional: ClassVar[tuple[str, ...]] = ("vehicle",)

    vehicle: VehicleId
    on_credit: credit.OnCredit = msgspec.UNSET


class Tended(msgspec.Struct, frozen=True, kw_only=True):
    """How a crew is now, and the condition of its vehicle with it."""

    vehicle: str
    crew: Literal["fit", "wounded", "lost"]
    out: int
    condition: dict[str, Any]


class CrewsTended(Event, frozen=True, kw_only=True):
    """A round has passed for the wounded crews."""

    round: int
    crews: tuple[Tended, ...]


class CrewReplaced(Event, frozen=True, kw_only=True):
    """A vehicle has a new crew without experience. `owed`: what of its cost is paid later."""

    vehicle: str
    cost: int
    condition: dict[str, Any]
    owed: int | msgspec.UnsetType = msgspec.UNSET


CHAPTER.settles(
    Ways(
        UNEARNED,
        keep=_("The new crew stays. What the purse lacks stands below zero until points come in."),
        strike=_("The new crew goes, and its points come back: the old one is what it was."),
        owe=_("The new crew stays. What the purse lacks is owed, and taken as rounds close."),
        instead=credit.paid_later,
    ),
    ReplaceCrew,
)


@CHAPTER.decides
def replace_crew(season: Season, command: ReplaceCrew, who: Who, dice: Dice) -> Decision:
    """The old crew and what it has learnt go; also for a wreck, and for what stands in the workshop."""
    vehicle = vehicle_of(season, command.vehicle)
    platoon = opened(season, vehicle.platoon, who)
    credit.check_asked(command.on_credit, who)
    at_once(not_at_home(season, platoon, (vehicle.id,), "vehicle"))
    if vehicle.crew.state == "fit":
        raise no(
            say(_("The crew of %(vehicle)s is well."), vehicle=vehicle.id),
            _("Only a wounded or lost crew is replaced."),
            "vehicle",
        )
    cost = int(season.terms["spare_crew_points"])
    too_dear = ngettext("A new crew costs %(n)s point.", "A new crew costs %(n)s points.", cost)
    owed = credit.owed_of(platoon, cost, command.on_credit, too_dear, "vehicle")
    condition = season.rules.upkeep.heal(vehicle.condition)
    yield CrewReplaced(vehicle=vehicle.id, cost=cost, condition=condition, owed=credit.told(owed))


@CHAPTER.offers(ReplaceCrew)
def _replaceable(season: Season, who: Who) -> Iterator[Choice]:
    cost = int(season.terms["spare_crew_points"])
    for platoon in known(season, who):
        unwell = [one for one in at_home(season, platoon) if one.crew.state != "fit"]
        if unwell and cost <= platoon.funds:
            picks = tuple(Pick(one.id, verbatim(one.name), notes=(_how_it_is(one),)) for one in unwell)
            vehicle = Field(name="vehicle", kind="pick", label=say(_("Vehicle")), picks=picks, required=True)
            help_ = ngettext(
                "A fresh crew costs %(n)s point. It is fit at once, and green: the old one’s experience is lost.",
                "A fresh crew costs %(n)s points. It is fit at once, and green: the old one’s experience is lost.",
                cost,
            )
            yield choice(ReplaceCrew, say(_("Replace the crew")), vehicle, of=platoon.key, help=help_)


def _how_it_is(vehicle: Vehicle) -> Message:
    if vehicle.crew.state != "wounded":
        return say(pgettext("a crew", "lost")) if vehicle.crew.state == "lost" else say(pgettext("a crew", "fit"))
    return ngettext("wounded, out for %(n)s round", "wounded, out for %(n)s rounds", vehicle.crew.out)


def tend_round(season: Season, number: int) -> Iterator[Event]:
    """As round `number` closes, the wounded are a round nearer to their return; the round they were wounded in counts.

    Where the terms know of no crews (any more), whoever is not well is well again: nobody could replace them.
    """
    fighting, known = season.fighting(), bool(season.terms["crews"])
    crews = tuple(
        _recovered(season, vehicle, known)
        for platoon in season.platoons.values()
        if not platoon.dropped
        for vehicle in present(season, platoon)
        if vehicle.id not in fighting and vehicle.crew.state in (("wounded",) if known else ("wounded", "lost"))
    )
    if crews:
        yield CrewsTended(round=number, crews=crews)


def _recovered(season: Season, vehicle: Vehicle, known: bool) -> Tended:
    out = max(0, vehicle.crew.out - 1) if known else 0
    if out:
        return Tended(vehicle=vehicle.id, crew="wounded", out=out, condition=vehicle.condition)
    return Tended(vehicle=vehicle.id, crew="fit", out=0, condition=season.rules.upkeep.heal(vehicle.condition))


# -- what it changes ---------------------------------------------------------------------------------------------------


@CHAPTER.evolves
def _tended(season: Season, event: CrewsTended) -> None:
    for one in event.crews:
        vehicle = season.vehicles[one.vehicle]
        vehicle.crew.state, vehicle.crew.out, vehicle.condition = one.crew, one.out, one.condition
        vehicle.healed = vehicle.healed or one.crew == "fit"


@CHAPTER.evolves
def _replaced(season: Season, event: CrewReplaced) -> None:
    vehicle = season.vehicles[event.vehicle]
    vehicle.crew, vehicle.condition = Crew(since=vehicle.last), event.condition
    credit.owe(season.platoons[vehicle.platoon], event.cost, event.owed)


# -- how it reads ------------------------------------------------------------------------------------------------------


@CHAPTER.narrates
def _tell_tended(season: Season, event: CrewsTended) -> Message:
    back = [one.vehicle for one in event.crews if one.crew == "fit"]
    if not back:
        return say(_("Wounded crews recover."))
    return say(
        _("Wounded crews recover; back with their vehicles: %(vehicles)s."),
        vehicles=names.vehicles_or_none(season, back),
    )


@CHAPTER.narrates
def _tell_replaced(season: Season, event: CrewReplaced) -> Message:
    return say(_("%(vehicle)s gets a new crew: %(points)s."), vehicle=event.vehicle, points=names.in_points(event.cost))


@CHAPTER.sees
def _see_replaced(season: Season, event: CrewReplaced, player: str) -> CrewReplaced:
    """What is paid later tells what the purse held."""
    vehicle = season.vehicles.get(event.vehicle)
    known = vehicle is not None and season.known_to(vehicle.platoon, player)
    return event if known else msgspec.structs.replace(event, owed=msgspec.UNSET)


@CHAPTER.books
def _booked(season: Season, event: CrewReplaced) -> Iterator[Entry]:
    platoon, owed = season.vehicles[event.vehicle].platoon, event.owed or 0
    yield Entry(platoon=platoon, points=owed - event.cost, why="crew", owed=owed)


# -- why ---------------------------------------------------------------------------------------------------------------


@CHAPTER.explains(CREW)
def _why_tended(season: Season, event: CrewsTended, key: str) -> Iterator[Cause]:
    for one in event.crews:
        if one.vehicle == key:
            back = one.crew == "fit"
            yield Cause(say(_("Its crew is back.") if back else _("Its crew recovers.")), "A round closes 3")


@CHAPTER.explains(CREW)
def _why_replaced(season: Season, event: CrewReplaced, key: str) -> Iterator[Cause]:
    if event.vehicle == key:
        yield Cause(say(_("Gets a fresh crew.")))


def _crew(glance: Glance, key: str) -> Value:
    found = glance.season.vehicles.get(key)
    if found is None:
        return None
    return say(_("%(crew)s, experience %(n)d"), crew=_how_it_is(found), n=found.crew.experience)


CHAPTER.holds(FactKind(CREW, _("Crew"), _("The crew of %(name)s"), _crew))
