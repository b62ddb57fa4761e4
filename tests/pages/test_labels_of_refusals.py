"""A refusal names the control of the form that it is about as the form does."""

from __future__ import annotations

import pytest

from battles.forms.labels import label_at
from rules.contract import Field, Pick, say
from tests.pages.conftest import MOVED, Table, as_, forms

HOME = Field(name="home", kind="pick", label=say("Home"))
FIELDS = (
    Field(name="distance", kind="number", label=say("Distance")),
    Field(name="pairings", kind="rows", label=say("Pairings"), fields=(HOME,)),
    Field(
        name="sides",
        kind="keyed",
        label=say("Sides"),
        picks=(Pick("north", say("Bears")),),
        fields=(Field(name="", kind="group", label=say(""), fields=(HOME,)),),
    ),
    Field(
        name="conditions",
        kind="data",
        label=say(""),
        fields=(Field(name="t-1", kind="group", label=say("%(id)s", id="t-1"), fields=(HOME,)),),
    ),
)


@pytest.mark.parametrize(
    ("about", "called"),
    [
        ("distance", "Distance"),
        ("pairings[1].home", "Pairings 2 · Home"),
        ("pairings.0", "Pairings 1"),
        ("sides.north.home", "Sides · Bears · Home"),
        ("sides.t-1", "Sides · Tagil"),
        ("conditions.t-1.home", "Tagil · Home"),
        ("conditions.t-1", "Tagil"),
        ("line 4", "line 4"),
        ("", ""),
    ],
)
def test_a_place_in_a_report_is_called_by_its_labels(about: str, called: str) -> None:
    assert label_at(FIELDS, about, {"t-1": "Tagil"}) == called


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "called"), [("en", "about: Attack dice"), ("de", "betrifft: Angriffswürfel")])
def test_a_form_that_comes_back_says_what_is_wrong_in_its_own_words(table: Table, language: str, called: str) -> None:
    table.play(MOVED)
    bob = as_(table.cast.bob)
    form = forms(bob.get(table.url).content).of("Fire", unit="alpha-1")
    sent = form.filled(target="red-1", dice="2 5", close="yes")
    answer = bob.post(f"{table.url}report/", sent, headers={"accept-language": language})
    assert answer.status_code == 422
    assert called in answer.content.decode()
