"""Correcting an earlier report at the door, and settling what a correction leaves over."""

from __future__ import annotations

from typing import Any

import pytest

from battles import handler, viewer
from battles.reports import Conflict
from rules import visibility
from rules.battle import same_outcome
from rules.contract import Command, Refused, Roll
from rules.stream.dice import rolls_of
from rules.stream.revision.reports import (
    Agree,
    Agreed,
    Correct,
    Declare,
    Declared,
    Proposed,
    Resolve,
    Retold,
    Revised,
    Settlement,
    Undo,
)
from rules.systems.modern_age.defence.defend import Defend
from rules.systems.modern_age.missions.victory import Concede
from rules.systems.modern_age.movement import Move, Stay
from rules.systems.modern_age.shooting.fire import Fire, HoldFire
from rules.systems.modern_age.shooting.rerolls import Reroll
from tests.battles.duel import ALICE, BOB, CAROL, SHOT, Duel, report
from tests.where import BOTH

pytestmark = pytest.mark.django_db
RIGHT_SHOT = {"unit": "m1", "target": "t64", "dice": [1, 2, 2, 6]}
OTHER_DICE = Correct(position=5, how="change", data=RIGHT_SHOT, reason="A four was a two")
IT_MOVED = Correct(position=3, how="change", type="Move", data={"unit": "m1", "moves": 1}, reason="It had moved")


def played(*commands: Command) -> Duel:
    """Right from the start, the organiser telling it."""
    duel = Duel()
    for command in commands:
        duel.tell(ALICE, command)
    return duel


def assert_the_same(one: Duel, other: Duel) -> None:
    """To everyone who looks, but for where in the log it stands."""
    assert same_outcome(one.battle.outcome(), other.battle.outcome())
    for side in ("", "americans", "soviets"):
        assert visibility.see(one.battle, side) == visibility.see(other.battle, side)


def how_told(duel: Duel) -> list[tuple[int, str]]:
    return [(event.of, event.how) for event in duel.events() if isinstance(event, Retold)]


@pytest.fixture
def duel() -> Duel:
    return Duel.that_fought()


# -- what is corrected -------------------------------------------------------------------------------------------------


def test_a_changed_report_is_as_if_it_had_been_told_so(duel: Duel) -> None:
    assert duel.damage == 2
    duel.tell(ALICE, OTHER_DICE)
    assert how_told(duel) == [(5, "changed"), (6, "told"), (7, "told"), (11, "told")]
    assert duel.damage == 1
    shot = Fire(unit="m1", target="t64", dice=(1, 2, 2, 6))
    right = played(Stay(unit="t64"), Stay(unit="m1"), shot, Reroll(unit="m1"), Defend(unit="t64"), HoldFire(unit="t64"))
    assert_the_same(duel, right)
    duel.tell(CAROL, Concede(side="soviets"))


def test_leaguers_dice_of_later_reports_stay(duel: Duel) -> None:
    def rolls() -> dict[str, Roll]:
        live = (fact.event for fact in handler.replay(duel.stream)[1] if not fact.struck)
        return {roll.question: roll for event in live for roll in rolls_of(event) if roll.values}

    before = rolls()
    duel.tell(ALICE, OTHER_DICE)
    assert rolls() == before | {"t1/shooting/m1/attack": Roll("t1/shooting/m1/attack", 6, (1, 2, 2, 6), "table")}


def test_a_struck_and_an_inserted_report(duel: Duel) -> None:
    duel.tell(ALICE, Correct(position=11, how="strike", reason="It has still to fire"))
    assert how_told(duel) == [(11, "struck")]
    assert duel.battle.play.phase == "shooting"
    hit = Correct(
        position=7,
        how="insert",
        type="Declare",
        data={"facts": {"models.m1.damage": 2}, "reason": "From the shot before"},
        reason="Forgotten",
    )
    duel.tell(ALICE, hit)
    assert duel.battle.play.models["m1"].damage == 2
    assert duel.damage == 2
    assert how_told(duel)[1:] == [(0, "inserted"), (7, "told")]


