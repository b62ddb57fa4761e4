"""Reads many streams at once, without what was reported: what whoever folds the whole log asks for. A query for each
stream would cost more than its rows."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter

from msgspec import Struct

from .queries import as_text, fetch
from .reader import Fact
from .rows import uuid_text
from .seals import MARK, Seal, unseal

# The sealed values of a row come right before it, as ordinal -1 with their place, JSON text and salt.
QUERY = """
SELECT {stream}, position, type, version, data, ordinal, digest, at FROM log_row WHERE stream IN ({marks})
UNION ALL
SELECT {stream}, position, place, 0, value, -1, salt, '' FROM log_sealed
 WHERE stream IN ({marks}) AND place LIKE 'data.%%'
"""


class Told(Struct, frozen=True, gc=False):
    """A row of the log as a fold and the read tables take it. Its fields are those of `Row`."""

    position: int
    type: str
    version: int
    data: str
    ordinal: int
    digest: str
    at: str

    @property
    def fact(self) -> Fact:
        return self.position, self.type, self.version, self.data, self.ordinal, self.digest


def read_together(streams: Sequence[str]) -> dict[str, list[Told]]:
    """The rows of these streams, in order, with their sealed values; an erased one reads as "". One query. Streams
    without a row are left out."""
    if not streams:
        return {}
    ids = [uuid_text(stream) for stream in streams]
    found = fetch(QUERY.format(stream=as_text("stream"), marks=", ".join(["%s"] * len(ids))), [*ids, *ids])
    found.sort(key=itemgetter(0, 1, 5))
    rows: dict[str, list[Told]] = {}
    seals: list[Seal] = []
    for stream, position, type_, version, data, ordinal, digest, at in found:
        if ordinal < 0:
            seals.append(Seal(type_, digest, data))
            continue
        text = unseal(data, seals) if MARK in data else data
        rows.setdefault(stream, []).append(Told(position, type_, version, text, ordinal, digest, at))
        seals = []
    return rows


def count_rows() -> int:
    """How many rows all streams have together."""
    return int(fetch("SELECT COUNT(*) FROM log_row")[0][0])
