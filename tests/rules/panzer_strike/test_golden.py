"""The recorded battles are what their scripts give today, and between them they show what can happen."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from rules.contract import Event, Outcome
from rules.record import RecordedReport
from rules.reports import Confirm, DepthChanged, Settle, StatusReported
from rules.stream.revision.reports import Agreed, Retold, Revised
from rules.systems.panzer_strike import SYSTEM
from rules.systems.panzer_strike.announcements import Announced
from rules.systems.panzer_strike.fire import AccuracyRolled
from rules.systems.panzer_strike.hits import HitRolled, PenetrationRolled
from rules.systems.panzer_strike.movement import Moved, SpeedRolled
from rules.systems.panzer_strike.parabolic import RadioRolled, ShotDrifted
from rules.systems.panzer_strike.recovery import RecoveryBegan, RecoveryBroken, RecoveryFinished, RecoveryWorked
from rules.systems.panzer_strike.repairs import RepairStarted
from rules.systems.panzer_strike.towing import Hooked, LeftStanding
from rules.systems.panzer_strike.turns import RoundBegan, TurnBegan
from rules.systems.panzer_strike.withdrawal import BoardLeft
from tests.rules.conformance.goldens import recorded
from tests.rules.panzer_strike.record import BATTLES, FOLDER, played
from tests.rules.recordings import dumps, fold


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
    ("name", "how", "points"),
    [
        # StuG 8, SPAA 5 and 5, Panther 13, Pak 4, Mark IV 7; half of the Tiger's 11, immobilised, is 5. A Jumbo is 8.
        ("1/northern", "The enemy has lost two anti-aircraft guns.", {"allies": 47, "axis": 8}),
        # Panther 13, Mark IV 7; the Hetzer has left with the Pak.
        ("1/workshop", "The enemy has no active unit left.", {"allies": 20, "axis": 0}),
        # Tiger 11, Marder 5, Mark IV 7; half of the StuG's 8, its crew injured. A Stuart is 5, the Firefly has left.
        ("1/all_options", "The enemy has conceded.", {"allies": 27, "axis": 5}),
        # Mark IV 7; the Maus and the crane drive off.
        ("1/club", "The enemy has conceded.", {"allies": 7, "axis": 0}),
    ],
)
def test_the_allies_win_as_it_is_told(name: str, how: str, points: dict[str, int]) -> None:
    outcome = outcome_of(name)
    assert (outcome.winner, outcome.field) == ("allies", "allies")
    assert outcome.how is not None
    assert outcome.how.text() == how
    assert outcome.points == points


@pytest.mark.parametrize("name", BATTLES)
def test_what_penetrates_is_the_sum_of_what_was_told(name: str) -> None:
    """R28, R29, told once more: HE loses nothing with range, AP a point for each section but the first."""
    shots: dict[str, AccuracyRolled | ShotDrifted] = {}
    for event in events_of(name):
        match event:
            case AccuracyRolled() | ShotDrifted():
                shots[event.unit] = event
            case PenetrationRolled():
                howitzer = event.unit in ("howitzer", "wespe", "priest")
                assert event.drop == (0 if howitzer else shots[event.unit].range - 1)
                assert event.final == event.base + event.roll.numbers[0] - event.drop
                if event.outcome in ("none", "delayed"):
                    assert event.final <= event.armour
                else:
                    assert event.final >= event.armour


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
    found = {event.outcome for name in BATTLES for event in events_of(name) if isinstance(event, PenetrationRolled)}
    assert found == {"none", "destroyed", "injured", "semi", "immobilised", "delayed", "reset"}


def test_a_report_is_taken_back_and_another_put_right_by_both() -> None:
    assert {Revised, Retold, Agreed} <= kinds_of("1/workshop")


def test_the_recovery_of_a_heavier_patient_takes_two_rounds_a_level() -> None:
    """As corrected: the events before the correction are in the record, too."""
    work = (RecoveryBegan, RecoveryWorked, RecoveryFinished, RecoveryBroken, RoundBegan)
    told = [event for event in events_of("1/workshop") if isinstance(event, work)]
    kinds = [type(event).__name__ for event in told]
    assert kinds[: kinds.index("RecoveryBroken") + 1] == [
        *("RoundBegan", "RoundBegan", "RecoveryBegan", "RoundBegan", "RecoveryWorked"),
        *("RoundBegan", "RecoveryFinished", "RoundBegan", "RecoveryBroken"),
    ]


def test_the_battle_of_all_options_has_them_all() -> None:
    name = "1/all_options"
    options = BATTLES[name].options
    nine = [option.name for option in SYSTEM.options if option.help.startswith("Option ")]
    assert len(nine) == 9
    assert all(options[name] for name in nine)
    events = list(events_of(name))
    assert {DepthChanged, StatusReported, SpeedRolled, BoardLeft} <= {type(event) for event in events}
    assert [event.heard for event in events if isinstance(event, RadioRolled)] == [False, False, True]
    assert [event.limit for event in events if isinstance(event, TurnBegan) and event.side == "axis"] == [3, 3, 2, 2]
    hits = [event for event in events if isinstance(event, HitRolled)]
    assert {event.missed for event in hits} == {"", "x", "turn", "crew"}
    assert {event.die for event in hits} == {"white", "orange", "green", "blue"}
    assert [(event.victim, event.zone, event.armour) for event in hits if event.angled] == [
        ("stuart", "side", 4),
        ("cromwell", "front", 8),
    ]
    drifted = [event.victim for event in events if isinstance(event, ShotDrifted)]
    assert "marder" in drifted
    assert "" in drifted


def test_in_northern_the_ruler_outranks_the_board_and_cover_is_struck() -> None:
    events = list(events_of("1/northern"))
    measured = [event for event in events if isinstance(event, Announced) and event.by == "ruler"]
    assert [(event.unit, event.range, event.board_range) for event in measured] == [("flak-3", 4, 0)]
    struck = [event for event in events if isinstance(event, AccuracyRolled) and event.result == "obstacle"]
    assert [(event.target, event.total, event.needed, event.victim, event.range) for event in struck] == [
        ("flak-2", 6, 7, "mark-iv", 5)
    ]


def test_in_club_units_of_its_own_fight_and_crews_do_what_they_have_learned() -> None:
    """The sheet and the conditions are the muster's; nothing else tells of them."""
    events = list(events_of("1/club"))
    shots = [event for event in events if isinstance(event, AccuracyRolled)]
    more = {event.unit: event.total - sum(event.roll.numbers) for event in shots}
    assert more == {"howitzer": 1, "m4": 1, "prince": 1, "maus": 0, "mark-iv": 0}
    timers = [(event.unit, event.timer) for event in events if isinstance(event, RepairStarted)]
    assert timers == [("prince", 3), ("mark-iv", 4)]
    assert [event.timer for event in events if isinstance(event, PenetrationRolled) and event.outcome == "reset"] == [3]
    assert {event.base for event in events if isinstance(event, PenetrationRolled)} == {9, 15, 20}