@BOTH
def test_the_players_agree_on_a_correction(duel: Duel) -> None:
    asked = duel.tell(BOB, OTHER_DICE).position
    (proposed,) = (event for event in duel.events() if isinstance(event, Proposed))
    assert (proposed.type, duel.damage) == ("Correct", 2)
    events = [fact.event for fact in duel.tell(CAROL, Agree(position=asked)).answers[0].events]
    assert [type(event) for event in events[:3]] == [Agreed, Revised, Retold]
    assert duel.damage == 1


def test_a_corrected_report_is_corrected_again_undone_and_redone(duel: Duel) -> None:
    duel.tell(ALICE, OTHER_DICE)
    once = duel.battle.play
    changed = next(p for p in duel.reports() if p > 12)
    missed = {"unit": "m1", "target": "t64", "dice": [1, 2, 2, 2]}
    duel.tell(ALICE, Correct(position=changed, how="change", data=missed, reason="And the six a two"))
    twice = duel.battle.play
    assert duel.damage == 0
    for _time in range(2):
        duel.tell(ALICE, Undo(position=duel.battle.corrected))
        assert duel.battle.play == once
        assert duel.damage == 1
        duel.tell(ALICE, Undo(position=duel.battle.redo))
        assert duel.battle.play == twice


@pytest.mark.parametrize(
    ("command", "field"),
    [
        (Correct(position=1, how="strike", reason="x"), "position"),
        (Correct(position=4, how="strike", reason="x"), "position"),
        (Correct(position=99, how="strike", reason="x"), "position"),
        (Correct(position=5, how="change", type="Undo", data={"position": 3}, reason="x"), "type"),
        (Correct(position=5, how="change", data={"unit": "m1"}, reason="x"), "data.target"),
        (Correct(position=5, how="strike", reason="x", settle={"2": Settlement(how="keep")}), "settle.2"),
    ],
)
def test_what_cannot_be_corrected_names_the_field(duel: Duel, command: Correct, field: str) -> None:
    with pytest.raises(Refused) as refused:
        duel.tell(ALICE, command)
    assert refused.value.field == field


@BOTH
def test_told_twice_a_correction_is_answered_the_same(duel: Duel) -> None:
    asked, agreed = report(OTHER_DICE), None
    first = duel.tell(BOB, asked)
    agreed = report(Agree(position=first.position))
    second = duel.tell(CAROL, agreed)
    duel.tell(ALICE, Undo(position=duel.battle.corrected))
    kept = duel.stored()
    assert duel.tell(BOB, asked).answers == first.answers
    assert duel.tell(CAROL, agreed).answers == second.answers
    assert duel.stored() == kept


# -- what is left over -------------------------------------------------------------------------------------------------


@pytest.fixture
def torn() -> Duel:
    """The M1 had moved after all: the T-64 gets another die, which nobody has rolled (the report of row 7)."""
    duel = Duel.that_fought()
    duel.tell(ALICE, IT_MOVED)
    assert duel.battle.waiting == (7, 11)
    return duel


def test_nothing_goes_on_until_it_is_settled(torn: Duel) -> None:
    assert (torn.sheet.unsettled, torn.sheet.status, torn.sheet.asked) == (2, "open", ["americans", "soviets"])
    for who, command in (
        (CAROL, HoldFire(unit="t64")),
        (BOB, Concede(side="americans")),
        (ALICE, Move(unit="m1", moves=1)),
    ):
        with pytest.raises(Refused) as refused:
            torn.tell(who, command)
        assert (refused.value.code, refused.value.rule) == ("unsettled", "battle")
        assert refused.value.remedy is not None
        assert refused.value.remedy.values == {"position": 7}


def test_nothing_else_is_mended_until_it_is_settled(torn: Duel) -> None:
    for command in (OTHER_DICE, Declare(facts={"models.t64.damage": 1}, reason="x"), Undo(position=3)):
        with pytest.raises(Refused):
            torn.tell(ALICE, command)


def test_a_later_one_is_not_settled_first(torn: Duel) -> None:
    with pytest.raises(Refused) as refused:
        torn.tell(ALICE, Resolve(position=11, how="keep"))
    assert refused.value.field == "position"


