"""Sends what a webhook has not been sent yet.

One worker at a time sends to an endpoint: it holds a claim, which ends by itself if the worker is killed, and asks
before each message whether it still has it. A message that was not answered with 2xx is sent again, so it may arrive
twice (with the same id), and what follows it in its log waits for it. Other logs and other endpoints do not.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from random import uniform
from time import monotonic
from typing import NamedTuple
from uuid import UUID

import msgspec
from django.conf import settings
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q
from django.utils import timezone

from battles import log
from campaigns.models import WebhookCursor, WebhookDelivery, WebhookEndpoint
from campaigns.outgoing import addresses, claims, sender
from campaigns.webhooks import endpoints, events, signing, streams

logger = logging.getLogger(__name__)
Off, Status = WebhookEndpoint.Off, WebhookDelivery.Status
AT_A_TIME = 50  # rows of one log, then the next has its turn
BUDGET = 30.0  # seconds for one endpoint
FIRST, LONGEST = timedelta(seconds=10), timedelta(hours=3)  # between tries
GIVEN_UP = timedelta(days=5)  # of failing
PATIENCE = timedelta(days=1)  # the longest that a receiver may ask for
KEPT = timedelta(days=30)
MOST_ASKED = 20  # tests and redeliveries in one go
GONE, BUSY = 410, (429, 503)


class Result(NamedTuple):
    """What came of a try. `code`: None where no answer came, `said`: the answer or what went wrong, for people."""

    code: int | None
    said: str
    wait: timedelta | None = None

    @property
    def arrived(self) -> bool:
        return self.code is not None and 200 <= self.code < 300


def due() -> list[int]:
    """The endpoints that may have something to be sent and that nobody sends to. One query."""
    now = timezone.now()
    asked = WebhookDelivery.objects.filter(endpoint=OuterRef("pk"), status=Status.ASKED)
    on = Q(off=Off.ON, next_at__lte=now) | Exists(asked)
    return list(WebhookEndpoint.objects.filter(claims.free(), on).order_by("pk").values_list("pk", flat=True))


def deliver(pk: int) -> int:
    """Send to one endpoint what it has not got; how many messages arrived. Nothing while another worker does."""
    endpoint = claims.take(WebhookEndpoint.objects.select_related("club"), pk)
    if endpoint is None:
        return 0
    try:
        return _Round(endpoint).send()
    finally:
        claims.give_back(endpoint)


class _Round:
    """One worker's turn at an endpoint."""

    def __init__(self, endpoint: WebhookEndpoint) -> None:
        self.endpoint = endpoint
        self.until = monotonic() + BUDGET
        self.arrived = 0
        self.over = False  # nothing more is to be sent to it now

    def send(self) -> int:
        self._asked()
        while self._goes_on():
            before = self.arrived
            for stream in streams.with_news(self.endpoint, events.SOURCES):
                if not self._goes_on():
                    break
                self._stream(stream)
            if self.arrived == before:
                break
        return self.arrived

    def _goes_on(self) -> bool:
        return not self.over and self.endpoint.is_on and monotonic() < self.until

    def _still_mine(self) -> bool:
        """Whether the claim holds, and the endpoint is on; renewed before each message."""
        if not claims.renew(self.endpoint):
            self.over = True
            return False
        self.endpoint.refresh_from_db(fields=["off", "url", "key", "old_key", "old_until", "next_at"])
        self.over = not self.endpoint.is_on or self.endpoint.next_at > timezone.now()
        return not self.over

    def _asked(self) -> None:
        """Tests and redeliveries: sent once, also where the endpoint is off, so that it can be tried."""
        for one in self.endpoint.deliveries.filter(status=Status.ASKED).order_by("pk")[:MOST_ASKED]:
            if not claims.renew(self.endpoint):
                self.over = True
                return
            message = self._again(one)
            if message is None:
                one.delete()
                continue
            result, took = _post(self.endpoint, one.message, message)
            one.status = Status.DELIVERED if result.arrived else Status.FAILED
            _note(one, result, took)
            one.save()
            self.arrived += result.arrived

    def _again(self, one: WebhookDelivery) -> events.Message | None:
        """What it tells, read anew; None if there is nothing to tell any more."""
        if one.stream is None:
            return events.test_message(self.endpoint)
        stream = str(one.stream)
        if not any(stream == found for found in _readable(self.endpoint, one.stream)):
            return None
        try:
            kind, read = events.read(stream, one.position - 1, 1)
        except log.NoSuchStream:
            return None
        return next((events.message(self.endpoint, kind, stream, row) for row in read.rows), None)

    def _stream(self, stream: str) -> None:
        """The next rows of a log, in order, until one does not arrive."""
        cursor = streams.cursor(self.endpoint, stream)
        try:
            kind, read = events.read(stream, cursor.position, AT_A_TIME)
        except log.NoSuchStream:
            cursor.delete()
            return
        for row in read.rows:
            if not self._goes_on() or not self._still_mine():
                return
            message = events.message(self.endpoint, kind, stream, row)
            result, took = _post(self.endpoint, endpoints.id_of(self.endpoint, stream, row.position), message)
            with transaction.atomic():
                self._record(stream, row.position, message, result, took)
                if not result.arrived:
                    self._failed(cursor, result)
                    return
                if not _move(cursor, row.position):
                    return  # it was told to begin elsewhere meanwhile
            self.arrived += 1
            if self.endpoint.tries:
                self.endpoint.tries = 0
                WebhookEndpoint.objects.filter(pk=self.endpoint.pk).update(tries=0)
        _move(cursor, read.until)

    def _record(self, stream: str, position: int, message: events.Message, result: Result, took: int) -> None:
        id = endpoints.id_of(self.endpoint, stream, position)
        about = {"type": message.type, "stream": UUID(stream), "position": position, "status": Status.RETRYING}
        one, _new = WebhookDelivery.objects.get_or_create(endpoint=self.endpoint, message=id, defaults=about)
        one.status = Status.DELIVERED if result.arrived else Status.RETRYING
        _note(one, result, took)
        one.save()

    def _failed(self, cursor: WebhookCursor, result: Result) -> None:
        now = timezone.now()
        since = cursor.failing_since or now
        wait = result.wait or _later(cursor.tries)
        WebhookCursor.objects.filter(pk=cursor.pk, position=cursor.position).update(
            tries=F("tries") + 1, next_at=now + wait, failing_since=since
        )
        if result.code == GONE:
            self.over = endpoints.switch_off(self.endpoint, Off.GONE) or True
        elif since < now - GIVEN_UP:
            self.over = endpoints.switch_off(self.endpoint, Off.FAILING) or True
        elif result.code is None or result.wait is not None:  # it would be no better with another log
            self.over = True
            wait = result.wait or _later(self.endpoint.tries)
            WebhookEndpoint.objects.filter(pk=self.endpoint.pk).update(tries=F("tries") + 1, next_at=now + wait)


