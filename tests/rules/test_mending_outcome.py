"""Mending a battle: confirmations and aftermath of another outcome, and dice that are wanting or left over."""

from __future__ import annotations

import pytest

from rules.adjudicate import CLERK
from rules.contract import Event, Roll, Unfallen
from rules.player import advance
from rules.record import Table, who
from rules.reports import Amend, Amended, Confirmed, Settled
from rules.stream.dice import FallenDice
from rules.stream.revision.preview import preview
from rules.stream.revision.reports import Correct, Declare, Resolve, Retold, Undo
from tests.rules.duel import WHY, at, confirm, kinds, refused, tell
from tests.rules.test_frame import BLUE, RED

pytestmark = pytest.mark.usefixtures("duel")


def settled() -> Table:
    """Red has lost a tank to Leaguer's dice, or not, and conceded; both have confirmed, and the clerk has settled."""
    table = at("blue: fire blue-1 red-1 dice=6,1", "red: hold red-1", "red: concede red")
    confirm(table, BLUE, RED)
    while not table.battle.settled:
        advance(table, lambda n: 0)
    return table


def test_a_correction_that_changes_no_outcome_leaves_what_was_confirmed() -> None:
    table = settled()
    before = [row.event for row in table.rows if isinstance(row.event, Confirmed | Settled)]
    events = table.report("", Correct(position=3 + 1, how="strike", reason=WHY))
    assert "voided" not in kinds(events)
    assert [event for event in events if isinstance(event, Confirmed | Settled)] == before
    assert table.battle.settled


def test_another_outcome_is_confirmed_and_settled_anew_with_the_same_dice() -> None:
    table = settled()
    rolled = {q: roll for q, roll in table.history.fallen().items() if q.startswith("aftermath")}
    assert rolled
    table.report("", Amend(winner=RED, reason="They shook hands on it."))
    assert (table.battle.confirmed, table.battle.agreed, table.battle.settled) == ({}, False, False)
    assert table.battle.outcome().winner == RED
    confirm(table, BLUE, RED)
    while not table.battle.settled:
        advance(table, lambda n: 0)
    again = [roll for past in table.history.live_reports() for e in past.events for roll in dice(e)]
    assert {roll.question: roll for roll in again if roll.question.startswith("aftermath")} == rolled


def dice(event: Event) -> list[Roll]:
    return [value for name in event.__struct_fields__ if isinstance(value := getattr(event, name), Roll)]


def test_a_step_of_the_aftermath_that_does_not_follow_is_the_clerk_s_to_take_anew() -> None:
    table = settled()
    step = next(past for past in table.history.live_reports() if past.by == CLERK)
    assert refused(table, "", Correct(position=step.position, how="change", data={}, reason=WHY)).field == "how"
    events = table.report("", Correct(position=step.position, how="strike", reason=WHY))
    assert kinds(events) == ["Revised", "struck", "voided"]
    assert table.battle.agreed
    assert not table.battle.settled
    assert not table.battle.waiting
    for _step in ("the seed was known: a new one", "the aftermath", "the settlement"):
        advance(table, lambda n: 0)
    assert table.battle.settled


def test_only_a_referee_amends() -> None:
    table = at("blue: hold blue-1")
    no = refused(table, BLUE, Amend(winner=BLUE, reason=WHY))
    assert (no.code, no.field) == ("not-yours", "by")
    assert refused(table, "", Amend(winner="green", reason=WHY)).field == "winner"
    no = refused(table, "", Amend(winner="", conditions={"blue-1": {"damage": "much"}}, reason=WHY))
    assert no.field == "conditions.blue-1.damage"
    (event,) = table.report("", Amend(winner="", conditions={"blue-1": {"damage": 1}}, reason=WHY))
    assert isinstance(event, Amended)
    assert table.battle.outcome().over
    assert set(table.battle.declared) == {"outcome.winner", "outcome.units.blue-1"}


def test_what_one_side_has_confirmed_falls_with_the_outcome() -> None:
    table = at("red: concede red")
    confirm(table, BLUE)
    table.report("", Declare(facts={"vehicles.blue-1.acted": True}, reason=WHY))
    assert table.battle.confirmed == {BLUE: False}
    table.report("", Declare(facts={"vehicles.blue-1.damage": 1}, reason=WHY))
    assert table.battle.confirmed == {}


