"""Which rows of a season count, found by somebody who has only read how undoing works: forward through the log, with
lists of positions. It shares no line with `rules.stream.history`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from battles import log

STAGED = ("knockout", "groups", "ladder")  # in which who is out has no bye: those are taken as they are told
AS_PLAYED = ("played", "waiting", "kept")


class Counting(NamedTuple):
    """A row that counts. `said`: the type and data of the report it follows from; `as_played`: that stands although it
    could not be told again, so that it may be anything."""

    position: int
    type: str
    data: dict[str, Any]
    said: tuple[str, dict[str, Any]]
    as_played: bool


def read(stream: str) -> list[Counting]:
    rows = log.read(stream)
    said = dict(zip((row.position for row in rows), _said(rows), strict=True))
    counting = {position: rows[position - 1] for position in _line(rows)}
    return [
        Counting(position, row.type, json.loads(row.data), said[position][0], said[position][1])
        for position, row in counting.items()
    ]


def _line(rows: Sequence[log.Row]) -> list[int]:
    """A revision takes all off the line from the row that it names; what it keeps stands behind the rows it says. Where
    it takes a revision back, the line is what it was before that one."""
    line: list[int] = []
    was: dict[int, list[int]] = {}  # the line before each revision
    kept: dict[int, list[tuple[int, int]]] = {}
    for row in rows:
        if row.type == "Revised":
            told = json.loads(row.data)
            start = told["from_position"]
            was[row.position] = list(line)
            line = list(was[start]) if start in was else line[: line.index(start)]
            for one in told.get("keeps", ()):
                kept.setdefault(one["after"], []).append((one["first"], one["last"]))
        line.append(row.position)
        for first, last in kept.get(row.position, ()):
            line += range(first, last + 1)
    return line


def _said(rows: Sequence[log.Row]) -> Iterator[tuple[tuple[str, dict[str, Any]], bool]]:
    """For each row the report it follows from, and whether that stands as it was played."""
    reports: dict[int, tuple[str, dict[str, Any]]] = {}
    now: tuple[str, dict[str, Any]] = ("", {})
    as_played = False
    for row in rows:
        if row.ordinal == 0:
            now, as_played = (row.command_type, json.loads(row.command_data)), False
            reports[row.position] = now
        if row.type == "Retold":
            told = json.loads(row.data)
            now = (told["type"], told.get("data", {})) if told.get("type") else reports.get(told["of"], ("", {}))
            as_played = told["how"] in AS_PLAYED
            reports[row.position] = now
        yield now, as_played


def methods_of(rows: Iterable[Counting]) -> dict[int, str]:
    """By which method each round was paired with nothing paired by hand beside it, "" for none; those of a knock-out
    also beside pairs by hand."""
    methods = dict[int, str]()
    for row in rows:
        if row.type == "RoundOpened" and not row.as_played:
            _kind, said = row.said
            method = said.get("method", "")
            methods[row.data["number"]] = method if method in STAGED or not said.get("pairings") else ""
    return methods
