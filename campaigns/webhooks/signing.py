"""Signatures as Standard Webhooks has them: `v1,` and the HMAC-SHA256 of id, timestamp and body."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from hmac import digest

from django.conf import settings
from django.utils import timezone

from campaigns.models import WebhookEndpoint

PREFIX = "whsec_"


def secret(key: str) -> str:
    """As its receiver keeps it."""
    return PREFIX + b64encode(_raw(key)).decode()


def _raw(key: str, site: str | None = None) -> bytes:
    """`site`: the site's own key, which is that of now without a word."""
    return digest((site or settings.SECRET_KEY).encode(), b"leaguer:webhook:" + key.encode(), sha256)


def headers(endpoint: WebhookEndpoint, message: str, body: bytes) -> dict[str, str]:
    """What a request carries beside its body. Signed by the old secret, too, while that still counts; and by those that
    were made from a SECRET_KEY of before."""
    now = timezone.now()
    stamp = str(int(now.timestamp()))
    keys = [endpoint.key]
    if endpoint.old_key and endpoint.old_until and endpoint.old_until > now:
        keys.append(endpoint.old_key)
    signed = f"{message}.{stamp}.".encode() + body
    return {
        "webhook-id": message,
        "webhook-timestamp": stamp,
        "webhook-signature": " ".join(
            f"v1,{b64encode(digest(_raw(key, site), signed, sha256)).decode()}"
            for site in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
            for key in keys
        ),
    }
