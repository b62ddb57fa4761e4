"""Of many choices those of one unit are shown: the one that is tapped."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from battles.pages import by_unit
from battles.pages.by_unit import offered
from rules.contract import Choice, Field, Pick, say
from tests.pages.conftest import DEPLOYED, Form, Table, as_, forms

pytestmark = pytest.mark.page
UNITS = ("one", "two", "three")


def choices(count: int, *units: str, **fields: Any) -> list[Choice]:
    return [
        Choice(command="Fire", label=say("Fire"), side="us", given={"unit": unit, "n": n}, **fields)
        for unit in units
        for n in range(count)
    ]


END = Choice(command="EndTurn", label=say("End"), side="us")
UNIT = Field(
    name="unit", kind="pick", label=say("Unit"), picks=tuple(Pick(one, say(one)) for one in UNITS), required=True
)
ANY = Choice(command="Aim", label=say("One aims"), side="us", fields=(UNIT,))


def test_few_choices_are_all_shown() -> None:
    few = [*choices(2, *UNITS), ANY, END]
    assert len(few) == by_unit.MANY
    found = offered(few)
    assert (found.unit, found.shown, found.tapped) == ("", few, False)
    assert found.able == {*UNITS}


def test_of_many_those_of_the_first_unit_are_shown_and_what_no_unit_does() -> None:
    found = offered([*choices(20, *UNITS), END])
    assert (found.unit, found.tapped) == ("one", False)
    assert found.shown == [*choices(20, "one"), END]


def test_what_any_unit_may_do_is_shown_for_the_one_that_is_tapped() -> None:
    found = offered([*choices(1, *UNITS), ANY, END], "two")
    shot, aim = found.own
    assert (found.unit, found.tapped, found.others) == ("two", True, (END,))
    assert (shot.command, aim.command, aim.given, aim.fields) == ("Fire", "Aim", {"unit": "two"}, ())


def test_for_who_plays_both_sides_what_is_awaited_goes_before_what_the_other_may_do_at_any_time() -> None:
    concede, end, anybody = replace(END, command="Concede"), replace(END, side="them"), replace(END, side="")
    for awaited, shown in (((), (concede, end)), (("them",), (end, concede)), (("us",), (concede, end))):
        assert offered([concede, end], awaited=awaited).others == shown, awaited
    assert offered([concede, anybody, end], awaited=("them",)).others == (anybody, end, concede)


@pytest.mark.parametrize(
    ("asked", "typed", "opened"),
    [("two", "", "two"), ("two", "three", "three"), ("nobody", "", "one"), ("", "nobody", "one")],
)
def test_who_was_typed_for_comes_before_who_is_asked_for(asked: str, typed: str, opened: str) -> None:
    found = offered([*choices(20, *UNITS), END], asked, typed)
    assert found.shown == [*choices(20, opened), END]
    assert found.unit == opened


def test_what_is_urgent_is_always_shown() -> None:
    urgent = choices(1, "two", urgent=True)
    found = offered([*choices(40, "one", "two"), *urgent])
    assert (found.urgent, found.own) == (tuple(urgent), tuple(choices(40, "one")))


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
    assert f'href="{folded.url}?unit=red-2#decisions"' in html.decode()  # its counter
    assert units(carol.get(folded.url, {"unit": "red-2"}).content) == {"red-2"}
    assert units(carol.get(folded.url, {"unit": "\0<b>"}).content) == {"red-1"}


@pytest.mark.django_db
def test_a_refused_form_comes_back_though_its_unit_was_not_the_first(folded: Table) -> None:
    carol = as_(folded.cast.carol)
    form = forms(carol.get(folded.url, {"unit": "red-2"}).content).of("Move", unit="red-2")
    answer = carol.post(form.action, form.filled(moves="9"))
    assert answer.status_code >= 400
    assert units(answer.content) == {"red-2"}
