"""What a key and a name may be, whatever report they come in."""

from __future__ import annotations

import msgspec
import pytest

from rules.bounds import Key, Name

ZERO_WIDTH, TURNED, LINE = "\u200b", "\u202e", "\u2028"


@pytest.mark.parametrize("key", ["a", "t-64", "4th", "0_a", "x" * 40])
def test_a_key(key: str) -> None:
    assert msgspec.convert(key, Key) == key


@pytest.mark.parametrize("key", ["", "4", "2-1", "-a", "A", "a b", "a\n", "\na", "é", "١a", "x" * 41])
def test_no_key(key: str) -> None:
    """A figure least of all: a sentence that calls units by name would put one for the faces of dice."""
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(key, Key)


@pytest.mark.parametrize("name", ["4", "<script>", "%(unit)s {}", "שלום", "العربية", "👩\u200d👩\u200d👧", "é" * 80])
def test_a_name(name: str) -> None:
    assert msgspec.convert(name, Name) == name


@pytest.mark.parametrize(
    "name", ["", " ", "\u00a0", ZERO_WIDTH, "\u200f\ufe0f", "a\n", "a\nb", "\x7fa", "a\x85", "x" * 81]
)
def test_a_name_shows_something_and_stays_on_its_line(name: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(name, Name)


@pytest.mark.parametrize("name", [f"Tagil{TURNED}", f"a{LINE}b", "\u2066a"])
def test_a_name_does_not_turn_the_text_around_it(name: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(name, Name)
