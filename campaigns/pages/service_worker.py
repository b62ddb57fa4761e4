"""The service worker stands at the root, because one can only serve the addresses below its own."""

from __future__ import annotations

from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse

from battles.pages.methods import read_page


@read_page
def script(request: HttpRequest) -> HttpResponse:
    """`/service-worker.js`: the static file of the same name."""
    found = finders.find("service_worker.js")
    assert isinstance(found, str)
    return HttpResponse(Path(found).read_bytes(), content_type="text/javascript")
