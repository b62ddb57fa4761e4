"""What may follow an attack: a second one, an Ammo card back, a free move, or nothing (R5, R7, R20)."""

from __future__ import annotations

import msgspec
import pytest

from rules import visibility
from rules.systems.modern_age import SYSTEM
from rules.systems.modern_age.attack.sequence import AttackClosed, AttackResolved
from rules.systems.modern_age.cards.reveal import CardRevealed
from rules.systems.modern_age.cards.use import CardUsed
from rules.systems.modern_age.defence.defend import DefenceRolled
from rules.systems.modern_age.free_moves import FreelyMoved
from rules.systems.modern_age.shooting.ammo import CardRefunded
from rules.systems.modern_age.shooting.attack_roll import AttackRolled
from rules.systems.modern_age.shooting.rerolls import AttackRerolled, rerolls
from rules.systems.modern_age.shooting.smoke import SmokeLaid
from tests.rules.modern_age.duels import KEEP, duel, first, until, urgent
from tests.rules.modern_age.musters import ace, damaged, shooting
from tests.rules.scenario import Story, happened


def fired(story: Story, more: str, defence: str = "") -> Story:
    """The attack of `a`, to its end."""
    report = f"fire a t {more} {KEEP} {'defence=' + defence if defence else ''}"
    told = story.when("americans", report)
    assert told._refused is None, told._refused
    assert story.play.shot is None, visibility.legal(story.state, "americans")
    return story


def following(story: Story) -> list[str]:
    return urgent(story, "americans")


# -- a second attack ---------------------------------------------------------------------------------------------------


def test_connor_styles_attacks_again_when_nothing_is_left_uncancelled() -> None:
    story = fired(duel("M1 Abrams", "T-64", ("Connor Styles",), enemies={"u": "T-55"}), "dice=4,1,1,1", "4")
    assert following(story) == ["FireAgain", "Pass"]
    story.when("soviets", "fire t a").refused("003 R20")
    story.when("americans", "fire-again a u card=loader").refused("003 R7", "card")
    story.when("americans", "fire-again t u card=gunner").refused("battle", "by")
    story.when("americans", "fire-again a u card=gunner dice=4,4,1,1").then(
        happened(AttackRolled, target="u", again="gunner", weapon="gun", extra=False)
    )
    assert story.play.shot.question == "t1/again/a"
    story.tell("americans: reroll a")
    told = story.when("soviets", "defend u dice=4")
    assert happened(AttackResolved, damage=1).fits(told.events[-1])
    assert story.play.after is None


def test_connor_styles_attacks_once_more_only() -> None:
    story = fired(duel("M1 Abrams", "T-64", ("Connor Styles",)), "dice=1,1,1,1", "1")
    story.tell("americans: fire-again a t card=gunner dice=1,1,1,1\namericans: reroll a")
    told = story.when("soviets", "defend t dice=1")
    assert happened(AttackResolved, follows=False).fits(told.events[-1])
    assert following(story) == []


def test_an_ammo_card_may_be_brought_back_before_the_second_attack_or_after_it() -> None:
    """David Mason rolls for every use of the card, and Connor Styles still attacks once more."""
    cards = ("Connor Styles", "David Mason", "Extra Ammunition")
    story = duel("M1 Abrams", "T-64", cards)
    story.tell(
        "americans: fire a t dice=1,1,1,1\namericans: reroll a spend=ammo cards=a dice=1\nsoviets: defend t dice=1"
    )
    assert following(story) == ["FireAgain", "Refund", "Pass"]
    told = story.when("americans", "refund a loader dice=5")
    told.then(happened(CardRefunded, back=True))
    assert following(story) == ["FireAgain", "Pass"]
    story.tell("americans: fire-again a t card=gunner dice=1,1,1,1\namericans: reroll a spend=ammo cards=a dice=1")
    story.tell("soviets: defend t dice=1")
    assert following(story) == ["Refund", "Pass"]
    told = story.when("americans", "refund a loader dice=4")
    told.then(happened(CardRefunded, back=False), AttackClosed)
    assert first(told).roll.question == "t1/again/refund/a/ammo"


def test_the_last_stand_has_a_refund_of_its_own() -> None:
    """A die that Leaguer rolled after the turn's own attack is not the one of the last stand."""
    story = duel("M1 Abrams", "T-64", ("Sean Bannon", "David Mason", "Silver Bullet"))
    fired(story, "spend=ammo dice=1,1,1,1,1", "1").tell("americans: refund a loader dice=5")
    until(damaged(story, "a", 7), "a")
    fired(story, "spend=ammo dice=1,1,1,1,1", "1")
    assert first(story.when("americans", "refund a loader")).roll.question == "t1/final-fury/refund/a/ammo"


def test_connor_styles_does_not_attack_again_after_a_hit() -> None:
    story = fired(duel("M1 Abrams", "T-64", ("Connor Styles",)), "dice=4,1,1,1", "1")
    assert story.play.after is None


