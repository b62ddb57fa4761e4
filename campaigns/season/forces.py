"""What a platoon may bring to a battle: what is proposed for its ground, the vehicles that can fight, and why others
cannot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from campaigns.season.refusals import no, platoon_of
from campaigns.season.standings import Service
from campaigns.season.state import Fixture, Season
from campaigns.season.values import FIELDED, Forces, Terms
from campaigns.season.vehicles import BECAME, can_fight, not_its_own, price_of
from rules.adjudicate import Who
from rules.contract import Refused, say
from rules.contract import gettext_noop as _


class Proposed(msgspec.Struct, frozen=True, kw_only=True):
    """What a battle is proposed to be: its scenario ("" is anybody's choice), the platoon on each of the scenario's
    sides, options over the campaign's, the board, and the points each platoon may bring (nothing for any)."""

    scenario: str = ""
    sides: dict[str, str] = {}
    options: Terms = {}
    board: dict[str, Any] = {}
    limits: dict[str, int] = {}


def proposal(season: Season, fixture: Fixture) -> Proposed:
    """For an announced fixture: the rulebook's, for the ground on the map; else what was announced of it."""
    ground = fixture.ground
    if ground is not None:
        return Proposed(
            scenario=ground.scenario,
            sides=dict(zip(ground.sides, fixture.platoons, strict=False)),
            options=ground.options,
            board=ground.board,
            limits=ground.limits,
        )
    sides = next((one.sides for one in season.rules.scenarios if one.key == fixture.scenario), ())
    return Proposed(scenario=fixture.scenario, sides=dict(zip(sides, fixture.platoons, strict=False)))


def board_of(fixture: Fixture | None, scenario: str, board: Mapping[str, Any]) -> dict[str, Any]:
    """The board that was asked for; that of the ground where none was, if the scenario is the proposed one."""
    proposed = fixture.ground if fixture is not None else None
    if board or proposed is None or scenario != proposed.scenario:
        return dict(board)
    return proposed.board


def over_limit(season: Season, fixture: Fixture | None, sides: Mapping[str, Forces], who: Who) -> Iterator[Refused]:
    """Who brings more than its ground allows: an organiser may. Cards count for who commands the platoon alone: to
    anybody else already whether it is refused would tell of them."""
    limits = fixture.ground.limits if fixture is not None and fixture.ground is not None else {}
    for side, forces in sides.items() if not who.referee else ():
        limit, platoon = limits.get(forces.platoon), season.platoons[forces.platoon]
        cards = None if who.id in platoon.players else ()
        points = sum(price_of(season, season.vehicles[id], cards) for id in forces.vehicles)
        if limit is None or points <= limit:
            continue
        yield no(
            say(_("%(platoon)s brings %(points)d points."), platoon=platoon.key, points=points),
            say(_("Name vehicles for up to %(limit)d points, or ask an organiser."), limit=limit),
            f"sides.{side}.vehicles",
        )


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
        yield no(_("A vehicle is named twice."), field=f"sides.{side}.vehicles")
    if len(forces.vehicles or able) > FIELDED:
        yield no(
            say(_("%(n)s vehicles of platoon “%(key)s” can fight."), n=len(able), key=platoon.key),
            say(_("Name the vehicles that fight: at most %(most)s."), most=FIELDED),
            f"sides.{side}.vehicles",
        )
    if not able and not forces.vehicles:
        yield no(
            say(_("No vehicle of platoon “%(key)s” can fight now."), key=platoon.key),
            _("Wait until its battle is counted, or enlist another platoon."),
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
    stranger = next(not_its_own(season.platoons[platoon], (id,), field), None)
    if stranger is not None:
        return stranger
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
            _("Leave it out, or take it out of the workshop first."),
            field,
        )
    if status not in BECAME:
        return no(
            say(_("%(vehicle)s has no crew that could fight."), vehicle=id),
            _("Leave it out, or give it a new crew."),
            field,
        )
    return no(say(BECAME[status], vehicle=id), _("Leave it out."), field)


def ready_of(season: Season, records: dict[str, Service], key: str) -> tuple[str, ...]:
    """What of a platoon can fight; nothing of one that has left."""
    return () if season.platoons[key].dropped else able_of(season, records, Forces(platoon=key))
