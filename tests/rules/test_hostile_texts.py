"""Everything that reads a text takes long ones and deep ones in time that grows with their length, and refuses in
words what is too long or too deep."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from time import process_time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

import rules
from campaigns.season import purchase_list
from campaigns.theatre import map_text
from rules import adjudicate
from rules.contract import Refused, RuleSystem
from rules.declarations import Option
from rules.reports import command_codec
from rules.stream import codec, script

SECONDS = 2  # of the processor: on an idle machine each of these takes a few hundredths
SYSTEMS = rules.all_systems()
CODEC = command_codec(SYSTEMS["modern_age"])
DEEP = 1000
# What a hostile text is made of: quotes and brackets that open and do not close, what lines and cells are parted by.
MARKS = [
    '"',
    "'",
    "\\",
    '\\"',
    "[",
    "{",
    "]",
    "}",
    ",",
    ";",
    ":",
    "=",
    "#",
    "\n",
    "\r",
    "\t",
    " ",
    "a",
    "9",
    "é",
    "\u0300",
]
WORDS = ["sector a ", "at=1,1 ", "road a b\n", "fire a b ", "conditions=", "name", "1 a/b/move\n", "x=", '{"a":', "<a>"]
PIECES = st.sampled_from([*MARKS, *WORDS])
LONG = st.tuples(st.lists(PIECES, min_size=1, max_size=6).map("".join), st.integers(1, 60_000)).map(
    lambda one: (one[0] * one[1])[:120_000]
)


@contextmanager
def in_time() -> Iterator[None]:
    began = process_time()
    yield
    assert process_time() - began < SECONDS


def read_as_script(text: str) -> None:
    list(script.parse(text, CODEC))


def read_as_map(text: str) -> None:
    map_text.parse(text)


def read_as_purchases(text: str) -> None:
    system = SYSTEMS["panzer_strike"]
    list(purchase_list.faults(text, system, system.edition, {}, ("reds",)))


def read_as_report(text: str) -> None:
    CODEC.decode("ReportResult", text.encode())


def option(system: RuleSystem, name: str) -> Callable[[str], None]:
    """As a muster reads it, which is how every battle begins."""
    muster = system.draft(lambda _n: 0)

    def read(text: str) -> None:
        system.muster(replace(muster, options=dict(muster.options) | {name: text}))

    return read


def board(system: RuleSystem, name: str) -> Callable[[str], None]:
    muster = system.draft(lambda _n: 0)

    def read(text: str) -> None:
        adjudicate.muster(replace(muster, board=dict(muster.board) | {name: text}))

    return read


def texts(options: Iterable[Option]) -> Iterator[Option]:
    """Those that people type."""
    return (one for one in options if one.type == "text")


READERS: dict[str, Callable[[str], None]] = {
    "script": read_as_script,
    "map": read_as_map,
    "purchases": read_as_purchases,
    "report": read_as_report,
    **{
        f"{one.name} of {key}": option(system, one.name)
        for key, system in SYSTEMS.items()
        for one in texts(system.options)
    },
    **{
        f"{one.name} of {key}": board(system, one.name)
        for key, system in SYSTEMS.items()
        for one in texts(system.board)
    },
    **{
        f"roster {form.key} of {key}": lambda text, form=form: form.read(text.encode(errors="replace"))  # type: ignore[misc]
        for key, one in SYSTEMS.items()
        for form in one.rosters
    },
}


@pytest.mark.parametrize("reader", READERS)
@example("1 a/b/move\n")
@example('"' * 100_000)
@example('\\"' * 50_000)
@example('"' + '\\"' * 50_000)
@example("[" * 100_000)
@example('{"a":' * 20_000)
@example("a" * 120_000)
@example("a\n" * 60_000)
@example("fire " + "a" * 32_000)
@example("fire a b dice=" + "1," * 16_000)
@example("<a>" * 40_000)
@given(LONG)
def test_a_long_or_deep_text_is_read_or_refused_in_time(reader: str, text: str) -> None:
    with in_time(), suppress(Refused):
        READERS[reader](text)


@pytest.mark.parametrize("nested", ["[" * DEEP + "]" * DEEP, '{"a":' * DEEP + "1" + "}" * DEEP], ids=["list", "object"])
@pytest.mark.parametrize("name", ["conditions", "winner"])
def test_a_value_a_thousand_deep_is_refused_by_its_line_and_field(nested: str, name: str) -> None:
    with pytest.raises(Refused) as refused:
        read_as_script(f"change-depth result\nreport-result {name}='{nested}'")
    assert (refused.value.field, refused.value.code) == (f"line 2: {name}", "malformed")
    assert refused.value.text.text() == "The report nests deeper than 12 levels."
    assert refused.value.remedy is not None


def test_a_line_is_bounded_and_the_next_one_is_another() -> None:
    longest = "a" * script.LONGEST_LINE
    assert not list(script.parse(f"#{longest[1:]}\n" * 3, CODEC))
    with pytest.raises(Refused, match="a line has at most"):
        read_as_script(f"\n#{longest}")


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(), inside, max_size=3),
)


def depth_of(value: object) -> int:
    if isinstance(value, dict):
        return 1 + max(map(depth_of, value.values()), default=0)
    return 1 + max(map(depth_of, value), default=0) if isinstance(value, list) else 0


@given(values)
def test_how_deep_a_text_nests_is_how_deep_its_value_does(value: object) -> None:
    """Brackets within strings are no brackets."""
    text = json.dumps(value, ensure_ascii=False)
    assert codec.depth(text) == depth_of(value)
    assert codec.too_deep(text) == (depth_of(value) > codec.MAX_DEPTH)
