"""What a side may not see, it cannot get: not from views, events, choices or refusals.

Two ways to look. *Plainly*: the names of face-down cards, and the seed, occur in nothing a stranger is answered. And
*by its twin*: the same battle with face-down cards dealt otherwise. As long as both battles tell a viewer the same
events, every answer to him must be the same, or he could tell the cards apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
from hypothesis import given

from rules import visibility
from rules.battle import Battle
from rules.contract import Command, Event, Message, Mustered, RuleSystem
from rules.record import RecordedReport, Table
from rules.reports import Settled
from tests.rules.conformance.games import Game, games
from tests.rules.conformance.twins import dealt_otherwise, same_events, twins
from tests.rules.conformance.wild import refusal, wild


@given(game=games())
def test_face_down_cards_are_named_in_no_answer(system: RuleSystem, game: Game) -> None:
    table = game.played(system)
    for viewer in ("", *table.mustered.sides):
        seen = list(seen_events(table, viewer))
        answers = text((seen, visibility.see(table.battle, viewer), visibility.legal(table.battle, viewer)))
        asked = wild(table, told_by(table, viewer), game.chance(), 20)
        refusals = text([unworded(answer(table, viewer, command)) for command in asked])
        for name in hidden_names(table, viewer):
            assert f'"{name}"' not in answers, f"{viewer or 'a spectator'} can read {name}"
            assert name not in refusals, f"{viewer or 'a spectator'} is refused with {name}"


@given(game=games())
def test_the_seed_is_disclosed_by_the_settlement_alone(system: RuleSystem, game: Game) -> None:
    table = game.played(system)
    for viewer in ("", *table.mustered.sides):
        seen = [event for event in seen_events(table, viewer) if not isinstance(event, Settled)]
        answers = text((seen, visibility.see(table.battle, viewer), visibility.legal(table.battle, viewer)))
        assert table.mustered.seed not in answers


@given(game=games())
def test_what_is_hidden_makes_no_difference_to_others(system: RuleSystem, game: Game) -> None:
    entries, chance = game.played(system).entries, game.chance()
    for table, twin, viewers in twins(system, entries, chance):
        for viewer in viewers:
            assert list(seen_events(table, viewer)) == list(seen_events(twin, viewer))
        for entry in entries[1:]:
            for viewer in viewers:
                assert answers_to(table.battle, viewer) == answers_to(twin.battle, viewer)
                for command in wild(table, entries, chance, 2):
                    assert answer(table, viewer, command) == answer(twin, viewer, command), command
            if not same_events(table, twin, entry, viewers):
                break


@given(game=games(10))
def test_a_muster_shows_a_side_its_own_cards_alone(system: RuleSystem, game: Game) -> None:
    table = game.played(system)
    sides = {unit.id: unit.side for unit in table.mustered.units}
    for viewer in ("", *table.mustered.sides):
        seen = visibility.see_event(table.battle, table.mustered, viewer)
        assert isinstance(seen, Mustered)
        assert seen.seed == ""
        assert {sides[key.partition("/")[0]] for key in seen.secrets} <= {viewer}
    fittings = {f"{unit.id}/{fitting.id}": fitting for unit in table.mustered.units for fitting in unit.fittings}
    for key in table.mustered.secrets:
        assert fittings[key].kind
        assert fittings[key].name == "", "a face-down card is named beside its unit"


def seen_events(table: Table, viewer: str) -> Iterator[Event | None]:
    for entry in table.entries:
        for event in entry.events:
            yield visibility.see_event(table.battle, event, viewer)


def hidden_names(table: Table, viewer: str) -> set[str]:
    """Names of others' face-down cards that no public event has named and no other card openly bears."""
    sides = {unit.id: unit.side for unit in table.mustered.units}
    others = {name for key, name in table.mustered.secrets.items() if sides[key.partition("/")[0]] != viewer}
    own = {name for key, name in table.mustered.secrets.items() if sides[key.partition("/")[0]] == viewer}
    public = {str(word) for event in spectated(table) for word in words_in(msgspec.to_builtins(event))}
    return others - own - public


def spectated(table: Table) -> list[Event]:
    """What happened in the open: the events as recorded, where even a spectator is shown their very content."""
    facts = [event for entry in table.entries[1:] for event in entry.events]
    return [msgspec.structs.replace(table.mustered, secrets={}), *[f for f in facts if openly_told(table, f)]]


def openly_told(table: Table, event: Event) -> bool:
    """An event of a command given in the open: a card that turned up in it has been played before everyone's eyes."""
    return visibility.see_event(table.battle, event, "") == event


def words_in(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from words_in(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from words_in(item)
    else:
        yield value


def told_by(table: Table, viewer: str) -> list[RecordedReport]:
    """The reports the viewer knows of: nobody but their author knows the others' content."""
    return [entry for entry in table.entries[1:] if entry.side == viewer] or table.entries[1:2]


def answers_to(state: Battle, viewer: str) -> Any:
    return (visibility.see(state, viewer), visibility.legal(state, viewer))


def answer(table: Table, viewer: str, command: Command) -> Any:
    """What `viewer` is answered to a report: the refusal, or nothing where it is his to make."""
    if viewer not in table.mustered.sides:
        return None
    refused = refusal(table, viewer, command)
    if refused is None:
        return None
    return (refused.rule, refused.text, refused.remedy, refused.field, refused.code)


def unworded(value: Any) -> Any:
    """An answer without the sentences themselves: a rule in them may be called like a card."""
    if isinstance(value, Message):
        return [unworded(one) for one in value.values.values()]
    return [unworded(one) for one in value] if isinstance(value, tuple) else value


def text(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def test_there_is_something_to_hide(system: RuleSystem) -> None:
    """Where cards lie face down, the laws above must not hold of nothing."""
    dealt = [Game(seed, 0).played(system) for seed in range(60)]
    hiding = [table for table in dealt if table.mustered.secrets]
    if hiding:
        assert any(hidden_names(table, "") for table in hiding)
        sides = [(table, side) for table in hiding for side in table.mustered.sides]
        assert any(dealt_otherwise(system, table.entries[0], side, Random(1)) for table, side in sides)
