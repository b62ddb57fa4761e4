"""Results pasted from a spreadsheet: names either way round, results as people write them, and nothing guessed."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from campaigns.admin.ruling.pasted_results import Entry, Said, read

BEARS = Entry("r1-1", (("Bears", "Bob"), ("Cats", "Carol")))
DOGS = Entry("r1-2", (("Dogs", "Dave"), ("Eels, the 2nd", "Émile")))
FOUGHT = Entry("r1-3", (("Foxes", "Frank"), ("Gulls", "Gwen")), "Its battle is under way.")
ALL = (BEARS, DOGS, FOUGHT)
QUOTED = re.compile(r"[“„«]\s*([^“”„«»]+?)\s*[”“»]")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Bears\tCats\tBears", Said("won0")),
        ("Cats\tBears\tBears", Said("won0")),
        ("carol, BOB, won", Said("won1")),
        ("Bears,Cats,lost,3,12", Said("won1", ("3", "12"))),
        ("Cats,Bears,draw,12:3", Said("drawn", ("3", "12"))),
        ("Cats;Bears;12 – 3", Said("won1", ("3", "12"))),
        ("Bears,Cats,2:2", Said("drawn", ("2", "2"))),
        ("Bears,Cats,Cats,9,2", Said("won1", ("9", "2"))),
        ("Bears\tCats\tno-show: Bob", Said("absent0")),
        ("Bears\tCats\tCats no show", Said("absent1")),
        ("Cats\tBears\tCarol nicht angetreten", Said("absent1")),
        ("Bears, Cats, won by  carol", Said("won1")),
        ("Bears, Cats, unentschieden", Said("drawn")),
        ("Bears, Cats, match nul", Said("drawn")),
        ("Bears, Cats, Carol absente", Said("absent1")),
        ("Bears, Cats, victoria de Cats", Said("won1")),
        ("Bears, Cats, incomparecencia de Carol", Said("absent1")),
        ("Bears, Cats, Cats ha vinto", Said("won1")),
        ("Bears, Cats, non presentato: Carol", Said("absent1")),
        ("Bears, Cats, Cats wygrywa", Said("won1")),
        ("Bears, Cats, Carol nie stawiła się", Said("absent1")),
        ("Bears, Cats, nie liczy się", Said("void")),
        ("Bears, Cats, void", Said("void")),
        ("Bears, Cats,", Said()),
        ("Bears, Cats, open", Said()),
    ],
)
def test_a_line_is_read(line: str, said: Said) -> None:
    found = read(line, ALL)
    assert (found.said, found.faults) == ({"r1-1": said}, ())


@pytest.mark.parametrize("space", ["\u00a0", "\u202f"])
def test_the_spaces_of_french_typography_are_spaces(space: str) -> None:
    for line, said in (
        ("Bears,Cats,forfait : Bob", Said("absent0")),
        ("Cats ;Bears ;12 : 3", Said("won1", ("3", "12"))),
        ("Bears,Cats, nicht angetreten Carol ", Said("absent1")),
    ):
        found = read(line.replace(" ", space), ALL)
        assert (found.said, found.faults) == ({"r1-1": said}, ())


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_what_a_refusal_says_to_write_is_read(language: str) -> None:
    with translation.override(language):
        absent, drawn = (read(f"Bears,Cats,{what}", ALL).faults[0].why for what in ("no-show", "nonsense"))
    assert read(f"Bears,Cats,{QUOTED.findall(absent)[-1]}", ALL).said == {"r1-1": Said("absent1")}
    assert read(f"Bears,Cats,{QUOTED.findall(drawn)[-1]}", ALL).said == {"r1-1": Said("drawn")}


def test_a_name_with_a_comma_is_quoted_or_between_tabs() -> None:
    for line in ('"Eels, the 2nd",dave,3:1', "Eels, the 2nd\tDogs\t3:1"):
        assert read(line, ALL).said == {"r1-2": Said("won1", ("1", "3"))}


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("Baers,Cats,draw", "Nobody in this round is called “Baers”. Near to it: Bears."),
        ("Walruses,Cats,draw", "Nobody in this round is called “Walruses”."),
        ("Bears,Dogs,draw", "“Bears” and “Dogs” do not meet in this round."),
        ("Bears,Bears,draw", "“Bears” and “Bears” do not meet in this round."),
        ("Bears,Cats,Dogs", "“Dogs” is no result, and neither of the two. Write a name, “draw”, or points as 3:1."),
        ("Bears,Cats,won,draw", "The line says two results."),
        ("Bears,Cats,3", "Write the points of both, as 3:1 or in two columns."),
        ("Bears,Cats,no-show", "Say who did not turn up, as “no-show: Cats”."),
        ("Bears", "Write two names and a result, with tabs or commas between them."),
        ("Bears,Cats," + "x" * 400, "The line is too long."),
    ],
)
def test_what_cannot_be_read_is_named_and_not_guessed(line: str, why: str) -> None:
    found = read(f"\n{line}\n", ALL)
    assert found.said == {}
    assert [(one.number, one.text, one.why) for one in found.faults] == [(2, line, why)]


def test_a_fixture_that_takes_no_result_is_named_and_left_alone() -> None:
    found = read("Gwen,Foxes,draw\nBears,Cats,draw", ALL)
    assert [(one.number, one.why) for one in found.left] == [(1, "Its battle is under way.")]
    assert (found.said, found.faults) == ({"r1-1": Said("drawn")}, ())


def test_two_results_of_one_fixture_are_not_chosen_from() -> None:
    found = read("Bears,Cats,draw\nCats,Bears,won", ALL)
    assert found.said == {"r1-1": Said("drawn")}
    assert [one.why for one in found.faults] == ["Another line has a result for this fixture already."]


def test_one_who_plays_twice_is_named_by_platoon() -> None:
    twice = (BEARS, Entry("r1-4", (("Bulls", "Bob"), ("Cats", "Carol"))))
    (fault,) = read("Bob,Carol,draw", twice).faults
    assert "can be more than one fixture" in fault.why
    assert read("Bulls,Carol,draw", twice).said == {"r1-4": Said("drawn")}


@given(st.text(max_size=400))
def test_whatever_is_pasted_every_line_is_said_or_told(text: str) -> None:
    found = read(text, ALL)
    lines = [one for one in text.replace("\0", "").splitlines() if one.strip()]
    assert len(found.said) + len(found.faults) + len(found.left) == len(lines)


@given(st.sampled_from([BEARS, DOGS]), st.booleans(), st.integers(0, 99_999), st.integers(0, 99_999), st.booleans())
def test_the_way_round_never_matters(entry: Entry, people: bool, first: int, second: int, turned: bool) -> None:
    names = [side[people] for side in entry.called]
    points = [str(first), str(second)]
    cells = [*names[::-1], *points[::-1]] if turned else [*names, *points]
    outcome = "drawn" if first == second else "won0" if first > second else "won1"
    assert read("\t".join(cells), ALL).said == {entry.fixture: Said(outcome, (points[0], points[1]))}
