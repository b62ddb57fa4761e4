"""By which methods a page is asked for. No cache keeps it: it is made for who reads it, as things stand now."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.http import HttpResponseBase
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

View = TypeVar("View", bound=Callable[..., HttpResponseBase])


def read_page(view: View) -> View:
    """A page that is only read."""
    return never_cache(require_safe(view))


def form_page(view: View) -> View:
    """A page with forms, which are sent to its own address."""
    return never_cache(require_http_methods(["GET", "HEAD", "POST"])(view))
