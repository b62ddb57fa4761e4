"""Earlier moments of a battle, a campaign or a league: as it stood at a position of its log, as it was believed to be
at a time, and what has changed since."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar
from uuid import UUID

from django.http import HttpRequest
from django.utils.translation import gettext as _

from api import queries
from api.access import Access, LeagueAccess
from api.problems import Trouble
from api.schema_texts import FLAG, NUMBER, Query
from battles import log
from campaigns import handler, projections
from campaigns.models import CampaignSheet, Fixture, Standing
from campaigns.presenters import moments
from campaigns.presenters.as_it_stood import When
from campaigns.season import Season
from leagues.models import LeagueCampaign, LeagueSheet
from leagues.presenters.as_it_stood import AsItStands, as_it_stood, stood_at
from leagues.standing import Standing as Told
from leagues.standing import standing

AS_OF: Query = {
    "as_of": (
        {"type": "string", "format": "date-time"},
        "A time: what was believed then, byte for byte as this address answered then (except that `next` keeps to it)."
        " ISO-8601, UTC when it names no offset. A future time means now; before the muster there is nothing.",
    )
}
AS_OF_CAMPAIGN: Query = {
    "as_of": (
        {"type": "string", "format": "date-time"},
        "A time: what was known then, as this address answered then. ISO-8601, UTC when it names no offset; a date"
        " alone means its end, by the clocks of the campaign. A future time means now; before the campaign opened there"
        " is nothing. Who has handed a platoon over since, or given its case back, reads as a spectator.",
    )
}
AS_OF_LEAGUE: Query = {
    "as_of": (
        {"type": "string", "format": "date-time"},
        "A time: what the league knew then. ISO-8601, UTC when it names no offset; a date alone means its end, by the"
        " clocks of the newest campaign. A future time means now; before the league was founded there is nothing. What"
        " people are called, and who hides, is as of now.",
    )
}
CORRECTED: Query = {
    "corrected": (
        FLAG,
        "With `at` or `as_of`: the same moment as it is known now, with every correction made since, and nothing else"
        " that came later.",
    )
}
AT_LEAGUE: Query = {"at": (NUMBER, "A position: the league as it stood there, before later corrections.")}
AT_CAMPAIGN: Query = {"at": (NUMBER, "A position: the campaign as it stood there, before later corrections.")}
MOMENT_OF_CAMPAIGN: Query = {**AT_CAMPAIGN, **AS_OF_CAMPAIGN, **CORRECTED}
MOMENT_OF_LEAGUE: Query = {**AT_LEAGUE, **AS_OF_LEAGUE, **CORRECTED}
AT: Query = {"at": (NUMBER, "A position: the battle as it stood there, before later corrections.")}


def believed(request: HttpRequest) -> str | None:
    """The time a request asks for, as the log writes times; None for now."""
    return queries.moment(request, "as_of")


def of_battle(request: HttpRequest, asked: Access) -> Callable[[], int | None]:
    """The position of a battle's log that a request asks for (`at`, `as_of`), None for now; a time is looked up when
    that is asked, by one query. `Http404` before the muster; raises as `position` does."""
    moment, at = believed(request), position(request, asked)
    return lambda: at or _stood(asked.stream, moment, _("This battle was mustered after %(moment)s."))


def of_campaign(request: HttpRequest, asked: Access) -> Callable[[], When | None]:
    """The moment of a campaign that a request asks for (`at`, `as_of`, `corrected`), None for now; a time is looked up
    when that is asked. `Http404` before the campaign opened; raises as `position` does."""
    at, corrected = position(request, asked), _corrected(request)
    moment = _time(request, lambda: UUID(asked.stream))

    def look() -> When | None:
        found = at or _stood(asked.stream, moment, _("This campaign opened after %(moment)s."))
        return When(found, corrected) if found else None

    return look


def _corrected(request: HttpRequest) -> bool:
    found = queries.flag(request, "corrected", False)
    if found and "at" not in request.GET and "as_of" not in request.GET:
        raise Trouble(
            "malformed",
            _("Corrections up to an earlier moment were asked for, but the moment is missing."),
            field="corrected",
            remedy=_("Add “at” or “as_of”, or leave “corrected” out."),
        )
    return found


def _time(request: HttpRequest, campaign: Callable[[], UUID | None]) -> str | None:
    """The time asked for, as the log writes times; None for now. A date alone means its end, by the clocks of the
    campaign."""
    text = request.GET.get("as_of", "")
    if not moments.is_day(text):
        return believed(request)
    stream = campaign()
    try:
        return moments.written(moments.the_end(text, moments.clocks_of(stream) if stream else ""))
    except (ValueError, OverflowError):
        return believed(request)  # which says what is wrong with it


def is_now(request: HttpRequest) -> bool:
    """Whether what may be reported is told: a row may lie in the middle of a report, and nothing is reported to a
    moment with corrections that came later."""
    return "at" not in request.GET and "corrected" not in request.GET


def _stood(stream: str, moment: str | None, too_early: str) -> int | None:
    if moment is None:
        return None
    if position := log.position_at(stream, moment):
        return position
    raise Trouble("not-found", too_early % {"moment": moment}, field="as_of", remedy=_("Ask for a later time."))


def of_league(request: HttpRequest, sheet: LeagueSheet, asked: LeagueAccess) -> Callable[[], AsItStands]:
    """A league at the moment that a request asks for (`at`, `as_of`), or now; read when it is asked. Raises as
    `of_campaign` does."""
    look = when_of_league(request, sheet, asked)

    def read() -> AsItStands:
        when, moment = look()
        return as_it_stood(sheet, when, moment)

    return read


def when_of_league(
    request: HttpRequest, sheet: LeagueSheet, asked: LeagueAccess
) -> Callable[[], tuple[When | None, str]]:
    """The moment of a league that a request asks for, None for now, and the time that was asked for ("" for none)."""
    at, corrected = position(request, asked), _corrected(request)

    def newest() -> UUID | None:
        found = LeagueCampaign.objects.filter(league=sheet).order_by("-season", "-key")
        return found.values_list("campaign", flat=True).first()

    moment = _time(request, newest)

    def look() -> tuple[When | None, str]:
        found = at or _stood(asked.stream, moment, _("This league was founded after %(moment)s."))
        return (When(found, corrected) if found else None), moment or ""

    return look


def told_of_league(
    request: HttpRequest, sheet: LeagueSheet, asked: LeagueAccess
) -> Callable[[], tuple[AsItStands, Told]]:
    """The same league with its log at that moment."""
    look = when_of_league(request, sheet, asked)

    def read() -> tuple[AsItStands, Told]:
        when, moment = look()
        told = standing(asked.stream, when)
        return (stood_at(asked.stream, told, when, moment) if when else AsItStands(sheet)), told

    return read


def position(request: HttpRequest, asked: Access | LeagueAccess) -> int | None:
    """The position a request asks for, or None. Refuses a position and a time together."""
    if "at" not in request.GET:
        return None
    if "as_of" in request.GET:
        raise Trouble(
            "malformed",
            _("A position and a time were asked for at once."),
            field="as_of",
            remedy=_("Leave “at” or “as_of” out."),
        )
    return queries.number(request, "at", asked.position, 1, asked.position)


T = TypeVar("T", Fixture, Standing)
SINCE: Query = {
    "since": (
        {"type": "string", "pattern": r"^([0-9]{1,9}|[0-9]{4}-.+)$"},
        "Only what has changed since the `position` of an earlier answer, or since a time (ISO-8601, UTC when it names"
        " no offset).",
    )
}


def since_position(request: HttpRequest, sheet: CampaignSheet) -> int | None:
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
    return _lines_at(
        sheet, position, lambda season, rows: projections.standings_of(str(sheet.stream), season, rows), "platoon"
    )


def fixtures(sheet: CampaignSheet, position: int) -> dict[str, Fixture]:
    """Every fixture as it stood at `position`. Folds the log up to there."""
    return _lines_at(
        sheet, position, lambda season, rows: projections.fixtures_of(str(sheet.stream), season), "fixture"
    )


def differ(now: T, then: Mapping[str, T], key: str) -> bool:
    """Whether a line is new or has changed."""
    before = then.get(key)
    return before is None or any(
        str(getattr(now, field.attname)) != str(getattr(before, field.attname)) for field in now._meta.concrete_fields
    )


def _lines_at(
    sheet: CampaignSheet, position: int, lines: Callable[[Season, list[log.Row]], object], key: str
) -> dict[str, T]:
    if not position:
        return {}
    season, _told, rows = handler.replay(str(sheet.stream), min(position, sheet.position))
    return {getattr(one, key): one for one in lines(season, rows)}  # type: ignore[attr-defined]
