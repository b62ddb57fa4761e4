"""Every choice a battle can offer becomes a form, and every form filled in becomes a report that matches its choice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Annotated, Any

import msgspec
import pytest
from django.http import QueryDict
from django.template.loader import render_to_string
from hypothesis import given, settings
from hypothesis import strategies as st

import rules
from battles.forms import form_data
from battles.forms.cards import Card
from battles.forms.control import Control
from battles.forms.hints import hint
from battles.forms.refill import refilled
from battles.pages import choice_cards
from battles.pages.by_unit import one_by_one
from rules import player, visibility
from rules.bounds import DiceFaces, Key
from rules.contract import Choice, Command, Field, Pick, Refused, RuleSystem, say, verbatim
from rules.reports import command_codec
from rules.stream.choices import matches
from tests.pages.conftest import Form, Forms
from tests.pages.every_form import every_form


class Sortie(Command, frozen=True, kw_only=True):
    """A report with a field of every kind."""

    unit: Key
    target: Key
    mood: str
    crew: tuple[Key, ...]
    spare: tuple[Key, ...] = ()
    loads: tuple[Key, ...] = ()
    moves: Annotated[int, msgspec.Meta(ge=0, le=3)]
    range: Annotated[int, msgspec.Meta(ge=0, le=900)] = 0
    cover: bool = True
    dice: DiceFaces | None = None
    draw: DiceFaces | None = None
    shown: tuple[int | str, ...] | None = None
    some: tuple[int | str, ...] | None = None
    way: tuple[str, ...] = ()
    turn: tuple[str, ...] = ()
    note: str = ""
    extra: dict[str, Any] = {}


def picks(*values: str) -> tuple[Pick, ...]:
    return tuple(Pick(value, verbatim(value or "nothing")) for value in values)


FIELDS = (
    Field(name="target", kind="pick", label=say("Target"), picks=picks(*"abcdefgh"), required=True),
    Field(name="mood", kind="pick", label=say("Mood"), picks=picks("", "grim"), required=True),
    Field(name="crew", kind="picks", label=say("Crew"), picks=picks("x", "y"), most=2),
    Field(name="spare", kind="picks", label=say("Spare"), picks=picks("x", "y"), most=2),
    Field(name="loads", kind="picks", label=say("Loads"), picks=picks("he", "ap"), most=3, repeats=True),
    Field(name="moves", kind="number", label=say("Moves"), most=3, required=True),
    Field(name="range", kind="number", label=say("Range"), most=900),
    Field(name="cover", kind="flag", label=say("Cover")),
    Field(name="dice", kind="dice", label=say("Dice"), least=2, most=4),
    Field(name="draw", kind="dice", label=say("Draw"), least=1, most=1, faces=52),
    Field(name="shown", kind="dice", label=say("Shown"), picks=picks("-1", "0", "track+x"), least=2, most=2),
    Field(name="some", kind="dice", label=say("Some"), picks=picks("hit", "-"), least=1, most=3),
    Field(name="way", kind="path", label=say("Way"), picks=picks("F", "R+"), least=1, most=6),
    Field(name="turn", kind="path", label=say("Turn"), picks=picks("R+", "R-"), least=1, most=1),
    Field(name="note", kind="text", label=say("Note")),
    Field(name="extra", kind="data", label=say("Extra")),
)
CHOICE = Choice(command="Sortie", label=say("Sortie"), side="red", given={"unit": "t-1"}, fields=FIELDS)


@pytest.fixture
def system() -> RuleSystem:
    """The Modern Age with one report more."""
    known = rules.system("modern_age")
    return replace(known, commands=(*known.commands, Sortie))


def shown(card: Card) -> Form:
    """The card's form as a browser gets it."""
    html = render_to_string("forms/_card.html", {"card": card, "action": "/report/", "position": 1, "csrf_token": "x"})
    return Forms(html).forms[0]


def sent(system: RuleSystem, form: Form, **values: str | list[str]) -> Command:
    """The command the filled-in form comes to."""
    post = QueryDict(mutable=True)
    for key, value in form.filled(**values).items():
        post.setlist(key, value)
    report = form_data.report(form_data.read(post))
    return command_codec(system).decode(report.type, report.data)


