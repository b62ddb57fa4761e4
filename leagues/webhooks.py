"""Which leagues a club's webhook is sent."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet

from campaigns.models import WebhookEndpoint
from leagues.models import League, LeagueSheet


def league_sheets(endpoint: WebhookEndpoint) -> QuerySet[Any]:
    """None where it is sent one campaign alone."""
    if not endpoint.of_leagues or endpoint.campaign_id is not None:
        return LeagueSheet.objects.none()
    found = League.objects.filter(club=endpoint.club_id, stream__isnull=False)
    if not endpoint.members_too:
        found = found.exclude(visibility=League.Visibility.MEMBERS)
    return LeagueSheet.objects.filter(pk__in=found.values("stream"))
