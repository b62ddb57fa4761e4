"""The sheet of a battle: whose moment it is, what may still come, and how every vehicle stands."""

from __future__ import annotations

import pytest

from rules import visibility
from rules.systems.fluid_time.state import Vehicle
from tests.rules.fluid_time.table import (
    BOTH,
    FOUR,
    FREE,
    TWICE,
    battle,
    began,
    ended,
    muster,
    play,
    sheet,
    shuffled,
    told,
    turned_over,
    unit,
)
from tests.rules.scenario import Story, given


def facts(story: Story) -> set[str]:
    return {fact.name for fact in visibility.see(story.state, "").facts}


def pending(story: Story) -> tuple[str, tuple[str, ...]]:
    """What is waited for, and for whom."""
    view = visibility.see(story.state, "")
    return view.pending.text() if view.pending else "", view.waiting_for


BOTH_SIDES = ("germans", "soviets")


def test_everybody_sees_the_same() -> None:
    story = battle(BOTH, {"tiger": ("moving",), "t34": ("overwatch",)})
    assert len({repr(visibility.see(story.state, viewer)) for viewer in ("", *BOTH_SIDES)}) == 1


# -- the deck ----------------------------------------------------------------------------------------------------------


def test_the_cards_left_are_told_by_kind() -> None:
    story = ended(battle(BOTH))
    assert told(story, "cards") == "32"
    assert told(story, "turn-overs") == "3"
    assert told(story, "left-germans").startswith(
        "Move, Free Action, Air Support, Artillery Support, Support, panzers ("
    )
    assert "1/2 Move and Free Action" not in told(story, "left-germans").partition("specials")[0]
    assert told(story, "drawn") == "germans, panzers: 1/2 Move and Free Action"


def test_before_a_turn_the_whole_deck_is_told() -> None:
    story = given(muster(deck="2 turn_over\n2 germans/panzers/move\n1 soviets/tankovy/move"))
    assert (told(story, "cards"), told(story, "turn-overs")) == ("5", "2")
    assert told(story, "left-germans") == "panzers (2 × Move)"
    assert not facts(story) & {"drawn", "commander-germans", "seal"}


def test_of_a_deck_that_leaguer_has_shuffled_the_seal_is_shown_and_no_card_that_was_not_drawn() -> None:
    story = given(muster(FOUR, deck_draw="leaguer")).tell("germans: shuffle")
    assert told(story, "seal") == play(story).seal
    assert len(told(story, "seal")) == 64
    story.tell("germans: draw")
    assert told(story, "cards") == str(len(play(story).pack) - 1)


def test_commanders_cards_and_fighters_held_are_shown() -> None:
    story = ended(battle("soviets"))
    assert told(story, "commander-germans") == "is still held"
    assert told(story, "commander-soviets") == "has been played"
    story.tell("germans: draw germans/air_support\ngermans: call-support germans observer=yes aircraft=4")
    story.tell("germans: hold-fighter germans")
    assert told(story, "held-germans") == "1"
    assert "held-soviets" not in facts(story)
    turned_over(story)
    assert told(story, "commander-soviets") == "is still held"
    assert "held-germans" not in facts(story)


# -- whose moment it is ------------------------------------------------------------------------------------------------


def test_an_impulse_says_whose_it_is_and_how_long_it_may_last() -> None:
    story = battle(BOTH)
    assert told(story, "impulse") == "germans, panzers: 1/2 Move and Free Action"
    assert told(story, "minutes") == "5"
    assert pending(story) == (
        "Impulse of germans, panzers: half a move and a Free Action for each vehicle.",
        ("germans",),
    )
    assert told(battle("soviets"), "impulse") == "soviets: Commander's Free Action"
    assert "minutes" not in facts(battle(BOTH, impulse_minutes=0))


def test_what_is_waited_for() -> None:
    story = given(muster())
    assert pending(story) == ("The Command Deck is to be shuffled.", BOTH_SIDES)
    drawing = "The next card is to be drawn, unless a commander plays a Free Action card."
    assert pending(shuffled()) == (drawing, BOTH_SIDES)
    testing = battle(FREE, {"tiger": ("struck",)})
    assert pending(testing) == ("Morale is tested before acting: Tiger I.", ("germans",))
    firing = battle(FREE).tell("germans: aim tiger t34")
    assert pending(firing) == ("Tiger I fires next.", ("germans",))


CALL = "germans: call-support germans observer=yes aircraft="
LET, SEND = "\nsoviets: let-pass soviets", "\ngermans: send-strike germans intensity=6"


