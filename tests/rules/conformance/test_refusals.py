"""The rules say no in one way: named rule, sentence, field. Whatever comes in, nothing else is raised."""

from __future__ import annotations

import pytest
from hypothesis import given

from rules import adjudicate, seats
from rules.adjudicate import Who
from rules.contract import Command, Refused, RuleSystem
from rules.record import who
from rules.reports import COMMANDS
from rules.stream.dice import SeededDice
from tests.rules.conformance.games import Game, games
from tests.rules.conformance.test_words import check_message
from tests.rules.conformance.wild import refusal, wild

HOUSE = ("battle", "dice", "report", "script", "system")
CODES = ("refused", "not-yours", "unknown", "malformed", "over")


@given(game=games())
def test_any_report_is_ruled_or_refused(system: RuleSystem, game: Game) -> None:
    table = game.played(system)
    whole = Game(game.seed, game.reports + 60).played(system)
    for command in wild(table, whole.entries, game.chance(), 60):
        for side in ("", *table.mustered.sides):
            refused = refusal(table, side, command)
            if refused is not None:
                checkrefusal(refused, command, system)


@given(game=games())
def test_only_its_own_side_reports(system: RuleSystem, game: Game) -> None:
    """What one side may report, the other may not, but for the dice of a step that either side tells; what the
    organiser may, either side's player or nobody else may."""
    table = game.played(system)
    either = {
        side: {choice.command for choice in seats.offered(table.battle, who(table.mustered, side))}
        for side in table.mustered.sides
    }
    for command in wild(table, table.entries, game.chance(), 30):
        if isinstance(command, COMMANDS):
            continue
        try:
            reporter = system.reporter(table.battle.play, command)
        except Refused:
            continue
        for side in table.mustered.sides:
            refused = refusal(table, side, command)
            if reporter and side != reporter and type(command).__name__ not in either[side]:
                assert refused is not None
                assert refused.code in ("not-yours", "over"), (command, refused)


def test_another_muster_is_nobody_s_own_report_and_refused(system: RuleSystem) -> None:
    """Whose it is, the frame says: a rulebook knows its own reports alone. A dry run asks that before all else."""
    table = Game(seed=3, reports=4).played(system)
    muster = table.entries[0].command
    assert adjudicate.reporter(table.battle, muster) == ""
    for side in ("", *table.mustered.sides):
        refused = refusal(table, side, muster)
        assert refused is not None
        checkrefusal(refused, muster, system)


@given(game=games())
def test_a_stranger_reports_nothing(system: RuleSystem, game: Game) -> None:
    """Whatever it is, whenever it comes."""
    table = game.played(system)
    for command in wild(table, table.entries, game.chance(), 40):
        decision = adjudicate.decide(table.battle, command, Who("dave"), SeededDice(table.mustered.seed))
        with pytest.raises(Refused):
            next(decision)


def checkrefusal(refused: Refused, command: Command, system: RuleSystem) -> None:
    assert refused.rule in HOUSE or refused.rule.startswith(f"{system.number} "), refused.rule
    assert refused.code in CODES
    check_message(refused.text)
    if refused.remedy is not None:
        check_message(refused.remedy)
    name = refused.field.partition(".")[0].partition("[")[0]
    assert name in ("", "by", *command.__struct_fields__), refused.field
