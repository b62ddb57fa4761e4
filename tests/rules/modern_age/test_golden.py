"""The recorded battles are what their scripts give today, and between them they show what can happen."""

from __future__ import annotations

from functools import cache

import pytest

from rules.contract import Outcome
from rules.record import Entry, dumps, fold, loads
from rules.reports import Confirm, Settle
from rules.revisions import Agreed, Retold, Revised
from rules.systems.modern_age import SYSTEM
from rules.systems.modern_age import events as e
from tests.rules.conformance.goldens import recorded
from tests.rules.modern_age.record import BATTLES, FOLDER, played

NEWEST = [name for name in BATTLES if name.startswith(f"{SYSTEM.edition}/")]


@cache
def entries_of(name: str) -> list[Entry]:
    return played(name)


def outcome_of(name: str) -> Outcome:
    return fold(entries_of(name)).outcome()


@pytest.mark.parametrize("name", BATTLES)
def test_the_script_gives_the_record(name: str) -> None:
    """What was asked of the muster apart: the first record left its edition to the day."""
    record, now = loads((FOLDER / f"{name}.jsonl").read_text(encoding="utf-8")), entries_of(name)
    assert now[0].events == record[0].events
    assert now[1:] == record[1:]


@pytest.mark.parametrize("name", NEWEST)
def test_a_record_of_the_newest_edition_is_written_as_it_is_today(name: str) -> None:
    assert dumps(entries_of(name)) == (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8")


def test_every_recorded_battle_has_its_forces_here() -> None:
    assert {f"{path.parent.name}/{path.stem}" for path in recorded(SYSTEM)} == set(BATTLES)


@pytest.mark.parametrize("edition", SYSTEM.editions)
def test_all_three_tanks_are_destroyed_and_the_americans_win(edition: str) -> None:
    outcome = outcome_of(f"{edition}/alpha_66")
    assert outcome.winner == "americans"
    assert outcome.points == {"americans": 40, "soviets": 40}


@pytest.mark.parametrize("edition", ["2018.2", "2018.3"])
@pytest.mark.parametrize(
    ("mission", "winner", "how"),
    [
        ("king_of_the_hill", "americans", "last"),
        ("no_retreat", "french", "conceded"),
        ("free_for_all", "british", "time_points"),
    ],
)
def test_the_missions_end_as_they_are_told(mission: str, winner: str, how: str, edition: str) -> None:
    decided = [
        event
        for entry in entries_of(f"{edition}/{mission}")
        for event in entry.events
        if isinstance(event, e.BattleDecided)
    ]
    assert [(one.winner, one.how) for one in decided] == [(winner, how)]


@pytest.mark.parametrize("name", BATTLES)
def test_it_has_dice_of_the_table_and_of_leaguer(name: str) -> None:
    rolls = [getattr(event, "roll", None) for entry in entries_of(name) for event in entry.events]
    assert {roll.by for roll in rolls if roll is not None and roll.values} == {"table", "leaguer"}


def test_the_first_edition_s_shows_most_of_what_may_happen_in_it() -> None:
    """What it lacks is set-up by dice, withdrawal, concession and depths; and all that came with the next edition."""
    lacking = {
        *(e.TerrainRolled, e.RoleRolled, e.RoleChosen, e.EdgeChosen, e.Withdrew, e.FireHeld, e.RepairSkipped),
        *(e.CardRevealed, e.Conceded, e.Resumed),
    }
    later = {
        *(e.ObjectivePlaced, e.Redeployed, e.Arrived, e.FreelyMoved, e.TokenShed, e.SmokeLaid, e.CardUsed),
        *(e.CardRefunded, e.DefenceRerolled, e.HitsCancelled, e.DefenceSettled, e.CriticalTurned, e.CriticalPicked),
        *(e.CriticalTaken, e.AttackClosed, e.Crashed, e.ObjectivesChecked, e.HiddenKept),
    }
    assert set(e.EVENTS) - kinds_of("2018.1/alpha_66") == lacking | later


def test_the_newest_edition_s_show_all_that_may_happen() -> None:
    assert not set(e.EVENTS) - kinds_of(*NEWEST)


def test_the_newest_edition_s_show_all_that_may_be_reported() -> None:
    """But for a repair in place of moving, which takes a driver and a critical card."""
    told = {type(entry.command).__name__ for name in NEWEST for entry in entries_of(name)}
    assert {kind.__name__ for kind in SYSTEM.commands} - told == {"RepairHalt"}


def test_a_report_is_taken_back_and_another_put_right_by_both() -> None:
    assert {Revised, Retold, Agreed} <= kinds_of(f"{SYSTEM.edition}/king_of_the_hill")


@pytest.mark.parametrize("name", BATTLES)
def test_both_confirm_and_it_is_settled(name: str) -> None:
    told = [type(entry.command) for entry in entries_of(name)]
    assert told.count(Confirm) == 2
    assert told[-1] is Settle


def kinds_of(*names: str) -> set[type]:
    return {type(event) for name in names for entry in entries_of(name) for event in entry.events}
