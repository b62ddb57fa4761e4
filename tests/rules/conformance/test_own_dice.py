"""Where the table rolls its own dice, Leaguer rolls none unless he is told to."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given

from rules import visibility
from rules.adjudicate import CLERK
from rules.contract import Command, Dice, DiceCommand, Event, Refused, Roll, RuleSystem, Unfallen
from rules.player import advance, complete, preferred
from rules.record import Table
from rules.stream.dice import FallenDice, SeededDice, fallen, is_draw
from rules.stream.revision.reports import Agree, Correct, Resolve
from tests.rules.conformance.games import Game, games


class Noted(SeededDice):
    """Leaguer’s dice. `fields`: where a report would have brought those he was asked for, by question; "" for draws."""

    fields: dict[str, str]

    def roll(self, question: str, count: int, **asked: Any) -> Roll:
        if asked.get("reported") is None:
            self.fields[question] = "" if is_draw(asked.get("faces", 6)) else asked.get("field", "dice")
        return super().roll(question, count, **asked)


class Watched(Table):
    """A table at which the law is held to every report."""

    def report(self, side: str, command: Command, dice: Dice | None = None) -> tuple[Event, ...]:
        noted, before = Noted(self.mustered.seed, self.fallen), {**self.fallen}
        noted.fields = {}
        proposal = self.battle.proposal
        events = super().report(side, command, dice or noted)
        new = [q for q, roll in fallen(events).items() if len(roll.values) > len(_values(before, q))]
        if side != CLERK and dice is None:
            told = proposal.data if isinstance(command, Agree) and proposal else msgspec.to_builtins(command)
            check_asked_for(command, told, [field for q in new if (field := noted.fields.get(q))])
        return events


def _values(known: dict[str, Roll], question: str) -> Sequence[object]:
    return known[question].values if question in known else ()


def check_asked_for(command: Command, told: dict[str, Any], fields: Sequence[str]) -> None:
    """`fields`: those of the dice that Leaguer rolled for the first time, in order."""
    if not fields:
        return
    if isinstance(command, DiceCommand):
        assert command.leaguer, f"nobody asked Leaguer to roll {fields} for {command!r}"
        assert command.rolls.index(fields[0]) >= command.rolls.index(command.leaguer)
    else:
        assert isinstance(command, Correct | Resolve | Agree), f"{command!r} rolls dice"
        assert '"leaguer"' in (text := msgspec.json.encode(told).decode()) or '"roll"' in text


def _table(system: RuleSystem, dice: Any, game: Game, kind: type[Table] = Table) -> tuple[Table, Random]:
    chance = game.chance()
    return kind.open(msgspec.structs.replace(system.draft(chance.randrange), dice=dice)), chance


@given(game=games(80))
def test_leaguer_rolls_what_he_is_told_to_alone(system: RuleSystem, game: Game) -> None:
    """Whatever is told, taken back, corrected, agreed to and settled; what leaves dice out is refused by their
    field."""
    table, chance = _table(system, ("table", "ask")[game.seed % 2], game, Watched)
    for _report in range(game.reports):
        if table.battle.settled:
            break
        if not table.battle.agreed and not table.battle.waiting and not chance.randrange(4):
            leave_dice_out(table, chance)
        advance(table, chance.randrange, mends=80)


def leave_dice_out(table: Table, chance: Random) -> None:
    """Some choice is told without its dice, and without a word of Leaguer's."""
    offers = [one for side in table.mustered.sides for one in visibility.legal(table.battle, side)]
    if not offers:
        return
    choice = preferred(offers, chance.randrange)
    command, asked, stood = complete(table, choice, chance.randrange), "", len(table.rows)
    try:
        table.copy().report(choice.side, command, FallenDice(table.fallen))
    except Unfallen as die:
        asked = "" if is_draw(die.faces) else die.field
    except Refused:
        pass
    if not asked:
        with suppress(Refused):  # of something else: two dice of one letter
            table.report(choice.side, command)
        return
    with pytest.raises(Refused) as no:
        table.report(choice.side, command)
    assert (no.value.field, no.value.code) == (asked, "unanswered")
    assert no.value.remedy
    assert len(table.rows) == stood


@given(game=games(80))
def test_told_that_leaguer_rolls_he_rolls_as_ever(system: RuleSystem, game: Game) -> None:
    """What is left out is his, as in a battle of which nobody has said whose its dice are."""
    played = []
    for dice in ("leaguer", msgspec.UNSET):
        table, chance = _table(system, dice, game)
        for _report in range(game.reports):
            if table.battle.agreed:
                break
            advance(table, chance.randrange)
        played.append([(entry.side, entry.command, entry.events) for entry in table.entries[1:]])
    assert played[0] == played[1]
