"""Battles that arise on a campaign's map: the posted deck for germans and soviets, the house's deck for all others,
whatever the terrain."""

from __future__ import annotations

from rules.engagements import Engagement, Proposal

from . import tables


def engage(engagement: Engagement) -> Proposal:
    """A campaign of germans and soviets keeps them on their own sides; in any other the attacker comes first."""
    summer, encounter = tables.SCENARIOS
    named = sorted(engagement.sides) == sorted(summer.sides)
    scenario = summer if named else encounter
    one, other = engagement.sides if named else scenario.sides
    return Proposal(scenario=scenario.key, sides=(one, other), options=_limit(engagement))


def _limit(engagement: Engagement) -> dict[str, bool | int | str]:
    """One limit for both sides, the higher one. The campaign holds each platoon to its own."""
    most = next(one.most for one in tables.OPTIONS if one.name == "points")
    return {"points": min(max(engagement.limits), most)} if any(engagement.limits) else {}
