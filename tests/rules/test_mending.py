"""Mending a battle: who may, who is asked, what is told again, what is left to settle."""

from __future__ import annotations

from typing import Any

import pytest

from rules import visibility
from rules.contract import Refused
from rules.record import who
from rules.reports import command_codec
from rules.stream.revision.preview import preview
from rules.stream.revision.reports import (
    Agree,
    Correct,
    Declare,
    Decline,
    Declined,
    Proposed,
    Resolve,
    Revised,
    Settlement,
    Undo,
)
from rules.stream.script import parse
from tests.rules.duel import WHY, at, confirm, kinds, parsed, refused, tell
from tests.rules.test_frame import BLUE, RED

pytestmark = pytest.mark.usefixtures("duel")


def test_one_s_own_report_is_undone_alone() -> None:
    table = at("blue: hold blue-1", "blue: fire blue-2 red-1 dice=1,1")
    (event,) = table.report(BLUE, Undo(position=3, reason="Wrong tank."))
    assert event == Revised(from_position=3, act="undo", reason="Wrong tank.", authority="own")
    assert not table.battle.play.vehicles["blue-2"].acted
    (event,) = table.report(BLUE, Undo(position=table.battle.redo))
    assert isinstance(event, Revised)
    assert event.act == "redo"
    assert table.battle.play.vehicles["blue-2"].acted


def test_what_the_other_side_has_answered_is_asked_for() -> None:
    table = at("blue: hold blue-1", "red: hold red-1")
    (event,) = table.report(BLUE, Undo(position=2))
    assert event == Proposed(side=BLUE, type="Undo", data={"position": 2, "reason": ""})
    assert refused(table, BLUE, Agree(position=4)).code == "not-yours"
    assert kinds(table.report(RED, Agree(position=4))) == ["Agreed", "Revised"]
    assert not table.battle.play.vehicles["blue-1"].acted
    assert table.battle.proposal is None


def test_what_leaguer_has_rolled_for_is_asked_for() -> None:
    table = at("blue: fire blue-1 red-1")
    assert isinstance(table.report(BLUE, Undo(position=2))[0], Proposed)
    assert isinstance(table.report("", Undo(position=2))[0], Revised)


def test_one_side_alone_does_not_redo_what_both_have_undone() -> None:
    table = at("blue: hold blue-1", "red: hold red-1")
    table.report(BLUE, Undo(position=2))
    table.report(RED, Agree(position=4))
    assert isinstance(table.report(RED, Undo(position=table.battle.redo))[0], Proposed)


def test_a_die_leaguer_has_rolled_stays_though_its_report_is_undone() -> None:
    table = at("blue: fire blue-1 red-1")
    fell = table.history.fallen()["r1/blue-1/attack"].numbers
    table.report("", Undo(position=2))
    others = tuple(7 - face for face in fell)
    line = f"blue: fire blue-1 red-1 dice={','.join(map(str, others))}"
    (report,) = parse(line, command_codec(table.battle.rules))
    no = refused(table, BLUE, report.command)
    assert (no.rule, no.field) == ("dice", "dice")
    tell(table, "blue: fire blue-1 red-1")
    assert table.rows[-1].position > 3
    again = [r.event for r in table.rows if type(r.event).__name__ == "ShotResolved"]
    assert [event.attack.values for event in again] == [fell, fell]  # type: ignore[attr-defined]


def test_only_reports_that_count_are_undone() -> None:
    table = at("blue: hold blue-1")
    for position in (3, 7):
        assert refused(table, "", Undo(position=position)).field == "position"
    table.report("", Undo(position=2))
    assert refused(table, "", Undo(position=2)).field == "position"


def test_an_undo_within_a_correction_takes_the_report_and_what_waited_after_it() -> None:
    table = at("blue: hold blue-1", "blue: hold blue-2", "red: hold red-1")
    table.report("", Correct(position=2, how="strike", reason=WHY))
    table.report("", Undo(position=table.battle.last))
    assert not table.battle.waiting
    assert table.battle.play.vehicles["blue-2"].acted
    assert not table.battle.play.vehicles["red-1"].acted
    table.report("", Undo(position=table.battle.redo))
    assert table.battle.play.vehicles["red-1"].acted


