"""What the log says of every ruling, in words and with the numbers it hangs on."""

from __future__ import annotations

from typing import Any

import pytest

from rules.contract import Event, Roll
from rules.systems.fluid_time import SYSTEM
from rules.systems.fluid_time.between import Assessed
from rules.systems.fluid_time.commanders import CommandersTied
from rules.systems.fluid_time.deck import CardDrawn, DeckShuffled
from rules.systems.fluid_time.depth import TurnDeclared
from rules.systems.fluid_time.fighters import FighterHeld, StrikeCancelled, StrikeLetPass
from rules.systems.fluid_time.hits import HitResolved
from rules.systems.fluid_time.impulses import CommanderInvoked, ImpulseBegan, ImpulseEnded
from rules.systems.fluid_time.morale import MoraleChecked
from rules.systems.fluid_time.moving import LeftTable, Moved
from rules.systems.fluid_time.platoons import LastOfPlatoon
from rules.systems.fluid_time.posture import Halted, Observed, TookHullDown, WentOnOverwatch
from rules.systems.fluid_time.shooting import ShotResolved, ShotWasted
from rules.systems.fluid_time.strikes import StrikeClosed, StrikeSent, TargetAttacked
from rules.systems.fluid_time.support import SupportCalled, SupportDiscarded
from rules.systems.fluid_time.turns import DeckDisclosed, TurnEnded
from rules.systems.fluid_time.victory import Conceded
from rules.systems.fluid_time.volleys import FireDeclared

INCH, MM = "tenths of an inch", "mm"
MOVE, BOTH = "germans/panzers_a/move", "germans/panzers_a/half_move_free_action"


def rolled(*values: int, faces: int = 6) -> Roll:
    return Roll("t1/x", faces, values, "table")


SEALED = Roll("deck-1", 2, (), "leaguer", (("turn_over", MOVE),), "0" * 64)


def began(card: str, platoon: str, *grants: str) -> ImpulseBegan:
    return ImpulseBegan(side="germans", card=card, platoon=platoon, grants=grants, units=("tiger",))


def checked(result: str, total: int, **more: Any) -> MoraleChecked:
    said: dict[str, Any] = {"unit": "tiger", "reason": "struck", "roll": rolled(4, 2), "modifier": 1}
    return MoraleChecked(**(said | {"total": total, "result": result} | more))


def moved(**more: Any) -> Moved:
    said: dict[str, Any] = {"unit": "tiger", "over": "open", "length": 85, "measure": INCH, "cost": 85, "reach": 0}
    return Moved(**(said | {"spent": "move"} | more))


def shot(**more: Any) -> ShotResolved:
    said: dict[str, Any] = {"unit": "tiger", "target": "t34", "overwatch": "", "range": "medium", "facing": "front"}
    said |= {"need": 7, "modifiers": (), "roll": rolled(4, faces=10), "hits": 1}
    return ShotResolved(**(said | more))


def hit(effect: str, **more: Any) -> HitResolved:
    said: dict[str, Any] = {"unit": "t34", "source": "tiger", "side": "germans", "cause": "shot", "dice": 2}
    said |= {"roll": rolled(6, 5), "total": 11, "armour": 10, "effect": effect, "effect_roll": rolled(2)}
    return HitResolved(**(said | more))


def called(card: str, kind: str, aircraft: str, *dice: int) -> SupportCalled:
    rolls = tuple(rolled(die) for die in dice)
    return SupportCalled(side="germans", card=card, kind=kind, aircraft=aircraft, rolls=rolls, stage="")


