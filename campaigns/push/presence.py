"""Who has which battle on screen: they see it there, their phones keep quiet, and what they were told of it is read."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta
from uuid import UUID

from django.db.models import Q
from django.utils import timezone

from battles.live import Watch
from campaigns.models import Notice, OpenPage, PushDevice
from campaigns.models.people import accounts

LASTS = timedelta(seconds=90)  # longer than the time between two looks of `battles.live`


def note(here: Collection[Watch], gone: Collection[Watch]) -> None:
    """These pages are open, and these were closed. Two queries where none of their readers has a device, and none of
    them has been told something of these battles that they have not read."""
    readers = {watch.reader for watch in (*here, *gone) if watch.reader}
    people = {str(user.pk): user.claimed_by_id or user.pk for user in accounts(readers)} if readers else {}
    _read({(people[watch.reader], UUID(watch.stream)) for watch in here if watch.reader in people})
    having = (
        set(PushDevice.objects.filter(user__in=people.values()).values_list("user", flat=True)) if people else set()
    )
    if not having:
        return
    left = {(people.get(watch.reader), watch.stream) for watch in gone}
    for user, stream in left:
        OpenPage.objects.filter(user=user, stream=stream).delete()
    until = timezone.now() + LASTS
    open_now = {(people.get(watch.reader), watch.stream) for watch in here}
    pages = [OpenPage(user_id=user, stream=stream, until=until) for user, stream in open_now if user in having]
    OpenPage.objects.bulk_create(
        pages, update_conflicts=True, unique_fields=["user", "stream"], update_fields=["until"]
    )


def _read(there: Collection[tuple[UUID, UUID]]) -> None:
    """What they were told of a battle is read once its page has been open as long as a page lasts: who has put their
    phone away meanwhile has not read it."""
    if not there:
        return
    users, streams = {user for user, _stream in there}, {stream for _user, stream in there}
    old = Notice.objects.filter(user__in=users, stream__in=streams, told_at__lte=timezone.now() - LASTS, read_at=None)
    rows = [pk for pk, *place in old.values_list("pk", "user", "stream") if tuple(place) in there]
    if rows:
        Notice.objects.filter(pk__in=rows).update(read_at=timezone.now())


def is_there(user: UUID, stream: UUID) -> bool:
    return OpenPage.objects.filter(Q(until__gt=timezone.now()), user=user, stream=stream).exists()
