"""Reads query parameters. A refusal names the one that does not fit."""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import UTC, datetime
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlencode
from uuid import UUID

from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _

from api.problems import Trouble

S = TypeVar("S", bound=Model)
TIME = r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{15}Z"
ID = r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"
COUNT = r"[0-9]{1,9}"
# A “+” that was not escaped arrives as a blank.
MOMENT = r"([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?)(Z|[-+ ][0-9]{2}:[0-9]{2})?"
PAGE = 50
LARGEST_PAGE = 200
LONGEST = 200
LONGEST_ADDRESS = 8000  # characters, with the query


def bound(request: HttpRequest) -> None:
    """Refuse an address that no program of ours would make."""
    if len(request.get_full_path()) > LONGEST_ADDRESS:
        raise Trouble("address-too-long", _("The address is longer than %(n)s characters.") % {"n": LONGEST_ADDRESS})


def check(request: HttpRequest) -> None:
    """Refuse values that are too long, broken or hold a NUL: no database takes them."""
    for name, values in request.GET.lists():
        for value in values:
            if len(value) > LONGEST or "\0" in name + value or not _whole(value):
                raise _wrong(name[:40], _("is not a value a query can have"))


def check_names(request: HttpRequest, known: frozenset[str] | None) -> None:
    """Refuse a parameter this address does not know: a misspelt filter would filter nothing."""
    for name in request.GET:
        if known is not None and name not in known:
            raise Trouble(
                "malformed",
                _("This address has no query parameter “%(name)s”.") % {"name": name[:40]},
                field=name[:40],
                remedy=_("It knows: %(known)s.") % {"known": ", ".join(sorted(known))}
                if known
                else _("It takes none: leave it out."),
            )


def number(request: HttpRequest, name: str, default: int, least: int = 0, most: int = 10_000_000) -> int:
    value = request.GET.get(name)
    if value is None:
        return default
    if not re.fullmatch(COUNT, value) or not least <= int(value) <= most:
        raise _wrong(name, _("takes a whole number from %(least)s to %(most)s") % {"least": least, "most": most})
    return int(value)


def flag(request: HttpRequest, name: str, default: bool) -> bool:
    value = request.GET.get(name)
    if value is None:
        return default
    if value not in ("true", "false"):
        raise _wrong(name, _("takes true or false"))
    return value == "true"


def word(request: HttpRequest, name: str, *known: str) -> str | None:
    """One of `known`, or anything if none are named; None if it is missing."""
    value = request.GET.get(name)
    if value is not None and known and value not in known:
        raise _wrong(name, _("takes one of %(known)s") % {"known": ", ".join(known)})
    return value


def uuid(request: HttpRequest, name: str) -> UUID | None:
    value = request.GET.get(name)
    if value is None:
        return None
    try:
        return UUID(value)
    except ValueError:
        raise _wrong(name, _("takes a UUID")) from None


def moment(request: HttpRequest, name: str) -> str | None:
    """A time in ISO-8601 as the log writes it: UTC, with microseconds. Without an offset it is UTC already."""
    value = request.GET.get(name)
    if value is None:
        return None
    found = re.fullmatch(MOMENT, value, re.ASCII)
    try:
        if found is None:
            raise ValueError(value)
        said = datetime.fromisoformat(found[1] + (found[2] or "Z").replace(" ", "+"))
        return said.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
    except (ValueError, OverflowError):
        raise _wrong(name, _("takes a time such as 2026-02-28T19:30:00Z")) from None


def limit(request: HttpRequest) -> int:
    return number(request, "limit", PAGE, 1, LARGEST_PAGE)


def cursor(request: HttpRequest, *patterns: str) -> tuple[str, ...] | None:
    """Where the page before ended, its parts as the patterns say; None for the first page."""
    value = request.GET.get("cursor")
    if value is None:
        return None
    try:
        found = urlsafe_b64decode(value.encode() + b"==").decode("ascii").split()
    except ValueError:
        found = []
    if len(found) != len(patterns) or not all(map(re.fullmatch, patterns, found)):
        raise _wrong("cursor", _("takes only a value from “next” of another page"))
    return tuple(found)


def next_page(request: HttpRequest, *place: str) -> str:
    """The address of the page that begins after `place` (its parts without blanks), with the same filters."""
    return address(request, cursor=urlsafe_b64encode(" ".join(place).encode()).decode().rstrip("="))


class Part(NamedTuple):
    """The part of a list that a request asks for."""

    request: HttpRequest
    start: int
    limit: int

    def of(self, every: Any) -> tuple[list[Any], str | None]:
        """That part of a list or a query, and the address of the next one."""
        found = list(every[self.start : self.start + self.limit + 1])
        rest = next_page(self.request, str(self.start + self.limit)) if len(found) > self.limit else None
        return found[: self.limit], rest


def part(request: HttpRequest) -> Part:
    most = limit(request)
    (start,) = map(int, cursor(request, COUNT) or ("0",))
    return Part(request, start, most)


def newest(request: HttpRequest, sheets: QuerySet[S], begun: str) -> tuple[list[S], str | None]:
    """A page of sheets, the newest by `begun` first, and the address of the next page. With `since` only those whose
    log has moved since then.
    """
    if since := moment(request, "since"):
        sheets = sheets.filter(moved_at__gt=since)
    if place := cursor(request, TIME, ID):
        at, stream = place
        sheets = sheets.filter(Q(**{f"{begun}__lt": at}) | Q(**{begun: at, "stream__gt": UUID(stream)}))
    most = limit(request)
    found = list(sheets.order_by(f"-{begun}", "stream")[: most + 1])
    last = found[most - 1] if len(found) > most else None
    return found[:most], next_page(request, getattr(last, begun), str(last.pk)) if last else None


def address(request: HttpRequest, **changed: str | int) -> str:
    """This address with part of its query changed."""
    query = request.GET.dict() | {name: str(value) for name, value in changed.items()}
    return request.build_absolute_uri(f"{request.path}?{urlencode(query)}")


def _whole(value: str) -> bool:
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def _wrong(name: str, rule: str) -> Trouble:
    return Trouble(
        "malformed",
        _("The query parameter %(name)s %(rule)s.") % {"name": name, "rule": rule},
        field=name,
        remedy=_("Correct it or leave it out."),
    )
