"""Results changed by a platoon's rule and by cards: once each, one after the other (R8, A19, B11)."""

from __future__ import annotations

import pytest

from rules.systems.modern_age.attack.sequence import AttackResolved
from rules.systems.modern_age.cards.lost import CardLost
from rules.systems.modern_age.cards.reveal import CardRevealed
from rules.systems.modern_age.defence.cancels import DefenceSettled, HitsCancelled, defence_dice
from rules.systems.modern_age.defence.defend import DefenceRolled
from rules.systems.modern_age.shooting.attack_roll import AttackRolled
from rules.systems.modern_age.shooting.changes import CriticalSwapped
from rules.systems.modern_age.shooting.rerolls import AttackRerolled
from rules.systems.modern_age.shot import Results, can_change, cancel_by_shooter, cancel_by_target, changed
from tests.rules.modern_age.duels import KEEP, duel, urgent
from tests.rules.scenario import Story, happened


def struck(story: Story, dice: str, more: str = "", reroll: str = "reroll a") -> Story:
    """The attack with these dice, none of them re-rolled."""
    told = story.when("americans", f"fire a t dice={dice} {more}")
    assert isinstance(told.events[-1], AttackRolled), told._refused
    shot = story.play.shot
    assert shot is not None
    if not shot.rerolled and "Reroll" in asked(story):
        story.when("americans", reroll).then(AttackRerolled)
    return story


def asked(story: Story) -> list[str]:
    return urgent(story, "americans")


# -- before defence ----------------------------------------------------------------------------------------------------


def test_big_game_hunter_makes_a_hit_a_critical() -> None:
    """Big Game Hunter: against a target out of cover; the critical counts as changed."""
    story = struck(duel("Chieftain", "T-64", ("Big Game Hunter",)), "4,4,1,1,1")
    story.when("americans", "swap a swap=yes").then(
        happened(CriticalSwapped, does="upgrade", by="commander", stage="rolled", hits=1, criticals=1)
    )
    assert story.play.shot.forced == 1
    covered = struck(duel("Chieftain", "T-64", ("Big Game Hunter",)), "4,4,1,1,1", "cover=yes")
    assert asked(covered) == []
    covered.when("americans", "swap a swap=yes").refused("003 R20")


def test_alexander_gagarin_makes_two_hits_a_critical() -> None:
    """Alexander Gagarin."""
    story = struck(duel("T-64", "M1 Abrams", ("Alexander Gagarin",)), "4,5,5,1,1")
    story.when("americans", "swap a swap=yes").then(
        happened(CriticalSwapped, does="join", by="gunner", hits=1, criticals=1)
    )
    assert asked(struck(duel("T-64", "M1 Abrams", ("Alexander Gagarin",)), "4,6,1,1,1")) == []


def test_nobody_was_asked_about_a_card_that_lay_face_down() -> None:
    """R5: before 2018.3 it was turned up before."""
    cards = ("Alexander Gagarin",)
    story = struck(duel("T-64", "M1 Abrams", cards, hidden=cards, edition="2018.2"), "4,5,5,1,1")
    assert asked(story) == []
    story.when("americans", "reveal a gunner").then(CardRevealed)
    assert asked(story) == ["Swap"]


def test_a_change_declined_is_not_offered_again() -> None:
    story = struck(duel("T-64", "M1 Abrams", ("Alexander Gagarin",)), "4,5,5,1,1")
    story.when("americans", "swap a swap=no").then(happened(CriticalSwapped, swapped=False, hits=3, criticals=0))
    story.when("americans", "swap a swap=yes").refused("003 R20")


def test_the_platoon_s_rule_is_asked_about_before_the_cards() -> None:
    """Sharpshooter, then Dead-Eye Gunner after the defence: what the first made the second does not change (B11)."""
    story = struck(duel("M1 Abrams", "T-64", ("Dead-Eye Gunner",)), "6,1,1,1")
    story.when("americans", "swap a swap=yes").then(happened(CriticalSwapped, by="", does="split", hits=2))
    story.when("soviets", "defend t dice=1").then(happened(DefenceRolled, settled=True, hits=2), AttackResolved)


# -- after defence -----------------------------------------------------------------------------------------------------


