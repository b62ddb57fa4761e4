"""Values of many parts as text (`battles.forms.fact_lines`)."""

from __future__ import annotations

import contextlib
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battles.forms import fact_lines

WORDS = st.text(max_size=12) | st.integers(-999, 99_999) | st.booleans() | st.none()
VALUES = st.recursive(
    WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)

NAMED = st.recursive(
    st.text('ab;,= #"[]{}yesno1', max_size=6) | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(("unit", "t64-1", "1")), inner),
    max_leaves=8,
)


@given(VALUES)
def test_what_is_written_is_read_back_equal(value: Any) -> None:
    assert fact_lines.read(fact_lines.write(value)) == value


@given(NAMED)
def test_nothing_that_has_names_is_written_as_json(value: Any) -> None:
    written = fact_lines.write(value)
    assert not re.search(r"(^|= )[\[{](?!}$)", written, re.MULTILINE), written
    assert fact_lines.read(written) == value


@given(st.text(max_size=300))
def test_whatever_is_typed_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(fact_lines.Unreadable):
        fact_lines.read(text)


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("damage = 2", {"damage": 2}),
        ("damage=2; gun_out=yes", {"damage": 2, "gun_out": True}),
        (
            "t64-1.damage = 2\nt64-1.fires = left, rear\nt64-2.damage = 0",
            {"t64-1": {"damage": 2, "fires": ["left", "rear"]}, "t64-2": {"damage": 0}},
        ),
        ("crew = none", {"crew": None}),
        ("cards = Kontact-5,", {"cards": ["Kontact-5"]}),
        ("fires = nothing", {"fires": []}),
        ("card =", {"card": ""}),
        ("#1 = attackers, 1\n#2 = defenders, 3", [["attackers", 1], ["defenders", 3]]),
        ("feats.#2.kind = hit; feats.#1.kind = shot", {"feats": [{"kind": "shot"}, {"kind": "hit"}]}),
        ('{"damage": 2}', {"damage": 2}),
        ("[1, 2]", [1, 2]),
    ],
)
def test_people_write_a_fact_a_line(typed: str, value: Any) -> None:
    assert fact_lines.read(typed) == value


@pytest.mark.parametrize(
    ("typed", "wrong"),
    [
        ("damage = 2\nand more", "and more"),
        ("damage = 2; damage = 3", "damage = 3"),
        ("a = 1; a.b = 2", "a.b = 2"),
        ("a..b = 1", "a..b = 1"),
        ("[1, 2", "[1, 2"),
        ("x = [[[", "[[["),
        ("#1 = a; kind = shot", "kind"),
        (".".join(["a"] * 1000) + " = 1", ".".join(["a"] * 1000) + " = 1"),
    ],
)
def test_what_cannot_be_read_is_named(typed: str, wrong: str) -> None:
    with pytest.raises(fact_lines.Unreadable) as refused:
        fact_lines.read(typed)
    assert str(refused.value) == wrong
