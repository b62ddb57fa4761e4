"""Three depths of report, one log and one aftermath."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import assume, given

from rules import visibility
from rules.contract import Refused, RuleSystem
from rules.player import advance, complete
from rules.record import Table
from rules.reports import ChangeDepth, Depth, ReportResult, ReportStatus
from tests.rules.conformance.games import LONGEST, Game, games, whole_games
from tests.rules.conformance.picture import picture


@given(game=games())
def test_the_depth_changes_between_rounds_only(system: RuleSystem, game: Game) -> None:
    table = game.played(system)
    assume(not table.battle.outcome().over)
    depth: Depth = "status" if table.battle.depth != "status" else "result"
    if system.between_rounds(table.battle.play):
        table.report("", ChangeDepth(depth=depth))
        assert table.battle.depth == depth
    else:
        with pytest.raises(Refused) as caught:
            table.report("", ChangeDepth(depth=depth))
        assert caught.value.field == "depth"


@given(game=games())
def test_a_status_said_twice_counts_once(system: RuleSystem, game: Game) -> None:
    table = between_rounds(game, system)
    chance = game.chance()
    table.report("", ChangeDepth(depth="status" if table.battle.depth != "status" else "result"))
    for _time in range(3):
        if table.battle.outcome().over:
            return
        status = random_status(table, chance)
        table.report("", status)
        once = standing(table)
        if table.battle.outcome().over:
            return
        table.report("", status)
        assert standing(table) == once


@given(game=games())
def test_back_at_every_shot_the_battle_can_be_played_on(system: RuleSystem, game: Game) -> None:
    """Whatever the status reports left unknown is asked for by a choice, or does not matter."""
    table = between_rounds(game, system)
    chance = game.chance()
    table.report("", ChangeDepth(depth="status" if table.battle.depth != "status" else "result"))
    for _time in range(chance.randrange(3)):
        if not table.battle.outcome().over:
            table.report("", random_status(table, chance))
    assume(not table.battle.outcome().over)
    table.report("", ChangeDepth(depth="shots"))
    for _time in range(LONGEST * 4):
        if table.battle.settled:
            break
        advance(table, chance.randrange)
    assert table.battle.settled


@given(game=whole_games())
def test_status_and_result_lead_to_the_conditions_that_were_played(system: RuleSystem, game: Game) -> None:
    """A battle told unit by unit, or by its result alone, leaves the units as the same battle played shot by shot."""
    played = game.played(system)
    assume(played.battle.settled)
    over = played
    while (before := Table(over.entries[:-1])).battle.outcome().over:
        over = before
    told = {unit.id: unit.condition for unit in over.battle.outcome().units}
    by_result = begun(played, "result")
    by_result.report("", ReportResult(winner=over.battle.outcome().winner, conditions=told))
    by_status = begun(played, "status")
    for unit, condition in told.items():
        if not by_status.battle.outcome().over:
            by_status.report("", ReportStatus(unit=unit, condition=condition))
    if not by_status.battle.outcome().over:
        by_status.report("", ReportResult(winner=over.battle.outcome().winner))
    outcome = by_result.battle.outcome()
    assert outcome.over
    assert outcome.winner == over.battle.outcome().winner
    assert {unit.id: unit.condition for unit in outcome.units} == told
    if all(entry.command for entry in by_status.entries) and len(by_status.entries) >= len(told) + 2:
        assert {unit.id: unit.condition for unit in by_status.battle.outcome().units} == told


@given(game=whole_games())
def test_a_result_alone_needs_every_unit(system: RuleSystem, game: Game) -> None:
    table = begun(game.played(system), "result")
    first, *rest = table.mustered.units
    with pytest.raises(Refused) as caught:
        table.report("", ReportResult(winner="", conditions={unit.id: {} for unit in rest}))
    assert caught.value.field == "conditions"
    assert first.id in caught.value.text.text()
    table.report("", ReportResult(winner="", conditions={unit.id: {} for unit in table.mustered.units}))
    assert table.battle.outcome().over
    chance = game.chance()
    while not table.battle.settled:
        advance(table, chance.randrange)
    assert not system.aftermath(table.battle.play)


@given(game=games(20))
def test_shots_are_refused_where_only_states_are_told(system: RuleSystem, game: Game) -> None:
    table = between_rounds(game, system)
    shots = [choice for side in table.mustered.sides for choice in system.legal(table.battle.play, side)]
    assume(table.battle.depth == "shots")
    table.report("", ChangeDepth(depth="status"))
    for choice in shots:
        command = complete(table, choice, Random(0).randrange)
        with pytest.raises(Refused):
            table.report(choice.side, command)
    for side in table.mustered.sides:
        assert {c.command for c in visibility.legal(table.battle, side)} <= {
            "ChangeDepth",
            "ReportStatus",
            "ReportResult",
        }


def between_rounds(game: Game, system: RuleSystem) -> Table:
    """The battle back at the last moment at which its depth could change."""
    entries = game.played(system).entries
    for count in range(len(entries), 0, -1):
        table = Table(entries[:count])
        if not table.battle.outcome().over and system.between_rounds(table.battle.play):
            return table
    assume(False)
    raise AssertionError


def begun(played: Table, depth: Depth) -> Table:
    """The same battle just mustered, at another depth."""
    table = Table(played.entries[:1])
    if table.battle.depth != depth:
        assume(table.battle.rules.between_rounds(table.battle.play))
        table.report("", ChangeDepth(depth=depth))
    return table


def random_status(table: Table, chance: Random) -> ReportStatus:
    side = next(iter(table.mustered.sides))
    offers = visibility.legal(table.battle, side)
    command = complete(table, next(c for c in offers if c.command == "ReportStatus"), chance.randrange)
    assert isinstance(command, ReportStatus)
    return command


def standing(table: Table) -> Any:
    """The rulebook's State but for the number of the report it saw last."""
    play = table.battle.play
    return picture(
        {name: getattr(play, name) for name in play.__struct_fields__ if name != "report"}
    ), msgspec.to_builtins(table.battle.outcome())
