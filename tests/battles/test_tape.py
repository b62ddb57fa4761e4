"""Lengths in the words of every language, on the tape that a club measures with."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.conf import settings
from django.core.signals import request_started
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from battles.forms.form_data import READERS
from battles.sentences import words
from battles.tape import measure_with, pad, tape
from rules.contract import Field, say
from rules.lengths import TAPES, Measure, told

LANGUAGES = [code for code, _name in settings.LANGUAGES]


@pytest.fixture(autouse=True)
def _put_down() -> Iterator[None]:
    yield
    measure_with("")


@given(
    st.sampled_from(LANGUAGES),
    st.sampled_from(["", *TAPES]),
    st.sampled_from(["cm", "in"]),
    st.integers(0, 9999),
)
def test_what_is_read_in_a_language_is_typed_into_a_form_as_it_stands(
    language: str, key: str, measure: Measure, length: int
) -> None:
    measure_with(key)
    with override(language):
        shown = words(told(length, measure))
        assert READERS[f"length-{measure}"]("range", [shown]) == length


def test_a_sentence_tells_its_lengths_on_the_tape_by_the_readers_decimal_mark() -> None:
    sentence = say("%(gun)s: %(range)s", gun="88", range=told(120, "in"))
    assert words(sentence) == "88: 12 in"
    measure_with("cm-2.54")
    with override("de"):
        assert words(sentence) == "88: 30,5 cm"
    measure_with("cm-2.5")
    assert words(sentence) == "88: 30 cm"


def test_a_pad_has_the_tapes_unit_and_the_battles_bounds() -> None:
    field = Field(name="range", kind="number", label=say("Range"), least=5, most=120, measure="in")
    assert pad(field) == ("in", 5, 120)
    measure_with("cm-2.5")
    assert pad(field) == ("cm", 13, 300)
    measure_with("in-2.5")
    assert pad(field) == ("in", 5, 120)


def test_the_next_request_begins_without_a_tape() -> None:
    measure_with("cm-2.5")
    assert tape() is not None
    request_started.send(sender=None)
    assert tape() is None
    measure_with("a cubit")
    assert tape() is None
