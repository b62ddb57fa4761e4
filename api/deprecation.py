"""What is not answered for ever: `Deprecation` (RFC 9745) and `Sunset` (RFC 8594), as docs/api.md promises them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from django.urls import reverse
from django.utils.http import http_date
from rest_framework.request import Request

NOTICE = timedelta(days=365)  # at least, from the day it is deprecated until it is gone


class Deprecated(NamedTuple):
    """A method of an address. `since`: the day from which nothing new should use it; `sunset`: the first day on which
    it may be gone; `successor`: the address to use instead, from /api/v1/ on, if there is one."""

    since: datetime
    sunset: datetime
    successor: str = ""


def day(year: int, month: int, day: int) -> datetime:
    return datetime(year, month, day, tzinfo=UTC)


def headers(request: Request, method: object) -> dict[str, str]:
    """What an answer of a method says of its end; nothing where there is none in sight."""
    found: Deprecated | None = getattr(method, "deprecated", None)
    if found is None:
        return {}
    links = [f'<{reverse("api:docs")}>; rel="deprecation"; type="text/html"']
    if found.successor:
        links.append(f'<{reverse("api:index")}{found.successor}>; rel="successor-version"')
    return {
        "Deprecation": f"@{int(found.since.timestamp())}",
        "Sunset": http_date(found.sunset.timestamp()),
        "Link": ", ".join(links),
    }
