"""What one side has asked the other stays asked, whoever takes back or corrects what; or it is said to have lapsed."""

from __future__ import annotations

import pytest

from rules import visibility
from rules.record import Table
from rules.stream.revision.reports import Agree, Correct, Declare, Decline, Resolve, Revised, Undo
from tests.rules.duel import WHY, at, confirm, kinds, refused, tell
from tests.rules.test_frame import BLUE, RED

pytestmark = pytest.mark.usefixtures("duel")
FACTS = {"vehicles.red-1.damage": 1}


def asked() -> Table:
    """Red asks that damage be declared (row 4); what stands before it is blue's."""
    table = at("blue: hold blue-1", "blue: hold blue-2")
    table.report(RED, Declare(facts=FACTS, reason=WHY))
    return table


def open_at(table: Table) -> int:
    """Where what is asked was asked, 0 when nothing is."""
    return table.battle.proposal.position if table.battle.proposal else 0


def as_told(table: Table) -> None:
    """The battle at the table is the one of its log."""
    assert table.copy().battle == table.battle


@pytest.mark.parametrize(
    ("side", "command"),
    [
        (BLUE, Undo(position=3)),
        ("", Undo(position=2)),
        ("", Correct(position=2, how="strike", reason=WHY)),
    ],
)
def test_what_is_asked_stays_asked(side: str, command: Undo | Correct) -> None:
    table = asked()
    before = table.battle.proposal
    (revised, *_more) = table.report(side, command)
    assert before is not None
    assert table.battle.proposal == before
    as_told(table)
    assert isinstance(revised, Revised)
    assert visibility.see_event(table.battle, revised, BLUE).data == {}  # type: ignore[union-attr]
    if isinstance(command, Undo):
        assert kinds(table.report(BLUE, Agree(position=4))) == ["Agreed", "Declared"]
        assert table.battle.play.vehicles["red-1"].damage == 1
        assert not open_at(table)
        as_told(table)


def test_what_names_a_row_that_is_gone_has_lapsed() -> None:
    table = at("blue: hold blue-1", "blue: hold blue-2")
    table.report(RED, Undo(position=3))
    (revised,) = table.report(BLUE, Undo(position=3))
    assert not open_at(table)
    assert "The proposal of row 4 has lapsed." in visibility.narrate(table.battle.rules, revised).text()
    assert refused(table, BLUE, Agree(position=4)).field == "position"
    table.report(BLUE, Undo(position=table.battle.redo))
    assert open_at(table), "the row counts again"
    as_told(table)
    table.report("", Correct(position=2, how="insert", type="Hold", data={"unit": "red-1"}, reason=WHY))
    assert not open_at(table)
    table.report("", Undo(position=table.battle.corrected))
    assert open_at(table)
    table.report("", Undo(position=table.battle.redo))
    assert not open_at(table)
    as_told(table)


def left_over() -> Table:
    """A correction (from row 5) has left rows 3 and 4 to be settled; blue asks that the first of them be struck."""
    table = at("blue: hold blue-1", "red: hold red-1", "blue: hold blue-2")
    table.report("", Correct(position=2, how="change", type="Hold", data={"unit": "red-1"}, reason=WHY))
    assert table.battle.waiting == (3, 4)
    table.report(BLUE, Resolve(position=3, how="strike"))
    assert open_at(table)
    return table


def test_what_is_asked_of_a_report_left_over_lapses_with_the_correction_that_left_it() -> None:
    table = left_over()
    asked_at = open_at(table)
    (revised,) = table.report("", Undo(position=table.battle.corrected))
    assert not table.battle.waiting
    assert not open_at(table), "nothing is left over"
    assert isinstance(revised, Revised)
    assert revised.lapsed == asked_at
    table.report("", Undo(position=table.battle.redo))
    assert table.battle.waiting == (3, 4)
    assert open_at(table) == asked_at
    as_told(table)
    assert kinds(table.report(RED, Agree(position=asked_at)))[:2] == ["Agreed", "struck"]


def test_what_a_correction_made_lapse_is_asked_again_where_it_is_undone() -> None:
    """Also where the organiser has settled what was left over meanwhile: then it is open until it is answered."""
    table = left_over()
    asked_at = open_at(table)
    table.report("", Resolve(position=3, how="strike", rest="strike"))
    stood = table.battle.proposal
    table.report(
        "", Correct(position=table.battle.last, how="insert", type="Hold", data={"unit": "blue-1"}, reason=WHY)
    )
    assert not open_at(table)
    table.report("", Undo(position=table.battle.corrected))
    assert table.battle.proposal == stood
    table.report("", Undo(position=table.battle.redo))
    assert not open_at(table)
    as_told(table)
    assert refused(table, RED, Agree(position=asked_at)).field == "position"


def test_what_lapsed_as_both_confirmed_has_lapsed_where_they_have() -> None:
    table = at("blue: hold blue-1", "red: concede red")
    table.report(BLUE, Correct(position=2, how="strike", reason=WHY))
    confirm(table, BLUE, RED)
    assert not open_at(table)
    table.report("", Correct(position=table.battle.last, how="strike", reason=WHY))
    assert open_at(table), "red has not confirmed"
    table.report("", Undo(position=table.battle.corrected))
    assert table.battle.agreed
    assert not open_at(table), "red has confirmed, after all"
    as_told(table)


def test_what_was_answered_is_not_asked_again() -> None:
    for answer in (Decline(position=4), Agree(position=4)):
        table = asked()
        table.report(BLUE, answer)
        table.report("", Undo(position=2))
        assert not open_at(table)
        as_told(table)


def test_what_is_agreed_to_is_closed_though_it_rewinds() -> None:
    table = at("blue: hold blue-1", "red: hold red-1", "blue: hold blue-2")
    table.report(BLUE, Correct(position=2, how="change", type="Hold", data={"unit": "red-1"}, reason=WHY))
    table.report(RED, Agree(position=open_at(table)))
    assert table.battle.waiting
    assert not open_at(table)
    as_told(table)
    table.report(BLUE, Resolve(position=table.battle.waiting[0], how="strike"))
    assert open_at(table)
    table.report("", Resolve(position=table.battle.waiting[0], how="strike", rest="strike"))
    tell(table, "blue: hold blue-1")
    as_told(table)
