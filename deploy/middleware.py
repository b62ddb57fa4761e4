"""Middleware for every answer of the site."""

import logging
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from campaigns.client_address import is_proxy

View = Callable[[HttpRequest], HttpResponse]
MOST_TOLD = 100  # addresses that are logged

POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)


FORWARDED = ("HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_PROTO", "HTTP_X_FORWARDED_HOST", "HTTP_X_FORWARDED_PORT")
logger = logging.getLogger(__name__)


def believe_proxies_alone(get_response: View) -> View:
    """Drop forwarding headers unless a proxy of ours sent them. Log another sender once: it may be a proxy missing from
    TRUSTED_PROXIES.
    """
    told: set[str] = set()

    def respond(request: HttpRequest) -> HttpResponse:
        connected = str(request.META.get("REMOTE_ADDR", ""))
        if not is_proxy(connected):
            said = [name for name in FORWARDED if request.META.pop(name, None) is not None]
            if said and settings.PROXIES and connected not in told and len(told) < MOST_TOLD:
                told.add(connected)
                logger.warning("%s is not in TRUSTED_PROXIES: what it forwards is not believed", connected)
        return get_response(request)

    return respond


def refuse_trace(get_response: View) -> View:
    """Refuse TRACE, which sends back what came, for every address. The API refuses it itself, and says which methods
    it has there."""

    def respond(request: HttpRequest) -> HttpResponse:
        if request.method in ("TRACE", "TRACK") and not request.path.startswith("/api/v1/"):
            return HttpResponse(
                "Method Not Allowed\n",
                status=405,
                content_type="text/plain",
                headers={"X-Content-Type-Options": "nosniff", "Allow": "GET, HEAD, POST"},
            )
        return get_response(request)

    return respond


def no_api_over_http(get_response: View) -> View:
    """Refuse the API over plain http where the site is on https. A page is led to https; a program that was led there
    would send its token in the clear each time, and nobody would notice."""

    def respond(request: HttpRequest) -> HttpResponse:
        plain = settings.SECURE_SSL_REDIRECT and not request.is_secure()
        if plain and request.path.startswith("/api/") and not request.path.startswith("/api/v1/docs/"):
            text = "The API is on https alone. A token that was sent here has to be ended: it came in the clear.\n"
            return HttpResponse(
                text,
                status=403,
                content_type="text/plain; charset=utf-8",
                headers={"X-Content-Type-Options": "nosniff"},
            )
        return get_response(request)

    return respond


def content_security_policy(get_response: View) -> View:
    """Pages load scripts, styles and pictures only from this site. A view that needs more sets the header itself."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Content-Security-Policy", POLICY)
        return response

    return respond
