"""The recorded battles are what their scripts give today, and between them they show what can happen."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest
from msgspec import UNSET

from rules.contract import Event, Outcome
from rules.record import RecordedReport
from rules.reports import Confirm, DepthChanged, Settle, StatusReported
from rules.stream.revision.reports import Agreed, Retold, Revised
from rules.systems.tanks import SYSTEM
from rules.systems.tanks.artillery import Bombarded
from rules.systems.tanks.damage import DamageRolled, Exploded, PenetrationRolled
from rules.systems.tanks.depth import RoundDeclared
from rules.systems.tanks.moving import Driven
from rules.systems.tanks.ramming import Rammed
from rules.systems.tanks.shooting import ShotFired
from tests.rules.conformance.goldens import recorded
from tests.rules.recordings import dumps, fold
from tests.rules.tanks.record import BATTLES, FOLDER, played


@cache
def entries_of(name: str) -> list[RecordedReport]:
    return played(name)


@cache
def outcome_of(name: str) -> Outcome:
    return fold(entries_of(name)).outcome()


def events_of(name: str) -> Iterator[Event]:
    return (event for entry in entries_of(name) for event in entry.events)


@pytest.mark.parametrize("name", BATTLES)
def test_the_script_gives_the_record(name: str) -> None:
    assert dumps(entries_of(name)) == (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8")


def test_every_recorded_battle_has_its_forces_here() -> None:
    assert {f"{path.parent.name}/{path.stem}" for path in recorded(SYSTEM)} == set(BATTLES)


@pytest.mark.parametrize(
    ("name", "winner", "field", "how", "points"),
    [
        # Hellcat 28, Stuart 25, Firefly 39; Panther 45, Pak 19.
        ("1/chain", "axis", "axis", "A side has no tank left on the table.", {"allies": 64, "axis": 92}),
        # Mark IV 31, Marder 25, Hummel 22; half of the Hetzer's 36.
        ("1/switches", "allies", "allies", "The enemy has conceded the field.", {"allies": 96, "axis": 0}),
        # The crane 10; the Sherman 30.
        ("1/club", "axis", "", "The last round is over.", {"allies": 10, "axis": 30}),
        # Tiger 44 and Mark IV 31; Sherman 30 and Stuart 25.
        ("2/crowd", "", "", "Neither side has a tank left on the table.", {"allies": 75, "axis": 55}),
    ],
)
def test_it_ends_as_it_is_told(name: str, winner: str, field: str, how: str, points: dict[str, int]) -> None:
    outcome = outcome_of(name)
    assert (outcome.winner, outcome.field) == (winner, field)
    assert outcome.how is not None
    assert outcome.how.text() == how
    assert outcome.points == points


@pytest.mark.parametrize(
    ("name", "fates"),
    [
        (
            "1/chain",
            {
                "firefly": "lost",
                "m4": "withdrawn",
                "hellcat": "lost",
                "tiger": "fit",
                "stug": "damaged",
                "pak": "wrecked",
            },
        ),
        ("1/switches", {"mark-iv": "lost", "hetzer": "lost", "churchill": "damaged", "cromwell": "fit"}),
        ("1/club", {"crane": "wrecked", "m4": "lost", "mark-iv": "damaged", "prince": "damaged", "gun": "fit"}),
    ],
)
def test_what_becomes_of_them(name: str, fates: dict[str, str]) -> None:
    found = {unit.id: unit.fate for unit in outcome_of(name).units}
    assert {id: found[id] for id in fates} == fates


@pytest.mark.parametrize("name", BATTLES)
def test_every_hit_is_the_sum_of_what_was_told(name: str) -> None:
    """R21, told once more."""
    for event in events_of(name):
        if isinstance(event, PenetrationRolled):
            die = event.roll.numbers[0]
            assert event.total == event.strength + die
            expected = "penetrates" if event.total > event.armour else "glances"
            assert event.result == ("bounces" if die == 1 or event.total < event.armour else expected)


@pytest.mark.parametrize("name", BATTLES)
def test_it_has_dice_of_the_table_and_of_leaguer(name: str) -> None:
    rolls = [getattr(event, "roll", None) for event in events_of(name)]
    assert {roll.by for roll in rolls if roll is not None} == {"table", "leaguer"}


def test_they_show_all_that_may_happen() -> None:
    assert not set(SYSTEM.events) - kinds_of(*BATTLES)


def test_they_show_all_that_may_be_reported() -> None:
    told = {type(entry.command).__name__ for name in BATTLES for entry in entries_of(name)}
    assert {kind.__name__ for kind in SYSTEM.commands} <= told


def test_they_show_all_that_may_come_of_a_hit() -> None:
    damage = [event for name in BATTLES for event in events_of(name) if isinstance(event, DamageRolled)]
    effects = {"none", "stunned", "knocked_about", "tracked", "gun_out", "bailed_out", "knocked_out"}
    assert {event.effect for event in damage} == effects
    assert {event.cause for event in damage} == {"shot", "cap", "blast", "ram"}


def test_a_chain_of_three_explodes_and_makes_a_ram_void() -> None:
    events = list(events_of("1/chain"))
    assert [event.unit for event in events if isinstance(event, Exploded)] == ["hellcat", "stuart", "panther"]
    assert [event.unit for event in events if isinstance(event, Rammed)] == ["tiger"]
    assert [event.contact for event in events if isinstance(event, Driven) if event.contact] == ["stuart", "firefly"]


def test_in_crowd_corners_are_told_and_who_touches_an_explosion_is_hit() -> None:
    """And the Sherman has one contact beside another: edition 1 would have forgotten the Tiger's."""
    events = list(events_of("2/crowd"))
    assert [event.corner for event in events if isinstance(event, Driven)] == [80, UNSET, 20, *[UNSET] * 3]
    touching = {event.unit: event.touching for event in events if isinstance(event, Exploded)}
    assert touching == {"tiger": ("m4", "stuart"), "mark-iv": ("m4",), "m4": ()}


def test_switches_has_them_all_turned_and_rounds_without_shots() -> None:
    options = BATTLES["1/switches"].options
    declared = {option.name: option.default for option in SYSTEM.options if not option.later}
    assert set(options) == set(declared)
    assert all(options[name] != default for name, default in declared.items())
    assert {DepthChanged, StatusReported, RoundDeclared} <= kinds_of("1/switches")


def test_in_club_crews_hit_by_their_own_skill_and_the_maus_reloads() -> None:
    events = list(events_of("1/club"))
    skills = {
        event.unit: event.needed - sum(event.modifiers.values())
        for event in events
        if isinstance(event, ShotFired | Bombarded)
    }
    assert skills == {"gun": 3, "m4": 3, "maus": 3, "mark-iv": 5, "prince": 4}
    assert {event.reloading for event in events if isinstance(event, ShotFired) if event.unit == "maus"} == {2}
    assert {Revised, Retold, Agreed} <= kinds_of("1/club")


@pytest.mark.parametrize("name", BATTLES)
def test_both_confirm_and_it_is_settled(name: str) -> None:
    told = [type(entry.command) for entry in entries_of(name)]
    assert told.count(Confirm) == 2
    assert told[-1] is Settle


def kinds_of(*names: str) -> set[type[Event]]:
    return {type(event) for name in names for event in events_of(name)}
