"""Brings channels up to what stands now: posts what is new, edits what was corrected, marks what was taken back.

One worker at a time posts to a channel. A message is claimed, and the claim committed, before it is posted: it stands
there once at most. Without an answer it stays claimed, and a person decides whether it is posted again. Edits may be
sent twice.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from time import monotonic, sleep
from typing import Any, NamedTuple
from uuid import uuid4

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone, translation

from battles.projections import MOMENT
from campaigns.discord import embeds, http
from campaigns.models import Campaign, CampaignSheet, DiscordChannel, DiscordCursor, DiscordMessage
from campaigns.outgoing import addresses, claims, officers, sender
from campaigns.own_words.speaking import speak_as
from campaigns.presenters import bulletins
from campaigns.presenters.bulletin import Bulletin, Kind
from campaigns.webhooks.streams import campaigns_of

logger = logging.getLogger(__name__)
Off, Status = DiscordChannel.Off, DiscordMessage.Status
BUDGET = 30.0  # seconds for one channel
WAITED_FOR = 5.0  # seconds of a limit that a worker waits for itself
AT_ONCE = 20  # logs


class Source(NamedTuple):
    """Sheets of logs that a channel tells of, and what each of them makes known."""

    sheets: Callable[[DiscordChannel], QuerySet[Any]]
    bulletins: Callable[[Any], Iterable[Bulletin]]
    is_public: Callable[[Any], bool]


def campaign_sheets(channel: DiscordChannel) -> QuerySet[Any]:
    return CampaignSheet.objects.filter(pk__in=campaigns_of(channel).values("stream"))


def is_public(sheet: CampaignSheet) -> bool:
    return not Campaign.objects.filter(stream=sheet.pk, visibility=Campaign.Visibility.MEMBERS).exists()


# The floor above registers leagues.
SOURCES: list[Source] = [Source(campaign_sheets, bulletins.of_campaign, is_public)]


def due() -> list[int]:
    """The channels that may have something to be told and to which nobody posts. One query."""
    asked = DiscordMessage.objects.filter(channel=OuterRef("pk"), stream=None, status=Status.WAITING)
    on = Q(off=Off.ON, next_at__lte=timezone.now()) | Exists(asked)
    return list(DiscordChannel.objects.filter(claims.free(), on).order_by("pk").values_list("pk", flat=True))


def post(pk: int) -> int:
    """Bring one channel up to date; how many messages were posted or edited. Nothing while another worker does."""
    channel = claims.take(DiscordChannel.objects.select_related("club"), pk)
    if channel is None:
        return 0
    try:
        with translation.override(spoken(channel)):
            speak_as(channel.club)
            return _Round(channel).work()
    finally:
        claims.give_back(channel)


def spoken(channel: DiscordChannel) -> str:
    """Its language, the site's own where the site has it no more."""
    return channel.language if channel.language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def with_news(channel: DiscordChannel, sheets: QuerySet[Any]) -> QuerySet[Any]:
    """The logs that have gone on since the channel was told of them. What ended before it was made is left alone."""
    told = DiscordCursor.objects.filter(channel=channel, stream=OuterRef("stream"), position=OuterRef("position"))
    fresh = sheets.filter(moved_at__gt=channel.made_at.strftime(MOMENT))
    return fresh.exclude(Exists(told)).order_by("moved_at", "stream")[:AT_ONCE]


class _Stop(Exception):
    """Nothing more is to be sent to the channel now."""


