"""What a campaign is told of a battle holds together, and the aftermath comes to an end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import msgspec
from hypothesis import assume, given
from hypothesis import strategies as st

from rules.adjudicate import CLERK
from rules.contract import Muster, Outcome, Refused, RuleSystem, Unit
from rules.record import Table
from rules.reports import Settled
from rules.stream.samples import sample
from tests.length import AT_LENGTH
from tests.rules.conformance.games import Game, games, whole_games

FIT_TO_FIGHT = ("fit", "damaged", "withdrawn")


@given(game=games())
def test_an_outcome_adds_up(system: RuleSystem, game: Game) -> None:
    table = game.played(system)
    outcome = table.battle.outcome()
    assert msgspec.convert(msgspec.to_builtins(outcome), Outcome) == outcome, "a fate there is not, or a wrong type"
    sides = set(table.mustered.sides)
    assert outcome.over == (outcome.how is not None)
    assert outcome.winner in {"", *sides}
    assert outcome.field in {"", *sides}
    assert set(outcome.points) <= sides
    if outcome.over:
        assert set(outcome.points) == sides
    else:
        assert outcome.winner == ""
    assert [(u.id, u.side) for u in outcome.units] == [(u.id, u.side) for u in table.mustered.units]
    for unit in outcome.units:
        msgspec.convert(unit.condition, system.condition, strict=True)


@given(game=games())
def test_feats_cite_reports(system: RuleSystem, game: Game) -> None:
    table = game.played(system)
    reports, units = set(first_positions(table)), {unit.id for unit in table.mustered.units}
    for unit in table.battle.outcome().units:
        for feat in unit.feats:
            assert feat.report in reports, feat
            assert feat.of in {"", *units}, feat
            assert feat.n >= 1, feat


@given(game=whole_games())
def test_the_aftermath_comes_to_an_end(system: RuleSystem, game: Game) -> None:
    table = game.played(system)
    assume(table.battle.settled)
    assert not system.aftermath(table.battle.play)
    assert isinstance(table.entries[-1].events[-1], Settled)
    for entry in table.entries:
        if type(entry.command) in system.commands:
            fought = system.reporter(table.battle.play, entry.command) != CLERK
            assert fought == (entry.side != CLERK), entry


@given(game=whole_games())
def test_the_aftermath_changes_no_result(system: RuleSystem, game: Game) -> None:
    entries = game.played(system).entries
    looks = range(len(entries), max(0, len(entries) - 26), -1 if AT_LENGTH else -4)
    ends = [Table(entries[:count]).battle.outcome() for count in looks]
    assert len({result(outcome) for outcome in ends if outcome.over}) <= 1


@given(game=whole_games())
def test_survivors_come_to_the_next_table(system: RuleSystem, game: Game) -> None:
    """A unit fit to fight may muster again in the condition the battle left it in; cards are the campaign's to give.

    A rulebook may ask for one that can act; then the survivors muster beside a vehicle that is as it was.
    """
    table = game.played(system)
    assume(table.battle.settled)
    muster = table.entries[0].command
    assert isinstance(muster, Muster)
    left = {unit.id: unit for unit in table.battle.outcome().units}
    units = tuple(
        msgspec.structs.replace(unit, condition=left[unit.id].condition) if left[unit.id].fate in FIT_TO_FIGHT else unit
        for unit in muster.units
    )
    try:
        again = mustered_again(muster, units)
    except Refused:
        first = {unit.side: unit for unit in reversed(muster.units)}
        again = mustered_again(muster, [first[unit.side] if unit.id == first[unit.side].id else unit for unit in units])
    assert not again.battle.outcome().over


def mustered_again(muster: Muster, units: Sequence[Unit]) -> Table:
    cards = {unit.id: muster.fittings.get(unit.id, ()) for unit in units if not unit.condition}
    return Table.open(msgspec.structs.replace(muster, units=tuple(units), fittings=cards))


@given(game=games())
def test_a_condition_of_nothing_is_brand_new(system: RuleSystem, game: Game) -> None:
    table = game.played(system)
    new = msgspec.to_builtins(msgspec.convert({}, system.condition))
    mustered = Table(table.entries[:1]).battle.outcome()
    for unit, told in zip(table.mustered.units, mustered.units, strict=True):
        if not unit.condition:
            assert told.condition == new
            assert told.fate == "fit"
            assert not told.feats


@given(seed=st.integers(0, 2**32 - 1))
def test_a_condition_spelled_out_is_a_condition(system: RuleSystem, seed: int) -> None:
    """With its defaults written down, as the log and a campaign keep it."""
    told = sample(system.condition, Random(seed).randrange)
    spelled_out = msgspec.to_builtins(msgspec.convert(told, system.condition))
    assert msgspec.to_builtins(msgspec.convert(spelled_out, system.condition)) == spelled_out


def first_positions(table: Table) -> Iterator[int]:
    position = 1
    for entry in table.entries:
        yield position
        position += len(entry.events)


def result(outcome: Outcome) -> tuple[object, ...]:
    return (outcome.over, outcome.winner, outcome.field, tuple(sorted(outcome.points.items())))
