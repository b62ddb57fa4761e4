"""A recorded battle decided again: as it was, and what other options or a broken release would make of it."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rules
from rules.contract import Command, Dice, Mustered, Refused, RuleSystem, say
from rules.declarations import Option
from rules.player import play
from rules.record import Table
from rules.reports import Confirm
from rules.reread import OWN, Rereading, Terms, reread, terms
from rules.stream.revision.reports import Agree, Correct, Declare, Undo
from rules.systems.modern_age import SYSTEM
from rules.systems.modern_age.attack.sequence import AttackResolved
from rules.systems.modern_age.deployment import Deploy
from rules.systems.modern_age.missions.end import BattleDecided
from rules.systems.modern_age.missions.victory import Concede
from rules.systems.modern_age.movement import Move, Stay
from rules.systems.modern_age.shooting.fire import Fire
from rules.systems.modern_age.state import Decision
from tests.rules.conformance.goldens import recorded
from tests.rules.modern_age.musters import alpha_66
from tests.rules.recordings import loads

GOLDENS = [path for system in rules.all_systems().values() for path in recorded(system)]


def golden(path: Path) -> Table:
    return Table(loads(path.read_text(encoding="utf-8")))


@pytest.fixture
def alpha() -> Table:
    return golden(recorded(SYSTEM)[0])


def row_of(table: Table, kind: type[Command], nth: int = 1) -> int:
    """Where the nth report of a kind begins."""
    return [past.position for past in table.history.live_reports() if past.type == kind.__name__][nth - 1]


# ---------------------------------------------------------------------------------------------------- as it was


@pytest.mark.parametrize("path", GOLDENS, ids=[path.name for path in GOLDENS])
def test_a_recorded_battle_is_decided_as_it_was(path: Path) -> None:
    table = golden(path)
    found = reread(table.history)
    assert found.ends is not None
    assert msgspec.structs.replace(found, ends=None) == Rereading(reports=len(table.history.live_reports()) - 1)
    assert not found.differs


@given(st.integers(0, 2**32 - 1), st.integers(0, 80))
def test_whatever_was_played_is_decided_as_it_was(seed: int, reports: int) -> None:
    for system in rules.all_systems().values():
        table = play(system, Random(seed).randrange, reports)
        assert not reread(table.history).differs
        assert not reread(table.history, Terms(system.edition, dict(table.mustered.options))).differs


def test_a_battle_that_was_mended_is_decided_as_it_was() -> None:
    """Corrected, with a report kept as the table played it, facts declared and agreed to, and a report undone."""
    table = fought()
    table.report("americans", Declare(facts={"models.alpha.damage": 1}, reason="We had forgotten it."))
    table.report("soviets", Agree(position=len(table.rows)))
    table.report("", Correct(position=row_of(table, Fire), how="strike", reason="It was out of range.", rest="keep"))
    table.report("", Declare(facts={"models.alpha.damage": 2}, reason="A token had fallen off."))
    table.report("americans", Concede(side="americans"))
    table.report("americans", Undo(position=table.battle.last))
    assert any(row.ordinal and row.type == "" for row in table.rows)
    assert not reread(table.history).differs


def test_nothing_is_told() -> None:
    table = fought()
    rows, before = list(table.rows), msgspec.structs.asdict(table.battle)
    reread(table.history, Terms(options={"turn_limit": 1}))
    assert table.rows == rows
    assert msgspec.structs.asdict(table.battle) == before


def fought() -> Table:
    """A turn of Alpha 66, all with dice of the table."""
    table = Table.open(alpha_66(critical_deck="house"))
    for side, command in (
        ("soviets", Deploy(unit="t64-1")),
        ("soviets", Deploy(unit="t64-2")),
        ("americans", Deploy(unit="alpha")),
        ("soviets", Move(unit="t64-1", moves=1)),
        ("soviets", Stay(unit="t64-2")),
        ("americans", Move(unit="alpha", moves=1)),
        ("americans", Fire(unit="alpha", target="t64-1", dice=(4, 5, 5, 4, 4), defence=(1, 2, 5))),
        ("soviets", Fire(unit="t64-1", target="alpha", dice=(1, 2, 4, 2, 5), defence=(4, 4, 2, 1, 3))),
    ):
        table.report(side, command)
    return table


# ---------------------------------------------------------------------------------------------------- other options


def test_another_option_shows_what_it_would_change(alpha: Table) -> None:
    found = reread(alpha.history, terms(SYSTEM, "", {"turn_limit": "1"}))
    assert found.differs
    (change,) = found.changes
    (decided,) = set(map(type, change.after)) - set(map(type, change.before))
    assert decided is BattleDecided
    assert change.after[: len(change.before)] == change.before


def test_what_would_not_have_been_played_is_left_out_and_the_outcome_is_another() -> None:
    table = fought()
    table.report("soviets", Fire(unit="t64-2", target="alpha", dice=(1, 1, 1, 1, 1), defence=(1, 1, 1, 1)))
    table.report("soviets", Concede(side="soviets"))
    for side in table.mustered.sides:
        position, digest = table.battle.fought
        table.report(side, Confirm(side=side, position=position, digest=digest))
    found = reread(table.history, terms(SYSTEM, "", {"turn_limit": "1"}))
    (item,) = found.items
    assert (item.type, item.kind, item.settled) == ("Concede", "illegal", "strike")
    assert found.voided == ("americans", "soviets")
    assert {"outcome.winner", "outcome.field"} <= {difference.of for difference in found.outcome}


def test_dice_nobody_asks_for_are_named() -> None:
    """On the house deck Leaguer draws the critical cards; when they are to be reported nobody asks for those draws."""
    table = Table.open(alpha_66(critical_deck="house"))
    for entry in fought().entries[1:7]:
        table.report(entry.side, entry.command)
    table.report("americans", Fire(unit="alpha", target="t64-1", dice=(6, 6, 6, 6, 6), defence=(1, 1, 1)))
    found = reread(table.history, terms(SYSTEM, "", {"critical_deck": "free_input"}))
    assert found.orphans
    assert all(roll.by == "leaguer" for roll in found.orphans)


def test_dice_of_the_table_nobody_asks_for_are_left_out() -> None:
    """A rulebook whose tanks defend with a die less."""
    table = fought()
    with_less = dataclasses.replace(SYSTEM, decide=_sparing(SYSTEM.decide))
    found = _under(with_less, table)
    assert {(item.kind, item.settled) for item in found.items} == {("orphaned", "accept")}
    assert [item.position for item in found.items] == [row_of(table, Fire), row_of(table, Fire, 2)]
    assert len(found.changes) == 2


def _sparing(decide: Callable[..., Decision]) -> Callable[..., Decision]:
    class Sparing:
        def __init__(self, dice: Dice) -> None:
            self.dice = dice

        def roll(self, question: str, count: int, **said: Any) -> Any:
            return self.dice.roll(question, count - 1 if question.endswith("/defence") else count, **said)

    return lambda state, command, dice: decide(state, command, Sparing(dice))


# ---------------------------------------------------------------------------------------------------- a broken release


def _under(system: RuleSystem, table: Table, under: Terms = OWN) -> Rereading:
    """The battle decided again by another rulebook of the same key."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rules, "all_systems", lambda: MappingProxyType({system.key: system}))
        return reread(table.history, under)


