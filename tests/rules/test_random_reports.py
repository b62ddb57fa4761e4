"""A choice filled in at random: near the numbers at which a ruling turns, and as readily as its rulebook says."""

from __future__ import annotations

import dataclasses
from collections import Counter
from random import Random
from types import MappingProxyType
from typing import Any

import pytest
from msgspec.structs import replace

import rules
from rules.contract import Choice, Command, Decision, Dice, Field, Pick, Roll, RuleSystem, Unfallen, verbatim
from rules.player import preferred
from rules.random_reports import _data, _thrown, complete, weighted, with_table_dice
from rules.record import Table
from rules.stream.dice import FallenDice
from rules.stream.random_values import value
from rules.stream.revision.reports import Undo
from rules.visibility import legal
from tests.rules.test_frame import forces

WORD = verbatim("")
DISTANCE = Field(name="distance", kind="number", label=WORD, least=1, most=9999, required=True)
TIMES = 2000


def drawn(table: Table, field: Field) -> Counter[Any]:
    chance = Random(repr(field)).randrange
    choice = Choice(command="Shoot", label=WORD, side="blue", fields=(field,))
    told = (value(field, chance, lambda one: _data(table.battle, choice, one, chance), {}) for _time in range(TIMES))
    return Counter(map(repr, told))


@pytest.fixture
def table(duel: RuleSystem) -> Table:
    return Table.open(duel.draft(Random(1).randrange))


def test_numbers_are_drawn_near_what_is_named_within_the_bounds(table: Table) -> None:
    found = drawn(table, replace(DISTANCE, near=(1, 120, 240, 20000)))
    for number in ("1", "2", "119", "120", "121", "239", "240", "241", "9999"):
        assert found[number] > TIMES / 50, number
    even = {int(number) for number in found} - {1, 2, 119, 120, 121, 239, 240, 241, 9999}
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
        table.copy().report(shot.side, command, FallenDice(table.fallen))
    return caught.value


def test_dice_with_faces_of_their_own_come_near_it_too() -> None:
    chance = Random(1).randrange
    low, high = (0, 0, 1, 2, 3, 4), (1, 2, 3, 4, 5, 5)
    asked = Unfallen("q", 2, 6, "dice", shows=(low, high), near=(9,))
    found = Counter(sum(map(int, _thrown(asked, chance))) for _ in range(TIMES))
    assert found[9] > TIMES / 3  # one way of 36 by chance
    assert set(found) == set(range(1, 10))


def test_now_and_then_a_table_shows_what_other_dice_have_not() -> None:
    chance = Random(1).randrange
    asked = Unfallen("q", 1, 6, "dice", shows=(("body", "body", "track"),), may=("body", "track", "top"))
    found = Counter(face for _ in range(TIMES) for face in _thrown(asked, chance))
    assert 0 < found["top"] < TIMES / 5 < found["track"]


def throw(count: int, needed: int, chance: Any) -> list[int]:
    thrown = _thrown(Unfallen("q", count, 6, "dice", near=(needed,)), chance)
    return [face for face in thrown if isinstance(face, int)]


# -- dice that Leaguer has rolled --------------------------------------------------------------------------------------

PAIRS = 2  # questions of a shot at the toy of these tests


def firing(table: Table, **told: Any) -> tuple[Choice, Command]:
    """The first shot that is offered; told so."""
    offers = [choice for side in table.mustered.sides for choice in legal(table.battle, side)]
    choice = next(choice for choice in offers if choice.command == "Fire")
    kind = next(kind for kind in table.battle.rules.commands if kind.__name__ == "Fire")
    target = next(field.picks[0].value for field in choice.fields if field.name == "target")
    return choice, kind(**choice.given, target=target, **told)


def taken_back(table: Table, command: Command) -> None:
    """Reported with Leaguer's dice, and undone."""
    table.report(table.battle.rules.reporter(table.battle.play, command), command)
    table.report("", Undo(position=table.battle.last))


def test_dice_that_leaguer_has_rolled_in_part_are_left_to_him(duel: RuleSystem) -> None:
    """Into cover a die fewer is rolled: of the two that are asked for in the open one has fallen."""
    for seed in range(20):
        chance = Random(seed).randrange
        table = Table.open(forces(options={"terrain": "open"}))
        _choice, command = firing(table, cover=True)
        taken_back(table, command)
        choice, command = firing(table)
        filled = with_table_dice(table, choice, command, chance)
        table.report(choice.side, filled)
        (shot,) = table.entries[-1].events[:1]
        assert getattr(shot, "attack").by == "leaguer"  # noqa: B009 - the toy is written as the tests run


@pytest.fixture
def in_pairs(duel: RuleSystem, monkeypatch: pytest.MonkeyPatch) -> RuleSystem:
    """The toy, with shots of two questions that one field answers; into cover the first alone is asked."""

    def decide(state: Any, command: Any, dice: Dice) -> Decision:
        if type(command).__name__ == "Fire":
            told = command.dice or ()
            rolls = [
                dice.roll(f"pair-{pair}", 2, reported=told[2 * pair : 2 * pair + 2] or None, near=(9,))
                for pair in range(1 if command.cover else PAIRS)
            ]
            kind = next(kind for kind in duel.events if kind.__name__ == "ShotResolved")
            names = {"unit": command.unit, "target": command.target, "cover": command.cover}
            yield from (kind(**names, needs=4, attack=roll, hits=0) for roll in rolls)
            return
        yield from duel.decide(state, command, dice)

    def offered(state: Any, side: str) -> list[Choice]:
        return [
            replace(one, fields=tuple(replace(f, most=4) if f.kind == "dice" else f for f in one.fields))
            for one in duel.legal(state, side)
        ]

    paired = dataclasses.replace(duel, decide=decide, legal=offered)
    monkeypatch.setattr(rules, "all_systems", lambda: MappingProxyType({duel.key: paired}))
    return paired


def test_one_field_brings_the_dice_of_several_questions(in_pairs: RuleSystem) -> None:
    chance = Random(1).randrange
    table = Table.open(forces())
    choice, command = firing(table)
    found = [getattr(with_table_dice(table, choice, command, chance), "dice") for _time in range(200)]  # noqa: B009
    whole = [dice for dice in found if len(dice) == 2 * PAIRS]
    left = [dice for dice in found if len(dice) == 2 * (PAIRS - 1)]  # the last ones to Leaguer, now and then
    assert 0 < len(left) < 200 / 4
    assert len(whole) + len(left) == 200
    for pair in range(PAIRS):
        totals = [sum(dice[2 * pair : 2 * pair + 2]) for dice in whole]
        assert totals.count(9) > 200 / 4


def test_what_leaguer_has_rolled_of_a_field_is_told_as_it_fell(in_pairs: RuleSystem) -> None:
    chance = Random(1).randrange
    table = Table.open(forces())
    _choice, command = firing(table, cover=True)
    taken_back(table, command)
    choice, command = firing(table)
    filled = with_table_dice(table, choice, command, chance)
    (known,) = table.fallen.values()
    dice = getattr(filled, "dice")  # noqa: B009
    assert dice[:2] == known.values
    assert len(dice) == 2 * PAIRS
    events = table.report(choice.side, filled)
    assert [getattr(event, "attack").by for event in events[:2]] == ["leaguer", "table"]  # noqa: B009
