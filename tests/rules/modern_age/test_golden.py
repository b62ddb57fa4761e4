"""The recorded battles are what their scripts give today, and between them they show what can happen."""

from __future__ import annotations

from functools import cache

import pytest

from rules.contract import Outcome
from rules.record import RecordedReport
from rules.reports import Confirm, Settle
from rules.stream.revision.reports import Agreed, Retold, Revised
from rules.systems.modern_age import SYSTEM
from rules.systems.modern_age.attack.sequence import AttackClosed
from rules.systems.modern_age.cards.hidden import HiddenKept
from rules.systems.modern_age.cards.reveal import CardRevealed
from rules.systems.modern_age.cards.use import CardUsed
from rules.systems.modern_age.criticals.draws import CriticalPicked, CriticalTurned
from rules.systems.modern_age.criticals.spent_cards import CriticalTaken
from rules.systems.modern_age.defence.cancels import DefenceSettled, HitsCancelled
from rules.systems.modern_age.defence.defence_rerolls import DefenceRerolled
from rules.systems.modern_age.deployment import Redeployed
from rules.systems.modern_age.depths import Resumed
from rules.systems.modern_age.free_moves import FreelyMoved, TokenShed
from rules.systems.modern_age.helicopters import Crashed
from rules.systems.modern_age.missions.end import BattleDecided
from rules.systems.modern_age.missions.objectives import ObjectivePlaced
from rules.systems.modern_age.missions.victory import Conceded, ObjectivesChecked
from rules.systems.modern_age.movement import Withdrew
from rules.systems.modern_age.repairs import RepairSkipped
from rules.systems.modern_age.reserves import Arrived
from rules.systems.modern_age.setting_up import EdgeChosen, RoleChosen, RoleRolled, TerrainRolled
from rules.systems.modern_age.shooting.ammo import CardRefunded
from rules.systems.modern_age.shooting.fire import FireHeld
from rules.systems.modern_age.shooting.smoke import SmokeLaid
from tests.rules.conformance.goldens import recorded
from tests.rules.modern_age.record import BATTLES, FOLDER, played
from tests.rules.recordings import dumps, fold, loads

NEWEST = [name for name in BATTLES if name.startswith(f"{SYSTEM.edition}/")]


@cache
def entries_of(name: str) -> list[RecordedReport]:
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
        if isinstance(event, BattleDecided)
    ]
    assert [(one.winner, one.how) for one in decided] == [(winner, how)]


@pytest.mark.parametrize("name", BATTLES)
def test_it_has_dice_of_the_table_and_of_leaguer(name: str) -> None:
    rolls = [getattr(event, "roll", None) for entry in entries_of(name) for event in entry.events]
    assert {roll.by for roll in rolls if roll is not None and roll.values} == {"table", "leaguer"}


def test_the_first_edition_s_shows_most_of_what_may_happen_in_it() -> None:
    """What it lacks is set-up by dice, withdrawal, concession and depths; and all that came with the next edition."""
    lacking = {
        *(TerrainRolled, RoleRolled, RoleChosen, EdgeChosen, Withdrew, FireHeld, RepairSkipped),
        *(CardRevealed, Conceded, Resumed),
    }
    later = {
        *(ObjectivePlaced, Redeployed, Arrived, FreelyMoved, TokenShed, SmokeLaid, CardUsed),
        *(CardRefunded, DefenceRerolled, HitsCancelled, DefenceSettled, CriticalTurned, CriticalPicked),
        *(CriticalTaken, AttackClosed, Crashed, ObjectivesChecked, HiddenKept),
    }
    assert set(SYSTEM.events) - kinds_of("2018.1/alpha_66") == lacking | later


def test_the_newest_edition_s_show_all_that_may_happen() -> None:
    assert not set(SYSTEM.events) - kinds_of(*NEWEST)


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
