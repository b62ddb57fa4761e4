"""What a revision would come to, told beforehand."""

from __future__ import annotations

import pytest

from rules.adjudicate import Who
from rules.contract import Refused, verbatim
from rules.record import Table, who
from rules.reports import Amend, Confirm
from rules.stream.revision.dry_run import check_tried
from rules.stream.revision.preview import ForOthers, Preview, preview
from rules.stream.revision.reports import Agree, Correct, Declare, Resolve, Retold, Undo
from tests.rules.duel import WHY, at, confirm, kinds, parsed, tell
from tests.rules.test_frame import BLUE, RED, forces

pytestmark = pytest.mark.usefixtures("duel")


def foreseen(table: Table, command: object, side: str = "") -> Preview:
    return preview(table.history, command, who(table.mustered, side), side)  # type: ignore[arg-type]


def test_each_ruling_that_changes_is_listed() -> None:
    table = at("blue: fire blue-1 red-1 dice=1,1", "blue: hold blue-2")
    shot = {"unit": "blue-1", "target": "red-1", "dice": [6, 1]}
    found = foreseen(table, Correct(position=2, how="change", data=shot, reason=WHY))
    assert [(change.position, change.how) for change in found.changes] == [(2, "changed")]
    assert kinds(found.changes[0].before) == ["ShotResolved"]
    assert kinds(found.changes[0].after) == ["ShotResolved", "DamageTaken"]
    assert found.again == 2
    assert {line.of for line in found.sheet} == {"units.red-1.damage", "units.red-1.status"}
    assert (found.items, found.orphans, found.voided, found.beyond, found.asks) == ((), (), (), 0, False)


def test_the_other_side_is_asked() -> None:
    table = at("blue: hold blue-1", "red: hold red-1")
    assert foreseen(table, Correct(position=2, how="strike", reason=WHY), BLUE).asks
    assert foreseen(table, Undo(position=2), BLUE).asks
    assert not foreseen(table, Undo(position=3), RED).asks


def test_what_is_taken_back_is_listed() -> None:
    table = at("blue: hold blue-1", "red: hold red-1")
    found = foreseen(table, Undo(position=2))
    assert [change.position for change in found.taken] == [2, 3]
    assert not found.changes


def test_what_comes_back_is_listed() -> None:
    table = at("blue: fire blue-1 red-1 dice=1,1", "blue: hold blue-2")
    table.report("", Undo(position=3))
    (back,) = [change for change in foreseen(table, Undo(position=table.battle.redo)).changes if not change.before]
    assert kinds(back.after) == ["Held"]
    shot = {"unit": "blue-1", "target": "red-1", "dice": [6, 1]}
    table.report("", Correct(position=2, how="change", data=shot, reason=WHY))
    found = foreseen(table, Undo(position=table.battle.corrected))
    assert not found.taken
    assert [(len(change.before), len(change.after)) for change in found.changes] == [(2, 1)]


def test_what_nobody_has_settled_is_shown_as_kept_and_said_to_be_open() -> None:
    table = at("blue: hold blue-1", "red: hold red-1", "blue: hold blue-2")
    said = Correct(position=2, how="change", type="Hold", data={"unit": "red-1"}, reason=WHY)
    found = foreseen(table, said)
    assert [(item.position, item.kind, item.settled) for item in found.items] == [(3, "illegal", "")]
    assert found.unsettled == found.items
    assert found.items[0].text.text() == "Boar 1 has acted this round."
    table.report("", said)
    assert table.battle.waiting == (3, 4)


def test_a_confirmation_that_falls_is_listed_and_one_that_stands_is_not() -> None:
    table = at("blue: fire blue-1 red-1 dice=6,1", "red: hold red-1", "red: concede red")
    confirm(table, BLUE, RED)
    changed = foreseen(table, Amend(winner=RED, reason=WHY))
    assert changed.voided == (BLUE, RED)
    assert "outcome.winner" in {line.of for line in changed.outcome}
    kept = foreseen(table, Correct(position=4, how="strike", reason=WHY))
    assert (kept.voided, kept.outcome) == ((), ())


def test_who_is_asked_sees_what_was_proposed() -> None:
    table = at("blue: hold blue-1", "red: hold red-1")
    table.report(BLUE, Undo(position=2))
    found = foreseen(table, Agree(position=4), RED)
    assert [change.position for change in found.taken] == [2, 3]
    with pytest.raises(Refused) as caught:
        foreseen(table, Agree(position=3), RED)
    assert caught.value.field == "position"


def carded() -> Table:
    """Red's tank carries a card that lies face down."""
    return Table.open(forces(fittings={"red-1": ("Smoke",)}))


