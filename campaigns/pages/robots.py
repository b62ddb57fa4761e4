"""Tells search engines to keep public pages only."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

View = Callable[[HttpRequest], HttpResponse]

# Pages that must not be found say so themselves: a robot that may not read them would not know.
ROBOTS = "User-agent: *\nDisallow: /admin/\nDisallow: /api/\n"


@require_safe
def robots_txt(request: HttpRequest) -> HttpResponse:
    return HttpResponse(ROBOTS, content_type="text/plain")


def keep_out(request: HttpRequest) -> None:
    """Mark the answer to this request as not for search engines."""
    request.META["leaguer.unlisted"] = True


def say_so(get_response: View) -> View:
    """Middleware: adds the header to every answer marked by `keep_out`, also to refusals and redirects."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.META.get("leaguer.unlisted"):
            response.headers["X-Robots-Tag"] = "noindex"
        return response

    return respond
