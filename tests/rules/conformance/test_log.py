"""The log is the only truth about play: what is stored is what was, and folding it gives what stood."""

from __future__ import annotations

from random import Random

from hypothesis import given

from rules import visibility
from rules.contract import RuleSystem
from rules.player import play
from rules.reports import COMMANDS, EVENTS
from tests.rules.conformance.games import Game, games, whole_games
from tests.rules.conformance.picture import check_alike
from tests.rules.recordings import decided_again, dumps, fold, loads


@given(game=games())
def test_what_is_stored_is_loaded_as_it_was(system: RuleSystem, game: Game) -> None:
    entries = game.played(system).entries
    text = dumps(entries)
    assert loads(text) == entries
    assert dumps(loads(text)) == text


@given(game=games())
def test_live_and_replayed_are_the_same(system: RuleSystem, game: Game) -> None:
    live = play(system, Random(game.seed).randrange, game.reports)
    replayed = fold(loads(dumps(live.entries)))
    check_alike(replayed, live.battle)
    for side in ("", *live.mustered.sides):
        view = visibility.see(replayed, side)
        assert view == visibility.see(live.battle, side)
        assert visibility.turn(replayed) == (view.round, view.waiting_for), "the sheet is saved without a view"
        assert visibility.legal(replayed, side) == visibility.legal(live.battle, side)


@given(game=games())
def test_the_same_reports_are_decided_the_same(system: RuleSystem, game: Game) -> None:
    entries = game.played(system).entries
    assert decided_again(entries) == entries


@given(game=games(40))
def test_the_same_picks_play_the_same_battle(system: RuleSystem, game: Game) -> None:
    once, twice = (dumps(play(system, Random(game.seed).randrange, game.reports).entries) for _time in range(2))
    assert once == twice


@given(game=whole_games())
def test_every_report_leaves_declared_events(system: RuleSystem, game: Game) -> None:
    for entry in game.played(system).entries:
        assert type(entry.command) in (*COMMANDS, *system.commands)
        assert entry.events, entry.command
        for event in entry.events:
            assert type(event) in (*EVENTS, *system.events)
