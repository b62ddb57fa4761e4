"""Luck: chances by the faces of dice, and tallies of what fell."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from rules.contract import Roll
from rules.luck import HITS, Throw, die_each, likelihood, numbers, successes, summed, tallies, throw


def test_chances_are_those_of_all_the_faces_together() -> None:
    """By counting every way that three different dice can fall."""
    faces: tuple[tuple[int, ...], ...] = ((-1, 0, 0, 1), (1, 2, 3, 4, 5, 6), (0, 0, 2))
    roll = Roll("r1/x", 6, (1, 6, 2), "table", faces)
    (one,) = throw(HITS, "alpha", roll, numbers, lambda total: max(0, total))
    ways = [max(0, sum(way)) for way in product(*faces)]
    assert one.got == 9
    assert dict(one.chances) == pytest.approx({n: float(Fraction(ways.count(n), len(ways))) for n in {*ways}})
    assert likelihood([one]) == pytest.approx(ways.count(9) / len(ways))


def test_a_tally_adds_up_what_fell_and_counts_no_harm_to_friends() -> None:
    def shot(values: tuple[int, ...], against: str, by: Any = "table") -> Throw:
        (one,) = successes(HITS, "alpha", Roll("q", 6, values, by), lambda die: die >= 5, against)
        return one

    throws = [shot((5, 6, 1), "tiger"), shot((2,), "tiger", "leaguer"), shot((6, 6), "bravo")]
    sides = {"alpha": "red", "bravo": "red", "tiger": "blue"}
    (tally,) = tallies(throws, sides, ["blue", "red"])
    assert (tally.side, tally.dice, tally.table, tally.got) == ("red", 4, 3, 2)
    assert tally.expected == pytest.approx(4 / 3)
    assert tally.at_least == pytest.approx(1 - (2 / 3) ** 4 - 4 * (1 / 3) * (2 / 3) ** 3)
    assert tally.lucky
    assert tally.once_in == 1
    luckier = tallies([shot((6, 6, 6, 6), "tiger")], sides, ["red"])[0]
    assert luckier.once_in == 81
    unluckier = tallies([shot((1,) * 12, "tiger")], sides, ["red"])[0]
    assert not unluckier.lucky
    assert unluckier.once_in == round((3 / 2) ** 12)
    assert tallies([shot((6, 1, 1), "tiger")], sides, ["red"])[0].once_in == 1


def test_each_side_has_its_die_where_two_are_compared() -> None:
    one, other = die_each(["blue", "red"], Roll("first/1", 6, (2, 5), "leaguer"))
    assert [(one.of, one.got), (other.of, other.got)] == [("blue", 2), ("red", 5)]
    assert dict(summed([one.chances, other.chances]))[7] == pytest.approx(1 / 6)
