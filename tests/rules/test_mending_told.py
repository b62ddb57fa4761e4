"""What is kept of a report counts once, and reads in words."""

from __future__ import annotations

from typing import Any

import pytest

from rules.contract import Message
from rules.stream import carry_over
from rules.stream.revision.reports import Correct, Declared, Retold
from rules.stream.revision.sentences import in_short
from tests.rules.duel import WHY, at

HIT = {"kind": "hit", "report": 4, "of": "red-1", "n": 1}


def kept(before: list[Any], after: list[Any], now: list[Any]) -> Any:
    return carry_over.kept({"feats": before}, {"feats": after}, {"feats": now}, of=4, row=9).get("feats")


def test_a_feat_that_is_told_already_is_not_told_twice() -> None:
    assert kept([], [HIT], [HIT | {"report": 8}]) is None
    assert kept([], [HIT], []) == [HIT | {"report": 9}]
    first = HIT | {"report": 2}
    assert kept([first], [first, HIT], [first]) == [first, HIT | {"report": 9}], "two hits are two"


@pytest.mark.usefixtures("duel")
def test_the_feats_of_a_kept_report_cite_where_it_is_kept() -> None:
    table = at("blue: hold blue-1", "blue: fire blue-2 red-1 dice=6,1")
    said = {"facts": {"vehicles.blue-2.acted": True}, "reason": "It had held."}
    events = table.report("", Correct(position=3, how="insert", type="Declare", data=said, reason=WHY, rest="keep"))
    place = next(n for n, row in enumerate(table.rows, 1) if isinstance(row.event, Retold) and row.event.how == "kept")
    assert isinstance(events[-1], Declared)
    cited = {feat.report for feat in table.battle.play.vehicles["blue-2"].feats}
    assert cited == {place}


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (True, "yes"),
        ([], "none"),
        ("north", "north"),
        ([HIT, HIT | {"kind": "kill"}], "2 entries (hit, kill)"),
        ([["c1", {"id": "c1", "wound": {"card": "Lucky Hit"}}]], "1 entry (c1)"),
        (["a", "b", "c", "d"], "4 entries (a, b, c, …)"),
        ({"winner": "blue", "how": "time"}, "blue, time"),
        ([1, 2], "2 entries (1, 2)"),
        ([[], {}], "2 entries (…, …)"),
    ],
)
def test_a_structure_is_told_in_words(value: Any, words: str) -> None:
    said = in_short(value)
    assert isinstance(said, Message)
    assert said.text() == words
