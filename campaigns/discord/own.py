"""Tells people in a Discord channel of their own: what their notices say, each once at most, and where to read more.

A message says the subject of a notice and leads to its page, and nothing else: others may read the channel, too. It is
claimed, and the claim committed, before it is posted. Without an answer it stays claimed, as it may stand there.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from time import monotonic
from uuid import UUID, uuid4

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, Min, OuterRef, QuerySet
from django.db.models.functions import Greatest
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext, ngettext

from battles.written import Written
from campaigns import mail
from campaigns.discord import embeds, http
from campaigns.models import Notice, OwnDiscord, OwnDiscordMessage, User
from campaigns.outgoing import addresses, claims, sender

Off, Status = OwnDiscord.Off, OwnDiscordMessage.Status
BUDGET = 30.0  # seconds for one person
KEPT = timedelta(days=1)  # for which messages that were sent are known
MOST_LINES = 15  # subjects in one message


# -- what is to be told ------------------------------------------------------------------------------------------------


def connected(people: Collection[User]) -> set[UUID]:
    """Whom of these people a channel of their own reaches."""
    return {user for (user,) in _CONNECTED.rows([one.pk for one in people])}


_CONNECTED = Written(lambda people: OwnDiscord.objects.filter(user__in=people, off=Off.ON).values_list("user"))


def tell(notices: Sequence[Notice]) -> None:
    """Each in a message of its own. Part of the caller's transaction."""
    places = _places(notices)
    _put([_message(places[one.user_id], f"{one.pk}/{one.position}", [one]) for one in notices if one.user_id in places])


def tell_together(notices: Sequence[Notice], key: str) -> None:
    """Notices of one person in one message, which is made once for its key. Part of the caller's transaction."""
    places = _places(notices)
    _put([_message(place, key, notices) for place in places.values()])


def _places(notices: Sequence[Notice]) -> Mapping[UUID, OwnDiscord]:
    people = {one.user_id for one in notices}
    return {one.user_id: one for one in OwnDiscord.objects.filter(user__in=people, off=Off.ON)}


def _message(place: OwnDiscord, key: str, notices: Sequence[Notice]) -> OwnDiscordMessage:
    return OwnDiscordMessage(place=place, key=key, tells=[one.pk for one in notices])


def _put(messages: Sequence[OwnDiscordMessage]) -> None:
    OwnDiscordMessage.objects.bulk_create(messages, ignore_conflicts=True)


# -- a person's choice -------------------------------------------------------------------------------------------------


def connect(user: User, url: str) -> None:
    """From now on by this webhook, with a message that says so. `addresses.Forbidden` unless it is one of Discord."""
    http.check(url)
    with transaction.atomic():
        fresh = {"url": url, "off": Off.ON, "tries": 0, "failing_since": None, "next_at": timezone.now()}
        place, _new = OwnDiscord.objects.update_or_create(user=user, defaults=fresh)
        try_out(place)


def try_out(place: OwnDiscord) -> None:
    """Ask for a message that tells nothing, if none waits."""
    if not place.messages.filter(tells=[], status=Status.WAITING).exists():
        _put([_message(place, f"test/{uuid4()}", [])])


def disconnect(user: User) -> None:
    OwnDiscord.objects.filter(user=user).delete()


# -- sending -----------------------------------------------------------------------------------------------------------


def due() -> list[int]:
    """The people to whom something is to be posted, and nobody posts. One query."""
    waiting = OwnDiscordMessage.objects.filter(place=OuterRef("pk"), status=Status.WAITING)
    rows = OwnDiscord.objects.filter(claims.free(), Exists(waiting), off=Off.ON, next_at__lte=timezone.now())
    return list(rows.order_by("next_at", "pk").values_list("pk", flat=True))


def waiting() -> QuerySet[OwnDiscordMessage]:
    """What is to be sent, to whoever has not lost their channel."""
    return OwnDiscordMessage.objects.filter(status=Status.WAITING, place__off=Off.ON)


def due_since() -> datetime | None:
    """Since when the oldest of it could have been sent; None where nothing can be."""
    since = Greatest("made_at", "place__next_at")
    found: datetime | None = waiting().filter(place__next_at__lte=timezone.now()).aggregate(at=Min(since))["at"]
    return found


