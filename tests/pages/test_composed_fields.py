"""Forms of what has fields of its own: rows with what hangs on them, groups, keys, an order of picks."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import QueryDict
from django.template.loader import render_to_string

from battles.forms import form_data
from battles.forms.cards import deal, is_of, left_out
from battles.forms.form_data import Typed
from battles.forms.shapes import shape_of
from rules.contract import Choice, Command, Field, Message, Pick, say, verbatim
from tests.pages.conftest import Form, Forms


class Outfit(Command, frozen=True, kw_only=True):
    vehicles: list[dict[str, str]]
    names: dict[str, str] = {}
    rules: dict[str, Any] = {}
    points: dict[str, int] = {}
    order: tuple[str, ...] = ()
    until: str = ""
    score: dict[str, int] = {}


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


SLOTS, WIN, DRAW = (
    Field(name=name, kind="number", label=say(name), most=20, default=default)
    for name, default in (("slots", 3), ("win", 3), ("draw", 1))
)
TEXT = Field(name="text", kind="text", label=say("Text"), lines=True, default="a\nb")
UNDER = tuple(msgspec.structs.replace(one, stays=True, under=say("Workshop")) for one in (SLOTS, TEXT))
STAYING = Choice(
    command="Outfit",
    label=say("Outfit"),
    side="",
    fields=(
        Field(name="rules", kind="group", label=say("Rules"), fields=UNDER),
        Field(name="score", kind="group", label=say("Score"), fields=(WIN, DRAW), stays=True),
        Field(
            name="order",
            kind="picks",
            label=say("Order"),
            picks=PICKS,
            most=2,
            ordered=True,
            default=("b#2",),
            stays=True,
        ),
    ),
)


def staying(typed: Typed | None = None) -> Form:
    return shown(typed, STAYING)


def shown(typed: Typed | None = None, choice: Choice = CHOICE) -> Form:
    (card,) = deal([choice], {"Outfit": Outfit}, typed)
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


def test_what_nobody_changes_stays_and_a_blank_text_or_list_is_an_answer() -> None:
    """House rules, as `Amend` has them."""
    first = staying()
    assert told(sent(first)) == {}
    assert told(sent(staying(sent(first, **{"rules.slots": "5"})), **{"rules.slots": "3"})) == {}  # and back
    changed = sent(first, **{"rules.slots": "5", "rules.text": "", "order.b%232": ""})
    assert told(changed) == {"rules": {"slots": 5, "text": ""}, "order": []}
    assert is_of(changed, STAYING)
    again = staying(changed)  # shown once more, it still knows how it began
    assert told(sent(again, **{"rules.slots": "3", "rules.text": "a\r\nb"})) == {"order": []}
    assert told(sent(first, **{"score.win": "9"}))["score"] == {"win": 9, "draw": 1}
    assert [one.field for one in left_out(STAYING, changed, {"rules": {"slots": 21}, "score": {"draw": 1}})] == [
        "rules.slots",
        "score.win",
    ]


def test_parts_of_a_group_stand_under_their_headings() -> None:
    (card,) = deal([STAYING], {"Outfit": Outfit})
    found = render_to_string("forms/_card.html", {"card": card, "action": "/x/", "position": 1})
    assert found.index("<span>Workshop</span>") < found.index("rules.slots") < found.index("</details>")
    assert found.count("<details") == 2  # the card, and the heading of slots and text together
    (again,) = deal([STAYING], {"Outfit": Outfit}, sent(staying(), **{"rules.slots": "5"}))
    assert [one.changed for one in again.controls[0].parts] == [True, False]
    assert render_to_string("forms/_card.html", {"card": again, "action": "/x/", "position": 1}).count(" open") == 2


def test_a_form_that_was_written_by_hand_is_read_as_far_as_it_goes() -> None:
    fields = {"text:a.b#1#x.c": ["1"], "number:a": ["2"], "rank:": ["1"], "id:#.": ["x"], "pick:a#9999.b": ["y"]}
    assert isinstance(told(Typed("1", None, "Outfit", {}, fields)), dict)


def test_many_platoons_are_a_list_and_a_few_are_buttons() -> None:
    """A catalogue stands under headings, which fold: so many of its lines are buttons all the same."""

    def shape(count: int, under: Message | None = None) -> str:
        picks = tuple(Pick(f"p{n}", say("Bears"), notes=(say("four tanks"),), under=under) for n in range(count))
        return shape_of(Field(name="platoon", kind="pick", label=say("Platoon"), picks=picks), "platoon", "")[1]

    assert [shape(count) for count in (4, 14, 15, 60)] == ["radios", "radios", "list", "list"]
    assert [shape(count, say("Medium tanks")) for count in (15, 60, 61)] == ["radios", "radios", "list"]
