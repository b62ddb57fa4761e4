"""Whoever has a face-down card that might answer is asked when the dice have been seen (R5; edition 2018.3).

p. 4: a card may be turned up at any time. So each of the cards here is given away only after the roll it is for.
"""

from __future__ import annotations

import pytest

from rules.systems.modern_age.attack.sequence import AttackResolved
from rules.systems.modern_age.cards.hidden import HiddenKept
from rules.systems.modern_age.cards.reveal import CardRevealed
from rules.systems.modern_age.defence.cancels import DefenceSettled
from rules.systems.modern_age.defence.defence_rerolls import DefenceRerolled
from rules.systems.modern_age.defence.defend import DefenceRolled
from rules.systems.modern_age.shooting.attack_roll import AttackRolled
from tests.rules.modern_age.duels import duel, urgent
from tests.rules.modern_age.hidden import asked, defended, fired
from tests.rules.scenario import Story, happened

# -- the target's, after its defence roll ------------------------------------------------------------------------------

DEFENCE = [
    ("Defensive Driver", "T-64", "", {}),
    ("Daring Driver", "T-64", "", {}),
    ("Applique Armour", "T-64", "", {}),
    ("Knife Fighter", "Chieftain", "", {}),
    ("Henri Delacroix", "AMX-30", "", {"t": 1}),
    ("John Davison", "Lynx", "", {"t": 1}),
    ("Daring Pilot", "Hind", "", {}),
    ("Defensive Pilot", "Hind", "", {}),
    ("Defensive Manoeuvres", "Hind", " spend=doctrine", {}),
    ("Clever Mechanic", "M1 Abrams", " pay=armour", {}),
]


def behind_cards(card: str, target: str, moves: dict[str, int], edition: str = "") -> Story:
    """A T-64 or M60 whose every die hits fires at the target, which has the card face down."""
    shooter = "T-64" if target in ("Chieftain", "AMX-30", "Lynx", "M1 Abrams") else "M60 Patton"
    fitted = (card, "ERA") if card == "Clever Mechanic" else (card,)
    tank = {"Hind": "T-55", "Lynx": "Scorpion"}.get(target)
    spare = {"u": tank} if tank else {}
    story = duel(shooter, target, (), fitted, hidden=fitted, moves=moves, enemies=spare, edition=edition)
    return fired(story, "4,4,4" if tank else "4,4,4,4,4" if shooter == "T-64" else "4,4,4,4")


LEFT = [row for row in DEFENCE if row[0] != "John Davison"]  # Leaguer's dice would cancel all there is against him


@pytest.mark.parametrize(
    ("card", "target", "price", "moves", "dice"),
    [*((*row, "1") for row in DEFENCE), *((*row, "") for row in LEFT)],
    ids=[*(row[0] for row in DEFENCE), *(f"{row[0]}, Leaguer's dice" for row in LEFT)],
)
def test_defence_dice_are_rolled_again_by_a_card_turned_up_when_they_have_fallen(
    card: str, target: str, price: str, moves: dict[str, int], dice: str
) -> None:
    story = defended(behind_cards(card, target, moves), dice)
    assert asked(story) == ("defended", "t")
    assert urgent(story, "soviets") == ["Reveal", "KeepHidden"]
    assert story.play.models["t"].damage == 0, "nothing is done before the owner has answered"
    place = next(key for key, held in story.play.models["t"].cards.items() if held.name == card)
    told = story.when("soviets", f"reveal t {place}")
    assert [type(event) for event in told.events] == [CardRevealed]
    assert "RerollDefence" in urgent(story, "soviets")
    told = story.when("soviets", f"reroll-defence t again=a{price} dice=6")
    again = [event for event in told.events if isinstance(event, DefenceRerolled)]
    assert [event.again for event in again] == [("a",)], told._refused


@pytest.mark.parametrize(("card", "target", "price", "moves"), DEFENCE, ids=[row[0] for row in DEFENCE])
def test_the_damage_comes_when_no_card_is_turned_up(card: str, target: str, price: str, moves: dict[str, int]) -> None:
    story = defended(behind_cards(card, target, moves))
    told = story.when("soviets", "keep-hidden t")
    assert told.events[0] == HiddenKept(unit="t", moment="defended")
    settled = [event for event in told.events if isinstance(event, DefenceSettled)]
    assert [event.hits for event in settled] == [len(behind_cards(card, target, moves).play.shot.faces)]
    story.when("soviets", "keep-hidden t").refused("003 R20" if story.play.shot else "003 R5")


def test_the_edition_before_settles_the_damage_at_once() -> None:
    """As it ever did: a battle of its is decided, corrected and replayed so."""
    cards = ("Defensive Driver", "Dead-Eye Gunner")
    story = duel("M60 Patton", "T-64", cards[1:], cards[:1], hidden=cards, edition="2018.2")
    told = fired(story, "4,4,4,1").when("soviets", "defend t dice=1")
    told.then(happened(DefenceRolled, settled=True, hits=3), AttackResolved)
    story.when("americans", "keep-hidden a").refused("003 R5")


def test_turning_a_card_up_says_that_what_it_hangs_on_is_so() -> None:
    """Knife Fighter re-rolls with an enemy close to the target, which nobody was asked while he lay face down."""
    story = defended(behind_cards("Knife Fighter", "Chieftain", {}))
    story.when("soviets", "reveal t driver").then(happened(CardRevealed, told=("target_near_enemy",)))
    assert story.play.shot.told == ("target_near_enemy",)
    other = defended(behind_cards("Cunning Driver", "Chieftain", {}))
    told = other.when("soviets", "reveal t driver")
    assert happened(CardRevealed, told=()).fits(told.events[0])


# -- the shooter's -----------------------------------------------------------------------------------------------------

