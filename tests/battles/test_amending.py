"""Amending how a battle ended: while it is played, over, confirmed, settled. And what the clerk makes of it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import msgspec
import pytest
from django.utils import timezone

from battles import clerk, handler, log, viewer
from battles.verification import unfair
from rules.adjudicate import CLERK, Who
from rules.contract import Refused, Roll
from rules.reports import Amend, Amended, Confirm, Confirmed, Settled, TakeCase
from rules.stream.dice import rolls_of
from rules.stream.revision.reports import Correct, Declare, Decline, Retold, Revised, Undo
from rules.systems.modern_age.missions.victory import Concede
from tests.battles.duel import ALICE, BOB, CAROL, Duel
from tests.rules.modern_age import musters
from tests.where import BOTH

pytestmark = pytest.mark.django_db
TO_CAROL = Amend(winner="soviets", reason="Bob's tank had left the table")
TERM = 3600


def settled() -> Duel:
    duel = Duel.that_is_over().confirm()
    assert clerk.attend(duel.stream)
    assert duel.sheet.status == "settled"
    return duel


def aftermath(duel: Duel) -> dict[str, set[Roll]]:
    """What the clerk rolled, ever, by question."""
    found: dict[str, set[Roll]] = {}
    for event in duel.events():
        for roll in rolls_of(event):
            if "aftermath" in roll.question or "between" in roll.question:
                found.setdefault(roll.question, set()).add(roll)
    return found


def test_a_battle_in_play() -> None:
    duel = Duel.that_fought()
    duel.tell(ALICE, TO_CAROL)
    assert (duel.sheet.status, duel.sheet.winner) == ("over", "soviets")
    assert duel.battle.declared == {"outcome.winner": duel.battle.head[0]}
    with pytest.raises(Refused) as refused:
        duel.tell(BOB, Concede(side="americans"))
    assert refused.value.code == "over"
    duel.tell(ALICE, Undo(position=duel.battle.last))
    assert duel.sheet.status == "open"


def test_a_battle_that_is_over() -> None:
    duel = Duel.that_is_over().confirm(BOB)
    duel.tell(ALICE, TO_CAROL)
    assert (duel.sheet.winner, duel.battle.confirmed, duel.sheet.voided) == ("soviets", {}, "americans")
    duel.confirm()
    assert (duel.sheet.status, duel.sheet.voided) == ("confirmed", "")


def test_with_the_same_outcome_a_confirmation_stands() -> None:
    duel = Duel.that_is_over().confirm(BOB)
    duel.tell(ALICE, Declare(facts={"models.m1.moves": 1}, reason="It had a token"))
    assert (duel.battle.confirmed, duel.sheet.voided) == ({"americans": False}, "")
    duel.confirm(CAROL)
    assert duel.sheet.status == "confirmed"


@pytest.mark.parametrize("finished", [lambda: Duel.that_is_over().confirm(), settled])
def test_a_confirmed_battle_is_asked_about_anew(finished: object) -> None:
    duel = finished()  # type: ignore[operator]
    fought, disclosed = duel.battle.fought, duel.battle.disclosed
    duel.tell(ALICE, TO_CAROL)
    sheet = duel.sheet
    assert (sheet.status, sheet.winner, sheet.asked) == ("over", "soviets", ["americans", "soviets"])
    assert sheet.voided == "americans,soviets"
    live = [e for e, n in zip(duel.events(), range(1, 99), strict=False) if n in duel.live()]
    assert not [event for event in live if isinstance(event, Confirmed | Settled)]
    assert {event.how for event in live if isinstance(event, Retold)} == {"inserted", "voided"}
    assert bool(viewer.look(duel.stream, BOB).seed) == disclosed  # what is known once stays known

    assert not clerk.attend(duel.stream)
    with pytest.raises(Refused) as refused:
        duel.tell(BOB, Confirm(side="americans", position=fought[0], digest=fought[1]))
    assert refused.value.field == "position"
    duel.confirm()
    assert clerk.attend(duel.stream)
    assert not clerk.attend(duel.stream)
    assert (duel.sheet.status, duel.sheet.winner) == ("settled", "soviets")
    duel.check()


def test_the_aftermath_dice_answer_the_same_questions() -> None:
    duel = settled()
    before = aftermath(duel)
    assert before
    duel.tell(ALICE, TO_CAROL)
    duel.confirm()
    assert clerk.attend(duel.stream)
    assert [type(event) for event in duel.events()].count(Settled) == 2
    assert aftermath(duel) == before
    assert unfair(duel.stream, "battle") is None


def test_amended_conditions_are_mended_by_the_clerk() -> None:
    duel = settled()
    duel.tell(
        ALICE, Amend(winner="americans", conditions={"t64": {"fate": "destroyed", "damage": 8}}, reason="It burnt")
    )
    duel.confirm()
    assert clerk.attend(duel.stream)
    (t64,) = (unit for unit in duel.battle.outcome().units if unit.id == "t64")
    assert t64.fate in ("wrecked", "lost", "damaged")
    assert duel.sheet.status == "settled"
    duel.check()


def test_what_leaves_the_outcome_leaves_it_settled() -> None:
    duel = settled()
    before = duel.battle.outcome()
    token = {"facts": {"models.m1.moves": 1}, "reason": "It had a token"}
    duel.tell(ALICE, Correct(position=11, how="insert", type="Declare", data=token, reason="Forgotten"))
    assert (duel.sheet.status, duel.sheet.voided) == ("settled", "")
    assert [unit.condition for unit in duel.battle.outcome().units] == [unit.condition for unit in before.units]
    assert viewer.look(duel.stream, None).seed == duel.battle.muster.seed
    assert not clerk.attend(duel.stream)
    assert unfair(duel.stream, "battle") is None


def test_facts_set_amid_the_aftermath_are_asked_about_too() -> None:
    duel = settled()
    recovery = next(past for past in handler.history(duel.stream).live_reports() if past.by == CLERK)
    harm = {"facts": {"models.t64.damage": 7}, "reason": "It was hit once more"}
    duel.tell(ALICE, Correct(position=recovery.position, how="insert", type="Declare", data=harm, reason="Forgotten"))
    assert (duel.sheet.status, duel.sheet.voided, duel.battle.confirmed) == ("over", "americans,soviets", {})
    duel.confirm()
    assert clerk.attend(duel.stream)
    assert duel.sheet.status == "settled"


def test_an_amendment_undone_leaves_it_settled_as_it_was() -> None:
    duel = settled()
    play = duel.battle.play
    duel.tell(ALICE, TO_CAROL)
    duel.tell(ALICE, Undo(position=duel.battle.corrected))
    assert duel.battle.play == play
    assert (duel.sheet.status, duel.sheet.winner, duel.sheet.voided) == ("settled", "americans", "")


@BOTH
def test_the_clerk_takes_again_a_step_that_was_taken_back() -> None:
    """The outcome is the one that was settled before, and so would be every report of the clerk's."""
    duel = settled()
    confirmed = next(p for p in duel.reports() if isinstance(duel.events()[p - 1], Confirmed))
    duel.tell(ALICE, Correct(position=confirmed, how="strike", reason="He had not agreed"))
    assert (duel.sheet.status, duel.sheet.asked, duel.sheet.voided) == ("over", ["americans"], "americans")
    duel.confirm(BOB)
    assert clerk.attend(duel.stream)
    assert duel.sheet.status == "settled"
    assert unfair(duel.stream, "battle") is None


