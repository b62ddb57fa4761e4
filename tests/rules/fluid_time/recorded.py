"""What the recorded battles of Fluid Time hold: their reports, events and outcomes, by name."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TypeVar

from rules.contract import Event, Mustered, Outcome
from rules.record import RecordedReport
from tests.rules.fluid_time.record import BATTLES, played
from tests.rules.recordings import fold

Told = TypeVar("Told", bound=Event)


@cache
def entries_of(name: str) -> list[RecordedReport]:
    return played(name)


@cache
def outcome_of(name: str) -> Outcome:
    return fold(entries_of(name)).outcome()


def events_of(name: str) -> Iterator[Event]:
    return (event for entry in entries_of(name) for event in entry.events)


def everything(kind: type[Told], *names: str) -> list[Told]:
    """Every event of a kind, of these battles or of all."""
    return [event for name in names or BATTLES for event in events_of(name) if isinstance(event, kind)]


def mustered(name: str) -> Mustered:
    return everything(Mustered, name)[0]


def kinds_of(*names: str) -> set[type[Event]]:
    return {type(event) for name in names for event in events_of(name)}
