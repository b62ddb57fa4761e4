"""The rulebook's running example and its printed dice pools, told to the door of a battle (003 pp. 16-18)."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from battles import handler
from battles.reports import Report
from rules.adjudicate import Who
from rules.contract import Command, Event, Refused
from rules.stream import codec
from rules.systems.modern_age.criticals.draws import CriticalDrawn
from rules.systems.modern_age.defence.defend import DefenceRolled
from rules.systems.modern_age.movement import Move, Stay
from rules.systems.modern_age.shooting.attack_roll import AttackRolled
from rules.systems.modern_age.shooting.fire import Fire
from tests.rules.modern_age import musters

pytestmark = pytest.mark.django_db
ALICE = Who("alice", referee=True)


def report(command: Command) -> Report:
    return Report(str(uuid4()), type(command).__name__, codec.encode(command))


def told(stream: str, *commands: Command) -> list[Event]:
    """What follows from the last of them."""
    receipts = [handler.execute(stream, [report(command)], ALICE, "api") for command in commands]
    return [fact.event for fact in receipts[-1].answers[0].events]


def begun(*moves: Command) -> str:
    """Your first game, set up as printed, and moved: the T-64 first, for it has the lower initiative."""
    stream = str(uuid4())
    handler.open_battle(stream, report(musters.first_game(critical_deck="house")), ALICE, "script")
    told(stream, *moves)
    return stream


def one(events: list[Event], kind: type[Event]) -> Any:
    (found,) = (event for event in events if isinstance(event, kind))
    return found


def test_bannon_fires_at_the_t64_in_the_woods() -> None:
    """2, 5, 6, 6 against 1, 2, 4, 6: the target's six takes a critical, the shooter's choice the hit; one is left."""
    stream = begun(Move(unit="t64", moves=2), Move(unit="m1", moves=1))
    shot = Fire(unit="m1", target="t64", cover=True, close=True, dice=(2, 5, 6, 6), defence=(1, 2, 4, 6))
    events = told(stream, shot)
    attack, defence = one(events, AttackRolled), one(events, DefenceRolled)
    assert (attack.hits, attack.criticals) == (1, 2)
    assert (defence.cancelled_hits, defence.cancelled_criticals) == (1, 1)
    assert (defence.hits, defence.criticals) == (0, 1)
    assert [event.unit for event in events if isinstance(event, CriticalDrawn)] == ["t64"]


@pytest.mark.parametrize("dice", [(1, 2, 4), (1, 2, 4, 6, 6)])
def test_the_t64_has_four_defence_dice(dice: tuple[int, ...]) -> None:
    """B12: 1, and 1 for the shooter's move, 2 for its own, 1 for cover, less 1 at close range."""
    stream = begun(Move(unit="t64", moves=2), Move(unit="m1", moves=1))
    shot = Fire(unit="m1", target="t64", cover=True, close=True, dice=(2, 5, 6, 6), defence=dice)
    with pytest.raises(Refused) as refused:
        told(stream, shot)
    assert (refused.value.field, refused.value.text.values["count"]) == ("defence", 4)


def test_the_m1_has_three_defence_dice_from_its_side() -> None:
    """B12: 2, and 1 for cover, 1 for the shooter's move, less 1 for the side shot."""
    stream = begun(Move(unit="t64", moves=1), Stay(unit="m1"))
    told(stream, Fire(unit="m1", target="t64", dice=(1, 1, 1, 1), defence=(1, 1)))
    shot = Fire(unit="t64", target="m1", cover=True, side_shot=True, dice=(4, 4, 4, 4, 4), defence=(1, 1, 1, 1))
    with pytest.raises(Refused) as refused:
        told(stream, shot)
    assert refused.value.text.values["count"] == 3
