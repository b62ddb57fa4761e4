"""A corrected battle is the battle told right from the start, with the same dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import assume, given

from rules.adjudicate import CLERK
from rules.battle import same_outcome
from rules.contract import Event, Refused, RuleSystem, Unfallen
from rules.player import advance
from rules.record import Table
from rules.reports import Amended, Confirm, Confirmed, DepthChanged, Settle, Settled
from rules.stream import facts
from rules.stream.codec import encode
from rules.stream.dice import FallenDice
from rules.stream.history import Past
from rules.stream.revision.reports import Correct, Declared, Resolve, Retold
from tests.rules.conformance.games import Game, games, whole_games
from tests.rules.conformance.lines import (
    carry_out,
    check_like,
    correction,
    entry_of,
    is_refused,
    lived,
    offered_at,
    one_die_each,
    plain,
    side_of,
    spelled,
    told_right,
)

any_games = games(60)
SETTLED = 4  # one by one; the rest is struck at once


@given(game=any_games)
def test_a_corrected_battle_is_the_battle_told_right(system: RuleSystem, game: Game) -> None:
    """As far as nothing is left to settle: all of it, or up to the first report that cannot be told again."""
    table, chance = game.played(system), game.chance()
    for _time in range(3):
        corrected(table, chance)
        strike_what_waits(table)


@given(game=any_games)
def test_what_is_struck_was_never_told(system: RuleSystem, game: Game) -> None:
    """One by one as they come up, or all at once."""
    one, chance = game.played(system), game.chance()
    all_at_once = one.copy()
    command = corrected(one, chance)
    settle_each(one, lambda past: Resolve(position=past.position, how="strike"))
    all_at_once.report("", msgspec.structs.replace(command, rest="strike"))
    check_like(all_at_once, told_right(lived(one)))


@given(game=any_games)
def test_what_is_replaced_was_told_so(system: RuleSystem, game: Game) -> None:
    table, chance = game.played(system), game.chance()

    def replaced(past: Past) -> Resolve:
        new = offered_at(table, lived(table), chance)
        if new is None:
            return Resolve(position=past.position, how="strike")
        return Resolve(position=past.position, how="replace", **spelled(new.command))

    corrected(table, chance)
    settle_each(table, replaced)


@given(game=any_games)
def test_what_is_kept_is_what_it_came_to_at_the_table(system: RuleSystem, game: Game) -> None:
    """The facts its report changed are declared as they then were, and nothing else is another."""
    table, chance = game.played(system), game.chance()
    corrected(table, chance)
    settle_each(table, lambda past: Resolve(position=past.position, how="keep"))


@given(game=any_games)
def test_keeping_all_at_once_is_keeping_one_by_one(system: RuleSystem, game: Game) -> None:
    table, chance = game.played(system), game.chance()
    found = correction(table, chance, "keep")
    assume(found is not None and not is_refused(table, "", found[0]))
    assert found is not None
    one_by_one = table.copy()
    table.report("", found[0])
    one_by_one.report("", msgspec.structs.replace(found[0], rest=""))
    while one_by_one.battle.waiting and one_by_one.battle.waiting[0] not in table.battle.waiting:
        one_by_one.report("", Resolve(position=one_by_one.battle.waiting[0], how="keep"))
    assert one_by_one.battle.waiting == table.battle.waiting
    assert plain(lived(table)) == plain(lived(one_by_one))


@given(game=whole_games())
def test_confirmations_stand_as_long_as_the_outcome_does(system: RuleSystem, game: Game) -> None:
    """Word for word; with another outcome they fall, and the aftermath with them, and all can be confirmed again."""
    table, chance = game.played(system), game.chance()
    assume(table.battle.settled)
    first = next(n for n, entry in enumerate(table.entries) if any(isinstance(e, Confirmed) for e in entry.events))
    command = correction_of_play(table, chance, first)
    confirmed, outcome = confirmations(table), Table(table.entries[:first]).battle.outcome()
    table.report("", command)
    assume(not table.battle.waiting)
    fought = [e for e in lived(table) if not isinstance(e.command, Confirm | Settle) and e.side != CLERK]
    if same_outcome(Table(fought).battle.outcome(), outcome):
        assert confirmations(table) == confirmed
        assert table.battle.agreed
    else:
        assert not confirmations(table)
        assert not table.battle.confirmed
        assert not table.battle.agreed
        assert not table.battle.settled
    for _time in range(100):
        if table.battle.settled or not table.battle.outcome().over:
            break
        advance(table, chance.randrange)
    assert table.battle.settled or not table.battle.outcome().over
    one_die_each(table)


# -- how ---------------------------------------------------------------------------------------------------------------


def corrected(table: Table, chance: Random) -> Correct:
    """A random correction, carried out and compared with the battle told right; not where the seed is known, for such
    a battle may not be fought on."""
    assume(not any(isinstance(row.event, Settled) for row in table.rows))
    found = correction(table, chance)
    assume(found is not None)
    assert found is not None
    command, right, later = found
    if refused := is_refused(table, "", command):
        assert refused.rule == "dice", f"{command!r} would have been told, and is refused: {refused}"
        assume(False)
    head = len(table.rows)
    carry_out(table, command, chance)
    right += [entry_of(table, past) for past in accounted(table, head, later)]
    there = told_right(right)
    check_like(table, there)
    if table.battle.waiting:
        check_waits(table, there, table.history.reports[table.battle.waiting[0]])
    return command


def check_waits(table: Table, there: Table, past: Past) -> None:
    """What is left to settle cannot be told with the dice that fell: not everything is asked, only what has to be."""
    if past.how == "kept" or set_by_people(past):
        return
    side = side_of(table.mustered, past.by)
    with pytest.raises((Refused, Unfallen)):
        there.report(side, table.history.command(past), FallenDice(table.history.fallen()))


def set_by_people(past: Past) -> bool:
    return any(isinstance(event, Declared | Amended) for event in past.events)


def settle_each(table: Table, how: Callable[[Past], Resolve]) -> None:
    """The reports that wait, the first few `how` it is asked for; what may not be so is struck, and so is the rest."""
    for _time in range(SETTLED):
        if not table.battle.waiting:
            return
        past, now = table.history.reports[table.battle.waiting[0]], facts.facts(table.battle.play)
        command = how(past)
        if is_refused(table, "", command):
            command = Resolve(position=past.position, how="strike")
        events = resolved(table, command)
        if command.how == "keep":
            check_kept(table, past, now, events)
    strike_what_waits(table)


def strike_what_waits(table: Table) -> None:
    if table.battle.waiting:
        resolved(table, Resolve(position=table.battle.waiting[0], how="strike", rest="strike"))
        assert not table.battle.waiting


def resolved(table: Table, command: Resolve) -> tuple[Event, ...]:
    """The next report is settled; what was told after it is compared with the same told right."""
    head, (first, *later) = len(table.rows), [table.history.reports[place] for place in table.battle.waiting]
    events = table.report("", command)
    assert isinstance(events[0], Retold)
    assert events[0].of == first.position
    accounted(table, head, later)
    check_like(table, told_right(lived(table)))
    return events


def accounted(table: Table, head: int, later: Sequence[Past]) -> list[Past]:
    """Of `later`, what was told again after `head`. All others wait, or were void: nothing is dropped."""
    rows = [row.event for row in table.rows[head:] if isinstance(row.event, Retold)]
    void = {event.of for event in rows if event.how == "voided"}
    told = {event.of for event in rows} - void
    assert [past.position for past in later if past.position not in told | void] == list(table.battle.waiting)
    for past in later:
        if past.position in void:
            assert past.by == CLERK or any(isinstance(event, Confirmed) for event in past.events)
    return [past for past in later if past.position in told]


def check_kept(table: Table, past: Past, now: dict[str, Any], events: Sequence[Event]) -> None:
    """`now`: the facts before it was kept; `events`: those of the settlement."""
    was, came_to = (facts.facts(table.history.state(at).play) for at in (past.position - 1, past.end))
    changed = {path for path in came_to if came_to[path] != was[path]}
    stands = dict(now)
    for event in events:
        if isinstance(event, Declared) and event.kept == past.position:
            assert event.facts.keys() <= changed
            assert not any(cites(value, past.position) for value in event.facts.values()), "a row that is struck"
            stands |= event.facts
    if any(isinstance(event, DepthChanged) for event in past.events):
        return
    for path in changed:
        assert stands[path] == came_to[path] or grown(stands[path], came_to[path], was[path], now[path]), path


def cites(value: Any, row: int) -> bool:
    return isinstance(value, list) and any(isinstance(one, dict) and one.get("report") == row for one in value)


def grown(stands: Any, came_to: Any, was: Any, now: Any) -> bool:
    """A list that got longer at the table has the same more in it here, and nothing twice, wherever it was told; what
    was corrected out of it before does not come back."""
    if not isinstance(came_to, list) or came_to[: len(was)] != was:
        return False
    here, there, then, before = (Counter(map(unplaced, one)) for one in (stands, came_to, was, now))
    gone = then - before
    return all(here[item] == max(there[item] - gone[item], before[item]) for item in map(unplaced, came_to[len(was) :]))


def unplaced(item: Any) -> str:
    return encode({**item, "report": 0} if isinstance(item, dict) and "report" in item else item)


def correction_of_play(table: Table, chance: Random, first: int) -> Correct:
    """Of a report before the first confirmation; what cannot stand is struck."""
    for _time in range(20):
        found = correction(table, chance, "strike")
        if found and len(found[1]) < first and not is_refused(table, "", found[0]):
            return found[0]
    assume(False)
    raise AssertionError


def confirmations(table: Table) -> list[Confirmed]:
    return [event for entry in lived(table) for event in entry.events if isinstance(event, Confirmed)]
