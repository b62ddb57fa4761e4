"""When a database is down, full or read-only: a plain page, or a problem of the API, with 503 and a remedy."""

from __future__ import annotations

import sys
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.template import loader
from django.views.defaults import server_error

from api import problems
from battles.outages import AWAY, Outage, noticed, resting

View = Callable[[HttpRequest], HttpResponse]


def answer_at_once(get_response: View) -> View:
    """Middleware: no request waits for a database that has just not answered."""

    def respond(request: HttpRequest) -> HttpResponse:
        return unavailable(request, AWAY) if resting() else get_response(request)

    return respond


def failed(request: HttpRequest) -> HttpResponse:
    """Django's handler500, for everything that no view has answered."""
    if found := noticed(sys.exc_info()[1]):
        return unavailable(request, found)
    if request.path.startswith("/api/"):
        return problems.answered(problems.fault())
    response: HttpResponse = server_error(request)
    return response


def unavailable(request: HttpRequest, found: Outage) -> HttpResponse:
    if request.path.startswith("/api/"):
        return problems.answered(problems.unavailable(found), problems.later(found))
    page = loader.get_template("503.html").render({"outage": found})  # without a session: no database
    return HttpResponse(page, status=503, headers=problems.later(found))
