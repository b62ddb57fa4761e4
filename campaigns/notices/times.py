"""When somebody is told: not in quiet hours, and digests at their time, by their own clocks. Pure."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from rules import zones

DAY = timedelta(days=1)


class Hours(NamedTuple):
    """A person's clocks. No quiet hours where one of `quiet` is None, or both are the same; from 22 until 7 they go
    past midnight. `day`: of weekly digests, Monday is 0."""

    zone: str = ""
    quiet: tuple[time | None, time | None] = (None, None)
    digest: time = time(18)
    day: int = 0


def at_once(now: datetime, hours: Hours) -> datetime:
    """Now, or when the quiet hours that it falls into end."""
    start, end = hours.quiet
    if start is None or end is None or not _is_within(now.astimezone(zones.zone_of(hours.zone)).time(), start, end):
        return now
    return _next(now, end, hours.zone)


def next_digest(now: datetime, hours: Hours, weekly: bool = False) -> datetime:
    """The next time for a digest, after `now`. If it is quiet then, when that ends."""
    found = _next(now, hours.digest, hours.zone, hours.day if weekly else None)
    return at_once(found, hours)


def _is_within(clock: time, start: time, end: time) -> bool:
    return start <= clock < end if start <= end else clock >= start or clock < end


def _next(now: datetime, clock: time, zone: str, weekday: int | None = None) -> datetime:
    """The first moment after `now` at which the clocks show this, on that day of the week. A time that they skip in
    spring comes as much later as they skip; of an hour that comes twice in autumn, both are meant."""
    there = zones.zone_of(zone)
    today = now.astimezone(there).date()
    for ahead in range(-1, 9):
        day = today + ahead * DAY
        if weekday is not None and day.weekday() != weekday:
            continue
        for fold in (0, 1):
            found = _moment(datetime.combine(day, clock), there, fold)
            if found > now:
                return found
    raise AssertionError("a week has every day")


def _moment(clock: datetime, zone: ZoneInfo, fold: int) -> datetime:
    return clock.replace(tzinfo=zone, fold=fold).astimezone(UTC)
