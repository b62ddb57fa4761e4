"""The facts of a campaign that count, each with who told it first: a correction tells reports of others again."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from battles.log import Row
from battles.reports import Ruled
from rules.stream import history
from rules.stream.revision.reports import Retold, Revised

AGAIN = ("told", "rolled", "accepted", "kept", "played")  # it is the report that was told then, as far as it stands


def live_facts(told: Sequence[Ruled], rows: Sequence[Row]) -> tuple[tuple[Ruled, Row], ...]:
    """Every fact that counts with its row, in order. One that was told again stands where it does now, and was told by
    whom and when it was told first; that it was told again is left out. Its `ordinal` counts from where it begins
    now."""
    if not any(isinstance(fact.event, Revised) for fact in told):
        return tuple(zip(told, rows, strict=True))
    found: list[tuple[Ruled, Row]] = []
    first: dict[int, Row] = {}  # where each report that was told again was told first
    teller: Row | None = None
    begins = 0  # where the report that was told again begins now
    for fact, row in zip(told, rows, strict=True):
        event = fact.event
        if row.ordinal == 0 or isinstance(event, Revised):
            teller, begins = None, 0
        if isinstance(event, Retold):
            begins = fact.position
            teller = first.get(event.of) or (rows[event.of - 1] if event.of else None)
            if teller is not None:
                first[fact.position] = teller
            teller = teller if event.how in AGAIN else None
            if event.how == "told":
                continue
        if not fact.struck:
            if teller is not None and not isinstance(event, Retold):
                row = replace(row, by=teller.by, via=teller.via, at=teller.at, command_type=teller.command_type)
            found.append((fact, replace(row, ordinal=fact.position - begins) if begins else row))
    places = {position: place for place, position in enumerate(_line(told))}
    return tuple(sorted(found, key=lambda one: places[one[0].position]))


def counting(told: Sequence[Ruled]) -> list[Ruled]:
    """The facts that count, in the order in which they follow from one another: a correction may keep rows that were
    written before it."""
    return [told[position - 1] for position in _line(told)]


def _line(told: Sequence[Ruled]) -> list[int]:
    revisions = ((fact.position, fact.event) for fact in told if isinstance(fact.event, Revised))
    return history.line(len(told), history.Jumps.of(revisions))
