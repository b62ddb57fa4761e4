"""Organisers put right what the map has wrong: where a platoon is, what it has lost, and which links are open."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from campaigns.reports import Deploy, Deployed, LinkSet, SetLink
from campaigns.ruling.beaten import relieved
from campaigns.ruling.checks import keys, no, on_map, organiser, platoon_of
from campaigns.ruling.owning import is_wreck, jobs_of, not_its_own
from campaigns.season import Platoon, Season, Vehicle
from campaigns.season.whereabouts import changing_hands, places, sectors_of, theatre_of
from campaigns.theatre import RESERVE
from campaigns.theatre.graph import ends
from rules.adjudicate import Who
from rules.contract import Decision, Dice, Refused, at_once, say
from rules.contract import gettext_noop as _


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
            say(_("Name another sector, or vehicles that are its own again.")),
            "sector",
        )
    elif to not in (*sectors, RESERVE):
        yield no(
            say(_("There is no sector “%(sector)s”."), sector=to),
            say(_("Name one of the map by its key, or “reserve”.")),
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
            yield no(
                say(_("%(vehicle)s was not given up in a pocket."), vehicle=id), say(_("Leave it out.")), "restored"
            )


def _as_found(season: Season, vehicle: Vehicle) -> str:
    """As it was when it was given up: what its battle left of it, and the workshop has mended since."""
    as_in_workshop = replace(vehicle, status="workshop")
    if is_wreck(season, as_in_workshop):
        return "wrecked"
    return "damaged" if jobs_of(season, vehicle) else "fit"


def set_link(season: Season, command: SetLink, who: Who, dice: Dice) -> Decision:
    """Closed, nobody marches over it and no supply comes; who is under way by then was sooner."""
    organiser(who)
    on_map(season)
    link = ends(command.one, command.other)
    if link not in {(one.one, one.other) for one in theatre_of(season).links}:
        raise no(
            say(_("No link joins %(one)s and %(other)s."), one=command.one, other=command.other),
            say(_("Name two sectors that touch, by their keys.")),
            "other",
        )
    if command.open == (link not in season.closed_links):
        raise no(
            say(_("This link is open already.") if command.open else _("This link is closed already.")), field="open"
        )
    yield LinkSet(one=link[0], other=link[1], open=command.open, reason=command.reason)
