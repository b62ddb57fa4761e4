"""Attacks on several tanks at once, and smoke in place of an attack (R7, R20)."""

from __future__ import annotations

import pytest

from rules import visibility
from rules.systems.modern_age.cards.use import CardUsed
from rules.systems.modern_age.defence.cancels import defence_dice
from rules.systems.modern_age.shooting.attack_roll import AttackRolled
from rules.systems.modern_age.shooting.fire import FireHeld
from rules.systems.modern_age.shooting.rerolls import AttackRerolled
from rules.systems.modern_age.shooting.smoke import SmokeLaid
from tests.rules.modern_age.duels import KEEP, dice_of, duel, first, until
from tests.rules.scenario import Story, happened

# -- several at once ---------------------------------------------------------------------------------------------------

AREA_CARDS = [
    ("M159 Rocket Launcher", "Cobra", 3, "T-64", "T-55"),
    ("UB-32 Rocket Launcher", "T-72", 2, "M1 Abrams", "M60 Patton"),
    ("Bomblet Bombardement", "M109 Howitzer", 3, "T-64", "T-55"),
]


@pytest.mark.parametrize(("card", "model", "dice", "target", "other"), AREA_CARDS)
def test_an_area_attack_is_rolled_for_each_tank(card: str, model: str, dice: int, target: str, other: str) -> None:
    """M159, UB-32, Bomblet Bombardement: fixed dice on the target and every tank close to it, base defence only."""
    friend = "M60 Patton" if target == "T-64" else "T-55"
    story = duel(
        model, target, (card,), friends={"f": friend}, enemies={"u": other}, moves={"a": 1, "t": 2, "f": 1, "u": 2}
    )
    ones = ",".join("1" * dice)
    fire = f"fire a t weapon=area spend=ammo others=u,f cover=yes dice={ones}"
    told = story.when("americans", fire)
    assert happened(CardUsed, discarded="ammo").fits(told.events[0])
    assert happened(AttackRolled, weapon="area", others=("u", "f")).fits(told.events[1])
    through(story, "t")
    assert story.play.after.others == ("u", "f")
    story.when("americans", "pass a").refused("003 R20")
    rolled = first(story.when("americans", f"roll-on a dice={ones}"))
    assert happened(AttackRolled, target="u", others=("f",)).fits(rolled)
    assert rolled.roll.question == "t1/shooting/a/area-2/attack"
    through(story, "u")
    assert first(story.when("americans", f"roll-on a dice={ones}")).roll.question == "t1/shooting/a/area-3/attack"
    through(story, "f")
    assert story.play.after is None or not story.play.after.others
    assert story.play.models["a"].fired


def through(story: Story, unit: str) -> None:
    """The open attack of an area attack, all dice lost: only base defence is rolled against it."""
    model = story.play.models[unit]
    if story.play.shot and not story.play.shot.rerolled:
        story.when("americans", "reroll a")
    if story.play.shot and story.play.shot.target == unit:
        pool = ",".join("1" * model.defence)
        story.when(model.side, f"defend {unit} dice={pool},1").refused("dice", "dice")
        assert story.when(model.side, f"defend {unit} dice={pool}").events


def test_an_area_attack_is_for_tanks() -> None:
    story = duel("Cobra", "Hind", ("M159 Rocket Launcher",), friends={"f": "M60 Patton"}, enemies={"u": "T-55"})
    story.when("americans", "fire a t weapon=area spend=ammo").refused("003 R7", "target")
    story.when("americans", "fire a u weapon=area spend=ammo others=t").refused("003 R7", "others")
    story.when("americans", "fire a u weapon=area spend=ammo others=u").refused("003 R7", "others")
    story.when("americans", "fire a u weapon=area spend=ammo others=f,f").refused("003 R7", "others")
    story.when("americans", "fire a u weapon=area").refused("003 R7", "spend")
    story.when("americans", "fire a u others=f").refused("003 R7", "others")


def test_what_an_area_attack_does_to_friends_is_no_feat() -> None:
    story = duel("Cobra", "T-64", ("M159 Rocket Launcher",), friends={"f": "M60 Patton"}, moves={"a": 1})
    story.when("americans", "fire a t weapon=area spend=ammo others=f dice=1,1,1 swap=no")
    through(story, "t")
    story.when("americans", "roll-on a dice=4,4,1")
    story.when("americans", "defend f dice=1")
    assert story.play.models["f"].damage == 2
    assert {feat.kind for feat in story.play.models["a"].feats} == {"shot"}


