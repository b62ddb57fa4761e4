"""The addresses at which a program listens to a battle or a campaign: `events/live/`."""

from __future__ import annotations

from functools import partial
from uuid import UUID

from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import add_never_cache_headers
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from rest_framework.request import Request

from api import access, feeds, problems, queries
from api.battles import PAGE, READ
from api.endpoints import Endpoint, OneBattle
from api.schema_texts import STREAM, describe
from api.shapes import battles as shapes
from battles.live import HAND_OVER, RETRY
from battles.presenters.people import reader_of
from campaigns.client_address import address_of

QUERY = {name: PAGE[name] for name in ("after", "history")}
ANEW = "60"  # seconds, where there is no room


class BattleLiveView(OneBattle):
    url_name = "battle-live"

    @describe("Listen to a battle", None, told=shapes.Events, query=QUERY, problems=READ)
    def get(self, request: Request, id: UUID) -> HttpResponseBase:
        """Server-sent events: `rows`, whenever there are new rows in the battle's log. Their `data` are what
        `events/` answers for them, their `id` is the position up to which you have been told. Connect again with the
        header `Last-Event-ID`, as browsers do by themselves, or with `after`, and you miss nothing.

        A comment is sent every 20 seconds, so that you know that the connection stands. It ends within a minute of the
        end of your token, or of your right to read the battle. You can have 20 connections. Where the server cannot
        hold them (`manage.py runserver`), it answers with what is new and ends; connect again.
        """
        self.asked(request, id)
        return _listen(request, id, "battle")


class CampaignLiveView(Endpoint):
    url_name = "campaign-live"

    @describe("Listen to a campaign", None, told=shapes.Events, query=QUERY, problems=READ)
    def get(self, request: Request, id: UUID) -> HttpResponseBase:
        """The same for the campaign's log: see `/api/v1/battles/{id}/events/live/`."""
        access.to_campaign(request.user, id)
        return _listen(request, id, "campaign")


def _listen(request: Request, id: UUID, kind: str) -> HttpResponseBase:
    asked = queries.number(request._request, "after", 0)
    every = queries.word(request._request, "history", "all") is not None
    known = request.headers.get("Last-Event-ID", "")
    after = int(known) if known.isascii() and known.isdigit() and len(known) < 10 else asked
    reader, by_token = reader_of(request.user), isinstance(request.auth, str)
    session = str(request.auth) if by_token else request.session.session_key or ""
    source = reader or address_of(request._request)
    one = feeds.Listener(str(id), reader, session, source, after, kind, by_token, get_language() or "en", every)
    response = _kept(request, one) if HAND_OVER in request.META and request.method == "GET" else _at_once(one)
    add_never_cache_headers(response)
    return response


def _kept(request: Request, one: feeds.Listener) -> HttpResponseBase:
    if not feeds.FEEDS.has_room(one.source):
        full = problems.problem("full", _("Too many are listening already."), remedy=_("End one, or wait a minute."))
        return problems.answered(full, {"Retry-After": ANEW})
    take = partial(feeds.FEEDS.take, feeds.still_listening, presence=feeds.nobody)
    request.META[HAND_OVER](partial(take, one))
    return StreamingHttpResponse((), content_type=STREAM, headers={"X-Accel-Buffering": "no"})


def _at_once(one: feeds.Listener) -> HttpResponse:
    """What is new, from a server that holds no connections: who listens comes again."""
    text, after = f"retry: {RETRY}\n\n", one.after
    while (found := feeds.told(one, after)) is not None and found[0].events:
        text, after = text + feeds.message(*found), found[1]
    return HttpResponse(text, content_type=STREAM)
