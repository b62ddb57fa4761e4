"""Whatever is offered, asked for or shown has its words, in every step of a battle."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from rules import visibility
from rules.contract import Choice, Message
from tests.rules.scenario import Story, given
from tests.rules.tanks.table import HELLCAT, PAK, PRIEST, SHERMAN, STUART, TIGER, battle, muster

UNITS = {
    "m4": (SHERMAN, "allies"),
    "other": (SHERMAN, "allies"),
    "priest": (PRIEST, "allies"),
    "hellcat": (HELLCAT, "allies"),
    "tiger": (TIGER, "axis"),
    "stuart": (STUART, "axis"),
    "pak": (PAK, "axis"),
}
FIRE = "allies: fire m4 stuart distance=100 facing=side hit=6 penetration=4"
STEPS: dict[str, Callable[[], Story]] = {
    "setup": lambda: given(muster(UNITS)),
    "move": lambda: battle(UNITS, "allies"),
    "shoot": lambda: battle(UNITS, "allies", "shoot", spotted=("tiger",)),
    "explosion": lambda: battle(UNITS, "allies", "shoot").tell(f"{FIRE} damage=6 radius=4"),
    "radio": lambda: battle(UNITS, "allies", "shoot").tell("allies: hold-fire allies"),
}


def offered(story: Story) -> Iterator[Choice]:
    for side in ("allies", "axis"):
        yield from visibility.legal(story.state, side)


def words(story: Story) -> Iterator[Message]:
    for choice in offered(story):
        yield choice.label
        for field in choice.fields:
            yield field.label
            yield from (pick.label for pick in field.picks)
    view = visibility.see(story.state, "")
    yield from (fact.label for fact in view.facts)
    yield from (fact.label for unit in view.units for fact in unit.facts)


@pytest.mark.parametrize("step", STEPS)
def test_it_has_words(step: str) -> None:
    found = [label.text() for label in words(STEPS[step]())]
    assert found
    assert all(text and "None" not in text for text in found)


def test_full_speed_on_open_ground_is_offered_for_many_at_once() -> None:
    at_once = [choice for choice in offered(STEPS["move"]()) if choice.bulk]
    over = {pick.value for choice in at_once for field in choice.fields if field.name == "over" for pick in field.picks}
    assert over == {"open", "open+down"}
