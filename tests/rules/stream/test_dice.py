"""Dice that cannot be shopped for."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.contract import Dice, Event, Refused, Roll, Unfallen
from rules.stream.dice import FallenDice, SeededDice, check, commitment, derived_seed, die, fallen, holds, rolls_of
from rules.stream.dice import given as disclosed
from rules.stream.dice_replay import ReplayedDice

SEED = "00112233445566778899aabbccddeeff" * 2
seeds = st.from_regex(r"\A[0-9a-f]{64}\Z")


def test_dice_are_the_same_for_ever() -> None:
    """Worked out once with openssl; a battle of any age is checked against them."""
    assert commitment(SEED) == "4773d12e2371bb935b9a0f5439b4a1c3ad3f2414b86980f8418d1cfabdfadfef"
    assert derived_seed(SEED, "battle/1") == "6d46fff88bdf72a1cf55b763c03f8f556153b730ffe3bba0dbeb7c3ceae625f8"
    assert [die(SEED, "t1/fire/alpha", n, 6) for n in range(1, 11)] == [2, 1, 6, 1, 5, 6, 6, 1, 5, 3]


def test_anyone_can_check_a_die() -> None:
    """With the standard library alone, from what the documentation says."""
    word = hmac.new(bytes.fromhex(SEED), b"t2/shooting/alpha/attack/3", hashlib.sha256).digest()
    assert die(SEED, "t2/shooting/alpha/attack", 3, 6) == int.from_bytes(word[:8], "big") % 6 + 1
    assert commitment(SEED) == hashlib.sha256(bytes.fromhex(SEED)).hexdigest()


def test_a_word_beyond_the_last_whole_round_of_faces_is_drawn_again() -> None:
    """Else the low faces would fall more often. With so many faces every second word is out."""
    faces = 2**63 + 1
    again = 0
    for ordinal in range(1, 200):
        words = [f"q/{ordinal}", *(f"q/{ordinal}/again-{n}" for n in range(1, 50))]
        values = [
            int.from_bytes(hmac.new(bytes.fromhex(SEED), word.encode(), hashlib.sha256).digest()[:8], "big")
            for word in words
        ]
        first = next(n for n, value in enumerate(values) if value < faces)
        again += first > 0
        assert die(SEED, "q", ordinal, faces) == values[first] + 1
    assert 70 < again < 130


@pytest.mark.parametrize("faces", [2, 6, 10, 20, 52])
def test_every_face_falls_as_often(faces: int) -> None:
    """Chi-squared, far beyond any quantile chance would reach: these dice are fixed, the test cannot flicker."""
    count = 400 * faces
    fell = Counter(die(SEED, f"t{n % 7}/fire/unit-{n}", n % 3 + 1, faces) for n in range(count))
    assert set(fell) == set(range(1, faces + 1))
    chi = sum((fell[face] - 400) ** 2 / 400 for face in fell)
    assert chi < faces - 1 + 4 * (2 * (faces - 1)) ** 0.5


@pytest.mark.parametrize(("one", "other"), [("t1/fire/a", "t1/fire/b"), ("t1/fire/a", "t2/fire/a"), ("x", "x/1")])
def test_questions_know_nothing_of_one_another(one: str, other: str) -> None:
    same = sum(die(SEED, one, n, 6) == die(SEED, other, n, 6) for n in range(1, 3001))
    assert 400 < same < 600


@given(seed=seeds, faces=st.integers(1, 100), count=st.integers(0, 20))
def test_a_die_is_a_face_and_hangs_on_its_own_question_alone(seed: str, faces: int, count: int) -> None:
    roll = SeededDice(seed).roll("q", count, faces=faces)
    assert roll == Roll("q", faces, tuple(die(seed, "q", n + 1, faces) for n in range(count)), "leaguer")
    assert all(1 <= face <= faces for face in roll.numbers)
    assert SeededDice(seed).roll("q", count + 3, faces=faces).values[:count] == roll.values


def test_table_dice_are_taken_as_reported() -> None:
    for dice in (SeededDice(SEED), FallenDice()):
        assert dice.roll("q", 2, faces=6, reported=[6, 1]) == Roll("q", 6, (6, 1), "table")


@pytest.mark.parametrize("dice", [SeededDice(SEED), FallenDice()])
@pytest.mark.parametrize(
    ("reported", "says"),
    [
        ([1], "1 dice were reported where 2"),
        ([1, 2, 3], "3 dice"),
        ([], "0 dice"),
        ([1, 7], "cannot show 7"),
        ([0, 1], "show 0"),
    ],
)
def test_wrong_table_dice_are_refused(dice: SeededDice | FallenDice, reported: Sequence[int], says: str) -> None:
    with pytest.raises(Refused) as caught:
        dice.roll("q", 2, faces=6, reported=reported, field="attack")
    assert (caught.value.rule, caught.value.field) == ("dice", "attack")
    assert says in caught.value.text.text()
    assert caught.value.remedy is not None


def test_check_gives_the_faces() -> None:
    assert check([3, 4], 2, 6, "dice") == (3, 4)


def test_a_dry_run_never_shows_a_die_that_has_not_fallen() -> None:
    with pytest.raises(Unfallen) as caught:
        FallenDice().roll("t1/fire/a", 3, faces=10, field="attack")
    asked = caught.value
    assert (asked.question, asked.count, asked.faces, asked.field) == ("t1/fire/a", 3, 10, "attack")


def test_a_dry_run_shows_what_has_fallen_again() -> None:
    fallen = {"q": Roll("q", 6, (2, 5), "leaguer")}
    assert FallenDice(fallen).roll("q", 2) == Roll("q", 6, (2, 5), "leaguer")
    assert FallenDice(fallen).roll("q", 1).values == (2,)
    with pytest.raises(Unfallen):
        FallenDice(fallen).roll("q", 3)
    with pytest.raises(Unfallen):
        FallenDice(fallen).roll("other", 1)


def test_no_dice_have_always_fallen() -> None:
    assert FallenDice().roll("q", 0).values == ()


class Shot(Event, frozen=True, kw_only=True):
    attack: Roll
    more: tuple[Roll | int, ...] = ()
    name: str = ""


def test_the_rolls_of_an_event_are_found() -> None:
    rolls = [Roll(f"q{n}", 6, (n,), "table") for n in range(1, 4)]
    assert list(rolls_of(Shot(attack=rolls[0], more=(rolls[1], 5, rolls[2]), name="x"))) == rolls


# -- dice once told, asked for again -----------------------------------------------------------------------------------


def told(*rolls: Roll, fell: Sequence[Roll] = (), otherwise: Dice | None = None) -> ReplayedDice:
    return ReplayedDice(rolls, {roll.question: roll for roll in fell}, otherwise)


def table(question: str, *values: int) -> Roll:
    return Roll(question, 6, values, "table")


def leaguer(question: str, *values: int) -> Roll:
    return Roll(question, 6, values, "leaguer")


def test_a_report_s_own_dice_come_first() -> None:
    dice = told(table("q", 5, 2), fell=[leaguer("q", 1, 1)])
    assert dice.roll("q", 2, reported=[5, 2]) == table("q", 5, 2)
    assert dice.left() == ()


def test_what_leaguer_has_rolled_for_a_question_is_found() -> None:
    assert told(fell=[leaguer("q", 4, 4)]).roll("q", 1) == leaguer("q", 4)


def test_reported_dice_answer_the_same_question_a_turn_later() -> None:
    dice = told(table("t1/a", 5, 2))
    assert dice.roll("t2/a", 2, reported=[5, 2]) == table("t2/a", 5, 2)
    assert dice.left() == ()


def test_reported_dice_answer_no_question_that_leaguer_has_answered() -> None:
    dice = told(table("t1/a", 5), fell=[leaguer("t2/a", 1)])
    assert dice.roll("t2/a", 1, reported=[5]) == leaguer("t2/a", 1)
    assert dice.left() == (table("t1/a", 5),)


def test_dice_nobody_asks_for_are_left_over() -> None:
    dice = told(table("q", 5, 2, 6), table("r", 1))
    assert dice.roll("q", 2) == table("q", 5, 2)
    assert dice.left() == (table("q", 6), table("r", 1))


def test_what_nobody_has_rolled_is_asked_for() -> None:
    with pytest.raises(Unfallen) as caught:
        told(table("q", 5)).roll("other", 1, field="defence")
    assert (caught.value.question, caught.value.count, caught.value.field) == ("other", 1, "defence")


@pytest.mark.parametrize("asked", [(2, 6), (1, 10)])
def test_what_the_table_has_rolled_otherwise_is_for_the_table_to_say(asked: tuple[int, int]) -> None:
    """It is not asked of Leaguer: he adds no die to those of the table."""
    with pytest.raises(Refused) as caught:
        told(table("q", 5)).roll("q", asked[0], faces=asked[1], field="defence")
    assert caught.value.field == "defence"


def test_leaguer_rolls_what_is_missing_where_that_is_settled() -> None:
    seeded = SeededDice(SEED)
    first = seeded.roll("q", 1)
    assert told(first, otherwise=seeded).roll("q", 3) == seeded.roll("q", 3)
    with pytest.raises(Refused) as caught:  # one hand rolls for one question
        told(table("q", 5), otherwise=seeded).roll("q", 3, field="attack")
    assert caught.value.field == "attack"


def test_no_dice_are_always_there() -> None:
    assert told().roll("q", 0).values == ()
    assert told(table("q", 5)).roll("q", 0).values == ()


def test_a_die_that_fell_stays_fallen() -> None:
    rolls = [leaguer("q", 2), leaguer("q", 2, 5), table("r", 1), leaguer("s")]
    assert fallen(Shot(attack=roll) for roll in rolls) == {"q": leaguer("q", 2, 5), "s": leaguer("s")}
    dice = SeededDice(SEED, {"q": leaguer("q", 2, 5)})
    for box in (dice, FallenDice(dice.fallen)):
        assert box.roll("q", 2, reported=[2, 5]) == leaguer("q", 2, 5)
        for others in ([2, 6], [2, 5, 1]):
            with pytest.raises(Refused) as caught:
                box.roll("q", len(others), reported=others, field="attack")
            assert caught.value.field == "attack"
            assert caught.value.remedy is not None


HIT = ("hit", "miss")


def fell(seed: str) -> list[int]:
    return [die(seed, "q", one, 2) for one in (1, 2, 3)]


@pytest.mark.parametrize(
    ("shows", "values"),
    [
        ((), (2, 1, 2)),  # the first faces of two-sided dice for this question
        ((HIT, HIT, HIT), ("miss", "hit", "miss")),
        ((HIT, HIT), (2, 1, 2)),  # of fewer dice than fell: numbers
        ((HIT, HIT, ("hit",)), (2, 1, 2)),  # and where a die would have too few faces
    ],
)
def test_what_dice_show_is_found_again_from_the_seed(
    shows: tuple[tuple[str, ...], ...], values: tuple[object, ...]
) -> None:
    """By whoever was told the seed, and with no other."""
    seed, other = (
        next(f"{n:064x}" for n in range(99) if fell(f"{n:064x}") == wanted) for wanted in ([2, 1, 2], [1, 1, 1])
    )
    roll = Roll("q", 2, values, "leaguer", shows)  # type: ignore[arg-type]
    whole = len(shows) in (0, 3) and len(values) == len(shows or values) and all(len(one) == 2 for one in shows)
    assert disclosed(seed, roll) == (roll if whole else Roll("q", 2, values, "leaguer"))  # type: ignore[arg-type]
    assert holds(seed, roll) == whole
    assert not holds(other, roll)


def test_no_dice_are_an_answer_to_a_question_that_asks_for_none() -> None:
    assert FallenDice({}).roll("q", 0) == Roll("q", 6, (), "leaguer")
    with pytest.raises(Unfallen) as asked:
        FallenDice({}).roll("q", 2, near=(3,), may=("-",))
    assert (asked.value.field, asked.value.near, asked.value.may) == ("dice", (3,), ("-",))
