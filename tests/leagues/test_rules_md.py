"""leagues/RULES.md says what is so: every term with its default, every honour and metric, in the order of the code."""

from __future__ import annotations

import re
from pathlib import Path

import leagues
from leagues.league.honours import HOUSE
from leagues.league.metrics import METRICS
from leagues.league.terms import TERMS

ROOT = Path(leagues.__path__[0])
TEXT = (ROOT / "RULES.md").read_text(encoding="utf-8")


def section(title: str) -> str:
    return TEXT.partition(f"## {title}\n")[2].partition("\n## ")[0]


def test_every_term_stands_there_with_its_default() -> None:
    said = re.findall(r"^\| `(\w+)` \| ([^|]+) \|", section("Terms"), re.M)
    assert said == [(one.name, str(one.default).lower()) for one in TERMS]
    for term in TERMS:
        for choice in term.choices:
            assert f"`{choice}`" in section("Terms"), (term.name, choice)


def test_every_honour_of_the_house_stands_there_with_what_it_takes() -> None:
    rows = re.findall(r"^\| `([\w-]+)` \| `([\w-]+)` \| (.+) \|$", section("Honours"), re.M)
    assert [(key, metric) for key, metric, _who in rows] == [(one.key, one.metric) for one in HOUSE.values()]
    for key, _metric, who in rows:
        one = HOUSE[key]
        says = "everyone with" if one.everyone else "least" if one.least else "most"
        assert who.startswith(says), key
        assert one.least or one.at_least == 1 or str(one.at_least) in who, key


def test_every_metric_is_named() -> None:
    assert set(METRICS) == {one for one in re.findall(r"`([\w-]+)`", section("Honours")) if one in METRICS}


def test_every_file_it_names_is_there() -> None:
    for name in re.findall(r"`([\w/]+(?:\.py|/))`", TEXT):
        assert (ROOT / name).exists() or (ROOT.parent / name).exists(), name
