"""Earlier moments of a battle or a campaign: as it stood at a position of its log, and as it was believed to be at a
time."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest
from django.utils.translation import gettext as _

from api import queries
from api.access import Access
from api.problems import Trouble
from api.schema_texts import NUMBER, Query
from battles import log

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
        "A time: what was known then, as this address answered then. ISO-8601, UTC when it names no offset. A future"
        " time means now; before the campaign opened there is nothing. Who has handed a platoon over since, or given"
        " its case back, reads as a spectator.",
    )
}
AT_CAMPAIGN: Query = {"at": (NUMBER, "A position: the campaign as it stood there, before later corrections.")}
AT: Query = {"at": (NUMBER, "A position: the battle as it stood there, before later corrections.")}


def believed(request: HttpRequest) -> str | None:
    """The time a request asks for, as the log writes times; None for now."""
    return queries.moment(request, "as_of")


def until(asked: Access, moment: str | None) -> int | None:
    """The position of the log at a time; None for now. `Http404` if the battle was not mustered yet. One query."""
    return _stood(asked.stream, moment, _("This battle was mustered after %(moment)s."))


def until_of_campaign(stream: str, moment: str | None) -> int | None:
    """Same as `until`, for a campaign; `Http404` if it was not open yet."""
    return _stood(stream, moment, _("This campaign opened after %(moment)s."))


def then(request: HttpRequest, asked: Access) -> Callable[[], int | None]:
    """Where in a campaign's log the moment is that a request asks for (`at`, `as_of`), None for now; a time is looked
    up when that is asked. Raises as `position` and `until_of_campaign` do."""
    moment, at = believed(request), position(request, asked)
    return lambda: at or until_of_campaign(asked.stream, moment)


def _stood(stream: str, moment: str | None, too_early: str) -> int | None:
    if moment is None:
        return None
    if position := log.position_at(stream, moment):
        return position
    raise Trouble("not-found", too_early % {"moment": moment}, field="as_of", remedy=_("Ask for a later time."))


def position(request: HttpRequest, asked: Access) -> int | None:
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