def test_nor_is_what_friends_answer_to_it() -> None:
    """Robert Folk shoots back at his own side's helicopter."""
    friends = {"f": "M60 Patton"}
    folk: dict[str, tuple[str, ...]] = {"f": ("Robert Folk",)}
    story = duel("Cobra", "T-64", ("M159 Rocket Launcher",), friends=friends, others=folk, moves={"a": 1})
    story.when("americans", "fire a t weapon=area spend=ammo others=f dice=1,1,1 swap=no")
    through(story, "t")
    story.tell("americans: roll-on a dice=4,4,1\namericans: defend f dice=1\namericans: return-fire f dice=5")
    assert story.play.models["a"].damage == 1
    assert story.play.models["f"].feats == []


def test_what_is_spent_on_one_target_of_an_area_attack_is_not_there_for_the_next() -> None:
    """Extra Ammunition re-rolls the dice on the first tank; the rockets' own card goes on."""
    cards = ("M159 Rocket Launcher", "Extra Ammunition")
    story = duel("Cobra", "T-64", cards, friends={"f": "M60 Patton"}, enemies={"u": "T-55"}, moves={"a": 1})
    rockets, ammo = (card.id for card in story.play.models["a"].cards.values())
    story.tell(f"americans: fire a t weapon=area spend={rockets} others=u dice=1,1,1")
    story.tell(f"americans: reroll a spend={ammo} cards=a dice=1\nsoviets: defend t dice=1")
    assert set(story.play.after.spent) == {f"a/{rockets}", f"a/{ammo}"}
    told = story.when("americans", "roll-on a dice=1,1,1")
    assert happened(AttackRolled, spent=(rockets,)).fits(told.events[0])
    assert [choice.command for choice in visibility.legal(story.state, "soviets") if choice.urgent] == ["Defend"]


# -- smoke -------------------------------------------------------------------------------------------------------------


def test_willie_pete_blinds_a_tank_until_the_shooting_phase_is_over() -> None:
    """Willie Pete: three attack dice less for the target, which is in cover meanwhile."""
    story = duel("M1 Abrams", "T-64", ("Willie Pete",), hidden=("Willie Pete",), friends={"f": "M60 Patton"})
    story.when("americans", "smoke a nobody card=ammo").refused("003 R10", "target")
    story.when("americans", "smoke a t card=gunner").refused("003 R7", "card")
    story.when("americans", "smoke a t card=ammo").then(happened(CardUsed, discarded="ammo"), SmokeLaid)
    assert story.play.models["a"].fired
    story.and_then(FireHeld(unit="f"))
    dice_of(story, "fire t a", 2, side="soviets")


def test_no_card_of_the_enemy_changes_a_tank_s_dice_against_a_helicopter() -> None:
    """R27: smoke is of an upgrade card, Joseph Ortelli a crew card. Its platoon gives it a die at close range."""
    ortelli: dict[str, tuple[str, ...]] = {"c": ("Joseph Ortelli",)}
    story = duel("M1 Abrams", "T-64", ("Willie Pete",), friends={"c": "Cobra"}, others=ortelli, moves={"c": 1})
    story.tell("americans: smoke a t card=ammo")
    until(story, "t")
    dice_of(story, "fire t c close=yes", 4, side="soviets")


def test_a_tank_in_smoke_is_in_cover() -> None:
    """Willie Pete: a friend that fires at it meets a die more (and a Scout's two)."""
    story = duel("M1 Abrams", "BMP-1", ("Willie Pete",), friends={"f": "M60 Patton"}, enemies={"u": "T-55"})
    story.tell("americans: smoke a t card=ammo")
    until(story, "f")
    story.when("americans", f"fire f t dice=4,1,1,1 {KEEP}").then(AttackRolled, AttackRerolled)
    assert defence_dice(story.play, story.play.shot) == 2
    story.tell("soviets: defend t dice=1,1")
    until(story, "u")
    story.tell("soviets: hold-fire u")
    assert story.play.phase == "command"
    assert not story.play.models["t"].boosts


def test_smoke_is_for_tanks_and_goes_with_the_card_or_the_gunner() -> None:
    """Resourceful Gunner goes in place of the Ammo card, which stays."""
    story = duel("M1 Abrams", "Hind", ("Willie Pete", "Resourceful Gunner"), enemies={"u": "T-55"})
    story.when("americans", "smoke a t card=ammo").refused("003 R7", "target")
    story.when("americans", "smoke a u card=ammo instead=ammo").refused("003 R7", "instead")
    story.when("americans", "smoke a u card=ammo instead=gunner").then(
        happened(CardUsed, card="ammo", discarded="gunner", discarded_name="Resourceful Gunner"), SmokeLaid
    )
    cards = story.play.models["a"].cards
    assert (cards["ammo"].gone, cards["gunner"].gone) == (False, True)
