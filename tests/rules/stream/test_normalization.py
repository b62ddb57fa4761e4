"""What people type in other letters, or run together, is read as the one thing it can mean."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.bounds import Key
from rules.contract import Command, Refused
from rules.stream import script
from rules.stream.codec import CommandCodec
from rules.stream.normalization import LONGEST, words_in

STEPS = ("F", "B", "R+", "R-", "FL", "FR", "BL", "BR")
Step = Literal["F", "B", "R+", "R-", "FL", "FR", "BL", "BR"]


class Drive(Command, frozen=True, kw_only=True):
    positional: ClassVar = ("unit", "steps")
    unit: Key
    steps: Annotated[tuple[Step, ...], msgspec.Meta(min_length=1, max_length=20)]
    gun: Literal["N", "NE"] | None = None
    to: Annotated[str, msgspec.Meta(pattern="^[a-z][1-9]$")] = "a1"
    note: str = ""


CODEC = CommandCodec([Drive])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("ffr+", ["F", "F", "R+"]),
        ("F f,R+; b", ["F", "F", "R+", "B"]),
        ("frfr", ["FR", "FR"]),
        ("FR+", ["F", "R+"]),  # "FR" leaves a "+" that is nothing
        ("FRR-F", ["FR", "R-", "F"]),
        ("", []),
        (" , ", []),
        ("FX", None),
        ("R", None),
        ("F" * LONGEST, ["F"] * LONGEST),
        ("F" * (LONGEST + 1), None),
        ("\u0130F", None),  # a letter that is two when its case is folded
    ],
)
def test_words_with_or_without_spaces_in_either_case(text: str, words: list[str] | None) -> None:
    assert words_in(text, STEPS) == words


@given(st.lists(st.sampled_from(STEPS), max_size=40), st.sampled_from(["", " ", ",", ", "]), st.booleans())
def test_law_the_steps_of_a_way_read_back_however_they_are_written(way: list[str], between: str, small: bool) -> None:
    """No two ways of these steps read the same when they are run together."""
    text = between.join(way)
    assert words_in(text.lower() if small else text, STEPS) == way


@pytest.mark.parametrize(
    "line",
    [
        "drive tug F,F,R+",
        "drive tug F F R+",
        "drive tug ffr+",
        "drive tug f f,R+",
        "drive tug steps=ffr+",
        "drive tug 'f f r+'",
    ],
)
def test_a_line_of_script_is_read_so(line: str) -> None:
    (read,) = script.parse(line, CODEC)
    assert read.command == Drive(unit="tug", steps=("F", "F", "R+"))


def test_one_word_of_a_list_is_read_in_either_case_too_and_nothing_else() -> None:
    (read,) = script.parse("drive tug F gun=ne to=c5 note=Ne", CODEC)
    assert read.command == Drive(unit="tug", steps=("F",), gun="NE", to="c5", note="Ne")


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ("drive tug FX", "line 1: steps[0]"),
        ("drive tug F gun=x", "line 1: gun"),
        ("drive tug F to=C5", "line 1: to"),
        ("drive TUG F", "line 1: unit"),
    ],
)
def test_what_can_be_read_as_nothing_is_refused_as_it_was_typed(line: str, field: str) -> None:
    with pytest.raises(Refused) as caught:
        list(script.parse(line, CODEC))
    assert caught.value.field == field


def test_a_report_is_kept_as_its_type_has_it() -> None:
    assert CODEC.tidy("Drive", '{"unit":"tug","steps":["ff","r+"]}') == '{"steps":["F","F","R+"],"unit":"tug"}'
    assert CODEC.tidy("Drive", '{"unit":"tug","steps":"FR+"}') == '{"steps":["F","R+"],"unit":"tug"}'


@pytest.mark.parametrize(
    "data",
    [
        '{"unit": "tug", "steps": ["F"]}',
        '{"unit": "tug", "steps": ["FX"]}',
        '{"unit": "tug", "steps": [["f"]]}',
        '{"unit": "tug"}',
        "[]",
        "{",
        "[" * 5000,
        '{"unit": "\ud800"}',
        "x" * 70_000,
    ],
)
def test_what_reads_as_it_stands_or_not_at_all_is_left_alone(data: str) -> None:
    assert CODEC.tidy("Drive", data) == data
    assert CODEC.tidy("Fly", data) == data
