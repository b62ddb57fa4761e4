"""How far hits flew: told by the rulebooks whose reports say it, and only of hits."""

from __future__ import annotations

import pytest

import rules
from rules.course import course
from rules.far import FarHit
from rules.record import Table
from tests.rules.conformance.goldens import recorded
from tests.rules.recordings import loads


def hits_of(key: str) -> list[tuple[FarHit, ...]]:
    """The hits of the first recorded battles of a rulebook."""
    found = []
    for path in recorded(rules.system(key))[-3:]:
        found.append(course(Table(loads(path.read_text(encoding="utf-8"))).history, "").far)
    return found


@pytest.mark.parametrize("key", ["tanks", "fluid_time", "panzer_strike"])
def test_hits_are_told_with_their_distance(key: str) -> None:
    hits = [one for battle in hits_of(key) for one in battle]
    assert hits
    assert all(0 <= one.length < 1000 and one.of != one.against for one in hits)


def test_nothing_is_told_where_nothing_is_measured() -> None:
    assert not any(hits_of("modern_age"))
