"""Every request has an id, which stands in its answer (X-Request-ID), in the log lines it causes and in what is told of
faults. Whoever asks may bring one along. The reports it brings stand there, too."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from os import urandom
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse

if TYPE_CHECKING:  # the log is set up before anything of the floors below is loaded
    from battles.reports import Report

View = Callable[[HttpRequest], HttpResponse]
HEADER = "X-Request-ID"
WELL_FORMED = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{7,63}")
MOST = 50  # reports that are named; a batch may bring more


class Asking:
    """A request that is being answered: its id, and what is reported in it."""

    __slots__ = ("id", "kind", "reports", "stream")

    def __init__(self, id: str) -> None:
        self.id, self.kind, self.stream = id, "", ""
        self.reports: list[str] = []

    def said(self) -> dict[str, str | list[str]]:
        """What a log line says of it."""
        told: dict[str, str | list[str]] = {"request": self.id}
        if self.reports:
            told |= {self.kind: self.stream, "reports": self.reports}
        return told


_now: ContextVar[Asking | None] = ContextVar("asking", default=None)


def now() -> Asking | None:
    """The request that is being answered here, if there is one."""
    return _now.get()


def numbered(get_response: View) -> View:
    """Middleware: gives the request its id, and the answer."""

    def respond(request: HttpRequest) -> HttpResponse:
        brought = request.META.get("HTTP_X_REQUEST_ID", "")
        asking = Asking(brought if brought and WELL_FORMED.fullmatch(brought) else urandom(8).hex())
        before = _now.set(asking)
        try:
            response = get_response(request)
        finally:
            _now.reset(before)
        response.headers[HEADER] = asking.id
        return response

    return respond


class Noting:
    """Notes with the request which reports it brings."""

    def begins(self, kind: str, stream: str, reports: Sequence[Report]) -> None:
        if asking := _now.get():
            asking.kind, asking.stream = kind, stream
            asking.reports += [report.id for report in reports[: MOST - len(asking.reports)]]

    def taken(self, kind: str, via: str, count: int) -> None:
        pass

    def refused(self, kind: str, rule: str, code: str) -> None:
        pass
