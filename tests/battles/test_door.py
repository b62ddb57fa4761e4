"""The door to a battle: what goes in, what is kept, what a sender who is behind is told. On the first game."""

from __future__ import annotations

from dataclasses import replace
from uuid import uuid4

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from battles import calling, command_handler, handler, log
from battles.models import Sheet
from battles.reports import Conflict, Receipt, Report
from rules.adjudicate import Who
from rules.battle import Battle
from rules.contract import Command, Event, Refused
from rules.reports import Confirm
from rules.stream import codec
from rules.stream.dice import die, rolls_of
from rules.systems.modern_age.missions.victory import Concede
from rules.systems.modern_age.movement import Stay
from rules.systems.modern_age.shooting.fire import Fire, HoldFire
from rules.systems.modern_age.shooting.rerolls import Reroll
from tests.rules.modern_age import musters
from tests.where import BOTH

pytestmark = [pytest.mark.django_db, BOTH]
BOB, CAROL, DAVE, ALICE = Who("bob"), Who("carol"), Who("dave"), Who("alice", referee=True)


def report(command: Command, id: str | None = None) -> Report:
    return Report(id or str(uuid4()), type(command).__name__, codec.encode(command))


@pytest.fixture
def battle() -> str:
    """Both tanks have stayed where they were; the Abrams is about to fire."""
    stream = str(uuid4())
    handler.open_battle(stream, report(musters.first_game()), ALICE, "script")
    while (state := handler.state(stream)).play.phase != "shooting":
        choice = next(
            c for side in state.muster.sides for c in state.rules.legal(state.play, side) if c.given.get("unit")
        )
        unit = choice.given["unit"]
        command = (
            report(Stay(unit=unit))
            if state.play.phase == "movement"
            else Report(str(uuid4()), choice.command, codec.encode(choice.given))
        )
        handler.execute(stream, [command], ALICE, "script")
    return stream


def tell(battle: str, *commands: Command | Report, who: Who = BOB, **how: bool | int | None) -> Receipt:
    reports = [c if isinstance(c, Report) else report(c) for c in commands]
    receipt = handler.execute(battle, reports, who, "api", **how)  # type: ignore[arg-type]
    assert [answer.id for answer in receipt.answers] == [one.id for one in reports]
    return receipt


def rows(battle: str) -> list[log.Row]:
    return log.read(battle)


SHOT = Fire(unit="m1", target="t64", dice=(1, 2, 4, 6))


def test_what_is_ruled_is_what_is_read_back(battle: str) -> None:
    before = len(rows(battle))
    receipt = tell(battle, SHOT)
    state, told, kept = handler.replay(battle)
    assert [fact.event for fact in receipt.answers[0].events] == [fact.event for fact in told[before:]]
    assert (receipt.position, receipt.digest) == (kept[-1].position, kept[-1].digest) == state.head
    assert state == handler.state(battle) == receipt.state
    assert Sheet.objects.get(pk=battle).position == receipt.position
    assert (kept[-1].by, kept[-1].via) == ("bob", "api")


def test_the_first_row_of_a_report_alone_holds_what_was_reported(battle: str) -> None:
    later = [row for row in rows(battle) if row.ordinal]
    assert later
    assert {(row.command_type, row.command_data) for row in later} == {("", "")}
    assert all(row.command_type and row.command_data for row in rows(battle) if not row.ordinal)


def test_a_battle_begins_with_row_1() -> None:
    stream = str(uuid4())
    receipt = handler.open_battle(stream, report(musters.first_game()), ALICE, "script")
    assert [fact.position for fact in receipt.answers[0].events] == [1]
    assert receipt.state == handler.replay(stream)[0]
    assert receipt.state.head == (receipt.position, receipt.digest) == log.head(stream)[:2]


