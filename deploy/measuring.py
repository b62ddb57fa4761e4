"""Counts every request and measures how long it takes, by the name of its route, where numbers are asked for
(METRICS_FROM, METRICS_TOKEN)."""

from __future__ import annotations

import time
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse

View = Callable[[HttpRequest], HttpResponse]
METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))


def measure(get_response: View) -> View:
    """Middleware. Without metrics no request pays for it."""
    if not settings.METRICS:
        raise MiddlewareNotUsed
    from deploy import metrics

    def respond(request: HttpRequest) -> HttpResponse:
        began = time.perf_counter()
        response = get_response(request)
        method = request.method if request.method in METHODS else "other"
        metrics.answered(route(request), str(method), response.status_code, time.perf_counter() - began)
        return response

    return respond


def route(request: HttpRequest) -> str:
    """The route's name, of which there are as many as views: never the path, of which there is no end."""
    if found := request.resolver_match:
        return found.view_name or "unnamed"
    return "static" if request.path_info.startswith(settings.STATIC_URL) else "none"