class _Round:
    """One worker's turn at a channel."""

    def __init__(self, channel: DiscordChannel) -> None:
        self.channel = channel
        self.until = monotonic() + BUDGET
        self.sent = 0
        kinds = {
            Kind.PAIRINGS: channel.of_pairings,
            Kind.RESULT: channel.of_results,
            Kind.STANDINGS: channel.of_standings,
            Kind.HONOURS: channel.of_honours,
        }
        self.kinds = {kind for kind, told in kinds.items() if told}

    def work(self) -> int:
        try:
            for one in self.channel.messages.filter(stream=None, status=Status.WAITING):
                self._bring(one, embeds.test(self.channel.club.name))
            if self.channel.is_on and self.channel.next_at <= timezone.now():
                for source in SOURCES:
                    for sheet in with_news(self.channel, source.sheets(self.channel)):
                        self._log(source, sheet)
        except _Stop:
            pass
        return self.sent

    def _log(self, source: Source, sheet: Any) -> None:
        """All that one log makes known. The cursor is set once everything stands there."""
        since = self.channel.made_at.strftime(MOMENT)
        wanted = {one.key: one for one in source.bulletins(sheet) if one.kind in self.kinds and one.published >= since}
        there = {one.key: one for one in self.channel.messages.filter(stream=sheet.pk)}
        public = source.is_public(sheet)
        for key, bulletin in wanted.items():
            message = there.get(key) or self._new(sheet.pk, bulletin)
            message.title = bulletin.title[:256]
            self._bring(message, embeds.payload(bulletin, public))
        for key, message in there.items():
            if key not in wanted and message.there:
                self._bring(message, embeds.taken_back(message.title))
        about = {"position": sheet.position}
        DiscordCursor.objects.update_or_create(channel=self.channel, stream=sheet.pk, defaults=about)

    def _new(self, stream: Any, bulletin: Bulletin) -> DiscordMessage:
        about = {"title": bulletin.title[:256], "status": Status.WAITING}
        found, _new = DiscordMessage.objects.get_or_create(
            channel=self.channel, stream=stream, key=bulletin.key, defaults=about
        )
        return found

    def _bring(self, message: DiscordMessage, said: embeds.Payload) -> None:
        """Have it say this."""
        says = embeds.digest(said)
        if message.says == says or message.status not in (Status.WAITING, Status.POSTED):
            return
        self._check()
        if message.status == Status.WAITING:
            if not DiscordMessage.objects.filter(pk=message.pk, status=Status.WAITING).update(status=Status.CLAIMED):
                return
            message.status = Status.CLAIMED
        answer = self._send(message, said)
        self._note(message, answer, says, said)
        if answer.is_gone:
            switch_off(self.channel, Off.GONE)
            raise _Stop
        if answer.status == 429 or not (answer.is_good or 400 <= answer.status < 500):
            self._failed(answer.wait)
        self._pause(answer.wait)

    def _check(self) -> None:
        if monotonic() > self.until or not claims.renew(self.channel):
            raise _Stop

    def _send(self, message: DiscordMessage, said: embeds.Payload) -> http.Answer:
        try:
            if message.there:
                return http.edit(self.channel.url, message.there, said)
            return http.post(self.channel.url, said)
        except (addresses.Unreachable, addresses.Forbidden) as error:  # nothing has left
            self._put_back(message, str(error))
            self._failed(0.0)
        except sender.Unanswered as error:
            if message.there:
                self._put_back(message, str(error))
            else:
                DiscordMessage.objects.filter(pk=message.pk).update(error=str(error)[:300])
            self._failed(0.0)
        raise _Stop

    def _put_back(self, message: DiscordMessage, error: str) -> None:
        status = Status.POSTED if message.there else Status.WAITING
        DiscordMessage.objects.filter(pk=message.pk).update(status=status, error=error[:300])

    def _note(self, message: DiscordMessage, answer: http.Answer, says: str, said: embeds.Payload) -> None:
        """What became of it. What is refused for now waits again; what is refused for good is not tried again."""
        message.error = "" if answer.is_good else f"{answer.status} {answer.said}".strip()
        if answer.is_good:
            self.sent += 1
            message.edits += bool(message.there)
            message.there = message.there or answer.id
            message.status, message.says, message.sent_at = Status.POSTED, says, timezone.now()
            message.title = str(said["embeds"][0]["title"])[:256] if message.stream is None else message.title
            if self.channel.tries:
                self.channel.tries = 0
                DiscordChannel.objects.filter(pk=self.channel.pk).update(tries=0, failing_since=None)
        elif message.there:
            gone = answer.code == http.UNKNOWN_MESSAGE
            message.status = Status.GONE if gone else Status.POSTED
            message.says = says if 400 <= answer.status < 500 and answer.status != 429 else message.says
        else:
            refused = 400 <= answer.status < 500 and answer.status != 429 and not answer.is_gone
            message.status = Status.REFUSED if refused else Status.WAITING
        message.save()

    def _pause(self, seconds: float) -> None:
        """Wait as long as Discord asks, or leave it to a later round."""
        if not seconds:
            return
        if seconds > WAITED_FOR or monotonic() + seconds > self.until:
            self._failed(seconds)
        sleep(seconds)

    def _failed(self, asked: float) -> None:
        """Not now; never after some days."""
        if http.put_off(self.channel, asked):
            switch_off(self.channel, Off.FAILING)
        raise _Stop


def switch_on(channel: DiscordChannel) -> None:
    now = timezone.now()
    DiscordChannel.objects.filter(pk=channel.pk).update(off=Off.ON, next_at=now, tries=0, failing_since=None)


def switch_off(channel: DiscordChannel, why: str) -> None:
    """A club's organisers are told by mail where it was not one of them."""
    if DiscordChannel.objects.filter(pk=channel.pk, off=Off.ON).update(off=why) and why != Off.PERSON:
        about = {"channel": channel, "club": channel.club, "gone": why == Off.GONE}
        officers.write(channel.club, f"discord/{channel.pk}", "discord_off", about)


def test(channel: DiscordChannel) -> DiscordMessage:
    """Ask for a message that tells nothing."""
    return channel.messages.create(key=f"test-{uuid4().hex}", title="Test", status=Status.WAITING)


def post_again(messages: QuerySet[DiscordMessage]) -> int:
    """Post what is uncertain, refused or deleted there once more, as a person decided; how many."""
    found = messages.filter(status__in=(Status.CLAIMED, Status.REFUSED, Status.GONE))
    logs = set(found.values_list("channel", "stream"))
    n = found.update(status=Status.WAITING, there="", says="", error="")
    for channel, stream in logs:
        if stream is not None:
            DiscordCursor.objects.filter(channel=channel, stream=stream).delete()
    return n
