"""Where messages of one page to the next are kept: in a cookie that this host alone can set, or in the session where
they are too long for it."""

from __future__ import annotations

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage


class OwnCookie(CookieStorage):
    @property
    def cookie_name(self) -> str:  # type: ignore[override]
        return f"{settings.COOKIE_PREFIX}messages"


class Messages(FallbackStorage):
    storage_classes = (OwnCookie, SessionStorage)
