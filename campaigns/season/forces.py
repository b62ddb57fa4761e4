"""The vehicles that can be called to a battle, and why others cannot."""

from __future__ import annotations

from collections.abc import Iterator

from campaigns.season.refusals import keys, no, platoon_of
from campaigns.season.standings import Service
from campaigns.season.state import Season
from campaigns.season.values import FIELDED, Forces
from campaigns.season.vehicles import BECAME, can_fight
from rules.contract import Refused, say
from rules.contract import gettext_noop as _


def unfit(season: Season, records: dict[str, Service], side: str, forces: Forces) -> Iterator[Refused]:
    """Why these cannot be called: all that is wrong with them."""
    try:
        platoon = platoon_of(season, forces.platoon, f"sides.{side}.platoon")
    except Refused as refused:
        yield refused
        return
    able = able_of(season, records, forces)
    for id in dict.fromkeys(forces.vehicles):
        if id not in able:
            yield _cannot(season, records, side, platoon.key, id)
    if len(set(forces.vehicles)) != len(forces.vehicles):
        yield no(say(_("A vehicle is named twice.")), field=f"sides.{side}.vehicles")
    if len(forces.vehicles or able) > FIELDED:
        yield no(
            say(_("%(n)s vehicles of platoon “%(key)s” can fight."), n=len(able), key=platoon.key),
            say(_("Name those that shall: at most %(most)s."), most=FIELDED),
            f"sides.{side}.vehicles",
        )
    if not able and not forces.vehicles:
        yield no(
            say(_("No vehicle of platoon “%(key)s” can fight now."), key=platoon.key),
            say(_("Wait until its battle is counted, or enlist another platoon.")),
            f"sides.{side}.platoon",
        )


def able_of(season: Season, records: dict[str, Service], forces: Forces) -> tuple[str, ...]:
    return tuple(id for id in season.platoons[forces.platoon].vehicles if can_fight(records[id]))


def named(season: Season, records: dict[str, Service], forces: Forces) -> Forces:
    """The forces with every vehicle named: those asked for, or all of the platoon that can fight."""
    return Forces(platoon=forces.platoon, vehicles=forces.vehicles or able_of(season, records, forces))


def _cannot(season: Season, records: dict[str, Service], side: str, platoon: str, id: str) -> Refused:
    """Why a vehicle that was asked for cannot fight."""
    field = f"sides.{side}.vehicles"
    if id not in season.platoons[platoon].vehicles:
        ids = keys(season.platoons[platoon].vehicles)
        return no(
            say(_("Platoon “%(key)s” has no vehicle “%(id)s”."), key=platoon, id=id),
            say(_("Its vehicles: %(ids)s."), ids=ids),
            field,
        )
    status = records[id].status
    if status == "fighting":
        return no(
            say(_("%(vehicle)s is in a battle that is not counted yet."), vehicle=id),
            say(_("Settle “%(battle)s” first, or leave it out."), battle=records[id].battle),
            field,
        )
    if status == "workshop":
        return no(
            say(_("%(vehicle)s stands in the workshop."), vehicle=id),
            say(_("Leave it out, or take it out of the workshop first.")),
            field,
        )
    if status not in BECAME:
        return no(
            say(_("%(vehicle)s has no crew that could fight."), vehicle=id),
            say(_("Leave it out, or give it a new crew.")),
            field,
        )
    return no(say(BECAME[status], vehicle=id), say(_("Leave it out.")), field)


def ready_of(season: Season, records: dict[str, Service], key: str) -> tuple[str, ...]:
    """What of a platoon can fight; nothing of one that has left."""
    return () if season.platoons[key].dropped else able_of(season, records, Forces(platoon=key))
