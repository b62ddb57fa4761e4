"""Sends what waits to the push services of the browsers' makers.

A message is claimed, and the claim committed, before anything leaves: it goes out once at most. What a push service has
refused for now is tried again, a little later each time; without an answer it stays claimed, as it may have arrived. A
device that its service knows no more is forgotten.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from datetime import timedelta
from functools import cache
from types import SimpleNamespace
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F, QuerySet
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import ngettext

from campaigns.models import OpenPage, PushDevice, PushMessage
from campaigns.notices.kinds import KINDS
from campaigns.notices.telling import by_another_way
from campaigns.outgoing import addresses
from campaigns.outgoing import sender as outgoing
from campaigns.push import devices, keys, presence
from rules.contract import Refused

logger = logging.getLogger(__name__)
Status = PushMessage.Status
AT_ONCE = 50  # messages in one run; the clerk has other work, too
MOST_TRIES = 6  # in about half an hour
LIVES = timedelta(hours=4)  # after which "your turn" is old news; the push services keep it as long
HELD_BACK = timedelta(seconds=30)  # while the page is open: it may be a phone that has just been put away
KEPT = timedelta(days=1)  # for which messages that were sent are counted
AN_HOUR, MOST_AN_HOUR = timedelta(hours=1), 60  # messages to one device
GONE = (404, 410)  # RFC 8030, section 7.3
REFUSED = (400, 401, 403, 413)  # by which no second try comes through


def send_due(limit: int = AT_ONCE) -> int:
    """Send what waits, oldest first; how many went out. Locks nothing if nothing waits."""
    if not keys.is_on() or not due().exists():
        return 0
    sent = 0
    for _turn in range(limit):
        message = claim()
        if message is None:
            break
        if is_wanted(message):
            sent += _send(message)
    return sent


def due() -> QuerySet[PushMessage]:
    return PushMessage.objects.filter(status=Status.WAITING, next_at__lte=timezone.now()).order_by("next_at", "pk")


def claim() -> PushMessage | None:
    """Claim the next message for this caller, and commit that."""
    with transaction.atomic(durable=True):
        found = due().select_for_update(skip_locked=True, of=("self",))
        message = found.select_related("device__user", "notice__user").first()
        if message is not None:
            message.status = Status.CLAIMED
            message.tries += 1
            message.save(update_fields=["status", "tries"])
    return message


def is_wanted(message: PushMessage) -> bool:
    """Whether it is still to be sent. What nobody waits for any more, what was seen and what is too much is dropped."""
    notice, device = message.notice, message.device
    now = timezone.now()
    over = notice.over or notice.position != message.position or message.made_at < now - LIVES
    over = over or notice.read_at is not None
    if over or not device.user.is_active or _is_too_much(device):
        message.delete()
        return False
    if not presence.is_there(device.user_id, notice.stream):
        return True
    if message.waited:  # they have had it before their eyes
        message.delete()
        return False
    message.status, message.waited, message.next_at = Status.WAITING, True, now + HELD_BACK
    message.tries -= 1
    message.save(update_fields=["status", "waited", "next_at", "tries"])
    return False


def _is_too_much(device: PushDevice) -> bool:
    lately = PushMessage.objects.filter(device=device, status=Status.SENT, next_at__gt=timezone.now() - AN_HOUR)
    return lately.count() >= MOST_AN_HOUR


def _send(message: PushMessage) -> bool:
    """Send one message and store the result; True if the push service took it."""
    device = message.device
    try:
        devices.check_endpoint(device.endpoint)  # the settings may have changed since
        status = _post(device, _content(message, device.user.spoken), message)
    except Refused:
        _give_up(message, device)
        return False
    except (addresses.Unreachable, addresses.Forbidden) as error:  # nothing has left
        logger.warning("the push service of device %s cannot be reached: %s", device.pk, error)
        return _later(message)
    except Exception as error:  # whatever it is: it may have arrived, and the others must not wait for it
        logger.warning("push message %s may have been sent: %s", message.pk, error)
        return False
    if status in GONE:
        _give_up(message, device)
        return False
    if 200 <= status < 300:
        now = timezone.now()
        PushMessage.objects.filter(pk=message.pk).update(status=Status.SENT, next_at=now)
        PushDevice.objects.filter(pk=device.pk).update(sent_at=now)
        return True
    if status in REFUSED:
        logger.warning("a push service refused message %s: %s", message.pk, status)
        _give_up(message, message)
        return False
    return _later(message)


def _give_up(message: PushMessage, what: PushMessage | PushDevice) -> None:
    """It cannot be told on this device: the message goes, or the device with all of its messages. If it can be told on
    no other either, it is told by another way."""
    with transaction.atomic():
        what.delete()
        others = PushMessage.objects.filter(notice=message.notice_id, position=message.position)
        if message.count == 1 and not others.exists():
            by_another_way(message.notice, "push")


def _post(device: PushDevice, content: str, message: PushMessage) -> int:
    """The push service's status. A message of the same topic that has not arrived yet is replaced there."""
    from py_vapid import Vapid02
    from pywebpush import WebPushException, webpush

    subscription = {"endpoint": device.endpoint, "keys": {"p256dh": device.p256dh, "auth": device.auth}}
    try:
        answer = webpush(
            subscription,
            data=content,
            vapid_private_key=Vapid02(private_key=keys.private_key()),
            vapid_claims={"sub": _who()},
            ttl=int(LIVES.total_seconds()),
            headers={"Topic": message.notice.stream.hex, "Urgency": "high"},
            requests_session=_Session(),
        )
    except WebPushException as error:
        if error.response is None:
            raise
        answer = error.response
    return int(answer.status_code)


