"""Platoons sell vehicles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

import msgspec
from msgspec.structs import replace

from campaigns.season import names
from campaigns.season.cases import opened
from campaigns.season.chapters import STATUS, Cause, Chapter
from campaigns.season.ledger import Entry
from campaigns.season.offers import at_home, known, of_platoon, vehicle_pick, vehicles_field
from campaigns.season.state import Season, Vehicle
from campaigns.season.values import PlatoonKey, VehicleId
from campaigns.season.vehicles import is_wreck, not_at_home, price_of
from campaigns.season.visibility import HIDDEN
from campaigns.season.ways import Ways
from rules.adjudicate import Who
from rules.contract import Choice, Command, Decision, Dice, Event, Message, at_once, say
from rules.contract import gettext_noop as _

CHAPTER = Chapter("Sales")


class Sell(Command, frozen=True, kw_only=True):
    """Sell vehicles of a platoon, as they stand, for the terms' share of their price. A wreck brings less."""

    positional: ClassVar[tuple[str, ...]] = ("platoon",)

    platoon: PlatoonKey
    vehicles: Annotated[tuple[VehicleId, ...], msgspec.Meta(min_length=1, max_length=60)]


class Sold(Event, frozen=True, kw_only=True):
    """Vehicles have left a platoon for points."""

    platoon: str
    vehicles: tuple[str, ...]
    points: int


CHAPTER.settles(
    Ways(
        keep=_("The vehicle is sold, and the platoon keeps the points."),
        strike=_("The sale is taken back: the vehicle is what its battles left of it, and the points go back."),
    ),
    Sell,
)


@CHAPTER.decides
def sell(season: Season, command: Sell, who: Who, dice: Dice) -> Decision:
    """For `resale` percent of each one's price with its cards, and half of that for a wreck; rounded down. A platoon
    may sell its last vehicle: it can buy others."""
    platoon = opened(season, command.platoon, who)
    at_once(not_at_home(season, platoon, command.vehicles, "vehicles"))
    points = sum(resale(season, season.vehicles[id]) for id in command.vehicles)
    yield Sold(platoon=platoon.key, vehicles=command.vehicles, points=points)


def resale(season: Season, vehicle: Vehicle) -> int:
    """What a vehicle brings as it stands."""
    return price_of(season, vehicle) * int(season.terms["resale"]) // (200 if is_wreck(season, vehicle) else 100)


@CHAPTER.offers(Sell)
def _saleable(season: Season, who: Who) -> Iterator[Choice]:
    for platoon in known(season, who):
        if there := at_home(season, platoon):
            picks = tuple(vehicle_pick(season, one, _brings(season, one)) for one in there)
            vehicles = replace(vehicles_field(season, "vehicles", there, least=1), picks=picks)
            help_ = say(
                _("For %(n)s percent of the price; a wreck brings half of that."), n=int(season.terms["resale"])
            )
            yield of_platoon(season, Sell, _("%(platoon)s sells vehicles"), platoon, vehicles, help=help_)


def _brings(season: Season, vehicle: Vehicle) -> Message:
    return say(_("brings %(points)s"), points=names.in_points(resale(season, vehicle)))


@CHAPTER.evolves
def _sold(season: Season, event: Sold) -> None:
    season.platoons[event.platoon].purse += event.points
    for id in event.vehicles:
        season.vehicles[id].status, season.vehicles[id].bays = "sold", ()


@CHAPTER.narrates
def _tell_sold(season: Season, event: Sold) -> Message:
    texts = _("%(platoon)s sells %(vehicles)s: %(points)s."), _("%(platoon)s sells %(vehicles)s.")
    return names.for_points(
        *texts, event.points, platoon=event.platoon, vehicles=names.vehicles_or_none(season, event.vehicles)
    )


@CHAPTER.sees
def _see_sold(season: Season, event: Sold, player: str) -> Sold:
    return event if season.known_to(event.platoon, player) else replace(event, points=HIDDEN)


@CHAPTER.books
def _booked_sold(season: Season, event: Sold) -> Iterator[Entry]:
    yield Entry(platoon=event.platoon, points=event.points, why="sold")


@CHAPTER.explains(STATUS)
def _why_sold(season: Season, event: Sold, key: str) -> Iterator[Cause]:
    if key in event.vehicles:
        yield Cause(say(_("Is sold.")))
