"""Rulings of the end, of what comes after it, and of the depths of report (R5, R68, house)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from rules.contract import Command, Event
from rules.kit.outcomes import Verdict
from rules.reports import ChangeDepth, StatusReported
from rules.systems.panzer_strike import tables
from rules.systems.panzer_strike.aftermath import Assessed, repair_levels
from rules.systems.panzer_strike.depth import RoundDeclared
from rules.systems.panzer_strike.state import Condition, State
from rules.systems.panzer_strike.victory import _tugs, is_abandoned, last_round, verdict

from .naming import those


def met(before: State, after: State, command: Command, events: Sequence[Event]) -> Iterator[str]:
    if (over := verdict(after)) and not verdict(before):
        yield from _of_the_end(after, over)
    for event in events:
        match event:
            case Assessed():
                yield from _of_the_aftermath(before, event)
            case StatusReported():
                yield from _of_a_status(before, event)
            case RoundDeclared():
                yield "house: a round is declared"
    if isinstance(command, ChangeDepth):
        yield from _of_the_depth(before, after)


def _of_the_end(after: State, over: Verdict) -> Iterator[str]:
    basic, last = after.scenario == tables.BASIC, last_round(after)
    yield from _of_the_verdict(after, over)
    yield from those(
        {
            "R68 a draw after 30 rounds": over.how == "rounds" and basic,
            "R5 a draw after the rounds of an open battle": over.how == "rounds" and not basic and last < 99,
            "house: a draw after round 99": over.how == "rounds" and last == 99,
        }
    )
    abandoned = [unit for unit in after.units.values() if is_abandoned(after, unit, over.winner)]
    found = sum(unit.figures.effectiveness for unit in abandoned)
    home = [
        unit
        for unit in after.units.values()
        if over.winner and unit.side != over.winner and unit.active and not unit.figures.is_vehicle
    ]
    yield from those(
        {
            "house: left behind with an injured crew": any(one.injured and one.figures.is_vehicle for one in abandoned),
            "house: left behind with hurt tracks": any(one.mobility != "mobile" for one in abandoned),
            "house: a fixed weapon is left behind": any(not one.figures.is_vehicle for one in abandoned),
            "house: a fixed weapon comes home in tow": any(one not in abandoned and _tugs(after, one) for one in home),
            "house: half of what is left behind, rounded down": found % 2,
        }
    )


def _of_the_verdict(after: State, over: Verdict) -> Iterator[str]:
    gone = [
        all(unit.life == "left" for unit in after.units.values() if unit.side == side)
        for side in after.sides
        if side != over.winner
    ]
    yield from those(
        {
            "house: over: conceded": over.how == "conceded",
            "house: over: reported": over.how == "reported" and over.winner,
            "house: over: reported, a draw": over.how == "reported" and not over.winner,
            "R68 over: two guns are lost": over.how == "objectives",
            "R5 over: nobody is active": over.how == "wiped_out",
            "R5 over: all have left": over.how == "wiped_out" and any(gone),
        }
    )


def _of_the_aftermath(before: State, event: Assessed) -> Iterator[str]:
    unit, over = before.units[event.unit], verdict(before)
    draw, levels = over is not None and not over.winner, repair_levels(before, unit)
    own = event.rounds and not event.by
    yield from those(
        {
            "house: a wreck on a field of its own side": event.fate == "wrecked" and not draw,
            "house: a wreck after a draw": event.fate == "wrecked" and draw,
            "house: a wreck is lost": event.fate == "lost" and unit.life == "destroyed",
            "house: left behind and lost": event.fate == "lost" and unit.life != "destroyed",
            "house: who left comes home": event.fate == "kept" and unit.life == "left",
            "house: five rounds of a crew's own repairs": own and event.rounds == 5,
            "house: what a crew has begun is counted": own and unit.timer,
            "house: two levels of repairs": own and levels == 2,
            "house: a seasoned crew's rounds": own and unit.haste,
            "house: a recovery vehicle takes a round a level": event.by and event.rounds == levels,
            "house: a recovery vehicle takes two for a heavier one": event.by and event.rounds == 2 * levels,
            "house: a crew that is quicker than a recovery vehicle": own and _helpers(before, unit.id),
            "house: stuck, nobody can repair it": event.stuck,
        }
    )


def _helpers(before: State, id: str) -> bool:
    unit = before.units[id]
    return not unit.injured and any(
        one.figures.recovery and one is not unit and not one.injured for one in before.of_side(unit.side)
    )


def _of_a_status(before: State, event: StatusReported) -> Iterator[str]:
    told, unit = msgspec.convert(event.condition, Condition), before.units[event.unit]
    gone = told.destroyed or told.left
    yield from those(
        {
            "house: told as destroyed": told.destroyed,
            "house: told as left": told.left and not told.destroyed,
            "house: told as injured": told.injured and not gone,
            "house: told as hurt in its tracks": told.mobility != "mobile" and not gone and unit.figures.is_vehicle,
            "house: told as fit": not told.injured and told.mobility == "mobile" and not gone,
            "house: a timer that cannot stand": told.timer
            and (gone or told.injured or told.mobility == "mobile" or not unit.figures.is_vehicle),
            "house: tracks a fixed weapon has not": told.mobility != "mobile" and not unit.figures.is_vehicle,
        }
    )


def _of_the_depth(before: State, after: State) -> Iterator[str]:
    back = before.depth != "shots" and after.depth == "shots"
    units = before.units.values()
    yield from those(
        {
            "house: the depth changes before anybody is deployed": before.phase == "deployment",
            "house: the depth changes before the first report of a round": before.phase == "movement",
            "house: back at shots, the round is asked for": back,
            "house: back at shots, a tow is forgotten": back and any(unit.tows for unit in units),
            "house: back at shots, a recovery is forgotten": back and any(unit.patient for unit in units),
            "house: back at shots, a timer stays": back and any(unit.timer for unit in units),
        }
    )
