"""Times that people name to look back: by the clocks of a season, and a date alone for its end."""

from __future__ import annotations

import re
from datetime import UTC, datetime, time
from uuid import UUID

import msgspec

from campaigns.models import CampaignSheet
from campaigns.season.calendar_terms import zone_in
from rules.zones import zone_of

_DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)


def is_day(text: str) -> bool:
    """Whether it names a date and no time."""
    return _DAY.fullmatch(text) is not None


def the_end(day: str, zone: str) -> datetime:
    """The last moment of a day. `ValueError` and `OverflowError` for what is none."""
    return datetime.combine(datetime.fromisoformat(day), time.max, zone_of(zone)).astimezone(UTC)


def written(moment: datetime) -> str:
    """As the log writes times; `moment` is in UTC."""
    return moment.isoformat(timespec="microseconds").replace("+00:00", "Z")


def clocks_of(stream: UUID) -> str:
    """By whose clocks times are typed in a campaign; "" for UTC. One query."""
    terms = CampaignSheet.objects.filter(pk=stream).values_list("terms", flat=True).first()
    return zone_in(msgspec.json.decode(terms)) if terms else ""
