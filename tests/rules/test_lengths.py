"""Lengths as people type and read them (`rules.lengths`)."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import lengths
from rules.contract import Command, Refused
from rules.lengths import Length, Measure, NoLength, Stretch, Tape, read, retold, told
from rules.messages import say
from rules.stream import script
from rules.stream.codec import CommandCodec


@pytest.mark.parametrize(
    ("typed", "measure", "tenths"),
    [
        ("15 cm", "cm", 150),
        ("15", "cm", 150),
        ("15,5", "cm", 155),
        ("15.5cm", "cm", 155),
        (" 155 mm ", "cm", 155),
        ("0", "cm", 0),
        ("9.5 in", "in", 95),
        ("9 1/2 in", "in", 95),
        ("9-1/2", "in", 95),
        ("9½", "in", 95),
        ('9½"', "in", 95),
        ("12 inches", "in", 120),
        ("1/5", "in", 2),
        ("4,5 po", "in", 45),
        ("12 pouces", "in", 120),
        ("9 Zoll", "in", 90),
        ("9,5 pulgadas", "in", 95),
        ("1 pollice", "in", 10),
        ("7 pollici", "in", 70),
        ("5 cali", "in", 50),
    ],
)
def test_a_length_is_typed_as_it_is_measured(typed: str, measure: Measure, tenths: int) -> None:
    assert read(typed, measure) == tenths


@pytest.mark.parametrize(
    ("typed", "measure", "wrong", "right"),
    [
        ("far", "cm", "“far” is not a length.", "Write it in cm, for example 15 or 15.5."),
        ("", "in", "“” is not a length.", "Write it in inches, for example 9.5 or 9 1/2."),
        ("-3", "cm", "“-3” is not a length.", "Write it in cm, for example 15 or 15.5."),
        ("12 in", "cm", "This battle is measured in cm.", "Write it in cm, for example 15 or 15.5."),
        ("12 mm", "in", "This battle is measured in inches.", "Write it in inches, for example 9.5 or 9 1/2."),
        ("9 1/4", "in", "“9 1/4” is finer than lengths are kept.", "Say 9.2 in or 9.3 in."),
        ("9.55", "cm", "“9.55” is finer than lengths are kept.", "Say 9.5 cm or 9.6 cm."),
        ("1/0", "in", "Nothing can be divided by 0.", "Write it like 9 1/2."),
    ],
)
def test_what_is_no_length_is_refused_with_an_example(typed: str, measure: Measure, wrong: str, right: str) -> None:
    with pytest.raises(NoLength) as refused:
        read(typed, measure)
    assert (refused.value.wrong.text(), refused.value.right.text()) == (wrong, right)


@given(st.integers(0, 99_999), st.sampled_from(["cm", "in"]), st.sampled_from([10, 20]))
def test_what_is_told_is_read_back_as_it_was(length: int, measure: Measure, parts: int) -> None:
    assert read(told(length, measure, parts).text(), measure, parts) == length


TAPES = st.builds(Tape, st.sampled_from(["cm", "in"]), st.sampled_from([250, 254]))
MARKS = {"%(whole)s.%(tenths)s in": "%(whole)s,%(tenths)s Zoll", "%(whole)s.%(tenths)s cm": "%(whole)s,%(tenths)s cm"}


@given(st.integers(0, 99_999), st.sampled_from(["cm", "in"]), st.sampled_from([10, 20]), TAPES, st.booleans())
def test_what_is_told_on_a_tape_is_read_back_as_it_was(
    length: int, measure: Measure, parts: int, tape: Tape, comma: bool
) -> None:
    shown = retold(say("%(unit)s drives %(length)s", unit="Otto", length=told(length, measure, parts)), tape)
    text = shown.text(lambda one: MARKS.get(one, one)) if comma else shown.text()
    number, unit = text.removeprefix("Otto drives ").split()
    assert (unit in lengths.INCHES) is (tape.unit == "in")
    for typed in (number, f"{number} {unit}"):
        assert read(typed, measure, parts, tape) == length


@given(st.integers(0, 9999), TAPES, st.sampled_from(["cm", "in"]))
def test_on_a_tape_either_unit_is_read_and_the_battles_own_exactly(length: int, tape: Tape, measure: Measure) -> None:
    assert read(told(length, measure).text(), measure, tape=tape) == length


@pytest.mark.parametrize(
    ("typed", "measure", "tape", "tenths"),
    [
        ("30", "in", "cm-2.5", 120),
        ("30,5", "in", "cm-2.54", 120),
        ("12 in", "in", "cm-2.54", 120),
        ("1 in", "cm", "in-2.54", 25),
        ("305 mm", "in", "cm-2.54", 120),
    ],
)
def test_an_inch_comes_to_what_the_tape_says(typed: str, measure: Measure, tape: str, tenths: int) -> None:
    assert read(typed, measure, tape=lengths.TAPES[tape]) == tenths


class March(Command, frozen=True, kw_only=True):
    """A toy's move."""

    positional = ("unit",)
    unit: str
    length: Stretch
    corner: Length | None = None


CODEC = CommandCodec((March,))


def marched(line: str, measure: Measure) -> March:
    (found,) = script.parse(line, CODEC, measure)
    assert isinstance(found.command, March)
    return found.command


@pytest.mark.parametrize(
    ("line", "measure", "length"),
    [
        ("march a length=155", "cm", 155),  # as scripts that stand have it
        ("march a length=15.5", "cm", 155),
        ("march a length=15,5", "cm", 155),
        ("march a length=15cm", "cm", 150),
        ("march a 'length=9 1/2 in'", "in", 95),
    ],
)
def test_a_script_takes_a_length_with_its_unit_or_a_decimal(line: str, measure: Measure, length: int) -> None:
    assert marched(line, measure).length == length
    assert lengths.of(marched(f"{line} corner=2.5", measure)) == {"length": length, "corner": 25}


def test_what_is_no_length_is_refused_by_its_line() -> None:
    with pytest.raises(Refused) as refused:
        marched("march a length=15in", "cm")
    assert refused.value.field == "line 1: length"
    assert "measured in cm" in refused.value.text.text()


def test_a_line_that_cannot_be_read_is_answered_with_one_that_can() -> None:
    with pytest.raises(Refused) as refused:
        marched("march a", "cm")
    assert refused.value.remedy is not None
    assert refused.value.remedy.text() == "Write it like “march alpha length=2”."
    assert msgspec.structs.asdict(marched(script.example(March), "cm"))["length"] == 2


class Turned(Command, frozen=True, kw_only=True):
    """A report whose lengths may be left out, as of a release that did not have them."""

    before: Length | None = None
    since: Length | msgspec.UnsetType = msgspec.UNSET


def test_lengths_that_are_left_out_are_none() -> None:
    assert lengths.of(Turned()) == {}
    assert lengths.of(Turned(before=5, since=7)) == {"before": 5, "since": 7}
