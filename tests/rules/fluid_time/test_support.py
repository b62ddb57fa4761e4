"""Support cards, from the call to the templates (R30, R31, R34 to R36, A13, A20, B1, B12, B13, B18)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.systems.fluid_time.cards import left
from rules.systems.fluid_time.deck import CardDrawn
from rules.systems.fluid_time.fighters import FighterHeld, StrikeCancelled, StrikeLetPass
from rules.systems.fluid_time.strikes import StrikeSent
from rules.systems.fluid_time.support import SupportCalled, SupportDiscarded
from tests.rules.fluid_time.table import FOUR, T34, Units, play, shuffled, turned_over
from tests.rules.scenario import Happened, Story, happened

AIR, ARTILLERY, SOVIET = "germans/air_support", "germans/artillery_support", "soviets/support"
CALL = "call-support germans observer=yes"
SOVIETS = "call-support soviets observer=yes"


def drawn(card: str, held: tuple[str, ...] = (), units: Units = FOUR, **told: Any) -> Story:
    """A support card was drawn. `held`: sides that hold a fighter."""
    story = shuffled(units, **told).and_then(*(FighterHeld(side=side) for side in held))
    return again(story, card)


def called(**fields: Any) -> Happened:
    return Happened(SupportCalled, fields)


def again(story: Story, card: str) -> Story:
    """Another card, from the gap between two."""
    return story.and_then(CardDrawn(card=card, left=len(left(play(story))) - 1))


# -- the call (R30, B18) -----------------------------------------------------------------------------------------------


def test_b18_without_an_observer_the_card_is_discarded() -> None:
    story = drawn(AIR)
    story.when("germans", "call-support germans observer=no").then(happened(SupportDiscarded, card=AIR))
    assert (play(story).phase, play(story).strike) == ("gap", None)


@pytest.mark.parametrize(("card", "said", "field"), [(AIR, "aircraft=1", "aircraft"), (SOVIET, "kind=1", "kind")])
def test_b18_no_die_falls_for_a_card_that_is_discarded(card: str, said: str, field: str) -> None:
    side = card.partition("/")[0]
    drawn(card).when(side, f"call-support {side} observer=no {said}").refused("004 B18", field)


def test_r30_a_support_card_is_called_before_the_next_is_drawn() -> None:
    story = drawn(AIR)
    story.when("germans", "draw turn_over").refused("004 R2", "")
    story.when("germans", "send-strike germans").refused("004 R31")
    story.when("germans", "close-strike germans").refused("004 R32")
    story.when("germans", "hold-fighter germans").refused("004 R35")
    story.when("germans", "strike t34").refused("004 R32")


def test_r30_it_is_its_owner_s_to_call() -> None:
    drawn(AIR).when("soviets", "call-support soviets observer=yes").refused("004 R30", "side")


def test_r30_nothing_is_called_without_a_card() -> None:
    shuffled(FOUR).when("germans", CALL).refused("004 R30")


# -- what comes (R34, A13, B13) ----------------------------------------------------------------------------------------

GERMANS = [(1, "hs_123"), (2, "hs_123"), (3, "me_109"), (4, "me_109"), (5, "ju_87"), (6, "ju_87")]
RUSSIANS = [(1, "fighter"), (2, "fighter"), (3, "fighter"), (4, "il_2"), (5, "il_2"), (6, "il_2")]


@pytest.mark.parametrize(("die", "aircraft"), GERMANS)
def test_r34_what_comes_on_german_air_support(die: int, aircraft: str) -> None:
    stage = "hold" if aircraft == "me_109" else "send"
    story = drawn(AIR)
    story.when("germans", f"{CALL} aircraft={die}").then(called(kind="air", aircraft=aircraft, stage=stage, card=AIR))
    strike = play(story).strike
    assert strike is not None
    assert (strike.kind, strike.aircraft, strike.stage) == ("air", aircraft, stage)


@pytest.mark.parametrize(("die", "aircraft"), RUSSIANS)
def test_r34_what_comes_by_air_on_soviet_support(die: int, aircraft: str) -> None:
    drawn(SOVIET).when("soviets", f"{SOVIETS} kind=1 aircraft={die}").then(
        called(kind="air", aircraft=aircraft, stage="hold" if aircraft == "fighter" else "send")
    )


@pytest.mark.parametrize(
    ("die", "kind"), [(1, "air"), (2, "air"), (3, "air"), (4, "artillery"), (5, "artillery"), (6, "artillery")]
)
def test_r34_b13_the_die_of_a_support_card(die: int, kind: str) -> None:
    said = f"{SOVIETS} kind={die}" + (" aircraft=4" if kind == "air" else "")
    drawn(SOVIET).when("soviets", said).then(called(kind=kind, stage="send"))


def test_a13_b13_by_option_a_6_brings_nothing() -> None:
    story = drawn(SOVIET, soviet_support_six="none")
    story.when("soviets", f"{SOVIETS} kind=6").then(called(kind="none", aircraft="", stage=""))
    assert (play(story).phase, play(story).strike) == ("gap", None)
    drawn(SOVIET, soviet_support_six="none").when("soviets", f"{SOVIETS} kind=5").then(called(kind="artillery"))


def test_r34_artillery_rolls_no_die_before_the_intensity() -> None:
    drawn(ARTILLERY).when("germans", CALL).then(called(kind="artillery", rolls=(), stage="send"))


def test_r34_dice_fall_where_they_count_and_nowhere_else() -> None:
    drawn(ARTILLERY).when("germans", f"{CALL} aircraft=1").refused("004 R34", "aircraft")
    drawn(AIR).when("germans", f"{CALL} kind=1").refused("004 R34", "kind")
    drawn(SOVIET).when("soviets", f"{SOVIETS} kind=4 aircraft=1").refused("004 R34", "aircraft")
    drawn(SOVIET).when("soviets", f"{SOVIETS} aircraft=1").refused("004 R34", "aircraft")


def test_its_questions_are_those_of_the_card() -> None:
    told = drawn(SOVIET).when("soviets", f"{SOVIETS} kind=1 aircraft=4")
    assert isinstance(told.events[0], SupportCalled)
    assert [roll.question for roll in told.events[0].rolls] == [
        "t1/i1/soviets/support/kind",
        "t1/i1/soviets/support/aircraft",
    ]


@pytest.mark.parametrize(("row", "aircraft"), [("german", "hs_123"), ("russian", "fighter"), ("nation", "hs_123")])
def test_a12_a_side_may_have_the_other_row(row: str, aircraft: str) -> None:
    drawn(AIR, support_first=row).when("germans", f"{CALL} aircraft=1").then(called(aircraft=aircraft))


@pytest.mark.parametrize(("row", "aircraft"), [("german", "hs_123"), ("russian", "fighter"), ("nation", "fighter")])
def test_a12_the_second_side_as_well(row: str, aircraft: str) -> None:
    story = drawn(SOVIET, support_second=row)
    story.when("soviets", f"{SOVIETS} kind=1 aircraft=1").then(called(aircraft=aircraft))


# -- a fighter (R35, A20, B12) -----------------------------------------------------------------------------------------

FIGHTER = f"{CALL} aircraft=3"
BOMBER = f"{CALL} aircraft=1"


def test_r35_a_drawn_fighter_is_held() -> None:
    story = drawn(AIR).tell(f"germans: {FIGHTER}")
    story.when("germans", "hold-fighter germans").then(happened(FighterHeld, side="germans"))
    assert (play(story).held, play(story).phase, play(story).strike) == (("germans",), "gap", None)


@pytest.mark.parametrize("report", ["let-pass germans", "send-strike germans intensity=1"])
def test_r35_or_it_attacks(report: str) -> None:
    story = drawn(AIR).tell(f"germans: {FIGHTER}").tell(f"germans: {report}")
    assert play(story).held == ()
    strike = play(story).strike
    assert strike is not None
    assert strike.stage == ("send" if "pass" in report else "targets")


def test_r35_a_bomber_is_not_held() -> None:
    drawn(AIR).tell(f"germans: {BOMBER}").when("germans", "hold-fighter germans").refused("004 R35")


def test_r35_its_owner_holds_it() -> None:
    drawn(AIR).tell(f"germans: {FIGHTER}").when("soviets", "hold-fighter soviets").refused("004 R35", "side")
    drawn(AIR).tell(f"germans: {FIGHTER}").when("soviets", "let-pass soviets").refused("004 R35", "side")


def test_r35_b12_a_held_fighter_cancels_an_airstrike() -> None:
    story = drawn(AIR, ("soviets",))
    story.when("germans", BOMBER).then(called(stage="cancel"))
    story.when("soviets", "cancel-strike soviets").then(happened(StrikeCancelled, side="soviets"))
    assert (play(story).held, play(story).phase, play(story).strike) == ((), "gap", None)


def test_r35_it_need_not() -> None:
    story = drawn(AIR, ("soviets",)).tell(f"germans: {BOMBER}")
    story.when("soviets", "let-pass soviets").then(happened(StrikeLetPass, side="soviets", stage="send"))
    assert play(story).held == ("soviets",)
    story.when("germans", "send-strike germans intensity=1").then(StrikeSent)


def test_b12_before_the_intensity_die() -> None:
    story = drawn(AIR, ("soviets",)).tell(f"germans: {BOMBER}")
    story.when("germans", "send-strike germans intensity=1").refused("004 R31")
    story.tell("soviets: let-pass soviets\ngermans: send-strike germans intensity=1")
    story.when("soviets", "cancel-strike soviets").refused("004 R35")


def test_b12_the_fighter_s_side_cancels_and_nobody_else() -> None:
    story = drawn(AIR, ("soviets",)).tell(f"germans: {BOMBER}")
    story.when("germans", "cancel-strike germans").refused("004 R35", "side")
    story.when("germans", "let-pass germans").refused("004 R35", "side")


def test_b12_a_fighter_that_attacks_may_be_cancelled_too() -> None:
    story = drawn(AIR, ("soviets",)).tell(f"germans: {FIGHTER}")
    story.when("germans", "send-strike germans intensity=1").refused("004 R31")
    story.when("soviets", "cancel-strike soviets").refused("004 R35")
    story.when("germans", "let-pass germans").then(happened(StrikeLetPass, side="germans", stage="cancel"))
    story.when("soviets", "cancel-strike soviets").then(StrikeCancelled)


def test_b12_one_held_by_the_strike_s_own_side_does_not() -> None:
    drawn(AIR, ("germans",)).when("germans", BOMBER).then(called(stage="send"))


def test_b12_artillery_is_not_cancelled() -> None:
    drawn(ARTILLERY, ("soviets",)).when("germans", CALL).then(called(stage="send"))


def test_a20_one_fighter_cancels_one_strike() -> None:
    story = drawn(AIR, ("soviets", "soviets")).tell(f"germans: {BOMBER}\nsoviets: cancel-strike soviets")
    assert play(story).held == ("soviets",)


def test_a20_held_by_both_each_side_has_its_own() -> None:
    story = drawn(AIR, ("germans", "soviets")).tell(f"germans: {BOMBER}\nsoviets: cancel-strike soviets")
    assert play(story).held == ("germans",)


def test_a20_unused_it_lapses_as_the_turn_ends() -> None:
    story = drawn(AIR).tell(f"germans: {FIGHTER}\ngermans: hold-fighter germans")
    turned_over(story)
    assert play(story).held == ()


@pytest.mark.parametrize(("row", "die"), [("german", 3), ("russian", 1)])
def test_b12_an_me_109_counts_as_a_fighter(row: str, die: int) -> None:
    story = drawn(AIR, support_first=row)
    story.when("germans", f"{CALL} aircraft={die}").then(called(stage="hold"))


# -- intensity and templates (R31, R36, B1) ----------------------------------------------------------------------------

RUSSIAN_ROW = [(1, "low", 1), (2, "low", 1), (3, "low", 1), (4, "medium", 2), (5, "medium", 2), (6, "all_out", 3)]
GERMAN_ROW = [(1, "low", 1), (2, "medium", 2), (3, "medium", 2), (4, "medium", 2), (5, "all_out", 3), (6, "all_out", 3)]


@pytest.mark.parametrize(("die", "level", "templates"), GERMAN_ROW)
def test_r31_the_intensity_of_german_support(die: int, level: str, templates: int) -> None:
    story = drawn(ARTILLERY).tell(f"germans: {CALL}")
    story.when("germans", f"send-strike germans intensity={die}").then(
        happened(StrikeSent, level=level, templates=templates)
    )


@pytest.mark.parametrize(("die", "level", "templates"), RUSSIAN_ROW)
def test_r31_the_intensity_of_russian_support(die: int, level: str, templates: int) -> None:
    story = drawn(SOVIET).tell(f"soviets: {SOVIETS} kind=4")
    told = story.when("soviets", f"send-strike soviets intensity={die}")
    told.then(happened(StrikeSent, level=level, templates=templates))
    assert isinstance(told.events[0], StrikeSent)
    assert told.events[0].roll.question == "t1/i1/soviets/support/intensity"


def test_a12_other_nations_have_one_of_the_two_rows() -> None:
    """Nobody here is German or Russian by nation: the row is German, or what the option says."""
    units = {
        "one": ("Sherman M4A1 (75)", "germans/panzers"),
        "t34": (T34, "soviets/tankovy"),
    }
    for row, level in (("nation", "medium"), ("russian", "low")):
        story = drawn(ARTILLERY, units=units, support_first=row).tell(f"germans: {CALL}")
        story.when("germans", "send-strike germans intensity=2").then(happened(StrikeSent, level=level))


@pytest.mark.parametrize("entry", [0, 1, 8])
def test_b1_aircraft_come_in_at_a_corner_or_side_that_is_counted_off(entry: int) -> None:
    story = drawn(AIR).tell(f"germans: {BOMBER}")
    story.when("germans", f"send-strike germans entry={entry} intensity=1").then(happened(StrikeSent, entry=entry))


def test_b1_artillery_has_no_entry_point() -> None:
    story = drawn(ARTILLERY).tell(f"germans: {CALL}")
    story.when("germans", "send-strike germans entry=1 intensity=1").refused("004 B1", "entry")


def test_r30_its_owner_sends_it() -> None:
    drawn(ARTILLERY).tell(f"germans: {CALL}").when("soviets", "send-strike soviets").refused("004 R31", "side")


def test_r31_it_is_sent_once() -> None:
    story = drawn(ARTILLERY).tell(f"germans: {CALL}\ngermans: send-strike germans intensity=1")
    story.when("germans", "send-strike germans intensity=6").refused("004 R31")


def test_two_support_cards_of_a_turn_are_two_questions() -> None:
    story = drawn(ARTILLERY).tell("germans: call-support germans observer=no")
    told = again(story, AIR).when("germans", CALL)
    assert isinstance(told.events[0], SupportCalled)
    assert told.events[0].rolls[0].question == "t1/i2/germans/support/aircraft"


def test_support_is_no_impulse() -> None:
    story = drawn(ARTILLERY).tell("germans: call-support germans observer=no")
    assert play(story).impulse is None
    assert {id: unit.grants for id, unit in play(story).units.items()} == dict.fromkeys(FOUR, ())
