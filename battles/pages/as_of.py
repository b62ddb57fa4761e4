"""Reads the earlier moment of a battle or a campaign that an address asks for (`?at=`, `?as_of=`)."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from django.http import Http404, HttpRequest

from battles import log
from battles.forms.trouble import Trouble
from battles.pages.opened import Moment
from rules.contract import Refused, say
from rules.contract import gettext_noop as _
from rules.zones import zone_of


def position(request: HttpRequest, name: str) -> int | None:
    """A position of the log from the address; 404 on anything else."""
    text = request.GET.get(name)
    if text is None:
        return None
    if not re.fullmatch(r"[0-9]{1,9}", text) or not int(text):
        raise Http404
    return int(text)


def asked(request: HttpRequest, stream: str) -> tuple[Moment | None, Trouble | None]:
    """The moment that an address asks for, see `read`; 404 for what is no position."""
    return read(stream, request.GET.get("as_of", ""), position(request, "at"))


def read(stream: str, as_of: str, at: int | None) -> tuple[Moment | None, Trouble | None]:
    """The moment of `as_of` (a date and time, UTC by default) or of the row `at`; None for now.

    A time that cannot be read is a trouble, shown on the page as it stands now.
    """
    if not as_of.strip():
        return (Moment(at) if at is not None else None), None
    try:
        moment = in_utc(as_of.strip())
    except (ValueError, OverflowError):
        return None, Trouble(422, (unreadable(as_of),))
    position = log.position_at(stream, written(moment))
    return Moment(at=max(position, 1), as_of=moment, early=not position), None


def in_utc(text: str, zone: str = "") -> datetime:
    """A date and time, by the clocks of the zone (UTC) unless it names an offset. `ValueError` and `OverflowError` for
    what is none."""
    moment = datetime.fromisoformat(text)
    return (moment.replace(tzinfo=zone_of(zone)) if moment.tzinfo is None else moment).astimezone(UTC)


def written(moment: datetime) -> str:
    """The time as the log writes it; to the end of its minute or second unless given more exactly."""
    if not moment.microsecond:
        moment = moment.replace(second=moment.second or 59, microsecond=999_999)
    return moment.isoformat(timespec="microseconds").replace("+00:00", "Z")


def unreadable(text: str) -> Refused:
    return Refused(
        "form",
        say(_("“%(typed)s” is not a date and time."), typed=text[:60]),
        _("Write it like 2026-05-01 18:30, in UTC."),
        field="as_of",
        code="malformed",
    )
