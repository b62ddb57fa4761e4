"""Many choices are shown a unit at a time."""

from __future__ import annotations

from typing import Any

import pytest

from battles.pages import by_unit
from battles.pages.by_unit import fold
from rules.contract import Choice, say
from tests.pages.conftest import DEPLOYED, Form, Table, as_, forms

pytestmark = pytest.mark.page
NAMES = {"one": "Sherman 1", "two": "Sherman 2", "three": "Jumbo"}


def choices(count: int, *units: str, **fields: Any) -> list[Choice]:
    return [
        Choice(command="Fire", label=say("Fire"), side="us", given={"unit": unit, "n": n}, **fields)
        for unit in units
        for n in range(count)
    ]


END = Choice(command="EndTurn", label=say("End"), side="us")


def test_few_choices_are_all_shown() -> None:
    few = [*choices(13, *NAMES), END]
    assert len(few) == by_unit.MANY
    assert fold(few, NAMES, "two") == (few, ())


def test_of_many_those_of_the_first_unit_are_shown_and_what_no_unit_does() -> None:
    shown, folds = fold([*choices(20, *NAMES), END], NAMES)
    assert shown == [*choices(20, "one"), END]
    assert [(one.unit, one.name, one.opened) for one in folds] == [
        ("one", "Sherman 1", True),
        ("two", "Sherman 2", False),
        ("three", "Jumbo", False),
    ]


@pytest.mark.parametrize(
    ("asked", "typed", "opened"),
    [("two", "", "two"), ("two", "three", "three"), ("nobody", "", "one"), ("", "nobody", "one")],
)
def test_who_was_typed_for_comes_before_who_is_asked_for(asked: str, typed: str, opened: str) -> None:
    shown, folds = fold([*choices(20, *NAMES), END], NAMES, asked, typed)
    assert shown == [*choices(20, opened), END]
    assert [one.unit for one in folds if one.opened] == [opened]


def test_what_is_urgent_is_always_shown_and_a_single_choice_is_not_folded() -> None:
    urgent, single = choices(1, "two", urgent=True), choices(1, "three")
    shown, folds = fold([*choices(40, "one", "two"), *urgent, *single], NAMES)
    assert shown == [*choices(40, "one"), *urgent, *single]
    assert [one.unit for one in folds] == ["one", "two"]


# -- the page ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def folded(table: Table, monkeypatch: pytest.MonkeyPatch) -> Table:
    """Carol may move either of her two T-64s, and may do other things with each."""
    monkeypatch.setattr(by_unit, "MANY", 1)
    table.play(DEPLOYED)
    return table


def units(html: bytes) -> set[str]:
    return {unit for form in forms(html).forms if (unit := unit_of(form))}


def unit_of(form: Form) -> str:
    return next(
        (unit for unit in ("red-1", "red-2") if f'"unit":"{unit}"' in "".join(form.fields.get("given", []))), ""
    )


@pytest.mark.django_db
def test_the_page_shows_the_choices_of_one_unit_and_names_the_others(folded: Table) -> None:
    carol = as_(folded.cast.carol)
    html = carol.get(folded.url).content
    assert units(html) == {"red-1"}
    assert f'href="{folded.url}?unit=red-2#decisions"' in html.decode()
    assert units(carol.get(folded.url, {"unit": "red-2"}).content) == {"red-2"}
    assert units(carol.get(folded.url, {"unit": "\0<b>"}).content) == {"red-1"}


@pytest.mark.django_db
def test_a_refused_form_comes_back_though_its_unit_was_not_the_first(folded: Table) -> None:
    carol = as_(folded.cast.carol)
    form = forms(carol.get(folded.url, {"unit": "red-2"}).content).of("Move", unit="red-2")
    answer = carol.post(form.action, form.filled(moves="9"))
    assert answer.status_code >= 400
    assert units(answer.content) == {"red-2"}
