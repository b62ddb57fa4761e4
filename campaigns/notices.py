"""Mail that players get at once: a platoon of theirs has to retreat and until when, or somebody has taken its case."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from battles.presenters.people import names_of
from battles.reports import Receipt
from campaigns import mail
from campaigns.models import Campaign, Standing, User
from campaigns.season import Season, names
from campaigns.season.cases import PlatoonCaseTaken
from campaigns.season.kept_events import RetreatDue


def write(campaign: str, receipt: Receipt, before: int) -> None:
    """Write about what was reported after position `before`, in the caller's transaction. A campaign without its
    desk is run elsewhere, so nobody is written to."""
    _cases(campaign, receipt, before)
    for position, event in _due(receipt, before):
        desk = Campaign.objects.select_related("club").filter(stream=campaign).first()
        until = Standing.objects.values_list("retreat_by", flat=True).get(key=f"{campaign}/{event.platoon}")
        if desk is not None and until:
            season: Season = receipt.state
            platoon = season.platoons[event.platoon]
            context = {
                "campaign": desk,
                "platoon": platoon,
                "sector": names.sector(season, event.sector),
                "until": datetime.fromisoformat(until),
            }
            for user in User.objects.filter(pk__in=[one for one in platoon.players if len(one) == 36]):
                mail.queue(f"campaign/{campaign}/{position}/{user.pk}", user, "retreat", context, club=desk.club)


def _cases(campaign: str, receipt: Receipt, before: int) -> None:
    for fact in (fact for answer in receipt.answers for fact in answer.events):
        event = fact.event
        if not isinstance(event, PlatoonCaseTaken) or fact.position <= before:
            continue
        desk = Campaign.objects.select_related("club").filter(stream=campaign).first()
        if desk is not None:
            platoon = receipt.state.platoons[event.platoon]
            person = names_of([event.person])[event.person]
            context = {"campaign": desk, "platoon": platoon, "person": person}
            for user in User.objects.filter(pk__in=[one for one in platoon.players if len(one) == 36]):
                key = f"campaign/{campaign}/{fact.position}/{user.pk}"
                mail.queue(key, user, "platoon_case", context, club=desk.club)


def _due(receipt: Receipt, before: int) -> Iterator[tuple[int, RetreatDue]]:
    """Retreats that are still due after all reports. If there was only one way, the retreat has been made already."""
    due = receipt.state.retreats.values()
    for fact in (fact for answer in receipt.answers for fact in answer.events):
        if isinstance(fact.event, RetreatDue) and fact.position > before and fact.event in due:
            yield fact.position, fact.event
