"""Leaguer rolls what a report lacks: never beside the table's dice, and once a die fell nothing is refused."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

import rules
from rules.contract import Command, Decision, Dice, Refused, Roll, RuleSystem, Unfallen, say
from rules.record import Table, who
from rules.stream.dice import SeededDice
from rules.stream.dice_replay import ReplayedDice
from rules.stream.revision.preview import preview
from rules.stream.revision.reports import Correct, Declared, Resolve, Retold, Settlement
from tests.rules.duel import WHY, at
from tests.rules.test_frame import SEED

pytestmark = pytest.mark.usefixtures("duel")
ATTACK = "r1/blue-1/attack"


@pytest.mark.parametrize("otherwise", [None, SeededDice(SEED)], ids=["told again", "rolled"])
def test_no_die_is_added_to_those_of_the_table(otherwise: Dice | None) -> None:
    mine = [Roll(ATTACK, 6, (6,), "table")]
    with pytest.raises(Refused) as caught:
        ReplayedDice(mine, {}, otherwise).roll(ATTACK, 2, reported=(6,))
    assert (caught.value.rule, caught.value.code) == ("dice", "refused")
    with pytest.raises(Refused):
        ReplayedDice(mine, {}, otherwise).roll("r2/blue-1/attack", 2, reported=(6,))


def test_once_a_die_fell_the_dice_of_the_table_are_left_over() -> None:
    mine = [Roll(ATTACK, 6, (6,), "table")]
    box = ReplayedDice(mine, {}, SeededDice(SEED))
    fell = box.roll("r1/red-1/smoke", 1)
    again = box.roll(ATTACK, 2, reported=(6,))
    assert (again.by, again.values) == ("leaguer", SeededDice(SEED).roll(ATTACK, 2).values)
    assert box.left() == tuple(mine)
    assert box.fell == [fell, again]


def test_what_nobody_told_dice_for_is_leaguer_s_to_roll() -> None:
    with pytest.raises(Unfallen):
        ReplayedDice([], {}).roll(ATTACK, 2)
    assert ReplayedDice([], {}, SeededDice(SEED)).roll(ATTACK, 2).by == "leaguer"


def lacking() -> Table:
    """A shot that Leaguer rolled for in the second round, which was the first: a correction has left it to settle."""
    table = at("blue: hold blue-1", "blue: hold blue-2", "red: hold red-1", "blue: fire blue-1 red-1")
    table.report("", first_round(table))
    return table


def first_round(table: Table, **more: Any) -> Correct:
    said = {"facts": {"round": 1}, "reason": "It is the first round still."}
    return Correct(position=table.battle.last, how="insert", type="Declare", data=said, reason=WHY, **more)


def refusing(duel: RuleSystem, monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on the rulebook refuses a shot once its dice have fallen in the first round."""

    def decide(state: Any, command: Command, dice: Dice) -> Decision:
        for event in duel.decide(state, command, dice):
            yield event
            if type(event).__name__ == "ShotResolved" and state.round == 1:
                raise Refused("900 R3", say("Too late."))

    broken = replace(duel, decide=decide)
    monkeypatch.setattr(rules, "all_systems", lambda: MappingProxyType({broken.key: broken}))


def test_nothing_is_refused_after_a_die_fell(duel: RuleSystem, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not when it is settled, nor by the correction itself: the die stands in the log beside what the table played."""
    left, ahead = lacking(), at("blue: hold blue-1", "blue: hold blue-2", "red: hold red-1", "blue: fire blue-1 red-1")
    place, last = left.battle.waiting[0], ahead.battle.last
    refusing(duel, monkeypatch)
    left, ahead = left.copy(), ahead.copy()
    fell = SeededDice(left.mustered.seed).roll(ATTACK, 2)
    with pytest.raises(Unfallen):
        preview(left.history, Resolve(position=place, how="roll"), who(left.mustered, ""), "")
    settled = left.report("", Resolve(position=place, how="roll"))
    corrected = ahead.report("", first_round(ahead, settle={str(last): Settlement(how="roll")}))
    for table, events in ((left, settled), (ahead, corrected)):
        assert not table.battle.waiting
        (kept,) = [event for event in events if isinstance(event, Retold) and event.of == last]
        assert (kept.how, kept.orphans) == ("kept", (fell,))
        assert isinstance(events[-1], Declared)
        assert table.history.fallen()[ATTACK] == fell
