"""Mail that players get at once: a platoon of theirs has to retreat and until when, or somebody has taken its case."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from battles.presenters.people import names_of
from battles.reports import Ruled
from campaigns import mail
from campaigns.models import Campaign, Standing
from campaigns.models.people import accounts
from campaigns.season import Platoon, Season, names
from campaigns.season.cases import PlatoonCaseTaken
from campaigns.season.kept_events import RetreatDue

Notice = tuple[int, Platoon, str, dict[str, Any]]  # the row it is about, the platoon, the template and its context


def write(campaign: str, season: Season, facts: Sequence[Ruled]) -> None:
    """Write about facts that are new, in the caller's transaction; `season` stands after them. A campaign without its
    desk is run elsewhere, so nobody is written to."""
    notices = [*_cases(season, facts), *_retreats(campaign, season, facts)]
    desk = Campaign.objects.select_related("club").filter(stream=campaign).first() if notices else None
    if desk is None:
        return
    for position, platoon, template, more in notices:
        context = {"campaign": desk, "platoon": platoon, **more}
        for user in accounts(platoon.players):
            mail.queue(f"campaign/{campaign}/{position}/{user.pk}", user, template, context, club=desk.club)


def _cases(season: Season, facts: Sequence[Ruled]) -> Iterator[Notice]:
    for fact in facts:
        if isinstance(event := fact.event, PlatoonCaseTaken):
            person = names_of([event.person])[event.person]
            yield fact.position, season.platoons[event.platoon], "platoon_case", {"person": person}


def _retreats(campaign: str, season: Season, facts: Sequence[Ruled]) -> Iterator[Notice]:
    """Retreats that are still due after all reports. If there was only one way, the retreat has been made already."""
    due = season.retreats.values()
    for fact in facts:
        if isinstance(event := fact.event, RetreatDue) and event in due:
            until = Standing.objects.values_list("retreat_by", flat=True).get(key=f"{campaign}/{event.platoon}")
            if until:
                context = {"sector": names.sector(season, event.sector), "until": datetime.fromisoformat(until)}
                yield fact.position, season.platoons[event.platoon], "retreat", context
