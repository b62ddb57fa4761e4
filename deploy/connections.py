"""Nothing leaves this machine in the clear: in production what the settings connect to is on this machine, or is spoken
to by TLS with its certificate checked, or is named as being on a network of one's own (PLAIN)."""

from __future__ import annotations

import ssl
from ipaddress import ip_address
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

from deploy import environment

VERIFIED = ("verify-full", "verify-ca")


def refuse_plain(production: bool) -> None:
    """`ImproperlyConfigured` where a password or what people write would go over a wire as it is."""
    own = environment.names("PLAIN")
    for name, remedy in (
        ("DATABASE_URL", "append ?sslmode=verify-full"),
        ("REDIS_URL", "write rediss://"),
        ("EMAIL_URL", "write smtp+tls:// or smtps://"),
    ):
        host = in_the_clear(environment.text(name))
        if production and host and host not in own:
            raise ImproperlyConfigured(
                f"{name} speaks to {host} without TLS, or without checking who answers: {remedy}. If it is on a network"
                f" that nobody else reaches, write PLAIN={','.join([*own, host])}."
            )


def in_the_clear(url: str) -> str:
    """The host that this address speaks to without checked TLS; "" for one on this machine."""
    parts = urlsplit(url)
    host = unquote(parts.hostname or "")
    if is_here(host) or parts.scheme in ("rediss", "smtp+tls", "smtps", "unix", "sqlite", "console"):
        return ""
    if parts.scheme.startswith("postgres") and parse_qs(parts.query).get("sslmode", [""])[0] in VERIFIED:
        return ""
    return host


def is_here(host: str) -> bool:
    """A folder of sockets, or this machine by its own name or number."""
    try:
        return not host or host.startswith("/") or host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def broker(redis: str, otherwise: str) -> tuple[str, dict[str, Any] | None]:
    """Celery's address of the same Redis, and how it checks who answers."""
    parts = urlsplit(redis)
    if parts.scheme == "unix":
        number = parse_qs(parts.query).get("db", ["0"])[0]
        return f"redis+socket://{parts.path}?virtual_host={number}", None
    if parts.scheme == "rediss":
        authority = parse_qs(parts.query).get("ssl_ca_certs", [None])[0]
        checked = {"ssl_cert_reqs": ssl.CERT_REQUIRED} | ({"ssl_ca_certs": authority} if authority else {})
        return redis.partition("?")[0], checked
    return redis or otherwise, None