def test_connor_styles_adds_a_die_to_missiles_and_may_use_them_again() -> None:
    story = duel("M901 ITV", "T-64", ("Connor Styles",))
    fired(story, "weapon=missiles dice=1,1,1,1,1", "1")
    assert {choice.given.get("weapon") for choice in visibility.legal(story.state, "americans")} >= {"missiles"}
    story.when("americans", "fire-again a t card=gunner").refused("003 A6", "weapon")
    told = story.when("americans", "fire-again a t card=gunner weapon=missiles dice=1,1,1,1,1")
    assert happened(AttackRolled, weapon="missiles").fits(told.events[0])


def test_a_gunner_face_down_might_be_connor_styles() -> None:
    """R5: his owner is asked as if he were; turned up as somebody else the attack is closed."""
    other = ("Bloodthirsty Gunner",)
    story = fired(duel("M1 Abrams", "T-64", other, hidden=other), "dice=1,1,1,1", "1")
    assert following(story) == ["Pass"]
    story.when("americans", "reveal a gunner").then(CardRevealed, AttackClosed)
    he = ("Connor Styles",)
    story = fired(duel("M1 Abrams", "T-64", he, hidden=he), "dice=1,1,1,1", "1")
    assert following(story) == ["Pass"]
    story.when("americans", "fire-again a t card=gunner").refused("003 R7", "card")
    story.when("americans", "reveal a gunner").then(CardRevealed)
    assert following(story) == ["FireAgain", "Pass"]
    driver = ("Cunning Driver",)
    assert fired(duel("M1 Abrams", "T-64", driver, hidden=driver), "dice=1,1,1,1", "1").play.after is None


def test_pass_closes_the_attack() -> None:
    other = ("Bloodthirsty Gunner",)
    story = fired(duel("M1 Abrams", "T-64", other, hidden=other), "dice=1,1,1,1", "1")
    story.when("soviets", "pass a").refused("battle", "by")
    story.when("americans", "pass a").then(AttackClosed)
    story.when("americans", "pass a").refused("003 R20")
    assert story.play.models["a"].fired


def test_jurgen_schmidt_is_turned_up_for_a_second_attack_on_the_same_target() -> None:
    """Jurgen Schmidt: four dice of his own, only when he is turned up right after the attack."""
    he = ("Jurgen Schmidt",)
    before = duel("Leopard 1", "T-64", he, hidden=he, enemies={"u": "T-55"}, edition="2018.2")
    story = fired(before, "dice=4,1,1,1", "1")
    assert following(story) == ["Pass"]
    told = story.when("americans", "reveal a gunner")
    told.then(happened(CardRevealed, used=True))
    assert following(story) == ["FireAgain", "Pass"]
    story.when("americans", "fire-again a u card=gunner").refused("003 R7", "target")
    story.when("americans", "fire-again a t card=gunner weapon=missiles").refused("003 R7", "weapon")
    story.when("americans", "fire-again a t card=gunner dice=1,1,1,1").then(happened(AttackRolled, weapon="fixed"))
    story.tell("americans: reroll a")
    told = story.when("soviets", "defend t dice=1")
    assert happened(AttackResolved, follows=False).fits(told.events[-1])


def test_jurgen_schmidt_turned_up_before_makes_no_second_attack() -> None:
    he = ("Jurgen Schmidt",)
    story = duel("Leopard 1", "T-64", he, hidden=he)
    story.when("americans", "reveal a gunner").then(happened(CardRevealed, used=False))
    assert fired(story, "dice=1,1,1,1", "1").play.after is None


def test_two_second_attacks_have_dice_of_their_own() -> None:
    """An organiser lets both gunners pass: neither attack is answered by the dice of the other."""
    gunners: dict[str, tuple[str, ...]] = {"a": ("Jurgen Schmidt", "connor-styles")}
    forces = ace({"a": "Leopard 1"}, {"t": "T-64"}, gunners, ("First Panzer", "Red Banner"), point_limit=200)
    waivers = dict.fromkeys(("R4/card/a/gunner-2", "R4/cards/a/Gunner"), "for once")
    story = shooting(msgspec.structs.replace(forces, waivers=waivers)).tell("americans: reveal a gunner-2")
    fired(story, "dice=1,1,1,1", "1").tell("americans: fire-again a t card=gunner-2")
    assert story.play.shot.question == "t1/again/a"
    story.tell("americans: reroll a\nsoviets: defend t dice=6\namericans: reveal a gunner")
    story.tell("americans: fire-again a t card=gunner dice=1,1,1,1")
    assert story.play.shot.question == "t1/again-2/a"
    SYSTEM.possible(story.play)


# -- an Ammo card back -------------------------------------------------------------------------------------------------


