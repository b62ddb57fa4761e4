"""Does a report match a choice?"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rules.bounds import DiceFaces
from rules.contract import Choice, Command, Field, Limit, Pick, say
from rules.stream.choices import matches, narrowed
from rules.stream.random_values import filled_in


class Fire(Command, frozen=True, kw_only=True):
    """A report with a field of each kind."""

    unit: str
    target: str = ""
    cards: tuple[str, ...] = ()
    moves: int = 0
    cover: bool = False
    dice: DiceFaces | None = None
    shown: tuple[int | str, ...] | None = None
    steps: tuple[str, ...] = ()
    note: str = ""
    facts: dict[str, Any] = {}


class Hold(Command, frozen=True, kw_only=True):
    """Another report of the same unit."""

    unit: str


PICKS = (Pick("red-1", say("Red one")), Pick("red-2", say("Red two")))
SHOWN = (Pick("-1", say("One less")), Pick("track+x", say("Track and crew")))
TARGET = Field(name="target", kind="pick", label=say("Target"), picks=PICKS, required=True)


def choice(*fields: Field, **given: Any) -> Choice:
    return Choice(command="Fire", label=say("Fire"), side="blue", given={"unit": "a", **given}, fields=fields)


def field(name: str, kind: Any, **more: Any) -> Field:
    return Field(name=name, kind=kind, label=say(name), **more)


# What one has for each of two: no two of them the same.
FORCES = field("facts", "keyed", picks=PICKS, fields=(field("of", "group", fields=(TARGET,)),), least=2, required=True)


@pytest.mark.parametrize(
    ("offered", "told", "match"),
    [
        (choice(), {}, True),
        (choice(), {"unit": "b"}, False),
        (choice(), {"moves": 1}, False),
        (choice(moves=2), {"moves": 2}, True),
        (choice(moves=2), {"moves": 3}, False),
        (choice(moves=2), {}, False),
        (choice(cards=["x", "y"]), {"cards": ("x", "y")}, True),
        (choice(TARGET), {"target": "red-1"}, True),
        (choice(TARGET), {"target": "red-3"}, False),
        (choice(TARGET), {}, False),
        (choice(field("target", "pick", picks=PICKS)), {}, True),
        (choice(field("moves", "number", least=1, most=3)), {"moves": 1}, True),
        (choice(field("moves", "number", least=1, most=3)), {"moves": 3}, True),
        (choice(field("moves", "number", least=1, most=3)), {"moves": 4}, False),
        (choice(field("moves", "number", least=1, most=3)), {}, True),
        (choice(field("cover", "flag")), {"cover": True}, True),
        (choice(field("cover", "flag")), {"cover": False}, True),
        (choice(field("cards", "picks", picks=PICKS, most=2)), {"cards": ("red-2", "red-1")}, True),
        (choice(field("cards", "picks", picks=PICKS, most=2)), {"cards": ("red-1", "red-1")}, False),
        (choice(field("cards", "picks", picks=PICKS, most=2, repeats=True)), {"cards": ("red-1", "red-1")}, True),
        (choice(field("cards", "picks", picks=PICKS, most=1)), {"cards": ("red-1", "red-2")}, False),
        (choice(field("cards", "picks", picks=PICKS, least=2, most=2)), {"cards": ("red-1",)}, False),
        (choice(field("cards", "picks", picks=PICKS, most=2)), {"cards": ("blue-1",)}, False),
        (choice(field("dice", "dice", least=2, most=3)), {}, True),
        (choice(field("dice", "dice", least=2, most=3)), {"dice": (1, 6)}, True),
        (choice(field("dice", "dice", least=2, most=3)), {"dice": (1,)}, False),
        (choice(field("dice", "dice", least=2, most=3)), {"dice": (1, 2, 3, 4)}, False),
        (choice(field("dice", "dice", least=2, most=3)), {"dice": (1, 7)}, False),
        (choice(field("dice", "dice", least=1, most=1, faces=10)), {"dice": (7,)}, True),
        (choice(field("shown", "dice", picks=SHOWN, most=2)), {"shown": (-1, "track+x")}, True),
        (choice(field("shown", "dice", picks=SHOWN, most=2)), {"shown": ("-1",)}, True),
        (choice(field("shown", "dice", picks=SHOWN, most=2)), {"shown": (1,)}, False),
        (choice(field("shown", "dice", picks=SHOWN, most=2)), {"shown": (-1, -1, -1)}, False),
        (choice(field("shown", "dice", picks=SHOWN, least=1, most=2)), {}, True),
        (choice(field("steps", "path", picks=PICKS, most=3)), {"steps": ("red-2", "on", "on")}, True),
        (choice(field("steps", "path", picks=PICKS, most=3)), {"steps": ("on", "red-2")}, False),
        (choice(field("steps", "path", picks=PICKS, most=1)), {"steps": ("red-2", "on")}, False),
        (choice(field("steps", "path", picks=PICKS, least=2, most=3)), {"steps": ("red-2",)}, False),
        (choice(field("steps", "path", picks=PICKS, most=3, required=True)), {}, False),
        (choice(field("note", "text")), {"note": "anything at all"}, True),
        (choice(field("facts", "data")), {"facts": {"any": ["thing"]}}, True),
        (choice(FORCES), {"facts": {"red-1": {"target": "red-1"}, "red-2": {"target": "red-2"}}}, True),
        (choice(FORCES), {"facts": {"red-1": {"target": "red-1"}, "red-2": {"target": "red-1"}}}, False),
        (choice(FORCES), {"facts": {"red-3": {"target": "red-1"}}}, False),
    ],
)
def test_a_report_matches_what_it_fills_in(offered: Choice, told: dict[str, Any], match: bool) -> None:
    assert matches(offered, Fire(**{"unit": "a", **told})) is match


def test_what_is_drawn_for_several_differs() -> None:
    for seed in range(20):
        told = filled_in(choice(FORCES), Random(seed).randrange, lambda field: {})["facts"]
        assert sorted(one["target"] for one in told.values()) == ["red-1", "red-2"]


def test_another_report_matches_nothing() -> None:
    assert not matches(choice(), Hold(unit="a"))


class March(Command, frozen=True, kw_only=True):
    """A report with numbers that hang together."""

    length: int
    corner: int


# Of 10 in all: what comes after the corner costs twice as much, and the corner is not beyond the end.
MARCH = Choice(
    command="March",
    label=say("March"),
    side="blue",
    fields=(
        field("length", "number", least=1, most=10, required=True),
        field("corner", "number", least=0, most=10, required=True),
    ),
    limits=(Limit(times={"length": 2, "corner": -1}, most=10), Limit(times={"corner": 1, "length": -1}, most=0)),
)


@pytest.mark.parametrize(
    ("length", "corner", "match"),
    [(5, 0, True), (6, 0, False), (6, 1, False), (6, 2, True), (10, 10, True), (10, 9, False), (3, 4, False)],
)
def test_numbers_that_hang_together_keep_within_their_limits(length: int, corner: int, match: bool) -> None:
    assert matches(MARCH, March(length=length, corner=corner)) is match


def test_what_is_told_leaves_the_next_number_its_room() -> None:
    length, corner = MARCH.fields
    assert narrowed(MARCH, length, {}) == length
    for told in range(1, 11):
        left = narrowed(MARCH, corner, {"length": told})
        fits = [at for at in range(11) if matches(MARCH, March(length=told, corner=at))]
        assert [*range(left.least, left.most + 1)] == fits
        assert fits
