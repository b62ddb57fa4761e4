"""Cases taken together fail as clearly as cases of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.together import cases_of, item_of_all_cases, one_test

seen: list[tuple[int, str]] = []


@pytest.mark.parametrize("word", ["", "tank"])
@pytest.mark.parametrize(("number", "_more"), [(1, 0), pytest.param(2, 0, id="two")])
def short(number: int, word: str, _more: int) -> None:
    seen.append((number, word))
    assert len(word) < number


def test_every_case_is_run_and_each_that_fails_is_named() -> None:
    seen.clear()
    with pytest.raises(BaseExceptionGroup, match="2 of 4 cases") as failed:
        one_test(short, cases_of(short))()
    assert sorted(seen) == [(1, ""), (1, "tank"), (2, ""), (2, "tank")]
    notes = [one.__notes__[-1] for one in failed.value.exceptions]
    assert sorted("'number': 1" in note for note in notes) == [False, True]
    assert all("'word': 'tank'" in note for note in notes)


def test_cases_that_all_hold_pass() -> None:
    one_test(short, [{"number": 5, "word": "tank", "_more": 0}])()


@pytest.mark.parametrize("number", [1])
def with_a_fixture(number: int, tmp_path: object) -> None: ...


@pytest.mark.parametrize("number", [1, pytest.param(2, marks=pytest.mark.soak)])
def with_a_mark(number: int) -> None: ...


@pytest.mark.parametrize("number", [1], indirect=True)
def of_a_fixture(number: int) -> None: ...


@pytest.mark.usefixtures("tmp_path")
@pytest.mark.parametrize("number", [1])
def beside_a_fixture(number: int) -> None: ...


@pytest.mark.parametrize("number", (number for number in (1, 2)))
def read_once(number: int) -> None: ...


def alone() -> None: ...


@pytest.mark.parametrize("test", [with_a_fixture, with_a_mark, of_a_fixture, beside_a_fixture, read_once, alone])
def test_what_needs_more_than_its_parameters_stays_as_it_is(test: Callable[..., Any]) -> None:
    assert cases_of(test) == []


@pytest.mark.parametrize("number", [1])
@given(text=st.text())
def of_hypothesis(number: int, text: str) -> None: ...


def test_laws_stay_as_they_are(request: pytest.FixtureRequest) -> None:
    assert item_of_all_cases(request.node.getparent(pytest.Module), "test_of_hypothesis", of_hypothesis) is None
    item = item_of_all_cases(request.node.getparent(pytest.Module), "test_short", short)
    assert item is not None
    with pytest.raises(BaseExceptionGroup, match="2 of 4 cases"):
        item.runtest()