def test_dead_eye_gunner_makes_an_uncancelled_hit_a_critical() -> None:
    story = struck(duel("M1 Abrams", "T-64", ("Dead-Eye Gunner",)), "5,4,1,1")
    story.when("soviets", "defend t dice=4").then(
        happened(DefenceRolled, settled=False, hits=2, cancelled_hits=0),
        happened(HitsCancelled, hits=1, cancelled_hits=1),
    )
    assert story.play.models["t"].damage == 0
    assert asked(story) == ["Swap"]
    story.when("americans", "swap a swap=yes").then(
        happened(CriticalSwapped, does="upgrade", stage="uncancelled", hits=0, criticals=1),
        happened(DefenceSettled, hits=0, criticals=1),
    )
    assert story.play.shot.draws == 1


def test_dead_eye_gunner_is_not_asked_where_nothing_is_left() -> None:
    story = struck(duel("M1 Abrams", "T-64", ("Dead-Eye Gunner",)), "5,1,1,1")
    told = story.when("soviets", "defend t dice=4")
    assert happened(DefenceRolled, settled=True, hits=0).fits(told.events[0])


def test_randall_avery_out_of_concealing_terrain() -> None:
    """Randall Avery: told only where he is face up."""
    story = struck(duel("M1 Abrams", "T-64", ("Randall Avery",)), "5,1,1,1")
    story.when("soviets", "defend t dice=1").then(DefenceRolled, HitsCancelled)
    story.when("americans", "swap a swap=yes").then(
        happened(CriticalSwapped, by="commander", does="upgrade"), happened(DefenceSettled, criticals=1)
    )
    wood = struck(duel("M1 Abrams", "T-64", ("Randall Avery",)), "5,1,1,1", "told=shooter_concealed")
    told = wood.when("soviets", "defend t dice=1")
    assert happened(DefenceRolled, settled=True, hits=1).fits(told.events[0])


@pytest.mark.parametrize(
    ("card", "moves", "more"), [("Focused Loader", {"t": 1}, ""), ("Risky Loader", {"a": 1}, "close=yes")]
)
def test_a_loader_makes_an_uncancelled_critical_two_hits(card: str, moves: dict[str, int], more: str) -> None:
    """Focused Loader while Stationary, Risky Loader at close range."""
    story = struck(duel("Leopard 1", "T-64", (card,), moves=moves), "6,1,1,1", more)
    dice = ",".join("1" * defence_dice(story.play, story.play.shot))
    story.when("soviets", f"defend t dice={dice}").then(DefenceRolled, HitsCancelled)
    assert asked(story) == ["Swap"]
    told = story.when("americans", "swap a swap=yes")
    change = happened(CriticalSwapped, by="loader", does="split", stage="uncancelled", hits=2, criticals=0)
    assert change.fits(told.events[0])
    assert happened(DefenceSettled, hits=2, criticals=0).fits(told.events[1])


def test_focused_loader_not_on_the_move_and_risky_loader_not_from_afar() -> None:
    for card, moves in (("Focused Loader", 1), ("Risky Loader", 0)):
        story = struck(duel("Leopard 1", "T-64", (card,), moves={"a": moves}), "6,1,1,1")
        pool = "1,1" if moves else "1"
        told = story.when("soviets", f"defend t dice={pool}")
        assert happened(DefenceRolled, settled=True, criticals=1).fits(told.events[0])


def test_asassin_gives_two_hits_for_a_crew_card() -> None:
    """Asassin: only where the target has a crew card; its owner picks it."""
    crew = ("Cunning Commander", "Cunning Driver")
    story = struck(duel("M1 Abrams", "T-64", ("Asassin",), crew), "5,4,4,1")
    story.when("soviets", "defend t dice=1").then(DefenceRolled, happened(HitsCancelled, hits=3))
    story.when("americans", "swap a swap=yes").then(
        happened(CriticalSwapped, does="strike_crew", hits=1, criticals=0), happened(DefenceSettled, hits=1)
    )
    story.when("soviets", "lose-crew t driver").then(CardLost, AttackResolved)
    assert story.play.models["t"].damage == 1
    bare = struck(duel("M1 Abrams", "T-64", ("Asassin",)), "5,4,4,1")
    told = bare.when("soviets", "defend t dice=1")
    assert happened(DefenceRolled, settled=True, hits=3).fits(told.events[0])


