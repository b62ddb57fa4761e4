"""campaigns/RULES.md says what is so: every term with its default, every tie-breaker, in the order of the code."""

from __future__ import annotations

import re
from pathlib import Path

import campaigns
from campaigns.ruling.pairings import METHODS
from campaigns.standings import BREAKERS
from campaigns.standings.breakers import HOUSE
from campaigns.terms import MAP, TERMS

TEXT = Path(campaigns.__path__[0], "RULES.md").read_text(encoding="utf-8")
ROOT = Path(campaigns.__path__[0])


def test_every_term_stands_there_with_its_default() -> None:
    said = re.findall(r"^\| `(\w+)` \| ([^|]+) \|", TEXT, re.M)
    assert said == [(one.name, str(one.default).lower() or "blank") for one in (*TERMS, *MAP)]


def test_every_choice_of_a_term_is_told() -> None:
    rows = {name: row for row in TEXT.splitlines() for name in re.findall(r"^\| `(\w+)`", row)}
    for term in (*TERMS, *MAP):
        for choice in term.choices:
            assert f"`{choice}`" in rows[term.name], (term.name, choice)


def test_every_tie_breaker_is_named_and_the_houses_in_order() -> None:
    (told,) = re.findall(r"left together: ((?:`\w+`,?\s*)+)", TEXT)
    assert re.findall(r"`(\w+)`", told) == list(BREAKERS)
    assert f"The house's are {', '.join(HOUSE)}." in TEXT


def test_the_methods_of_pairing_are_named() -> None:
    for method in METHODS.values():
        assert method.label in TEXT


def test_every_file_it_names_is_there() -> None:
    for name in re.findall(r"`([\w/]+(?:\.py|/))`", TEXT):
        assert (ROOT / name).exists() or (ROOT.parent / name).exists(), name
