"""Battle script: what is written reads back, and what cannot be read is refused by its line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any, ClassVar, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.bounds import DiceFaces, Key, Text
from rules.contract import Command, Refused
from rules.stream import script
from rules.stream.codec import CommandCodec


class Extra(msgspec.Struct, frozen=True):
    name: str
    n: int = 0


class OpenFire(Command, frozen=True, kw_only=True):
    """Every kind of field a report may have."""

    positional: ClassVar = ("unit", "target")
    unit: Key
    target: Key = "nobody"
    range: Literal["close", "long"] = "long"
    cover: bool = False
    moved: bool = True
    moves: Annotated[int, msgspec.Meta(ge=-9, le=10**15)] = 0
    dice: DiceFaces | None = None
    cards: tuple[str, ...] = ()
    note: Text = ""
    words: str = ""
    extra: Extra | None = None
    extras: tuple[Extra, ...] = ()
    facts: dict[str, Any] = {}


class Hold(Command, frozen=True, kw_only=True):
    """No fields at all."""


CODEC = CommandCodec([OpenFire, Hold])
keys = st.from_regex(r"\A[a-z0-9][a-z0-9_-]{0,6}[a-z][a-z0-9_-]{0,6}\Z")
# Everything UTF-8 can carry but NUL, with what a script takes for its own strewn in.
texts = st.text(
    st.one_of(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), st.sampled_from("\"' #=,:[{\\\n"))
)
notes = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=80)
extras = st.builds(Extra, name=texts, n=st.integers(-(10**9), 10**9))
plain = st.one_of(st.none(), st.booleans(), st.integers(-(10**9), 10**9), texts)
commands: st.SearchStrategy[Command] = st.one_of(
    st.just(Hold()),
    st.builds(
        OpenFire,
        unit=keys,
        target=keys,
        range=st.sampled_from(["close", "long"]),
        cover=st.booleans(),
        moved=st.booleans(),
        moves=st.integers(-9, 10**15),
        dice=st.none() | st.lists(st.integers(1, 6), max_size=6).map(tuple),
        cards=st.lists(texts | keys, max_size=4).map(tuple),
        note=notes,
        words=texts,
        extra=st.none() | extras,
        extras=st.lists(extras, max_size=2).map(tuple),
        facts=st.dictionaries(texts, plain | st.lists(plain, max_size=2), max_size=3),
    ),
)


@given(told=st.lists(st.tuples(st.just("") | keys, commands), max_size=4))
def test_what_is_written_reads_back(told: list[tuple[str, Command]]) -> None:
    text = script.write(told)
    assert [(line.side, line.command) for line in script.parse(text, CODEC)] == told
    assert [line.number for line in script.parse(text, CODEC)] == list(range(1, len(told) + 1))


@pytest.mark.parametrize("side", ["the reds", "red\\\\", "#1", "it's", "rouges é"])
def test_whoever_reports_reads_back(side: str) -> None:
    (line,) = script.parse(script.write_line(side, Hold()), CODEC)
    assert (line.side, line.command) == (side, Hold())


@contextmanager
def refused_at_most() -> Iterator[list[Refused]]:
    """Nothing but a refusal may come out of the block."""
    found: list[Refused] = []
    try:
        yield found
    except Refused as refused:
        found.append(refused)


@given(text=st.text(max_size=200))
def test_anything_is_read_or_refused(text: str) -> None:
    with refused_at_most() as found:
        assert all(line.number >= 1 for line in script.parse(text, CODEC))
    assert all(one.field.startswith("line ") for one in found)


def test_a_line_as_people_write_it() -> None:
    text = "\n# set up\n  usa: open-fire alpha t64-1 range=close cover=yes dice=2,5,6,6   # a hit\n\nhold\n"
    fire, hold = script.parse(text, CODEC)
    assert (fire.number, fire.side) == (3, "usa")
    assert fire.command == OpenFire(unit="alpha", target="t64-1", range="close", cover=True, dice=(2, 5, 6, 6))
    assert (hold.number, hold.side, hold.command) == (5, "", Hold())


def test_a_line_as_it_is_written() -> None:
    command = OpenFire(
        unit="alpha", target="t64-1", cover=True, dice=(5, 6), cards=("a", "b"), note="it's so", extra=Extra("x")
    )
    line = script.write_line("usa", command)
    assert line == (
        "usa: open-fire alpha t64-1 cover=yes dice=5,6 cards=a,b 'note=it'\"'\"'s so' "
        + """'extra={"name": "x", "n": 0}'"""
    )


def test_fields_at_their_default_are_left_out() -> None:
    assert script.write_line("", OpenFire(unit="alpha")) == "open-fire alpha"


def test_a_positional_field_may_be_named() -> None:
    (line,) = script.parse("open-fire target=t64-1 unit=alpha", CODEC)
    assert line.command == OpenFire(unit="alpha", target="t64-1")


@pytest.mark.parametrize(
    ("bad", "says"),
    [
        ("open-fire 'alpha", "quote"),
        ("shoot alpha", "“shoot” is no report"),
        ("usa:", "is no report"),
        ("open-fire alpha t64-1 more", "“more” is not expected"),
        ("open-fire alpha speed=3", "“speed” is no field of this report; it has: unit, target,"),
        ("open-fire alpha unit=bravo", "“unit” is said twice"),
        ("open-fire alpha cover=yes cover=no", "“cover” is said twice"),
        ("open-fire", "“unit” is missing"),
        ("open-fire ALPHA", "characters"),
        ("open-fire alpha range=far", "one of: close, long"),
        ("open-fire alpha cover=perhaps", "true or false"),
        ("open-fire alpha moves=many", "a whole number"),
        ("open-fire alpha moves=99999999999999999999999999", "a whole number"),
        ("open-fire alpha dice=2,7,x", "a whole number"),
        ("open-fire alpha dice=2,٣", "a whole number"),
        ("open-fire alpha moves=٣", "a whole number"),
        ("open-fire alpha 'extra={\"name\": 1}'", "a text"),
        ("open-fire alpha 'facts={'", "an object"),
        ('open-fire alpha \'extra={"name": "x", "n": 1e400}\'', "brackets or quotes do not close"),
    ],
)
def test_what_cannot_be_read_is_refused_by_its_line(bad: str, says: str) -> None:
    with pytest.raises(Refused) as caught:
        list(script.parse(f"hold\n# so far so good\n{bad}\nhold", CODEC))
    assert caught.value.field.split(":")[0] == "line 3"
    assert caught.value.code == "malformed"
    assert says in caught.value.text.text()


def test_the_field_at_fault_is_named_beside_the_line() -> None:
    with pytest.raises(Refused) as caught:
        list(script.parse("open-fire alpha moves=many", CODEC))
    assert caught.value.field == "line 1: moves"


def test_a_script_has_an_end() -> None:
    with pytest.raises(Refused) as caught:
        list(script.parse("hold\n" * (script.MAX_LINES + 1), CODEC))
    assert caught.value.code == "malformed"
    assert len(list(script.parse("hold\n" * script.MAX_LINES, CODEC))) == script.MAX_LINES


@pytest.mark.parametrize(("kind", "verb"), [(OpenFire, "open-fire"), (Hold, "hold")])
def test_verbs_are_names_in_kebab_case(kind: type[Command], verb: str) -> None:
    assert script.verb(kind) == verb
