"""A value of a type, picked by `choose(n)` in 0..n-1: what a report may carry as far as its schema goes."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from msgspec import NODEFAULT, inspect

Choose = Callable[[int], int]
WORDS = ("alpha", "Bravo two", "état-major", "line\nbreak", "x", "7")
PLACES = ("a1", "c5", "aa12")  # squares of a board, where no other word fits
ID = "7d9f2c1e-5a34-4c8b-9a53-2f1d6f0c2b11"  # where a client makes one
MOMENT = "2199-01-01T20:00:00Z"
MOST = 3  # items of a list or object
TRIES = 10  # for a key that is not there yet


class Unsampled(Exception):
    """No value of this type is known to the sampler."""


def sample(kind: Any, choose: Choose, words: Sequence[str] = (), fewest: int = 0) -> Any:
    """JSON-able data that decodes as `kind` (a type msgspec knows).

    Strings are drawn from `words` where they fit; lists and objects hold at least `fewest` items.
    """
    return _value(inspect.type_info(kind), choose, (*words, *WORDS), fewest)


def _value(info: inspect.Type, choose: Choose, words: Sequence[str], fewest: int) -> Any:
    match info:
        case inspect.Metadata():
            return _value(info.type, choose, words, fewest)
        case inspect.NoneType():
            return None
        case inspect.BoolType():
            return bool(choose(2))
        case inspect.IntType():
            return _integer(info, choose)
        case inspect.StrType():
            return _string(info, choose, words)
        case inspect.LiteralType():
            return info.values[choose(len(info.values))]
        case inspect.UnionType():
            return _value(info.types[choose(len(info.types))], choose, words, fewest)
        case inspect.VarTupleType() | inspect.ListType() | inspect.SetType() | inspect.FrozenSetType():
            least, most = max(info.min_length or 0, fewest), min(info.max_length or MOST, MOST)
            return [
                _value(info.item_type, choose, words, fewest) for _ in range(_between(least, max(least, most), choose))
            ]
        case inspect.TupleType():
            return [_value(item, choose, words, fewest) for item in info.item_types]
        case inspect.DictType():
            return _dict(info, choose, words, fewest)
        case inspect.StructType():
            return _struct(info, choose, words, fewest)
        case inspect.AnyType():
            return words[choose(len(words))]
    raise Unsampled(str(info))


def _dict(info: inspect.DictType, choose: Choose, words: Sequence[str], fewest: int) -> dict[Any, Any]:
    """As many keys as it has to have; `Unsampled` when its key type hardly has that many."""
    least = max(info.min_length or 0, fewest)
    most = min(info.max_length if info.max_length is not None else MOST, MOST)
    wanted = _between(least, max(least, most), choose)
    found: dict[Any, Any] = {}
    for _try in range(wanted * TRIES):
        if len(found) == wanted:
            break
        key = _value(info.key_type, choose, words, fewest)
        found[key] = _value(info.value_type, choose, words, fewest)
    if len(found) < least:
        raise Unsampled(str(info))
    return found


def _struct(info: inspect.StructType, choose: Choose, words: Sequence[str], fewest: int) -> dict[str, Any]:
    """Required fields always, the others as often as not."""
    data: dict[str, Any] = {}
    for field in info.fields:
        optional = field.default is not NODEFAULT or field.default_factory is not NODEFAULT
        if not optional or choose(2):
            data[field.encode_name] = _value(field.type, choose, words, fewest)
    if info.tag is not None and info.tag_field is not None:
        data[info.tag_field] = info.tag
    return data


def _integer(info: inspect.IntType, choose: Choose) -> int:
    least = info.ge if info.ge is not None else info.gt + 1 if info.gt is not None else 0
    most = info.le if info.le is not None else info.lt - 1 if info.lt is not None else least + 10
    small = min(most, least + 6)
    return _between(least, small if choose(4) else most, choose)


def _string(info: inspect.StrType, choose: Choose, words: Sequence[str]) -> str:
    known = ("", *words, "a" * (info.min_length or 1), "0" * (info.min_length or 64))
    fitting = [word for word in known if _fits(info, word)]
    if not any(fitting):
        fitting += [word for word in (*PLACES, ID, MOMENT) if _fits(info, word)]
    if not fitting:
        raise Unsampled(str(info))
    return fitting[choose(len(fitting))]


def _fits(info: inspect.StrType, word: str) -> bool:
    if not (info.min_length or 0) <= len(word) <= (info.max_length if info.max_length is not None else 1000):
        return False
    return info.pattern is None or re.search(info.pattern, word) is not None


def _between(least: int, most: int, choose: Choose) -> int:
    return least + choose(most - least + 1)