@pytest.mark.parametrize("who", [BOB, CAROL])
def test_only_a_referee_amends(who: object) -> None:
    duel = Duel.that_is_over()
    with pytest.raises(Refused) as refused:
        duel.tell(who, TO_CAROL)  # type: ignore[arg-type]
    assert (refused.value.code, refused.value.field) == ("not-yours", "by")


def test_who_has_not_taken_the_case_amends_and_is_shown_no_more_than_a_spectator() -> None:
    """It turns on nothing that lies face down, and the sides confirm it anew. What would turn on that is refused."""
    erin = Who("erin", referee=True, needs_case=True)
    duel = Duel.that_is_over().confirm()
    duel.tell(erin, TO_CAROL)
    assert (duel.battle.cases, duel.battle.confirmed, duel.sheet.winner) == ({}, {}, "soviets")
    assert duel.sheet.asked == ["americans", "soviets"]
    assert viewer.look(duel.stream, erin).view == viewer.look(duel.stream, None).view
    fact = Declare(facts={"models.m1.moves": 1}, reason="It had a token")
    with pytest.raises(Refused) as refused:
        duel.tell(erin, fact)
    assert (refused.value.code, refused.value.field) == ("not-yours", "by")
    duel.tell(erin, TakeCase(reason="A dispute"))
    duel.tell(erin, fact)


@pytest.mark.parametrize(
    ("amend", "field"),
    [
        (Amend(winner="martians", reason="x"), "winner"),
        (Amend(winner="", conditions={"t99": {}}, reason="x"), "conditions.t99"),
        (Amend(winner="", conditions={"t64": {"damage": -1}}, reason="x"), "conditions.t64.damage"),
    ],
)
def test_an_impossible_outcome_names_the_field(amend: Amend, field: str) -> None:
    duel = Duel.that_is_over()
    with pytest.raises(Refused) as refused:
        duel.tell(ALICE, amend)
    assert refused.value.field == field


