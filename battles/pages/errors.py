"""Error pages. They show nothing internal."""

from __future__ import annotations

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.defaults import bad_request


def not_understood(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400, or 413 for a request larger than the site takes."""
    if isinstance(exception, RequestDataTooBig):
        return render(request, "413.html", status=413)
    response: HttpResponse = bad_request(request, exception)
    return response
