"""Cards that change attack dice, what they hit on, and which of them are rolled again (R25, R26, A7, B7, R8)."""

from __future__ import annotations

from typing import Any

import pytest

from rules import visibility
from rules.systems.modern_age.cards.reveal import CardRevealed
from rules.systems.modern_age.cards.use import CardUsed
from rules.systems.modern_age.figures import Aim
from rules.systems.modern_age.shooting.attack_roll import AttackRolled
from rules.systems.modern_age.shooting.rerolls import AttackRerolled, rerolls
from rules.systems.modern_age.shooting.weapons import attack_dice, critical_on, hits_on
from rules.systems.modern_age.state import Attached, Wound
from tests.rules.modern_age.duels import duel, first, urgent
from tests.rules.modern_age.musters import damaged
from tests.rules.scenario import Story, happened

USUAL = {"USA": "M1 Abrams", "UK": "Chieftain", "France": "AMX-30", "West Germany": "Leopard 1", "USSR": "T-64"}


def dice(story: Story, target: str = "t", **how: Any) -> int:
    return attack_dice(story.play, Aim(story.play.models["a"], story.play.models[target], **how))


# -- a die more --------------------------------------------------------------------------------------------------------

PLAIN: list[tuple[str, str, str, dict[str, Any], dict[str, Any]]] = [
    # card, shooter, target, where it counts, where it does not
    ("William 'Buck' Taylor", "M1 Abrams", "T-64", {}, {}),
    ("Klaus Katelaan", "Leopard 1", "T-64", {}, {}),
    ("Andre Mareau", "AMX-30", "T-64", {}, {}),
    ("Bloodthirsty Gunner", "M1 Abrams", "T-64", {"close": True}, {"close": False}),
    ("Connor Styles", "M901 ITV", "T-64", {"weapon": "missiles"}, {}),
    ("Ernst Müller", "Leopard 1", "T-64", {}, {}),
]


def count_of(shooter: str, target: str, cards: tuple[str, ...], how: dict[str, Any]) -> int:
    return dice(duel(shooter, target, cards), **how)


@pytest.mark.parametrize(("card", "shooter", "target", "yes", "no"), PLAIN)
def test_a_die_more_by_a_card(card: str, shooter: str, target: str, yes: dict[str, Any], no: dict[str, Any]) -> None:
    """William 'Buck' Taylor, Klaus Katelaan, Andre Mareau, Bloodthirsty Gunner, Connor Styles' missiles, Ernst
    Müller."""
    assert count_of(shooter, target, (card,), yes) == count_of(shooter, target, (), yes) + 1
    if yes != no and no:
        assert count_of(shooter, target, (card,), no) == count_of(shooter, target, (), no)


def test_clarence_tucker_attacks_with_a_die_more() -> None:
    assert count_of("M163 VADS", "T-64", ("Clarence Tucker",), {}) == 3


def test_ernst_muller_against_a_slower_model_only() -> None:
    """Base initiative 8 against the LAV-25's 8 is not slower."""
    assert dice(duel("Leopard 1", "BTR-80", ("Ernst Müller",))) == dice(duel("Leopard 1", "BTR-80"))


def test_rupert_spencer_stands_still() -> None:
    assert [dice(duel("Chieftain", "T-64", ("Rupert Spencer",), moves={"a": moves})) for moves in (0, 1)] == [6, 5]


def test_thomas_baker_against_a_damaged_model() -> None:
    story = duel("Lynx", "T-64", ("Thomas Baker",), friends={"f": "Chieftain"})
    assert dice(story, weapon="missiles") == 4
    assert dice(damaged(story, "t", 1), weapon="missiles") == 5


def test_vasily_popov_against_armoured_tanks() -> None:
    story = duel("Hind", "M1 Abrams", ("Vasily Popov",), friends={"f": "T-55"}, enemies={"u": "M60 Patton"})
    assert (dice(story, "t"), dice(story, "u")) == (3, 2)


def test_yuri_potecknov_after_the_first_loss() -> None:
    story = duel("T-64", "M1 Abrams", ("Yuri Potecknov",), friends={"f": "T-55"})
    assert dice(story) == 5
    story.play.models["f"].fate = "destroyed"
    assert dice(story) == 6


def test_homeland_defender_in_final_fury() -> None:
    story = duel("Leopard 1", "T-64", ("Homeland Defender",))
    assert dice(story) == 4
    assert dice(damaged(story, "a", 6)) == 5


TURNED_UP = [
    ("Marine Commander", "M1 Abrams", 1, {}),
    ("Joel Schrader", "M1 Abrams", 2, {}),
    ("Charging Gunner", "AMX-30", 1, {"side_shot": True}),
    ("Babatev Lermontov", "T-64", 1, {}),
]


