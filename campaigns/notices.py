"""What players are written to at once: that a platoon of theirs has to retreat, and until when they choose where to."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from battles.reports import Receipt
from campaigns import mail
from campaigns.models import Campaign, Standing, User
from campaigns.reports import RetreatDue
from campaigns.season import Season


def write(campaign: str, receipt: Receipt, before: int) -> None:
    """Of what was reported after position `before`, in the caller's transaction. A campaign without its desk is run
    elsewhere: nobody is written to from here."""
    for position, event in _due(receipt, before):
        desk = Campaign.objects.select_related("club").filter(stream=campaign).first()
        until = Standing.objects.values_list("retreat_by", flat=True).get(key=f"{campaign}/{event.platoon}")
        if desk is not None and until:
            season: Season = receipt.state
            platoon = season.platoons[event.platoon]
            context = {
                "campaign": desk,
                "platoon": platoon,
                "sector": season.opened.sectors.get(event.sector) or event.sector,
                "until": datetime.fromisoformat(until),
            }
            for user in User.objects.filter(pk__in=[one for one in platoon.players if len(one) == 36]):
                mail.queue(f"campaign/{campaign}/{position}/{user.pk}", user, "retreat", context, club=desk.club)


def _due(receipt: Receipt, before: int) -> Iterator[tuple[int, RetreatDue]]:
    """Those that are still due once all has been reported: where there was one way, it is gone already."""
    due = receipt.state.retreats.values()
    for fact in (fact for answer in receipt.answers for fact in answer.events):
        if isinstance(fact.event, RetreatDue) and fact.position > before and fact.event in due:
            yield fact.position, fact.event
