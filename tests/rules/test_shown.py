"""Dice that show other things than 1 to n: what they may show, whose they are, and that they stay fair."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

import rules
from rules import visibility
from rules.contract import Refused, Roll, Shown, Unfallen
from rules.player import play
from rules.reports import command_codec
from rules.stream import script
from rules.stream.choices import matches
from rules.stream.dice import FallenDice, SeededDice, check, die, faces_shown, holds, rolled
from rules.stream.dice import given as fell
from rules.stream.dice_replay import ReplayedDice, unanswered
from tests.rules import squares
from tests.rules.recordings import fold

SEED = "5e" * 32
LOW, HIGH = (0, 0, 1, 2, 3, 4), (2, 2, 3, 3, 4, 5)
SYMBOL = ("hull", "hull", "track", "track+x", "turret", "-")
Shows = tuple[tuple[Shown, ...], ...]


@pytest.fixture
def _squares(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "all_systems", lambda: MappingProxyType({"squares": squares.SYSTEM}))


# -- what they show ----------------------------------------------------------------------------------------------------


@given(seed=st.text("0123456789abcdef", min_size=64, max_size=64))
def test_leaguer_s_dice_show_the_faces_the_seed_gives(seed: str) -> None:
    roll = SeededDice(seed).roll("q", 2, shows=(LOW, HIGH))
    assert roll.values == (LOW[die(seed, "q", 1, 6) - 1], HIGH[die(seed, "q", 2, 6) - 1])
    assert (roll.by, roll.shows, roll.numbers) == ("leaguer", (LOW, HIGH), roll.values)
    assert holds(seed, roll)


def test_symbols_are_no_numbers() -> None:
    assert SeededDice(SEED).roll("q", 1, shows=(SYMBOL,)).numbers == ()


def test_each_die_of_the_table_is_checked_by_its_own_faces() -> None:
    shows: Shows = (LOW, HIGH)
    assert check([0, 5], 2, 6, "dice", shows) == (0, 5)
    wrong: list[tuple[list[Shown], str]]
    wrong = [([5, 5], "show 5"), ([0, 0], "show 0"), (["0", 5], "show 0"), ([0], "1 dice")]
    for reported, says in wrong:
        with pytest.raises(Refused) as caught:
            check(reported, 2, 6, "accuracy", shows)
        assert (caught.value.rule, caught.value.field) == ("dice", "accuracy")
        assert says in caught.value.text.text()
        assert caught.value.remedy is not None


def test_dice_at_a_table_may_show_more_than_leaguer_s() -> None:
    for dice in (SeededDice(SEED), FallenDice()):
        assert dice.roll("q", 1, shows=(SYMBOL,), may=("flag",), reported=["flag"]).values == ("flag",)
        with pytest.raises(Refused) as caught:
            dice.roll("q", 1, shows=(SYMBOL,), may=("flag",), reported=["gun"])
        assert caught.value.remedy is not None
        assert caught.value.remedy.text() == "It shows one of: hull, track, track+x, turret, -, flag."
    assert all(SeededDice(SEED).roll(f"q{n}", 1, shows=(SYMBOL,), may=("flag",)).values != ("flag",) for n in range(99))


def test_plain_dice_show_no_words() -> None:
    with pytest.raises(Refused):
        check(["hull"], 1, 6, "dice")


@pytest.mark.parametrize(
    ("shows", "line"),
    [((), ""), ((LOW,), "0, 1, 2, 3, 4"), ((LOW, LOW), "0, 1, 2, 3, 4"), ((LOW, ("x",)), "0, 1, 2, 3, 4 | x")],
)
def test_faces_in_a_line(shows: Shows, line: str) -> None:
    assert faces_shown(shows) == line


# -- that they cannot be shopped for -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "loaded",
    [
        {"values": (4, 5)},
        {"values": (2, 2)},
        {"question": "r"},
        {"shows": (LOW,)},
        {"shows": (HIGH, LOW)},
        {"shows": (LOW[:3], HIGH)},
        {"faces": 10},
        {"by": "table"},
    ],
)
def test_dice_that_did_not_fall_do_not_hold(loaded: dict[str, object]) -> None:
    """Whatever a row that somebody wrote says, it is looked at without a crash."""
    honest = rolled(SEED, "q", 2, 6, (LOW, HIGH))
    assert honest.values not in ((4, 5), (2, 2))
    assert holds(SEED, honest)
    false = replace(honest, **loaded)
    assert not holds(SEED, false)
    assert len(fell(SEED, false).values) == 2


def test_a_dry_run_asks_for_dice_by_what_they_show() -> None:
    with pytest.raises(Unfallen) as caught:
        FallenDice().roll("q", 2, shows=(LOW, HIGH), field="accuracy")
    assert (caught.value.shows, caught.value.count, caught.value.field) == ((LOW, HIGH), 2, "accuracy")
    assert "0, 1, 2, 3, 4 | 2, 3, 4, 5" in unanswered(caught.value).text.text()


def boxes(fallen: Roll) -> Sequence[FallenDice | ReplayedDice]:
    return FallenDice({fallen.question: fallen}), ReplayedDice([], {fallen.question: fallen})


def test_what_has_fallen_is_shown_again_and_answers_no_other_dice() -> None:
    fallen = rolled(SEED, "q", 2, 6, (LOW, HIGH))
    for box in boxes(fallen):
        assert box.roll("q", 2, shows=(LOW, HIGH)) == fallen
        first = box.roll("q", 1, shows=(LOW,))
        assert (first.values, first.shows) == (fallen.values[:1], (LOW,))
        for shows in ((HIGH, LOW), ()):
            with pytest.raises(Unfallen):
                box.roll("q", 2, shows=shows)


def test_other_dice_than_those_that_fell_are_refused() -> None:
    fallen = rolled(SEED, "q", 1, 6, (SYMBOL,))
    other = next(symbol for symbol in SYMBOL if symbol != fallen.values[0])
    box = SeededDice(SEED, {"q": fallen})
    assert box.roll("q", 1, shows=(SYMBOL,), reported=fallen.values) == fallen
    with pytest.raises(Refused, match="rolled for this already"):
        box.roll("q", 1, shows=(SYMBOL,), reported=[other])


def test_reported_dice_answer_another_question_only_if_its_dice_can_show_them() -> None:
    mine = Roll("t1/a", 6, (4, 5), "table", (LOW, HIGH))
    assert ReplayedDice([mine], {}).roll("t2/a", 2, shows=(LOW, HIGH), reported=(4, 5)).values == (4, 5)
    with pytest.raises(Refused, match="cannot show 5"):
        ReplayedDice([mine], {}).roll("t2/a", 2, shows=(LOW, LOW), reported=(4, 5), field="accuracy")


def test_what_is_left_over_keeps_its_own_faces() -> None:
    box = ReplayedDice([Roll("q", 6, (4, 5), "table", (LOW, HIGH))], {})
    box.roll("q", 1, shows=(LOW,))
    assert box.left() == (Roll("q", 6, (5,), "table", (HIGH,)),)


# -- in a battle -------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("_squares")
@pytest.mark.parametrize("seed", range(12))
def test_a_battle_with_such_dice_is_played_and_read_back(seed: int) -> None:
    table = play(squares.SYSTEM, Random(seed).randrange, 60)
    codec = command_codec(squares.SYSTEM)
    told = [(entry.side, entry.command) for entry in table.entries[1:]]
    assert [(line.side, line.command) for line in script.parse(script.write(told), codec)] == told
    assert fold(table.entries) == table.battle
    rolls = [roll for row in table.rows if isinstance(row.event, squares.Shot) for roll in (row.event.accuracy,)]
    assert all(holds(table.mustered.seed, roll) for roll in rolls if roll.by == "leaguer")
    assert {type(entry.command).__name__ for entry in table.entries} >= {"Drive", "Shoot"}


@pytest.mark.usefixtures("_squares")
def test_the_random_player_drives_a_step_and_throws_what_dice_show() -> None:
    told: set[tuple[str, ...]] = set()
    thrown: set[Shown] = set()
    for seed in range(30):
        for entry in play(squares.SYSTEM, Random(seed).randrange, 40).entries:
            match entry.command:
                case squares.Drive(steps=steps):
                    told.add(steps)
                case squares.Shoot(hit=hit) if hit is not None:
                    thrown.update(hit)
    assert told == {("F",), ("R+",), ("R-",)}
    assert thrown == {*SYMBOL, "flag", 7}  # the last two are what dice of a table alone may show


@pytest.mark.usefixtures("_squares")
def test_a_script_tells_numbers_from_words_in_one_list() -> None:
    codec = command_codec(squares.SYSTEM)
    for hit in ((7,), ("7",), ("track+x",), ("-",), ("-1",)):
        command = squares.Shoot(unit="a1", target="b1", accuracy=(0, 5), hit=hit)
        (line,) = script.parse(script.write([("north", command)]), codec)
        assert line.command == command
    (line,) = script.parse("shoot a1 b1 accuracy=0,5 hit=track+x", codec)
    assert line.command == squares.Shoot(unit="a1", target="b1", accuracy=(0, 5), hit=("track+x",))


@pytest.mark.usefixtures("_squares")
def test_what_may_be_reported_matches_what_was() -> None:
    table = play(squares.SYSTEM, Random(3).randrange, 0)
    side = next(iter(table.mustered.sides))
    choices = visibility.legal(table.battle, side)
    unit = f"{side}-1"
    for told, fits in (
        (squares.Drive(unit=unit, steps=("R+", "F", "F")), True),
        (squares.Shoot(unit=unit, target="south-1", accuracy=(0, 5), hit=(7,)), True),
        (squares.Shoot(unit=unit, target="south-1", accuracy=(0, 9)), False),
        (squares.Shoot(unit=unit, target="south-1", hit=("gun",)), False),
    ):
        assert any(matches(choice, told) for choice in choices) is fits, told
