"""Every line of a sheet can be explained, to everyone as far as they may know."""

from __future__ import annotations

import pytest
from hypothesis import given

from rules import visibility
from rules.contract import Refused, RuleSystem
from rules.reports import Amended
from rules.sheet import sheet
from rules.stream.codec import encode
from rules.stream.dice import rolls_of
from rules.stream.explain import explain
from rules.stream.revision.reports import Declared
from tests.length import AT_LENGTH
from tests.rules.conformance.games import Game, games
from tests.rules.conformance.lines import stir
from tests.rules.conformance.test_secrets import hidden_names
from tests.rules.conformance.test_words import check_message
from tests.rules.conformance.twins import same_events, twins

PATHS = 12 if AT_LENGTH else 5  # lines explained to each viewer


@given(game=games(80))
def test_every_line_is_explained(system: RuleSystem, game: Game) -> None:
    table, chance = game.played(system), game.chance()
    stir(table, chance, chance.randrange(8))
    history, until = table.history, chance.choice([None, chance.randrange(1, len(table.rows) + 1)])
    then = history.state(until)
    for viewer in ("", *table.mustered.sides):
        lines = sheet(then, viewer)
        for of in chance.sample(sorted(lines), min(PATHS, len(lines))):
            found = explain(history, of, viewer, until)
            unit, label, value = lines[of]
            assert (found.of, found.unit, found.label, found.value) == (of, unit, label, value)
            own = [step for step in found.steps if step.of == of]
            if own:
                assert own[-1].after == value
            else:
                assert sheet(history.state(1), viewer).get(of, (unit, label, None))[2] in (value, None)
            live = {row.position: row for row in history.live(until)}
            for step in found.steps:
                row = live[step.position]
                assert step.event == visibility.see_event(table.battle, row.event, viewer)
                assert step.declared == isinstance(row.event, Declared | Amended)
                assert step.report <= step.position
                assert step.told <= step.report
                assert step.before != step.after
                check_message(step.label)
                if step.event is not None:
                    assert step.rolls == tuple(roll for roll in rolls_of(step.event) if roll.told)
                    assert all(rule.startswith(system.number) or rule in ("declared", "amended") for rule in step.rules)


@given(game=games(40))
def test_an_explanation_tells_nothing_hidden(system: RuleSystem, game: Game) -> None:
    entries, chance = game.played(system).entries, game.chance()
    for table, twin, viewers in twins(system, entries, chance):
        for entry in entries[1:]:
            if not same_events(table, twin, entry, viewers):
                break
        else:
            for viewer in viewers:
                lines = sheet(table.battle, viewer)
                for of in chance.sample(sorted(lines), min(PATHS, len(lines))):
                    told = encode(explain(table.history, of, viewer))
                    assert told == encode(explain(twin.history, of, viewer)), of
                    assert not any(f'"{name}"' in told for name in hidden_names(table, viewer))


@given(game=games(10))
def test_what_is_no_line_of_the_sheet_is_refused(system: RuleSystem, game: Game) -> None:
    with pytest.raises(Refused) as caught:
        explain(game.played(system).history, "units.nobody.damage", "")
    assert caught.value.field == "of"
    assert caught.value.code == "unknown"