def test_a_question_nobody_has_rolled_for_waits_and_leaguer_may_roll_it() -> None:
    """Of a shot into cover Leaguer rolled one die; the tank that had shot before it is struck, and it is nobody's turn
    any more that it was: round and question are others."""
    table = at("blue: hold blue-1", "blue: hold blue-2", "red: hold red-1", "blue: fire blue-1 red-1")
    assert "r2/blue-1/attack" in table.history.fallen()
    events = table.report("", Correct(position=4, how="strike", reason=WHY))
    assert kinds(events) == ["Revised", "struck"]
    assert table.battle.waiting  # it has acted in the first round, which is not over now
    found = preview(table.history, Resolve(position=table.battle.waiting[0], how="strike"), who(table.mustered, ""), "")
    assert found.items[0].kind == "illegal"
    for how in ("roll", "accept"):
        no = refused(table, "", Resolve(position=table.battle.waiting[0], how=how))
        assert (no.field, no.code) == ("how", "unsettled")


def test_a_shot_out_of_cover_lacks_a_die_that_leaguer_may_roll() -> None:
    """In woods every target is in cover. Declared dead and alive again, it is shot at in the second round, of which no
    die has fallen."""
    table = at("blue: hold blue-1", "blue: hold blue-2", "red: hold red-1", "blue: fire blue-1 red-1")
    last = table.battle.last
    insert = Correct(
        position=last,
        how="insert",
        type="Declare",
        data={"facts": {"round": 1}, "reason": "It is the first round still."},
        reason=WHY,
    )
    assert kinds(table.report("", insert)) == ["Revised", "inserted", "Declared"]
    found = preview(table.history, Resolve(position=last, how="strike"), who(table.mustered, ""), "")
    assert found.items[0].kind == "unanswered"
    assert [(roll.question, roll.values) for roll in found.items[0].dice] == [("r1/blue-1/attack", ())]
    with pytest.raises(Unfallen):
        preview(table.history, Resolve(position=last, how="roll"), who(table.mustered, ""), "")
    assert kinds(table.report("", Resolve(position=last, how="roll")))[0] == "rolled"
    assert "r1/blue-1/attack" in table.history.fallen()


def test_dice_left_over_wait_until_they_are_accepted() -> None:
    """Leaguer has rolled for this shot, which was undone; asked again, his die answers and the table's is left over."""
    table = at("blue: hold blue-1", "blue: hold blue-2", "red: hold red-1", "blue: fire blue-1 red-1")
    table.report("", Undo(position=table.battle.last))
    table.report("", Declare(facts={"round": 1}, reason=WHY))
    fell = table.history.fallen()["r2/blue-1/attack"].numbers
    others = ",".join(str(7 - face) for face in fell)
    tell(table, f"blue: fire blue-1 red-1 dice={others}")
    declared = next(past for past in table.history.live_reports() if past.type == "Declare")
    table.report("", Correct(position=declared.position, how="strike", reason=WHY))
    (place,) = table.battle.waiting
    found = preview(table.history, Resolve(position=place, how="strike"), who(table.mustered, ""), "")
    assert found.items[0].kind == "orphaned"
    assert "roll" not in kinds(table.copy().report("", Resolve(position=place, how="keep")))
    events = table.report("", Resolve(position=place, how="accept"))
    (retold, shot, *_more) = events
    assert isinstance(retold, Retold)
    assert retold.how == "accepted"
    assert [roll.values for roll in retold.orphans] == [tuple(7 - face for face in fell)]
    assert dice(shot)[0].values == fell


def test_a_dry_run_of_a_revision_rolls_nothing() -> None:
    table = at("blue: hold blue-1", "red: hold red-1")
    shot = {"unit": "blue-1", "target": "red-1"}
    with pytest.raises(Unfallen) as caught:
        table.report("", Correct(position=2, how="change", type="Fire", data=shot, reason=WHY), FallenDice())
    assert caught.value.question == "r1/blue-1/attack"
    assert len(table.rows) == 3


def test_a_battle_whose_seed_is_known_is_not_fought_on() -> None:
    """Whoever knows the seed knows how Leaguer's dice will fall."""
    table = settled()
    last = next(past for past in reversed(table.history.live_reports()) if past.type == "Concede")
    no = refused(table, "", Correct(position=last.position, how="strike", reason=WHY, rest="strike"))
    assert "seed" in no.text.text()
    table.report("", Amend(winner="", reason=WHY))
    assert not table.battle.settled
    table.report("", Correct(position=last.position, how="strike", reason=WHY, rest="strike"))
    amended = next(past for past in table.history.live_reports() if past.type == "Amend")
    refused(table, "", Correct(position=amended.position, how="strike", reason=WHY, rest="strike"))