def test_a_proposal_is_declined_or_withdrawn() -> None:
    for side in (RED, BLUE, ""):
        table = at("blue: hold blue-1", "red: hold red-1")
        table.report(BLUE, Undo(position=2))
        (event,) = table.report(side, Decline(position=4, reason="No."))
        assert event == Declined(side=side or RED, position=4, reason="No.")
        assert table.battle.proposal is None
        assert refused(table, RED, Agree(position=4)).field == "position"


def test_there_is_one_proposal_at_a_time() -> None:
    table = at("blue: hold blue-1", "red: hold red-1")
    table.report(BLUE, Undo(position=2))
    assert "proposal already" in refused(table, RED, Undo(position=2)).text.text()
    table.report(BLUE, Correct(position=2, how="strike", reason=WHY))
    assert refused(table, RED, Agree(position=4)).field == "position"
    assert kinds(table.report(RED, Agree(position=5)))[:3] == ["Agreed", "Revised", "struck"]


def test_a_correction_agreed_to_is_told_for_the_other_side_as_well() -> None:
    """Blue says that red had held with nobody to hold: red agrees, and it is red's report."""
    table = at("blue: hold blue-1", "red: fire red-1 blue-1 dice=1,1,1")
    table.report(BLUE, Correct(position=3, how="change", type="Hold", data={"unit": "red-1"}, reason=WHY))
    assert kinds(table.report(RED, Agree(position=4))) == ["Agreed", "Revised", "changed", "Held"]


def test_what_was_proposed_of_a_battle_that_has_gone_on_is_proposed_anew() -> None:
    """Else an open proposal would be a way back for whoever is asked, whenever the battle goes against them."""
    table = at("blue: hold blue-1", "red: hold red-1")
    table.report(BLUE, Undo(position=2))
    tell(table, "blue: hold blue-2")
    no = refused(table, RED, Agree(position=4))
    assert no.field == "position"
    assert "since" in no.text.text()


def test_what_nobody_has_answered_lapses_when_both_have_confirmed() -> None:
    table = at("blue: hold blue-1", "red: concede red")
    table.report(BLUE, Correct(position=2, how="strike", reason=WHY))
    confirm(table, BLUE, RED)
    assert refused(table, RED, Agree(position=4)).field == "position"
    for command in (Correct(position=2, how="strike", reason=WHY), Undo(position=3), Undo(position=table.battle.last)):
        no = refused(table, RED, command)
        assert (no.field, no.code) == ("by", "not-yours")


def test_a_report_of_the_other_side_is_theirs_to_foresee() -> None:
    """Whether it could be told may hang on a card that only they know."""
    table = at("blue: fire blue-1 red-1 dice=6,6")
    command = Correct(position=2, how="insert", type="Hold", data={"unit": "red-1"}, reason=WHY)
    with pytest.raises(Refused) as caught:
        preview(table.history, command, who(table.mustered, BLUE), BLUE)
    assert caught.value.code == "not-yours"
    table.report(BLUE, command)
    foreseen = preview(table.history, Agree(position=len(table.rows)), who(table.mustered, RED), RED)
    assert foreseen.changes


def test_a_changed_report_is_what_it_was_changed_to_for_later_corrections() -> None:
    """Its type may be left out; corrected around, it stays what it has become."""
    table = at("blue: hold blue-2", "blue: fire blue-1 red-1 dice=1,1", "red: hold red-1")
    shot = {"unit": "blue-1", "target": "red-1", "dice": [6, 1]}
    table.report("", Correct(position=3, how="change", data=shot, reason=WHY))
    assert table.battle.play.vehicles["red-1"].damage == 1
    table.report("", Correct(position=2, how="strike", reason=WHY))
    assert not table.battle.play.vehicles["blue-2"].acted
    assert table.battle.play.vehicles["red-1"].damage == 1


def test_dice_nobody_asks_for_are_left_to_settle() -> None:
    table = at("blue: fire blue-1 red-1 dice=1,1", "blue: hold blue-2", "red: hold red-1")
    data = {"unit": "blue-1", "target": "red-1", "cover": True, "dice": [1]}
    table.report("", Correct(position=2, how="change", type="Fire", data=data, reason=WHY))
    assert not table.battle.waiting