def settled(how: str, torn: Duel, **more: Any) -> Duel:
    torn.tell(ALICE, Resolve(position=7, how=how, **more))  # type: ignore[arg-type]
    return torn


def test_kept_as_the_table_played_it(torn: Duel) -> None:
    assert settled("keep", torn).damage == 2
    (kept,) = (event for event in torn.events() if isinstance(event, Declared))
    assert (kept.kept, kept.authority) == (7, "referee")
    assert torn.sheet.unsettled == 0
    assert torn.battle.play.phase == "command"
    assert "models.t64.damage" in torn.battle.declared


def test_leaguer_rolls_what_is_missing(torn: Duel) -> None:
    settled("roll", torn)
    assert how_told(torn)[-2:] == [(7, "rolled"), (11, "told")]
    defence = [r for e in torn.events() for r in rolls_of(e) if r.question == "t1/shooting/m1/defence"]
    first, second = defence
    assert len(second.values) == 2
    assert second.values[:1] == first.values
    assert {first.by, second.by} == {"leaguer"}
    assert not any(event.orphans for event in torn.events() if isinstance(event, Retold))


def left(torn: Duel) -> list[int]:
    return list(torn.battle.waiting)


def test_struck(torn: Duel) -> None:
    settled("strike", torn)
    assert torn.damage == 0
    assert left(torn) == [11]  # the T-64 cannot hold its fire while it has to defend itself
    torn.tell(CAROL, Resolve(position=11, how="strike"))
    torn.tell(BOB, Agree(position=torn.battle.head[0]))
    assert left(torn) == []
    torn.tell(CAROL, Defend(unit="t64"))


def test_replaced(torn: Duel) -> None:
    settled("replace", torn, type="Defend", data={"unit": "t64"})
    assert how_told(torn)[-2:] == [(7, "replaced"), (11, "told")]
    assert torn.battle.waiting == ()


def test_a_replacement_that_is_refused_names_its_field(torn: Duel) -> None:
    with pytest.raises(Refused) as refused:
        settled("replace", torn, type="Defend", data={"unit": "t64", "dice": [3, 4]})
    assert refused.value.field == "data.dice"  # for Leaguer has rolled the first of them already
    with pytest.raises(Refused) as refused:
        settled("replace", torn, type="Confirm", data={"side": "soviets", "position": 3, "digest": "0" * 64})
    assert refused.value.field == "type"


def test_what_lacks_dice_cannot_be_accepted_without(torn: Duel) -> None:
    with pytest.raises(Refused) as refused:
        settled("accept", torn)
    assert (refused.value.code, refused.value.field) == ("unsettled", "how")


def test_dice_of_the_table_left_over_are_accepted_by_people() -> None:
    duel = Duel()
    shot = Fire(unit="m1", target="t64", dice=(1, 2, 2, 6))
    for command in (
        Move(unit="t64", moves=2),
        Stay(unit="m1"),
        shot,
        Reroll(unit="m1"),
        Defend(unit="t64", dice=(3, 2, 1)),
    ):
        duel.tell(ALICE, command)
    duel.tell(ALICE, Correct(position=2, how="change", type="Stay", data={"unit": "t64"}, reason="It had not moved"))
    (left,) = duel.battle.waiting
    duel.tell(ALICE, Resolve(position=left, how="accept"))
    (accepted,) = (event for event in duel.events() if isinstance(event, Retold) and event.how == "accepted")
    assert accepted.orphans == (Roll("t1/shooting/m1/defence", 6, (2, 1), "table"),)
    assert duel.battle.waiting == ()


def test_everything_settled_with_the_correction_itself(duel: Duel) -> None:
    duel.tell(ALICE, Correct(**{**_fields(IT_MOVED), "settle": {"7": Settlement(how="roll")}}))
    assert how_told(duel)[-2:] == [(7, "rolled"), (11, "told")]
    assert duel.battle.waiting == ()


@pytest.mark.parametrize("rest", ["keep", "strike"])
def test_the_rest_settled_in_one_word(duel: Duel, rest: str) -> None:
    duel.tell(ALICE, Correct(**{**_fields(IT_MOVED), "rest": rest}))
    assert duel.battle.waiting == ()
    assert (7, "kept" if rest == "keep" else "struck") in how_told(duel)


