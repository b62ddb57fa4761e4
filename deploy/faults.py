"""Faults told outside: to Sentry (SENTRY_DSN), or by mail to ADMINS. Both say what went wrong and where, and nothing of
who asked or what they wrote: no names, addresses, cookies, texts, values of variables, or secrets."""

from __future__ import annotations

import logging
import time
from threading import Lock, Thread
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from deploy import asking
from deploy.redaction import redacted

KEPT = ("method",)  # of a request, beside the address without its query
HOUR = 3600.0
MOST_AN_HOUR = 20


def begin(dsn: str, release: str, environment: str) -> None:
    """Send faults to Sentry from now on, if there is a DSN. Its `send_default_pii` is off unless switched on."""
    if not dsn:
        return
    try:
        import sentry_sdk
    except ImportError as error:
        raise ImproperlyConfigured("SENTRY_DSN needs sentry-sdk: pip install sentry-sdk, or unset it.") from error
    try:
        sentry_sdk.init(
            dsn=dsn,
            release=f"leaguer@{release}",
            environment=environment,
            include_local_variables=False,
            max_request_body_size="never",
            max_breadcrumbs=0,
            auto_session_tracking=False,
            server_name="",
            before_send=stripped,  # type: ignore[arg-type]
        )
    except ValueError as error:
        raise ImproperlyConfigured("SENTRY_DSN cannot be read. Write it as Sentry shows it.") from error


def stripped(event: dict[str, Any], _hint: dict[str, Any] | None = None) -> dict[str, Any]:
    """The event with all that may say who it was, or let somebody in, removed."""
    for part in ("user", "breadcrumbs", "extra", "server_name", "modules"):
        event.pop(part, None)
    if request := event.get("request"):
        kept = {name: request[name] for name in KEPT if name in request}
        event["request"] = kept | {"url": str(request.get("url", "")).partition("?")[0]}
    if current := asking.now():
        event["tags"] = {**(event.get("tags") or {}), "request": current.id}
        if current.reports:
            event["extra"] = {current.kind: current.stream, "reports": list(current.reports)}
    for one in (event.get("exception") or {}).get("values") or ():
        for frame in (one.get("stacktrace") or {}).get("frames") or ():
            frame.pop("vars", None)
    clean = _clean(event)
    assert isinstance(clean, dict)
    return clean


def _clean(value: Any) -> Any:
    if isinstance(value, str):
        return redacted(value)
    if isinstance(value, dict):
        return {name: _clean(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_clean(one) for one in value]
    return value


class Mailing(logging.Handler):
    """Tells ADMINS of errors by mail: of each kind once an hour, and of all together so many. It sends in a thread of
    its own, as a mail server may take seconds."""

    def __init__(self) -> None:
        super().__init__()
        self._told: dict[tuple[str, int, str], float] = {}
        self._guard = Lock()

    def emit(self, record: logging.LogRecord) -> None:
        if record.name.startswith("django.core.mail") or not self._due(record):
            return
        current = asking.now()
        subject = redacted(f"{record.levelname}: {record.getMessage()}").splitlines()[0][:150]
        about = f"\n\nRequest {current.id}" if current else ""
        Thread(target=self._send, args=(subject, self.format(record) + about), daemon=True).start()

    def _due(self, record: logging.LogRecord) -> bool:
        kind = record.exc_info[0].__name__ if record.exc_info and record.exc_info[0] else ""
        now = time.monotonic()
        with self._guard:
            self._told = {what: at for what, at in self._told.items() if now - at < HOUR}
            what = (record.pathname, record.lineno, kind)
            if what in self._told or len(self._told) >= MOST_AN_HOUR:
                return False
            self._told[what] = now
        return True

    def _send(self, subject: str, text: str) -> None:
        from django.core.mail import mail_admins

        try:
            mail_admins(subject, text)
        except Exception as error:  # a mail server may fail in any way; the log has what it was about
            logging.getLogger(__name__).warning("ADMINS could not be told: %s", type(error).__name__)
