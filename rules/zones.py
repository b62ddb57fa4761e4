"""Moments in the time zone of a club. The log has them in UTC; people type and read them as their own clock shows them.

What is shown may change with the rules of a zone, what is stored does not: no fold asks here.
"""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

SECOND = "%Y-%m-%dT%H:%M:%SZ"


@cache
def zone_of(name: str) -> ZoneInfo:
    """The zone of that name; UTC for "", and for one that this machine does not know."""
    try:
        return ZoneInfo(name or "UTC")
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")


def local(at: str, zone: str) -> datetime:
    """A moment as the log writes it, by the clocks of the zone."""
    return datetime.fromisoformat(at).astimezone(zone_of(zone))


def stored(clock: datetime, zone: str) -> str | None:
    """What the clocks of the zone show (without a zone of its own), as the log writes it. None for a time that they
    skip in spring; of an hour that comes twice in autumn, the first one is meant."""
    moment = clock.replace(tzinfo=zone_of(zone), fold=0).astimezone(UTC)
    if moment.astimezone(zone_of(zone)).replace(tzinfo=None) != clock:
        return None
    return moment.strftime(SECOND)


def short(at: datetime) -> str:
    """The zone's name at that moment as people write it behind a time: CET, UTC, UTC+03."""
    name = at.tzname() or "UTC"
    return f"UTC{name}" if name[:1] in "+-" else name