def post(pk: int) -> int:
    """Post what waits for one person, oldest first; how many messages. Nothing while another worker does."""
    place = claims.take(OwnDiscord.objects.select_related("user"), pk)
    if place is None:
        return 0
    sent, until = 0, monotonic() + BUDGET
    try:
        for message in place.messages.filter(status=Status.WAITING):
            if monotonic() > until or not claims.renew(place):
                break
            told, go_on = _post(place, message)
            sent += told
            if not go_on:
                break
    finally:
        claims.give_back(place)
    return sent


def _post(place: OwnDiscord, message: OwnDiscordMessage) -> tuple[bool, bool]:
    """Whether it was posted, and whether to go on with the next one."""
    said = _payload(place, message)
    if said is None:
        message.delete()
        return False, True
    if not OwnDiscordMessage.objects.filter(pk=message.pk, status=Status.WAITING).update(status=Status.CLAIMED):
        return False, False
    try:
        answer = http.post(place.url, said)
    except (addresses.Unreachable, addresses.Forbidden):  # nothing has left
        _wait(message)
        _failed(place)
        return False, False
    except sender.Unanswered:
        _failed(place)
        return False, False
    if answer.is_good:
        now = timezone.now()
        OwnDiscordMessage.objects.filter(pk=message.pk).update(status=Status.SENT)
        later = now + timedelta(seconds=answer.wait)
        OwnDiscord.objects.filter(pk=place.pk).update(sent_at=now, tries=0, failing_since=None, next_at=later)
        return True, not answer.wait
    if answer.is_gone:
        _wait(message)
        _switch_off(place, Off.GONE)
        return False, False
    if answer.status == 429 or answer.status >= 500:
        _wait(message)
        _failed(place, answer.wait)
        return False, False
    OwnDiscordMessage.objects.filter(pk=message.pk).update(status=Status.REFUSED)
    return False, True


def _wait(message: OwnDiscordMessage) -> None:
    OwnDiscordMessage.objects.filter(pk=message.pk).update(status=Status.WAITING)


def _payload(place: OwnDiscord, message: OwnDiscordMessage) -> embeds.Payload | None:
    """None where nothing of it is news any more: it is over, or they have read it."""
    user = place.user
    with translation.override(user.spoken):
        if not message.tells:
            return embeds.written(gettext("A test from Leaguer"), gettext("You will be told here."), _url("notices"))
        found = Notice.objects.filter(pk__in=message.tells, user=user, over=False, silent=False, read_at=None)
        notices = list(found.order_by("-told_at", "-pk"))
        if not notices or not user.is_active:
            return None
        if len(notices) == 1:
            (one,) = notices
            return embeds.written(one.subject, one.title, f"{settings.SITE_URL}{one.link}")
        many = ngettext("%(n)d notice for you", "%(n)d notices for you", len(notices)) % {"n": len(notices)}
        lines = [one.subject for one in notices[:MOST_LINES]] + ["…"] * (len(notices) > MOST_LINES)
        return embeds.written(many, "\n".join(lines), _url("notices"))


def _url(name: str) -> str:
    return settings.SITE_URL + reverse(name)


def _failed(place: OwnDiscord, asked: float = 0.0) -> None:
    """Not now; never after some days."""
    if http.put_off(place, asked):
        _switch_off(place, Off.FAILING)


def _switch_off(place: OwnDiscord, why: str) -> None:
    """What waited is told by mail, and so is the person that Discord takes nothing any more."""
    with transaction.atomic():
        if not OwnDiscord.objects.filter(pk=place.pk, off=Off.ON).update(off=why):
            return
        user, waiting = place.user, place.messages.filter(status=Status.WAITING)
        told = [pk for message in waiting for pk in message.tells]
        notices = Notice.objects.filter(pk__in=told, over=False, read_at=None)
        about = {"user": user, "gone": why == Off.GONE, "notices": list(notices.order_by("-told_at", "-pk"))}
        text = mail.write("own_discord_off", user.spoken, about)
        mail.put([mail.Letter(f"own-discord/{place.pk}/{timezone.now():%Y%m%dT%H%M%S}", user, text)])
        waiting.delete()


def sweep() -> None:
    """Throw away what has had its day."""
    OwnDiscordMessage.objects.filter(made_at__lt=timezone.now() - KEPT).exclude(status=Status.WAITING).delete()
