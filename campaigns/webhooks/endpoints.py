"""What a club's organisers do with a webhook: make it, test it, renew its secret, switch it, have it begin again."""

from __future__ import annotations

import secrets
from datetime import timedelta
from uuid import UUID, uuid4, uuid5

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

from battles import log
from campaigns.models import WebhookCursor, WebhookDelivery, WebhookEndpoint
from campaigns.outgoing import addresses, officers
from campaigns.webhooks import events, signing

OVERLAP = timedelta(hours=24)  # for which the secret before signs, too
IDS = UUID("3c9b8f9e-5a52-4f0b-a1d3-7d0a4a6f2f51")
Off, Status = WebhookEndpoint.Off, WebhookDelivery.Status


def check(url: str) -> None:
    """`addresses.Forbidden` for an address that nothing is sent to. A name that resolves to nothing now may later."""
    place = addresses.parse(url, settings.WEBHOOK_HOSTS)
    addresses.refuse_unlisted(place, settings.WEBHOOK_HOSTS, settings.WEBHOOK_PUBLIC)
    try:
        addresses.resolve(place, settings.WEBHOOK_HOSTS)
    except addresses.Unreachable:
        return


def renew(endpoint: WebhookEndpoint) -> str:
    """A new secret, which is shown this once. The one before signs along with it for `OVERLAP`."""
    if endpoint.key:
        endpoint.old_key, endpoint.old_until = endpoint.key, timezone.now() + OVERLAP
    endpoint.key = secrets.token_hex(16)
    if endpoint.pk:
        endpoint.save(update_fields=["key", "old_key", "old_until"])
    return signing.secret(endpoint.key)


def switch_on(endpoint: WebhookEndpoint) -> None:
    """It goes on where it stopped: nothing that was reported meanwhile is left out."""
    now = timezone.now()
    WebhookEndpoint.objects.filter(pk=endpoint.pk).update(off=Off.ON, next_at=now, tries=0)
    endpoint.cursors.update(tries=0, next_at=now, failing_since=None)


def switch_off(endpoint: WebhookEndpoint, why: str) -> bool:
    """True if it was on. A club's organisers are told by mail where it was not one of them."""
    if not WebhookEndpoint.objects.filter(pk=endpoint.pk, off=Off.ON).update(off=why):
        return False
    if why != Off.PERSON:
        about = {"webhook": endpoint, "club": endpoint.club, "gone": why == Off.GONE}
        officers.write(endpoint.club, f"webhook/{endpoint.pk}", "webhook_off", about)
    return True


def test(endpoint: WebhookEndpoint) -> WebhookDelivery:
    """Ask for a message that tells nothing."""
    return endpoint.deliveries.create(message=f"msg_{uuid4().hex}", type=events.TEST, status=Status.ASKED)


def send_again(deliveries: QuerySet[WebhookDelivery]) -> int:
    """Ask for messages once more, beside the order of their logs; how many. Those that are tried anyway are not."""
    return deliveries.filter(status__in=(Status.DELIVERED, Status.FAILED)).update(status=Status.ASKED)


def begin_at(endpoint: WebhookEndpoint, stream: str, position: int) -> None:
    """Send a log from this position on, all that follows in order; from behind its end what comes next.

    `log.NoSuchStream` if there is none.
    """
    head = log.positions([stream]).get(str(UUID(stream)))
    if head is None:
        raise log.NoSuchStream(stream)
    after = min(max(position - 1, 0), head)
    fresh = {"position": after, "tries": 0, "next_at": timezone.now(), "failing_since": None}
    WebhookCursor.objects.update_or_create(endpoint=endpoint, stream=stream, defaults=fresh)


def id_of(endpoint: WebhookEndpoint, stream: str, position: int) -> str:
    """The id of a message: the same each time it is sent, so that a receiver knows it again."""
    return f"msg_{uuid5(IDS, f'{endpoint.pk}/{stream}/{position}').hex}"
