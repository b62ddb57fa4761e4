"""The defence: dice added, cancelled on threes, rolled again (R28, R32, R8)."""

from __future__ import annotations

import pytest

from rules.systems.modern_age.attack.sequence import AttackResolved
from rules.systems.modern_age.cards.reveal import CardRevealed
from rules.systems.modern_age.cards.use import CardUsed
from rules.systems.modern_age.defence.cancels import DefenceSettled, HitsCancelled, defence_dice
from rules.systems.modern_age.defence.defence_rerolls import DefenceRerolled
from rules.systems.modern_age.defence.defend import DefenceRolled
from rules.systems.modern_age.shooting.attack_roll import AttackRolled
from rules.systems.modern_age.shooting.rerolls import AttackRerolled
from tests.rules.modern_age.duels import KEEP, duel, first, urgent
from tests.rules.scenario import Story, happened


def under_fire(story: Story, more: str = "", dice: str = "") -> Story:
    """`t` is attacked and not re-rolled against; it has not rolled yet."""
    told = story.when("americans", f"fire a t {more} {'dice=' + dice if dice else ''}")
    assert told._refused is None, told._refused
    while (shot := story.play.shot) and not shot.defended:
        asks = urgent(story, "americans")
        if not asks:
            break
        story.tell("americans: " + ("reroll a" if asks[0] == "Reroll" else "swap a swap=no"))
    return story


def pool(story: Story) -> int:
    return defence_dice(story.play, story.play.shot)


# -- the pool ----------------------------------------------------------------------------------------------------------

POOLS = [
    ("Sean Bannon", "T-64", "M1 Abrams", "", {}, 3, 2),
    ("David Mason", "T-64", "M1 Abrams", "", {}, 3, 2),
    ("Kontact-5", "M1 Abrams", "T-64", "", {}, 2, 1),
    ("Grisha Malakov", "M1 Abrams", "T-64", "", {}, 2, 1),
    ("Paul Durand", "T-64", "AMX-30", "", {}, 2, 1),
    ("Camouflage Netting", "M1 Abrams", "T-64", "", {}, 2, 1),
    ("Camouflage Netting", "M1 Abrams", "T-64", "", {"t": 1}, 2, 2),
    ("ERA", "M901 ITV", "T-64", "weapon=missiles", {}, 2, 1),
    ("ERA", "M1 Abrams", "T-64", "", {}, 1, 1),
    ("Risky Driver", "M1 Abrams", "T-64", "close=yes", {"a": 1}, 2, 1),
    ("Risky Pilot", "M1 Abrams", "Hind", "close=yes", {"t": 1}, 4, 3),
    ("Harry Stevens", "T-64", "Cobra", "", {}, 4, 3),
]


@pytest.mark.parametrize(("card", "shooter", "target", "more", "moves", "with_it", "without"), POOLS)
def test_the_defence_pool_of_a_card(
    card: str, shooter: str, target: str, more: str, moves: dict[str, int], with_it: int, without: int
) -> None:
    """Bannon, Mason, Kontact-5, Malakov, Durand, Camouflage Netting, ERA, Risky Driver, Risky Pilot, Stevens."""
    spare = {"u": "M60 Patton" if target == "Cobra" else "T-55"} if target in ("Cobra", "Hind") else {}
    for cards, count in (((card,), with_it), ((), without)):
        story = under_fire(duel(shooter, target, (), cards, moves=moves, enemies=spare), more)
        assert pool(story) == count


def test_charles_leslie_out_of_cover() -> None:
    """Base 1, one move, and his die or that of cover; without him one less out of cover."""
    for cards, cover, count in ((("Charles Leslie",), "no", 3), (("Charles Leslie",), "yes", 3), ((), "no", 2)):
        story = duel("T-64", "Chieftain", (), cards, moves={"t": 1})
        assert pool(under_fire(story, f"cover={cover}")) == count


def test_charging_commander_in_the_turn_he_is_turned_up() -> None:
    """Charging Commander: a die against tanks close by."""
    card = ("Charging Commander",)
    for used, close, count in ((True, "yes", 1), (True, "no", 1), (False, "yes", 0)):
        story = duel("T-64", "AMX-30", (), card, hidden=card)
        story.and_then(CardRevealed(unit="t", card="commander", name=card[0], used=used))
        told = story.when(
            "americans", f"fire a t close={close} dice={'1,1,1,1,1,1' if close == 'yes' else '1,1,1,1,1'}"
        )
        assert told._refused is None, told._refused
        assert pool(story) == count


def test_joel_schrader_defends_worse_in_the_turn_he_is_turned_up() -> None:
    card = ("Joel Schrader",)
    story = duel("T-64", "M1 Abrams", (), card, hidden=card)
    story.and_then(CardRevealed(unit="t", card="commander", name=card[0], used=True))
    assert pool(under_fire(story)) == 1


