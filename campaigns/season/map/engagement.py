"""The ground on which two platoons meet, with what the rulebook proposes for their battle."""

from __future__ import annotations

from campaigns.season.positions import sectors_of
from campaigns.season.state import Season
from campaigns.theatre import Ground
from campaigns.theatre.contact import Contact
from rules.contract import RuleSystem
from rules.engagements import Engagement, Proposal


def ground_of(season: Season, contact: Contact) -> Ground:
    """The attacker, or the first by key of two who meet, is the first platoon of its fixture."""
    terrain = sectors_of(season)[contact.sector].terrain
    engagement = Engagement(
        edition=season.opened.edition,
        kind="assault" if contact.attacks else "meeting",
        terrain=terrain,
        river=contact.river,
        entrenched=contact.entrenched,
        limits=contact.limits,
        sides=(season.platoons[contact.one].side, season.platoons[contact.other].side),
    )
    proposal = proposed(season.rules, engagement)
    platoons = (contact.one, contact.other)
    return Ground(
        sector=contact.sector,
        terrain=terrain,
        attacker=contact.one if contact.attacks else "",
        river=contact.river,
        entrenched=contact.entrenched,
        limits={key: limit for key, limit in zip(platoons, contact.limits, strict=True) if limit},
        scenario=proposal.scenario,
        sides=proposal.sides,
        options=proposal.options,
        board=proposal.board,
    )


def proposed(rules: RuleSystem, engagement: Engagement) -> Proposal:
    """The rulebook's proposal; of one that makes none its first scenario of two sides."""
    if rules.engage is not None:
        return rules.engage(engagement)
    scenario = next(one for one in rules.scenarios if len(one.sides) == 2)
    return Proposal(scenario=scenario.key, sides=(scenario.sides[0], scenario.sides[1]))
