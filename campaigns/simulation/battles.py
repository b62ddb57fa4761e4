"""The battles of a simulated season: played by the random player, confirmed, counted, and corrected later."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from battles import handler as battle_handler
from campaigns import clerk
from campaigns.simulation.chance import Chance
from campaigns.simulation.reporters import Reporters
from rules.battle import Battle
from rules.contract import Command, Muster
from rules.frame import BATTLES
from rules.player import advance
from rules.record import RecordedReport, Table
from rules.reports import Amend, ChangeDepth, Confirm, LendSeat, ReportResult
from rules.stream.revision.reports import Correct, Resolve, Undo
from rules.stream.samples import sample

MOST_REPORTS = 120  # after that the evening is over, and the organiser rules how it ended
# In a war somebody has to be left who can retreat. So on a map most battles are broken off, and fewer are hurt.
BROKEN_OFF = (4, 8, 16, MOST_REPORTS)
UNHURT, UNHURT_IN_WAR = 40, 80  # percent of units whose condition is told as it was
CONFIRMED = 90  # percent of battles at once
REASONS = ("We had misread the card", "The clock had stopped", "It stood behind the hedge", "Both of us remember it so")


def fight(reporters: Reporters, battle: str, chance: Chance) -> None:
    """Play a battle that is not over yet, and mostly confirm it."""
    if not reporters.battle(battle).outcome().over:
        play(reporters, battle, chance)
    if chance.happens(CONFIRMED):
        confirm(reporters, battle)


def play(reporters: Reporters, battle: str, chance: Chance) -> None:
    """Play a battle to its end: shot by shot, reported by its players or by an organiser who has no part in it. Of some
    battles, and of those that were broken off, the organiser reports only how they ended."""
    if len(battle_handler.history(battle).live_reports()) > 1:
        _bring_to_an_end(reporters, battle, chance)
        return
    if chance.happens(25) and _report_result(reporters, battle, chance):
        return
    table, most = _at_the_table(battle), _evening(reporters, battle, chance)
    while len(table.entries) <= most and not table.battle.outcome().over:
        advance(table, chance.choose)
    season, organiser = reporters.season(), str(reporters.organiser.pk)
    by_notes = chance.happens(60) and reporters.rules_over(battle)
    for side, entries in groupby(table.entries[1:], key=lambda entry: "" if by_notes else entry.side):
        person = reporters.players_of(season, battle, side)[0] if side else organiser
        commands = [entry.command for entry in entries]
        if side:
            _have_seats_lent(reporters, battle, side, commands)
        if not reporters.tell_battle(battle, person, *commands):  # the product has to decide as the table did
            raise AssertionError(f"battle {battle} went otherwise than at the table: {side}: {commands}")
    if not table.battle.outcome().over:
        _amend(reporters, battle, chance)


def _have_seats_lent(reporters: Reporters, battle: str, side: str, commands: Sequence[Command]) -> None:
    """The other sides lend `side` their seats before a report that speaks for all of them."""
    if all(one.field for command in commands for one in command.spoken):
        return
    season, state = reporters.season(), reporters.battle(battle)
    for other in state.muster.sides:
        if other not in (side, *state.lent):
            reporters.tell_battle(battle, reporters.players_of(season, battle, other)[0], LendSeat(side=other))


def _evening(reporters: Reporters, battle: str, chance: Chance) -> int:
    """How many reports there is time for."""
    return chance.one_of(BROKEN_OFF) if _is_of_war(reporters, battle) else MOST_REPORTS


def _is_of_war(reporters: Reporters, battle: str) -> bool:
    """Whether it is fought over a sector of the map."""
    fixture = reporters.season().of_battle(battle)
    return fixture is not None and fixture.ground is not None


def confirm(reporters: Reporters, battle: str) -> None:
    """Confirm by a player of every side that has not yet; then the clerk counts it."""
    season = reporters.season()
    for side in reporters.battle(battle).muster.sides:
        state = reporters.battle(battle)
        position, digest = state.fought
        if side not in state.confirmed and not state.settled:
            told = Confirm(side=side, position=position, digest=digest)
            reporters.tell_battle(battle, reporters.players_of(season, battle, side)[-1], told)
    clerk.attend(battle)


def correct(reporters: Reporters, battle: str, chance: Chance) -> None:
    """The organiser corrects something in a counted battle, and both sides confirm the new outcome."""
    match chance.choose(3):
        case 0:
            _amend(reporters, battle, chance)
        case 1:
            _take_back(reporters, battle, chance)
        case _:
            _strike(reporters, battle, chance)
    _bring_to_an_end(reporters, battle, chance)
    confirm(reporters, battle)


# ------------------------------------------------------------------------------------------------------ at the table


def _at_the_table(battle: str) -> Table:
    """The mustered battle in memory. There, hundreds of reports take the time of ten to the database, and give the
    same results, because the dice come from the same seed."""
    _state, told, rows = battle_handler.replay(battle)
    muster = BATTLES.commands(None).decode(rows[0].command_type, rows[0].command_data)
    assert isinstance(muster, Muster)
    return Table([RecordedReport("", muster, (told[0].event,))])


def _report_result(reporters: Reporters, battle: str, chance: Chance) -> bool:
    state, organiser = reporters.battle(battle), str(reporters.organiser.pk)
    result = ReportResult(winner=_winner(state, chance), conditions=_conditions(reporters, battle, chance))
    return reporters.tell_battle(battle, organiser, ChangeDepth(depth="result"), result)


def _winner(state: Battle, chance: Chance) -> str:
    return chance.one_of(("", *state.muster.sides))


def _conditions(reporters: Reporters, battle: str, chance: Chance) -> dict[str, dict[str, object]]:
    """How each unit came out of the battle: many unchanged."""
    state, unhurt = reporters.battle(battle), UNHURT_IN_WAR if _is_of_war(reporters, battle) else UNHURT
    units = [unit.id for unit in state.muster.units]
    return {
        unit.id: dict(unit.condition) if chance.happens(unhurt) else sample(state.rules.condition, chance.choose, units)
        for unit in state.muster.units
    }


# -------------------------------------------------------------------------------------------------------- corrections


def _amend(reporters: Reporters, battle: str, chance: Chance) -> None:
    """The organiser rules how it ended, sometimes also how its units came out of it."""
    for conditions in ({}, {}) if chance.choose(2) else (_conditions(reporters, battle, chance), {}):
        state = reporters.battle(battle)
        amend = Amend(winner=_winner(state, chance), conditions=conditions, reason=chance.one_of(REASONS))
        if reporters.tell_battle(battle, str(reporters.organiser.pk), amend):
            return


def _take_back(reporters: Reporters, battle: str, chance: Chance) -> None:
    """Undo everything from a report on."""
    if position := _some_report(battle, chance):
        undo = Undo(position=position, reason=chance.one_of(REASONS))
        reporters.tell_battle(battle, str(reporters.organiser.pk), undo)


def _strike(reporters: Reporters, battle: str, chance: Chance) -> None:
    """Strike one report; what came after it is decided again."""
    if position := _some_report(battle, chance):
        rest = chance.one_of(("keep", "strike"))
        told = Correct(position=position, how="strike", reason=chance.one_of(REASONS), rest=rest)  # type: ignore[arg-type]
        reporters.tell_battle(battle, str(reporters.organiser.pk), told)


def _some_report(battle: str, chance: Chance) -> int:
    """The position of a random report that counts; 0 if there is only the muster."""
    positions = [row.position for row in battle_handler.history(battle).live_reports() if row.position > 1]
    return chance.one_of(positions) if positions else 0


def _bring_to_an_end(reporters: Reporters, battle: str, chance: Chance) -> None:
    """Strike what a correction has left open. If the battle is not over any more, rule how it ended."""
    organiser = str(reporters.organiser.pk)
    while waiting := reporters.battle(battle).waiting:
        if not reporters.tell_battle(battle, organiser, Resolve(position=waiting[0], how="strike", rest="strike")):
            break
    if not reporters.battle(battle).outcome().over:
        _amend(reporters, battle, chance)