def test_clement_martin_always_shoots_from_the_side() -> None:
    for cards, count in ((("Clément Martin",), 1), ((), 2)):
        story = duel("Gazelle (20mm)", "T-64", cards, moves={"t": 1}, friends={"f": "AMX-30"})
        assert pool(under_fire(story)) == count


# -- countermeasures ---------------------------------------------------------------------------------------------------


def test_countermeasures_let_threes_cancel() -> None:
    """Countermeasures: spent before the roll, face down or not; a three is the shooter's pick."""
    card = ("Countermeasures",)
    story = under_fire(duel("M1 Abrams", "Hind", (), card, hidden=card, enemies={"u": "T-55"}), dice="4,4,6")
    story.when("soviets", "defend t spend=pilot dice=3,3,1").refused("003 R7", "spend")
    story.when("soviets", "defend t spend=equipment dice=3,3,1").then(
        happened(CardUsed, card="equipment", discarded="equipment"),
        happened(DefenceRolled, cancelled_hits=2, cancelled_criticals=0, hits=0, criticals=1),
    )
    assert story.play.models["t"].cards["equipment"].gone
    plain = under_fire(duel("M1 Abrams", "Hind", (), card, enemies={"u": "T-55"}), dice="4,4,6")
    told = plain.when("soviets", "defend t dice=3,3,1")
    assert happened(DefenceRolled, hits=2, criticals=1).fits(told.events[0])


# -- dice rolled again -------------------------------------------------------------------------------------------------

REROLLS = [
    ("Defensive Driver", "T-64", {}, "", True),
    ("Daring Driver", "T-64", {}, "", True),
    ("Daring Driver", "T-64", {}, "cover=yes", False),
    ("Defensive Pilot", "Hind", {}, "", True),
    ("Daring Pilot", "Hind", {}, "", True),
    ("Daring Pilot", "Hind", {}, "cover=yes", False),
    ("Applique Armour", "T-64", {}, "", True),
    ("John Davison", "Lynx", {"t": 1}, "", True),
    ("John Davison", "Lynx", {}, "", False),
    ("Henri Delacroix", "AMX-30", {"t": 1}, "", True),
    ("Henri Delacroix", "AMX-30", {}, "", False),
]


@pytest.mark.parametrize(("card", "target", "moves", "more", "again"), REROLLS)
def test_one_defence_die_again_by_a_card(card: str, target: str, moves: dict[str, int], more: str, again: bool) -> None:
    """Defensive and Daring Driver and Pilot, Applique Armour, John Davison, Henri Delacroix."""
    spare = {"Hind": {"u": "T-55"}, "Lynx": {"u": "Chieftain"}}.get(target, {})
    story = duel("M60 Patton", target, (), (card,), moves={"a": 1} | moves, enemies=spare)
    under_fire(story, more)
    dice = ",".join(["1"] * pool(story))
    told = story.when("soviets", f"defend t dice={dice}")
    assert first(told).settled is not again
    if again:
        story.when("soviets", "reroll-defence t again=a,b dice=4,4").refused("003 R7", "again")
        told = story.when("soviets", "reroll-defence t again=a dice=4")
        assert happened(DefenceRerolled, again=("a",)).fits(told.events[0])
        assert first(told).faces == (4, *([1] * (len(dice.split(",")) - 1)))
        assert isinstance(told.events[1], HitsCancelled)


def test_a_defence_die_is_rolled_again_once() -> None:
    """R8."""
    story = under_fire(duel("M1 Abrams", "T-64", (), ("Defensive Driver", "Applique Armour"), moves={"t": 1}))
    story.tell("soviets: defend t dice=1,1")
    story.when("soviets", "reroll-defence t again=a,a dice=4,4").refused("003 R8", "again")
    story.when("soviets", "reroll-defence t again=c dice=4").refused("003 R8", "again")
    story.when("soviets", "reroll-defence t spend=driver again=a").refused("003 R7", "spend")
    story.when("soviets", "reroll-defence t pay=armour again=a").refused("003 R7", "pay")
    told = story.when("soviets", "reroll-defence t again=a,b dice=5,6")
    assert happened(DefenceRerolled, faces=(5, 6)).fits(told.events[0])
    story.when("soviets", "reroll-defence t again=a dice=4").refused("003 R20")


def test_the_dice_may_be_kept() -> None:
    story = under_fire(duel("M1 Abrams", "T-64", (), ("Defensive Driver",)), dice="4,4,1,1")
    story.when("soviets", "defend t dice=4").then(happened(DefenceRolled, settled=False))
    told = story.when("soviets", "reroll-defence t")
    told.then(
        happened(DefenceRerolled, again=(), faces=(4,)),
        happened(HitsCancelled, hits=1),
        happened(DefenceSettled, hits=1),
        happened(AttackResolved, damage=1),
    )