def test_in_positions_the_axis_win_though_their_own_howitzer_destroyed_two_of_their_guns() -> None:
    """By the first edition the allies had won in round 2. Two quads are 12; half of a Priest and of two guns is 6."""
    outcome = outcome_of("2/positions")
    assert (outcome.winner, outcome.points) == ("axis", {"allies": 15, "axis": 18})
    assert outcome.how is not None
    assert outcome.how.text() == "The enemy has lost two anti-aircraft guns."
    drifted = [event.victim for event in events_of("2/positions") if isinstance(event, ShotDrifted)]
    assert drifted == ["marder", "flak-1", "flak-2"]


def test_in_positions_a_gun_goes_along_at_once_and_a_heavy_patient_is_repaired_in_the_round_of_the_report() -> None:
    told = [event for event in events_of("2/positions") if isinstance(event, Hooked | Moved | LeftStanding)]
    assert [type(event).__name__ for event in told if "m8" in event.unit] == [
        *("Moved", "Hooked", "Moved", "Moved", "Moved", "LeftStanding", "Moved")
    ]
    began = next(event for event in events_of("2/positions") if isinstance(event, RecoveryBegan))
    assert (began.ready, began.worked, began.rounds) == (True, 1, 1)
    turned = next(event for event in told if isinstance(event, Moved) and event.unit == "gun-2")
    assert turned.steps == ("R+", "R+")
    backed = next(event for event in told if isinstance(event, Moved) and event.unit == "sherman")
    assert (backed.gear, backed.pushed) == ("reverse", {"wreck-h3": "h2"})


@pytest.mark.parametrize("name", BATTLES)
def test_both_confirm_and_it_is_settled(name: str) -> None:
    told = [type(entry.command) for entry in entries_of(name)]
    assert told.count(Confirm) == 2
    assert told[-1] is Settle


def kinds_of(*names: str) -> set[type[Event]]:
    return {type(event) for name in names for event in events_of(name)}
