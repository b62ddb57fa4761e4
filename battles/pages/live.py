"""The address that an open page listens at: `/battles/<id>/live/`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from uuid import UUID

from django.http import HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import add_never_cache_headers, get_conditional_response
from django.utils.http import quote_etag
from django.views.decorators.http import require_safe

from battles import log
from battles.live import HAND_OVER, LIVE, Presence, Rights, Watch
from battles.pages.views import Admit

AddressOf = Callable[[HttpRequest], str]  # the client's, not that of a proxy before us


@require_safe
def follow(
    request: HttpRequest, stream: UUID, admit: Admit, rights: Rights, presence: Presence, address_of: AddressOf
) -> HttpResponseBase:
    """`?now=1`: the position of the last row, for a browser to which no stream comes through; 304 by its ETag while
    there is no new one.

    Else server-sent events: `rows` with the position of the last row whenever there are new ones. `?after=`, or the
    browser's own `Last-Event-ID` when it connects again: the position it knows.

    204 where the server cannot hold streams, so that the browser does not ask again; 503 where too many are open.
    """
    who = admit(request, str(stream))
    if "now" in request.GET:
        return _now(request, str(stream))
    reader = who.id if who else ""
    watch = Watch(str(stream), reader, "", reader or address_of(request), 0)
    response = _stream(request, watch, partial(LIVE.take, rights, presence=presence))
    add_never_cache_headers(response)
    return response


def _now(request: HttpRequest, stream: str) -> HttpResponseBase:
    position = log.head(stream).position
    tag = quote_etag(str(position))
    # Kept by the reader's own browser, which asks each time whether it still holds.
    headers = {"ETag": tag, "Cache-Control": "private, no-cache", "Vary": "Cookie"}
    response: HttpResponse = JsonResponse({"position": position}, headers=headers)
    return get_conditional_response(request, tag, response=response) or response


def _stream(request: HttpRequest, watch: Watch, take: Callable[..., None]) -> HttpResponseBase:
    hand_over = request.META.get(HAND_OVER)
    if hand_over is None or request.method != "GET":
        return HttpResponse(status=204)
    if not LIVE.has_room(watch.source):
        return HttpResponse(status=503, headers={"Retry-After": "60"})
    known = request.headers.get("Last-Event-ID") or request.GET.get("after", "")
    after = int(known) if known.isdecimal() and len(known) < 10 else 0
    hand_over(partial(take, replace(watch, session=request.session.session_key or "", after=after)))
    return StreamingHttpResponse((), content_type="text/event-stream", headers={"X-Accel-Buffering": "no"})
