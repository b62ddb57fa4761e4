"""Fragments of pages that are kept in this process, for the next page that has the same.

A report changes one or two units of a battle, and a phone loads the same moment several times. A fragment is found
again by everything it is made of, never by whose page it stood on: so what somebody may not see is in no key and in no
fragment of theirs, and nothing has to be dropped when a battle goes on, is corrected, or is forgotten.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from hashlib import blake2b
from threading import Lock
from typing import Any, Generic, TypeVar

import msgspec
from django.conf import settings
from django.urls import get_script_prefix
from django.utils.safestring import SafeString, mark_safe

from battles.tape import as_read

T = TypeVar("T")
MOST = 8_000_000  # characters of one process


_all: list[Kept[Any]] = []


class Kept(Generic[T]):
    """Things by key; those that were asked for longest ago go first. `weigh`: what one counts towards `most`. `made`
    and `found` count, for who measures."""

    def __init__(self, most: int, weigh: Callable[[T], int]) -> None:
        self.made = self.found = 0
        self._most, self._weigh, self._weight = most, weigh, 0
        self._things: OrderedDict[bytes, T] = OrderedDict()
        self._lock = Lock()
        _all.append(self)

    def get(self, key: bytes, make: Callable[[], T]) -> T:
        """The thing of this key, made if it is not kept."""
        with self._lock:
            if key in self._things:
                self._things.move_to_end(key)
                self.found += 1
                return self._things[key]
        made = make()
        with self._lock:
            self.made += 1
            if key not in self._things:
                self._things[key] = made
                self._weight += self._weigh(made)
            while self._weight > self._most:
                self._weight -= self._weigh(self._things.popitem(last=False)[1])
        return made

    def clear(self) -> None:
        with self._lock:
            self._things.clear()
            self._weight = 0


def forget() -> None:
    """Keep nothing of what was kept: for tests that change what no key names, such as a language's words."""
    for one in _all:
        one.clear()


TEXTS: Kept[SafeString] = Kept(MOST, len)


def key_of(*values: Any) -> bytes:
    """Sixteen bytes that stand for these values: structs, texts, figures, and what holds them."""
    return blake2b(msgspec.msgpack.encode(values, order="deterministic"), digest_size=16).digest()


def kept(name: str, values: Any, make: Callable[[], str]) -> SafeString:
    """What `make` makes of the `values`. It may read nothing else but the language and the settings.

    `name` says what is made of them. While templates are edited (DEBUG) nothing is kept.
    """
    if settings.DEBUG:
        return mark_safe(make())
    return TEXTS.get(key_of(name, as_read(), get_script_prefix(), values), lambda: mark_safe(make()))


def names_key(names: Mapping[str, str]) -> bytes:
    """What stands for the names of a battle's ids in the key of a fragment that tells them."""
    return key_of(names)
