"""Whatever a rule can set, people can declare: and the battle goes on from there, or they are told why it cannot."""

from __future__ import annotations

from random import Random

from hypothesis import assume, given

from rules import adjudicate, visibility
from rules.battle import same_outcome
from rules.contract import Refused, RuleSystem
from rules.mending import mends
from rules.player import complete
from rules.record import Table
from rules.stream import facts
from rules.stream.revision import sentences
from rules.stream.revision.reports import Declare, Declared
from tests.rules.conformance.games import Game, games
from tests.rules.conformance.goldens import recorded
from tests.rules.conformance.lines import declaration, is_refused, stir
from tests.rules.conformance.picture import picture
from tests.rules.conformance.test_choices import offered
from tests.rules.conformance.test_words import check_message
from tests.rules.conformance.twins import same_events, twins
from tests.rules.conformance.wild import refusal, wild
from tests.rules.recordings import fold, loads


@given(game=games(20))
def test_every_fact_has_its_name(system: RuleSystem, game: Game) -> None:
    play = game.played(system).battle.play
    assert set(facts.patterns(type(play))) <= set(system.facts)
    for words in system.facts.values():
        check_message(words)
    for path in facts.facts(play):
        _keys, words = facts.named(system, path)
        assert words in system.facts.values()


def test_every_name_is_that_of_a_fact_in_some_edition(system: RuleSystem) -> None:
    """A later edition may do without a fact that battles of an earlier one have had declared, and the other way."""
    newest = adjudicate.muster(system.draft(Random(1).randrange))
    found = set(facts.patterns(type(system.start(newest))))
    for path in recorded(system):
        play = fold(loads(path.read_text(encoding="utf-8"))).play
        found |= {facts.pattern(system, fact) for fact in facts.facts(play)}
    assert found == set(system.facts)


@given(game=games())
def test_a_battle_has_the_facts_it_was_mustered_with(system: RuleSystem, game: Game) -> None:
    """Their values change; so what was kept of one line can be said of another."""
    table = game.played(system)
    assert facts.facts(table.battle.play).keys() == facts.facts(Table(table.entries[:1]).battle.play).keys()


@given(game=games(100))
def test_what_is_declared_is_what_stands(system: RuleSystem, game: Game) -> None:
    """All the facts of one moment, declared at another, are that moment."""
    table, chance = game.played(system), game.chance()
    other = Table(table.entries[: chance.randrange(1, len(table.entries) + 1)])
    assume(other.battle.depth == table.battle.depth)
    there = facts.facts(other.battle.play)
    facts.declare(table.battle.play, there)
    assert facts.facts(table.battle.play) == there
    table.battle.play.report = other.battle.play.report
    assert picture(table.battle.play) == picture(other.battle.play)


@given(game=games())
def test_what_may_be_declared_leaves_a_battle(system: RuleSystem, game: Game) -> None:
    """Anything that can be typed is refused in words, or can be seen, reported on and played from."""
    table, chance = game.played(system), game.chance()
    assume(not table.battle.agreed)
    for _time in range(4):
        command = declaration(table, chance)
        if refused := is_refused(table, "", command):
            check_refused(refused, command, system)
            continue
        table.report("", command)
        look(table)
        for report in wild(table, table.entries, chance, 8):
            refusal(table, chance.choice(["", *table.mustered.sides]), report)
        for choice in offered(table)[:12]:
            refusal(table, choice.side, complete(table, choice, chance.randrange))
        stir(table.copy(), chance, 3)


@given(game=games(60))
def test_what_is_declared_is_flagged_and_told(system: RuleSystem, game: Game) -> None:
    table, chance = game.played(system), game.chance()
    assume(not table.battle.agreed)
    command = declaration(table, chance)
    assume(is_refused(table, "", command) is None)
    before = table.battle.outcome()
    (event,) = table.report("", command)
    assert isinstance(event, Declared)
    assert set(event.facts) == set(command.facts)
    assert table.battle.declared.items() >= dict.fromkeys(command.facts, table.battle.head[0]).items()
    told = sentences.narrate(system, event).text()
    assert command.reason in told
    for path in list(command.facts)[: sentences.MOST_TOLD]:
        _keys, words = facts.named(system, path)
        assert words.text() in told
    if not same_outcome(before, table.battle.outcome()):
        assert not table.battle.confirmed


@given(game=games())
def test_facts_tell_nothing_hidden(system: RuleSystem, game: Game) -> None:
    """Two battles that look the same to a viewer have the same facts."""
    entries, chance = game.played(system).entries, game.chance()
    for table, twin, viewers in twins(system, entries, chance):
        for entry in entries[1:]:
            assert facts.facts(table.battle.play) == facts.facts(twin.battle.play)
            if not same_events(table, twin, entry, viewers):
                break


def look(table: Table) -> None:
    battle = table.battle
    battle.outcome()
    battle.rules.aftermath(battle.play)
    battle.rules.between_rounds(battle.play)
    for viewer in ("", *table.mustered.sides):
        visibility.see(battle, viewer)
        visibility.legal(battle, viewer)
        mends(battle, viewer, referee=not viewer)


def check_refused(refused: Refused, command: Declare, system: RuleSystem) -> None:
    house = ("battle", "declared")
    assert refused.rule in house or refused.rule.startswith(f"{system.number} "), refused.rule
    assert refused.field.partition(".")[0] in ("facts", ""), refused.field
    check_message(refused.text)
    if refused.remedy is not None:
        check_message(refused.remedy)
