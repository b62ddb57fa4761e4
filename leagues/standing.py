"""Leagues as they stand, folded, kept in this process for as long as their log is the same.

In its tenth year a league has thousands of rows, and a page of it asks for a few of them and for the state. A row more,
a correction, or a text that was erased makes another league.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock
from typing import NamedTuple

from battles import log
from battles.reports import Ruled
from campaigns.presenters.live_facts import live_facts
from leagues import handler
from leagues.league import League

MOST = 4  # leagues of one process
Key = tuple[str, int, str, int]


class Standing(NamedTuple):
    """A league after its rows. It is only read, by many at once: what changes one folds its own. `facts`: those that
    count, each with its row."""

    league: League
    told: Sequence[Ruled]
    rows: Sequence[log.Row]
    facts: tuple[tuple[Ruled, log.Row], ...]


_kept: OrderedDict[Key, Standing] = OrderedDict()
_lock = Lock()


def standing(stream: str, until: int | None = None) -> Standing:
    """The league from its log, up to position `until`; only one that stands now is kept. `log.NoSuchStream` if none.
    One query where it is kept, two where it is not."""
    if until is not None:
        return _folded(stream, until)
    key = (stream, *log.stamp(stream))
    with _lock:
        if found := _kept.get(key):
            _kept.move_to_end(key)
            return found
    made = _folded(stream)
    if (made.rows[-1].position, made.rows[-1].digest) == key[1:3]:
        with _lock:
            for old in [one for one in _kept if one[0] == stream]:
                del _kept[old]
            _kept[key] = made
            while len(_kept) > MOST:
                _kept.popitem(last=False)
    return made


def _folded(stream: str, until: int | None = None) -> Standing:
    league, told, rows = handler.replay(stream, until)
    return Standing(league, told, rows, live_facts(told, rows))
