"""Which logs have news for a webhook. The sheets say how far each log goes, a cursor how far it was sent."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from battles import log
from battles.models import Sheet
from battles.projections import MOMENT
from campaigns.models import Campaign, CampaignSheet, DiscordChannel, WebhookCursor, WebhookEndpoint

AT_ONCE = 50  # logs of one kind


def campaigns_of(place: WebhookEndpoint | DiscordChannel) -> QuerySet[Campaign]:
    """The campaigns of which a webhook or a channel is told."""
    found = Campaign.objects.filter(club=place.club_id, stream__isnull=False)
    if place.campaign_id is not None:
        found = found.filter(pk=place.campaign_id)
    return found if place.members_too else found.exclude(visibility=Campaign.Visibility.MEMBERS)


def campaign_sheets(endpoint: WebhookEndpoint) -> QuerySet[Any]:
    if not endpoint.of_campaigns:
        return CampaignSheet.objects.none()
    return CampaignSheet.objects.filter(pk__in=campaigns_of(endpoint).values("stream"))


def battle_sheets(endpoint: WebhookEndpoint) -> QuerySet[Any]:
    if not endpoint.of_battles:
        return Sheet.objects.none()
    return Sheet.objects.filter(campaign__in=campaigns_of(endpoint).values("stream"))


def with_news(endpoint: WebhookEndpoint, sources: Any) -> Iterator[str]:
    """Logs that go on behind what was sent, those that have waited longest first. A query for each of the sources."""
    for source in sources:
        yield from map(str, _with_news(endpoint, source(endpoint)).values_list("stream", flat=True)[:AT_ONCE])


def _with_news(endpoint: WebhookEndpoint, sheets: QuerySet[Any]) -> QuerySet[Any]:
    mine = WebhookCursor.objects.filter(endpoint=endpoint, stream=OuterRef("stream"))
    behind = mine.filter(position__lt=OuterRef("position"), next_at__lte=timezone.now())
    since = Q(moved_at__gt=endpoint.made_at.strftime(MOMENT))
    return sheets.filter(Exists(behind) | since & ~Exists(mine)).order_by(F("moved_at"), "stream")


def cursor(endpoint: WebhookEndpoint, stream: str) -> WebhookCursor:
    """How far this log was sent; made where there is none yet."""
    found = WebhookCursor.objects.filter(endpoint=endpoint, stream=stream).first()
    if found is None:
        begun = {"position": log.position_at(stream, endpoint.made_at)}
        found, _new = WebhookCursor.objects.get_or_create(endpoint=endpoint, stream=stream, defaults=begun)
    return found
