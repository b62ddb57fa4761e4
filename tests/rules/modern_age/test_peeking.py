"""Dice are not to be seen before they fall: no refusal may depend on dice Leaguer has yet to roll.

A refused report leaves no trace, so whatever its refusal tells of Leaguer's dice could be had before the attack is
made, and the attack be made otherwise.
"""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given

from rules import show
from rules.contract import Command, Refused
from rules.dice import SeededDice
from rules.player import complete
from rules.record import Table
from rules.systems.modern_age import SYSTEM
from rules.systems.modern_age import events as e
from tests.rules.conformance.games import Game, games
from tests.rules.conformance.wild import bent
from tests.rules.modern_age.musters import first_game, shooting

SEEDS = tuple(f"{number:064x}" for number in range(6))


@pytest.mark.parametrize(
    ("report", "field"),
    [
        ("fire m1 t64 stationary=a,b,c,d", "stationary"),
        ("fire m1 t64 stationary='' stabiliser=''", "stationary"),
        ("fire m1 t64 swap=yes", "swap"),
        ("fire m1 t64 defence=1", "defence"),
        ("fire m1 t64 dice=1,1,1,1 stationary=a swap=yes", "swap"),
        ("fire m1 t64 dice=1,1,1,1 stationary=a defence=1", "defence"),
    ],
)
def test_what_follows_dice_of_leaguer_s_is_answered_when_it_is_asked(report: str, field: str) -> None:
    shooting(first_game()).when("americans", report).refused("003 R26", field)


def test_no_cards_for_a_defence_leaguer_is_to_roll() -> None:
    story = shooting(first_game())
    story.when("americans", "fire m1 t64 dice=6,6,1,1 stationary='' stabiliser=''").then(
        e.AttackRolled, e.AttackRerolled
    )
    cards = """criticals='[{"card": "Lucky Hit"}]'"""
    story.when("soviets", f"defend t64 {cards}").refused("003 R26", "criticals")
    assert story.when("soviets", f"defend t64 dice=1 {cards}").events


@given(game=games())
def test_no_refusal_tells_how_dice_will_fall(game: Game) -> None:
    table, chance = game.played(SYSTEM), game.chance()
    for side in table.mustered.sides:
        for choice in show.legal(table.battle, side):
            command = everything(table, complete(table, choice, chance.randrange), chance)
            told = {said(table, side, command, seed) for seed in SEEDS}
            assert len(told) == 1, (command, told)


def everything(table: Table, command: Command, chance: Random) -> Command:
    """The report with a field or two more than was asked, as somebody curious would send it."""
    for _time in range(chance.randrange(4)):
        command = bent(table, command, chance)
    return command


def said(table: Table, side: str, command: Command, seed: str) -> str:
    try:
        table.copy().report(side, command, SeededDice(seed))
    except Refused as refused:
        return f"{refused.rule} {refused.field} {refused.text.text()} {refused.remedy and refused.remedy.text()}"
    return "accepted"