@pytest.mark.parametrize(
    ("so_far", "waits", "side"),
    [
        ("", "Whether an observer of germans is in position is to be told.", "germans"),
        (f"{CALL}3", "Whether the fighter of germans attacks or is held back is to be told.", "germans"),
        (f"{CALL}1", "Whether the fighter held for soviets cancels the airstrike is to be told.", "soviets"),
        (f"{CALL}1{LET}", "The intensity die of germans is to be rolled.", "germans"),
        (f"{CALL}1{LET}{SEND}", "Who is under the templates of germans is to be told.", "germans"),
    ],
)
def test_what_is_waited_for_of_a_support_card(so_far: str, waits: str, side: str) -> None:
    story = shuffled(FOUR).tell("soviets: draw soviets/support")
    story.tell("soviets: call-support soviets observer=yes kind=1 aircraft=1\nsoviets: hold-fighter soviets")
    story.tell(f"germans: draw germans/air_support\n{so_far}")
    assert pending(story) == (waits, (side,))


def test_a_strike_is_shown_with_what_has_come_of_its_card() -> None:
    story = shuffled(FOUR).tell(f"germans: draw germans/air_support\n{CALL}1{SEND}")
    assert told(story, "strike") == "germans: Air Support, Hs 123, all-out support"


def test_declared_shots_and_who_may_answer_are_shown() -> None:
    story = battle(TWICE, {"t34": ("overwatch",)}).tell("germans: move panzer 10 by=free\ngermans: aim tiger t34")
    assert told(story, "volley") == "Tiger I at T-34/76"
    assert told(story, "watching") == "T-34/76"


def test_a_battle_that_is_over_says_how() -> None:
    story = battle(FREE).tell("soviets: concede soviets")
    assert visibility.see(story.state, "").phase.text() == "Battle over"
    assert (told(story, "winner"), told(story, "how")) == ("germans", "The enemy has conceded the field.")
    assert not facts(story) & {"cards", "impulse", "left-germans"}
    assert pending(story) == ("", ())


# -- vehicles ----------------------------------------------------------------------------------------------------------


def test_what_each_may_still_spend_is_shown() -> None:
    story = battle(BOTH)
    assert sheet(story, "tiger", "grants") == "half a move and a Free Action"
    story.tell("germans: move tiger 25 by=half_move")
    assert sheet(story, "tiger", "grants") == "a Free Action; 1.5 in of its move over open ground"
    assert sheet(story, "tiger", "posture") == "moving"


def test_how_a_vehicle_stands() -> None:
    story = battle(FREE, {"t34": ("overwatch", "hull_down", "gun_out"), "kv": ("immobile", "struck", "suppressed")})
    assert sheet(story, "t34", "posture") == "stationary, on overwatch, hull down"
    assert sheet(story, "t34", "gun") == "disabled"
    assert sheet(story, "kv", "status") == "suppressed, immobilised"
    assert sheet(story, "kv", "mobility") == "immobilised"
    assert sheet(story, "kv", "struck") == "True"
    assert sheet(story, "kv", "morale") == "+3"
    assert sheet(story, "tiger", "nerve") == "steady"


def test_tests_that_are_due_are_shown_with_their_reasons() -> None:
    story = battle(FREE)
    kv: Vehicle = unit(story, "kv")
    kv.tests, kv.repeated, kv.lasting = ("struck", "last_tank"), ("struck",), True
    assert sheet(story, "kv", "nerve") == "to test: was struck at -1, last of its platoon"
    kv.suppressed = True
    assert sheet(story, "kv", "nerve").startswith("suppressed; to test: was struck")


@pytest.mark.parametrize(
    ("mark", "status"),
    [
        ("burning", "burning"),
        ("exploded", "exploded"),
        ("abandoned", "abandoned by its crew"),
        ("left_table", "has left the table"),
    ],
)
def test_who_is_out_says_how(mark: str, status: str) -> None:
    story = battle(FREE, {"panzer": (mark,)})
    assert sheet(story, "panzer", "status") == status
    assert not next(view for view in visibility.see(story.state, "").units if view.id == "panzer").in_play
    assert told(story, "strength-germans-panzers") == "1 of 2"


def test_what_a_shot_takes_is_on_the_sheet_of_both() -> None:
    story = battle(FREE)
    assert sheet(story, "tiger", "dice") == "6 / 6 / 5"
    assert sheet(story, "tiger", "modifiers") == "+1 / +0 / -2"
    assert (sheet(story, "t34", "size"), sheet(story, "t34", "armour")) == ("7", "10")


def test_points_are_shown_as_they_stand() -> None:
    story = battle(FREE, {"t34": ("burning",)})
    assert told(story, "points-germans") == str(unit(story, "t34").figures.points)
    assert told(began(ended(story), "soviets"), "points-soviets") == "0"
