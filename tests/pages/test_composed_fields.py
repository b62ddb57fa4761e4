"""Forms of what has fields of its own: rows with what hangs on them, groups, keys, an order of picks."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import QueryDict
from django.template.loader import render_to_string

from battles.forms import form_data
from battles.forms.cards import deal, is_of, left_out
from battles.forms.form_data import Typed
from rules.contract import Choice, Command, Field, Pick, say, verbatim
from tests.pages.conftest import Form, Forms


class Outfit(Command, frozen=True, kw_only=True):
    vehicles: list[dict[str, str]]
    names: dict[str, str] = {}
    rules: dict[str, Any] = {}
    points: dict[str, int] = {}
    order: tuple[str, ...] = ()
    until: str = ""


def text(name: str, label: str) -> Field:
    return Field(name=name, kind="text", label=say(label), required=True)


PICKS = tuple(Pick(one, verbatim(one.title())) for one in ("a.1", "b#2"))
MODELS = Field(name="model", kind="pick", label=say("Model"), picks=PICKS, required=True)
ID = Field(name="id", kind="id", label=say("Id"), required=True)
FLAGS = (
    Field(name="fog", kind="flag", label=say("Fog"), default=True),
    Field(name="slots", kind="number", label=say("Slots"), most=20, default=3),
)
NUMBER = Field(name="points", kind="number", label=say("Points"), most=99, required=True)
CHOICE = Choice(
    command="Outfit",
    label=say("Outfit"),
    side="",
    fields=(
        Field(name="vehicles", kind="rows", label=say("New"), fields=(ID, MODELS), least=1, most=9, required=True),
        Field(name="names", kind="keyed", label=say("Names"), fields=(text("name", "Name"),), by="vehicles"),
        Field(name="rules", kind="group", label=say("Rules"), fields=FLAGS),
        Field(name="points", kind="keyed", label=say("Points"), picks=PICKS, fields=(NUMBER,)),
        Field(name="order", kind="picks", label=say("Order"), picks=PICKS, most=2, ordered=True, default=("b#2",)),
        Field(name="until", kind="moment", label=say("Until"), default="2030-01-01T20:00:00Z"),
    ),
)


def shown(typed: Typed | None = None) -> Form:
    (card,) = deal([CHOICE], {"Outfit": Outfit}, typed)
    html = render_to_string("forms/_card.html", {"card": card, "action": "/x/", "position": 1, "csrf_token": "x"})
    return Forms(html).forms[0]


def sent(form: Form, **said: str | list[str]) -> Typed:
    post = QueryDict(mutable=True)
    for key, value in form.filled(**said).items():
        post.setlist(key, value)
    return form_data.read(post)


def told(typed: Typed) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode(form_data.report(typed).data)
    return found


def test_rows_take_what_hangs_on_them_and_a_blank_one_is_no_row() -> None:
    first = shown()
    (made,) = first.fields["id:vehicles#0.id"]
    more = shown(msgspec.structs.replace(sent(first), more="vehicles"))  # with room for another, under the same id
    assert more.fields["id:vehicles#0.id"] == [made]
    assert "pick:vehicles#1.model" in more.offers
    typed = sent(more, **{"vehicles#0.model": "a.1", f"names.{made}": "Iron Broom"})
    assert is_of(typed, CHOICE)
    assert (told(typed)["vehicles"], told(typed)["names"]) == ([{"id": made, "model": "a.1"}], {made: "Iron Broom"})
    assert not list(left_out(CHOICE, typed, told(typed)))


def test_what_a_row_leaves_out_is_named() -> None:
    assert [fault.field for fault in left_out(CHOICE, sent(shown()), told(sent(shown())))] == ["vehicles"]
    first = shown()
    (made,) = first.fields["id:vehicles#0.id"]
    typed = sent(first, **{f"names.{made}": "Iron Broom"})  # of no model
    assert [fault.field for fault in left_out(CHOICE, typed, told(typed))] == ["vehicles.0.model"]


def test_groups_and_keys_whatever_marks_are_in_them() -> None:
    form = shown()
    said: dict[str, str | list[str]] = {"rules.fog": ["no"], "points.b%232": "7", "points.a%2E1": ""}
    data = told(sent(form, **said))
    assert data["rules"] == {"fog": False, "slots": 3}
    assert data["points"] == {"b#2": 7}


def test_numbers_put_picks_in_order_and_moments_are_of_utc() -> None:
    form = shown()
    assert form.fields["rank:order.b%232"] == ["1"]
    data = told(sent(form, **{"order.a%2E1": "1", "order.b%232": "2", "until": "2031-02-03T04:05"}))
    assert (data["order"], data["until"]) == (["a.1", "b#2"], "2031-02-03T04:05:00Z")
    again = shown(sent(form, until=""))
    assert told(sent(again))["until"] == ""


def test_a_form_that_was_written_by_hand_is_read_as_far_as_it_goes() -> None:
    fields = {"text:a.b#1#x.c": ["1"], "number:a": ["2"], "rank:": ["1"], "id:#.": ["x"], "pick:a#9999.b": ["y"]}
    assert isinstance(told(Typed("1", None, "Outfit", {}, fields)), dict)
