"""A campaign's tables to download, and the sheet of a round's pairings to print."""

from __future__ import annotations

from uuid import UUID

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from campaigns.pages.request_context import keeping, unreadable, visit_to_read
from campaigns.pages.rounds import meetings, summary_of
from campaigns.presenters import tables

TYPES = {"csv": "text/csv; charset=utf-8", "json": "application/json"}


@never_cache
@require_safe
def table(request: HttpRequest, stream: UUID, table: str, format: str) -> HttpResponse:
    """Standings, fixtures or results as CSV or JSON; `?at=` and `?as_of=` as they stood then."""
    if table not in tables.TABLES or format not in TYPES:
        raise Http404
    here, stood, trouble = visit_to_read(request, stream)
    if trouble is not None:
        return unreadable(request, here, trouble)
    rows = tables.rows_of(table, stood, here.reader, here.person)
    text = tables.as_csv(rows) if format == "csv" else msgspec.json.encode(rows).decode()
    name = f"{table}-{here.season.head[0]}.{format}"
    disposition = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(text, content_type=TYPES[format], headers=disposition)


@never_cache
@require_safe
def pairings(request: HttpRequest, stream: UUID, number: int) -> HttpResponse:
    """The pairings of a round, to be printed for the club's wall. It names no place: others read it there."""
    here, stood, trouble = visit_to_read(request, stream)
    if trouble is not None:
        return unreadable(request, here, trouble)
    summary = summary_of(here.season, number)
    if summary is None:
        raise Http404
    context = {
        "campaign": here.season.opened,
        "stream": here.stream,
        "summary": summary,
        "zone": here.season.zone,
        "moment": here.moment,
        "meetings": meetings(here.season, stood.fixtures(number), "", now=here.moment is None),
    }
    return keeping(here, render(request, "campaigns/pairings_print.html", context))