class _Session:
    """What the library sends by, in place of `requests`: to a checked address, and nowhere else."""

    def post(self, endpoint: str, data: bytes, headers: Mapping[str, str], **_named: Any) -> Any:
        answer = outgoing.send("POST", endpoint, data, dict(headers), own=settings.PUSH_HOSTS)
        text = answer.body.decode(errors="replace")
        return SimpleNamespace(status_code=answer.status, reason="", text=text, headers=answer.headers)


@cache
def _who() -> str:
    """Whom a push service may write to about what this site sends."""
    if settings.SITE_URL.startswith("https://"):
        return str(settings.SITE_URL)
    return f"mailto:{settings.DEFAULT_FROM_EMAIL.rpartition('<')[2].rstrip('>')}"


def _content(message: PushMessage, language: str) -> str:
    """What the device shows, as JSON: the battle's or the campaign's name, what is asked, and where. Their player reads
    all of it there."""
    notice = message.notice
    with translation.override(language):
        told = {
            "title": notice.title,
            "body": str(KINDS[notice.kind].says),
            "url": notice.link,
            "tag": str(notice.stream),
        }
        if message.count > 1:
            many = ngettext("%(n)d notice for you", "%(n)d notices for you", message.count)
            told = {
                "title": "Leaguer",
                "body": many % {"n": message.count},
                "url": reverse("notices"),
                "tag": "notices",
            }
    return json.dumps(told)


def sweep() -> None:
    """Throw away what has had its day."""
    now = timezone.now()
    if not PushDevice.objects.exists():
        return
    PushDevice.objects.filter(user__is_active=False).delete()
    PushMessage.objects.filter(made_at__lt=now - KEPT).delete()
    OpenPage.objects.filter(until__lt=now - KEPT).delete()


def _later(message: PushMessage) -> bool:
    """It was not sent and waits again, unless it was tried too often: in 1, 2, 4 ... minutes."""
    if message.tries >= MOST_TRIES:
        _give_up(message, message)
    else:
        when = timezone.now() + timedelta(minutes=2 ** (message.tries - 1))
        PushMessage.objects.filter(pk=message.pk).update(status=Status.WAITING, next_at=when, tries=F("tries"))
    return False
