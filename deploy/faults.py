"""Faults told outside: to Sentry (SENTRY_DSN), or by mail to ADMINS. Both say what went wrong and where, and nothing of
who asked or what they wrote: no names, addresses, cookies, texts, values of variables, or secrets. An error quotes what
it could not take, so its own words are left out as well. They stand in the log of the site, under the request's id."""

from __future__ import annotations

import logging
import re
import time
import traceback
from threading import Lock, Thread
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from deploy import request_ids
from deploy.redaction import redacted

KEPT = ("method",)  # of a request, beside the address without its query
HOUR = 3600.0
MOST_AN_HOUR = 20
# What a line quotes, as `repr` does it or people do; and what PostgreSQL adds, which has whole rows.
QUOTED = re.compile(r"""(?<!\w)(?:'(?:[^'\\]|\\.)*'(?!\w)|"(?:[^"\\]|\\.)*")|“[^”]*”|\s*\bDETAIL:.*""", re.DOTALL)


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
    if current := request_ids.now():
        event["tags"] = {**(event.get("tags") or {}), "request": current.id}
        if current.reports:
            event["extra"] = {current.kind: current.stream, "reports": list(current.reports)}
    if line := event.get("logentry"):
        event["logentry"] = {"message": unquoted(str(line.get("message") or ""))}
    if said := event.get("message"):
        event["message"] = unquoted(str(said))
    for one in (event.get("exception") or {}).get("values") or ():
        one.pop("value", None)
        for frame in (one.get("stacktrace") or {}).get("frames") or ():
            frame.pop("vars", None)
    clean = _clean(event)
    assert isinstance(clean, dict)
    return clean


def unquoted(text: str) -> str:
    """A line without what it quotes."""
    return QUOTED.sub("…", text)


def traced(error: BaseException) -> str:
    """As Python tells it, but for what the errors say: where it was, through which errors."""
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    before = f"{traced(cause)}\nThen:\n" if cause else ""
    return f"{before}{''.join(traceback.format_tb(error.__traceback__))}{type(error).__qualname__}"


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
        current = request_ids.now()
        bare = logging.makeLogRecord(vars(record) | {"exc_info": None, "exc_text": None, "args": ()})
        bare.msg = unquoted(record.getMessage())
        subject = redacted(f"{record.levelname}: {bare.msg}").splitlines()[0][:150]
        text = self.format(bare)
        if record.exc_info and record.exc_info[1]:
            text += f"\n\n{redacted(traced(record.exc_info[1]))}"
        about = f"\n\nRequest {current.id}" if current else ""
        Thread(target=self._send, args=(subject, text + about), daemon=True).start()

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
