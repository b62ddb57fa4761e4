"""A side that has lent its seat: others report its facts and dice, and learn nothing that lies face down."""

from __future__ import annotations

from hypothesis import given

from rules import seats, visibility
from rules.contract import Choice, RuleSystem
from rules.hidden_cards import face_down
from rules.player import complete
from rules.record import Table, who
from rules.reports import Confirm, LendSeat
from rules.stream.choices import matches
from tests.rules.conformance.games import SHORTER, Game, games
from tests.rules.conformance.test_secrets import answer
from tests.rules.conformance.twins import same_events, twins
from tests.rules.conformance.wild import refusal, wild


@given(game=games())
def test_what_is_offered_of_a_lent_seat_is_accepted_and_turns_up_nothing(system: RuleSystem, game: Game) -> None:
    table, chance = game.played(system), game.chance()
    if table.battle.agreed:
        return
    owner, other, *_more = table.mustered.sides
    table.report(owner, LendSeat(side=owner))
    hidden = face_down(other, table.battle)
    for choice in offered(table, other):
        assert choice.side == owner
        command = complete(table, choice, chance.randrange)
        assert any(matches(one, command) for one in offered(table, other))
        refused = refusal(table, other, command)
        assert refused is None or (hidden and refused.code == "not-yours"), f"{command!r}: {refused}"
        if refused is None:
            told = table.copy()
            told.report(other, command)
            assert face_down(other, told.battle) == hidden, f"{command!r} turns a card up"


@given(game=games())
def test_where_nothing_is_hidden_a_lent_seat_reports_all_but_its_owner_s_word(system: RuleSystem, game: Game) -> None:
    table, chance = game.played(system), game.chance()
    owner, other, *_more = table.mustered.sides
    if table.battle.agreed or face_down(other, table.battle):
        return
    table.report(owner, LendSeat(side=owner))
    told = {kind.__name__ for kind in system.commands if not kind.own_word}
    open_to_both = [*offered(table, other), *visibility.legal(table.battle, other)]
    for choice in visibility.legal(table.battle, owner):
        if choice.command in told:
            command = complete(table, choice, chance.randrange)
            assert any(matches(one, command) for one in open_to_both), choice


@given(game=games())
def test_what_is_hidden_makes_no_difference_to_who_has_the_seat(system: RuleSystem, game: Game) -> None:
    entries, chance = game.played(system).entries, game.chance()
    for table, twin, viewers in twins(system, entries, chance):
        (owner,) = {*table.mustered.sides} - {*viewers}
        for each in (table, twin):
            each.report(owner, LendSeat(side=owner))
        players = [viewer for viewer in viewers if viewer]
        for entry in entries[1:]:
            for viewer in players:
                assert offered(table, viewer) == offered(twin, viewer)
                for command in wild(table, entries, chance, 2):
                    assert answer(table, viewer, command) == answer(twin, viewer, command), command
            confirms = isinstance(entry.command, Confirm)  # what stood elsewhere: the seat was lent in a row of its own
            if confirms or not same_events(table, twin, entry, viewers):
                break


def offered(table: Table, side: str) -> list[Choice]:
    return seats.offered(table.battle, who(table.mustered, side))


@given(game=games(SHORTER))
def test_a_battle_told_on_one_phone_is_the_battle_told_on_two(system: RuleSystem, game: Game) -> None:
    """But for what is its owner's alone: a card turned up, a field conceded, an outcome confirmed; and what turns on a
    card that lies face down, which who holds the seat cannot know before."""
    entries = game.played(system).entries
    table = Table(entries[:1])
    owner, other, *_more = table.mustered.sides
    table.report(owner, LendSeat(side=owner))
    for entry in entries[1:]:
        if isinstance(entry.command, Confirm):
            break
        by_other = entry.side == owner and any(matches(choice, entry.command) for choice in offered(table, other))
        if by_other and (refused := refusal(table, other, entry.command)) is not None:
            assert (refused.code, refused.field) == ("not-yours", "by")
            by_other = False
        assert table.report(other if by_other else entry.side, entry.command) == entry.events
        assert table.rows[-1].by == who(table.mustered, other if by_other else entry.side).id
