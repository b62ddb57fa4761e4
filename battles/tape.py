"""The tape that a club measures with, for as long as a page of one of its battles is read or a form of it is answered.

As the language, it is known to whatever puts a length into words or reads one; programs, scripts and mail have the
battle's own unit.
"""

from __future__ import annotations

from contextvars import ContextVar
from typing import Any

from django.core.signals import request_finished, request_started

from battles.own_words import as_spoken
from rules.contract import Field
from rules.lengths import TAPES, Tape, on_tape

_key: ContextVar[str] = ContextVar("tape", default="")


def measure_with(key: str) -> None:
    """Until the request ends. `key`: one of `TAPES`; any other is the battle's own unit."""
    _key.set(key if key in TAPES else "")


def tape() -> Tape | None:
    return TAPES.get(_key.get())


def as_read() -> str:
    """What stands for how texts are read here, in the key of what is kept: the language, the club's own words, and its
    tape."""
    return f"{as_spoken()} {_key.get()}"


def pad(field: Field) -> tuple[str, int, int]:
    """The unit that a length is typed in, with the least and the most in tenths of that."""
    with_ = tape()
    if with_ is None or not field.measure:
        return field.measure, field.least, field.most
    told = (on_tape(length, field.measure, with_) for length in (field.least, field.most))
    least, most = (length * 10 // parts for length, _unit, parts in told)
    return with_.unit, least, most


def _put_down(**_signal: Any) -> None:
    _key.set("")


def listen() -> None:
    request_started.connect(_put_down, dispatch_uid="tape")
    request_finished.connect(_put_down, dispatch_uid="tape")