def _readable(endpoint: WebhookEndpoint, stream: UUID) -> list[str]:
    """The log, if the endpoint may still be sent it: its campaign may be for members only by now."""
    found = [source(endpoint).filter(stream=stream).values_list("stream", flat=True) for source in events.SOURCES]
    return [str(one) for rows in found for one in rows]


def _move(cursor: WebhookCursor, position: int) -> bool:
    """Everything up to here has arrived. False if somebody has set it elsewhere."""
    where = WebhookCursor.objects.filter(pk=cursor.pk, position=cursor.position)
    moved = where.update(position=position, tries=0, failing_since=None, next_at=timezone.now())
    cursor.position, cursor.tries, cursor.failing_since = position, 0, None
    return bool(moved)


def _post(endpoint: WebhookEndpoint, id: str, message: events.Message) -> tuple[Result, int]:
    """What came of sending it, and in how many milliseconds."""
    began = monotonic()
    body = msgspec.json.encode(message)
    signed = signing.headers(endpoint, id, body)
    headers = {"Content-Type": "application/json", "User-Agent": "Leaguer", **signed}
    try:
        place = addresses.parse(endpoint.url, settings.WEBHOOK_HOSTS)
        addresses.refuse_unlisted(place, settings.WEBHOOK_HOSTS, settings.WEBHOOK_PUBLIC)
        answer = sender.send("POST", endpoint.url, body, headers, own=settings.WEBHOOK_HOSTS)
        wait = _asked_for(answer.headers.get("retry-after", "")) if answer.status in BUSY else None
        result = Result(answer.status, answer.body[:300].decode(errors="replace"), wait)
    except (addresses.Forbidden, addresses.Unreachable, sender.Unanswered, ValueError) as error:
        result = Result(None, str(error))
    return result, int((monotonic() - began) * 1000)


def _asked_for(text: str) -> timedelta | None:
    """How long a receiver asks to be left alone (RFC 9110, `Retry-After`): seconds or a date."""
    try:
        seconds = int(text) if text.strip().isdecimal() else _until(parsedate_to_datetime(text))
    except (ValueError, TypeError):
        return None
    return min(max(timedelta(seconds=seconds), timedelta(seconds=1)), PATIENCE)


def _until(moment: datetime) -> int:
    return int((moment - timezone.now()).total_seconds())


def _later(tries: int) -> timedelta:
    """How long to wait after so many tries before: 10, 20, 40 ... seconds, three hours at most, a little more or less
    so that not everything comes at once."""
    wait: timedelta = min(FIRST * 2 ** min(tries, 12), LONGEST)
    return wait * uniform(0.8, 1.2)


def _note(one: WebhookDelivery, result: Result, took: int) -> None:
    one.tries += 1
    one.code, one.took, one.tried_at = result.code, took, timezone.now()
    one.answer = "".join(sign if sign.isprintable() else " " for sign in result.said)[:300]


def tidy() -> None:
    """Throw away what is old: the log has it, and it can be sent from there."""
    old = WebhookDelivery.objects.filter(made_at__lt=timezone.now() - KEPT).exclude(status=Status.ASKED)
    if old.exists():  # at most sweeps there is nothing to be written
        old.delete()
