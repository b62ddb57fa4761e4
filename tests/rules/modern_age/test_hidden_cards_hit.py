"""Face-down cards of who is hit: no defence dice, critical cards, damage, before its destruction (R5)."""

from __future__ import annotations

import pytest

from rules import visibility
from rules.systems.modern_age.attack.sequence import AttackResolved
from rules.systems.modern_age.cards.hidden import HiddenKept
from rules.systems.modern_age.cards.reveal import CardRevealed
from rules.systems.modern_age.criticals.draws import CriticalDrawn, CriticalTurned
from rules.systems.modern_age.criticals.spent_cards import CardSpent
from rules.systems.modern_age.damage import Destroyed
from rules.systems.modern_age.defence.defend import DefenceRolled
from rules.systems.modern_age.missions.end import BattleDecided
from rules.systems.modern_age.shooting.return_fire import FireReturned
from rules.systems.modern_age.turns import PhaseBegan
from tests.rules.modern_age.duels import duel, urgent
from tests.rules.modern_age.hidden import asked, defended, fired
from tests.rules.modern_age.musters import damaged
from tests.rules.scenario import Story, happened

# -- the target's, besides its defence dice ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "target", "shooter", "dice", "moves"),
    [
        ("Risky Driver", "T-64", ("M60 Patton",), "4,4,1,1 close=yes", {}),
        ("ERA", "LAV-25", ("BMP-1", "AT-3 Sagger"), "4,4,1,1 weapon=missiles", {}),
        ("Charging Commander", "AMX-10P", ("T-64",), "4,4,1,1,1,1 close=yes", {"t": 1}),
    ],
)
def test_a_pool_of_no_dice_is_asked_about_where_a_card_might_add_one(
    card: str, target: str, shooter: tuple[str, ...], dice: str, moves: dict[str, int]
) -> None:
    """A pool with dice is its owner's roll, before which he turns up what he likes."""
    model, *cards = shooter
    story = fired(duel(model, target, cards, (card,), hidden=(card,), moves=moves), dice)
    assert asked(story) == ("undefended", "t")
    assert story.play.models["t"].damage == 0
    story.tell(f"soviets: reveal t {next(iter(story.play.models['t'].cards))}")
    assert urgent(story, "soviets") == ["Defend"]
    told = story.when("soviets", "defend t dice=4")
    assert happened(DefenceRolled, cancelled_hits=1, hits=1).fits(told.events[0])


def test_where_nothing_has_hit_nobody_adds_a_die() -> None:
    story = duel("M60 Patton", "T-64", (), ("Risky Driver",), hidden=("Risky Driver",))
    told = story.when("americans", "fire a t close=yes dice=1,1,1,1 stationary=''")
    assert isinstance(told.events[-1], AttackResolved)


def test_risky_commander_is_turned_up_before_each_critical_card_that_leaguer_draws() -> None:
    card = ("Risky Commander",)
    story = duel("M60 Patton", "T-64", (), card, hidden=card, moves={"t": 1}, critical_deck="house")
    defended(fired(story, "6,6,1,1", "close=yes"))
    assert asked(story) == ("drawing", "t")
    story.when("soviets", "keep-hidden t").then(happened(HiddenKept, moment="drawing"), CriticalDrawn)
    assert asked(story) == ("drawing", "t"), "of the second critical"
    told = story.when("soviets", "reveal t commander")
    assert [type(event) for event in told.events] == [CardRevealed, CriticalTurned, CriticalTurned]
    far = duel("M60 Patton", "T-64", (), card, hidden=card, moves={"t": 1}, critical_deck="house")
    defended(fired(far, "6,6,1,1"))
    assert asked(far)[0] != "drawing", "only a tank close by gives him something to do"


