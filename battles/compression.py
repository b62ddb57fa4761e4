"""gzip, where no secret stands beside what a stranger may have written.

Who can have somebody's browser ask for a page, write some of what stands in it, and count the bytes of the encrypted
answer, finds out what else stands in it when the two are compressed together (BREACH). So it is decided answer by
answer:

- What anybody is given who asks without a session and without a token holds nobody's secret. (A form's CSRF token is
  another one at every answer.)
- What somebody is given who comes with either is compressed where the view has said `same_for_all`: their name may
  stand on it, but no hidden card, order, roster, address or token.
- What search engines are to keep out of is not compressed: its address is the secret, and stands on the page
  (invitations, links that stop mail, campaigns in no list). Nor is what answers anything but a GET: a new token may.

Django adds up to a hundred random bytes to each besides, so that even the length of what is no secret says less.
"""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

KINDS = ("text/html", "text/plain", "application/json", "application/problem+json", "application/vnd.oai.", "image/svg")
SAME = "leaguer.same_for_all"
UNLISTED = "leaguer.unlisted"  # as `campaigns.pages.robots.keep_out` marks a request


def same_for_all(request: HttpRequest) -> None:
    """Mark the answer to this request as free of the caller's secrets."""
    request.META[SAME] = True


def compressible(request: HttpRequest, response: HttpResponseBase) -> bool:
    if request.method != "GET" or request.META.get(UNLISTED):
        return False
    if not isinstance(response, HttpResponse) or not response.get("Content-Type", "").startswith(KINDS):
        return False
    known = settings.SESSION_COOKIE_NAME in request.COOKIES or "Authorization" in request.headers
    return not known or bool(request.META.get(SAME))


class Compress(GZipMiddleware):
    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if not compressible(request, response):
            return response
        compressed: HttpResponseBase = super().process_response(request, response)
        return compressed
