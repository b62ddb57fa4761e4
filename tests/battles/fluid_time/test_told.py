"""Fluid Time through the door: what cards, commanders, crews and aircraft do to one another, one report at a time."""

from __future__ import annotations

import pytest

from rules.contract import Refused
from rules.systems.fluid_time.hits import HitResolved
from rules.systems.fluid_time.impulses import CommanderInvoked, ImpulseBegan, ImpulseEnded
from rules.systems.fluid_time.morale import MoraleChecked
from rules.systems.fluid_time.platoons import LastOfPlatoon
from rules.systems.fluid_time.shooting import ShotResolved
from rules.systems.fluid_time.strikes import StrikeSent
from tests.battles.fluid_time.dealt import ALICE, OVER, dealt
from tests.rules.fluid_time.table import FREE, T34, TIGER, TWO

pytestmark = pytest.mark.django_db
RUSSIANS_MOVE, RUSSIANS_FREE = "soviets/tankovy/move", "soviets/tankovy/free_action"
AIMED = "aim tiger t34"
DESTROYED, SUPPRESSED, IMMOBILE = (
    f"fire tiger short front hit=1 damage=6,6,6,6,6,6 effect={effect}" for effect in (6, 1, 3)
)
PLATOON = {**TWO, "second": (T34, "soviets/tankovy")}


def test_overwatch_interrupts_a_move() -> None:
    """Tiger sees the T-34 come, misses it, and is on overwatch no more; the T-34 goes on with the same move."""
    battle = dealt(FREE, RUSSIANS_MOVE, OVER).alice("draw").carol("go-on-overwatch tiger by=free")
    battle.carol("end-impulse germans").alice("draw").bob("move t34 30 by=move")
    battle.carol("overwatch-fire tiger t34 enters short front hit=10").bob("move t34 80 by=on")
    shot = battle.last(ShotResolved)
    assert (shot.overwatch, shot.hits, dict(shot.modifiers)["target_moving"]) == ("enters", 0, -1)
    assert battle.told()[-3:] == ["Moved", "ShotResolved", "Moved"]
    assert (battle.unit("t34").reach, battle.unit("t34").moving, battle.unit("tiger").overwatch) == (0, True, False)
    with pytest.raises(Refused, match="not on overwatch"):
        battle.carol("overwatch-fire tiger t34 leaves short flank")


def test_a_move_that_overwatch_has_stopped_goes_no_further() -> None:
    battle = dealt(FREE, RUSSIANS_MOVE, OVER).alice("draw").carol("go-on-overwatch tiger by=free")
    battle.carol("end-impulse germans").alice("draw").bob("move t34 30 by=move")
    battle.carol("overwatch-fire tiger t34 enters short front hit=1 damage=6,6,6,6,6,6 effect=3")
    assert (battle.last(HitResolved).effect, battle.unit("t34").immobile) == ("immobile", True)
    with pytest.raises(Refused) as refused:
        battle.bob("move t34 10 by=on")
    assert refused.value.field in ("unit", "by")
    battle.bob("end-impulse soviets").verified()


def test_overwatch_answers_until_the_next_card_is_drawn() -> None:
    battle = dealt(FREE, RUSSIANS_MOVE, OVER).alice("draw").carol("go-on-overwatch tiger by=free")
    battle.carol("end-impulse germans").alice("draw").bob("move t34 30 by=move", "end-impulse soviets")
    battle.carol("overwatch-fire tiger t34 leaves short rear hit=10")
    assert battle.told()[-1] == "ShotResolved"
    with pytest.raises(Refused, match="not on overwatch"):
        battle.carol("overwatch-fire tiger t34 leaves short rear")


def test_a_commander_acts_between_two_draws_and_changes_none() -> None:
    cards = (FREE, RUSSIANS_FREE, RUSSIANS_MOVE, OVER)
    battle = dealt(*cards).alice("draw").carol("end-impulse germans")
    battle.bob("invoke-commander soviets", "aim t34 tiger", "fire t34 short front hit=10", "end-impulse soviets")
    assert battle.told()[-5:] == ["CommanderInvoked", "ImpulseBegan", "FireDeclared", "ShotResolved", "ImpulseEnded"]
    began = battle.last(ImpulseBegan)
    assert (began.card, began.platoon, began.grants) == ("", "", ("free",))
    with pytest.raises(Refused):
        battle.bob("invoke-commander soviets")
    battle.alice("draw", "end-impulse soviets", "draw", "end-impulse soviets", "draw")
    assert battle.drawn() == list(cards)
    battle.alice("shuffle").bob("invoke-commander soviets")  # before the first draw of the next turn
    battle.verified()


def test_of_two_commanders_who_announce_at_once_a_die_says_who_acts_first() -> None:
    battle = dealt(FREE, OVER).alice("invoke-together die=4")
    assert [event.side for event in battle.events() if type(event) is CommanderInvoked] == ["soviets"]
    with pytest.raises(Refused):
        battle.alice("draw")
    battle.bob("end-impulse soviets")
    assert [event.side for event in battle.events() if type(event) is CommanderInvoked] == ["soviets", "germans"]
    battle.carol("end-impulse germans").alice("draw")
    assert battle.drawn() == [FREE]


def test_a_held_fighter_cancels_a_strike() -> None:
    battle = dealt("germans/air_support", "soviets/support", FREE, OVER).alice("draw")
    battle.carol("call-support germans observer=yes aircraft=3", "hold-fighter germans").alice("draw")
    battle.bob("call-support soviets observer=yes kind=1 aircraft=6")
    with pytest.raises(Refused):
        battle.bob("send-strike soviets")  # the germans speak first
    battle.carol("cancel-strike germans")
    assert battle.told()[-4:] == ["FighterHeld", "CardDrawn", "SupportCalled", "StrikeCancelled"]
    assert (battle.play.held, battle.play.phase) == ((), "gap")
    battle.alice("draw", "end-impulse germans", "draw").verified()