@pytest.mark.parametrize(
    ("card", "against", "spent"),
    [
        ("Medical Kit", "Injured Crew", "spend t equipment"),
        ("Komissar", "Bailed Out", "spend t commander pay=armour"),
        ("Protected Ammo", "Ammo Explosion", "spend t equipment"),
    ],
)
def test_a_card_against_a_critical_is_asked_for_like_any_other(card: str, against: str, spent: str) -> None:
    """It may be spent from where it lies, or turned up first."""
    for turn_up in (False, True):
        cards = (card, "Kontact-5")
        story = duel("M60 Patton", "T-64", (), cards, hidden=cards, moves={"t": 1})
        defended(fired(story, "6,1,1,1")).tell("soviets: keep-hidden t")
        story.tell(f"soviets: draw-critical t '{against}' repairable=yes")
        assert asked(story) == ("critical", "t")
        assert urgent(story, "soviets") == ["Spend", "KeepHidden"]
        story.when("soviets", "spend t").refused("003 R33", "card")
        if turn_up:
            story.tell(f"soviets: reveal t {spent.split()[2]}")
            assert asked(story) == ("", "")
        told = story.when("soviets", spent)
        assert happened(CardSpent, name=card, against=against).fits(told.events[0])


def test_nobody_is_asked_for_a_card_against_what_none_of_its_kind_helps_with() -> None:
    for card, against, question in (
        ("Kontact-5", "Injured Crew", ""),
        ("Medical Kit", "Shell Shocked", ""),
        ("Medical Kit", "Lucky Hit", ""),
        ("Bigger Hammer", "Injured Crew", "critical"),
    ):
        story = duel("M60 Patton", "T-64", (), (card,), hidden=(card,), moves={"t": 1})
        defended(fired(story, "6,1,1,1"))
        if asked(story)[0]:
            story.tell("soviets: keep-hidden t")
        story.tell(f"soviets: draw-critical t '{against}'")
        assert asked(story)[0] == question


def test_folk_is_asked_for_like_any_other() -> None:
    he = ("Robert Folk",)
    story = duel("T-64", "M1 Abrams", (), he, hidden=he)
    defended(fired(story, "4,4,4,1,1"))
    assert asked(story) == ("damaged", "t")
    story.when("soviets", "return-fire t answer=no").refused("003 R20")
    story.tell("soviets: reveal t gunner")
    told = story.when("soviets", "return-fire t dice=5")
    assert happened(FireReturned, damage=1).fits(told.events[0])


# -- before tanks are destroyed ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "target"), [("Improvised Armour", "T-64"), ("Ivan Kasparov", "T-64"), ("Improvised Armour", "M1 Abrams")]
)
def test_a_card_that_adds_to_the_capacity_is_turned_up_when_all_have_shot(card: str, target: str) -> None:
    """R38.1: the last attack of the phase dooms the tank, and its owner has seen it before he gives the card away."""
    shooter = "T-64" if target == "M1 Abrams" else "M60 Patton"

    def doomed() -> Story:
        story = duel(shooter, target, (), (card,), hidden=(card,))
        model = story.play.models["t"]
        defended(fired(damaged(story, "t", model.capacity - 1), "4,1,1,1" + (",1" if shooter == "T-64" else "")))
        while story.play.phase == "shooting" and (story.play.shot or urgent(story, "soviets") == []):
            if asked(story)[0]:
                story.tell(f"{'americans' if asked(story)[1] == 'a' else 'soviets'}: keep-hidden {asked(story)[1]}")
            else:
                story.tell("soviets: hold-fire t")
        return story

    story, place = doomed(), next(iter(doomed().play.models["t"].cards))
    assert (story.play.phase, story.play.models["t"].in_play) == ("shooting", True)
    assert urgent(story, "soviets") == ["Reveal", "KeepHidden"]
    assert visibility.see(story.state, "").waiting_for == ("soviets",)
    story.when("americans", "hold-fire a").refused("003 R38")
    story.when("soviets", f"reveal t {place}").then(CardRevealed, happened(PhaseBegan, phase="command"))
    assert story.play.models["t"].in_play
    lost = doomed()
    told = lost.when("soviets", "keep-hidden t")
    told.then(
        happened(HiddenKept, moment="destroyed"), happened(PhaseBegan, phase="command"), Destroyed,
        BattleDecided,
    )  # fmt: skip


def test_a_tank_that_no_card_can_save_is_destroyed_without_a_question() -> None:
    """Damage beyond what one card adds, or a kind of which no card adds any."""
    for card, damage in (("Improvised Armour", 8), ("Medical Kit", 7)):
        story = duel("M60 Patton", "T-64", (), (card,), hidden=(card,))
        story = damaged(story, "t", damage).tell("americans: hold-fire a")
        damaged(story, "t", 9 if card == "Improvised Armour" else 8).tell("soviets: hold-fire t")
        assert not story.play.models["t"].in_play