def test_what_cannot_be_told_again_waits_and_holds_up_the_battle() -> None:
    table = at("blue: hold blue-1", "red: hold red-1", "blue: hold blue-2")
    events = table.report("", Correct(position=2, how="change", type="Hold", data={"unit": "red-1"}, reason=WHY))
    assert kinds(events) == ["Revised", "changed", "Held"]
    assert table.battle.waiting == (3, 4)
    assert visibility.waiting_for(table.battle, visibility.turn(table.battle)[1]) == (BLUE, RED)
    assert not visibility.legal(table.battle, BLUE)
    no = refused(table, BLUE, parsed(table, "blue: hold blue-2"))
    assert no.code == "unsettled"
    for command in (
        Correct(position=2, how="strike", reason=WHY),
        Declare(facts={"round": 2}, reason=WHY),
        Undo(position=5),
    ):
        refused(table, "", command)
    assert refused(table, "", Resolve(position=4, how="strike")).field == "position"
    assert kinds(table.report("", Resolve(position=3, how="strike"))) == ["struck", "told", "Held"]
    assert refused(table, "", Resolve(position=3, how="strike")).field == "position"


def test_settlements_named_beforehand_are_for_what_cannot_stand() -> None:
    table = at("blue: hold blue-1", "red: hold red-1", "blue: hold blue-2")
    settle = {"3": Settlement(how="strike"), "4": Settlement(how="strike")}
    command = Correct(position=2, how="change", type="Hold", data={"unit": "red-1"}, reason=WHY, settle=settle)
    events = table.report("", command)
    assert kinds(events) == ["Revised", "changed", "Held", "struck", "told", "Held"]
    assert refused(table, "", Correct(position=5, how="strike", reason=WHY, settle={"3": Settlement(how="keep")})).field


@pytest.mark.parametrize(
    ("said", "field", "code"),
    [
        ({"type": "Fire", "data": {"unit": "blue-1", "target": "red-9"}}, "data.target", "refused"),
        ({"type": "Fire", "data": {"unit": "blue-1"}}, "data.target", "malformed"),
        ({"type": "Fire", "data": {"unit": "blue-1", "target": "red-1", "dice": [1]}}, "data.dice", "refused"),
        ({"type": "Dance", "data": {}}, "type", "unknown"),
        ({"type": "Settle", "data": {}}, "type", "refused"),
        ({"type": "Undo", "data": {"position": 2}}, "type", "refused"),
        ({"type": "Confirm", "data": {"side": "blue", "position": 1, "digest": "0" * 64}}, "type", "refused"),
        ({"type": "Declare", "data": {"facts": {"weather": 1}, "reason": "?"}}, "data.facts.weather", "refused"),
    ],
)
def test_what_cannot_stand_in_a_report_is_refused_where_it_stands(said: Any, field: str, code: str) -> None:
    table = at("blue: hold blue-1", "red: hold red-1")
    for side in ("", BLUE):
        no = refused(table, side, Correct(position=2, how="change", reason=WHY, **said))
        assert (no.field, no.code) == (field, code)
    settle = {"3": Settlement(how="replace", **said)}
    if field == "type" or code == "malformed":
        no = refused(table, "", Correct(position=2, how="strike", reason=WHY, settle=settle))
        assert no.field == (field if field == "type" else f"settle.3.{field}")


def test_the_muster_stays() -> None:
    table = at("blue: hold blue-1")
    assert refused(table, "", Correct(position=9, how="strike", reason=WHY)).field == "position"


def test_a_declaration_in_place_of_a_report() -> None:
    table = at("blue: fire blue-1 red-1 dice=1,1", "blue: hold blue-2")
    data = {"facts": {"vehicles.red-1.damage": 2, "vehicles.blue-1.acted": True}, "reason": "Nobody saw the dice."}
    table.report("", Correct(position=2, how="change", type="Declare", data=data, reason=WHY))
    assert table.battle.play.vehicles["red-1"].damage == 2
    assert table.battle.declared
