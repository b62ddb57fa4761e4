"""What people type in the other case, or run together, as a report has it: "ff r+" for F, F, R+; "ne" for NE.

Only words of a field's own list, and only what means one thing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from typing import Any

import msgspec
from msgspec import inspect

from rules.stream.fields import kinds_of

NEAREST = 3  # names told to who typed none
LONGEST = 400  # characters of a list typed as one text
_BETWEEN = re.compile(r"[\s,;]+")


def tidied(data: Mapping[str, Any], kind: type[msgspec.Struct]) -> dict[str, Any]:
    """The fields of a report as its type has them, where they can be read as that; all else as it stands."""
    types = _types(kind)
    return {name: _read(value, types[name]) if name in types else value for name, value in data.items()}


@cache
def _types(kind: type[msgspec.Struct]) -> Mapping[str, inspect.Type]:
    """Of the fields of a kind of report; looking at a class takes far longer than looking at a report."""
    return {field.encode_name: inspect.type_info(field.type) for field in msgspec.structs.fields(kind)}


def nearest(word: str, names: Iterable[str]) -> list[str]:
    """The names that are most like what was typed, the most alike first; some others where none is like it."""
    known = {name.casefold(): name for name in names}
    found = get_close_matches(word[:80].casefold(), known, n=NEAREST, cutoff=0.5)
    return [known[one] for one in found] or [*known.values()][:NEAREST]


def words_in(text: str, words: Sequence[str]) -> list[str] | None:
    """The words of a list that a text is made of, with or without spaces or commas, in either case; None where it is
    not. A longer word goes before a shorter one it begins with, unless the rest cannot be read then."""
    if len(text) > LONGEST:
        return None
    found: list[str] = []
    for part in filter(None, _BETWEEN.split(text)):
        if (read := _run_together(part, words)) is None:
            return None
        found += read
    return found


def _run_together(text: str, words: Sequence[str]) -> list[str] | None:
    """Read from its end, so that every place is looked at once."""
    folded, longest_first = text.casefold(), sorted(words, key=len, reverse=True)
    if len(folded) != len(text):
        return None
    rest: list[list[str] | None] = [None] * len(folded) + [[]]
    for place in reversed(range(len(folded))):
        for word in longest_first:
            after = rest[place + len(word)] if word and folded.startswith(word.casefold(), place) else None
            if after is not None:
                rest[place] = [word, *after]
                break
    return rest[0]


def _read(value: Any, kind: inspect.Type) -> Any:
    match _bare(kind):
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            return _list(value, _bare(item))
        case inspect.LiteralType(values=values) if isinstance(value, str) and value not in values:
            return _one_of(value, [word for word in values if isinstance(word, str)])
    return value


def _list(value: Any, item: inspect.Type) -> Any:
    """A list of words of a list, told as one text or with some of them run together."""
    told = [value] if isinstance(value, str) else value
    if not isinstance(item, inspect.LiteralType) or not isinstance(told, list):
        return value
    words = [word for word in item.values if isinstance(word, str)]
    if not words or not all(isinstance(one, str) for one in told) or all(one in words for one in told):
        return told
    found = words_in(" ".join(told), words)
    return told if found is None else found


def _one_of(value: str, words: Sequence[str]) -> str:
    alike = [word for word in words if word.casefold() == value.casefold()]
    return alike[0] if len(alike) == 1 else value


def _bare(kind: inspect.Type) -> inspect.Type:
    """Without what is said of it besides, and without None."""
    kinds = [one for one in kinds_of(kind) if not isinstance(one, inspect.NoneType)]
    return kinds[0] if len(kinds) == 1 else kind