def test_a_card_that_would_be_turned_up_is_not_shown_before_it_is() -> None:
    table = carded()
    turned = Declare(facts={"vehicles.red-1.turned": True}, reason=WHY)
    for side in ("", BLUE):
        with pytest.raises(ForOthers) as caught:
            foreseen(table, turned, side)
        assert caught.value.code == "not-yours"
    assert not foreseen(table, turned, RED).sheet, "its owner knows the card already"


def test_a_referee_who_plays_sees_ahead_what_their_side_may_know() -> None:
    table, bob = carded(), Who("bob", referee=True)
    turned = Declare(facts={"vehicles.red-1.turned": True}, reason=WHY)
    with pytest.raises(ForOthers):
        preview(table.history, turned, bob, BLUE)
    hurt = Declare(facts={"vehicles.red-1.damage": 1}, reason=WHY)
    assert preview(table.history, hurt, bob, BLUE).sheet


def test_a_card_lies_face_down_though_another_of_its_name_is_open() -> None:
    table = Table.open(forces(fittings={"red-1": ("Smoke",), "blue-1": ("Smoke",)}))
    table.report("", Declare(facts={"vehicles.red-1.turned": True}, reason=WHY))
    with pytest.raises(ForOthers):
        foreseen(table, Declare(facts={"vehicles.blue-1.turned": True}, reason=WHY))


def test_what_was_turned_up_before_is_known() -> None:
    """Undone and redone, and while a correction has left it to be told again."""
    table = Table.open(forces(fittings={"red-1": ("Smoke",)}))
    tell(table, "blue: fire blue-1 red-1 dice=6,1", "red: answer red-1 play=yes dice=1")
    table.report("", Undo(position=table.battle.last))
    (line,) = [
        line for line in foreseen(table, Undo(position=table.battle.redo)).sheet if line.of == "units.red-1.card"
    ]
    assert line.after == verbatim("Smoke")
    table.report("", Undo(position=table.battle.redo))
    table.report("", Correct(position=2, how="insert", type="Hold", data={"unit": "blue-1"}, reason=WHY))
    assert table.battle.waiting
    assert foreseen(table, Resolve(position=table.battle.waiting[0], how="keep")).changes


def test_dry_runs_of_a_referee_tell_no_more_than_a_look_ahead() -> None:
    answers = set()
    for name in ("Smoke", "Decoy"):
        table = Table.open(forces(fittings={"red-1": (name,)}))
        tell(table, "blue: fire blue-1 red-1 dice=6,1")
        played = parsed(table, "red: answer red-1 play=yes dice=1")
        for who_, side in ((Who("alice", referee=True), ""), (Who("bob", referee=True), BLUE)):
            with pytest.raises(ForOthers) as caught:
                check_tried(table.history, [played], who_, side)
            answers.add(str(caught.value))
        check_tried(table.history, [played], Who("carol", referee=True), RED)
        check_tried(table.history, [parsed(table, "red: answer red-1 play=no")], Who("alice", referee=True), "")
    assert len(answers) == 1


def test_guessing_at_a_card_is_answered_the_same_whatever_it_is() -> None:
    answers = set()
    for name in ("Smoke", "Decoy"):
        table = Table.open(forces(fittings={"red-1": (name,)}))
        tell(table, "blue: fire blue-1 red-1 dice=6,1", "red: answer red-1 play=no")
        guess = Correct(position=3, how="change", type="Answer", data={"unit": "red-1", "play": True}, reason="?")
        with pytest.raises(Refused) as caught:
            foreseen(table, guess, BLUE)
        answers.add(str(caught.value))
        table.report(BLUE, guess)
    assert len(answers) == 1


def test_a_look_ahead_is_for_what_mends() -> None:
    table = at("blue: hold blue-1")
    with pytest.raises(Refused):
        foreseen(table, Confirm(side=BLUE, position=2, digest="0" * 64))
    assert not any(isinstance(row.event, Retold) for row in table.rows)


def test_what_cannot_stand_is_refused_before_it_is_looked_at() -> None:
    """Where cards lie face down, too."""
    impossible = Declare(facts={"vehicles.red-1.damage": 1, "told": "nobody"}, reason=WHY)
    with pytest.raises(Refused) as caught:
        foreseen(carded(), impossible)
    assert caught.value.field == "facts.told"
    shot = Declare(facts={"shot": {"unit": "a", "target": "b", "hits": 1}}, reason=WHY)
    with pytest.raises(Refused) as caught:
        foreseen(carded(), shot)
    assert caught.value.field.startswith("facts")
