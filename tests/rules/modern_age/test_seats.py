"""A lent seat, and cards that lie face down: its holder says that none is turned up, and turns none up."""

from __future__ import annotations

import pytest

from battles.viewer import choices_for
from rules import seats
from rules.adjudicate import Who
from rules.hidden_cards import face_down
from rules.systems.modern_age.cards.hidden import HiddenKept
from rules.systems.modern_age.defence.defend import DefenceRolled
from tests.rules.modern_age.duels import duel, urgent
from tests.rules.modern_age.hidden import asked, fired
from tests.rules.scenario import Story

BOB = Who("bob")


def shot_at(hidden: tuple[str, ...] = ("Defensive Driver",)) -> Story:
    """Bob has fired at Carol's tank; whether it has a card face down is as they say."""
    story = duel("M60 Patton", "T-64", (), hidden, hidden=hidden)
    return fired(story, "4,4,4,1")


def offered(story: Story) -> set[str]:
    return {choice.command for choice in seats.offered(story.state, BOB)}


def test_the_dice_of_a_forced_step_are_told_by_either_side() -> None:
    story = shot_at()
    assert urgent(story, "soviets") == ["Defend"]
    (choice,) = [one for one in seats.offered(story.state, BOB) if one.command == "Defend"]
    assert {field.name for field in choice.fields} == {"dice"}
    told = story.when("americans", "defend t dice=1")
    assert isinstance(told.events[0], DefenceRolled), told._refused
    assert story.rows[-1].by == "bob"


def test_but_not_what_its_side_decides() -> None:
    story = shot_at()
    refused = story.when("americans", "defend t dice=1 target_cancels=0").refused("battle", "by")
    assert refused.code == "not-yours"


def test_who_has_the_seat_says_that_its_owner_reveals_nothing() -> None:
    story = shot_at()
    story.when("soviets", "lend-seat soviets")
    story.when("americans", "defend t dice=1")
    assert asked(story) == ("defended", "t")
    assert "KeepHidden" in offered(story)
    told = story.when("americans", "keep-hidden t")
    assert any(isinstance(event, HiddenKept) for event in told.events), told._refused


FIRE = "fire a t dice=4,4,4,1 stabiliser='' stationary=''"


def about_to_fire() -> Story:
    return duel("M60 Patton", "T-64", ("Dead-Eye Gunner",), ("Defensive Driver",), hidden=("Defensive Driver",))


@pytest.mark.parametrize(("said", "rule"), [("keep_hidden=yes", "003 R5"), ("target_cancels=0", "003 R32")])
def test_the_shooter_says_nothing_in_the_name_of_a_target_whose_seat_is_not_lent(said: str, rule: str) -> None:
    story = about_to_fire()
    refused = story.when("americans", f"{FIRE} defence=1 {said}").refused(rule, said.partition("=")[0])
    assert refused.code == "not-yours"
    assert "soviets" in refused.text.text()
    assert refused.remedy is not None
    assert "lend" in refused.remedy.text()
    story.when("soviets", "lend-seat soviets")
    assert story.when("americans", f"{FIRE} defence=1 {said}")._refused is None


def test_the_shooter_speaks_for_the_shooter() -> None:
    assert about_to_fire().when("americans", f"{FIRE} keep_hidden=yes")._refused is None


def test_what_is_said_for_the_target_is_offered_to_who_holds_its_seat() -> None:
    story = about_to_fire()
    for who, fields in ((BOB, {"keep_own"}), (Who("alice", referee=True), SAID)):
        assert fields_for(story, who) & {*SAID, "keep_own"} == fields
    story.when("soviets", "lend-seat soviets")
    assert fields_for(story, BOB) & {*SAID, "keep_own"} == SAID


SAID = {"keep_hidden", "target_cancels"}


@pytest.mark.parametrize("mine", ["Dead-Eye Gunner", "Sharpshooter Gunner"])
def test_without_the_seat_the_shooter_says_in_one_report_that_their_own_cards_stay_hidden(mine: str) -> None:
    """Whatever they are; the target's owner is asked about theirs all the same."""
    for card, then in (("", ("", "")), ("Defensive Driver", ("defended", "t"))):
        theirs = (card,) if card else ()
        story = duel("M60 Patton", "T-64", (mine,), theirs, hidden=(mine, *theirs))
        told = story.when("americans", f"{FIRE} defence=1 keep_own=yes")
        assert asked(story) == then, told._refused
        kept = [event.unit for event in told.events if isinstance(event, HiddenKept)]
        assert kept == ([] if card else ["a"])
    story = duel("M60 Patton", "T-64", (mine,), (), hidden=(mine,))
    story.when("americans", f"{FIRE} defence=1")
    assert asked(story) == ("uncancelled", "a")


def fields_for(story: Story, person: Who) -> set[str]:
    return {
        one.name for choice in choices_for(story.state, person) if choice.command == "Fire" for one in choice.fields
    }


def test_who_has_the_seat_turns_no_card_up() -> None:
    story = shot_at()
    story.when("soviets", "lend-seat soviets")
    hidden = face_down("americans", story.state)
    assert hidden
    assert "Reveal" not in offered(story)
    (card,) = (key.partition("/")[2] for key in hidden)
    assert story.when("americans", f"reveal t {card}").refused("battle", "by").code == "not-yours"
    assert face_down("americans", story.state) == hidden


def test_a_card_that_lies_open_is_told_though_another_tank_hides_one_in_the_same_place() -> None:
    """Both cards have the id "equipment". The defence is told with the seat, or a shot would end before it."""
    story = duel(
        "M60 Patton",
        "Hind",
        (),
        ("Countermeasures",),
        enemies={"u": "T-64"},
        others={"u": ("Tool Kit",)},
        hidden=("Tool Kit",),
    )
    story.when("soviets", "lend-seat soviets")
    fired(story, "4,4,4")
    assert face_down("americans", story.state) == {"u/equipment"}
    (choice,) = [one for one in seats.offered(story.state, BOB) if one.command == "Defend"]
    assert [pick.value for field in choice.fields if field.name == "spend" for pick in field.picks] == ["", "equipment"]
    assert "Reveal" not in offered(story)
    told = story.when("americans", "defend t spend=equipment")
    assert any(isinstance(event, DefenceRolled) for event in told.events), told._refused
