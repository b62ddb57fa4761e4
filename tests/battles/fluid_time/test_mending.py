"""The Command Deck when reports are taken back, done again and corrected: what Leaguer has dealt stays dealt, what he
has not stays face down."""

from __future__ import annotations

from typing import Any

import pytest

from battles import viewer
from battles.reports import Report
from rules.contract import Command, Refused, Roll, Unfallen
from rules.stream.dice import rolls_of
from rules.stream.revision.preview import Preview
from rules.stream.revision.reports import Correct, Declare, Settlement, Settling, Undo
from rules.systems.fluid_time.deck import CardDrawn
from tests.battles.fluid_time.dealt import ALICE, BOB, OVER, Dealt, dealt
from tests.rules.fluid_time.table import FREE

pytestmark = pytest.mark.django_db
# Cards of platoons that have no vehicles: a draw each, and nothing else to report.
CARDS = [
    "germans/specials/move",
    "soviets/specials/free_action",
    "germans/specials/half_move",
    OVER,
    "soviets/specials/move",
]
RUSSIANS = "soviets/tankovy/free_action"
FIRST = 3  # the row of the first draw; each draw but the last has two rows


def battle_after(draws: int) -> Dealt:
    return dealt(*CARDS).alice(*["draw"] * draws)


def seals(battle: Dealt) -> list[Roll]:
    return [roll for roll in battle.rolls() if roll.sealed]


def foreseen(battle: Dealt, command: Command) -> Preview:
    return viewer.foresee(battle.stream, battle.report_of(command), ALICE)


def rolled(seen: Preview) -> list[Roll]:
    """All dice that a preview shows."""
    changes = [roll for change in seen.changes for event in (*change.before, *change.after) for roll in rolls_of(event)]
    return [*changes, *(roll for item in seen.items for roll in item.dice), *seen.orphans]


# -- taken back and done again -----------------------------------------------------------------------------------------


def test_a_draw_that_is_undone_and_redone_is_the_same_card() -> None:
    battle = battle_after(2)
    before = battle.rolls()
    battle.mend(Undo(position=FIRST + 2, reason="Not yet"))
    assert battle.dealt() == CARDS[:1]
    battle.mend(Undo(position=battle.head, reason="It was"))
    assert (battle.dealt(), battle.rolls()) == (CARDS[:2], before)
    battle.mend(Undo(position=FIRST + 2, reason="No"))
    battle.alice("draw")
    assert (battle.dealt(), battle.rolls()) == (CARDS[:2], [*before, before[-1]])
    battle.verified()


def test_a_draw_that_was_undone_may_be_looked_at_before_it_is_told_again() -> None:
    battle = battle_after(2)
    battle.mend(Undo(position=FIRST + 2, reason="Not yet"))
    assert battle.tell(ALICE, "draw", dry_run=True).answers[0].events[0].event == battle.last_ever(CardDrawn)
    again, next_ = battle.tell(ALICE, "draw", "draw", dry_run=True).answers
    assert again.events
    assert (next_.asked.question if next_.asked else "", next_.events) == ("deck-1/3", ())


def test_turn_over_that_is_undone_comes_again_and_nothing_else_can() -> None:
    battle = battle_after(4)
    assert [bool(roll.salt) for roll in seals(battle)] == [False, True]
    battle.mend(Undo(position=FIRST + 6, reason="There was one more shot"))
    assert (battle.play.phase, battle.play.seal) == ("gap", battle.deck().sealed)
    battle.alice("invoke-commander germans", "end-impulse germans", "draw")
    assert (battle.drawn()[-1], battle.play.phase) == (OVER, "shuffle")
    assert [bool(roll.salt) for roll in seals(battle)] == [False, True, True]
    battle.verified()


def test_a_fresh_shuffle_that_is_undone_and_told_again_has_the_same_seal() -> None:
    battle = battle_after(4).alice("shuffle")
    battle.mend(Undo(position=battle.head, reason="We had not finished"))
    assert battle.tell(ALICE, "shuffle", dry_run=True).answers[0].events  # its seal has been seen
    battle.alice("shuffle")
    assert [roll.question for roll in seals(battle)] == ["deck-1", "deck-1", "deck-2", "deck-2"]
    assert seals(battle)[-1] == seals(battle)[-2]
    battle.verified()


