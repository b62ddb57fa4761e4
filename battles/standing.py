"""Battles as they stand, and what was found out about them, kept in this process for as long as they stand so.

A player taps a unit, then a target, then looks again: each time the same rows lead to the same battle, and to the same
choices for the same person. The log is asked each time (`battles.folded`): a row more, or a text that was erased, makes
another battle.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from threading import Lock
from typing import Any, TypeVar

from battles import folded, log
from battles.kept import key_of
from battles.replay import replay
from battles.reports import Ruled
from rules.battle import Battle
from rules.frame import BATTLES

T = TypeVar("T")
MOST = 16  # battles of one process
LONGEST = 1_000  # rows of a battle that is kept


class Standing:
    """A battle after all its rows. It is only read, by many at once: what changes one folds its own."""

    def __init__(self, key: bytes, battle: Battle, told: Sequence[Ruled], rows: Sequence[log.Row]) -> None:
        self.key = key  # stands for its rows
        self.battle, self.told, self.rows = battle, told, rows
        self._found: dict[Hashable, Any] = {}

    def once(self, key: Hashable, find: Callable[[], T]) -> T:
        """What `find` finds, found once for this key. It follows from the battle and the key alone, whatever the
        language: the key names the reader of whatever not everybody may see."""
        if key not in self._found:
            self._found[key] = find()
        found: T = self._found[key]
        return found


# By stream, digest of the head, and how many sealed values are left beside the rows.
_kept: OrderedDict[bytes, Standing] = OrderedDict()
_lock = Lock()


def standing(stream: str, until: int | None = None) -> Standing:
    """The battle from its log, up to position `until`; only one that stands now is kept. `log.NoSuchStream` if none."""
    if until is not None:
        rows = log.read(stream, until=until)
        if not rows:
            raise log.NoSuchStream(stream)
        return Standing(key_of(rows), *replay(BATTLES, rows), rows)
    now = folded.load(BATTLES, stream)
    if now is None:
        raise log.NoSuchStream(stream)
    key = key_of(stream, now.head.digest, now.seals)
    if len(now.rows) > LONGEST:
        return Standing(key, now.state, now.told, now.rows)
    with _lock:
        found = _kept.pop(key, None) or Standing(key, now.state, now.told, now.rows)
        _kept[key] = found
        while len(_kept) > MOST:
            _kept.popitem(last=False)
    return found


def forget() -> None:
    """Keep none of what was kept."""
    folded.forget()
    _drop()


def _drop() -> None:
    with _lock:
        _kept.clear()


folded.beside.append(_drop)