SHOOTING = [
    ("Precise Loader", "M1 Abrams", {"a": 1}, "1,1,4,4", "", "Reroll"),
    ("Andre Mareau", "AMX-30", {"a": 1}, "1,1,4,4", "close=yes", "Reroll"),
    ("Friedrich Wulf", "Leopard 1", {"a": 1}, "1,1,4,4", "", "Reroll"),
    ("Ivan Kasparov", "T-55", {"a": 1}, "1,1,4,4", "", "Reroll"),
    ("Extra Ammunition", "AMX-30", {"a": 1}, "1,1,4,4", "", "Reroll"),
    ("Alexander Gagarin", "T-55", {"a": 1}, "4,4,1,1", "", "Swap"),
    ("Big Game Hunter", "Swingfire", {"a": 1}, "5,5,1,1,1", "weapon=missiles", "Swap"),
]


def against(shooter: str) -> str:
    return "M60 Patton" if shooter == "T-55" else "T-64"


@pytest.mark.parametrize(
    ("card", "shooter", "moves", "dice", "more", "then"), SHOOTING, ids=[row[0] for row in SHOOTING]
)
def test_attack_dice_are_rolled_again_or_changed_by_a_card_turned_up_when_they_have_fallen(
    card: str, shooter: str, moves: dict[str, int], dice: str, more: str, then: str
) -> None:
    story = duel(shooter, against(shooter), (card,), hidden=(card,), moves=moves)
    story.when("americans", f"fire a t dice={dice} {more}").then(AttackRolled)
    if "Reroll" in urgent(story, "americans"):  # a stabiliser is asked about, and that question does for both
        assert asked(story) == ("", "")
    else:
        assert asked(story) == ("attacked", "a")
        assert urgent(story, "soviets") == []
    place = next(iter(story.play.models["a"].cards))
    story.tell(f"americans: reveal a {place}")
    assert then in urgent(story, "americans")


UNCANCELLED = [
    ("Dead-Eye Gunner", "M1 Abrams", {}, "4,4,1,1", "", "Swap"),
    ("Asassin", "M1 Abrams", {}, "4,4,1,1", "", "Swap"),
    ("Randall Avery", "M1 Abrams", {}, "4,4,1,1", "", "Swap"),
    ("Focused Loader", "M1 Abrams", {}, "6,1,1,1", "", "Swap"),
    ("Risky Loader", "M1 Abrams", {"a": 1}, "6,1,1,1", "close=yes", "Swap"),
    ("Sharpshooter Gunner", "M1 Abrams", {}, "6,1,1,1", "", "PickCritical"),
    ("Klaus Katelaan", "Leopard 1", {}, "6,1,1,1", "", "PickCritical"),
]


@pytest.mark.parametrize("defence", ["1", ""], ids=["table", "leaguer"])
@pytest.mark.parametrize(
    ("card", "shooter", "moves", "dice", "more", "then"), UNCANCELLED, ids=[row[0] for row in UNCANCELLED]
)
def test_what_is_uncancelled_is_changed_by_a_card_turned_up_when_the_defence_is_known(
    card: str, shooter: str, moves: dict[str, int], dice: str, more: str, then: str, defence: str
) -> None:
    crew = ("Cunning Commander",)
    story = duel(shooter, "T-64", (card,), crew, hidden=(card,), moves=moves, critical_deck="house")
    fired(story, dice, more)
    if urgent(story, "soviets") == ["Defend"]:
        defended(story, defence)
    assert asked(story) == ("uncancelled", "a")
    assert story.play.models["t"].damage == 0
    place = next(iter(story.play.models["a"].cards))
    story.tell(f"americans: reveal a {place}")
    assert urgent(story, "americans")[0] == then


def test_the_question_returns_for_another_card_until_none_is_turned_up() -> None:
    """Asassin turned up and let be, then the loader: each is the owner's choice."""
    cards = ("Asassin", "Focused Loader")
    story = duel("M1 Abrams", "T-64", cards, ("Cunning Commander",), hidden=cards)
    defended(fired(story, "6,4,4,1"))
    assert asked(story) == ("uncancelled", "a")
    story.tell("americans: reveal a gunner\namericans: swap a swap=no")
    assert asked(story) == ("uncancelled", "a")
    told = story.when("americans", "keep-hidden a")
    told.then(HiddenKept, happened(DefenceSettled, hits=2, criticals=1))


def test_dice_rolled_again_bring_the_question_back() -> None:
    """Gagarin may join hits that only the re-roll has brought."""
    cards = ("Alexander Gagarin", "Precise Loader")
    story = duel("T-55", "M60 Patton", cards, hidden=cards, moves={"a": 1})
    story.tell("americans: fire a t dice=4,1,1,1\namericans: reveal a loader\namericans: reroll a cards=b dice=4")
    assert asked(story) == ("attacked", "a")
    story.tell("americans: reveal a gunner\namericans: swap a swap=yes")
    assert story.play.shot.criticals == 1


def test_laurent_dyre_is_turned_up_when_his_attack_is_over() -> None:
    """He marks the target for friends who have yet to fire, and nobody asks where there are none."""
    he = ("Laurent Dyre",)
    story = duel("AMX-30", "T-64", he, hidden=he, friends={"f": "AMX-AUF1"})
    defended(fired(story, "4,1,1,1"))
    story.tell("americans: keep-hidden a")
    assert asked(story) == ("fired", "a")
    told = story.when("americans", "reveal a gunner")
    assert happened(AttackResolved, marks="gunner").fits(told.events[1])
    alone = duel("AMX-30", "T-64", he, hidden=he)
    defended(fired(alone, "4,1,1,1")).tell("americans: keep-hidden a")
    assert alone.play.shot is None
