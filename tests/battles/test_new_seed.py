"""A settled battle that is corrected: what nobody had asked before its seed was known takes a new one."""

from __future__ import annotations

import dataclasses
import json
from io import StringIO

import msgspec
import pytest
from django.core.management import call_command

from battles import clerk, handler, log, viewer
from battles.verification import unfair
from rules.contract import Command, Refused, Roll
from rules.reports import Settle, Settled
from rules.stream.dice import commitment, rolled, rolls_of
from rules.stream.new_seeds import SPENT
from rules.stream.revision.reports import Correct, Reseed, Reseeded, Undo
from tests.battles.duel import ALICE, BOB, Duel
from tests.battles.test_amending import TO_CAROL, settled
from tests.battles.test_dice_verifier import slip_in
from tests.where import BOTH

pytestmark = pytest.mark.django_db
QUESTION = "t1/shooting/m1/attack"
SHOT = {"unit": "m1", "target": "t64"}
BY_LEAGUER = Correct(position=5, how="change", data=SHOT, reason="Nobody rolled", rest="keep")


def as_it_was_settled(monkeypatch: pytest.MonkeyPatch) -> Duel:
    """Before there were new seeds: nothing is added to the clerk's report."""

    def unchanged(_state: object, command: Command) -> Command:
        return msgspec.structs.replace(command, next_seed="") if isinstance(command, Settle) else command

    with monkeypatch.context() as patch:
        patch.setattr(handler, "BATTLE", dataclasses.replace(handler.BATTLE, complete=unchanged))
        return settled()


def fell(duel: Duel) -> Roll:
    rolls = [roll for event in duel.events() for roll in rolls_of(event) if roll.question == QUESTION]
    return next(roll for roll in rolls if roll.by == "leaguer")


def secret(duel: Duel) -> str:
    return duel.battle.seeds[-1]


@BOTH
def test_settling_commits_to_a_new_seed_that_nobody_is_shown() -> None:
    duel = settled()
    ended, committed = duel.events()[-2:]
    assert isinstance(ended, Settled)
    assert isinstance(committed, Reseeded)
    assert committed.commitment == commitment(secret(duel))
    assert secret(duel) != ended.seed == duel.battle.muster.seed
    stored = log.read(duel.stream)
    exported = "".join(log.export_lines(duel.stream))
    assert secret(duel) in stored[-2].command_data  # with the clerk's report, sealed
    assert secret(duel) not in exported
    assert committed.commitment in exported
    for who in (None, BOB, ALICE):
        assert secret(duel) not in str(viewer.look(duel.stream, who))
        assert secret(duel) not in str(viewer.history(duel.stream, who))


@BOTH
def test_a_correction_rolls_from_the_new_seed() -> None:
    duel = settled()
    new, row = secret(duel), duel.battle.head[0]
    duel.tell(ALICE, BY_LEAGUER)
    found = fell(duel)
    assert found == rolled(new, QUESTION, len(found.values), found.faces)
    assert isinstance(duel.events()[row - 1], Reseeded)  # the commitment precedes
    assert unfair(duel.stream, "battle") is None
    call_command("verify", duel.stream, stdout=StringIO(), stderr=StringIO())
    duel.tell(ALICE, Undo(position=duel.battle.corrected))
    duel.tell(ALICE, Undo(position=duel.battle.redo))
    assert (fell(duel), secret(duel)) == (found, new)


def test_settled_anew_it_discloses_the_new_seed() -> None:
    duel = settled()
    new = secret(duel)
    duel.tell(ALICE, BY_LEAGUER)
    if not duel.battle.settled:
        duel.confirm()
        assert clerk.attend(duel.stream)
    if secret(duel) == new:
        duel.tell(ALICE, Reseed())
    (*_others, last) = (event for event in duel.events() if isinstance(event, Reseeded))
    assert (last.disclosed, secret(duel) == new) == (new, False)
    assert unfair(duel.stream, "battle") is None


@pytest.mark.parametrize(
    "false",
    [
        Reseeded(commitment="0" * 64, seed="ab" * 32),
        Reseeded(commitment=commitment("ab" * 32), seed="ab" * 32, disclosed="cd" * 32),
    ],
)
def test_a_new_seed_that_is_not_as_committed_to_is_named(false: Reseeded) -> None:
    duel = settled()
    slip_in(duel.stream, false)
    fault = unfair(duel.stream, "battle")
    assert fault is not None
    assert fault.position == log.head(duel.stream).position


def test_what_an_organiser_sends_for_a_seed_counts_for_nothing() -> None:
    duel = settled()
    mine = "ab" * 32
    duel.tell(ALICE, Reseed(next_seed=mine))
    assert mine not in duel.battle.seeds
    assert secret(duel) not in json.dumps(viewer.history(duel.stream, ALICE), default=str)
    with pytest.raises(Refused) as refused:
        duel.tell(BOB, Reseed())
    assert refused.value.code == "not-yours"


def test_a_battle_settled_before_there_were_new_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    duel = as_it_was_settled(monkeypatch)
    assert isinstance(duel.events()[-1], Settled)
    assert duel.battle.spent
    for dry_run in (True, False):
        with pytest.raises(Refused) as refused:
            duel.tell(ALICE, BY_LEAGUER, dry_run=dry_run)
        assert refused.value.code == SPENT
    offered = [choice.command for choice in viewer.look(duel.stream, ALICE).mends]
    assert "Reseed" in offered
    duel.tell(ALICE, Reseed())
    duel.tell(ALICE, BY_LEAGUER)
    assert fell(duel) == rolled(secret(duel), QUESTION, len(fell(duel).values), fell(duel).faces)
    assert unfair(duel.stream, "battle") is None


def test_the_clerk_commits_first_where_a_battle_of_before_is_settled_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    duel = as_it_was_settled(monkeypatch)
    duel.tell(ALICE, TO_CAROL)
    duel.confirm()
    assert clerk.attend(duel.stream)
    new = [event for event in duel.events() if isinstance(event, Reseeded)]
    assert len(new) == 2
    assert new[1].disclosed == new[0].seed
