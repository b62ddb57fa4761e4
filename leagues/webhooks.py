"""Of which leagues a club's webhooks and channels are told."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet

from campaigns.models import DiscordChannel, WebhookEndpoint
from leagues.models import League, LeagueSheet


def league_sheets(endpoint: WebhookEndpoint) -> QuerySet[Any]:
    return sheets_of(endpoint, endpoint.of_leagues)


def sheets_of(place: WebhookEndpoint | DiscordChannel, wanted: bool) -> QuerySet[Any]:
    """None where it is told of one campaign alone."""
    if not wanted or place.campaign_id is not None:
        return LeagueSheet.objects.none()
    found = League.objects.filter(club=place.club_id, stream__isnull=False)
    if not place.members_too:
        found = found.exclude(visibility=League.Visibility.MEMBERS)
    return LeagueSheet.objects.filter(pk__in=found.values("stream"))
