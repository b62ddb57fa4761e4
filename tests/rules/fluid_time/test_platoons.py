"""Who is in which platoon (A3): as people say it, and dealt evenly where they say nothing."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from rules.contract import Unit
from rules.systems.fluid_time.decklist import Deck
from rules.systems.fluid_time.platoons import FORCE, divide, names, write
from tests.rules.fluid_time.table import T34, TIGER

DECK = Deck(("turn_over",), (("germans", "a"), ("germans", "b"), ("soviets", "c"), ("germans", "d")))


def units(germans: int, soviets: int = 1) -> list[Unit]:
    """Called g1, g2, ... and s1, s2, ..."""
    return [
        *(Unit(id=f"g{n}", side="germans", model=TIGER) for n in range(1, germans + 1)),
        *(Unit(id=f"s{n}", side="soviets", model=T34) for n in range(1, soviets + 1)),
    ]


def dealt(text: str, germans: int, deck: Deck = DECK) -> str:
    """The platoon of each German, in the order of the muster; the text has no fault."""
    division, faults = divide(text, deck, units(germans))
    assert not faults
    return " ".join(platoon for side, platoon in division.values() if side == "germans")


def wrong(text: str, germans: int = 4, soviets: int = 1) -> list[tuple[int, str]]:
    return [(fault.line, fault.text.text()) for fault in divide(text, DECK, units(germans, soviets))[1]]


# -- dealt -------------------------------------------------------------------------------------------------------------


def test_vehicles_are_dealt_in_runs_as_even_as_can_be() -> None:
    assert dealt("", 6) == "a a b b d d"
    assert dealt("", 7) == "a a a b b d d"
    assert dealt("", 8) == "a a a b b b d d"
    assert dealt("", 2) == "a b"


def test_those_that_are_named_stay_where_they_were_named() -> None:
    assert dealt("germans/b: g1 g4", 5) == "b a a b d"
    assert dealt("germans/b: g1 g4\ngermans/d: g2", 5) == "b d a b a"


def test_a_platoon_with_a_line_has_nobody_else() -> None:
    assert dealt("germans/a:", 4) == "b b d d"


def test_a_side_whose_deck_has_no_platoon_is_one() -> None:
    bare = Deck(("turn_over",), (("soviets", "c"),))
    assert dealt("", 3, bare) == f"{FORCE} {FORCE} {FORCE}"
    assert dealt(f"germans/{FORCE}: g2 g1 g3", 3, bare) == f"{FORCE} {FORCE} {FORCE}"


def test_a_line_may_be_written_as_people_write() -> None:
    said = "# of the Germans\n\n Germans/B : G1,g2 ,g3  # these\ngermans/b: g4"
    assert dealt(said, 4) == "b b b b"


def test_a_division_is_spelled_out_a_line_for_each_platoon_that_has_vehicles() -> None:
    division, _faults = divide("germans/b: g3", DECK, units(3, 2))
    assert write(division) == "germans/a: g1\ngermans/d: g2\ngermans/b: g3\nsoviets/c: s1 s2\n"


# -- what is wrong -----------------------------------------------------------------------------------------------------


def test_every_fault_is_named_with_its_line() -> None:
    said = "\n".join(
        (
            "germans/a: g1 g9 s1",
            "germans g2",
            "germans/x: g2",
            "italians/a: g2",
            "germans/c: g2",
            "germans/b: g1 g2 g2",
        )
    )
    assert wrong(said) == [
        (2, "“germans g2” names no platoon."),
        (3, "The deck has no platoon “germans/x”."),
        (4, "The deck has no platoon “italians/a”."),
        (5, "The deck has no platoon “germans/c”."),
        (1, "There is no vehicle “g9”."),
        (1, "s1 is not of germans."),
        (6, "g1 is in a already."),
        (6, "g2 is in b already."),
    ]
    assert all(fault.remedy.text() for fault in divide(said, DECK, units(4))[1])


def test_who_is_left_out_where_every_platoon_has_a_line_is_named() -> None:
    lines = "germans/a: g1\ngermans/b: g2\ngermans/d:"
    assert wrong(lines) == [(0, "Every platoon of germans has a line; in none: g3, g4.")]
    assert not wrong(lines, germans=2)


# -- laws --------------------------------------------------------------------------------------------------------------

TEXTS = st.text("abcdgs123:/ ,#\n", max_size=200) | st.lists(
    st.sampled_from(["germans/a:", "germans/b:", "soviets/c:", " g1", " g2", " s1", " s2", "\n"]), max_size=40
).map("".join)


@given(TEXTS, st.integers(1, 9), st.integers(1, 9))
def test_whatever_is_said_every_vehicle_is_in_one_platoon_of_its_side(text: str, germans: int, soviets: int) -> None:
    mustered = units(germans, soviets)
    division, _faults = divide(text, DECK, mustered)
    assert list(division) == [unit.id for unit in mustered]
    for unit in mustered:
        side, platoon = division[unit.id]
        assert side == unit.side
        assert platoon in names(DECK, side)


@given(TEXTS, st.integers(1, 9), st.integers(1, 9))
def test_a_division_that_is_spelled_out_is_the_same_one(text: str, germans: int, soviets: int) -> None:
    mustered = units(germans, soviets)
    division, _faults = divide(text, DECK, mustered)
    assert divide(write(division), DECK, mustered) == (division, ())


@given(st.integers(1, 30))
def test_no_platoon_that_was_dealt_is_larger_by_more_than_one(germans: int) -> None:
    sizes = Counter(dealt("", germans).split())
    assert max(sizes.values()) - min(sizes[name] for name in "abd") <= 1
