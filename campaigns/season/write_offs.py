"""Vehicles are given up for good: by their players, and by the clerk where rebuilding costs too much."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

import msgspec

from campaigns.season import names
from campaigns.season.chapters import STATUS, Cause, Chapter
from campaigns.season.offers import WHY, at_home, in_command, of_platoon, vehicles_field
from campaigns.season.refusals import commanded
from campaigns.season.repair_plan import waiting
from campaigns.season.state import Platoon, Season, Vehicle
from campaigns.season.values import PlatoonKey, VehicleId
from campaigns.season.vehicles import jobs_of, not_at_home, price_of
from campaigns.season.ways import Ways
from rules.adjudicate import Who
from rules.contract import Choice, Command, Decision, Dice, Event, Message, at_once, say
from rules.contract import gettext_noop as _
from rules.stream.revision.reports import Reason

CHAPTER = Chapter("Write-offs")


class WriteOff(Command, frozen=True, kw_only=True):
    """Give vehicles up for good: what cannot be saved, or is not worth it."""

    positional: ClassVar[tuple[str, ...]] = ("platoon",)
    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    platoon: PlatoonKey
    vehicles: Annotated[tuple[VehicleId, ...], msgspec.Meta(min_length=1, max_length=60)]
    reason: Reason


class WrittenOff(Event, frozen=True, kw_only=True):
    """Vehicles are gone for good; by the clerk where the terms say that rebuilding costs too much."""

    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    platoon: str
    vehicles: tuple[str, ...]
    reason: str = ""


CHAPTER.settles(
    Ways(
        keep=_("The vehicle is written off."),
        strike=_("It is not written off: the vehicle is what its battles left of it."),
    ),
    WriteOff,
)


@CHAPTER.decides
def write_off(season: Season, command: WriteOff, who: Who, dice: Dice) -> Decision:
    platoon = commanded(season, command.platoon, who)
    at_once(not_at_home(season, platoon, command.vehicles, "vehicles"))
    yield WrittenOff(platoon=platoon.key, vehicles=command.vehicles, reason=command.reason)


@CHAPTER.offers(WriteOff)
def _offered(season: Season, who: Who) -> Iterator[Choice]:
    for platoon in in_command(season, who):
        if there := at_home(season, platoon):
            vehicles = vehicles_field(season, "vehicles", there, least=1)
            help_ = say(_("This is final: what is written off is gone, and brings no points."))
            yield of_platoon(season, WriteOff, _("%(platoon)s writes vehicles off"), platoon, vehicles, WHY, help=help_)


def hopeless(season: Season, platoon: Platoon) -> tuple[str, ...]:
    """What waits for repairs that cost more than `write_off` percent of its price. What somebody has paid for is
    spent: only what is still to be paid counts. A vehicle without a price is worth any repair."""
    percent = int(season.terms["write_off"])
    return tuple(
        vehicle.id
        for vehicle in (waiting(season, platoon) if percent else ())
        if (worth := price_of(season, vehicle)) and _to_pay(season, vehicle) * 100 > worth * percent
    )


def _to_pay(season: Season, vehicle: Vehicle) -> int:
    paid = {bay.job for bay in vehicle.bays if bay.paid is not None}
    return sum(job.points for job in jobs_of(season, vehicle) if job.key not in paid)


# -- what it changes ---------------------------------------------------------------------------------------------------


@CHAPTER.evolves
def _written_off(season: Season, event: WrittenOff) -> None:
    for id in event.vehicles:
        season.vehicles[id].status, season.vehicles[id].bays = "written off", ()


# -- how it reads ------------------------------------------------------------------------------------------------------


@CHAPTER.narrates
def _tell_written_off(season: Season, event: WrittenOff) -> Message:
    if not event.reason:  # the clerk's, by the terms
        return say(
            _("%(platoon)s: the clerk writes off %(vehicles)s, whose repair would cost too much."),
            platoon=event.platoon,
            vehicles=names.vehicles_or_none(season, event.vehicles),
        )
    return say(
        _("%(platoon)s writes off %(vehicles)s: %(reason)s"),
        platoon=event.platoon,
        vehicles=names.vehicles_or_none(season, event.vehicles),
        reason=event.reason,
    )


# -- why ---------------------------------------------------------------------------------------------------------------


@CHAPTER.explains(STATUS)
def _why_gone(season: Season, event: WrittenOff, key: str) -> Iterator[Cause]:
    if key not in event.vehicles:
        return
    if event.reason:
        yield Cause(say(_("Is written off: %(reason)s"), reason=event.reason))
    else:
        yield Cause(say(_("The clerk writes it off: its repair would cost too much.")), "A round closes 2")