def test_an_amended_row_says_what_and_why() -> None:
    duel = Duel.that_is_over()
    duel.tell(ALICE, TO_CAROL)
    (amended,) = (event for event in duel.events() if isinstance(event, Amended))
    assert (amended.winner, amended.reason) == ("soviets", "Bob's tank had left the table")
    assert not any(isinstance(event, Revised) for event in duel.events())


# -- the term of a silent side -----------------------------------------------------------------------------------------


class Clock:
    def __init__(self) -> None:
        self.now = datetime(2026, 5, 1, 18, tzinfo=UTC)

    def pass_by(self, seconds: int) -> None:
        self.now += timedelta(seconds=seconds)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(timezone, "now", lambda: clock.now)
    return clock


@pytest.fixture
def timed(clock: Clock) -> Duel:
    """Over; who is silent for an hour has confirmed."""
    return Duel(msgspec.structs.replace(musters.first_game(critical_deck="house"), confirm_within=TERM)).over()


def due(duel: Duel) -> bool:
    return list(clerk.due()) == [duel.stream]


def test_a_corrected_outcome_is_asked_about_for_a_whole_term(timed: Duel, clock: Clock) -> None:
    clock.pass_by(TERM - 1)
    timed.tell(ALICE, TO_CAROL)
    clock.pass_by(TERM - 1)
    assert not due(timed)
    assert not clerk.attend(timed.stream)
    clock.pass_by(2)
    assert due(timed)
    assert clerk.attend(timed.stream)
    assert timed.battle.confirmed == {"americans": True, "soviets": True}
    assert (timed.sheet.status, timed.sheet.confirm_by) == ("settled", "")


def test_settled_by_default_and_amended_it_is_settled_by_default_again(timed: Duel, clock: Clock) -> None:
    clock.pass_by(TERM + 1)
    assert clerk.attend(timed.stream)
    clock.pass_by(10 * TERM)
    timed.tell(ALICE, TO_CAROL)
    assert not due(timed)
    clock.pass_by(TERM + 1)
    assert due(timed)
    assert clerk.attend(timed.stream)
    assert (timed.sheet.status, timed.sheet.winner) == ("settled", "soviets")
    assert not due(timed)


def test_an_amendment_long_undone_does_not_confirm_at_once(timed: Duel, clock: Clock) -> None:
    timed.tell(ALICE, TO_CAROL)
    clock.pass_by(TERM + 1)
    timed.tell(ALICE, Undo(position=timed.battle.last))
    assert not due(timed)
    clock.pass_by(TERM + 1)
    assert due(timed)


def test_who_objects_is_not_silent(timed: Duel, clock: Clock) -> None:
    clock.pass_by(TERM - 1)
    asked = timed.tell(CAROL, Declare(facts={"models.m1.damage": 1}, reason="I hit it"))
    clock.pass_by(TERM - 1)
    assert not due(timed)
    timed.tell(BOB, Decline(position=asked.position))
    clock.pass_by(TERM - 1)
    assert not due(timed)
    clock.pass_by(2)
    assert clerk.attend(timed.stream)


def test_a_confirmation_does_not_put_off_the_other_sides_term(timed: Duel, clock: Clock) -> None:
    clock.pass_by(TERM - 1)
    timed.confirm(BOB)
    clock.pass_by(2)
    assert due(timed)


def test_what_nobody_answered_lapses_with_the_battle(timed: Duel, clock: Clock) -> None:
    asked = timed.tell(CAROL, Declare(facts={"models.m1.damage": 1}, reason="I hit it")).position
    clock.pass_by(TERM + 1)
    assert clerk.attend(timed.stream)
    assert (timed.battle.proposal, timed.sheet.proposed, timed.sheet.asked) == (None, "", [])
    with pytest.raises(Refused):
        timed.tell(BOB, Decline(position=asked))


def test_an_unsettled_correction_keeps_the_clerk_out(timed: Duel, clock: Clock) -> None:
    moved = Correct(position=3, how="change", type="Move", data={"unit": "m1", "moves": 1}, reason="It had moved")
    timed.tell(ALICE, moved)
    assert timed.battle.waiting
    clock.pass_by(TERM + 1)
    assert list(clerk.due()) == []
    assert not clerk.attend(timed.stream)
    assert timed.sheet.confirm_by == ""


@BOTH
def test_a_corrected_log_holds(timed: Duel) -> None:
    timed.confirm()
    assert clerk.attend(timed.stream)
    timed.tell(ALICE, TO_CAROL)
    assert log.verify_stream(timed.stream) is None
    assert unfair(timed.stream, "battle") is None
