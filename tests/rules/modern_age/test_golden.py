"""The recorded battle is what its script gives today."""

from __future__ import annotations

from rules.record import dumps, fold
from rules.systems.modern_age import events as e
from rules.systems.modern_age.events import EVENTS
from tests.rules.modern_age.record import FOLDER, played

NAME = "alpha_66"


def test_the_script_gives_the_record() -> None:
    assert dumps(played(NAME)) == (FOLDER / f"{NAME}.jsonl").read_text(encoding="utf-8")


def test_all_three_tanks_are_destroyed_and_the_americans_win() -> None:
    outcome = fold(played(NAME)).outcome()
    assert outcome.winner == "americans"
    assert outcome.points == {"americans": 40, "soviets": 40}


def test_it_has_dice_of_the_table_and_of_leaguer() -> None:
    rolls = [getattr(event, "roll", None) for entry in played(NAME) for event in entry.events]
    assert {roll.by for roll in rolls if roll is not None and roll.values} == {"table", "leaguer"}


def test_it_shows_most_of_what_may_happen() -> None:
    """What it lacks is set-up by dice, withdrawal, concession and depths."""
    seen = {type(event) for entry in played(NAME) for event in entry.events}
    assert set(EVENTS) - seen <= {
        e.TerrainRolled, e.RoleRolled, e.RoleChosen, e.EdgeChosen, e.Withdrew, e.FireHeld, e.RepairSkipped,
        e.CardRevealed, e.Conceded, e.Resumed, e.RepairedBetween,
    }  # fmt: skip