@pytest.mark.parametrize(("card", "shooter", "more", "how"), TURNED_UP)
def test_dice_for_the_turn_in_which_a_card_is_turned_up(
    card: str, shooter: str, more: int, how: dict[str, Any]
) -> None:
    """Marine Commander, Joel Schrader, Charging Gunner, Babatev Lermontov."""
    target = "M1 Abrams" if shooter == "T-64" else "T-64"
    story = duel(shooter, target, (card,), hidden=(card,))
    without = dice(story, **how)
    key = next(key for key, held in story.play.models["a"].cards.items() if held.name == card)
    told = story.when("americans", f"reveal a {key}")
    told.then(happened(CardRevealed, used=card != "Babatev Lermontov" or not story.play.acted))
    expected = more if first(told).used else 0
    assert dice(story, **how) == without + expected
    story.play.turn += 1
    assert dice(story, **how) == without


def test_babatev_lermontov_is_turned_up_before_the_first_shot() -> None:
    """The window of the Shooting Phase's start is over with the first report in it."""
    cards = ("Babatev Lermontov",)
    story = duel("T-72", "M60 Patton", cards, hidden=cards, moves={"a": 1})
    story.play.acted = False
    story.when("americans", "reveal a gunner").then(happened(CardRevealed, used=True))
    assert dice(story) == 6
    late = duel("T-72", "M60 Patton", cards, hidden=cards, moves={"a": 1})
    late.play.acted = True
    late.when("americans", "reveal a gunner").then(happened(CardRevealed, used=False))
    assert dice(late) == 5


def test_charging_gunner_from_the_side_only() -> None:
    cards = ("Charging Gunner",)
    story = duel("AMX-30", "T-64", cards, hidden=cards)
    story.tell("americans: reveal a gunner")
    assert (dice(story), dice(story, side_shot=True)) == (4, 6)  # Outmanoeuvre and he


# -- faces -------------------------------------------------------------------------------------------------------------


def faces(story: Story, **how: Any) -> tuple[int, int]:
    aim = Aim(story.play.models["a"], story.play.models["t"], **how)
    return hits_on(story.play, aim), critical_on(story.play, aim)


def test_julian_reedies_hits_on_threes() -> None:
    assert faces(duel("Chieftain", "T-64", ("Julian Reedies",))) == (3, 6)


def test_risky_gunner_s_fives_are_criticals_at_close_range() -> None:
    story = duel("M1 Abrams", "T-64", ("Risky Gunner",))
    assert (faces(story), faces(story, close=True)) == ((4, 6), (4, 5))
    told = story.when("americans", "fire a t close=yes dice=4,5,6,1")
    assert happened(AttackRolled, hits=1, criticals=2, critical_on=5).fits(told.events[0])


# -- dice rolled again -------------------------------------------------------------------------------------------------

REROLLS = [
    ("Andre Mareau", "AMX-30", 2, "close=yes", 5),
    ("Precise Loader", "AMX-30", 1, "", 4),
    ("A3 Upgrade", "Jaguar 1", 1, "weapon=missiles", 4),
    ("Friedrich Wulf", "Leopard 1", 2, "", 4),
    ("Ivan Kasparov", "T-55", 1, "", 4),
]


@pytest.mark.parametrize(("card", "shooter", "most", "more", "count"), REROLLS)
def test_attack_dice_again_by_a_card(card: str, shooter: str, most: int, more: str, count: int) -> None:
    """Andre Mareau, Precise Loader, A3 Upgrade, Friedrich Wulf, Ivan Kasparov."""
    target = "M60 Patton" if shooter == "T-55" else "T-64"
    story = duel(shooter, target, (card,), moves={"a": 1})
    story.when("americans", f"fire a t {more} dice={','.join('1' * count)}").then(AttackRolled)
    by_stabiliser = 1 if shooter == "Leopard 1" else 0
    too_many = "a,b,c,d"[: 2 * (most + by_stabiliser) + 1]
    story.when("americans", f"reroll a cards={too_many}").refused("003 R26", "cards")
    again = "a,b,c"[: 2 * most - 1]
    told = story.when("americans", f"reroll a cards={again} dice={','.join('5' * most)}")
    assert happened(AttackRerolled, cards=tuple(again.split(",")), hits=most).fits(told.events[0])


