"""What is proposed for a battle, and what its ground allows each platoon to bring."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from campaigns.season.refusals import no
from campaigns.season.state import Fixture, Season
from campaigns.season.values import Forces, Terms
from campaigns.season.vehicles import price_of
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