def _fields(command: Correct) -> dict[str, Any]:
    return {name: getattr(command, name) for name in command.__struct_fields__}


def test_an_unsettled_correction_is_undone(torn: Duel) -> None:
    torn.tell(ALICE, Undo(position=torn.battle.corrected))
    assert (torn.damage, torn.sheet.unsettled, torn.battle.play.models["m1"].moves) == (2, 0, 0)
    torn.tell(ALICE, Undo(position=torn.battle.redo))
    assert torn.sheet.unsettled == 2
    settled("keep", torn)
    assert torn.sheet.unsettled == 0


def test_who_is_behind_what_was_settled_hears_of_it(torn: Duel) -> None:
    seen = torn.battle.head[0]
    settled("strike", torn)
    with pytest.raises(Conflict):
        torn.tell(CAROL, Concede(side="soviets"), after=seen)


def test_players_settle_by_consent(torn: Duel) -> None:
    asked = torn.tell(CAROL, Resolve(position=7, how="roll")).position
    assert (torn.sheet.proposed, torn.sheet.unsettled) == ("soviets", 2)
    torn.tell(BOB, Agree(position=asked))
    assert (torn.sheet.proposed, torn.sheet.unsettled) == ("", 0)


# -- facts that people set ---------------------------------------------------------------------------------------------


def test_declared_by_the_referee(duel: Duel) -> None:
    duel.tell(ALICE, Declare(facts={"models.t64.damage": 3}, reason="The counters say so"))
    assert duel.damage == 3
    assert duel.battle.declared == {"models.t64.damage": duel.battle.head[0]}


def test_declared_by_consent(duel: Duel) -> None:
    asked = duel.tell(BOB, Declare(facts={"models.t64.damage": 3}, reason="The counters say so")).position
    assert duel.damage == 2
    duel.tell(CAROL, Agree(position=asked))
    assert duel.damage == 3
    (declared,) = (event for event in duel.events() if isinstance(event, Declared))
    assert (declared.authority, declared.reason) == ("consent", "The counters say so")
    duel.tell(ALICE, Undo(position=duel.battle.last))
    assert duel.damage == 2


@pytest.mark.parametrize(
    ("facts", "field"),
    [({"models.t65.damage": 1}, "facts.models.t65.damage"), ({"models.t64.damage": "much"}, "facts.models.t64.damage")],
)
def test_what_is_no_fact_is_refused_by_its_path(duel: Duel, facts: dict[str, Any], field: str) -> None:
    with pytest.raises(Refused) as refused:
        duel.tell(ALICE, Declare(facts=facts, reason="x"))
    assert refused.value.field == field


def test_who_is_behind_a_declared_fact_hears_of_it(duel: Duel) -> None:
    seen = duel.battle.head[0]
    duel.tell(ALICE, Declare(facts={"models.t64.damage": 3}, reason="x"))
    with pytest.raises(Conflict):
        duel.tell(CAROL, Concede(side="soviets"), after=seen)


# -- what is foreseen --------------------------------------------------------------------------------------------------


@BOTH
def test_a_preview_is_what_then_happens_and_leaves_nothing(duel: Duel) -> None:
    kept = duel.stored()
    seen = viewer.foresee(duel.stream, report(OTHER_DICE), ALICE)
    assert duel.stored() == kept
    before = {line.of: line.before for line in seen.sheet}
    duel.tell(ALICE, OTHER_DICE)
    back = viewer.foresee(duel.stream, report(Undo(position=duel.battle.corrected)), ALICE)
    assert {line.of: line.after for line in back.sheet} == before
    assert before.keys() == {"units.t64.damage"}


def test_a_report_is_told_again_by_a_correction_in_the_same_batch() -> None:
    moved = Correct(position=3, how="change", type="Move", data={"unit": "m1", "moves": 1}, reason="It had moved")
    together, apart = Duel().moved(), Duel().moved()
    together.tell(ALICE, SHOT, moved)
    apart.tell(ALICE, SHOT)
    apart.tell(ALICE, moved)
    assert [type(event) for event in together.events()] == [type(event) for event in apart.events()]
    assert together.battle.play == apart.battle.play
