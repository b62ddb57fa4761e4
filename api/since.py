"""What has changed in a campaign since a position of its log, or since a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from django.http import HttpRequest

from api import queries
from api.schema_texts import Query
from battles import log
from campaigns import handler, projections
from campaigns.models import CampaignSheet, Fixture, Standing
from campaigns.season import Season

T = TypeVar("T", Fixture, Standing)
SINCE: Query = {
    "since": (
        {"type": "string", "pattern": r"^([0-9]{1,9}|[0-9]{4}-.+)$"},
        "Only what has changed since the `position` of an earlier answer, or since a time (ISO-8601, UTC when it names"
        " no offset).",
    )
}


def asked(request: HttpRequest, sheet: CampaignSheet) -> int | None:
    """The position since which changes are asked for, 0 for before the campaign opened; None if none is asked for."""
    value = request.GET.get("since")
    if value is None:
        return None
    if value.isascii() and value.isdigit():
        return queries.number(request, "since", 0, 0)
    moment = queries.moment(request, "since")
    assert moment is not None
    return log.position_at(str(sheet.stream), moment) or 0


def standings(sheet: CampaignSheet, position: int) -> dict[str, Standing]:
    """Each platoon's line as it stood at `position`. Folds the log up to there."""
    return _then(
        sheet, position, lambda season, rows: projections.standings_of(str(sheet.stream), season, rows), "platoon"
    )


def fixtures(sheet: CampaignSheet, position: int) -> dict[str, Fixture]:
    """Every fixture as it stood at `position`. Folds the log up to there."""
    return _then(sheet, position, lambda season, rows: projections.fixtures_of(str(sheet.stream), season), "fixture")


def differ(now: T, then: Mapping[str, T], key: str) -> bool:
    """Whether a line is new or has changed."""
    before = then.get(key)
    return before is None or any(
        str(getattr(now, field.attname)) != str(getattr(before, field.attname)) for field in now._meta.concrete_fields
    )


def _then(
    sheet: CampaignSheet, position: int, lines: Callable[[Season, list[log.Row]], object], key: str
) -> dict[str, T]:
    if not position:
        return {}
    season, _told, rows = handler.replay(str(sheet.stream), min(position, sheet.position))
    return {getattr(one, key): one for one in lines(season, rows)}  # type: ignore[attr-defined]
