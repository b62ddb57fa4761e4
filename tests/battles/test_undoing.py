"""Undo and redo at the door: who may at once, who has to ask, and what is left of it in the log."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import pytest

from battles import log
from battles.reports import Conflict, Ruled
from rules.contract import Refused, Shown
from rules.reports import Confirm
from rules.stream.dice import rolls_of
from rules.stream.revision.reports import Agree, Agreed, Decline, Declined, Proposed, Revised, Undo
from rules.systems.modern_age.defence.defend import Defend
from rules.systems.modern_age.missions.victory import Concede
from rules.systems.modern_age.shooting.fire import Fire, HoldFire
from rules.systems.modern_age.shooting.rerolls import Reroll
from tests.battles.duel import ALICE, BOB, CAROL, DAVE, SHOT, Duel, report
from tests.length import AT_LENGTH

pytestmark = pytest.mark.django_db
ROUNDS = 40 if AT_LENGTH else 16


@pytest.fixture
def duel() -> Duel:
    return Duel.that_moved()


def test_your_own_last_report_at_once(duel: Duel) -> None:
    before = duel.battle
    duel.tell(BOB, SHOT)
    duel.tell(BOB, Undo(position=5, reason="The other tank"))
    assert duel.events()[-1] == Revised(from_position=5, act="undo", reason="The other tank", authority="own")
    assert duel.battle.play == before.play
    assert duel.battle.fought == before.fought
    assert duel.live() == [1, 2, 3, 4, 6]
    assert log.read(duel.stream)[-1].by == "bob"
    duel.tell(BOB, Fire(unit="m1", target="t64", dice=(6, 6, 6, 6)))


def test_undone_and_redone_to_any_depth(duel: Duel) -> None:
    stood = [duel.battle]
    for command in (SHOT, Reroll(unit="m1")):
        duel.tell(BOB, command)
        stood.append(duel.battle)
    duel.tell(BOB, Undo(position=duel.battle.last))
    duel.tell(BOB, Undo(position=duel.battle.last))
    assert (duel.battle.play, duel.battle.fought) == (stood[0].play, stood[0].fought)
    for then in stood[1:]:
        duel.tell(BOB, Undo(position=duel.battle.redo))
        assert duel.battle.play == then.play
        assert duel.battle.fought == then.fought
    assert duel.battle.redo == 0
    assert [e.act for e in duel.events() if isinstance(e, Revised)] == ["undo", "undo", "redo", "redo"]
    duel.tell(BOB, Undo(position=duel.battle.last))
    assert duel.battle.play == stood[1].play


def test_several_of_your_own_at_once(duel: Duel) -> None:
    before = duel.battle
    duel.tell(BOB, SHOT)
    duel.tell(BOB, Reroll(unit="m1"))
    duel.tell(BOB, Undo(position=5))
    assert duel.battle.play == before.play


def test_nothing_can_be_redone_once_something_was_reported(duel: Duel) -> None:
    duel.tell(BOB, SHOT)
    undone = duel.tell(BOB, Undo(position=5)).position
    duel.tell(BOB, HoldFire(unit="m1"))
    with pytest.raises(Refused) as refused:
        duel.tell(BOB, Undo(position=undone))
    assert (refused.value.field, refused.value.code) == ("position", "refused")


def answered(duel: Duel) -> None:
    duel.tell(BOB, HoldFire(unit="m1"))
    duel.tell(CAROL, HoldFire(unit="t64"))


def rolled(duel: Duel) -> None:
    duel.tell(BOB, Fire(unit="m1", target="t64"))


@pytest.mark.parametrize("told", [answered, rolled])
def test_what_was_answered_or_rolled_by_leaguer_asks_the_other_side(duel: Duel, told: object) -> None:
    before = duel.battle
    told(duel)  # type: ignore[operator]
    after = duel.battle
    asked = duel.tell(BOB, Undo(position=5, reason="We forgot the woods"))
    (proposed,) = (fact.event for fact in asked.answers[0].events)
    assert isinstance(proposed, Proposed)
    assert (proposed.side, proposed.type, proposed.data["position"]) == ("americans", "Undo", 5)
    assert duel.battle.play == after.play
    assert (duel.sheet.proposed, duel.sheet.asked) == ("americans", ["americans", "soviets"])

    agreed = duel.tell(CAROL, Agree(position=asked.position)).answers[0].events
    assert [type(fact.event) for fact in agreed] == [Agreed, Revised]
    assert agreed[1].event.authority == "consent"  # type: ignore[attr-defined]
    assert duel.battle.play == before.play
    assert duel.sheet.proposed == ""


def test_the_other_side_declines(duel: Duel) -> None:
    rolled(duel)
    play = duel.battle.play
    asked = duel.tell(BOB, Undo(position=5)).position
    duel.tell(CAROL, Decline(position=asked, reason="You rolled it"))
    assert duel.events()[-1] == Declined(side="soviets", position=asked, reason="You rolled it")
    assert (duel.battle.play, duel.battle.proposal, duel.sheet.proposed) == (play, None, "")
    with pytest.raises(Refused) as refused:
        duel.tell(CAROL, Agree(position=asked))
    assert refused.value.field == "position"


def test_who_proposed_withdraws(duel: Duel) -> None:
    rolled(duel)
    asked = duel.tell(BOB, Undo(position=5)).position
    duel.tell(BOB, Decline(position=asked))
    assert duel.events()[-1] == Declined(side="americans", position=asked)
    assert duel.battle.proposal is None


@pytest.mark.parametrize("who", [BOB, DAVE])
def test_nobody_agrees_for_the_other_side(duel: Duel, who: object) -> None:
    rolled(duel)
    asked = duel.tell(BOB, Undo(position=5)).position
    with pytest.raises(Refused) as refused:
        duel.tell(who, Agree(position=asked))  # type: ignore[arg-type]
    assert (refused.value.code, refused.value.field) == ("not-yours", "by")


def test_an_organiser_undoes_at_once(duel: Duel) -> None:
    before = duel.battle
    answered(duel)
    duel.tell(ALICE, Undo(position=5))
    assert duel.battle.play == before.play
    assert [e.authority for e in duel.events() if isinstance(e, Revised)] == ["referee"]


def test_a_stranger_undoes_nothing(duel: Duel) -> None:
    with pytest.raises(Refused) as refused:
        duel.tell(DAVE, Undo(position=3))
    assert refused.value.code == "not-yours"


@pytest.mark.parametrize("position", [4, 6, 99])
def test_a_report_is_named_by_its_first_row(duel: Duel, position: int) -> None:
    duel.tell(BOB, SHOT)
    with pytest.raises(Refused) as refused:
        duel.tell(BOB, Undo(position=position))
    assert (refused.value.field, refused.value.code) == ("position", "refused")


# -- dice --------------------------------------------------------------------------------------------------------------


def test_a_die_of_leaguers_stays_fallen_when_it_is_undone(duel: Duel) -> None:
    (attack,) = rolls_of(duel.tell(BOB, Fire(unit="m1", target="t64")).answers[0].events[0].event)
    duel.tell(ALICE, Undo(position=5))
    other = tuple(7 - face for face in attack.numbers)
    with pytest.raises(Refused) as refused:
        duel.tell(BOB, Fire(unit="m1", target="t64", dice=other))
    assert (refused.value.rule, refused.value.field) == ("dice", "dice")
    told = duel.tell(BOB, Fire(unit="m1", target="t64", dice=attack.numbers)).answers[0].events[0].event
    assert list(rolls_of(told)) == [attack]


@pytest.mark.at_length
def test_many_dry_runs_and_undos_show_one_value_for_a_question(duel: Duel) -> None:
    """Bob shoots, re-rolls, has it undone, and tries the like from further away, behind woods, with other dice to
    re-roll: every die he ever sees is the one that fell first."""
    shown: dict[str, set[tuple[Shown, ...]]] = {}
    letters: tuple[Any, ...] = ("a", "b", "c", "d")
    for n in range(ROUNDS):
        shot = Fire(unit="m1", target="t64", cover=n % 2 == 0, close=n % 3 == 0)
        reroll = Reroll(unit="m1", stationary=letters[n % 3 : n % 3 + 1 + n % 2])
        for answer in duel.tell(BOB, shot, reroll, dry_run=True, atomic=False).answers:
            _note(shown, answer.events)
        if n % 4 == 0:
            for who, command in ((BOB, shot), (BOB, reroll), (CAROL, Defend(unit="t64"))):
                with suppress(Refused):
                    _note(shown, duel.tell(who, command).answers[0].events)
            duel.tell(ALICE, Undo(position=next(p for p in duel.reports() if p > 4)))
            assert duel.battle.play.shot is None
    assert shown.keys() >= {f"t1/shooting/m1/{step}" for step in ("attack", "reroll", "defence")}
    assert len(duel.stored()[0]) > ROUNDS * 3 / 4
    for values in shown.values():
        longest = max(values, key=len)
        assert all(longest[: len(one)] == one for one in values)


def _note(shown: dict[str, set[tuple[Shown, ...]]], facts: Iterable[Ruled]) -> None:
    for fact in facts:
        for roll in rolls_of(fact.event):
            shown.setdefault(roll.question, set()).add(roll.values)


def test_a_batch_that_rolled_nothing_new_is_still_all_or_nothing(duel: Duel) -> None:
    """The die was seen when it first fell: taking the batch back tells nobody anything."""
    duel.tell(BOB, Fire(unit="m1", target="t64"))
    duel.tell(ALICE, Undo(position=5))
    with pytest.raises(Refused) as refused:
        duel.tell(BOB, Fire(unit="m1", target="t64"), HoldFire(unit="m1"))
    assert refused.value.rule == "003 R20"


# -- the same report twice, and reports in a batch ---------------------------------------------------------------------


def test_told_twice_an_undo_is_answered_the_same(duel: Duel) -> None:
    shot, undo = report(SHOT), report(Undo(position=5))
    first = [duel.tell(BOB, one).answers for one in (shot, undo)]
    redo = report(Undo(position=6))
    first.append(duel.tell(BOB, redo).answers)
    duel.tell(BOB, Reroll(unit="m1"))
    kept = duel.stored()
    assert [duel.tell(BOB, one).answers for one in (shot, undo, redo)] == first
    assert [duel.tell(BOB, one, after=0).answers for one in (shot, undo, redo)] == first
    assert duel.stored() == kept


def test_a_report_that_was_struck_is_answered_as_the_first_time(duel: Duel) -> None:
    shot = report(SHOT)
    first = duel.tell(BOB, shot).answers
    duel.tell(BOB, Undo(position=5))
    assert duel.tell(BOB, shot).answers == first
    assert duel.live() == [1, 2, 3, 4, 6]  # and does not count because it was told again


def test_an_undo_with_the_id_of_another_is_refused(duel: Duel) -> None:
    duel.tell(BOB, SHOT)
    undo = report(Undo(position=5))
    duel.tell(BOB, undo)
    with pytest.raises(Refused) as refused:
        duel.tell(BOB, report(Undo(position=6), undo.id))
    assert refused.value.code == "reused"


def test_a_batch_of_reports_and_undos(duel: Duel) -> None:
    before = duel.battle
    told = duel.tell(BOB, SHOT, Undo(position=5), Undo(position=6), Reroll(unit="m1"), Undo(position=5), SHOT)
    assert [type(a.events[0].event).__name__ for a in told.answers][-1] == "AttackRolled"
    assert duel.live() == [1, 2, 3, 4, 9, 10]
    duel.tell(BOB, Undo(position=10))
    assert duel.battle.play == before.play


def test_a_batch_with_an_undo_that_is_refused_leaves_nothing(duel: Duel) -> None:
    with pytest.raises(Refused) as refused:
        duel.tell(BOB, SHOT, Undo(position=5), Reroll(unit="m1"))
    assert refused.value.rule == "003 R20"


def test_the_legal_beginning_of_a_batch_with_an_undo(duel: Duel) -> None:
    told = duel.tell(BOB, SHOT, Undo(position=5), Reroll(unit="m1"), HoldFire(unit="m1"), atomic=False)
    assert [answer.tried for answer in told.answers] == [True, True, True, False]
    assert told.answers[2].refused is not None
    assert duel.live() == [1, 2, 3, 4, 6]


def test_a_dry_run_of_an_undo_leaves_nothing(duel: Duel) -> None:
    duel.tell(BOB, SHOT)
    kept = duel.stored()
    (answer,) = duel.tell(BOB, Undo(position=5), dry_run=True).answers
    assert [type(fact.event) for fact in answer.events] == [Revised]
    assert duel.stored() == kept


# -- who is behind -----------------------------------------------------------------------------------------------------


def test_who_is_behind_a_revision_hears_of_it(duel: Duel) -> None:
    seen = duel.tell(BOB, SHOT).position
    duel.tell(BOB, Undo(position=5))
    with pytest.raises(Conflict) as conflict:
        duel.tell(CAROL, Concede(side="soviets"), after=seen)  # it names no unit that the revision would
    assert [type(fact.event) for fact in conflict.value.missed] == [Revised]


def test_an_undo_takes_back_nothing_its_sender_has_not_seen(duel: Duel) -> None:
    seen = duel.tell(BOB, SHOT).position
    duel.tell(BOB, Reroll(unit="m1"))
    with pytest.raises(Conflict):
        duel.tell(BOB, Undo(position=5), after=seen)


def test_what_the_sides_say_to_each_other_holds_up_no_play(duel: Duel) -> None:
    seen = duel.tell(BOB, Fire(unit="m1", target="t64")).position
    duel.tell(BOB, Undo(position=5))
    assert duel.tell(BOB, Reroll(unit="m1"), after=seen).answers[0].events
    assert duel.battle.proposal is not None


# -- the end of a battle -----------------------------------------------------------------------------------------------


def test_your_own_confirmation_is_taken_back(duel: Duel) -> None:
    duel = Duel.that_is_over().confirm(BOB)
    assert duel.sheet.voided == ""
    duel.tell(BOB, Undo(position=duel.battle.last))
    assert duel.battle.confirmed == {}
    assert (duel.sheet.voided, duel.sheet.asked) == ("americans", ["americans", "soviets"])
    duel.confirm()
    assert (duel.sheet.status, duel.sheet.voided) == ("confirmed", "")


@pytest.mark.parametrize("who", [BOB, ALICE])
def test_nobody_undoes_what_both_have_confirmed(duel: Duel, who: object) -> None:
    duel = Duel.that_is_over().confirm()
    with pytest.raises(Refused) as refused:
        duel.tell(who, Undo(position=duel.battle.last))  # type: ignore[arg-type]
    assert refused.value.remedy is not None


def test_a_concession_undone_by_an_organiser_opens_the_battle_again(duel: Duel) -> None:
    duel = Duel.that_is_over().confirm(BOB)
    assert duel.sheet.status == "over"
    duel.tell(ALICE, Undo(position=13))
    assert (duel.sheet.status, duel.sheet.winner, duel.sheet.outcome, duel.sheet.voided) == (
        "open",
        "",
        "",
        "americans",
    )
    position, digest = duel.battle.fought
    with pytest.raises(Refused):
        duel.tell(BOB, Confirm(side="americans", position=position, digest=digest))
