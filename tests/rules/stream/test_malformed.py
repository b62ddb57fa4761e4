"""What the decoder complains of, in words: the field and what would be right."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
import pytest

from rules.bounds import Count, DiceFaces, Key, Text
from rules.contract import Command, Refused
from rules.stream.codec import CommandCodec


class Probe(Command, frozen=True, kw_only=True):
    unit: Key
    moves: Annotated[int, msgspec.Meta(ge=1, le=3)] = 1
    dice: DiceFaces | None = None
    weapon: Literal["gun", "missiles"] = "gun"
    spares: Annotated[tuple[Key, ...], msgspec.Meta(min_length=1, max_length=2)] = ("a",)
    losses: dict[Key, Count] = {}
    note: Text = ""


@pytest.mark.parametrize(
    ("data", "field", "sentence"),
    [
        ("{}", "unit", "“unit” is missing."),
        ('{"unit": "a", "speed": 3}', "speed", "This report has no field “speed”."),
        ('{"unit": 7}', "unit", "This has to be a text, not a whole number."),
        ('{"unit": null}', "unit", "This has to be a text, not nothing."),
        ('{"unit": "A b"}', "unit", "This text has characters or a form that cannot be here."),
        ('{"unit": "a", "moves": 0}', "moves", "This has to be 1 or more."),
        ('{"unit": "a", "moves": 99999999999999999999999}', "moves", "This has to be 3 or less."),
        ('{"unit": "a", "moves": 1.5}', "moves", "This has to be a whole number, not a number."),
        ('{"unit": "a", "dice": true}', "dice", "This has to be a list or nothing, not true or false."),
        ('{"unit": "a", "dice": [1, "x"]}', "dice[1]", "This has to be a whole number, not a text."),
        ('{"unit": "a", "weapon": "sling"}', "weapon", "This has to be one of: gun, missiles."),
        ('{"unit": "a", "spares": []}', "spares", "This list needs at least 1 entries."),
        ('{"unit": "a", "spares": ["a", "b", "c"]}', "spares", "This list may have at most 2 entries."),
        ('{"unit": "a", "losses": {"a": -1}}', "losses[...]", "This has to be 0 or more."),
        ('{"unit": "a", "note": "' + "x" * 501 + '"}', "note", "This may be at most 500 characters long."),
        ("[]", "data", "This has to be an object, not a list."),
    ],
)
def test_a_complaint_names_the_field_and_what_would_be_right(data: str, field: str, sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        CommandCodec([Probe]).decode("Probe", data)
    assert (refused.value.field, refused.value.text.text()) == (field, sentence)
    assert refused.value.code == "malformed"
    assert refused.value.remedy is not None
