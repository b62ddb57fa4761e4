"""The lines of a cheat sheet: made from what is offered, read back by the parser, accepted by the rulebook."""

from __future__ import annotations

from hypothesis import given

from rules import mending, visibility
from rules.contract import RuleSystem
from rules.record import codecs, who
from rules.stream.choices import matches
from rules.stream.script import parse
from rules.stream.script_examples import THOUGHT_OF, examples
from tests.rules.conformance.games import Game, games
from tests.rules.conformance.wild import refusal


@given(game=games())
def test_what_the_sheet_shows_is_accepted(system: RuleSystem, game: Game) -> None:
    """Every kind of report that is offered has examples, and the rulebook takes them. What a declaration or a
    correction says is for people to think of."""
    table = game.played(system)
    codec, battle = codecs(system)[1], table.battle
    for side in ("", *table.mustered.sides):
        shown = set[str]()
        for choice in (*visibility.legal(battle, side), *mending.mends_of(battle, who(table.mustered, side))):
            if choice.command in shown:
                continue
            shown.add(choice.command)
            lines = examples(choice, codec, battle.measure, battle.own_dice)
            assert bool(lines) is (choice.command not in THOUGHT_OF), choice.command
            for line in lines:
                (read,) = parse(line, codec, battle.measure)
                assert matches(choice, read.command), line
                refused = refusal(table, side, read.command)
                assert refused is None, f"{side} is shown “{line}”, and refused: {refused}"
