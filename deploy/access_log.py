"""Logs a line for every request on standard output, without secrets."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse

from campaigns.client_address import address_of
from deploy.redaction import redacted

View = Callable[[HttpRequest], HttpResponse]
logger = logging.getLogger("leaguer.access")


def access_log(get_response: View) -> View:
    """Outermost middleware: who requested what, when, the status, and how long it took."""
    if not settings.ACCESS_LOG:
        raise MiddlewareNotUsed

    def respond(request: HttpRequest) -> HttpResponse:
        began = time.perf_counter()
        response = get_response(request)
        length = "-" if response.streaming else len(response.content)
        fields = {
            "client": address_of(request) or "-",
            "asked": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
            "method": request.method,
            "path": redacted(ascii(request.get_full_path())[1:-1]),
            "status": response.status_code,
            "bytes": length,
            "agent": redacted(ascii(request.headers.get("User-Agent", "-")[:200])[1:-1]),
            "ms": round(1000 * (time.perf_counter() - began)),
        }
        logger.info('%s [%s] "%s %s" %d %s "%s" %d ms', *fields.values(), extra={"fields": fields})
        return response

    return respond
