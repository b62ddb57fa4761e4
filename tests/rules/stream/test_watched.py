"""Pieces of a state that are watched: whoever gets one, or all of them, is noted, in whatever way they ask."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rules.stream import watched
from rules.stream.copying import copied
from rules.stream.watched import EVERY, Pieces, Watched

# What tells of keys alone, or compares; and what every object has.
OF_KEYS = {"keys", "fromkeys", "__contains__", "__len__", "__reversed__", "__class_getitem__"}
COMPARING = {"__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__repr__", "__sizeof__", "__hash__"}

GETTING: dict[str, Callable[[Any], object]] = {
    "[]": lambda pieces: pieces["a"],
    "get": lambda pieces: pieces.get("a"),
    "in place": lambda pieces: pieces["a"].append(1),
    "put": lambda pieces: pieces.__setitem__("a", []),
    "delete": lambda pieces: pieces.__delitem__("a"),
    "pop": lambda pieces: pieces.pop("a"),
    "setdefault": lambda pieces: pieces.setdefault("a", []),
}
GETTING_ALL: dict[str, Callable[[Any], object]] = {
    "values": lambda pieces: [*pieces.values()],
    "items": lambda pieces: dict(pieces.items()),
    "copy": lambda pieces: pieces.copy(),
    "update": lambda pieces: pieces.update(a=[]),
    "|": lambda pieces: pieces | {},
    "other |": lambda pieces: {} | pieces,
    "|=": lambda pieces: pieces.__ior__({"a": []}),
    "clear": lambda pieces: pieces.clear(),
    "popitem": lambda pieces: pieces.popitem(),
}
MERGING: dict[str, Callable[[Any], object]] = {
    "dict": dict,
    "**": lambda pieces: {**pieces},
    "update another": lambda pieces: {}.update(pieces),
    "another |=": lambda pieces: {"c": []}.__ior__(pieces),
    "pattern": lambda pieces: _matches(pieces),
}


def _matches(pieces: Any) -> bool:
    match pieces:
        case {"a": [], "b": []}:
            return True
    return False


def seen(ask: Callable[[Any], object]) -> set[str] | None:
    pieces = Pieces[list[int]](a=[], b=[])
    watched.watch([pieces])
    ask(pieces)
    assert watched.touched(pieces) == set(), "nothing is noted but where somebody watches"
    pieces = Pieces[list[int]](a=[], b=[])
    watched.watch([pieces])
    with watched.watching([pieces]):
        ask(pieces)
    return watched.touched(pieces)


@pytest.mark.parametrize("way", GETTING)
def test_who_gets_or_puts_one_has_touched_it(way: str) -> None:
    assert seen(GETTING[way]) == {"a"}


@pytest.mark.parametrize("way", GETTING_ALL)
def test_who_gets_or_changes_all_has_touched_all(way: str) -> None:
    assert seen(GETTING_ALL[way]) is EVERY


@pytest.mark.parametrize("way", MERGING)
def test_nobody_goes_round_it(way: str) -> None:
    found = seen(MERGING[way])
    assert found is EVERY or found == {"a", "b"}


def test_keys_are_no_pieces() -> None:
    assert seen(lambda pieces: ([*pieces], "a" in pieces, len(pieces), [*pieces.keys()])) == set()


def test_a_dict_has_no_other_way_to_its_values() -> None:
    """A new one, in another version of Python, has to be watched, too."""
    there = {name for name in dir(dict) if name not in dir(object)} | {"__ior__", "__or__", "__ror__", "__iter__"}
    assert there - OF_KEYS - COMPARING == {name for name in vars(Watched) if name in dir(dict)} - {"__doc__"}


def test_a_copy_is_not_watched_and_what_is_no_pieces_counts_as_touched() -> None:
    pieces = Pieces[list[int]](a=[], b=[])
    watched.watch([pieces])
    with watched.watching([pieces]):
        pieces["b"].append(1)
    copy = copied(pieces)
    assert copy == pieces
    assert type(copy) is Pieces
    assert copy["b"] is not dict.__getitem__(pieces, "b")
    assert watched.touched(copy) is EVERY
    assert watched.touched({}) is EVERY
    assert watched.touched(pieces) == {"b"}
    watched.watch([pieces])
    assert watched.touched(pieces) == set()


def test_watching_ends_where_something_fails() -> None:
    pieces = Pieces[list[int]](a=[])
    watched.watch([pieces])
    with pytest.raises(KeyError), watched.watching([pieces]):
        pieces["c"]
    pieces["a"]
    assert watched.touched(pieces) == {"c"}
