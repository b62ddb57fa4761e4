"""Deciding, asking and showing change nothing; only `evolve` does, and only the State."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from hypothesis import given

from rules import adjudicate, battle, visibility
from rules.battle import Battle
from rules.contract import Command, Event, Refused, RuleSystem, Unfallen
from rules.player import complete
from rules.record import Table, digest, teller, who
from rules.stream.dice import FallenDice, SeededDice
from tests.rules.conformance.games import Game, games
from tests.rules.conformance.picture import picture
from tests.rules.conformance.wild import wild
from tests.rules.recordings import fold


@given(game=games(60))
def test_decide_changes_no_state(system: RuleSystem, game: Game) -> None:
    """Not before its first event, not between events, not when it ends: only the caller applies them."""
    entries = game.played(system).entries
    state = fold(entries[:1])
    for entry in entries[1:]:
        decision = adjudicate.decide(
            state, entry.command, teller(state.muster, entry.side, entry.command), SeededDice(state.muster.seed)
        )
        first = state.head[0] + 1
        while True:
            before = picture(state)
            event = next(decision, None)
            assert picture(state) == before, entry.command
            if event is None:
                break
            position = state.head[0] + 1
            battle.evolve(state, event, position, digest(position), first)


@given(game=games())
def test_a_refusal_leaves_no_trace(system: RuleSystem, game: Game) -> None:
    table = game.played(system)
    before = picture(table.battle)
    for command in wild(table, table.entries, game.chance(), 40):
        _ask_first_event(table, command)
        assert picture(table.battle) == before, command


@given(game=games())
def test_a_dry_run_leaves_no_trace(system: RuleSystem, game: Game) -> None:
    table = game.played(system)
    before = picture(table.battle)
    for side in table.mustered.sides:
        for choice in visibility.legal(table.battle, side):
            command = complete(table, choice, game.chance().randrange)
            with suppress(Unfallen):
                next(adjudicate.decide(table.battle, command, who(table.mustered, side), FallenDice()), None)
            assert picture(table.battle) == before, choice


@given(game=games())
def test_asking_and_showing_change_nothing(system: RuleSystem, game: Game) -> None:
    table = game.played(system)
    questions: list[Callable[[Battle], Any]] = [
        lambda state: [visibility.legal(state, side) for side in ("", *state.muster.sides, "nobody")],
        lambda state: [visibility.see(state, side) for side in ("", *state.muster.sides)],
        lambda state: state.outcome(),
        lambda state: system.aftermath(state.play),
        lambda state: system.between_rounds(state.play),
        lambda state: [_reporter(state, entry.command) for entry in table.entries[1:]],
        lambda state: [visibility.see_event(state, event, "") for entry in table.entries for event in entry.events],
        lambda state: [visibility.narrate(system, event) for entry in table.entries for event in entry.events],
    ]
    before = picture((table.battle, table.entries))
    for question in questions:
        first = picture(question(table.battle))
        assert picture(question(table.battle)) == first
        assert picture((table.battle, table.entries)) == before


@given(game=games())
def test_folding_changes_no_event(system: RuleSystem, game: Game) -> None:
    """The State holds nothing of an event that it changes later."""
    entries = game.played(system).entries
    before = picture(entries)
    fold(entries)
    assert picture(entries) == before


def _ask_first_event(table: Table, command: Command) -> Event | None:
    state = table.battle
    try:
        return next(adjudicate.decide(state, command, who(state.muster, ""), SeededDice(state.muster.seed)), None)
    except Refused:
        return None


def _reporter(state: Battle, command: Command) -> str:
    try:
        return state.rules.reporter(state.play, command) if type(command) in state.rules.commands else ""
    except Refused:
        return "refused"
