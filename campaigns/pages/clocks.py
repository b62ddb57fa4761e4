"""The moment that an address of a season or a league asks for, and links that keep to it.

`?at=12`: after row 12 of the log. `?as_of=2026-05-01T18:30`: what was believed at that time, by the clocks of the
season unless it names an offset; a date alone means its end. Either shows what was published then. With
`&corrected=true` it is the same moment as it is known now: with every correction made since.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence

from django.http import HttpRequest, HttpResponse

from battles.forms.trouble import Trouble
from battles.log import Row
from battles.pages import as_of
from battles.pages.opened import Moment
from campaigns.presenters import moments
from campaigns.presenters.life import Life
from rules.contract import Refused, say
from rules.contract import gettext_noop as _

NAMES = ("at", "as_of")
_ROW = re.compile(r"[1-9][0-9]{0,8}")


def is_asked(request: HttpRequest) -> bool:
    """Whether an address asks for an earlier moment."""
    return bool(request.GET.get("as_of", "").strip()) or "at" in request.GET


def asked(request: HttpRequest, rows: Sequence[Row], zone: Callable[[], str]) -> tuple[Moment | None, Trouble | None]:
    """The moment, and what is wrong with one that cannot be read: that is shown on the page as it stands now. `rows`:
    all of the log's; `zone`: asked where it is needed."""
    found = _at(request) if not request.GET.get("as_of", "").strip() else _as_of(request, rows, zone())
    if isinstance(found, Refused):
        return None, Trouble(422, (found,))
    life = Life(rows)
    since = life.since(found.at)
    corrected = bool(since) and request.GET.get("corrected") == "true"
    return (
        Moment(
            at=found.at,
            as_of=found.as_of,
            early=found.early,
            corrected=corrected,
            zone=found.zone,
            since=since,
            other=_other(request, corrected) if since else "",
        ),
        None,
    )


def _at(request: HttpRequest) -> Moment | Refused:
    text = request.GET.get("at", "")
    if not _ROW.fullmatch(text):
        return Refused(
            "form",
            say(_("“%(typed)s” is no row of the log."), typed=text[:60]),
            _("Rows are counted from 1: follow a link of the log, or pick a moment."),
            field="at",
            code="malformed",
        )
    return Moment(at=int(text))


def _as_of(request: HttpRequest, rows: Sequence[Row], zone: str) -> Moment | Refused:
    text = request.GET["as_of"].strip()
    try:
        moment = moments.the_end(text, zone) if moments.is_day(text) else as_of.in_utc(text, zone)
    except (ValueError, OverflowError):
        return as_of.unreadable(text)
    position = bisect_right(rows, as_of.written(moment), key=lambda row: row.at)
    return Moment(at=max(position, 1), as_of=moment, early=not position, zone=zone)


def _other(request: HttpRequest, corrected: bool) -> str:
    query = request.GET.copy()
    query.pop("corrected", None)
    if not corrected:
        query["corrected"] = "true"
    return query.urlencode()


# -- links -------------------------------------------------------------------------------------------------------------

_HREF = re.compile(r'(?<!data-now )href="([^"?#]*)(?:\?([^"#]*))?(#[^"]*)?"')
_SEASON = r"(map/|why/|calendar\.ics|rounds/\d+/sheet/|(sectors|fixtures|platoons|vehicles)/[^/]+/|tables/[^/]+)?"
_LEAGUE = r"(why/|teams/|(teams|players)/[^/]+/|vehicles/[^/]+/[^/]+/)?"
_ANY = re.compile(rf"/campaigns/[0-9a-f-]{{36}}/{_SEASON}|/leagues/[^/]+/{_LEAGUE}")


def keep(response: HttpResponse, moment: Moment | None, home: str) -> HttpResponse:
    """The page with links that keep to the moment: of a row those below `home`, of a time those of every season and
    league. `data-now` before an address leads out of it."""
    if moment is None or not response.headers["Content-Type"].startswith("text/html"):
        return response
    query = moment.query.replace("&", "&amp;")

    def led(link: re.Match[str]) -> str:
        path, asks, anchor = link[1], link[2] or "", link[3] or ""
        ours = _ANY.fullmatch(path) and (path.startswith(home) or moment.as_of is not None)
        if not (ours if path else asks) or re.search(r"(^|&amp;|&)(at|as_of)=", asks):
            return link[0]
        return f'href="{path}?{query}{asks}{anchor}"'

    response.content = _HREF.sub(led, response.content.decode()).encode()
    return response