def test_what_the_target_s_sixes_take_may_be_said_with_the_dice_rolled_again() -> None:
    story = under_fire(duel("M1 Abrams", "T-64", (), ("Defensive Driver",)), dice="4,6,1,1")
    story.tell("soviets: defend t dice=1")
    told = story.when("soviets", "reroll-defence t again=a dice=6 target_cancels=0")
    assert happened(HitsCancelled, hits=0, criticals=1).fits(told.events[1])


def test_first_panzer_with_no_friend_close_by() -> None:
    """Steadfast: the table tells of friends; nobody is asked where there is no such rule."""
    story = under_fire(duel("T-64", "Leopard 1", moves={"a": 1}))
    told = story.when("soviets", "defend t told=target_near_friend dice=1,1")
    assert happened(DefenceRolled, settled=True, told=("target_near_friend",)).fits(told.events[0])
    alone = under_fire(duel("T-64", "Leopard 1", moves={"a": 1}))
    alone.when("soviets", "defend t dice=1,1").then(happened(DefenceRolled, settled=False))
    plain = under_fire(duel("M1 Abrams", "T-64"))
    plain.when("soviets", "defend t told=target_near_friend dice=1").refused("003 R7", "told")


def test_knife_fighter_close_to_an_enemy() -> None:
    """Knife Fighter: the shooter close by counts without a word, another enemy is told of."""
    for more, told, again in (("", "", False), ("", "told=target_near_enemy", True), ("close=yes", "", True)):
        story = under_fire(duel("M60 Patton", "Chieftain", (), ("Knife Fighter",), moves={"t": 1}), more)
        dice = ",".join(["1"] * pool(story))
        report = story.when("soviets", f"defend t {told} dice={dice}")
        assert first(report).settled is not again
    close = under_fire(duel("M60 Patton", "Chieftain", (), ("Knife Fighter",), moves={"t": 1}), "close=yes")
    close.when("soviets", "defend t told=target_near_enemy").refused("003 R7", "told")


def test_defensive_manoeuvres_re_roll_the_pool() -> None:
    """Defensive Manoeuvres: face up, spent for it."""
    card = ("Defensive Manoeuvres",)
    story = under_fire(duel("M1 Abrams", "Hind", (), card, enemies={"u": "T-55"}), dice="4,4,6")
    story.tell("soviets: defend t dice=1,1,2")
    story.when("soviets", "reroll-defence t again=a").refused("003 R7", "again")
    story.when("soviets", "reroll-defence t spend=doctrine").refused("003 R7", "again")
    told = story.when("soviets", "reroll-defence t spend=doctrine again=a,b,c dice=4,4,6")
    assert happened(CardUsed, card="doctrine", discarded="doctrine").fits(told.events[0])
    assert happened(HitsCancelled, hits=0, criticals=0).fits(told.events[2])
    before = duel("M1 Abrams", "Hind", (), card, hidden=card, enemies={"u": "T-55"}, edition="2018.2")
    down = under_fire(before, dice="4,4,6")
    down.when("soviets", "defend t dice=1,1,2").then(happened(DefenceRolled, settled=True))


def test_clever_mechanic_gives_up_an_upgrade_for_two_dice() -> None:
    """Clever Mechanic: any upgrade, face down or not, no crew; and the dice others allow besides."""
    cards = ("Clever Mechanic", "Applique Armour", "Ambush")
    story = under_fire(duel("T-64", "M1 Abrams", (), cards, hidden=("Ambush",), moves={"t": 1, "a": 1}))
    story.tell("soviets: defend t dice=1,1,1,1")
    story.when("soviets", "reroll-defence t again=a,b dice=4,4").refused("003 R7", "again")
    story.when("soviets", "reroll-defence t again=a pay=driver dice=4").refused("003 R7", "pay")
    story.when("soviets", "reroll-defence t again=a pay=doctrine spend=driver dice=4").refused("003 R7", "pay")
    told = story.when("soviets", "reroll-defence t again=a,b,c pay=doctrine dice=4,4,4")
    assert happened(CardUsed, card="driver", discarded="doctrine", discarded_name="Ambush").fits(told.events[0])
    assert happened(DefenceRerolled, faces=(4, 4, 4, 1)).fits(told.events[1])
    assert not story.play.models["t"].cards["driver"].gone
    bare = under_fire(duel("T-64", "M1 Abrams", (), ("Clever Mechanic",)))
    told = bare.when("soviets", "defend t dice=1,1")
    assert happened(DefenceRolled, settled=True).fits(told.events[0])


def test_everything_at_once_waits_for_the_target_s_re_roll() -> None:
    story = duel("M1 Abrams", "T-64", (), ("Defensive Driver",))
    told = story.when("americans", f"fire a t dice=4,4,1,1 {KEEP} defence=1")
    assert [type(event) for event in told.events] == [AttackRolled, AttackRerolled, DefenceRolled]
    assert urgent(story, "soviets") == ["RerollDefence"]
