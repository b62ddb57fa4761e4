"""What is offered of parabolic fire is what is accepted: every announcement there can be, tried both ways."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from rules.contract import Choice, Refused
from rules.stream.choices import matches
from rules.stream.dice import FallenDice
from rules.systems.panzer_strike import SYSTEM
from rules.systems.panzer_strike.announcements import Announce, announce
from rules.systems.panzer_strike.state import Contact, State
from tests.rules.panzer_strike.table import battle
from tests.rules.panzer_strike.test_parabolic import HOWITZER, drawn
from tests.rules.scenario import Story

UNITS = {
    "hummel": ("Hummel", "axis", "e1", "N"),
    "wespe": ("Wespe", "axis", "p2", "NW"),
    "pz38": ("Pz 38 t", "axis", "m9", "W"),
    "mute": ("Pz 38 t", "axis", "m12", "W"),
    "m4": ("Sherman", "allies", "e9", "S"),
    "hellcat": ("Hellcat", "allies", "e17", "S"),
    "near": ("Hellcat", "allies", "e3", "S"),
    "m105": (HOWITZER, "allies", "h14", "S"),
    "wreck": ("Jumbo", "allies", "d10", "S"),
}
HOUSES = ("e5", "f5", "g5", "h5", "o3", "h13", "k8")


def firing(**options: Any) -> Story:
    contacts = {"mute": ("m4", "hellcat"), "wespe": ("m105",)}
    marks = {"mute": ("No radio",)}
    story = battle(drawn(*HOUSES), UNITS, phase="firing", contacts=contacts, marks=marks, **options)
    story.play.units["wreck"].life = "destroyed"
    return story


def accepted(state: State, command: Announce) -> bool:
    try:
        return bool(list(announce(state, command, FallenDice())))
    except Refused:
        return False


def of(story: Story, unit: str, target: str) -> list[Choice]:
    """The choices of a howitzer that offer this target, alone or among others."""
    return [
        choice
        for choice in SYSTEM.legal(story.play, "axis")
        if (choice.given.get("unit"), choice.given.get("how")) == (unit, "parabolic")
        and target in (choice.given.get("target"), *targets(choice))
    ]


def targets(choice: Choice) -> list[str]:
    return [pick.value for field in choice.fields if field.name == "target" for pick in field.picks]


def asked(choice: Choice) -> dict[str, tuple[bool, tuple[str, ...]]]:
    """What it asks for besides the target."""
    return {
        field.name: (field.required, tuple(pick.value for pick in field.picks))
        for field in choice.fields
        if field.name != "target"
    }


@pytest.mark.parametrize(
    "options", [{}, {"radio_needed": True}, {"radio_same_vehicle": True, "ruler": 1}, {"ruler": 3}]
)
@pytest.mark.parametrize("unit", ["hummel", "wespe", "pz38"])
def test_what_is_offered_is_what_is_accepted(unit: str, options: dict[str, Any]) -> None:
    state: State = firing(**options).play
    shots = [choice for choice in SYSTEM.legal(state, "axis") if choice.given.get("how") == "parabolic"]
    offers = [choice for choice in shots if choice.given["unit"] == unit]
    found = {True: 0, False: 0}
    for target in ("", "nobody", *state.units):
        for command in announcements(unit, target, ("", "nobody", *state.units)):
            taken = accepted(state, command)
            assert any(matches(choice, command) for choice in offers) == taken, command
            found[taken] += 1
    assert found[False] > 500
    assert (found[True] > 20) == (unit != "pz38")


def announcements(unit: str, target: str, reporters: Iterable[str]) -> Iterator[Announce]:
    """With whatever ruler, reporter and contact; with cover, too."""
    contacts: tuple[Contact, ...] = ("", "held", "new")
    for ruler, reporter, contact in itertools.product((None, 2, 3, 8), reporters, contacts):
        yield Announce(unit=unit, target=target, how="parabolic", ruler=ruler, reporter=reporter, contact=contact)
    for ruler, cover in itertools.product((None, 4), ("terrain", "pz38")):
        yield Announce(unit=unit, target=target, how="parabolic", ruler=ruler, cover=cover)


def test_a_shot_is_offered_by_the_board_and_as_the_table_measured_it() -> None:
    """The Hummel sees the Hellcat on e3 and may not reach it; the Sherman on e9 both its tanks could report."""
    story = firing()
    by_board, own, reported = of(story, "hummel", "m4")
    assert asked(by_board) == {"reporter": (False, ("pz38", "mute"))}
    assert asked(own) == {"ruler": (True, ())}
    friends = ("wespe", "pz38", "mute")
    assert asked(reported) == {
        "ruler": (True, ()),
        "reporter": (True, friends),
        "contact": (True, ("held", "new")),
    }
    assert [(field.least, field.most) for field in own.fields if field.name == "ruler"] == [(3, 8)]
    assert [{*asked(choice)} for choice in of(story, "hummel", "near")] == [{"ruler"}, {"ruler", "reporter", "contact"}]


def test_without_radios_only_who_has_one_is_offered() -> None:
    by_board, _own, reported = of(firing(radio_needed=True), "hummel", "m4")
    assert asked(by_board)["reporter"] == (False, ("pz38",))
    assert asked(reported)["reporter"] == (True, ("wespe", "pz38"))


def test_who_has_no_friends_is_not_asked_for_a_reporter() -> None:
    units = {id: unit for id, unit in UNITS.items() if unit[1] == "allies" or id == "hummel"}
    story = battle(drawn(*HOUSES), units, phase="firing")
    (own,) = of(story, "hummel", "m4")
    assert {*asked(own)} == {"ruler"}


def test_a_howitzer_that_moved_is_offered_none() -> None:
    story = battle(drawn(*HOUSES), UNITS).tell("axis: move hummel F\naxis: end-movement axis")
    assert not of(story, "hummel", "m4")
    assert of(story, "wespe", "hellcat")


def test_every_label_reads() -> None:
    for choice in of(firing(), "hummel", "m4"):
        assert re.match(r"Hummel on e1 fires at (Sherman on \w+|one of \d enemies) in an arc", choice.label.text())
        assert all(field.label.text() for field in choice.fields)
