"""Copies of a state, for who folds on while others read the state as it was.

What a state is made of is known: pieces that a fold changes in place (structs that are not frozen, dicts, lists, sets)
are made anew, all the way down, each once, however often it stands there; what nothing changes is shared: texts,
numbers, and everything that an event brought (frozen structs).
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import Any, TypeVar

import msgspec

from rules.stream.watched import Idle, Pieces

T = TypeVar("T")
Memo = dict[int, Any]  # the copy of each piece, by the id of the piece
Copier = Callable[[Any, Memo], Any]


class Uncopied(TypeError):
    """A state holds something of which nobody knows whether a fold changes it."""


def copied(state: T) -> T:
    """The same state, to be changed without changing the one that is given. `Uncopied`."""
    made: T = _copy(state, {})
    return made


def _copy(value: Any, memo: Memo) -> Any:
    kind = type(value)
    copier = _COPIERS.get(kind)
    if copier is None:
        copier = _COPIERS[kind] = _copier_of(kind)
    return copier(value, memo)


def _shared(value: Any, memo: Memo) -> Any:
    return value


def _tuple(value: tuple[Any, ...], memo: Memo) -> Any:
    """The same tuple where nothing in it had to be made anew."""
    for one in value:
        if _COPIERS.get(type(one)) is not _shared:
            break
    else:
        return value
    made = [_copy(one, memo) for one in value]
    if all(new is old for new, old in zip(made, value, strict=True)):
        return value
    return tuple(made) if type(value) is tuple else type(value)(*made)


def _dict(value: dict[Any, Any], memo: Memo) -> dict[Any, Any]:
    if (made := memo.get(id(value))) is not None:
        found: dict[Any, Any] = made
        return found
    memo[id(value)] = new = dict(value) if type(value) is dict else Pieces(value)
    for key, one in value.items():
        if _COPIERS.get(type(one)) is not _shared:
            new[key] = _copy(one, memo)
    return new


def _list(value: list[Any], memo: Memo) -> list[Any]:
    if (made := memo.get(id(value))) is not None:
        found: list[Any] = made
        return found
    memo[id(value)] = new = []
    new += [one if _COPIERS.get(type(one)) is _shared else _copy(one, memo) for one in value]
    return new


def _set(value: set[Any], memo: Memo) -> set[Any]:
    if (made := memo.get(id(value))) is not None:
        found: set[Any] = made
        return found
    memo[id(value)] = new = set(value)  # what stands in it can be hashed, and does not change
    return new


def _struct(names: tuple[str, ...]) -> Copier:
    """Of a struct that the fold changes."""

    def copier(value: Any, memo: Memo) -> Any:
        if (made := memo.get(id(value))) is not None:
            return made
        memo[id(value)] = new = copy(value)
        for name in names:
            one = getattr(value, name)
            if _COPIERS.get(type(one)) is not _shared:
                setattr(new, name, _copy(one, memo))
        return new

    return copier


def _copier_of(kind: type) -> Copier:
    if issubclass(kind, tuple):
        return _tuple
    if issubclass(kind, msgspec.Struct):
        return _shared if kind.__struct_config__.frozen else _struct(kind.__struct_fields__)
    params = getattr(kind, "__dataclass_params__", None)
    if params is not None and params.frozen:  # a rulebook
        return _shared
    raise Uncopied(f"A state cannot be copied: nobody knows whether a fold changes a {kind.__name__}.")


_COPIERS: dict[type, Copier] = {
    **dict.fromkeys((str, int, float, bool, bytes, type(None), frozenset, msgspec.UnsetType), _shared),
    **dict.fromkeys((dict, Pieces, Idle), _dict),  # nobody watches a copy
    list: _list,
    set: _set,
}
