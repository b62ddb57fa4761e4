"""The ways to a person. One more is one more entry in `CHANNELS`: settings, telling and delivery ask it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from battles.written import Written
from campaigns import mail
from campaigns.discord import own
from campaigns.models import Notice, PushDevice, PushMessage, User
from campaigns.push import keys

People = Mapping[UUID, User]


class Channel(NamedTuple):
    """`reaches`: whom of these people it can reach now. `send` hands over notices of theirs one by one, `digest`
    those of one person in one message, which is made once for its key. Both are part of the caller's transaction."""

    key: str
    name: str | Promise
    reaches: Callable[[Collection[User]], set[UUID]]
    send: Callable[[Sequence[Notice], People], None]
    digest: Callable[[Sequence[Notice], User, str], None]


def _have_devices(people: Collection[User]) -> set[UUID]:
    if not keys.is_on():
        return set()
    return {user for (user,) in _DEVICES.rows([one.pk for one in people])}


_DEVICES = Written(lambda people: PushDevice.objects.filter(user__in=people).order_by().values_list("user"))


def _to_devices(told: Sequence[tuple[Notice, int]]) -> None:
    """A message for every device of theirs that was there before: what stood then is on its screen."""
    devices: dict[UUID, list[PushDevice]] = {}
    for device in PushDevice.objects.filter(user__in={notice.user_id for notice, _count in told}):
        devices.setdefault(device.user_id, []).append(device)
    now = timezone.now()
    messages = [
        PushMessage(device=device, notice=notice, position=notice.position, count=count, made_at=now, next_at=now)
        for notice, count in told
        for device in devices.get(notice.user_id, ())
        if device.made_at <= notice.told_at
    ]
    PushMessage.objects.bulk_create(messages, ignore_conflicts=True)


def _have_mail(people: Collection[User]) -> set[UUID]:
    return {one.pk for one in people if one.email and one.mail}


def _mail(notices: Sequence[Notice], people: People) -> None:
    mail.put([_letter(notice, people[notice.user_id]) for notice in notices])


def _letter(notice: Notice, user: User) -> mail.Letter:
    again = f"/{notice.position}" if notice.key.startswith("stands/") else ""
    text = mail.Written(notice.subject, notice.body)
    return mail.Letter(notice.key + again, user, text, notice.club, notice.kind, notice.thread)


def _mail_digest(notices: Sequence[Notice], user: User, key: str) -> None:
    context = {"notices": notices, "user": user, "page": reverse("notices")}
    mail.put([mail.Letter(key, user, mail.write("digest", user.spoken, context), None, "digest")])


# In the order in which they are tried where people have not chosen.
CHANNELS = {
    one.key: one
    for one in (
        Channel(
            "push",
            _("on my devices"),
            _have_devices,
            lambda notices, people: _to_devices([(notice, 1) for notice in notices]),
            lambda notices, user, key: _to_devices([(notices[0], len(notices))]),
        ),
        Channel("mail", _("by mail"), _have_mail, _mail, _mail_digest),
        Channel(
            "discord",
            _("in my Discord"),
            own.connected,
            lambda notices, people: own.tell(notices),
            lambda notices, user, key: own.tell_together(notices, key),
        ),
    )
}
