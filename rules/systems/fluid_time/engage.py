"""Battles that arise on a campaign's map: the posted deck for germans and soviets, the house's for all others, whatever
the ground."""

from __future__ import annotations

from rules.engagements import Engagement, Proposal

from . import tables


def engage(engagement: Engagement) -> Proposal:
    """A campaign of germans and soviets has them on their own sides; else the attacker is the first of an encounter."""
    summer, encounter = tables.SCENARIOS
    named = sorted(engagement.sides) == sorted(summer.sides)
    scenario = summer if named else encounter
    one, other = engagement.sides if named else scenario.sides
    return Proposal(scenario=scenario.key, sides=(one, other), options=_limit(engagement))


def _limit(engagement: Engagement) -> dict[str, bool | int | str]:
    """One for both sides: the higher one. That of each platoon is the campaign's to hold."""
    most = next(one.most for one in tables.OPTIONS if one.name == "points")
    return {"points": min(max(engagement.limits), most)} if any(engagement.limits) else {}
