"""Values of a type, picked at random."""

from __future__ import annotations

from random import Random
from typing import Annotated, Any, Literal

import msgspec
import pytest

from rules.bounds import Count, DiceFaces, Key, Name, Text
from rules.stream.samples import Unsampled, sample


class Part(msgspec.Struct):
    name: Name
    n: Count = 0


class Whole(msgspec.Struct, tag=True):
    key: Key
    text: Text = ""
    part: Part | None = None
    parts: tuple[Part, ...] = ()
    kind: Literal["a", "b"] = "a"
    facts: dict[Key, Any] = {}
    frozen: frozenset[int] = frozenset()


@pytest.mark.parametrize(
    "kind",
    [
        *(bool, int, str, Key, Name, Text, Count, DiceFaces, Whole, Part | None, Literal[1, 2], list[Whole]),
        Annotated[int, msgspec.Meta(gt=5, lt=7)],
        Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")],
        Annotated[str, msgspec.Meta(pattern="^([a-z]{1,2}[1-9][0-9]?)?$")],
        Annotated[tuple[int, ...], msgspec.Meta(min_length=2, max_length=2)],
        tuple[Key, Count],
        dict[str, int | str | bool],
        Annotated[dict[Key, Count], msgspec.Meta(min_length=1)],
        Annotated[dict[Key, Count], msgspec.Meta(min_length=2, max_length=2)],
        Annotated[dict[Key, Count], msgspec.Meta(max_length=1)],
    ],
)
def test_what_is_picked_is_of_the_type(kind: Any) -> None:
    found = set()
    for seed in range(200):
        data = sample(kind, Random(seed).randrange)
        msgspec.convert(data, kind)
        msgspec.json.decode(msgspec.json.encode(data), type=kind)
        found.add(repr(data))
    assert len(found) > 1 or "gt=5" in str(kind) or "0-9a-f" in str(kind)


def test_words_are_taken_where_they_fit() -> None:
    picked = {sample(Key, Random(seed).randrange, ["blue-1", "Not A Key"]) for seed in range(100)}
    assert "blue-1" in picked
    assert "Not A Key" not in picked


@pytest.mark.parametrize("kind", [list[int], dict[str, int]])
def test_lists_and_objects_hold_as_many_as_asked_for(kind: Any) -> None:
    assert all(sample(kind, Random(seed).randrange, fewest=1) for seed in range(50))
    assert not all(sample(kind, Random(seed).randrange) for seed in range(50))


NEVER = [
    bytes,
    Annotated[str, msgspec.Meta(pattern="^never [?]{3}$")],
    Annotated[dict[Literal["a", "b"], int], msgspec.Meta(min_length=3)],
]


@pytest.mark.parametrize("kind", NEVER)
def test_what_is_not_known_is_not_made_up(kind: Any) -> None:
    with pytest.raises(Unsampled):
        sample(kind, Random(1).randrange)
