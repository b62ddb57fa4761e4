"""Who listens to reports as they come in, whatever stream they are sent to: metrics and logs of the floor above. A
listener changes nothing; one that fails is logged, and the report goes on."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, ParamSpec, Protocol

from django.db import transaction

from battles.reports import Conflict, Receipt, Report
from rules.contract import Refused

logger = logging.getLogger(__name__)
P = ParamSpec("P")


class Named(Protocol):
    """A kind of stream."""

    @property
    def name(self) -> str: ...


class Listener(Protocol):
    """Told as reports are sent to a stream, and again of what became of each of them."""

    def begins(self, kind: str, stream: str, reports: Sequence[Report]) -> None: ...

    def taken(self, kind: str, via: str, count: int) -> None: ...

    def refused(self, kind: str, rule: str, code: str) -> None: ...


LISTENERS: list[Listener] = []


def listened(execute: Callable[P, Receipt]) -> Callable[P, Receipt]:
    """`execute(kind, stream, reports, who, via, *, dry_run=..., ...)` that tells the listeners, if there are any."""

    @wraps(execute)
    def tell(*args: P.args, **kwargs: P.kwargs) -> Receipt:
        if not LISTENERS:
            return execute(*args, **kwargs)
        kind, stream, reports, _who, via = args
        return _told(execute, args, kwargs, _Heard(kind, str(stream), reports, str(via)))  # type: ignore[arg-type]

    return tell


def _told(execute: Callable[..., Receipt], args: Any, kwargs: Any, heard: _Heard) -> Receipt:
    heard.begins()
    try:
        receipt = execute(*args, **kwargs)
    except (Refused, Conflict) as error:
        heard.refuses(error)
        raise
    for answer in receipt.answers:
        if answer.refused is not None:
            heard.refuses(answer.refused)
    if not kwargs.get("dry_run"):
        count = sum(bool(answer.events) for answer in receipt.answers)
        transaction.on_commit(lambda: heard.takes(count), robust=True)
    return receipt


class _Heard:
    """Some reports, and what the listeners are told of them."""

    def __init__(self, kind: Named, stream: str, reports: Sequence[Report], via: str) -> None:
        self.kind, self.stream, self.reports, self.via = kind.name, stream, reports, via

    def begins(self) -> None:
        self._each(lambda listener: listener.begins(self.kind, self.stream, self.reports))

    def takes(self, count: int) -> None:
        if count:
            self._each(lambda listener: listener.taken(self.kind, self.via, count))

    def refuses(self, error: Refused | Conflict) -> None:
        rule, code = ("report", "conflict") if isinstance(error, Conflict) else (error.rule, error.code)
        self._each(lambda listener: listener.refused(self.kind, rule, code))

    def _each(self, tell: Callable[[Listener], None]) -> None:
        for listener in LISTENERS:
            try:
                tell(listener)
            except Exception:  # whatever it is: nobody's report waits for a number
                logger.exception("a listener could not be told of reports to %s", self.stream)
