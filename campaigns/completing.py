"""What a report leaves to the door: rulings have no clock, and no campaign's log tells how its battles stand."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta

import msgspec
from django.utils import timezone

from battles.models import Sheet
from campaigns.reports import CloseRound, OpenRound
from campaigns.ruling.rounds import next_round
from campaigns.season import Season
from rules.contract import Command

EVENING = time(20, tzinfo=UTC)


def completed(season: Season | None, command: Command) -> Command:
    """The report as it is ruled on: with the deadline that was left out, and the battles that wait for settlement."""
    if season is not None and isinstance(command, OpenRound) and command.deadline is msgspec.UNSET:
        return msgspec.structs.replace(command, deadline=deadline(season, timezone.now()))
    if season is not None and isinstance(command, CloseRound):
        return msgspec.structs.replace(command, carry=tuple(dict.fromkeys((*command.carry, *_over(season)))))
    return command


def deadline(season: Season, now: datetime) -> str:
    """By the terms of the round opened next: 20:00 UTC of the day so many days from today, "" for none. Pure."""
    days = int(season.settings(next_round(season)).terms["round_days"])
    last = datetime.combine(now.astimezone(UTC) + timedelta(days=days), EVENING)
    return last.strftime("%Y-%m-%dT%H:%M:%SZ") if days else ""


def _over(season: Season) -> Iterator[str]:
    """Battles that are fought to their end, and not counted yet. One query."""
    fought = [fixture.battle for fixture in season.fixtures.values() if fixture.is_fought]
    over = Sheet.objects.filter(pk__in=fought).exclude(status=Sheet.Status.OPEN)
    yield from map(str, over.order_by("pk").values_list("pk", flat=True))