def test_what_one_player_alone_takes_back_of_a_draw_is_a_proposal() -> None:
    battle = battle_after(1)
    battle.bob("draw")
    battle.mend(Undo(position=FIRST + 2, reason="I do not like it"), BOB)
    assert type(battle.events()[-1]).__name__ == "Proposed"
    assert battle.dealt() == CARDS[:2]


# -- corrected ---------------------------------------------------------------------------------------------------------


def test_a_correction_before_a_shuffle_keeps_its_seal_and_all_that_was_drawn() -> None:
    battle = dealt(*CARDS, begun=False).alice("take-hull-down tiger", "shuffle", *["draw"] * 4, "shuffle", "draw")
    before = battle.rolls()
    strike = Correct(position=2, how="strike", reason="It stood in the open")
    seen = foreseen(battle, strike)
    assert (seen.items, seen.orphans) == ((), ())
    battle.mend(strike)
    assert battle.rolls() == [*before, *before]
    assert not battle.unit("tiger").hull_down
    battle.verified()


def test_a_declaration_before_a_shuffle_keeps_its_seal() -> None:
    battle = battle_after(4)
    battle.mend(Declare(facts={"units.t34.gun_out": True}, reason="A stone in the barrel"))
    position = battle.head
    battle.alice("shuffle", "draw")
    before = battle.rolls()[-2:]
    battle.mend(Correct(position=position, how="strike", reason="It was swept"))
    assert battle.rolls()[-2:] == before


def test_a_draw_that_is_struck_leaves_the_deck_as_it_is() -> None:
    """What was told after it is told of the cards that then were on top: nothing new is turned over."""
    battle = battle_after(3)
    before = len(battle.rolls())
    strike = Correct(position=FIRST + 2, how="strike", reason="Nobody drew")
    assert {roll.question for roll in rolled(foreseen(battle, strike))} <= {"deck-1", "deck-1/2", "deck-1/3"}
    battle.mend(strike)
    assert battle.dealt() == CARDS[:2]
    assert {roll.question for roll in battle.rolls()[before:]} == {"deck-1/2"}
    battle.alice("draw")
    assert battle.dealt() == CARDS[:3]
    battle.verified()


def test_an_inserted_draw_shows_no_card_that_nobody_has_drawn() -> None:
    battle = battle_after(2)
    insert: dict[str, Any] = {"position": FIRST + 2, "how": "insert", "type": "Draw", "data": {}, "reason": "One more"}
    seen = foreseen(battle, Correct(**insert))
    (item,) = seen.items
    assert (item.kind, [(roll.question, roll.values) for roll in item.dice]) == ("unanswered", [("deck-1/3", ())])
    assert {roll.question for roll in rolled(seen) if roll.values} <= {"deck-1/1", "deck-1/2"}
    settled = Correct(**insert, settle={str(item.position): Settlement(how="roll")})
    with pytest.raises(Unfallen):
        foreseen(battle, settled)
    battle.mend(settled)
    assert battle.dealt() == CARDS[:3]
    battle.verified()


@pytest.mark.parametrize("how", ["keep", "strike"])
def test_a_draw_that_cannot_be_told_again_is_kept_as_it_was_or_left_out(how: Settling) -> None:
    """The card they saw has come once either way; the next is drawn from those that are left."""
    battle = battle_after(2)
    insert: dict[str, Any] = {"position": FIRST + 2, "how": "insert", "type": "Draw", "data": {}, "reason": "One more"}
    position = foreseen(battle, Correct(**insert)).items[0].position
    battle.mend(Correct(**insert, settle={str(position): Settlement(how=how)}))
    assert battle.dealt() == CARDS[:2]
    battle.alice("draw")
    assert battle.play.drawn == tuple(CARDS[:3])
    battle.alice("draw")
    assert battle.drawn()[-1] == OVER
    battle.verified()