def test_a_rulebook_that_rules_otherwise_shows() -> None:
    """Every attack does a point more: both rulings differ, and the battle goes on from there."""

    def harder(state: Any, command: Command, dice: Dice) -> Decision:
        for event in SYSTEM.decide(state, command, dice):
            if isinstance(event, AttackResolved):
                event = msgspec.structs.replace(event, damage=event.damage + 1)
            yield event

    table = fought()
    found = _under(dataclasses.replace(SYSTEM, decide=harder), table)
    assert [change.position for change in found.changes] == [row_of(table, Fire), row_of(table, Fire, 2)]
    assert (found.items, found.broken) == ((), None)


def test_a_rulebook_that_refuses_what_it_took_shows_and_the_rest_still_counts() -> None:
    def picky(state: Any, command: Command, dice: Dice) -> Decision:
        if isinstance(command, Stay):
            raise Refused("003 R99", say("Nobody stays."))
        yield from SYSTEM.decide(state, command, dice)

    table = fought()
    found = _under(dataclasses.replace(SYSTEM, decide=picky), table)
    (item,) = found.items
    assert (item.position, item.type, item.rule, item.settled) == (row_of(table, Stay), "Stay", "003 R99", "keep")
    assert found.changes == ()
    assert found.reports == 8


def test_a_rulebook_that_fails_is_named_with_the_report_it_fails_at() -> None:
    def failing(state: Any, command: Command, dice: Dice) -> Decision:
        if isinstance(command, Fire):
            raise KeyError("fog")
        yield from SYSTEM.decide(state, command, dice)

    table = fought()
    found = _under(dataclasses.replace(SYSTEM, decide=failing), table)
    assert found.broken is not None
    assert (found.broken.position, found.broken.error) == (row_of(table, Fire), "KeyError: 'fog'")
    assert (found.reports, found.beyond, found.differs) == (6, 2, True)


