"""A battle kept in memory, and as text."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from types import MappingProxyType
from typing import Any

import msgspec
import pytest

import rules
from rules.contract import Decision, Refused, RuleSystem, Unfallen, say
from rules.player import play
from rules.record import Table, who
from rules.reports import Confirmed
from rules.stream.codec import UnknownEvent
from rules.stream.dice import FallenDice
from tests.rules.conformance.picture import picture
from tests.rules.recordings import decided_again, dumps, expectation, fold, loads


def test_a_report_refused_half_way_is_taken_back(duel: RuleSystem, monkeypatch: pytest.MonkeyPatch) -> None:
    def decide(state: Any, command: Any, dice: Any) -> Decision:
        yield from duel.decide(state, command, dice)
        raise Refused("900 R2", say("Too late."))

    table = play(duel, Random(3).randrange, 4)
    before = picture(table.battle)
    late = replace(duel, decide=decide)
    monkeypatch.setattr(rules, "all_systems", lambda: MappingProxyType({duel.key: late}))
    table.state = fold(table.entries)
    (choice, *_more) = duel.legal(table.battle.play, "blue")
    kind = {kind.__name__: kind for kind in duel.commands}[choice.command]
    with pytest.raises(Refused, match="Too late"):
        table.report("blue", kind(**choice.given, **{f.name: f.picks[0].value for f in choice.fields if f.required}))
    assert picture(table.battle) == before
    assert len(table.entries) == 5


def test_dice_that_have_not_fallen_leave_the_battle_as_it_is(duel: RuleSystem) -> None:
    table = play(duel, Random(3).randrange, 0)
    before = picture(table.battle)
    fire = next(kind for kind in duel.commands if kind.__name__ == "Fire")
    with pytest.raises(Unfallen):
        table.report("", fire(unit="blue-1", target="red-1"), FallenDice())
    assert picture(table.battle) == before


def test_a_copy_goes_its_own_way(duel: RuleSystem) -> None:
    table = play(duel, Random(3).randrange, 3)
    other = table.copy()
    assert picture(other.battle) == picture(table.battle)
    other.report("", next(kind for kind in duel.commands if kind.__name__ == "Concede")(side="red"))
    assert len(table.entries) == 4
    assert not table.battle.outcome().over


def test_who_reports_for_a_side(duel: RuleSystem) -> None:
    mustered = play(duel, Random(1).randrange, 0).mustered
    assert (who(mustered, "blue").id, who(mustered, "blue").referee) == ("bob", False)
    for side in ("clerk", ""):
        assert who(mustered, side).referee


def test_a_record_reads_back_and_folds_as_it_was(duel: RuleSystem) -> None:
    table = play(duel, Random(5).randrange)
    text = dumps(table.entries)
    assert loads(text) == table.entries
    assert picture(fold(loads(text))) == picture(table.battle)
    assert expectation(loads(text)) == expectation(table.entries)
    first = json.loads(text.splitlines()[0])
    assert (first["type"], first["version"]) == ("Mustered", 2)
    assert (first["report"]["side"], first["report"]["type"]) == ("", "Muster")


def test_a_real_log_s_digests_are_taken_over(duel: RuleSystem) -> None:
    """What a confirmation names is what stood there, so a battle out of a database is a record too."""
    table = play(duel, Random(5).randrange)
    place = next(e.position for entry in table.entries for e in entry.events if isinstance(e, Confirmed))
    text = dumps(table.entries).replace(f"{place:064x}", "ab" * 32)
    entries = loads(text)
    assert fold(entries).settled
    assert decided_again(entries) == entries


def test_a_report_no_longer_legal_is_refused_again(duel: RuleSystem) -> None:
    entries = play(duel, Random(5).randrange, 5).entries
    with pytest.raises(Refused):
        decided_again([*entries, entries[1], entries[1]])


@pytest.mark.parametrize(
    ("spoil", "error"),
    [
        (lambda text: text.replace('"Held"', '"Hovered"'), UnknownEvent),
        (lambda text: text.replace('"version":1', '"version":2'), UnknownEvent),
        (lambda text: text.replace('"unit":', '"vehicle":'), (msgspec.ValidationError, Refused)),
        (lambda text: text.replace("toy_duel", "toy_draughts"), Refused),
        (lambda text: text[: len(text) // 2], msgspec.DecodeError),
    ],
)
def test_what_is_no_record_is_said_so(duel: RuleSystem, spoil: Any, error: Any) -> None:
    played = (dumps(play(duel, Random(seed).randrange).entries) for seed in range(20))
    text = next(text for text in played if '"Held"' in text)
    with pytest.raises(error):
        loads(spoil(text))


def test_a_table_opens_with_a_legal_muster(duel: RuleSystem) -> None:
    muster = duel.draft(Random(1).randrange)
    assert Table.open(muster).battle.head == (1, f"{1:064x}")
    with pytest.raises(Refused):
        Table.open(msgspec.structs.replace(muster, units=()))
