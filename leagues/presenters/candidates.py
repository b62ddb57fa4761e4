"""The campaigns that may join a league now: a choice of the pure league knows no others than its own."""

from __future__ import annotations

import msgspec

from campaigns.models import Campaign, CampaignSheet
from leagues.league.seasons import AddCampaign
from leagues.models import League, LeagueCampaign
from rules.contract import Choice, Pick
from rules.messages import verbatim


def candidates(desk: League) -> tuple[Pick, ...]:
    """The open campaigns of the club that are no tests and in no league yet, newest first. One query."""
    opened = Campaign.objects.filter(club=desk.club_id, stream__isnull=False, test=False)
    free = opened.exclude(stream__in=LeagueCampaign.objects.values("campaign"))
    found = CampaignSheet.objects.filter(pk__in=free.values("stream")).order_by("-opened_at", "name")
    return tuple(Pick(str(stream), verbatim(name)) for stream, name in found.values_list("stream", "name"))


def with_candidates(choice: Choice, picks: tuple[Pick, ...]) -> Choice:
    """A choice that asks for a campaign, with those there are; any other as it is."""
    if choice.command != AddCampaign.__name__:
        return choice
    fields = tuple(
        msgspec.structs.replace(one, picks=picks) if one.name == "campaign" else one for one in choice.fields
    )
    return msgspec.structs.replace(choice, fields=fields)
