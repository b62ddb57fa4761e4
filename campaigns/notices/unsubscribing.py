"""Ends mail of one kind, or all of it, as the link in a message asks."""

from __future__ import annotations

from campaigns.models import NoticeChoice, NoticeDelivery, OutboxMessage, User
from campaigns.notices.channels import CHANNELS
from campaigns.notices.kinds import KINDS, USUAL

DIGEST = "digest"
Timing = NoticeChoice.Timing


def stop(user: User, kind: str) -> None:
    """No mail of this kind from now on; "digest": of all kinds that come in one, "": no mail at all. What waits to be
    sent is not sent any more. What they are told otherwise stays."""
    waiting = OutboxMessage.objects.filter(user=user, status=OutboxMessage.Status.WAITING)
    if not kind:
        user.mail = False
        user.save(update_fields=["mail"])
        return
    chosen = {one.kind: one for one in NoticeChoice.objects.filter(user=user)}
    for key, usual in KINDS.items():
        one = chosen.get(key) or NoticeChoice(user=user, kind=key, timing=usual.timing, channels=usual.channels)
        if key == kind or (kind == DIGEST and one.timing in (Timing.DAY, Timing.WEEK)):
            _without_mail(one)
    deliveries = NoticeDelivery.objects.filter(user=user, channel="mail")
    (deliveries.filter(digest=True) if kind == DIGEST else deliveries.filter(notice__kind=kind)).delete()
    waiting.filter(kind=kind).delete()


def _without_mail(one: NoticeChoice) -> None:
    others = [key for key in (CHANNELS if one.channels == USUAL else one.channels.split(",")) if key != "mail"]
    if others:
        one.channels = ",".join(others)
    else:
        one.timing, one.channels = Timing.NEVER, USUAL
    one.save()
