"""A choice filled in at random: near the numbers at which a ruling turns, and as readily as its rulebook says."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from rules.contract import Choice, Command, Field, Pick, Roll, RuleSystem, Unfallen, verbatim
from rules.player import preferred
from rules.random_reports import _filled, _thrown, _try_out, complete, weighted, with_table_dice
from rules.record import Table
from rules.visibility import legal

WORD = verbatim("")
DISTANCE = Field(name="distance", kind="number", label=WORD, least=1, most=9999, required=True)
TIMES = 2000


def drawn(table: Table, field: Field) -> Counter[Any]:
    chance = Random(repr(field)).randrange
    choice = Choice(command="Shoot", label=WORD, side="blue", fields=(field,))
    return Counter(repr(_filled(table.battle, choice, field, chance)) for _time in range(TIMES))


@pytest.fixture
def table(duel: RuleSystem) -> Table:
    return Table.open(duel.draft(Random(1).randrange))


def test_numbers_are_drawn_near_what_is_named_and_the_bounds(table: Table) -> None:
    found = drawn(table, replace(DISTANCE, near=(120, 240, 20000)))
    for number in ("1", "2", "119", "120", "121", "239", "240", "241", "9998", "9999"):
        assert found[number] > TIMES / 50, number
    even = {int(number) for number in found} - {1, 2, 119, 120, 121, 239, 240, 241, 9998, 9999}
    assert len(even) > TIMES / 8
    assert all(1 <= number <= 9999 for number in even)


def test_numbers_are_drawn_evenly_where_nothing_is_named(table: Table) -> None:
    assert drawn(table, DISTANCE).most_common(1)[0][1] < 8


def test_picks_and_flags_are_drawn_as_readily_as_they_say(table: Table) -> None:
    picks = (Pick("often", WORD), Pick("seldom", WORD, readily=100), Pick("never", WORD, readily=0))
    found = drawn(table, Field(name="sight", kind="pick", label=WORD, picks=picks))
    assert 0 < found["'seldom'"] < TIMES / 5
    assert not found["'never'"]
    found = drawn(table, Field(name="observer", kind="flag", label=WORD, readily=900))
    assert 0 < found["False"] < TIMES / 5


def test_a_kind_of_report_is_taken_as_readily_as_its_choices_say() -> None:
    chance = Random(1).randrange
    offers = [
        Choice(command="Shoot", label=WORD, side="blue", readily=10),
        Choice(command="Shoot", label=WORD, side="red", readily=1000),
        Choice(command="Rest", label=WORD, side="blue", readily=100),
    ]
    found = Counter((choice.command, choice.side) for choice in (preferred(offers, chance) for _ in range(TIMES)))
    assert found["Shoot", "red"] > TIMES * 0.8
    assert 0 < found["Shoot", "blue"] < TIMES / 40
    assert 0 < found["Rest", "blue"] < TIMES / 5


def test_what_weighs_nothing_is_drawn_where_nothing_else_is_there() -> None:
    chance = Random(1).randrange
    assert {weighted([("a", 0), ("b", 1)], chance) for _ in range(50)} == {"b"}
    assert {weighted([("a", 0), ("b", 0)], chance) for _ in range(50)} == {"a", "b"}


@pytest.mark.parametrize("count", [1, 2, 4])
def test_dice_come_to_totals_near_what_they_are_read_against(count: int) -> None:
    chance = Random(1).randrange
    found = Counter(sum(thrown) for thrown in (throw(count, 5 * count, chance) for _ in range(TIMES)))
    assert found[5 * count] > TIMES / 3
    assert found[5 * count - 1] > TIMES / 7 < found[5 * count + 1]
    assert set(found) >= {count + 1, 3 * count}


def test_dice_stay_dice_whatever_they_are_read_against() -> None:
    chance = Random(1).randrange
    for needed in (-3, 0, 2, 12, 13, 99):
        for _ in range(100):
            assert all(1 <= face <= 6 for face in throw(2, needed, chance))


def test_dice_of_which_some_have_fallen_are_left_to_leaguer(table: Table) -> None:
    chance = Random(1).randrange
    shots = [choice for choice in legal(table.battle, "blue") if any(one.kind == "dice" for one in choice.fields)]
    for shot in shots:
        command = complete(table, shot, chance)
        die = asked(table, shot, command)
        assert with_table_dice(table, shot, command, chance) != command
        other = table.copy()
        other._fallen[die.question] = Roll(die.question, 20, (7,), "leaguer")  # a die of another kind than is asked for
        assert with_table_dice(other, shot, command, chance) == command
    assert shots


def asked(table: Table, shot: Choice, command: Command) -> Unfallen:
    with pytest.raises(Unfallen) as caught:
        _try_out(table, shot.side, command)
    return caught.value


def throw(count: int, needed: int, chance: Any) -> list[int]:
    thrown = _thrown(Unfallen("q", count, 6, "dice", near=(needed,)), chance)
    return [face for face in thrown if isinstance(face, int)]
