"""Answers that a page has not changed (304), before any of it is made."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.messages import get_messages
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.csrf import get_token
from django.utils.cache import (
    add_never_cache_headers,
    get_conditional_response,
    patch_cache_control,
    patch_vary_headers,
)
from django.utils.http import quote_etag

from battles.kept import key_of
from battles.tape import as_read


def tag_of(request: HttpRequest, *made_of: Any) -> str:
    """The ETag of a page that follows from `made_of`, its address, its reader, and their language. "" for one that has
    something to tell that is told once."""
    if len(get_messages(request)):
        return ""
    get_token(request)  # the forms of the page have one, and the browser keeps its secret from the first page on
    user = request.user
    reader = (str(user.pk), user.get_username(), str(getattr(user, "guest_of", "")))
    asked = (request.scheme, request.get_host(), request.get_full_path(), request.META.get("CSRF_COOKIE", ""))
    return quote_etag(key_of(made_of, reader, asked, as_read(), settings.RELEASE).hex())


def unchanged(request: HttpRequest, tag: str) -> HttpResponseBase | None:
    """304 for who has the page with this tag already."""
    return get_conditional_response(request, etag=tag) if tag else None


def tagged(request: HttpRequest, response: HttpResponseBase, tag: str) -> HttpResponseBase:
    """The answer with its tag. A visitor's browser keeps the page, and asks each time whether it still holds; of one
    that somebody is logged in to nothing is left on a phone that may be another's."""
    if tag:
        response.headers["ETag"] = tag
    if request.user.is_authenticated:
        add_never_cache_headers(response)
    else:
        patch_cache_control(response, private=True, no_cache=True)
        patch_vary_headers(response, ("Cookie", "Accept-Language"))
    return response
