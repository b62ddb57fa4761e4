"""Logs a line for every request on standard output, and removes secret addresses from every log line.

The links in invitations, password resets and mail unsubscriptions work for whoever has them. README says how a proxy
before Leaguer leaves them out of its own log.
"""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse

from campaigns.client_address import address_of

View = Callable[[HttpRequest], HttpResponse]
logger = logging.getLogger("leaguer.access")
SLASH = r"(?:/|%(?:25)*2f)"  # as it stands in an address, or in one that is a parameter of another
LETS_IN = re.compile(
    rf"({SLASH}(?:join|mail{SLASH}stop|account{SLASH}forgotten){SLASH})(?!sent/)[^\s\"'<>?&#]+", re.IGNORECASE
)


def redacted(text: str) -> str:
    """`text` with the secret part of such addresses removed: `/join/…`."""
    return LETS_IN.sub(r"\1…", text)


class Redacting(logging.Filter):
    """A filter that redacts whatever is logged, Django's own lines about a request too."""

    def filter(self, record: logging.LogRecord) -> bool:
        said = record.getMessage()
        if (clean := redacted(said)) != said:
            record.msg, record.args = clean, ()
        return True


def access_log(get_response: View) -> View:
    """Outermost middleware: who requested what, when, the status, and how long it took."""
    if not settings.ACCESS_LOG:
        raise MiddlewareNotUsed

    def respond(request: HttpRequest) -> HttpResponse:
        began = time.perf_counter()
        response = get_response(request)
        length = "-" if response.streaming else len(response.content)
        agent = request.headers.get("User-Agent", "-")[:200]
        logger.info(
            '%s [%s] "%s %s" %d %s "%s" %.0f ms',
            address_of(request) or "-",
            time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
            request.method,
            redacted(ascii(request.get_full_path())[1:-1]),
            response.status_code,
            length,
            redacted(ascii(agent)[1:-1]),
            1000 * (time.perf_counter() - began),
        )
        return response

    return respond