def test_a_field_of_every_kind_is_filled_in(system: RuleSystem) -> None:
    (card,) = choice_cards.deal([CHOICE], system)
    told = sent(
        system,
        shown(card),
        target="b",
        mood="grim",
        crew=["", "y"],
        spare=["x", "y"],
        loads=["he", "", "he"],
        moves="2",
        range="850",
        cover=["no"],
        dice="26 1",
        draw="51",
        shown=["-1", "track+x"],
        some=["", "-", "hit"],
        way=["F", " R+,F"],
        turn=["R-"],
        note="  by the wood ",
        extra='{"fuel": 3}',
    )
    assert told == Sortie(
        unit="t-1",
        target="b",
        mood="grim",
        crew=("y",),
        spare=("x", "y"),
        loads=("he", "he"),
        moves=2,
        range=850,
        cover=False,
        dice=(2, 6, 1),
        draw=(51,),
        shown=(-1, "track+x"),
        some=("-", "hit"),
        way=("F", "R+", "F"),
        turn=("R-",),
        note="by the wood",
        extra={"fuel": 3},
    )
    assert matches(CHOICE, told)


def test_what_is_left_blank_is_left_to_the_rules(system: RuleSystem) -> None:
    (card,) = choice_cards.deal([CHOICE], system)
    told = sent(system, shown(card), target="a", mood="", moves="0")
    assert told == Sortie(unit="t-1", target="a", mood="", moves=0, crew=())
    assert matches(CHOICE, told)


@pytest.mark.parametrize(
    ("name", "shape"),
    [
        ("target", "list"),
        ("mood", "radios"),
        ("crew", "ticks"),
        ("loads", "lists"),
        ("moves", "radios"),
        ("range", "number"),
        ("cover", "flag"),
        ("dice", "dice"),
        ("draw", "dice"),
        ("shown", "shown"),
        ("some", "shown"),
        ("way", "path"),
        ("note", "text"),
        ("extra", "data"),
    ],
)
def test_each_kind_has_its_shape(system: RuleSystem, name: str, shape: str) -> None:
    (card,) = choice_cards.deal([CHOICE], system)
    assert control(card, name).shape == shape


def control(card: Card, name: str) -> Control:
    return next(one for one in card.controls if one.field.name == name)


def test_help_says_what_may_stand_there(system: RuleSystem) -> None:
    (card,) = choice_cards.deal([CHOICE], system)
    assert control(card, "dice").help.startswith("2 to 4 dice.")
    assert "from 1 to 52" in control(card, "draw").help
    assert control(card, "range").help == "From 0 to 900."
    assert control(card, "loads").help == "Choose up to 3."
    assert control(card, "spare").help == "", "all of them, or none"
    assert control(card, "shown").help == "2 dice.", "each list begins with: Leaguer rolls"
    assert control(card, "some").help == "1 to 3 dice. Leave all of them blank and Leaguer rolls."
    assert control(card, "way").help == "Pick the first step and type the others, or type them all, for example F R+."
    assert control(card, "turn").help == ""
    (roll,) = choice_cards.deal([asking(Field(name="dice", kind="dice", label=say("Die"), least=1, most=1))], system)
    assert roll.controls[0].help == "1 die. Type the face rolled. Leave it blank and Leaguer rolls."


def asking(*fields: Field, label: str = "Sortie", side: str = "red", **given: str) -> Choice:
    return Choice(command="Sortie", label=say(label), side=side, given=given, fields=fields)


def test_nothing_said_is_no_option_where_it_means_one_of_them(system: RuleSystem) -> None:
    moves = Field(name="moves", kind="number", label=say("Moves"), most=3)
    few = Field(name="range", kind="number", label=say("Range"), most=3)
    (card,) = choice_cards.deal([asking(moves, few)], system)
    assert [option.value for option in control(card, "moves").options] == ["", "0", "1", "2", "3"]
    assert [(one.value, one.chosen) for one in control(card, "range").options][:2] == [("0", True), ("1", False)]


@pytest.mark.parametrize("name", ["target", "note"])  # one without a default, one with
def test_what_has_to_be_said_and_can_only_be_one_is_picked(system: RuleSystem, name: str) -> None:
    (card,) = choice_cards.deal(
        [asking(Field(name=name, kind="pick", label=say("It"), picks=picks("a"), required=True))], system
    )
    assert [(option.value, option.chosen) for option in card.controls[0].options] == [("a", True)]


