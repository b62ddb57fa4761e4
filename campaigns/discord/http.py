"""Speaks to Discord: posts a message by an incoming webhook, and edits one.

https://discord.com/developers/docs/resources/webhook and /topics/rate-limits. Limits are taken from each answer, never
guessed.
"""

from __future__ import annotations

import re
from datetime import timedelta
from random import uniform
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlsplit

import msgspec
from django.conf import settings
from django.db.models import F
from django.utils import timezone

from campaigns.models import DiscordChannel, OwnDiscord
from campaigns.outgoing import addresses, sender

HOSTS = ("discord.com", "discordapp.com", "ptb.discord.com", "canary.discord.com")
PATH = re.compile(r"/api(/v\d+)?/webhooks/\d{1,25}/[\w-]{1,120}")
UNKNOWN_MESSAGE = 10008
LONGEST_WAIT = 3600.0  # seconds
FIRST, LONGEST = timedelta(seconds=10), timedelta(hours=1)  # between tries
GIVEN_UP = timedelta(days=5)  # of failing


class Answer(NamedTuple):
    """`wait`: seconds in which nothing more may be sent; `code`: Discord's own of an error."""

    status: int
    id: str = ""
    code: int = 0
    wait: float = 0.0
    said: str = ""

    @property
    def is_good(self) -> bool:
        return 200 <= self.status < 300

    @property
    def is_gone(self) -> bool:
        """Whether nothing can be written by this webhook any more."""
        return self.status in (401, 403) or (self.status == 404 and self.code != UNKNOWN_MESSAGE)


def check(url: str) -> None:
    """`addresses.Forbidden` unless it is a webhook's address of Discord (or of a network of one's own, in the
    settings)."""
    place = addresses.parse(url, settings.WEBHOOK_HOSTS)
    known = (place.host in HOSTS and place.port == 443) or place.origin in settings.WEBHOOK_HOSTS
    path, _mark, query = place.path.partition("?")
    if not known or not PATH.fullmatch(path.rstrip("/")) or (query and not re.fullmatch(r"thread_id=\d{1,25}", query)):
        raise addresses.Forbidden("no webhook of Discord")


def post(url: str, said: dict[str, Any]) -> Answer:
    return _send("POST", _address(url, "", wait="true"), said)


def edit(url: str, message: str, said: dict[str, Any]) -> Answer:
    return _send("PATCH", _address(url, f"/messages/{message}"), said)


def put_off(place: DiscordChannel | OwnDiscord, asked: float) -> bool:
    """Send nothing there for now. A limit, of so many seconds as Discord `asked` for, is no failure. True, and nothing
    is put off, where it has failed for days."""
    now, since = timezone.now(), place.failing_since or timezone.now()
    mine = type(place)._default_manager.filter(pk=place.pk)
    if asked:
        mine.update(next_at=now + timedelta(seconds=asked))
    elif since < now - GIVEN_UP:
        return True
    else:
        wait = min(FIRST * 2 ** min(place.tries, 12), LONGEST) * uniform(0.8, 1.2)
        mine.update(tries=F("tries") + 1, failing_since=since, next_at=now + wait)
    return False


def _address(url: str, more: str, **query: str) -> str:
    parts = urlsplit(url)
    asked = query | {name: found[0] for name, found in parse_qs(parts.query).items()}
    text = "&".join(f"{name}={value}" for name, value in asked.items())
    return f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}{more}" + (f"?{text}" if text else "")


def _send(method: str, url: str, said: dict[str, Any]) -> Answer:
    check(url.partition("/messages/")[0].partition("?")[0])
    headers = {"Content-Type": "application/json", "User-Agent": f"Leaguer ({settings.SITE_URL})"}
    got = sender.send(method, url, msgspec.json.encode(said), headers, own=settings.WEBHOOK_HOSTS)
    try:
        told = msgspec.json.decode(got.body) if got.body else {}
    except msgspec.DecodeError:
        told = {}
    told = told if isinstance(told, dict) else {}
    code = told.get("code")
    return Answer(
        status=got.status,
        id=str(told.get("id", "")) if got.status < 300 else "",
        code=code if isinstance(code, int) else 0,
        wait=_wait(got, told),
        said="" if got.status < 300 else str(told.get("message", ""))[:200],
    )


def _wait(got: sender.Answer, told: dict[str, Any]) -> float:
    """What an answer says of the limits: none is left until then."""
    if got.status == 429:
        return _seconds(told.get("retry_after", got.headers.get("retry-after", ""))) or 1.0
    if got.headers.get("x-ratelimit-remaining") == "0":
        return _seconds(got.headers.get("x-ratelimit-reset-after", ""))
    return 0.0


def _seconds(told: Any) -> float:
    try:
        return min(max(float(told), 0.0), LONGEST_WAIT)
    except (TypeError, ValueError):
        return 0.0
