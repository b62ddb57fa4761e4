"""Verify finds dice that are not the seed's, however well the rows around them are chained."""

from __future__ import annotations

from datetime import UTC, datetime
from io import StringIO
from uuid import uuid4

import msgspec
import pytest
from django.core.management import CommandError, call_command

from battles import handler, log
from battles.reports import Report
from battles.verification import unfair
from rules import adjudicate
from rules.adjudicate import Who
from rules.contract import Command, Event
from rules.frame import BATTLES
from rules.reports import Settled
from rules.stream import codec
from rules.stream.dice import SeededDice
from rules.systems.modern_age.movement import Stay
from rules.systems.modern_age.shooting.attack_roll import AttackRolled
from rules.systems.modern_age.shooting.fire import Fire
from tests.rules.modern_age import musters

pytestmark = pytest.mark.django_db
ALICE = Who("alice", referee=True)
MUSTERED = adjudicate.muster(musters.first_game())


def report(command: Command) -> Report:
    return Report(str(uuid4()), type(command).__name__, codec.encode(command))


def slip_in(stream: str, event: Event) -> None:
    """A row somebody wrote past the door: everything about it is in order but what it says."""
    type_, version, data = BATTLES.events(MUSTERED).encode(event)
    entry = log.NewRow(
        type_, version, data, str(uuid4()), 0, seals=event.sealed, command_type="Fire", command_data="{}"
    )
    log.append(stream, log.head(stream).position, [entry], by="mallory", via="script", now=datetime.now(UTC))
    assert log.verify_stream(stream) is None


@pytest.fixture
def battle() -> str:
    """The Abrams is about to fire."""
    stream = str(uuid4())
    handler.open_battle(stream, report(musters.first_game()), ALICE, "script")
    handler.execute(stream, [report(Stay(unit="t64")), report(Stay(unit="m1"))], ALICE, "script")
    return stream


def shot(stream: str) -> AttackRolled:
    """As Leaguer would rule it."""
    state = handler.state(stream)
    event = next(adjudicate.decide(state, Fire(unit="m1", target="t64"), ALICE, SeededDice(state.muster.seed)))
    assert isinstance(event, AttackRolled)
    return event


def verified(stream: str) -> str:
    said = StringIO()
    call_command("verify", stream, stdout=said, stderr=said)
    return said.getvalue()


def test_dice_of_the_seed_and_of_the_table_are_fair(battle: str) -> None:
    handler.execute(battle, [report(Fire(unit="m1", target="t64", dice=(6, 6, 6, 6)))], ALICE, "script")
    assert unfair(battle, "battle") is None
    assert "1 streams" in verified(battle)


def test_a_row_of_leaguers_own_dice_is_fair(battle: str) -> None:
    slip_in(battle, shot(battle))
    assert unfair(battle, "battle") is None


def test_a_die_that_did_not_fall_is_named(battle: str) -> None:
    honest = shot(battle)
    loaded = msgspec.structs.replace(honest.roll, values=(6, 6, 6, 6))
    slip_in(battle, msgspec.structs.replace(honest, roll=loaded, hits=0, criticals=4))
    fault = unfair(battle, "battle")
    assert fault is not None
    assert fault.position == log.head(battle).position
    assert honest.roll.question in fault.reason
    assert str(list(honest.roll.values)) in fault.reason
    with pytest.raises(CommandError, match="does not hold"):
        verified(battle)


def test_another_seed_disclosed_is_named(battle: str) -> None:
    slip_in(battle, Settled(seed="0" * 64))
    fault = unfair(battle, "battle")
    assert fault is not None
    assert fault.position == log.head(battle).position


def test_a_seed_nobody_is_committed_to_is_named() -> None:
    stream = str(uuid4())
    log.open_stream(stream, "battle")
    slip_in(stream, msgspec.structs.replace(MUSTERED, seed="0" * 64))
    fault = unfair(stream, "battle")
    assert fault is not None
    assert fault.position == 1


def test_what_cannot_be_replayed_is_a_fault_and_no_crash(battle: str) -> None:
    slip_in(battle, msgspec.structs.replace(shot(battle), unit="nobody"))
    fault = unfair(battle, "battle")
    assert fault is not None
    with pytest.raises(CommandError, match="does not hold"):
        verified(battle)


def test_an_erased_seed_leaves_a_log_that_holds(battle: str) -> None:
    assert log.erase(battle, 1, "data.seed")
    assert unfair(battle, "battle") is None
    assert log.verify_stream(battle) is None


def test_streams_of_other_kinds_have_no_dice_here(battle: str) -> None:
    assert unfair(battle, "campaign") is None
