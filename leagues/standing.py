"""Leagues as they stand, folded, kept in this process for as long as their log is the same.

In its tenth year a league has thousands of rows, and a page of it asks for a few of them and for the state. A row more,
a correction, or a text that was erased makes another league.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock
from typing import NamedTuple

from battles import folded, log
from battles.reports import Ruled
from campaigns.presenters.as_it_stood import When, at_moment
from campaigns.presenters.live_facts import counting, live_facts
from leagues import handler
from leagues.league import League
from leagues.league.decider import LEAGUES
from leagues.league.state import Founded

MOST = 4  # leagues of one process


class Standing(NamedTuple):
    """A league after its rows. It is only read, by many at once: what changes one folds its own. `facts`: those that
    count, each with its row; `live`: the same as the log has them."""

    league: League
    told: Sequence[Ruled]
    rows: Sequence[log.Row]
    facts: tuple[tuple[Ruled, log.Row], ...]
    live: Sequence[Ruled] = ()


_kept: OrderedDict[str, Standing] = OrderedDict()
_lock = Lock()


def standing(stream: str, when: When | None = None, rows: Sequence[log.Row] | None = None) -> Standing:
    """The league from its log, at a moment; only one that stands now is kept. `log.NoSuchStream` if none. `rows`: of
    the whole log, where they have been read. One query; two where what was kept is no use any more."""
    if when is not None:
        league, told, read, live, facts = at_moment(LEAGUES, handler.replay, stream, when, rows)
        return Standing(league, told, read, facts, live)
    now = folded.load(LEAGUES, stream)
    if now is None or now.rows[0].type != Founded.__name__:
        raise log.NoSuchStream(stream)
    with _lock:
        found = _kept.get(stream)
        if found is None or found.league is not now.state:
            facts = live_facts(now.told, now.rows)
            found = Standing(now.state, now.told, now.rows, facts, counting(now.told))
        _kept[stream] = found
        _kept.move_to_end(stream)
        while len(_kept) > MOST:
            _kept.popitem(last=False)
    return found


def _drop() -> None:
    with _lock:
        _kept.clear()


folded.beside.append(_drop)
