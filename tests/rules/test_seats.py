"""One phone is enough: a seat is lent on the record, and what its holder may report."""

from __future__ import annotations

import pytest

from rules import cases, frame, mending, seats, visibility
from rules.adjudicate import Who
from rules.contract import Refused, Spoken
from rules.record import RecordedReport, Table, who
from rules.reports import LendSeat, TakeSeatBack
from rules.stream.choices import matches
from rules.stream.dice import SeededDice
from rules.stream.revision.reports import Undo
from tests.rules.duel import at, kinds, parsed, refused, tell
from tests.rules.recordings import decided_again

LEND, BACK = LendSeat(side="red"), TakeSeatBack(side="red")


@pytest.fixture(autouse=True)
def _toy(duel: object) -> None:
    """The toy rulebook is found."""


def lent(*script: str) -> Table:
    table = at("blue: hold blue-1", *script)
    table.report("red", LEND)
    return table


def test_a_seat_is_lent_by_who_plays_it() -> None:
    table = at()
    assert refused(table, "blue", LEND).code == "not-yours"
    assert refused(table, "", LEND).code == "not-yours"
    assert kinds(table.report("red", LEND)) == ["SeatLent"]
    assert table.battle.lent == ("red",)
    assert refused(table, "red", LEND).field == "side"


def test_who_has_the_seat_reports_for_it_and_the_log_says_who() -> None:
    table = lent()
    tell(table, "blue: hold red-1")
    row = table.rows[-1]
    assert (row.by, row.event.unit) == ("bob", "red-1")  # type: ignore[attr-defined]


def test_an_organiser_who_plays_has_a_seat_like_any_player() -> None:
    table = lent()
    bob = Who("bob", referee=True, needs_case=True)
    assert {choice.side for choice in seats.offered(table.battle, bob)} == {"red"}
    dice = SeededDice(table.mustered.seed)
    (held,) = frame.BATTLES.decide(table.battle, parsed(table, "hold red-1"), bob, dice, lambda: table.rows)
    assert type(held).__name__ == "Held"
    with pytest.raises(Refused) as no:
        list(frame.BATTLES.decide(table.battle, parsed(table, "concede red"), bob, dice, lambda: table.rows))
    assert no.value.code == "not-yours"


def test_without_it_nobody_reports_for_another() -> None:
    assert refused(at("blue: hold blue-1"), "blue", parsed(at(), "hold red-1")).code == "not-yours"


def test_who_has_it_does_not_give_up_for_its_side() -> None:
    table = lent()
    assert "Concede" in {choice.command for choice in visibility.legal(table.battle, "red")}
    assert "Concede" not in {choice.command for choice in seats.offered(table.battle, who(table.mustered, "blue"))}
    assert refused(table, "blue", parsed(table, "concede red")).code == "not-yours"


@pytest.mark.parametrize("side", ["red", "blue"])
def test_it_is_taken_back_at_any_time(side: str) -> None:
    table = lent()
    assert kinds(table.report(side, BACK)) == ["SeatTakenBack"]
    assert refused(table, "blue", parsed(table, "hold red-1")).code == "not-yours"
    assert refused(table, "red", BACK).field == "side"


def test_no_correction_takes_it_back() -> None:
    table = lent()
    table.report("", Undo(position=2))
    assert table.battle.lent == ("red",)
    assert table.history.state().lent == ("red",)


def test_who_has_it_neither_confirms_nor_agrees_nor_sees_for_its_side() -> None:
    table = lent()
    bob = who(table.mustered, "blue")
    assert cases.knows(table.battle, bob) == ("blue",)
    tell(table, "red: concede red")
    assert [choice.side for choice in visibility.legal(table.battle, "blue")] == ["blue"]
    assert not [one for one in seats.offered(table.battle, bob) if one.command == "Confirm"]


def test_what_a_report_says_for_another_side_is_for_who_holds_that_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of any rulebook, by what its command declares; the organiser says it too, and logs that stand are not judged."""
    table, fired = at(), parsed(at(), "fire blue-1 red-1 dice=1 cover=yes")
    monkeypatch.setattr(type(fired), "spoken", (Spoken("cover", of="target", rule="R3", beside="dice"),))
    no = refused(table, "blue", fired)
    assert (no.field, no.code) == ("cover", "not-yours")
    assert no.rule.endswith(" R3")
    (offer,) = (one for one in visibility.legal(table.battle, "blue") if matches(one, fired))
    blue = who(table.mustered, "blue")
    (told,) = seats.said_by(table.battle, blue, [offer])
    assert "cover" not in {field.name for field in told.fields}
    table.copy().report("blue", parsed(table, "fire blue-1 red-1 cover=yes"))  # without dice it is said for nobody else

    events = table.copy().report("", fired)
    accepted = [*table.entries, RecordedReport("blue", fired, events)]
    assert decided_again(accepted) == accepted

    table.report("red", LEND)
    assert seats.said_by(table.battle, blue, [offer]) == [offer]
    assert table.report("blue", fired) == events


def test_lending_is_offered_to_players_and_taking_back_to_both() -> None:
    table = at()
    bob, carol, dave = who(table.mustered, "blue"), who(table.mustered, "red"), Who("dave")
    assert _seats(table, bob) == [("LendSeat", "blue")]
    assert not _seats(table, dave)
    table.report("red", LEND)
    assert _seats(table, bob) == [("TakeSeatBack", "red"), ("LendSeat", "blue")]
    assert _seats(table, carol) == [("TakeSeatBack", "red")]


def _seats(table: Table, person: Who) -> list[tuple[str, str]]:
    found = [one for one in mending.mends_of(table.battle, person) if one.command in ("LendSeat", "TakeSeatBack")]
    return [(one.command, one.given["side"]) for one in found]


def test_who_has_it_is_told_what_is_wrong_with_a_report_by_the_rulebook() -> None:
    table = lent()
    assert refused(table, "blue", parsed(table, "fire red-1 red-1")).code != "not-yours"
