"""Organisers put right where a platoon is, and what it has lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, ClassVar

import msgspec
from msgspec.structs import replace

from campaigns.season import names
from campaigns.season.chapters import SECTOR, STATUS, Cause, Chapter, ruled
from campaigns.season.kept_events import Gone
from campaigns.season.map.defeat import relieved
from campaigns.season.offers import WHY, choice, of_platoon, sector_picks, vehicles_field
from campaigns.season.positions import changing_hands, go, hold, places, sectors_of
from campaigns.season.refusals import keys, no, on_map, organiser, platoon_of
from campaigns.season.settling_terms import ORDERED
from campaigns.season.state import Platoon, Season, Vehicle
from campaigns.season.values import Place, PlatoonKey, VehicleId
from campaigns.season.vehicles import is_wreck, jobs_of, not_its_own
from campaigns.season.ways import Ways
from campaigns.theatre import RESERVE
from rules.adjudicate import Who
from rules.contract import Choice, Command, Decision, Dice, Event, Field, Message, Refused, at_once, say
from rules.contract import gettext_noop as _
from rules.stream.revision.reports import Reason

CHAPTER = Chapter("Deployment")


class Deploy(Command, frozen=True, kw_only=True):
    """An organiser puts a platoon where it is at the table, whatever the rules of the map; `restored` are vehicles of
    it that were given up in a pocket and are its own again."""

    positional: ClassVar[tuple[str, ...]] = ("platoon", "sector")
    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    platoon: PlatoonKey
    sector: Place
    restored: Annotated[tuple[VehicleId, ...], msgspec.Meta(max_length=60)] = ()
    reason: Reason


class Deployed(Event, frozen=True, kw_only=True):
    """An organiser has put a platoon somewhere. `restored`: captured vehicles that are its own again, each as it is."""

    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    platoon: str
    origin: str
    place: str
    restored: dict[str, str] = {}
    held: dict[str, str] = {}
    reason: str = ""


CHAPTER.settles(
    Ways(
        ORDERED,
        keep=_("The platoon stays where it was put."),
        strike=_("The platoon stands where it stood before."),
    ),
    Deploy,
)


@CHAPTER.decides
def deploy(season: Season, command: Deploy, who: Who, dice: Dice) -> Decision:
    """Anywhere with room, among enemies and without supply too; whatever it was ordered, and had to do, is void."""
    organiser(who)
    on_map(season)
    platoon = platoon_of(season, command.platoon)
    at_once([*_no_place(season, platoon, command), *_not_captured(season, platoon, command)])
    yield Deployed(
        platoon=platoon.key,
        origin=platoon.sector,
        place=command.sector,
        restored={id: _as_found(season, season.vehicles[id]) for id in command.restored},
        held=changing_hands(season, places(season) | {platoon.key: command.sector}),
        reason=command.reason,
    )
    yield from relieved(season)


def _no_place(season: Season, platoon: Platoon, command: Deploy) -> Iterator[Refused]:
    sectors, to = sectors_of(season), command.sector
    if to == platoon.sector and not command.restored:
        yield no(
            say(_("%(platoon)s is there already."), platoon=platoon.key),
            _("Name another sector, or vehicles that are its own again."),
            "sector",
        )
    elif to not in (*sectors, RESERVE):
        yield no(
            say(_("There is no sector “%(sector)s”."), sector=to),
            _("Name one of the map by its key, or “reserve”."),
            "sector",
        )
    elif to not in (platoon.sector, RESERVE):
        there = [one.key for one in season.platoons.values() if one.sector == to and one.side == platoon.side]
        if len(there) >= sectors[to].capacity:
            yield no(
                say(_("%(sector)s is full."), sector=to),
                say(_("Deploy one of those there elsewhere first: %(platoons)s."), platoons=keys(there)),
                "sector",
            )


def _not_captured(season: Season, platoon: Platoon, command: Deploy) -> Iterator[Refused]:
    strangers = tuple(not_its_own(platoon, command.restored, "restored"))
    yield from strangers
    for id in () if strangers else command.restored:
        if season.vehicles[id].status != "captured":
            yield no(say(_("%(vehicle)s was not given up in a pocket."), vehicle=id), _("Leave it out."), "restored")


@CHAPTER.offers(Deploy)
def _offered(season: Season, who: Who) -> Iterator[Choice]:
    """Elsewhere; and where it stands, for the sake of vehicles that are its own again."""
    if not who.referee or season.opened.theatre is None:
        return
    for platoon in season.platoons.values():
        if platoon.dropped:
            continue
        captured = [season.vehicles[id] for id in platoon.vehicles if season.vehicles[id].status == "captured"]
        given_up = say(_("Vehicles that are its own again"))
        restored = (vehicles_field(season, "restored", captured, given_up),) if captured else ()
        label, picks = say(_("Sector")), sector_picks(season, _with_room(season, platoon))
        there = Field(name="sector", kind="pick", label=label, picks=picks, required=True)
        yield of_platoon(season, Deploy, _("Put %(platoon)s elsewhere on the map"), platoon, there, *restored, WHY)
        if captured:
            label = say(_("Give vehicles back to %(platoon)s"), platoon=names.platoon(season, platoon.key))
            fields = (vehicles_field(season, "restored", captured, given_up, least=1), WHY)
            yield choice(Deploy, label, *fields, of=platoon.key, platoon=platoon.key, sector=platoon.sector)


def _with_room(season: Season, platoon: Platoon) -> Iterator[str]:
    there = Counter(one.sector for one in season.platoons.values() if one.side == platoon.side)
    for key, sector in sectors_of(season).items():
        if key != platoon.sector and there[key] < sector.capacity:
            yield key
    if platoon.sector != RESERVE:
        yield RESERVE


def _as_found(season: Season, vehicle: Vehicle) -> str:
    """As it was when it was given up: what its battle left of it, and the workshop has mended since."""
    as_in_workshop = replace(vehicle, status="workshop")
    if is_wreck(season, as_in_workshop):
        return "wrecked"
    return "damaged" if jobs_of(season, vehicle) else "fit"


# -- what it changes ---------------------------------------------------------------------------------------------------


@CHAPTER.evolves
def _deployed(season: Season, event: Deployed) -> None:
    season.retreats.pop(event.platoon, None)
    go(season, (Gone(platoon=event.platoon, origin=event.origin, place=event.place),))
    for id, status in event.restored.items():
        season.vehicles[id].status = status  # type: ignore[assignment]
    hold(season, event.held)


# -- how it reads ------------------------------------------------------------------------------------------------------


@CHAPTER.narrates
def _tell_deployed(season: Season, event: Deployed) -> Message:
    values: dict[str, str | int | Message] = {
        "platoon": names.platoon(season, event.platoon),
        "place": names.place(season, event.place),
        "reason": event.reason,
    }
    if not event.restored:
        return say(_("An organiser puts %(platoon)s in %(place)s: %(reason)s"), **values)
    return say(
        _("An organiser puts %(platoon)s in %(place)s, and gives back %(vehicles)s: %(reason)s"),
        **values,
        vehicles=names.vehicles(season, event.restored),
    )


@CHAPTER.explains(SECTOR)
def _why_there(season: Season, event: Deployed, key: str) -> Iterator[Cause]:
    yield ruled(event.reason)


@CHAPTER.speaks(SECTOR)
def _speaks(season: Season, event: Deployed, key: str) -> bool:
    return event.platoon == key


@CHAPTER.explains(STATUS)
def _why_returned(season: Season, event: Deployed, key: str) -> Iterator[Cause]:
    if key in event.restored:
        yield Cause(say(_("Is returned to its platoon.")))
        yield ruled(event.reason)