def test_a_card_told_to_be_another_is_refused_for_leaguer_draws() -> None:
    battle = battle_after(2)
    change = Correct(position=FIRST, how="change", type="Draw", data={"card": CARDS[2]}, reason="It was this")
    with pytest.raises(Refused, match="Leaguer draws"):
        foreseen(battle, change)
    with pytest.raises(Refused, match="Leaguer draws"):
        battle.alice(f"draw {CARDS[2]}")


@pytest.mark.parametrize(
    "facts",
    [
        {"pack": CARDS[::-1]},
        {"pack": CARDS[::-1], "dealt": [], "drawn": [], "impulses": 0},
        {"shuffles": 5},
        {"seal": "0" * 64},
        {"dealt": CARDS[2:3], "drawn": CARDS[2:3], "impulses": 1},
    ],
    ids=["pack", "turn", "shuffles", "seal", "dealt"],
)
def test_a_log_verifies_whatever_is_declared_of_its_deck(facts: dict[str, Any]) -> None:
    """The table outranks the engine; and what was not sealed so is not disclosed as if it had been."""
    battle = battle_after(2)
    battle.mend(Declare(facts=facts, reason="As it lies on the table"))
    for _report in range(7):
        battle.alice("shuffle" if battle.play.phase == "shuffle" else "draw")
    assert battle.play.turn > 1
    battle.verified()


def test_turns_told_without_their_shots_disclose_the_deck_they_gave_up() -> None:
    battle = battle_after(0).alice("change-depth status", "change-depth shots", "declare-turn 4", "shuffle")
    assert battle.told()[-3:] == ["DeckDisclosed", "TurnDeclared", "DeckShuffled"]
    assert [(roll.question, bool(roll.salt)) for roll in seals(battle)] == [
        ("deck-1", False),
        ("deck-1", True),
        ("deck-2", False),
    ]
    assert battle.play.turn == 4
    battle.alice("draw").verified()


def test_a_batch_that_is_refused_after_a_card_was_drawn_stands_as_far_as_it_went() -> None:
    """Else the refusal would tell of a card that nobody finds in the log."""
    battle = battle_after(0)
    *_told, last = battle.tell(ALICE, "draw", "draw", f"draw {FREE}").answers
    assert last.refused is not None
    assert battle.dealt() == CARDS[:2]


def test_a_batch_that_meets_what_was_missed_after_a_card_was_drawn_stands_as_far_as_it_went() -> None:
    """Else whether the conflict comes would tell whose the card is: before it stands what only one side may report."""
    for cards, drawn in (((FREE, RUSSIANS, OVER), FREE), ((RUSSIANS, FREE, OVER), RUSSIANS)):
        battle = dealt(*cards).alice("invoke-commander soviets", "observe t34", "end-impulse soviets")
        lines = ("draw", "end-impulse germans", "invoke-commander germans", "aim tiger t34")
        answers = battle.tell(ALICE, *lines, after=4).answers
        assert battle.drawn() == [drawn]
        (answer,) = (answer for answer in answers if answer.refused is not None)
        assert answer.refused.code == ("conflict" if drawn == FREE else "refused")
        assert answer.refused.report == answer.id


def test_a_batch_that_is_refused_before_a_card_was_drawn_leaves_nothing() -> None:
    battle = battle_after(1)
    head = battle.head
    with pytest.raises(Refused):
        battle.tell(ALICE, "invoke-commander germans", f"draw {FREE}")
    assert battle.head == head


def test_a_draw_that_is_sent_again_is_the_same_draw() -> None:
    """As by a worker that was killed before it could answer: the same id, the same card, once in the log."""
    battle = battle_after(1)
    report: Report = battle.report("draw")
    first = battle.send(report)
    battle.alice("draw")
    again = battle.send(report)
    assert [fact.event for fact in again.answers[0].events] == [fact.event for fact in first.answers[0].events]
    assert battle.drawn() == CARDS[:3]
