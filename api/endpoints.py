"""The base class of every address: access, rate limits, and how it answers."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any
from uuid import UUID

import msgspec
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags, quote_etag
from django.utils.translation import get_language
from rest_framework.exceptions import NotAuthenticated
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.permissions import BasePermission
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from api import bodies, deprecation, keys, queries, throttles
from api.access import Access, LeagueAccess, to_battle
from api.authentication import OfBattle, second_step
from api.roles import ANYONE, TABLE, least, scope
from battles.compression import same_for_all
from battles.presenters.people import names_hold

THE_SAME_FOR_ALL = {"index", "schema", "systems", "system", "units", "picks"}
OF_THE_OFFICE = ("club-key", "club-webhook")  # what only the office does beside the API
VARY = ("Cookie", "Authorization", "Accept-Language")
_encoder = msgspec.json.Encoder(order="deterministic")


class OneKind(BaseContentNegotiation):
    """Always answers with one media type, whatever a client says it accepts."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        return parsers[0]

    def select_renderer(self, request: Request, renderers: Any, format_suffix: str | None = None) -> Any:
        return renderers[0], renderers[0].media_type


class Json(BaseRenderer):
    """Names the media type in the schema; `answer` writes it."""

    media_type = "application/json"
    format = "json"


class ByTable(BasePermission):
    """Does the table ask for an account here? Everything else is checked where the battle or campaign is read."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        assert isinstance(view, Endpoint)
        asked = least(view.url_name, request.method or "")
        if asked is not None and asked > ANYONE and not request.user.is_authenticated:
            raise NotAuthenticated()
        if asked is not None and (needed := scope(view.url_name, request.method or "")) != "":
            keys.check(request.user, needed)
        if view.url_name.startswith(OF_THE_OFFICE):
            second_step(request)
        return True


class Endpoint(APIView):
    """An address of the API. Each method makes one domain call and answers with a shape."""

    permission_classes = (ByTable,)
    content_negotiation_class = OneKind
    renderer_classes = (Json,)
    url_name: str  # its row in the table
    writes: type[throttles.PerMinute] = throttles.Reports
    largest: int = bodies.LARGEST  # of its bodies, in bytes

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        bodies.bound(request._request, self.largest)
        queries.bound(request._request)
        queries.check(request._request)
        queries.check_names(request._request, self._query_names(request))
        super().initial(request, *args, **kwargs)
        if self.url_name in THE_SAME_FOR_ALL:
            same_for_all(request._request)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Add what is left of the minute (draft-ietf-httpapi-ratelimit-headers), refused or not."""
        answered = super().finalize_response(request, response, *args, **kwargs)
        method = getattr(self, (request.method or "").lower(), None)
        for name, value in (throttles.headers(request) | deprecation.headers(request, method)).items():
            answered[name] = value
        if "Cache-Control" not in answered and (self.url_name not in THE_SAME_FOR_ALL or answered.status_code >= 400):
            unkept(answered)
        return answered

    def _query_names(self, request: Request) -> frozenset[str] | None:
        """The query parameters of a method, as the schema names them; None for an unknown method."""
        method = "get" if request.method == "HEAD" else (request.method or "").lower()
        names: frozenset[str] | None = getattr(getattr(self, method, None), "query_names", None)
        return names

    def get_throttles(self) -> list[BaseThrottle]:
        return [throttles.Reads() if self.request.method in ("GET", "HEAD", "OPTIONS") else self.writes()]

    @property
    def allowed_methods(self) -> list[str]:
        known = list(TABLE[self.url_name])
        return [*known, *(["HEAD"] if "GET" in known else []), "OPTIONS"]

    def options(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:  # type: ignore[override]
        return HttpResponse(status=204)


class OneBattle(OfBattle, Endpoint):
    """An address of one battle, by its `id`."""

    def asked(self, request: Request, battle: UUID) -> Access:
        """The battle and the caller; `Http404` if it does not exist or they may not know of it. No query where their
        token was looked up with it, else one."""
        return to_battle(request.user, battle, self.found if request.user is self.caller else None)


def answer(body: Any, status: int = 200) -> HttpResponse:
    return HttpResponse(_encoder.encode(body), status=status, content_type="application/json")


def has_already(request: HttpRequest, tag: str) -> bool:
    """Whether the caller has an answer with this tag. A compressed answer comes back with a weak tag."""
    had = parse_etags(request.META.get("HTTP_IF_NONE_MATCH", ""))
    return tag in had or f"W/{tag}" in had


def revalidated(
    request: HttpRequest, access: Access | LeagueAccess, read: Callable[[], tuple[Any, int]]
) -> HttpResponse:
    """What `read` answers (a shape, or a response as it is) with the position it was read at; 304 without reading if
    the caller has it already.
    """
    tag = etag(request, access, access.position)
    if has_already(request, tag):
        response = HttpResponse(status=304)
    else:
        body, position = read()
        tag = etag(request, access, position)
        response = body if isinstance(body, HttpResponse) else answer(body)
    return _tagged(response, tag)


def fingerprinted(request: HttpRequest, body: Any) -> HttpResponse:
    """For an answer that depends on no single log: its tag is a hash of its content; 304 if the caller has it."""
    response = answer(body)
    tag = quote_etag(sha256(response.content).hexdigest()[:32])
    return _tagged(HttpResponse(status=304) if has_already(request, tag) else response, tag)


def unkept(response: HttpResponse) -> HttpResponse:
    """An answer that nothing on the way keeps: it may have a code or a key in it, or what one person alone may read."""
    response["Cache-Control"] = "private, no-store"
    patch_vary_headers(response, VARY)
    return response


def _tagged(response: HttpResponse, tag: str) -> HttpResponse:
    response["ETag"] = tag
    response["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, VARY)
    return response


def etag(request: HttpRequest, access: Access | LeagueAccess, position: int) -> str:
    """A tag of everything an answer depends on: position, viewer, language, release, the query, and for how long the
    names of people hold."""
    asked = sha256(request.GET.urlencode().encode()).hexdigest()[:16] if request.GET else ""
    return quote_etag(f"{position}-{access.viewer}-{get_language()}-{settings.RELEASE}-{names_hold()}-{asked}")
