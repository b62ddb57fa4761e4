"""A curious player that aims at what is rare comes to it again, and counts no battle twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

from rules import all_systems
from rules.record import RecordedReport, Table
from tests.rules.curious import EARLY, Curiosity
from tests.rules.rulings import _met
from tests.rules.stories import Story

TANKS = all_systems()["tanks"]
RARE = "A7 exactly half range"


def rare_alone(before: Any, after: Table, report: RecordedReport) -> Iterator[str]:
    return (name for name in _met("tanks", before, after, report) if name == RARE)  # type: ignore[arg-type]


def met_in(aims: int, number: int) -> int:
    player = Curiosity(rare_alone, [RARE], 100, aims)
    for seed in range(number):
        player.play(TANKS, seed)
    return player.battles[RARE]


def test_a_battle_that_goes_as_one_before_is_not_counted_again() -> None:
    player = Curiosity(partial(_met, "tanks"), [], 0, 1000)  # nothing is wanted, so a seed gives the same battle again
    first, again, other = (player.play(TANKS, seed) for seed in (7, 7, 8))
    assert first
    assert not again
    assert player.battles == Counter(first.keys()) + Counter(other.keys())


def test_battles_that_aim_come_to_what_is_rare_more_often() -> None:
    assert met_in(0, 6) < 3 < met_in(6, 6)


def test_battles_that_aim_are_the_same_ones_again() -> None:
    assert met_in(5, 5) == met_in(5, 5)


def test_what_is_met_often_enough_to_come_to_it_by_and_by_is_not_looked_for() -> None:
    player = Curiosity(partial(_met, "tanks"), ["often", "now and then", "never"], 20, 1000)
    player.number = 300
    player.battles.update({"often": 11, "now and then": 9})
    assert 20 * (0.3 + EARLY) == 10
    assert {*player.wanted({})} == {"now and then", "never"}
    assert {*player.wanted({"never": 1})} == {"now and then"}
    player.number = 900
    assert {*player.wanted({})} == {"often", "now and then", "never"}


def test_what_was_never_met_is_looked_for_where_something_called_alike_was_met() -> None:
    player = Curiosity(partial(_met, "tanks"), [], 20, 10)
    story = Story(TANKS.draft(Random(1).randrange), [], 1)
    for name, led in (("R5 drawing: none is turned up", "Leave"), ("R5 drawn", "Observe"), ("A9 conceded", "Unhook")):
        player.stories[name], player.led[name] = [story], frozenset({led})
    assert player.aim("A9 conceded").led == {"Unhook"}
    assert player.aim("R5 drawing: an answer is turned up").led == {"Leave"}
    assert not player.aim("R5 drew: an answer is turned up").led