def test_clever_loader_brings_back_an_ammo_card_that_scored_nothing() -> None:
    cards = ("Silver Bullet", "Clever Loader")
    story = fired(duel("M1 Abrams", "T-64", cards), "spend=ammo dice=1,1,1,1,1", "1")
    assert following(story) == ["Refund", "Pass"]
    story.when("americans", "refund a driver").refused("003 R7", "card")
    story.when("americans", "refund a loader dice=5").refused("003 R7", "dice")
    story.when("americans", "refund a loader").then(
        happened(CardRefunded, card="ammo", by="loader", back=True, roll=None), AttackClosed
    )
    ammo = story.play.models["a"].cards["ammo"]
    assert (ammo.gone, ammo.face_up) == (False, True)
    assert story.play.models["a"].lost_cards == []
    scored = duel("M1 Abrams", "T-64", cards)
    assert fired(scored, "spend=ammo dice=4,1,1,1,1", "4").play.after is None


@pytest.mark.parametrize(("die", "back"), [(4, False), (5, True)])
def test_david_mason_keeps_an_ammo_card_on_five_and_more(die: int, back: bool) -> None:
    cards = ("Silver Bullet", "David Mason")
    story = fired(duel("M1 Abrams", "T-64", cards), "spend=ammo dice=4,1,1,1,1", "1")
    told = story.when("americans", f"refund a loader dice={die}")
    told.then(happened(CardRefunded, back=back), AttackClosed)
    assert first(told).roll.question == "t1/refund/a/ammo"
    assert story.play.models["a"].cards["ammo"].gone is not back


def test_david_mason_keeps_what_smoke_was_laid_with() -> None:
    """Smoke is no attack: Clever Loader, whose attack scored nothing, does not bring it back."""
    story = duel("M1 Abrams", "T-64", ("Willie Pete", "David Mason"))
    story.when("americans", "smoke a t card=ammo").then(CardUsed, happened(SmokeLaid, follows=True))
    told = story.when("americans", "refund a loader dice=6")
    told.then(happened(CardRefunded, back=True), AttackClosed)
    clever = duel("M1 Abrams", "T-64", ("Willie Pete", "Clever Loader"))
    clever.when("americans", "smoke a t card=ammo").then(CardUsed, happened(SmokeLaid, follows=False))


def test_nothing_comes_back_where_nothing_went() -> None:
    cards = ("Silver Bullet", "Clever Loader")
    story = fired(duel("M1 Abrams", "T-64", cards), "dice=1,1,1,1", "1")
    assert story.play.after is None
    hidden = duel("M1 Abrams", "T-64", cards, hidden=("Clever Loader",))
    assert following(fired(hidden, "spend=ammo dice=1,1,1,1,1", "1")) == ["Pass"]
    kept = duel("M1 Abrams", "T-64", ("Silver Bullet", "Clever Loader", "Resourceful Gunner"))
    assert fired(kept, "spend=ammo instead=gunner dice=1,1,1,1,1", "1").play.after is None


# -- free moves --------------------------------------------------------------------------------------------------------


def test_karl_hauff_moves_after_an_attack_that_scored_nothing() -> None:
    """The attack is closed when nothing more may follow."""
    story = fired(duel("Leopard 1", "T-64", ("Karl Hauff",)), "dice=1,1,1,1", "1")
    assert following(story) == ["FreeMove", "Pass"]
    story.when("americans", "free-move a commander").then(FreelyMoved, AttackClosed)
    scored = duel("Leopard 1", "T-64", ("Karl Hauff",))
    assert fired(scored, "dice=4,1,1,1", "4").play.after is None


def test_jaguar_engine_is_spent_right_after_shooting() -> None:
    story = fired(duel("Chieftain", "T-64", ("Jaguar Engine",)), "dice=4,1,1,1,1", "1")
    story.when("americans", "free-move a engine").then(FreelyMoved, AttackClosed)
    assert story.play.models["a"].cards["engine"].gone


# -- marks -------------------------------------------------------------------------------------------------------------


def test_laurent_dyre_marks_his_target_for_others() -> None:
    """Whoever else fires at it re-rolls a die; he himself does not."""
    story = duel("AMX-30", "T-64", ("Laurent Dyre",), friends={"f": "AMX-10P"}, moves={"a": 1, "f": 1})
    story.when("americans", "fire a t dice=1,1,1,1 defence=1,1").then(
        AttackRolled, DefenceRolled, happened(AttackResolved, marks="gunner")
    )
    until(story, "f")
    story.when("americans", "fire f t dice=1,1").then(AttackRolled)
    assert rerolls(story.play, story.play.shot).cards == 1
    story.when("americans", "reroll f cards=a,b dice=6,6").refused("003 R26", "cards")
    story.when("americans", "reroll f cards=a dice=6").then(happened(AttackRerolled, cards=("a",), criticals=1))
    assert [boost.does for boost in story.play.models["t"].boosts] == ["mark"]