def test_the_clerk_is_told_of_a_stream_with_new_rows(
    battle: str,
    monkeypatch: pytest.MonkeyPatch,
    settings: Settings,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    here: list[str] = []
    sent: list[str] = []
    monkeypatch.setattr(command_handler, "CLERKS", [here.append])
    monkeypatch.setattr(calling, "call", sent.append)
    with django_capture_on_commit_callbacks(execute=True):
        tell(battle, SHOT, dry_run=True)
    assert (here, sent) == ([], [])
    with django_capture_on_commit_callbacks(execute=True):
        tell(battle, SHOT)
    assert (here, sent) == ([battle], [])
    settings.REDIS_URL = "redis://elsewhere"
    with django_capture_on_commit_callbacks(execute=True):
        tell(battle, Reroll(unit="m1"))
    assert (here, sent) == ([battle, battle], [battle])


def test_the_battle_as_it_stood(battle: str) -> None:
    then = handler.state(battle)
    tell(battle, SHOT)
    assert handler.state(battle, then.head[0]) == then
    assert handler.state(battle) != then


def test_a_stream_that_is_not_there(battle: str) -> None:
    with pytest.raises(log.NoSuchStream):
        tell(str(uuid4()), SHOT)
    with pytest.raises(log.NoSuchStream):
        handler.state(str(uuid4()))


def test_a_refused_muster_leaves_no_stream(battle: str) -> None:
    stream = str(uuid4())
    with pytest.raises(Refused):
        handler.open_battle(stream, report(musters.first_game(no_such_option=True)), ALICE, "script")
    with pytest.raises(log.NoSuchStream):
        log.kind_of(stream)


def test_told_twice_it_counts_once_and_is_answered_the_same(battle: str) -> None:
    shot = report(SHOT)
    first = tell(battle, shot)
    tell(battle, Reroll(unit="m1"))
    kept = rows(battle)
    again = tell(battle, shot)
    assert again.answers == first.answers
    assert rows(battle) == kept


@pytest.mark.parametrize(
    ("who", "command"), [(BOB, Fire(unit="m1", target="t64", cover=True, dice=(1, 2, 4, 6))), (CAROL, SHOT)]
)
def test_an_id_used_for_something_else_is_refused(battle: str, who: Who, command: Command) -> None:
    shot = report(SHOT)
    tell(battle, shot)
    with pytest.raises(Refused) as refused:
        tell(battle, report(command, shot.id), who=who)
    assert (refused.value.code, refused.value.field, refused.value.report) == ("reused", "id", shot.id)
    assert refused.value.rule == "report"


def test_an_id_used_for_another_kind_of_report_is_refused(battle: str) -> None:
    held = report(HoldFire(unit="m1"))
    tell(battle, held)
    with pytest.raises(Refused) as refused:
        tell(battle, Report(held.id, "Stay", held.data))
    assert refused.value.code == "reused"


def test_an_id_stands_in_a_batch_once(battle: str) -> None:
    kept, shot = rows(battle), report(SHOT)
    with pytest.raises(Refused) as refused:
        tell(battle, shot, shot)
    assert (refused.value.code, refused.value.report) == ("reused", shot.id)
    assert rows(battle) == kept


def test_a_batch_is_all_or_nothing(battle: str) -> None:
    kept = rows(battle)
    with pytest.raises(Refused) as refused:
        tell(battle, SHOT, HoldFire(unit="m1"))
    assert refused.value.rule == "003 R20"
    assert rows(battle) == kept


def test_or_its_legal_beginning(battle: str) -> None:
    receipt = tell(battle, SHOT, HoldFire(unit="m1"), Concede(side="americans"), atomic=False)
    shot, held, conceded = receipt.answers
    assert shot.events
    assert held.refused.rule == "003 R20"
    assert not conceded.tried
    assert receipt.state == handler.state(battle)
    assert rows(battle)[-1].position == receipt.position


def test_a_die_that_fell_stays_fallen(battle: str) -> None:
    """Else the refusal of a re-roll would tell which of Leaguer's dice failed, and nothing would have been rolled."""
    receipt = tell(battle, Fire(unit="m1", target="t64"), Reroll(unit="m1", stationary=("a", "b", "e")))
    shot, reroll = receipt.answers
    assert reroll.refused.rule == "003 R26"  # there is no fifth die
    assert [roll.by for roll in rolls_of(shot.events[0].event)] == ["leaguer"]
    assert rows(battle)[-1].position == receipt.position == shot.events[-1].position


def test_asking_again_gives_the_same_dice(battle: str) -> None:
    before = len(rows(battle))
    (shot,) = tell(battle, Fire(unit="m1", target="t64", cover=True)).answers
    (roll,) = rolls_of(shot.events[0].event)
    assert roll.values == tuple(die(musters.SEED, roll.question, n, 6) for n in (1, 2, 3, 4))
    assert "t64" not in roll.question  # so no other target has other dice
    assert len(rows(battle)) == before + len(shot.events)


def test_a_dry_run_names_the_dice_and_rolls_none(battle: str) -> None:
    kept = rows(battle)
    receipt = tell(battle, Fire(unit="m1", target="t64"), Reroll(unit="m1"), dry_run=True)
    shot, reroll = receipt.answers
    assert shot.asked is not None
    assert (shot.asked.count, shot.asked.faces, shot.asked.field) == (4, 6, "dice")
    assert not reroll.tried
    assert rows(battle) == kept


def test_a_dry_run_of_table_dice_says_what_would_follow(battle: str) -> None:
    kept = rows(battle)
    foretold = tell(battle, SHOT, dry_run=True).answers[0].events
    assert rows(battle) == kept
    assert [fact.event for fact in tell(battle, SHOT).answers[0].events] == [fact.event for fact in foretold]


def test_who_missed_something_about_the_same_units_hears_of_it(battle: str) -> None:
    seen = rows(battle)[-1].position
    tell(battle, SHOT)
    with pytest.raises(Conflict) as conflict:
        tell(battle, Reroll(unit="m1"), after=seen)
    assert [fact.position for fact in conflict.value.missed] == [row.position for row in rows(battle)[seen:]]
    assert conflict.value.position == rows(battle)[-1].position


def test_who_missed_something_and_is_refused_hears_of_both(battle: str) -> None:
    seen = rows(battle)[-1].position
    tell(battle, SHOT)
    with pytest.raises(Conflict) as conflict:
        tell(battle, Confirm(side="americans", position=seen, digest="0" * 64), after=seen)
    assert conflict.value.missed
    assert conflict.value.position == rows(battle)[-1].position
    assert conflict.value.why is not None
    assert conflict.value.why.text.text() == "The battle is not over."


def test_who_has_seen_all_goes_on(battle: str) -> None:
    seen = tell(battle, SHOT).position
    assert tell(battle, Reroll(unit="m1"), after=seen).answers[0].events


@pytest.mark.parametrize("who", [CAROL, DAVE])
def test_nobody_reports_for_another_side(battle: str, who: Who) -> None:
    kept = rows(battle)
    with pytest.raises(Refused) as refused:
        tell(battle, SHOT, who=who)
    assert (refused.value.code, refused.value.field) == ("not-yours", "by")
    assert rows(battle) == kept


def test_the_referee_reports_for_every_side(battle: str) -> None:
    tell(battle, SHOT, who=ALICE)
    assert rows(battle)[-1].by == "alice"


def test_a_dry_run_may_begin_from_another_state_and_nothing_else_may(battle: str) -> None:
    before = handler.state(battle, 1)  # nobody may fire yet
    asked: list[Battle] = []

    def veil(state: Battle) -> tuple[Battle, Event]:
        asked.append(state)
        return before, state.muster

    def execute(stream: str, told: Report, who: Who, dry_run: bool) -> Receipt:
        return command_handler.execute(handler.BATTLE, stream, [told], who, "api", dry_run=dry_run, veil=veil)

    with pytest.raises(Refused):
        execute(battle, report(SHOT), BOB, dry_run=True)
    assert len(asked) == 1
    assert execute(battle, report(SHOT), BOB, dry_run=False).answers[0].events
    stream = str(uuid4())
    log.open_stream(stream, "battle")
    assert execute(stream, report(musters.first_game()), ALICE, dry_run=True).answers[0].events
    assert len(asked) == 1


def test_what_is_added_to_a_report_is_asked_of_the_state_it_comes_to(battle: str) -> None:
    asked: list[tuple[int, str]] = []

    def complete(state: Battle | None, command: Command) -> Command:
        assert state is not None
        asked.append(state.head)
        return command

    kind = replace(handler.BATTLE, complete=complete)
    command_handler.execute(kind, battle, [report(SHOT)], BOB, "api", dry_run=True)
    assert asked == [handler.state(battle).head]
