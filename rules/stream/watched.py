"""Pieces of a state, by key, that can be watched: which of them may be others now than they were.

Whoever changes a piece in place has asked for it first. So every piece that was handed out counts as touched, and
whoever asks for all of them has touched them all. A piece that was only read counts, too: that costs time, where one
that was forgotten would cost the truth.

Watching costs nothing while nobody is inside `watching`: the class of the dict is exchanged, and only that of `Watched`
notes anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

T = TypeVar("T")
EVERY = None


class Pieces(dict[str, T]):
    """Like any dict. Nobody watches it."""

    __slots__ = ("seen",)

    seen: set[str] | None  # the keys that were asked for; EVERY


class Idle(Pieces[T]):
    """Is watched, but not just now."""

    __slots__ = ()


class Watched(Pieces[T]):
    """Notes which pieces it hands out, takes in or gives up. Keys alone change nothing."""

    __slots__ = ()

    def _saw(self, key: Any) -> None:
        if self.seen is not EVERY:
            self.seen.add(key)

    def __getitem__(self, key: str) -> T:
        self._saw(key)
        return super().__getitem__(key)

    def __setitem__(self, key: str, value: T) -> None:
        self._saw(key)
        super().__setitem__(key, value)

    def __delitem__(self, key: str) -> None:
        self._saw(key)
        super().__delitem__(key)

    def get(self, key: str, *default: Any) -> Any:
        self._saw(key)
        return super().get(key, *default)

    def pop(self, key: str, *default: Any) -> Any:
        self._saw(key)
        return super().pop(key, *default)

    def setdefault(self, key: str, *default: Any) -> Any:
        self._saw(key)
        return super().setdefault(key, *default)

    def __iter__(self) -> Iterator[str]:
        """Without this, `{**pieces}` would go round `__getitem__`."""
        return super().__iter__()

    def values(self) -> Any:
        self.seen = EVERY
        return super().values()

    def items(self) -> Any:
        self.seen = EVERY
        return super().items()

    def popitem(self) -> tuple[str, T]:
        self.seen = EVERY
        return super().popitem()

    def clear(self) -> None:
        self.seen = EVERY
        super().clear()

    def copy(self) -> dict[str, T]:
        self.seen = EVERY
        return super().copy()

    def update(self, *args: Any, **kwargs: T) -> None:
        self.seen = EVERY
        super().update(*args, **kwargs)

    def __or__(self, other: Any) -> Any:
        self.seen = EVERY
        return super().__or__(other)

    def __ror__(self, other: Any) -> Any:
        self.seen = EVERY
        return super().__ror__(other)

    def __ior__(self, other: Any) -> Any:
        self.seen = EVERY
        return super().__ior__(other)


def watch(every: Iterable[dict[str, Any]]) -> None:
    """From now on, or anew. What is no `Pieces` cannot be watched, and counts as touched."""
    for one in every:
        if isinstance(one, Pieces):
            one.seen = set()
            one.__class__ = Idle


def touched(pieces: dict[str, Any]) -> set[str] | None:
    """The keys of those that may be others since `watch`; EVERY for any of them."""
    return pieces.seen if type(pieces) is Idle else EVERY


@contextmanager
def watching(every: Iterable[dict[str, Any]]) -> Iterator[None]:
    """Note what is asked of those that are watched, until it ends."""
    mine: list[Pieces[Any]] = [one for one in every if type(one) is Idle]
    for one in mine:
        one.__class__ = Watched
    try:
        yield
    finally:
        for one in mine:
            one.__class__ = Idle
