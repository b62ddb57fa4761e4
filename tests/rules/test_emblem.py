"""A rulebook is told from the others by its sign."""

from __future__ import annotations

from rules import all_systems


def test_no_two_rulebooks_look_alike() -> None:
    ours = [one.emblem for one in all_systems().values() if one.emblem.path]
    assert len({*ours}) == len(ours)
