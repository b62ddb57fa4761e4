"""What search engines may keep: what is public, and nothing else."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

View = Callable[[HttpRequest], HttpResponse]

# A page that must not be found says so itself: a robot that is kept from reading it could not know.
ROBOTS = "User-agent: *\nDisallow: /admin/\nDisallow: /api/\n"


@require_safe
def robots_txt(request: HttpRequest) -> HttpResponse:
    return HttpResponse(ROBOTS, content_type="text/plain")


def keep_out(request: HttpRequest) -> None:
    """The answer to this request is not for search engines."""
    request.META["leaguer.unlisted"] = True


def say_so(get_response: View) -> View:
    """Middleware: whatever a view answers after `keep_out` carries the word, refusals and redirects, too."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.META.get("leaguer.unlisted"):
            response.headers["X-Robots-Tag"] = "noindex"
        return response

    return respond