def test_a_fighter_held_to_the_end_of_the_turn_lapses() -> None:
    battle = dealt("germans/air_support", OVER, "soviets/support").alice("draw")
    battle.carol("call-support germans observer=yes aircraft=4", "hold-fighter germans")
    assert list(battle.play.held) == ["germans"]
    battle.alice("draw")
    assert (battle.told()[-3:], list(battle.play.held)) == (["CardDrawn", "TurnEnded", "DeckDisclosed"], [])


def test_a_strike_attacks_both_sides_and_ends_with_the_last_target() -> None:
    battle = dealt("soviets/support", OVER).alice("draw")
    battle.bob("call-support soviets observer=yes kind=2 aircraft=5", "send-strike soviets entry=2 intensity=6")
    sent = battle.last(StrikeSent)
    assert (sent.level, sent.templates, sent.entry) == ("all_out", 3, 2)
    battle.bob("strike t34 hit=10", "strike tiger hit=1 damage=6,6,6,6 effect=2")
    assert battle.unit("tiger").gun_out
    assert battle.told()[-4:] == ["TargetAttacked", "TargetAttacked", "HitResolved", "StrikeClosed"]


def test_a_suppressed_crew_fails_its_test_and_passes_it_later() -> None:
    battle = dealt(FREE, RUSSIANS_FREE, OVER).alice("draw").carol(AIMED, SUPPRESSED, "end-impulse germans")
    assert (battle.unit("t34").suppressed, battle.unit("t34").tests) == (True, ("crew_suppressed",))
    battle.alice("draw")
    with pytest.raises(Refused, match="test its morale"):
        battle.bob("aim t34 tiger")
    battle.bob("check-morale t34 dice=2,4")
    assert battle.told()[-2:] == ["MoraleChecked", "ImpulseEnded"]  # nobody else is left to act
    assert (battle.unit("t34").suppressed, battle.last(ImpulseEnded).why) == (True, "nobody")
    battle.bob("invoke-commander soviets", "check-morale t34 dice=3,4")
    checked = battle.last(MoraleChecked)
    assert (checked.reason, checked.total, checked.steady, battle.unit("t34").suppressed) == ("rally", 7, True, False)
    battle.bob("aim t34 tiger", "fire t34 short front hit=10").verified()


def test_a_crew_that_fails_badly_abandons_its_tank() -> None:
    battle = dealt(FREE, RUSSIANS_FREE, OVER, units=PLATOON).alice("draw")
    battle.carol(AIMED, SUPPRESSED, "end-impulse germans").alice("draw").bob("check-morale t34 dice=1,2")
    assert battle.unit("t34").presence == "abandoned"
    assert battle.told()[-2:] == ["MoraleChecked", "LastOfPlatoon"]
    assert battle.last(LastOfPlatoon).unit == "second"


def test_the_last_tank_of_a_platoon_tests_before_it_acts() -> None:
    battle = dealt(FREE, RUSSIANS_FREE, OVER, units=PLATOON).alice("draw").carol(AIMED, DESTROYED)
    assert battle.told()[-2:] == ["HitResolved", "LastOfPlatoon"]
    battle.carol("end-impulse germans").alice("draw")
    with pytest.raises(Refused, match="test its morale"):
        battle.bob("observe second")
    battle.bob("check-morale second dice=5,5", "observe second note=smoke")
    assert (battle.last(MoraleChecked).reason, battle.unit("second").tests) == ("last_tank", ())
    battle.alice("end-impulse soviets", "draw").verified()


def test_the_last_tank_of_a_side_ends_the_battle() -> None:
    battle = dealt(FREE, OVER).alice("draw").carol(AIMED, DESTROYED)
    assert (battle.unit("t34").presence, battle.sheet.status) == ("exploded", "over")
    battle.settle()
    battle.verified()


def test_a_battle_is_played_to_its_settlement_and_holds() -> None:
    """Two turns with Leaguer's own dice, a shot that ends it, confirmed by both, seen to by the clerk."""
    battle = dealt(FREE, RUSSIANS_MOVE, "germans/artillery_support", OVER)
    battle.alice("draw").carol(AIMED, "fire tiger long front", "end-impulse germans").alice("draw")
    if battle.play.phase == "impulse":
        battle.bob("end-impulse soviets")
    battle.alice("draw").carol("call-support germans observer=no").alice("draw", "shuffle")
    battle.carol("invoke-commander germans", AIMED, DESTROYED).settle()
    assert battle.told()[-2:] == ["Settled", "Reseeded"]
    deck, seals = battle.deck(), [roll for roll in battle.rolls() if roll.sealed]
    assert [bool(roll.salt) for roll in seals] == [False, True, False]
    assert (seals[1], seals[2].sealed) == (deck, battle.deck(2).sealed)
    battle.verified()


def test_the_platoons_that_are_dealt_to_are_the_ones_that_were_named() -> None:
    units = {"tiger": (TIGER, "germans/specials"), **{id: unit for id, unit in PLATOON.items() if id != "tiger"}}
    battle = dealt(FREE, OVER, units=units).alice("draw")
    assert battle.told()[-2:] == ["CardDrawn", "ImpulseEnded"]  # nobody is in that platoon
    assert battle.last(ImpulseEnded).why == "nobody"
    assert battle.tell(ALICE, "draw", dry_run=True).answers[0].asked is not None