def test_what_reads_the_same_is_told_apart(system: RuleSystem) -> None:
    twins = (Pick("t-1", verbatim("T-64")), Pick("t-2", verbatim("T-64")), Pick("m-1", verbatim("M1")))
    target = Field(name="target", kind="pick", label=say("Target"), picks=twins, required=True)
    (card,) = choice_cards.deal([asking(target)], system)
    assert [option.label for option in card.controls[0].options] == ["T-64 1", "T-64 2", "M1"]
    by_unit = [asking(unit="t-1"), asking(unit="t-2"), asking(label="Another", unit="t-1")]
    assert [card.apart for card in choice_cards.deal(by_unit, system)] == ["1", "2", ""]
    named = {"t-1": "Iron Broom", "t-2": "Old Lady"}
    assert [card.apart for card in choice_cards.deal(by_unit, system, names=named)] == ["Iron Broom", "Old Lady", ""]
    near = Field(name="target", kind="pick", label=say("Target"), picks=picks("m-1", "m-2"), required=True)
    dealt = choice_cards.deal([asking(near), asking(target)], system)
    assert [card.apart for card in dealt] == [
        "m-1, m-2",
        "T-64, T-64, M1",
    ]
    sides = [asking(side="red", unit="t-1"), asking(side="blue", unit="t-2")]
    assert [card.apart for card in choice_cards.deal(sides, system)] == ["", ""]


@pytest.mark.parametrize(
    ("key", "text"), [("number:range", "1.5"), ("dice:dice", "six"), ("large-dice:draw", "-1"), ("data:extra", "{")]
)
def test_what_cannot_be_read_names_its_field(key: str, text: str) -> None:
    post = QueryDict(mutable=True)
    post.update({"id": "x", "type": "Sortie", key: text})
    with pytest.raises(Refused) as refused:
        form_data.report(form_data.read(post))
    assert refused.value.field == key.partition(":")[2]
    assert refused.value.remedy


def test_dice_told_by_halves_are_asked_for_again(system: RuleSystem) -> None:
    post = QueryDict(mutable=True)
    post.update({"id": "x", "type": "Sortie"})
    post.setlist("shown-dice:shown", ["", "track+x"])
    told = form_data.read(post)
    with pytest.raises(Refused) as refused:
        form_data.report(told)
    assert refused.value.field == "shown"
    assert refused.value.text.text() == "Of 2 dice only 1 are given."
    assert refused.value.remedy
    given = msgspec.structs.replace(told, given={"unit": "t-1"})
    (card,) = choice_cards.deal([CHOICE], system, given, refused.value.faults)
    again = [[option.value for option in options if option.chosen] for options in control(card, "shown").lists]
    assert again == [[], ["track+x"]], "each die in its own list"
    assert control(card, "shown").faults


@pytest.mark.parametrize(
    ("sent", "steps", "again"),
    [
        (["F", "R+ F"], ["F", "R+", "F"], ["F", "R+ F"]),
        (["", "F, R+;F"], ["F", "R+", "F"], ["", "F, R+;F"]),
        (["", "F R+"], ["F", "R+"], ["F", "R+"]),
        (["B", "R+"], ["B", "R+"], ["", "B R+"]),  # what is no longer a first step is not lost
        (["R+", ""], ["R+"], ["R+", ""]),
        (["R+"], ["R+"], ["R+", ""]),
        (["", " , "], None, ["", ","]),
    ],
)
def test_a_way_is_picked_and_typed(
    system: RuleSystem, sent: list[str], steps: list[str] | None, again: list[str]
) -> None:
    post = QueryDict(mutable=True)
    post.update({"id": "x", "type": "Sortie", "given": '{"unit": "t-1"}'})
    post.setlist("path:way", sent)
    told = form_data.read(post)
    assert msgspec.json.decode(form_data.report(told).data).get("way") == steps
    (card,) = choice_cards.deal([CHOICE], system, told)
    assert shown(card).fields["path:way"] == again
    assert control(card, "way").capitals


def test_a_report_told_is_filled_in_again(system: RuleSystem) -> None:
    told = Sortie(
        unit="t-1", target="b", mood="", crew=(), moves=1, shown=(0, "track+x"), some=("hit",), way=("F", "F")
    )
    (card,) = choice_cards.deal([CHOICE], system, refilled(CHOICE, told, 1))
    form = shown(card)
    assert form.fields["shown-dice:shown"] == ["0", "track+x"]
    assert form.fields["some-shown-dice:some"] == ["hit"]
    assert form.fields["path:way"] == ["F", "F"]
    assert sent(system, form) == told


