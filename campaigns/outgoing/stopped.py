"""What is not sent any more though nobody has switched it off: webhooks and channels that have stopped by themselves,
or that a backup has brought."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.urls import reverse

from campaigns.models import DiscordChannel, DiscordMessage, User, WebhookDelivery, WebhookEndpoint

Off = WebhookEndpoint.Off
MOST = 20  # of each are listed
NAMES = ("change", "switch")  # of pages in the office


class Stopped(NamedTuple):
    """`switch`: where a POST switches it on."""

    name: str
    club: str
    why: str
    page: str
    switch: str


PLACES: tuple[type[WebhookEndpoint] | type[DiscordChannel], ...] = (WebhookEndpoint, DiscordChannel)


def of(user: User) -> list[Stopped]:
    """Those that an organiser may switch on. A query each."""
    return [_one(row) for place in PLACES for row in _rows(place._default_manager.all(), user)]


def _rows(rows: QuerySet[Any], user: User) -> QuerySet[Any]:
    found = rows.exclude(off__in=(Off.ON, Off.PERSON)).select_related("club").order_by("name", "pk")
    return (found if user.is_superuser else found.filter(club__in=user.organises.values("pk")))[:MOST]


def _one(row: WebhookEndpoint | DiscordChannel) -> Stopped:
    page, switch = (reverse(f"admin:campaigns_{row._meta.model_name}_{name}", args=[row.pk]) for name in NAMES)
    return Stopped(row.name, row.club.name, str(row.get_off_display()), page, switch)


def switch_off_restored() -> int:
    """A copy of a site sends nothing by itself, as the site itself may go on; how many webhooks and channels were on.
    What was asked for and not sent yet is not sent either."""
    WebhookDelivery.objects.filter(status=WebhookDelivery.Status.ASKED).update(status=WebhookDelivery.Status.FAILED)
    DiscordMessage.objects.filter(stream=None, status=DiscordMessage.Status.WAITING).delete()
    return sum(place._default_manager.filter(off=Off.ON).update(off=Off.RESTORED) for place in PLACES)