SAID: list[tuple[Event, str]] = [
    (DeckShuffled(turn=2, cards=(MOVE, "turn_over")), "Turn 2: the Command Deck of 2 cards is shuffled."),
    (
        DeckShuffled(turn=2, cards=("turn_over",), order=SEALED),
        "Turn 2: Leaguer shuffles the Command Deck of 1 card and seals its order.",
    ),
    (CardDrawn(card="turn_over", left=1), "Drawn: Turn Over. 1 card is left."),
    (CardDrawn(card=MOVE, left=12), "Drawn: germans, panzers_a: Move. 12 cards are left."),
    (CardDrawn(card="soviets/support", left=0), "Drawn: soviets: Support. 0 cards are left."),
    (CommanderInvoked(side="soviets"), "The commander of soviets plays the Free Action card."),
    (
        CommandersTied(roll=rolled(4), first="soviets"),
        "Both commanders announce their cards at once (4); first comes that of soviets.",
    ),
    (began(MOVE, "panzers_a", "move"), "Impulse of germans, panzers_a: a move for each vehicle."),
    (
        began(BOTH, "panzers_a", "half_move", "free"),
        "Impulse of germans, panzers_a: half a move and a Free Action for each vehicle.",
    ),
    (began("", "", "free"), "Impulse of germans: a Free Action for each vehicle."),
    (checked("passed", 7), "tiger tests its morale (was struck): 4, 2 +1 = 7, passed."),
    (
        checked("passed", 7, steady=True, others=("last_tank",)),
        "tiger tests its morale (was struck, last of its platoon): 4, 2 +1 = 7, passed. Its crew is steady.",
    ),
    (
        checked("suppressed", 5, modifier=-1, reason="rally"),
        "tiger tests its morale (suppressed, to act again): 4, 2 -1 = 5, suppressed.",
    ),
    (
        checked("abandoned", 3, modifier=-3, reason="crew_suppressed"),
        "tiger tests its morale (crew suppressed by a hit): 4, 2 -3 = 3, abandoned by its crew.",
    ),
    (LastOfPlatoon(unit="tiger"), "tiger is the last of its platoon."),
    (moved(), "tiger moves 8.5 in over open ground."),
    (moved(over="rough", length=40, measure=MM, spent=""), "tiger moves on, 4 cm over rough ground."),
    (Halted(unit="tiger", spent="free"), "tiger halts."),
    (WentOnOverwatch(unit="tiger", spent="free"), "tiger goes on overwatch."),
    (TookHullDown(unit="tiger"), "tiger is hull down."),
    (Observed(unit="tiger", note=""), "tiger observes."),
    (Observed(unit="tiger", note="the wood"), "tiger observes: the wood"),
    (LeftTable(unit="tiger", spent="move"), "tiger drives off the table."),
    (ImpulseEnded(side="germans", why="done"), "The Impulse of germans is over."),
    (
        ImpulseEnded(side="germans", why="time", halted=("tiger", "panther")),
        "The time of the Impulse of germans is over. Stationary now: tiger, panther.",
    ),
    (ImpulseEnded(side="germans", why="nobody"), "The Impulse of germans is over: nobody can act."),
    (TurnEnded(turn=3), "Turn 3 is over."),
    (TurnEnded(turn=3, out=(MOVE, BOTH)), "Turn 3 is over. 2 cards stay out of the deck."),
    (DeckDisclosed(turn=3, order=SEALED), "The order of the deck of turn 3 is disclosed."),
    (TurnDeclared(turn=4), "Shots are reported again from turn 4 on."),
    (Conceded(side="germans"), "The field is conceded by germans."),
    (Assessed(unit="tiger", fate="wrecked", crew="fit"), "The hull of tiger can be recovered. Its crew is well."),
    (Assessed(unit="tiger", fate="lost", crew="lost", roll=rolled(2)), "tiger is lost. Its crew is lost. (2)"),
    (
        Assessed(unit="tiger", fate="captured", crew="lost"),
        "tiger is captured by the enemy, who holds the field. Its crew is lost.",
    ),
    # fire
    (FireDeclared(unit="tiger", target="t34"), "tiger aims at t34."),
    (shot(), "tiger fires at t34, medium range. 4, needs 7 or less: 1 hit."),
    (
        shot(roll=rolled(4, 9, 1, faces=10), hits=2, distance=155, measure=INCH),
        "tiger fires at t34, medium range (15.5 in). 4, 9, 1, needs 7 or less: 2 hits.",
    ),
    (
        shot(need=3, hits=0, modifiers=(("target_moving", -1), ("russian_moved", -3)), overwatch="leaves"),
        "tiger fires from overwatch at t34, which leaves its view, medium range. "
        "4, needs 3 or less (target moving -1, Russian on the move -3): a miss.",
    ),
    (
        shot(overwatch="return"),
        "tiger returns the fire of t34 from overwatch, medium range. 4, needs 7 or less: 1 hit.",
    ),
    (shot(range="beyond", need=0, roll=None, hits=0), "tiger fires at t34, out of range. It cannot hit."),
    (
        shot(need=0, roll=None, hits=0, modifiers=(("heavy_concealment", -2),)),
        "tiger fires at t34, medium range. It cannot hit: it needs 0 (heavy concealment -2).",
    ),
    (
        hit("immobile", repeated=True),
        "t34: 6, 5 = 11 against armour 10, penetrated (2): immobilised. "
        "Struck again while suppressed, it makes the tests that wait at -1.",
    ),
    (ShotWasted(unit="tiger", target="t34", why="target"), "The shot of tiger is wasted: t34 is out."),
    (ShotWasted(unit="tiger", target="t34", why="shooter"), "The shot of tiger at t34 is not fired any more."),
    (hit("gun_out"), "t34: 6, 5 = 11 against armour 10, penetrated (2): main gun disabled."),
    (
        hit("none", roll=rolled(1, 2), total=3, effect_roll=None, tests="struck"),
        "t34: 1, 2 = 3 against armour 10: not penetrated. It tests its morale before it acts (was struck).",
    ),
    (
        hit("crew_suppressed", tests="crew_suppressed", repeated=True),
        "t34: 6, 5 = 11 against armour 10, penetrated (2): crew suppressed. "
        "It tests its morale before it acts (crew suppressed by a hit, at -1: struck again while suppressed).",
    ),
    # support
    (called("germans/air_support", "air", "ju_87", 6), "Support for germans (6): an airstrike, Ju 87."),
    (called("soviets/support", "air", "il_2", 1, 5), "Support for germans (1 / 5): an airstrike, Il-2."),
    (called("soviets/support", "none", "", 6), "Support for germans (6): nothing comes."),
    (called("germans/artillery_support", "artillery", ""), "Support for germans: artillery."),
    (
        SupportDiscarded(side="germans", card="germans/air_support"),
        "No observer is in position: “germans: Air Support” is discarded.",
    ),
    (StrikeLetPass(side="soviets"), "The airstrike is let pass by soviets."),
    (FighterHeld(side="germans"), "The fighter of germans is held back."),
    (StrikeCancelled(side="germans"), "The fighter of germans cancels the airstrike."),
    (
        StrikeSent(side="germans", roll=rolled(6), level="all_out", templates=3, entry=5),
        "The strike of germans is sent (6): all-out support, 3 templates. It comes in at 5.",
    ),
    (
        StrikeSent(side="germans", roll=rolled(1), level="low", templates=1),
        "The strike of germans is sent (1): low intensity, 1 template.",
    ),
    (
        TargetAttacked(unit="t34", need=7, roll=rolled(8, faces=10), hit=False),
        "t34 is under a template: 8, needs 7 or less: a miss.",
    ),
    (
        TargetAttacked(unit="t34", need=7, roll=rolled(7, faces=10), hit=True),
        "t34 is under a template: 7, needs 7 or less: a hit.",
    ),
    (
        TargetAttacked(unit="t34", need=0, roll=None, hit=False),
        "t34 is under a template and cannot be hit (needs 0).",
    ),
    (StrikeClosed(side="germans"), "Nobody else is under the templates of germans."),
]


@pytest.mark.parametrize(("event", "text"), SAID, ids=lambda one: type(one).__name__ if isinstance(one, Event) else "")
def test_a_ruling_in_words(event: Event, text: str) -> None:
    assert SYSTEM.narrate(event).text() == text


def test_an_id_among_several_can_be_called_by_its_name() -> None:
    """It is a value by itself, at some depth."""
    told = SYSTEM.narrate(ImpulseEnded(side="germans", why="done", halted=("tiger", "panther")))
    assert {"tiger", "panther"} <= set(values(told))


def values(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    inner = getattr(value, "values", {})
    return [text for one in inner.values() for text in values(one)]
