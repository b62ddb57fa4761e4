"""The random player: whole legal battles, out of nothing but what `legal` offers."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import replace
from random import Random
from types import MappingProxyType

import pytest

import rules
from rules.contract import RuleSystem
from rules.player import Unplayable, play
from rules.reports import Settled
from rules.stream.dice import rolls_of
from tests.rules.recordings import dumps


def test_a_battle_is_played_to_its_settlement(duel: RuleSystem) -> None:
    for seed in range(20):
        table = play(duel, Random(seed).randrange)
        assert table.battle.settled
        assert isinstance(table.entries[-1].events[-1], Settled)


def test_the_same_picks_play_the_same_battle(duel: RuleSystem) -> None:
    logs = [dumps(play(duel, Random(seed).randrange).entries) for seed in (1, 1, 2)]
    assert logs[0] == logs[1] != logs[2]


def test_a_battle_is_cut_where_asked(duel: RuleSystem) -> None:
    whole = play(duel, Random(7).randrange).entries
    assert len(whole) > 6
    for most in range(6):
        assert play(duel, Random(7).randrange, most).entries == whole[: most + 1]


def test_everything_is_tried_in_time(duel: RuleSystem) -> None:
    """All reports, all events, dice of both kinds, every depth, concessions; decisions answered and left open."""
    told: Counter[str] = Counter()
    happened: Counter[str] = Counter()
    thrown: Counter[str] = Counter()
    for seed in range(200):
        for entry in play(duel, Random(seed).randrange).entries:
            told[type(entry.command).__name__] += 1
            for event in entry.events:
                happened[type(event).__name__] += 1
                thrown.update(roll.by for roll in rolls_of(event))
    assert set(told) == {kind.__name__ for kind in duel.commands} | {
        *("Muster", "ChangeDepth", "ReportStatus", "ReportResult", "Confirm", "Settle")
    }
    assert {kind.__name__ for kind in duel.events} <= set(happened)
    assert thrown["leaguer"] > thrown["table"] > 50
    assert told["Concede"] < 200 / 4


def test_a_choice_refused_is_the_rulebook_s_fault(duel: RuleSystem, monkeypatch: pytest.MonkeyPatch) -> None:
    acted = replace(
        duel,
        legal=lambda state, side: (
            [choice for choice in duel.legal(state, side) if choice.command == "Hold"] * 2
            or [choice for one in state.sides for choice in duel.legal(state, one) if choice.command == "Answer"]
        ),
        decide=lambda state, command, dice: duel.decide(state, command, dice),
        reporter=lambda state, command: "nobody",
    )
    monkeypatch.setattr(rules, "all_systems", lambda: MappingProxyType({duel.key: acted}))
    with pytest.raises(Unplayable, match="is refused") as caught:
        play(acted, Random(1).randrange)
    assert len(caught.value.table.entries) >= 1


def test_a_battle_that_cannot_go_on_is_the_rulebook_s_fault(duel: RuleSystem, monkeypatch: pytest.MonkeyPatch) -> None:
    mute = replace(duel, legal=lambda state, side: (), between_rounds=lambda state: False)
    monkeypatch.setattr(rules, "all_systems", lambda: MappingProxyType({duel.key: mute}))
    with pytest.raises(Unplayable, match="nobody may report anything"):
        play(mute, Random(1).randrange)


def test_two_hundred_events_are_played_in_well_under_a_second() -> None:
    """Of every rulebook there is; choices, fields and dry runs included."""
    for system in rules.all_systems().values():
        begun, events, seed = time.process_time(), 0, 0
        while events < 200:
            events += sum(len(entry.events) for entry in play(system, Random(seed).randrange).entries)
            seed += 1
        assert (time.process_time() - begun) / events * 200 < 0.5
