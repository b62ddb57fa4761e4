"""News of platoons: retreats, challenges, the workshop, and cases that somebody has taken."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from battles.reports import Ruled
from campaigns.models import Standing
from campaigns.notices.telling import Found
from campaigns.season import Season, names
from campaigns.season.cases import PlatoonCaseTaken
from campaigns.season.challenges.answers import ChallengeRefused
from campaigns.season.challenges.making import Challenged
from campaigns.season.challenges.situation import challenge_to
from campaigns.season.challenges.tending import ChallengeLapsed
from campaigns.season.kept_events import RetreatDue
from campaigns.season.workshop import WorkshopWorked


def cases(season: Season, facts: Sequence[Ruled]) -> Iterator[Found]:
    for fact in facts:
        if isinstance(event := fact.event, PlatoonCaseTaken):
            yield _of(season, fact, "case", "platoon_case", event.platoon, {}, person=event.person)


def retreats(campaign: str, season: Season, facts: Sequence[Ruled]) -> Iterator[Found]:
    """Retreats that are still due after all reports. If there was only one way, the retreat has been made already."""
    for fact, event in retreats_due(season, facts):
        until = Standing.objects.values_list("retreat_by", flat=True).get(key=f"{campaign}/{event.platoon}")
        if until:
            context = {"sector": names.sector(season, event.sector), **_until(season, until)}
            yield _of(season, fact, "retreat", "retreat", event.platoon, context)


def retreats_due(season: Season, facts: Sequence[Ruled]) -> Iterator[tuple[Ruled, RetreatDue]]:
    due = season.retreats.values()
    for fact in facts:
        if isinstance(event := fact.event, RetreatDue) and event in due:
            yield fact, event


def challenges(season: Season, facts: Sequence[Ruled]) -> Iterator[Found]:
    """Challenges that wait for an answer still, and those that came to nothing."""
    for fact in facts:
        event = fact.event
        if isinstance(event, Challenged):
            there = challenge_to(season, event.challenged)
            if there is not None and there.challenger == event.challenger:
                context: dict[str, Any] = {"challenger": season.platoons[event.challenger].name}
                context |= _until(season, event.due) if event.due else {}
                found = _of(season, fact, "challenge", "challenge", event.challenged, context)
                yield found._replace(page=("campaign",))
        elif isinstance(event, ChallengeRefused | ChallengeLapsed):
            context = {"other": season.platoons[event.challenged].name, "refused": isinstance(event, ChallengeRefused)}
            yield _of(season, fact, "beaten", "challenge_over", event.challenger, context)


def workshops(season: Season, facts: Sequence[Ruled]) -> Iterator[Found]:
    """What the workshop has finished, to its platoon's own players."""
    for fact in facts:
        if isinstance(event := fact.event, WorkshopWorked) and event.platoon in season.platoons:
            done = [work.vehicle for work in event.works if work.done and work.vehicle in season.vehicles]
            if done:
                context = {"vehicles": names.vehicles(season, dict.fromkeys(done)), "number": event.round}
                yield _of(season, fact, "repaired", "repaired", event.platoon, context)


def _of(
    season: Season, fact: Ruled, kind: str, template: str, platoon: str, context: dict[str, Any], person: str = ""
) -> Found:
    people, page = season.platoons[platoon].players, ("platoon", platoon)
    return Found(fact.position, kind, template, people, context, platoon=platoon, page=page, person=person)


def _until(season: Season, moment: str) -> dict[str, Any]:
    return {"until": moment, "zone": season.zone}
