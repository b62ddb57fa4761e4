"""A campaign's tables to download."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse

from battles.pages.methods import read_page
from campaigns.pages.request_context import unreadable, visit_to_read
from campaigns.presenters import tables


@read_page
def table(request: HttpRequest, stream: UUID, table: str, format: str) -> HttpResponse:
    """Standings, fixtures or results as CSV or JSON; `?at=` and `?as_of=` as they stood then."""
    if table not in tables.TABLES or format not in tables.TYPES:
        raise Http404
    here, stood, trouble = visit_to_read(request, stream)
    if trouble is not None:
        return unreadable(request, here, trouble)
    text = tables.written(tables.rows_of(table, stood, here.reader, here.person), format)
    name = f"{table}-{here.season.head[0]}.{format}"
    disposition = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(text, content_type=tables.TYPES[format], headers=disposition)