def test_extra_ammunition_on_the_target_is_a_danger() -> None:
    """Extra Ammunition face up: the shooter may make the first uncancelled hit a critical; face down it betrays
    nothing."""
    story = struck(duel("M1 Abrams", "T-64", (), ("Extra Ammunition",)), "5,4,1,1")
    story.when("soviets", "defend t dice=1").then(DefenceRolled, HitsCancelled)
    story.when("americans", "swap a swap=yes").then(
        happened(CriticalSwapped, by="ammo", does="exposed", hits=1, criticals=1), DefenceSettled
    )
    down = ("Extra Ammunition",)
    hidden = struck(duel("M1 Abrams", "T-64", (), down, hidden=down), "5,4,1,1")
    told = hidden.when("soviets", "defend t dice=1")
    assert happened(DefenceRolled, settled=True, hits=2).fits(told.events[0])


def test_brutal_s_critical_is_not_changed_again() -> None:
    """R8: nor are hits that a critical was split into."""
    story = struck(duel("AMX-AUF1", "T-64"), "4,1,1,1")
    assert (story.play.shot.criticals, story.play.shot.forced) == (1, 1)
    assert asked(story) == []


# -- sums --------------------------------------------------------------------------------------------------------------


def test_a_result_is_changed_once() -> None:
    assert can_change(Results(1, 0), "upgrade")
    assert not can_change(Results(1, 0, worn=1), "upgrade")
    assert not can_change(Results(2, 0, worn=1), "join")
    assert not can_change(Results(0, 1, forced=1), "split")
    assert can_change(Results(2, 0, worn=2), "strike_crew")
    assert changed(Results(0, 2), "split") == Results(2, 1, worn=2)
    assert changed(Results(3, 0, worn=1), "strike_crew") == Results(1, 0)


def test_the_shooter_cancels_what_was_changed_and_the_target_what_was_not() -> None:
    """So the shooter keeps, and the target takes, what could still be changed."""
    split = Results(4, 0, worn=2)
    assert cancel_by_shooter(split, 2, 0) == Results(2, 0)
    assert cancel_by_target(split, 2, 6) == Results(2, 0, worn=2)
    mixed = Results(0, 2, forced=1)
    assert cancel_by_shooter(mixed, 1, 1) == Results(0, 1)
    assert cancel_by_target(mixed, 1, 1) == Results(0, 1, forced=1)


def test_what_the_shooter_gave_up_first_lets_the_rest_be_changed() -> None:
    """Sharpshooter's two hits and a natural one against a 4: one of the two goes, the natural one is upgraded."""
    story = struck(duel("M1 Abrams", "T-64", ("Dead-Eye Gunner",)), "6,4,1,1")
    story.when("americans", "swap a swap=yes").then(happened(CriticalSwapped, hits=3))
    story.when("soviets", "defend t dice=4").then(DefenceRolled, happened(HitsCancelled, hits=2, worn=1))
    story.when("americans", "swap a swap=yes").then(
        happened(CriticalSwapped, does="upgrade", hits=1, criticals=1), DefenceSettled
    )
    taken = struck(duel("M1 Abrams", "T-64", ("Dead-Eye Gunner",)), "6,4,1,1")
    taken.when("americans", "swap a swap=yes").then(CriticalSwapped)
    told = taken.when("soviets", "defend t dice=6")
    assert happened(DefenceRolled, settled=True, hits=2).fits(told.events[0])


def test_kept_for_report_of_everything_at_once() -> None:
    """A `Fire` that goes on to the defence passes over what may be changed before it, not after it."""
    story = duel("M1 Abrams", "T-64", ("Dead-Eye Gunner",))
    told = story.when("americans", f"fire a t dice=6,4,1,1 {KEEP} defence=1")
    kinds = [type(event) for event in told.events]
    assert kinds == [AttackRolled, AttackRerolled, CriticalSwapped, DefenceRolled, HitsCancelled]
    assert asked(story) == ["Swap"]