def test_an_open_decision_comes_first_and_one_card_lies_open(system: RuleSystem) -> None:
    urgent = Choice(command="Concede", label=say("Answer"), side="red", given={"side": "red"}, urgent=True)
    dealt = choice_cards.deal([CHOICE, urgent], system, waiting_for=("red",))
    assert [(card.choice.command, card.open) for card in dealt] == [("Concede", True), ("Sortie", False)]
    assert not any(card.open for card in choice_cards.deal([CHOICE, urgent], system, waiting_for=("blue",)))


@settings(max_examples=12, deadline=None)
@given(data=st.data())
def test_every_choice_of_a_battle_can_be_reported_by_its_form(data: st.DataObject) -> None:
    """A random player plays; at each step every choice on offer is shown, filled in at random and read back."""
    book = rules.system("modern_age")
    random = data.draw(st.randoms(use_true_random=False))
    table = player.play(book, random.randrange, most=random.randrange(1, 60))
    for side in table.battle.muster.sides:
        legal = [one for choice in visibility.legal(table.battle, side) for one in one_by_one(choice)]
        for card in choice_cards.deal(legal, book):
            told = sent(book, shown(card), **{one.key: filled(one, random.randrange) for one in leaves(card.controls)})
            assert matches(card.choice, told), (card.choice, told)


@pytest.mark.at_length
def test_every_form_there_is_can_be_filled_in_and_read_back() -> None:
    """Of every report a side may be offered: fields that are asked of nobody, and all of them at once."""
    book = rules.system("modern_age")
    clerks = {"Recover", "CrewFate", "RepairBetween"}
    assert {kind.__name__ for kind in book.commands} - {choice.command for choice in every_form()} == clerks
    for choice in every_form():
        (card,) = choice_cards.deal([choice], book)
        form = shown(card)
        for last in (0, 1):  # the first of what there is to choose, and the last
            told = sent(
                book,
                form,
                **{one.key: filled(one, lambda n, last=last: last * (n - 1)) for one in leaves(card.controls)},
            )
            assert matches(choice, told), (choice, told)


def test_nobody_has_to_look_into_the_fold() -> None:
    """What stands there is not required, and whatever the rulebook asks is a button, a list, a number or a die."""
    book = rules.system("modern_age")
    own = {kind.__name__ for kind in book.commands}
    for choice in (choice for choice in every_form() if choice.command in own):
        (card,) = choice_cards.deal([choice], book)
        assert not any(control.field.required for control in card.later), choice
        assert not any(control.shape == "data" for control in card.first), choice


def leaves(controls: Iterable[Control]) -> Iterator[Control]:
    """Those that something is filled into."""
    for one in controls:
        yield from leaves(one.inner) if one.inner else [one]


def filled(control: Control, choose: Any) -> list[str]:
    """What somebody might put into the control."""
    field = control.field
    match control.shape:
        case "radios" | "list":
            said = [option.value for option in control.options]
            return [said[choose(len(said))]]
        case "lists":
            return [[one.value for one in each][choose(len(each))] for each in control.lists]
        case "ticks":
            wanted = field.least + choose(field.most - field.least + 1)
            return [option.value for option in control.options[:wanted]]
        case "number":
            return [str(field.least + choose(field.most - field.least + 1)) if field.required or choose(2) else ""]
        case "flag":
            return ["no", "yes"][: 1 + choose(2)]
        case "dice":
            count = field.least + choose(field.most - field.least + 1)
            return [" ".join(str(1 + choose(field.faces)) for _ in range(count)) if choose(2) else ""]
        case "shown":
            values = [pick.value for pick in field.picks]
            return [values[choose(len(values))] for _ in range(field.most)] if choose(2) else [""] * field.most
        case "path":
            return [field.picks[choose(len(field.picks))].value]
        case "data":
            return ['{"unit": {}}' if field.required else ""]
        case _:
            return ["some words" if choose(2) else ""]


def test_nobody_is_asked_to_choose_more_than_there_is() -> None:
    two = (Pick("a", say("A")), Pick("b", say("B")))
    field = Field(name="vehicles", kind="picks", label=say("Vehicles"), picks=two, least=1, most=60)
    assert hint(field, "") == "Choose 1 to 2."
    assert hint(msgspec.structs.replace(field, repeats=True), "") == "Choose 1 to 60."
    assert hint(msgspec.structs.replace(field, picks=two[:1]), "") == "Choose 1."
