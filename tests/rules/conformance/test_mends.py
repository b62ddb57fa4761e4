"""What is offered to mend a battle may be reported, and what may be done alone is one's own."""

from __future__ import annotations

from typing import Any

import msgspec
from hypothesis import assume, given

from rules.contract import Choice, Command, Refused, RuleSystem
from rules.mending import mends
from rules.player import complete
from rules.record import Table
from rules.reports import Amend
from rules.stream import facts
from rules.stream.revision.reports import Agree, Agreed, Decline, Proposed, Revised, Undo
from rules.stream.samples import Unsampled, sample
from tests.rules.conformance.games import Game, games
from tests.rules.conformance.lines import correction, declaration, is_refused, lived, spelled, stir
from tests.rules.conformance.picture import picture
from tests.rules.conformance.test_words import check_message

CODES = ("refused", "not-yours", "unknown", "malformed", "over", "unsettled", "unanswered", "orphaned")
HOUSE = ("battle", "dice", "report", "declared")


@given(game=games(60))
def test_what_is_offered_is_accepted_or_refused_in_words(system: RuleSystem, game: Game) -> None:
    table, chance = game.played(system), game.chance()
    stir(table, chance, 4)
    for side, referee in (*((side, False) for side in table.mustered.sides), ("", True)):
        for choice in mends(table.battle, side, referee):
            assert choice.side == side
            command = filled_in(table, choice, chance)
            refused = is_refused(table, side, command)
            if refused is not None:
                check_refused(refused, command, system)
            if choice.command == "Undo" and referee:
                assert refused is None, refused


@given(game=games())
def test_a_side_alone_undoes_its_own_and_asks_for_all_else(system: RuleSystem, game: Game) -> None:
    table, chance = game.played(system), game.chance()
    stir(table, chance, 3)
    assume(not table.battle.agreed)
    found = correction(table, chance)
    for side in table.mustered.sides:
        for command in (
            found[0] if found else None,
            declaration(table, chance),
            Undo(position=max(2, table.battle.last)),
        ):
            if command is None or is_refused(table, side, command):
                continue
            there = table.copy()
            events = there.report(side, command)
            if isinstance(command, Undo) and isinstance(events[0], Revised):
                assert events[0].authority == "own"
            else:
                (proposed,) = events
                assert isinstance(proposed, Proposed)
                assert proposed.side == side
                check_answers(there, side, command)


def check_answers(table: Table, proposer: str, command: Command) -> None:
    """The others decline, and nothing has happened; or they agree, and it happens as if a referee had done it."""
    (other, *_more) = [side for side in table.mustered.sides if side != proposer]
    position = len(table.rows)
    declined = table.copy()
    declined.report(other, Decline(position=position))
    assert declined.battle.proposal is None
    assert facts.facts(declined.battle.play) == facts.facts(table.battle.play)
    assert is_refused(table, proposer, Agree(position=position)) is not None
    agreed, ruled = table.copy(), table.copy()
    if is_refused(agreed, other, Agree(position=position)) is not None:
        return  # only the other side could know
    (first, *_events) = agreed.report(other, Agree(position=position))
    ruled.report("", command)
    assert isinstance(first, Agreed)
    assert agreed.battle.proposal is None or agreed.battle.proposal.position < position
    assert [one.command for one in lived(agreed)][:-1] == [one.command for one in lived(ruled)][:-1]
    assert without_places(agreed) == without_places(ruled)


@given(game=games())
def test_what_both_have_confirmed_is_a_referee_s_to_mend(system: RuleSystem, game: Game) -> None:
    table, chance = game.played(system), game.chance()
    winner = chance.choice(["", *table.mustered.sides])
    amend = Amend(winner=winner, reason="It was agreed over a beer.")
    for side in table.mustered.sides:
        refused = is_refused(table, side, amend)
        assert refused is not None
        assert refused.code == "not-yours"
        if table.battle.agreed:
            assert not mends(table.battle, side)
            for command in (declaration(table, chance), Undo(position=table.battle.last)):
                refused = is_refused(table, side, command)
                assert refused is not None
                assert refused.code == "not-yours"
    if is_refused(table, "", amend) is None:
        table.report("", amend)
        assert table.battle.outcome().winner == winner
        assert table.battle.outcome().over
        assert "outcome.winner" in table.battle.declared


def filled_in(table: Table, choice: Choice, chance: Any) -> Command:
    """The choice, completed as a person would: with reports of this battle, and facts of it."""
    asked = tuple(field for field in choice.fields if field.name != "reason")
    given = choice.given | ({"reason": "So it was."} if len(asked) < len(choice.fields) else {})
    command = complete(table, msgspec.structs.replace(choice, given=given, fields=asked), chance.randrange)
    data = msgspec.to_builtins(command)
    reports = table.history.live_reports()
    if choice.command == "Correct" and len(reports) > 1:
        data["position"] = chance.choice(reports[1:]).position
        data["settle"] = {}
    if choice.command in ("Correct", "Resolve"):
        data |= spelled(chance.choice(lived(table)).command) if chance.randrange(2) else {"type": "", "data": {}}
    if choice.command == "Declare":
        data["facts"] = declaration(table, chance).facts
    if choice.command == "Amend":
        units = [unit.id for unit in table.mustered.units]
        try:
            data["conditions"] = {chance.choice(units): sample(table.battle.rules.condition, chance.randrange, units)}
        except Unsampled:
            data["conditions"] = {}
    return msgspec.convert(data, type(command))


def check_refused(refused: Refused, command: Command, system: RuleSystem) -> None:
    assert refused.rule in HOUSE or refused.rule.startswith(f"{system.number} "), refused.rule
    assert refused.code in CODES, refused.code
    check_message(refused.text)
    if refused.remedy is not None:
        check_message(refused.remedy)
    assert refused.field.partition(".")[0] in ("", "by", *command.__struct_fields__), refused.field


def without_places(table: Table) -> Any:
    """The facts of a battle, but for where in the log anything stands."""
    return picture(Table(lived(table)).battle.play)
