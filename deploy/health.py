"""What programs that watch over a site ask: whether this process lives (`/healthz`), whether the site can do its work
(`/readyz`), whether this process can serve (`/readyz/web`), and the numbers (`/metrics`).

They are answered before anything else looks at the request: at any host name, over plain http, without a session, and
without a line in the log, as they are asked every few seconds. It has one when what they tell changes.
"""

from __future__ import annotations

import hmac
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

import msgspec
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.http import HttpRequest, HttpResponse

from battles import calling
from battles.outages import AWAY, NOT_READY, READ_ONLY, noticed, resting
from campaigns.client_address import came_from
from deploy import changes, waiting

View = Callable[[HttpRequest], HttpResponse]
AGAIN = 5  # seconds after which to ask again
FRESH = 1.0  # seconds for which an answer holds, however often it is asked
HEADERS = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}


@dataclass(frozen=True)
class Wrong:
    """What keeps the site from its work: which part, a code as the API has it, and a sentence without secrets. `cause`
    is for the log alone."""

    part: str
    code: str
    text: str
    cause: str = ""

    def said(self) -> dict[str, str]:
        return {"part": self.part, "code": self.code, "text": self.text}


def answer_monitors(get_response: View) -> View:
    """Middleware: answers what is asked at these addresses."""

    def respond(request: HttpRequest) -> HttpResponse:
        answer = ANSWERS.get(request.path_info) if request.method in ("GET", "HEAD") else None
        response = answer(request) if answer else None
        if response is None:
            return get_response(request)
        response.headers["Content-Length"] = str(len(response.content))
        response._has_been_logged = True  # type: ignore[attr-defined]  # or Django has a line for each 503
        return response

    return respond


def healthz(request: HttpRequest) -> HttpResponse:
    """That this process answers. It asks no database."""
    return HttpResponse("alive\n", content_type="text/plain", headers=HEADERS)


def readyz(request: HttpRequest) -> HttpResponse:
    """Whether all that the site needs is there, the clerk too."""
    return _told("/readyz", lambda: [*web(), *redis_answers(), *clerk_keeps_up()])


def readyz_web(request: HttpRequest) -> HttpResponse:
    """Whether a proxy may send people here: a late clerk is no reason to send them away."""
    return _told("/readyz/web", lambda: list(web()))


_last: dict[str, tuple[float, list[Wrong]]] = {}


def _told(which: str, look: Callable[[], list[Wrong]]) -> HttpResponse:
    until, wrong = _last.get(which, (0.0, []))
    if time.monotonic() > until:
        wrong = look()
        _last[which] = time.monotonic() + FRESH, wrong
        why = "; ".join(f"{one.text} ({one.cause})" if one.cause else one.text for one in wrong)
        changes.told(which, " ".join(one.code for one in wrong), why)
    headers = HEADERS | ({"Retry-After": str(AGAIN)} if wrong else {})
    body = msgspec.json.encode({"ready": not wrong, "wrong": [one.said() for one in wrong]})
    return HttpResponse(body + b"\n", status=503 if wrong else 200, content_type="application/json", headers=headers)


def web() -> Iterator[Wrong]:
    """The database answers, takes writes, and has the tables of this release."""
    if resting():
        yield Wrong("database", AWAY.code, "The database does not answer.")
        return
    try:
        with connection.cursor() as cursor:
            if connection.vendor == "postgresql":
                cursor.execute("SELECT pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on'")
                if cursor.fetchone()[0]:
                    yield Wrong("database", READ_ONLY.code, "The database is read-only: it takes no writes.")
            cursor.execute("SELECT app, name FROM django_migrations")
            applied = set(cursor.fetchall())
    except (DatabaseError, OSError) as error:
        found = noticed(error, quietly=True)
        code = found.code if found else "fault"
        what = "migrations" if found is NOT_READY else "database"
        text = f"{found.text if found else 'The database answers with an error; the log has it.'}"
        yield Wrong(what, code, text, " ".join(str(error).split()))
        return
    if missing := sum(not names & applied and not (old and old <= applied) for names, old in migrations()):
        yield Wrong("migrations", NOT_READY.code, f"{missing} migrations are missing. Run “manage.py upgrade”.")


@cache
def migrations() -> list[tuple[set[tuple[str, str]], set[tuple[str, str]]]]:
    """Every migration of this release, and those that it may stand for. They are read once."""
    found = MigrationLoader(None, ignore_no_migrations=True).disk_migrations
    return [({key}, set(migration.replaces)) for key, migration in found.items()]


def redis_answers() -> Iterator[Wrong]:
    if not settings.REDIS_URL:
        return
    import redis

    try:
        calling.broker().ping()
    except (redis.RedisError, OSError) as error:
        text = "Redis does not answer. Pages go on; the clerk is not woken."
        yield Wrong("redis", "redis-away", text, calling.cause(error))


def clerk_keeps_up() -> Iterator[Wrong]:
    if not settings.CLERK_LATE:
        return
    try:
        late = waiting.lag()
    except DatabaseError:  # told already
        return
    if late > settings.CLERK_LATE:
        text = f"Something has waited for the clerk for {late:.0f} seconds. Is a worker running, or “manage.py clerk”?"
        yield Wrong("clerk", "late", text)


def metrics(request: HttpRequest) -> HttpResponse | None:
    """The numbers, for whom METRICS_FROM or METRICS_TOKEN lets in; nobody else learns that they are there."""
    if not (settings.METRICS and may_read(request)):
        return None
    from deploy import metrics as numbers

    return HttpResponse(numbers.written(), content_type=numbers.CONTENT_TYPE, headers=HEADERS)


def may_read(request: HttpRequest) -> bool:
    sent = request.META.get("HTTP_AUTHORIZATION", "")
    if settings.METRICS_TOKEN and hmac.compare_digest(sent.encode(), f"Bearer {settings.METRICS_TOKEN}".encode()):
        return True
    address = came_from(request)
    return address is not None and any(address in network for network in settings.METRICS_FROM)


ANSWERS: dict[str, Callable[[HttpRequest], HttpResponse | None]] = {
    "/healthz": healthz,
    "/readyz": readyz,
    "/readyz/web": readyz_web,
    "/metrics": metrics,
}