def test_a_rulebook_that_cannot_begin_is_named() -> None:
    def no_start(mustered: Mustered) -> Any:
        raise KeyError("edition")

    found = _under(dataclasses.replace(SYSTEM, start=no_start), fought())
    assert found.broken is not None
    assert (found.broken.position, found.beyond) == (1, 8)


# ---------------------------------------------------------------------------------------------------- the muster


def test_a_muster_that_would_be_refused_is_begun_from_as_it_stands() -> None:
    """What was fielded then stands, whatever may be fielded today."""

    def picky(command: Any) -> Mustered:
        raise Refused("003 R99", say("Nobody musters."))

    table = fought()
    found = _under(dataclasses.replace(SYSTEM, muster=picky), table)
    (item,) = found.items
    assert (item.position, item.type, item.rule) == (1, "Muster", "003 R99")
    assert (found.changes, found.reports) == ((), 8)


def test_a_muster_that_comes_out_otherwise_shows() -> None:
    def renamed(command: Any) -> Mustered:
        return msgspec.structs.replace(SYSTEM.muster(command), scenario="tank_ace")

    (change,) = _under(dataclasses.replace(SYSTEM, muster=renamed), fought()).changes
    assert change.position == 1


def test_an_option_the_rulebook_has_learnt_since_changes_nothing() -> None:
    fog = Option(name="fog", type="flag", default=False, help="Nobody sees far.", rule="003 R99")

    def muster(command: Any) -> Mustered:
        known = {name: value for name, value in command.options.items() if name != "fog"}
        mustered = SYSTEM.muster(msgspec.structs.replace(command, options=known))
        return msgspec.structs.replace(mustered, options={**mustered.options, "fog": command.options.get("fog", False)})

    more = dataclasses.replace(SYSTEM, options=(*SYSTEM.options, fog), muster=muster)
    assert not _under(more, fought()).differs
    assert not _under(more, fought(), terms(more, "", {"fog": "yes"})).differs


def test_a_muster_with_erased_values_is_taken_as_it_stands() -> None:
    table = fought()
    (first, *rows) = table.rows
    assert isinstance(first.event, Mustered)
    told = msgspec.structs.replace(
        first,
        event=msgspec.structs.replace(first.event, seed=""),
        data=first.data.replace(first.event.seed, ""),
    )
    table.rows[:] = [told, *rows]
    found = reread(table.history)
    assert found.erased
    assert not found.differs


# ---------------------------------------------------------------------------------------------------- what is asked for


def test_terms_are_read_as_the_rulebook_declares_them() -> None:
    written = {"turn_limit": "6", "target_cancels_first": "No", "critical_deck": "house"}
    read: dict[str, bool | int | str] = {"turn_limit": 6, "target_cancels_first": False, "critical_deck": "house"}
    assert terms(SYSTEM, SYSTEM.edition, written) == Terms(SYSTEM.edition, read)
    assert not OWN.others
    assert Terms(SYSTEM.edition).others


@pytest.mark.parametrize(
    ("edition", "options", "field", "told"),
    [
        ("1066", {}, "edition", "2018.1"),
        ("", {"fog": "yes"}, "options", "turn_limit"),
        ("", {"turn_limit": "many"}, "options", "from 0 to 99"),
        ("", {"turn_limit": "100"}, "options", "from 0 to 99"),
        ("", {"target_cancels_first": "perhaps"}, "options", "true or false"),
        ("", {"critical_deck": "marked"}, "options", "house"),
    ],
)
def test_terms_there_are_not_are_refused_naming_those_there_are(
    edition: str, options: dict[str, str], field: str, told: str
) -> None:
    with pytest.raises(Refused) as refused:
        terms(SYSTEM, edition, options)
    assert refused.value.field == field
    assert refused.value.remedy is not None
    assert told in refused.value.remedy.text()
