"""Battles that arise on a campaign's map: the mission that suits the terrain, the roles and the limit (house; R40 to
R43)."""

from __future__ import annotations

from rules.engagements import Engagement, Proposal
from rules.systems.modern_age import tables

HIGH_GROUND = ("hills", "mountains")
STRONGHOLDS = ("town",)


def engage(engagement: Engagement) -> Proposal:
    """The platoon that came is the Attacker, without a roll. If the edition does not have the mission, it is Tank
    Ace."""
    wanted = _mission(engagement)
    known = {scenario.key for scenario in tables.scenarios_of(engagement.edition)}
    roles: dict[str, bool | int | str] = {"roles": "by_side"} if engagement.kind == "assault" else {}
    return Proposal(
        scenario=wanted if wanted in known else tables.TANK_ACE,
        sides=(tables.ATTACKERS, tables.DEFENDERS),
        options=roles | _limit(engagement),
    )


def _mission(engagement: Engagement) -> str:
    """Either side may take high ground. A defender that is entrenched, in a town or behind a river has a line to
    hold."""
    if engagement.terrain in HIGH_GROUND:
        return tables.KING_OF_THE_HILL
    if engagement.kind == "meeting":
        return tables.FREE_FOR_ALL
    held = engagement.entrenched or engagement.river or engagement.terrain in STRONGHOLDS
    return tables.NO_RETREAT if held else tables.TANK_ACE


def _limit(engagement: Engagement) -> dict[str, bool | int | str]:
    """One limit for both sides, the higher one. The campaign holds each platoon to its own."""
    most = max(engagement.limits)
    option = next(one for one in tables.OPTIONS if one.name == "point_limit")
    return {option.name: min(max(most, option.least), option.most)} if most else {}
