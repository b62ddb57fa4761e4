"""Quiet hours and digests by a person's own clocks, also where these are put forward and back."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as some

from campaigns.notices.times import Hours, at_once, next_digest
from rules import zones

NIGHT = (time(22), time(7))


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("now", "zone", "quiet", "sent"),
    [
        ("2026-01-10 20:59", "Europe/Berlin", NIGHT, "2026-01-10 20:59"),  # 21:59 there
        ("2026-01-10 21:00", "Europe/Berlin", NIGHT, "2026-01-11 06:00"),
        ("2026-07-10 20:00", "Europe/Berlin", NIGHT, "2026-07-11 05:00"),  # summer time
        ("2026-01-11 05:59", "Europe/Berlin", NIGHT, "2026-01-11 06:00"),
        ("2026-01-11 06:00", "Europe/Berlin", NIGHT, "2026-01-11 06:00"),
        ("2026-03-28 22:00", "Europe/Berlin", NIGHT, "2026-03-29 05:00"),  # an hour shorter
        ("2026-10-24 22:00", "Europe/Berlin", NIGHT, "2026-10-25 06:00"),  # an hour longer
        ("2026-03-29 00:30", "Europe/Berlin", (time(1), time(2, 30)), "2026-03-29 01:30"),  # 2:30 is skipped: 3:30
        ("2026-10-25 00:40", "Europe/Berlin", (time(2), time(2, 45)), "2026-10-25 00:45"),
        ("2026-10-25 01:40", "Europe/Berlin", (time(2), time(2, 45)), "2026-10-25 01:45"),  # the second 2:40
        ("2026-01-10 12:00", "Pacific/Auckland", NIGHT, "2026-01-10 18:00"),  # 1:00 there
        ("2026-01-10 12:00", "", (time(12), time(13)), "2026-01-10 13:00"),
        ("2026-01-10 12:00", "Nowhere/Else", (time(12), time(13)), "2026-01-10 13:00"),
        ("2026-01-10 23:00", "Europe/Berlin", (time(22), None), "2026-01-10 23:00"),
        ("2026-01-10 23:00", "Europe/Berlin", (time(7), time(7)), "2026-01-10 23:00"),
    ],
)
def test_what_falls_into_quiet_hours_is_sent_as_they_end(
    now: str, zone: str, quiet: tuple[time | None, time | None], sent: str
) -> None:
    assert at_once(utc(now), Hours(zone, quiet)) == utc(sent)


@pytest.mark.parametrize(
    ("now", "zone", "hours", "weekly", "sent"),
    [
        ("2026-01-10 16:59", "Europe/Berlin", {}, False, "2026-01-10 17:00"),
        ("2026-01-10 17:00", "Europe/Berlin", {}, False, "2026-01-11 17:00"),
        ("2026-03-28 18:00", "Europe/Berlin", {}, False, "2026-03-29 16:00"),  # at six again
        ("2026-01-10 17:00", "Europe/Berlin", {"day": 0}, True, "2026-01-12 17:00"),  # a Saturday
        ("2026-01-12 17:00", "Europe/Berlin", {"day": 0}, True, "2026-01-19 17:00"),
        ("2026-01-10 03:00", "America/New_York", {"day": 4}, True, "2026-01-16 23:00"),  # Friday there still, 22:00
        ("2026-01-10 17:00", "Europe/Berlin", {"quiet": (time(17), time(20))}, False, "2026-01-11 19:00"),
    ],
)
def test_digests_come_at_their_hour(now: str, zone: str, hours: dict[str, object], weekly: bool, sent: str) -> None:
    assert next_digest(utc(now), Hours(zone, **hours), weekly) == utc(sent)  # type: ignore[arg-type]


MOMENTS = some.integers(1_700_000_000, 1_830_000_000).map(lambda seconds: datetime.fromtimestamp(seconds, UTC))
CLOCKS = some.times().map(lambda one: one.replace(second=0, microsecond=0))
ZONES = some.sampled_from(["", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"])


@given(MOMENTS, ZONES, CLOCKS, CLOCKS)
def test_nothing_is_early_and_nothing_waits_for_long(now: datetime, zone: str, start: time, end: time) -> None:
    """A message waits for its hour, a day at most, and what has waited does not wait again."""
    hours = Hours(zone, (start, end))
    sent = at_once(now, hours)
    assert now <= sent <= now + timedelta(hours=25)
    if sent > now:
        clock = sent.astimezone(zones.zone_of(zone))
        assert (
            clock.time() >= end or clock.time() < start or clock.utcoffset() != now.astimezone(clock.tzinfo).utcoffset()
        )
    digest = next_digest(now, Hours(zone, digest=start))
    assert now < digest <= now + timedelta(hours=26)
