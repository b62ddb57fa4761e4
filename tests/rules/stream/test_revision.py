"""Mending works on any stream: here on one that is no battle, told by person, in which only those touched are asked."""

from __future__ import annotations

import pytest

from rules.adjudicate import Who
from rules.stream.contract import Command, Refused
from rules.stream.dice import rolls_of
from rules.stream.revision import choices
from rules.stream.revision.dry_run import check_tried
from rules.stream.revision.preview import preview
from rules.stream.revision.reports import Agree, Correct, Declare, Decline, Proposed, Resolve, Retold, Revised, Undo
from tests.rules.stream.till import ALICE, MENDING, TILLS, Evening, Gamble, Pay, Till, kinds


@pytest.fixture
def evening() -> Evening:
    return Evening()


def refused(evening: Evening, command: Command, by: str) -> Refused:
    before = len(evening.rows)
    with pytest.raises(Refused) as caught:
        evening.tell(command, by)
    assert len(evening.rows) == before
    return caught.value


def test_what_nobody_else_is_touched_by_is_taken_back_alone(evening: Evening) -> None:
    evening.paid(("ann", "bob", 3))
    (undone,) = evening.tell(Undo(position=2), "ann")
    assert isinstance(undone, Revised)
    assert (undone.authority, evening.points()) == ("own", [10, 10, 10, 10])
    evening.tell(Undo(position=evening.state.redo), "ann")
    assert evening.points() == [7, 13, 10, 10]


def test_those_whose_payments_go_with_it_are_asked_and_nobody_else(evening: Evening) -> None:
    evening.paid(("ann", "bob", 3), ("bob", "cid", 12))
    (proposed,) = evening.tell(Undo(position=2), "ann")
    assert isinstance(proposed, Proposed)
    position = len(evening.rows)
    assert refused(evening, Agree(position=position), "dan").code == "not-yours"
    assert kinds(evening.tell(Agree(position=position), "bob")) == ["Agreed"]
    assert evening.points() == [7, 1, 22, 10]
    assert kinds(evening.tell(Agree(position=position), "cid")) == ["Agreed", "Revised"]
    assert evening.points() == [10, 10, 10, 10]
    assert evening.state.proposal is None


def test_a_proposal_that_one_of_them_declines_is_gone(evening: Evening) -> None:
    evening.paid(("ann", "bob", 3), ("bob", "cid", 12))
    evening.tell(Undo(position=2), "ann")
    evening.tell(Decline(position=4), "cid")
    assert evening.state.proposal is None
    assert refused(evening, Agree(position=4), "bob").rule == "till"


def test_a_stranger_mends_nothing(evening: Evening) -> None:
    evening.paid(("ann", "bob", 3))
    assert refused(evening, Undo(position=2), "eve").code == "not-yours"


def test_what_a_correction_leaves_open_holds_up_only_what_the_stream_says(evening: Evening) -> None:
    evening.paid(("ann", "bob", 3), ("bob", "cid", 12))
    smaller = Correct(position=2, how="change", data={"to": "bob", "points": 1}, reason="misread")
    evening.tell(smaller, "alice")
    assert [*evening.state.waiting] == [3]
    evening.paid(("dan", "ann", 4))
    assert refused(evening, Gamble(), "dan").code == "unsettled"
    evening.tell(Resolve(position=3, how="strike"), "alice")
    assert [*evening.state.waiting] == []
    assert evening.points() == [13, 11, 10, 6]
    evening.tell(Gamble(), "dan")


def test_what_cannot_be_told_again_is_kept_as_facts(evening: Evening) -> None:
    evening.paid(("ann", "bob", 3), ("bob", "cid", 12))
    kept = Correct(position=2, how="change", data={"to": "bob", "points": 1}, reason="misread", rest="keep")
    evening.tell(kept, "alice")
    assert evening.points() == [9, 1, 22, 10]
    assert set(evening.state.declared) == {"accounts.bob.points", "accounts.cid.points"}


def test_a_die_that_fell_falls_so_again(evening: Evening) -> None:
    (won,) = evening.paid(("ann", "bob", 3)).tell(Gamble(), "cid")
    (roll,) = rolls_of(won)
    struck = evening.tell(Correct(position=2, how="strike", reason="never paid"), "alice")
    assert [event for event in struck if not isinstance(event, Revised | Retold)] == [won]
    assert evening.points() == [10, 10, 10 + roll.numbers[0], 10]


def test_facts_are_declared_by_those_they_are_of(evening: Evening) -> None:
    (declared,) = evening.tell(Declare(facts={"accounts.ann.points": 2}, reason="lost some"), "ann")
    assert TILLS.narrate(evening.state, declared).text() == (
        "Declared by consent of both sides: ann: Points 2. Reason: lost some"
    )
    assert evening.points() == [2, 10, 10, 10]
    assert refused(evening, Declare(facts={"accounts.ann.points": -1}, reason="x"), "ann").rule == "declared"


def test_a_preview_shows_its_reader_what_is_theirs(evening: Evening) -> None:
    evening.paid(("ann", "bob", 3))
    evening.tell(Gamble(), "cid")
    undo = Undo(position=2)
    seen = preview(evening.history, undo, Who("bob"), "bob")
    assert [(one.of, one.before, one.after) for one in seen.sheet] == [("accounts.bob.points", 13, 10)]
    assert seen.asks
    assert not seen.outcome
    assert [kinds(one.before) for one in seen.taken] == [["Paid"], []]
    assert [kinds(one.before) for one in preview(evening.history, undo, ALICE, "cid").taken] == [["Paid"], ["Won"]]
    assert len(evening.rows) == 3


def test_a_dry_run_without_secrets_is_answered(evening: Evening) -> None:
    check_tried(evening.history, [Pay(to="bob", points=3), Undo(position=2)], Who("ann"), "ann")


def test_what_mends_is_offered_to_who_may(evening: Evening) -> None:
    evening.paid(("ann", "bob", 3), ("bob", "cid", 12))
    evening.tell(Undo(position=2), "ann")

    def offered(party: str) -> list[str]:
        return [one.command for one in choices.mends(MENDING, evening.state, party)]

    assert offered("ann") == ["Decline", "Undo", "Correct", "Declare"]
    assert offered("bob") == ["Agree", "Decline", "Undo", "Correct", "Declare"]
    assert offered("dan") == ["Undo", "Correct", "Declare"]


def test_undo_then_redo_is_where_it_was(evening: Evening) -> None:
    evening.paid(("ann", "bob", 3), ("bob", "cid", 12), ("dan", "ann", 1))
    before: Till = evening.history.state()
    evening.tell(Undo(position=3), "alice")
    evening.tell(Undo(position=evening.state.redo), "alice")
    assert evening.points() == [account.points for account in before.accounts.values()]
    assert evening.state.since == before.since
