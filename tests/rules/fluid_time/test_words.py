"""What people read: names, lengths in the rulebook's unit, and sentences that fit one person and a whole side alike."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules.contract import Message
from rules.systems import fluid_time
from rules.systems.fluid_time import SYSTEM
from rules.systems.fluid_time.words import title
from tests.rules.fluid_time.table import (
    BOTH,
    FREE,
    MOVE,
    SIX,
    battle,
    dealt_by_leaguer,
    ended,
    marked_for,
    play,
    shuffled,
)
from tests.rules.scenario import Told

SENTENCES = re.compile(r'_\(\s*"((?:[^"\\]|\\.)*)"')


@pytest.mark.parametrize(
    ("key", "called"),
    [
        ("panzers_a", "Panzers A"),
        ("tankovy_1", "Tankovy 1"),
        ("german_specials", "German Specials"),
        ("7-rta", "7-rta"),
    ],
)
def test_a_platoon_is_called_as_people_write_it(key: str, called: str) -> None:
    assert title(key) == called


def test_every_platoon_has_a_name_for_people() -> None:
    story = dealt_by_leaguer(SIX)
    assert SYSTEM.titles(play(story)) == {
        "panzers_a": "Panzers A",
        "panzers_b": "Panzers B",
        "german_specials": "German Specials",
        "tankovy_1": "Tankovy 1",
        "tankovy_2": "Tankovy 2",
        "soviet_specials": "Soviet Specials",
    }


def test_sentences_fit_a_side_of_one_and_of_many() -> None:
    """A side goes by its players' name or its own, so no verb follows it."""
    told = [
        sentence
        for path in Path(fluid_time.__file__).parent.glob("*.py")
        for sentence in SENTENCES.findall(path.read_text(encoding="utf-8"))
    ]
    assert len(told) > 300
    verb = re.compile(r"(?:^|[.:;,] )%\((?:side|other|first)\)s [a-z]")
    assert not [sentence for sentence in told if verb.search(sentence)]


def test_lengths_are_told_in_the_unit_of_the_table() -> None:
    assert _said(battle(MOVE).when("germans", "move tiger 155 by=move")) == (
        "Tiger I cannot move 15.5 in over this ground. At most 8 in of its move are left there."
    )
    assert _said(battle(MOVE, scale="cm").when("germans", "move tiger 41 rough by=move")) == (
        "Tiger I cannot move 4.1 cm over this ground. At most 4 cm of its move are left there."
    )


@pytest.mark.parametrize(("dice", "told"), [("4", "1 die was reported."), ("4,4,4", "3 dice were reported.")])
def test_dice_are_counted_by_their_number(dice: str, told: str) -> None:
    assert _said(marked_for("struck").when("germans", f"check-morale tiger dice={dice}")).startswith(told)


def test_what_may_be_spent_or_drawn_has_its_name_and_what_is_written_for_it() -> None:
    told = _said(battle(BOTH).when("germans", "halt tiger by=move"))
    assert told == "Tiger I has no “Move” left to spend. What it has left: 1/2 Move (half_move), Free Action (free)."
    drawn = ended(shuffled().tell(f"germans: draw {FREE}"))
    told = _said(drawn.when("germans", f"draw {FREE}"))
    assert told.startswith(
        "No card “germans, panzers: Free Action” is left in the deck. Tell one that is left: 3 × Turn"
    )


def test_who_may_act_is_named_one_by_one() -> None:
    """Each by its id alone, so that whoever shows it puts a name in its place."""
    told = battle("soviets/tankovy/free_action").when("soviets", "observe kv").refused("004 R12", "unit")
    assert told.remedy is not None
    units = told.remedy.values["units"]
    assert isinstance(units, Message)
    assert units.values == {"name": "t34"}


def _said(told: Told) -> str:
    refused = told._refused
    assert refused is not None
    assert refused.remedy is not None
    return f"{refused.text.text()} {refused.remedy.text()}"
