"""Undo and redo, at any depth; and whatever was done to a battle, what stood at a moment stands there for ever."""

from __future__ import annotations

from typing import Any

from hypothesis import assume, given

from rules import visibility
from rules.battle import Battle
from rules.contract import RuleSystem
from rules.hidden_cards import HiddenCards
from rules.record import Table
from rules.stream.dice import rolls_of
from rules.stream.revision.reports import Proposed, Revised, Undo
from tests.rules.conformance.games import Game, games
from tests.rules.conformance.lines import correction, is_refused, one_die_each, side_of, stir
from tests.rules.conformance.picture import check_alike, picture
from tests.rules.conformance.test_words import check_message
from tests.rules.recordings import decided_again, dumps, fold, loads


@given(game=games())
def test_undo_and_redo_come_out_where_they_began(system: RuleSystem, game: Game) -> None:
    table, chance = game.played(system), game.chance()
    stood = []
    for _time in range(chance.randrange(1, 9)):
        if not table.battle.last or table.battle.agreed:
            break
        stood.append(standing(table.battle))
        last = table.battle.last
        table.report("", Undo(position=last))
        assert standing(table.battle, "redo", "corrected") == standing(
            table.history.state(last - 1), "redo", "corrected"
        )
    while stood:
        table.report("", Undo(position=table.battle.redo))
        assert standing(table.battle) == stood.pop()


@given(game=games(60))
def test_an_undone_correction_has_never_been(system: RuleSystem, game: Game) -> None:
    """And redone, it is as far settled as it was."""
    table, chance = game.played(system), game.chance()
    stir(table, chance, 6)
    found = correction(table, chance, chance.choice(("", "keep", "strike")))
    assume(found is not None and not is_refused(table, "", found[0]))
    assert found is not None
    before = standing(table.battle, "redo")
    table.report("", found[0])
    corrected = standing(table.battle)
    table.report("", Undo(position=table.battle.corrected))
    assert standing(table.battle, "redo") == before
    table.report("", Undo(position=table.battle.redo))
    assert standing(table.battle) == corrected


@given(game=games(40))
def test_what_stood_at_a_moment_stands_there_for_ever(system: RuleSystem, game: Game) -> None:
    table, chance = game.played(system), game.chance()
    moments: dict[int, Any] = {}
    for _time in range(8):
        stir(table, chance, 3)
        moments[len(table.rows)] = picture(table.battle)
    for position, stood in moments.items():
        assert picture(table.history.state(position)) == stood
    for _time in range(8):
        position = chance.randrange(1, len(table.rows) + 1)
        early = table.history.of(table.rows[:position])
        check_alike(early.state(), table.history.state(position))


@given(game=games(40))
def test_a_mended_battle_reads_back(system: RuleSystem, game: Game) -> None:
    table = game.played(system)
    stir(table, game.chance(), 25)
    text = dumps(table.entries)
    entries = loads(text)
    assert entries == table.entries
    assert dumps(entries) == text
    check_alike(fold(entries), table.battle)
    assert decided_again(entries) == entries


@given(game=games(40))
def test_every_row_of_a_mended_battle_can_be_read(system: RuleSystem, game: Game) -> None:
    table = game.played(system)
    stir(table, game.chance(), 25)
    for viewer in ("", *table.mustered.sides):
        for row in table.rows:
            seen = visibility.see_event(table.battle, row.event, viewer)
            if seen is not None:
                check_message(visibility.narrate(system, seen))


@given(game=games(40))
def test_no_die_of_leaguer_s_falls_twice(system: RuleSystem, game: Game) -> None:
    table, chance = game.played(system), game.chance()
    for _time in range(25):
        stir(table, chance, 4)
    one_die_each(table)


@given(game=games(60))
def test_who_undoes_alone_has_told_it_alone(system: RuleSystem, game: Game) -> None:
    """Without a die of Leaguer's, with no answer, and with no card of others turned up; for everything else the other
    side is asked."""
    table, chance = game.played(system), game.chance()
    stir(table, chance, 6)
    assume(not table.battle.agreed)
    for past in table.history.live_reports()[1:]:
        later = [one for one in table.history.live_reports() if one.position >= past.position]
        tellers = {side_of(table.mustered, one.by) for one in later}
        plain = all(one.how in ("", "told") for one in later)
        rolled = any(r.by == "leaguer" and r.values for one in later for e in one.events for r in rolls_of(e))
        for side in table.mustered.sides:
            if is_refused(table, side, Undo(position=past.position)) is None:
                (event, *_more) = table.copy().report(side, Undo(position=past.position))
                alone = isinstance(event, Revised)
                if alone and past.position != table.battle.redo:
                    assert tellers == {side}
                    assert plain
                    assert not rolled
                if tellers == {side} and plain and not rolled and not set_by_people(later):
                    assert alone or turned_up(table, past.position, side)
                assert alone or isinstance(event, Proposed)


def turned_up(table: Table, position: int, side: str) -> bool:
    """Whether a card of others lies open to `side` that lay face down before the row at `position`."""
    return HiddenCards(table.history, table.history.state(position - 1), side).lifted(table.battle)


def set_by_people(reports: Any) -> bool:
    return any(type(event).__name__ in ("Declared", "Amended") for past in reports for event in past.events)


def standing(battle: Battle, *but: str) -> Any:
    """All of a battle but where the log ends."""
    names = [name for name in Battle.__struct_fields__ if name not in ("head", *but)]
    seen = [(visibility.see(battle, side), visibility.legal(battle, side)) for side in ("", *battle.muster.sides)]
    return picture([(name, getattr(battle, name)) for name in names]), picture(seen)
