"""Streams folded from their first row: what stands, follows from the log alone, and so does all that is kept of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from battles import log
from battles.reports import Ruled
from rules.stream import history
from rules.stream.codec import as_ruled_on
from rules.stream.decider import Decider, S
from rules.stream.revision.reports import Revised

REVISED = Revised.__name__


def replay(decider: Decider[S, Any, Any, Any], rows: Sequence[log.Row]) -> tuple[S, list[Ruled]]:
    """The state after these rows, and every row as an event, struck or not.

    The rows are all rows of the stream, from its first; there is one at least.
    """
    jumps = history.jumps((row.position, row.data) for row in rows if row.type == REVISED)
    struck = history.struck(len(rows), jumps)
    first, *others = rows
    opened = decider.events(None).decode(first.type, first.version, first.data)
    state = decider.start(opened, first.position, first.digest)
    told = [Ruled(first.position, opened, first.digest)]
    read = decider.events(opened).readers
    told += [
        Ruled(row.position, read[row.type, row.version](row.data), row.digest, struck.get(row.position, 0))
        for row in others
    ]
    if jumps.kept:  # they are folded where they stand on the line
        every = plain(told, rows)
        history.advance(decider, state, [every[at - 1] for at in history.line(len(rows), jumps)[1:]], 1)
    else:
        stood = zip(told[1:], others, strict=True)
        decider.fold(
            state,
            [
                (fact.event, fact.position, fact.digest, fact.position - row.ordinal)
                for fact, row in stood
                if not fact.struck
            ],
        )
    return state, told


def plain(told: Sequence[Ruled], rows: Sequence[log.Row]) -> list[history.Row]:
    """The log's rows as the rules need them."""
    return [
        history.Row(
            row.position, row.ordinal, fact.event, row.by, row.command_type, as_ruled_on(row.command_data), row.digest
        )
        for fact, row in zip(told, rows, strict=True)
    ]


def fold(decider: Decider[S, Any, Any, Any], facts: Sequence[log.Fact]) -> S:
    """The state after these facts, which begin with the stream's first."""
    jumps = history.jumps((fact[0], fact[3]) for fact in facts if fact[1] == REVISED)
    if jumps.back:
        facts = [facts[position - 1] for position in history.line(len(facts), jumps)]
    (position, type_, version, data, _ordinal, digest), *others = facts
    opened = decider.events(None).decode(type_, version, data)
    state = decider.start(opened, position, digest)
    read = decider.events(opened).readers
    steps = [
        (read[type_, version](data), at, digest, at - ordinal) for at, type_, version, data, ordinal, digest in others
    ]
    if not jumps.kept:
        decider.fold(state, steps)
        return state
    newest = position
    for event, position, digest, report in steps:
        if position > newest:
            decider.evolve(state, event, position, digest, report)
            newest = position
        else:
            decider.evolve_kept(state, event, position, digest, report)
    return state