@pytest.mark.parametrize(
    ("card", "shooter", "moves", "more"),
    [
        ("Andre Mareau", "AMX-30", 1, ""),
        ("Friedrich Wulf", "Jaguar 1", 0, "weapon=missiles"),
        ("Ivan Kasparov", "T-55", 0, ""),
    ],
)
def test_no_attack_dice_again_where_the_card_does_not_say_so(card: str, shooter: str, moves: int, more: str) -> None:
    target = "M60 Patton" if shooter == "T-55" else "T-64"
    story = duel(shooter, target, (card,), moves={"a": moves})
    told = story.when("americans", f"fire a t {more}")
    assert isinstance(told.events[0], AttackRolled)
    if story.play.shot and not story.play.shot.rerolled and not moves:
        assert rerolls(story.play, story.play.shot).cards == 0
    else:
        assert "Reroll" not in {choice.command for choice in visibility.legal(story.state, "americans")}


def test_determined_driver_with_a_repairable_critical() -> None:
    for repairable in (True, False):
        story = duel("AMX-30", "T-64", ("Determined Driver",), moves={"a": 1})
        story.play.models["a"].criticals["c1"] = Attached("c1", Wound("Shell Shocked", repairable))
        story.tell("americans: fire a t dice=1,1,1,1")
        told = story.when("americans", "reroll a cards=a dice=4")
        assert (told._refused is None) is repairable


@pytest.mark.parametrize(
    ("card", "shooter"), [("Target Computer", "M109 Howitzer"), ("Autoloading Device", "2S1 122mm Howitzer")]
)
def test_ones_again_by_a_card(card: str, shooter: str) -> None:
    """Target Computer, Autoloading Device: as many as there are, and nothing else."""
    target = "M60 Patton" if shooter.startswith("2S1") else "T-64"
    story = duel(shooter, target, (card,), moves={"a": 1})
    story.tell("americans: fire a t dice=1,1,2,6")
    story.when("americans", "reroll a ones=c").refused("003 R26", "ones")
    story.when("americans", "reroll a cards=c").refused("003 R26", "cards")
    story.when("americans", "reroll a ones=a,a").refused("003 R8", "ones")
    told = story.when("americans", "reroll a ones=a,b dice=4,5")
    assert happened(AttackRerolled, cards=("a", "b"), hits=1, criticals=2, forced=1).fits(told.events[0])


def test_extra_ammunition_is_spent_to_re_roll_any_dice() -> None:
    story = duel("AMX-30", "T-64", ("Extra Ammunition", "Resourceful Gunner"), moves={"a": 1})
    story.tell("americans: fire a t dice=1,1,2,6")
    story.when("americans", "reroll a cards=a").refused("003 R26", "cards")
    story.when("americans", "reroll a spend=gunner cards=a").refused("003 R7", "spend")
    story.when("americans", "reroll a spend=ammo").refused("003 R7", "cards")
    story.when("americans", "reroll a spend=ammo cards=z").refused("003 R26", "cards")
    story.when("americans", "reroll a instead=gunner").refused("003 R7", "instead")
    story.when("americans", "reroll a dice=''").refused("003 R26", "dice")
    told = story.when("americans", "reroll a spend=ammo cards=a,b,c,d instead=gunner dice=4,4,4,4")
    assert happened(CardUsed, card="ammo", discarded="gunner").fits(told.events[0])
    assert happened(AttackRerolled, cards=("a", "b", "c", "d"), hits=4).fits(told.events[1])
    down = ("Extra Ammunition",)
    hidden = duel("AMX-30", "T-64", down, hidden=down, moves={"a": 1})
    hidden.tell("americans: fire a t dice=1,1,2,6")
    assert "Reroll" not in {choice.command for choice in visibility.legal(hidden.state, "americans")}


def test_a_die_of_a_card_and_one_of_the_stabiliser() -> None:
    """Two rules, two dice; a die named under both is rolled once (R8)."""
    story = duel("Leopard 1", "T-64", ("Precise Loader",), moves={"a": 1})
    story.tell("americans: fire a t dice=1,1,1,1")
    told = story.when("americans", "reroll a stabiliser=a cards=b dice=4,5")
    assert happened(AttackRerolled, stabiliser=("a",), cards=("b",), hits=2).fits(told.events[0])
    both = duel("Leopard 1", "T-64", ("Precise Loader",), moves={"a": 1})
    both.tell("americans: fire a t dice=1,1,1,1")
    told = both.when("americans", "reroll a stabiliser=a cards=a dice=4")
    assert happened(AttackRerolled, hits=1).fits(told.events[0])


def test_a_stunned_crew_re_rolls_nothing() -> None:
    story = duel("M1 Abrams", "T-64", ("Precise Loader",))
    story.play.models["a"].criticals["c1"] = Attached("c1", Wound("Stunned Crew", True, "Stunned Crew"))
    told = story.when("americans", "fire a t dice=1,1,1")
    told.then(happened(AttackRolled))
    assert urgent(story, "soviets") == ["Defend"]
