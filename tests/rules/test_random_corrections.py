"""Random battles in which people take back, correct and declare things."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from types import MappingProxyType

import pytest

import rules
from rules.contract import RuleSystem
from rules.player import Unplayable, advance, play
from rules.record import Table
from rules.reports import REVISIONS
from rules.stream.revision.reports import Declare, Revised
from tests.rules.recordings import dumps, fold

OFTEN = 150  # of 1000 reports


def test_everything_is_tried_in_time_and_battles_end(duel: RuleSystem) -> None:
    told: Counter[str] = Counter()
    acts: Counter[str] = Counter()
    for seed in range(60):
        table = play(duel, Random(seed).randrange, 400, mends=OFTEN)
        assert table.battle.settled
        told.update(type(entry.command).__name__ for entry in table.entries)
        acts.update(event.act for entry in table.entries for event in entry.events if isinstance(event, Revised))
    assert {"Undo", "Correct", "Resolve", "Declare", "Agree", "Decline"} <= set(told)
    assert set(acts) == {"undo", "redo", "correction"}


def test_the_same_picks_make_the_same_mistakes(duel: RuleSystem) -> None:
    logs = [dumps(play(duel, Random(5).randrange, mends=OFTEN).entries) for _time in range(2)]
    assert logs[0] == logs[1]


def test_a_battle_with_mistakes_reads_back_as_it_stands(duel: RuleSystem) -> None:
    for seed in range(10):
        table = play(duel, Random(seed).randrange, 60, mends=OFTEN)
        assert fold(table.entries) == table.battle


def test_nothing_is_mended_where_nobody_asks_for_it(duel: RuleSystem) -> None:
    for seed in range(20):
        assert not [one for one in play(duel, Random(seed).randrange).entries if isinstance(one.command, REVISIONS)]


def test_what_leaves_nothing_to_report_is_taken_back(duel: RuleSystem, monkeypatch: pytest.MonkeyPatch) -> None:
    """A toy in which nobody has anything to say in the second round, which is declared to be now."""
    mute = replace(
        duel,
        legal=lambda state, side: duel.legal(state, side) if state.round < 2 else (),
        between_rounds=lambda state: False,
    )
    monkeypatch.setattr(rules, "all_systems", lambda: MappingProxyType({duel.key: mute}))
    table = Table.open(duel.draft(Random(1).randrange))
    table.report("", Declare(facts={"round": 2}, reason="So it was."))
    with pytest.raises(Unplayable, match="nobody may report anything"):
        advance(table.copy(), Random(1).randrange)
    advance(table, Random(1).randrange, 1)
    assert table.battle.play.round == 1
