"""What units are called where something is offered or refused, and on the sheet: by name, numbered where it repeats."""

from __future__ import annotations

import msgspec
import pytest

from rules import visibility
from rules.battle import start
from rules.contract import Mustered, Unit
from rules.kit.words import told_apart
from tests.rules.panzer_strike.rounds import offered
from tests.rules.panzer_strike.table import FIELD, battle, muster
from tests.rules.scenario import Story, given

TIGERS = {
    "p1": ("Tiger", "axis", "c3", "N"),
    "p2": ("Tiger", "axis", "f3", "N"),
    "pz": ("Pz IV G", "axis", "j3", "N"),
    "m4": ("Sherman", "allies", "c9", "S"),
    "m4-2": ("Sherman", "allies", "f9", "S"),
}


def units(**names: str) -> list[Unit]:
    return [Unit(id=id, side="axis", model="Tiger", name=name) for id, name in names.items()]


@pytest.mark.parametrize(
    ("names", "called"),
    [
        ({"a": "", "b": "Otto"}, ["Tiger", "Otto"]),
        ({"a": "", "b": "", "c": "Otto"}, ["Tiger 1", "Tiger 2", "Otto"]),
        ({"a": "Otto", "b": "Otto", "c": ""}, ["Otto 1", "Otto 2", "Tiger"]),
        ({"a": "", "b": "Tiger 2", "c": ""}, ["Tiger 1", "Tiger 2", "Tiger 3"]),
        ({"a": "Tiger 1", "b": "Tiger 1", "c": "Tiger", "d": ""}, ["Tiger 1 1", "Tiger 1 2", "Tiger 1", "Tiger 2"]),
    ],
)
def test_units_of_one_name_are_numbered(names: dict[str, str], called: list[str]) -> None:
    found = told_apart(units(**names))
    assert list(found.values()) == called
    assert len(set(found.values())) == len(found)


@pytest.mark.parametrize("edition", ["1", "2"])
def test_units_of_one_name_are_numbered_on_the_sheet(edition: str) -> None:
    """And on the board."""
    seen = visibility.see(battle(FIELD, TIGERS, edition=edition).state, "")
    assert [unit.name for unit in seen.units][:2] == ["Tiger 1", "Tiger 2"]
    assert seen.grid is not None
    assert [counter.label.text() for counter in seen.grid.counters][:2] == ["Tiger 1", "Tiger 2"]


def test_battles_of_the_first_edition_are_recorded_with_the_names_as_they_were() -> None:
    mustered = battle(FIELD, TIGERS, edition="1").history.rows[0].event
    assert isinstance(mustered, Mustered)
    assert [unit.name for unit in visibility.see(start(mustered, as_given=True), "").units][:2] == ["Tiger", "Tiger"]


def labels(story: Story, *commands: str) -> list[str]:
    return [choice.label.text() for choice in offered(story, "axis", *commands)]


@pytest.mark.parametrize("edition", ["1", "2"])
def test_a_card_says_which_tiger_fires_and_where_it_stands(edition: str) -> None:
    story = battle(FIELD, TIGERS, phase="firing", edition=edition)
    assert labels(story, "Announce") == [
        "Tiger 1 on c3 fires at one of 2 enemies",
        "Tiger 2 on f3 fires at one of 2 enemies",
        "Pz IV G on j3 fires at Sherman 2 on f9, range 4",
    ]
    shot = offered(story, "axis", "Announce")[1]
    assert [pick.label.text() for pick in shot.fields[0].picks] == [
        "Sherman 1 on c9, range 4",
        "Sherman 2 on f9, range 3",
    ]
    story.tell("axis: announce p1 m4\naxis: announce p2 m4-2")
    assert "Tiger 2 on f3 fires at Sherman 2 on f9: the dice" in labels(story, "Fire")


def test_a_card_of_the_movement_phase_says_it_too() -> None:
    moves = labels(battle(FIELD, TIGERS), "Move", "Traverse")
    assert moves[:2] == ["Move Tiger 1 on c3", "Traverse the turret of Tiger 1 on c3"]


def test_before_it_stands_anywhere_a_unit_is_told_by_its_number() -> None:
    forces = muster(FIELD, {id: said[:2] for id, said in TIGERS.items()})
    (choice,) = offered(given(forces), "axis", "Deploy")
    assert [pick.label.text() for pick in choice.fields[0].picks] == ["Tiger 1", "Tiger 2", "Pz IV G"]


def test_names_people_gave_are_used_in_offers_and_refusals() -> None:
    forces = muster(FIELD, {id: said[:2] for id, said in TIGERS.items()})
    story = given(msgspec.structs.replace(forces, names={"p1": "Otto"}))
    (choice,) = offered(story, "axis", "Deploy")
    assert [pick.label.text() for pick in choice.fields[0].picks] == ["Otto", "Tiger", "Pz IV G"]
    story.tell("axis: deploy p1 c20 N")
    refused = story.when("axis", "deploy p1 c19 N").refused("002 R1", "unit")
    assert refused.text.text() == "Otto stands on c20 already."
