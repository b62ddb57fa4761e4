"""What dice were thrown for is what was ruled; its chances are those of the dice; a course is the battle, folded."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given

from rules import visibility
from rules.contract import Event, RuleSystem
from rules.course import course
from rules.luck import HITS, Throw, tallies
from rules.stream.dice import rolls_of
from rules.stream.history import advance, moments
from tests.rules.conformance.games import Game, games
from tests.rules.conformance.twins import same_events, twins

# What an event itself says of its dice, by the event and the question.
RULED: dict[tuple[str, str], Any] = {
    ("ShotFired", "hits"): lambda e: e.result == "hit",
    ("Bombarded", "hits"): lambda e: e.result == "hit",
    ("SaveRolled", "saves"): lambda e: e.saved,
    ("PenetrationRolled", "penetrations"): lambda e: (
        getattr(e, "result", getattr(e, "outcome", "")) not in ("bounces", "none")
    ),
    ("ShotResolved", "hits"): lambda e: e.hits,
    ("HitResolved", "penetrations"): lambda e: e.total >= e.armour,
    ("HitResolved", "kills"): lambda e: e.effect in ("burning", "exploded"),
    ("MoraleChecked", "morale"): lambda e: e.result == "passed",
    ("StrikeSent", "templates"): lambda e: e.templates,
    ("TargetAttacked", "hits"): lambda e: e.hit,
    ("AccuracyRolled", "hits"): lambda e: e.result == "hit",
    ("HitRolled", "steady"): lambda e: not e.missed,
    ("RadioRolled", "heard"): lambda e: e.heard,
    ("SpeedRolled", "speed"): lambda e: e.change,
    ("AttackRolled", "hits"): lambda e: e.hits + e.criticals,
    ("AttackRolled", "criticals"): lambda e: e.criticals - e.forced,
    ("FireReturned", "cards"): lambda e: e.damage > 0,
    ("FreelyMoved", "cards"): lambda e: e.happened,
    ("TokenShed", "cards"): lambda e: e.shed,
    ("CardRefunded", "cards"): lambda e: e.back,
    ("RepairRolled", "repairs"): lambda e: e.repaired,
    ("CardPlayed", "saves"): lambda e: e.saved,
}


def thrown(system: RuleSystem, game: Game) -> list[tuple[Event, Throw]]:
    """All that was thrown for in a battle, each with its event."""
    history = game.played(system).history
    first, *rows = history.live()
    battle, found = history.decider.start(first.event, first.position, first.digest), []
    for row in rows:
        if not row.event.by_hand and type(row.event).__module__ != "rules.reports":
            found += [(row.event, one) for one in system.throws(battle.play, row.event)]
        advance(history.decider, battle, [row], row.position - 1)
    return found


@given(game=games(60))
def test_a_throw_says_what_was_ruled(system: RuleSystem, game: Game) -> None:
    for event, one in thrown(system, game):
        assert sum(chance for _value, chance in one.chances) == pytest.approx(1)
        assert any(set(one.roll.values) <= set(roll.values) for roll in rolls_of(event))
        assert (
            all(value in (0, 1) for value, _chance in one.chances) or len(one.roll.values) > 1 or one.question != HITS
        )
        says = RULED.get((type(event).__name__, one.question.key))
        if says is not None:
            assert one.got == int(says(event)), (event, one)


@given(game=games(60))
def test_a_course_is_the_battle_at_each_of_its_reports(system: RuleSystem, game: Game) -> None:
    history = game.played(system).history
    found = course(history, "")
    sides = {unit.id: unit.side for unit in history.state().muster.units}
    before = set[str]()
    for step in found.steps:
        outcome = history.state(step.end).outcome()
        assert step.points == {side: outcome.points.get(side, 0) for side in step.points}
        gone = {unit.id for unit in outcome.units if unit.fate in ("wrecked", "lost")}
        assert {*step.fell} == gone - before  # a later report of its status may bring one back
        before = gone
    for tally in tallies((one for _at, one in found.throws), sides, [*history.state().muster.sides]):
        assert 0 <= tally.table <= tally.dice
        assert tally.at_least + tally.at_most >= 0.999999
        assert tally.side in history.state().muster.sides


@given(game=games(40))
def test_course_and_luck_tell_nothing_of_what_lies_face_down(system: RuleSystem, game: Game) -> None:
    entries = game.played(system).entries
    for table, twin, viewers in twins(system, entries, game.chance()):
        for entry in entries[1:]:
            if not same_events(table, twin, entry, viewers):
                break
        else:
            for viewer in viewers:
                assert _told(table, viewer) == _told(twin, viewer)


def _told(table: Any, viewer: str) -> Any:
    found = course(table.history, viewer)
    seen = [visibility.see(battle, viewer) for _at, battle in moments(table.history, [one.end for one in found.steps])]
    return msgspec.to_builtins((found, seen))
