"""`legal` and `decide` agree: whatever is offered is accepted, whatever is accepted was offered."""

from __future__ import annotations

import msgspec
from hypothesis import given

from rules import seats, visibility
from rules.adjudicate import CLERK
from rules.contract import Choice, Command, DiceCommand, Field, RuleSystem
from rules.player import complete
from rules.record import Table, codecs, who
from rules.stream.choices import matches
from tests.rules.conformance.games import Game, games
from tests.rules.conformance.wild import refusal, wild


@given(game=games())
def test_what_is_offered_is_accepted(system: RuleSystem, game: Game) -> None:
    """However its fields are filled in."""
    table = game.played(system)
    chance = game.chance()
    for choice in offered(table):
        for _time in range(2):
            command = complete(table, choice, chance.randrange)
            assert matches(choice, command)
            refused = refusal(table, choice.side, command)
            assert refused is None, f"{choice.side} is offered {command!r}, and refused: {refused}"


@given(game=games())
def test_what_is_accepted_was_offered(system: RuleSystem, game: Game) -> None:
    """To its side, or to who tells the dice of a step that is shared for another side."""
    table = game.played(system)
    whole = Game(game.seed, game.reports + 60).played(system)
    players = {side: who(table.mustered, side) for side in table.mustered.sides}
    offers = {
        side: [*visibility.legal(table.battle, side), *seats.offered(table.battle, player)]
        for side, player in players.items()
    }
    for command in wild(table, whole.entries, game.chance(), 60):
        for side in table.mustered.sides:
            if refusal(table, side, command) is None:
                fits = any(matches(choice, command) for choice in offers[side])
                assert fits, f"{command!r} is accepted from {side}, but was not offered"


@given(game=games(60))
def test_what_was_played_was_offered(system: RuleSystem, game: Game) -> None:
    """Table dice and all."""
    entries = game.played(system).entries
    table = Table(entries[:1])
    for entry in entries[1:]:
        if entry.side != CLERK:
            assert any(matches(choice, entry.command) for choice in visibility.legal(table.battle, entry.side))
        table.report(entry.side, entry.command)


@given(game=games())
def test_choices_make_sense(system: RuleSystem, game: Game) -> None:
    table = game.played(system)
    kinds = codecs(system)[1].types
    for side in table.mustered.sides:
        for choice in visibility.legal(table.battle, side):
            assert choice.side == side
            _check_fields(choice, kinds[choice.command])


@given(game=games())
def test_nobody_else_is_offered_anything(system: RuleSystem, game: Game) -> None:
    table = game.played(system)
    for stranger in ("", "nobody", CLERK):
        assert not visibility.legal(table.battle, stranger)
        assert not system.legal(table.battle.play, stranger)


def offered(table: Table) -> list[Choice]:
    return [choice for side in table.mustered.sides for choice in visibility.legal(table.battle, side)]


def _check_fields(choice: Choice, kind: type[Command]) -> None:
    infos = {info.name: info for info in msgspec.structs.fields(kind)}
    asked = [field.name for field in choice.fields]
    assert len(set(asked)) == len(asked)
    assert set(asked) | set(choice.given) <= set(infos)
    if dice := [field.name for field in choice.fields if field.kind == "dice"]:
        assert issubclass(kind, DiceCommand)
        assert {*dice} <= {*kind.rolls} <= {*infos}, "Leaguer would roll these unasked"
    assert not set(asked) & set(choice.given)
    for name, info in infos.items():
        if info.required:
            assert name in choice.given or any(field.name == name and field.required for field in choice.fields), name
    for field in choice.fields:
        _check_field(field)
    numbers = {field.name for field in choice.fields if field.kind == "number" and field.required}
    assert all(limit.times.keys() <= numbers for limit in choice.limits), "a limit is of required numbers"


def _check_field(field: Field) -> None:
    assert 0 <= field.least <= field.most or field.kind == "number"
    assert field.least <= field.most
    assert len({pick.value for pick in field.picks}) == len(field.picks)
    if field.kind == "pick":
        assert field.picks
    if field.kind == "picks" and not field.repeats:
        assert field.least <= len(field.picks)
    if field.kind == "path":
        assert field.picks
        assert field.most >= 1
    if field.kind == "dice":
        assert not field.required, "a die left out is Leaguer's"
        assert field.faces >= 2
