"""Battles as they stand, folded, kept in this process for as long as their rows are the same.

A player taps a unit, then a target, then looks again: each time the same rows lead to the same battle, and to the same
choices for the same person. The rows are read each time, with their sealed values: a row more, or a text that was
erased, makes another battle.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from hashlib import blake2b
from threading import Lock
from typing import Any, TypeVar

import msgspec

from battles import command_handler, log
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


_kept: OrderedDict[bytes, Standing] = OrderedDict()
_lock = Lock()


def standing(stream: str, until: int | None = None) -> Standing:
    """The battle from its log, up to position `until`; only one that stands now is kept. `log.NoSuchStream` if none."""
    rows = log.read(stream, until=until)
    if not rows:
        raise log.NoSuchStream(stream)
    key = blake2b(msgspec.msgpack.encode(rows), digest_size=16).digest()
    if until is not None or len(rows) > LONGEST:
        return _folded(key, rows)
    with _lock:
        if found := _kept.get(key):
            _kept.move_to_end(key)
            return found
    made = _folded(key, rows)
    with _lock:
        _kept[key] = made
        while len(_kept) > MOST:
            _kept.popitem(last=False)
    return made


def forget() -> None:
    """Keep none of what was kept."""
    with _lock:
        _kept.clear()


def _folded(key: bytes, rows: Sequence[log.Row]) -> Standing:
    battle, told = command_handler.replay(BATTLES, rows)
    return Standing(key, battle, told, rows)
