"""Where in a line of script its words stand, and which of them a refusal is about."""

from __future__ import annotations

import shlex
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.contract import Refused, say
from rules.stream import script
from rules.stream.script_places import line_of, place_of, words_of
from tests.rules.stream.test_script import CODEC

lines = st.text(
    st.one_of(st.sampled_from("ab= \t'\"#\\:,"), st.characters(exclude_categories=["Cs", "Zl", "Zp", "Cc"])),
    max_size=40,
)


@given(line=lines)
def test_words_stand_where_they_are_read(line: str) -> None:
    """Quotes, comments and all: what stands there is read as this word alone."""
    try:
        read = shlex.split(line, comments=True)
    except ValueError:
        *before, last = words_of(line)
        assert last.end == len(line)
        assert [one.text for one in before] == shlex.split(line[: last.start], comments=True)
        return
    words = words_of(line)
    assert [word.text for word in words] == read
    assert [shlex.split(line[word.start : word.end], comments=True) for word in words] == [[one] for one in read]
    assert all(one.end <= other.start for one, other in pairwise(words))


@pytest.mark.parametrize(
    ("line", "marked"),
    [
        ("usa: shoot alpha", "shoot"),
        ("open-fire alpha t64-1 more", "more"),
        ("usa: open-fire alpha speed=3 # fast", "speed=3"),
        ("open-fire alpha unit=bravo", "unit=bravo"),
        ("open-fire alpha cover=yes 'cover=no'", "'cover=no'"),
        ("open-fire ALPHA", "ALPHA"),
        ("open-fire alpha t64-1 range=far", "range=far"),
        ("open-fire alpha dice=2,7,x#", "dice=2,7,x"),
        ("open-fire alpha 'extra={\"name\": 1}'", "'extra={\"name\": 1}'"),
        ("hold 'open", "'open"),
        ("usa:", "usa:"),
        ("open-fire  # at whom?", ""),
        ("usa: open-fire range=close", ""),
    ],
)
def test_the_word_at_fault_is_found(line: str, marked: str) -> None:
    """Nothing at the end of the words, where something is missing."""
    with pytest.raises(Refused) as caught:
        list(script.parse(line, CODEC))
    start, end = place_of(caught.value, line, CODEC)
    assert line[start:end] == marked
    if not marked:
        assert start == words_of(line)[-1].end


@pytest.mark.parametrize(
    ("field", "code", "marked"),
    [
        ("line 7: target", "refused", "t64-1"),
        ("line 7: dice[1]", "refused", "dice=1,2"),
        ("line 7: cover", "refused", ""),
        ("line 7", "refused", "open-fire"),
        ("line 7", "not-yours", "usa:"),
    ],
)
def test_what_the_rules_refuse_is_found(field: str, code: str, marked: str) -> None:
    line = "usa: open-fire alpha t64-1 dice=1,2"
    refused = Refused("R1", say("No."), field=field, code=code)
    start, end = place_of(refused, line, CODEC)
    assert line[start:end] == marked
    assert line_of(refused) == 7


def test_a_refusal_of_no_line() -> None:
    assert line_of(Refused("script", say("No."), field="script")) == 0


def test_every_line_that_cannot_be_read_is_found() -> None:
    """And those that can are read all the same, up to so many mistakes."""
    text = "hold\nshoot\nhold\nopen-fire\n" + "shoot\n" * script.MOST_FAULTS + "hold\n"
    faults: list[Refused] = []
    read = list(script.parse(text, CODEC, faults=faults))
    assert [line.number for line in read] == [1, 3]
    assert [line_of(one) for one in faults] == [2, *range(4, script.MOST_FAULTS + 3)]
    with pytest.raises(Refused, match="shoot"):
        list(script.parse(text, CODEC))
