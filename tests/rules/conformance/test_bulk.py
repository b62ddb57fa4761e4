"""What may be told of many units at once: each of its reports is as legal after those before it, but for a way that one
of them has blocked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from hypothesis import given
from msgspec.structs import replace

from rules import visibility
from rules.contract import Choice, Command, RuleSystem
from rules.player import complete
from rules.record import Table
from rules.stream.choices import about, matches
from rules.stream.dice import rolls_of
from tests.rules.conformance.games import Game, games
from tests.rules.conformance.wild import refusal


@given(game=games())
def test_a_batch_is_legal_to_its_end_in_any_order_and_no_die_falls(system: RuleSystem, game: Game) -> None:
    """As pages send it (`battles.pages.batches`): what it tells of every unit, and what it asks of each."""
    played, chance = game.played(system), game.chance()
    for batch in batches(played):
        table = played.copy()
        units = [*batch]
        chance.shuffle(units)
        for unit in units:
            side, command = told(table, batch[unit], chance)
            if not any(matches(one, command) for one in visibility.legal(table.battle, side)):
                assert any(field.kind == "path" for field in batch[unit].fields), command
                assert refusal(table, side, command) is not None, command
                break
            events = table.report(side, command)
            assert not [roll for event in events for roll in rolls_of(event)], command


def batches(table: Table) -> Iterator[dict[str, Choice]]:
    """The choices that may be told in one go, by their units."""
    found: dict[tuple[str, str, str, str], dict[str, Choice]] = {}
    for side in table.battle.muster.sides:
        for choice in visibility.legal(table.battle, side):
            if choice.bulk is not None:
                key = (side, choice.command, choice.bulk.label.singular, str(choice.bulk.told))
                for unit in units_of(choice):
                    if (one := about(choice, "unit", unit)) is not None:
                        found.setdefault(key, {}).setdefault(unit, one)
    return (batch for batch in found.values() if len(batch) > 1)


def units_of(choice: Choice) -> list[str]:
    if unit := choice.given.get("unit"):
        return [unit]
    return [pick.value for field in choice.fields if field.name == "unit" for pick in field.picks]


def told(table: Table, choice: Choice, chance: Random) -> tuple[str, Command]:
    """What one row of the batch tells: what is required and not said by the batch is filled in."""
    bulk = choice.bulk
    assert bulk is not None
    asked = tuple(field for field in choice.fields if field.required and field.name not in bulk.told)
    choose: Callable[[int], int] = chance.randrange
    row = replace(choice, given=choice.given | bulk.told, fields=asked)
    return choice.side, complete(table, row, choose)
