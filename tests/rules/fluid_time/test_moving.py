"""Moving, halting, overwatch bought, crest lines (R7 to R11, R13 to R16, R37, A2, A5, B2, B7, B14)."""

from __future__ import annotations

import pytest

from rules.systems.fluid_time import tables
from rules.systems.fluid_time.impulses import ImpulseEnded
from rules.systems.fluid_time.moving import LeftTable, Moved, allowance
from rules.systems.fluid_time.platoons import LastOfPlatoon
from rules.systems.fluid_time.posture import Halted, Observed, TookHullDown, WentOnOverwatch
from tests.rules.fluid_time.table import (
    BOTH,
    DECK,
    FOUR,
    FREE,
    HALF,
    MOVE,
    PANTHER,
    TIGER,
    TWICE,
    battle,
    began,
    choices,
    ended,
    mark_of,
    muster,
    play,
    shuffled,
    turned_over,
    unit,
)
from tests.rules.scenario import given, happened

# What a card lets a Tiger (8 inches) spend, and how far it gets in the open by it, in tenths of an inch.
FAR = [(FREE, "free", 80), (MOVE, "move", 80), (BOTH, "half_move", 40), (BOTH, "free", 80), (HALF, "half_move", 40)]
EVERY = [(FREE, "free"), (MOVE, "move"), (BOTH, "half_move"), (BOTH, "free"), (HALF, "half_move"), (TWICE, "free")]
UNITS = {**FOUR, "panther": (PANTHER, "germans/panzers")}


# -- how far (R7 to R9, R11) -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("card", "by", "most"), FAR)
@pytest.mark.parametrize(("over", "pace"), [("open", 1), ("rough", 2)])
def test_how_far_each_expenditure_takes_a_vehicle(card: str, by: str, most: int, over: str, pace: int) -> None:
    rule = {"free": "R7", "move": "R8", "half_move": "R9"}[by]
    farthest = most // pace
    battle(card).when("germans", f"move tiger {farthest + 1} {over} by={by}").refused(f"004 {rule}", "distance")
    battle(card).when("germans", f"move tiger {farthest} {over} by={by}").then(
        happened(Moved, length=farthest, over=over, cost=most, reach=0, spent=by, measure="tenths of an inch")
    )


@pytest.mark.parametrize(("model", "half", "rough"), [(TIGER, 40, 20), (PANTHER, 45, 22)])
def test_half_of_an_odd_allowance_is_exact_in_tenths(model: str, half: int, rough: int) -> None:
    story = battle(BOTH, units={**FOUR, "tiger": (model, "germans/panzers")})
    assert allowance(play(story), unit(story, "tiger"), "half_move") == half
    story.when("germans", f"move tiger {rough + 1} rough by=half_move").refused("004 R9", "distance")
    story.when("germans", f"move tiger {rough} rough by=half_move").then(happened(Moved, cost=2 * rough))


def test_a_mixed_path_is_told_stretch_by_stretch() -> None:
    story = battle(MOVE).when("germans", "move tiger 20 rough by=move").then(happened(Moved, cost=40, reach=40))
    story.when("germans", "move tiger 41 by=on").refused("004 R8", "distance")
    story.when("germans", "move tiger 15 rough by=on").then(happened(Moved, cost=30, reach=10, spent=""))
    story.when("germans", "move tiger 10 by=on").then(happened(Moved, reach=0))
    story.when("germans", "move tiger 1 by=on").refused("004 R7", "unit")


def test_a_move_goes_on_only_where_one_was_begun() -> None:
    battle().when("germans", "move tiger 10 by=on").refused("004 R8", "by")


def test_a_move_is_over_when_the_vehicle_does_something_else() -> None:
    story = battle(BOTH).tell("germans: move tiger 10 by=half_move\ngermans: halt tiger by=free")
    assert unit(story, "tiger").reach == 0
    story.when("germans", "move tiger 10 by=on").refused("004 R7", "unit")


def test_what_is_left_of_a_move_is_gone_with_the_impulse() -> None:
    story = began(ended(battle(MOVE).tell("germans: move tiger 10 by=move")), FREE)
    story.when("germans", "move tiger 10 by=on").refused("004 R8", "by")


@pytest.mark.parametrize(("card", "by"), EVERY)
def test_a_card_is_spent_by_what_it_gives_alone(card: str, by: str) -> None:
    """Of two equal ones both."""
    story = battle(card)
    others = {"move", "half_move", "free"} - set(unit(story, "tiger").grants)
    for other in sorted(others):
        refusal = story.when("germans", f"move tiger 10 by={other}").refused("004 R7", "by")
        assert refusal.remedy is not None
        assert by in refusal.remedy.text()
    for _time in range(unit(story, "tiger").grants.count(by)):
        story.tell(f"germans: move tiger 10 by={by}")
    assert by not in unit(story, "tiger").grants


def test_lengths_are_millimetres_where_centimetres_are_measured() -> None:
    """R37: an inch of the data is a centimetre."""
    story = battle(MOVE, scale="cm")
    story.when("germans", "move tiger 81 by=move").refused("004 R8", "distance")
    story.when("germans", "move tiger 80 by=move").then(happened(Moved, measure="mm"))
    assert tables.measured({"scale": "cm"}, 8) == tables.measured({"scale": "inch"}, 8) == 80


def test_what_is_immobilised_moves_no_more() -> None:
    """R22: nor does it leave; it halts nothing, and may do all the rest."""
    story = battle(FREE, {"tiger": ("immobile",)})
    story.when("germans", "move tiger 10 by=free").refused("004 R22", "unit")
    story.when("germans", "leave tiger by=free").refused("004 R22", "unit")
    story.when("germans", "go-on-overwatch tiger by=free").then(WentOnOverwatch)


def test_what_has_no_move_of_its_own_does_not_move() -> None:
    story = battle(FREE)
    gun = unit(story, "tiger")
    gun.figures = type(gun.figures)(
        **{name: getattr(gun.figures, name) for name in gun.figures.__struct_fields__} | {"move": 0}
    )
    story.when("germans", "move tiger 10 by=free").refused("004 A21", "unit")


# -- fluid time (R13, R14) ---------------------------------------------------------------------------------------------


def test_who_has_moved_is_moving_until_an_impulse_of_its_own() -> None:
    story = battle(MOVE).tell("germans: move tiger 10 by=move\ngermans: end-impulse germans")
    assert unit(story, "tiger").moving
    story.tell("germans: draw soviets/move\nsoviets: end-impulse soviets")
    assert unit(turned_over(story), "tiger").moving
    story.tell(f"germans: draw {FREE}\ngermans: halt tiger by=free")
    assert not unit(story, "tiger").moving


def test_who_is_stationary_is_so_until_it_moves() -> None:
    story = battle(TWICE).tell("germans: observe tiger\ngermans: observe tiger")
    assert not unit(story, "tiger").moving
    assert unit(story.tell("germans: move panzer 1 by=free"), "panzer").moving


def test_moving_ends_overwatch_and_leaves_the_crest() -> None:
    story = battle(MOVE, {"tiger": ("overwatch", "hull_down")}).tell("germans: move tiger 1 by=move")
    tiger = unit(story, "tiger")
    assert (tiger.moving, tiger.overwatch, tiger.hull_down) == (True, False, False)


# -- halting (R7 to R9, B14) -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("card", "by"), EVERY)
def test_a_vehicle_halts_by_whatever_it_may_spend(card: str, by: str) -> None:
    story = battle(card, {"tiger": ("moving",)})
    story.when("germans", f"halt tiger by={by}").then(happened(Halted, unit="tiger", spent=by))
    assert not unit(story, "tiger").moving
    story = battle(card, {"tiger": ("moving",)})
    wrong = next(one for one in ("move", "half_move", "free") if one not in unit(story, "tiger").grants)
    story.when("germans", f"halt tiger by={wrong}").refused("004 R7", "by")


def test_what_stands_does_not_halt() -> None:
    battle().when("germans", "halt tiger by=free").refused("004 R14", "unit")


def test_it_may_move_and_halt_by_two_free_actions() -> None:
    """R10."""
    story = battle(TWICE).tell("germans: move tiger 80 by=free\ngermans: halt tiger by=free")
    assert (unit(story, "tiger").moving, unit(story, "tiger").grants) == (False, ())


def test_it_may_move_twice_by_two_free_actions() -> None:
    """R10: repeats are allowed."""
    story = battle(TWICE).tell("germans: move tiger 80 by=free")
    story.when("germans", "move tiger 80 by=free").then(happened(Moved, spent="free"))


@pytest.mark.parametrize("card", [FREE, MOVE, HALF, BOTH, TWICE])
def test_a_pass_halts_a_moving_vehicle(card: str) -> None:
    """B14."""
    story = battle(card, {"tiger": ("moving",)})
    story.when("germans", "end-impulse germans").then(happened(ImpulseEnded, halted=("tiger",)))
    assert not unit(story, "tiger").moving


def test_an_unused_half_move_halts_it_after_its_free_action() -> None:
    """B14."""
    story = battle(BOTH, {"tiger": ("moving",), "panzer": ("moving",)}).tell("germans: observe tiger")
    story.tell("germans: move panzer 10 by=half_move")
    story.when("germans", "end-impulse germans").then(happened(ImpulseEnded, halted=("tiger",)))
    assert unit(story, "panzer").moving


@pytest.mark.parametrize("card", [FREE, TWICE])
def test_observing_halts_nobody(card: str) -> None:
    """A5, B14."""
    story = battle(card, {"tiger": ("moving",)}).tell("germans: observe tiger")
    story.when("germans", "end-impulse germans").then(happened(ImpulseEnded, halted=()))
    assert unit(story, "tiger").moving


@pytest.mark.parametrize("mark", ["suppressed", "crew_suppressed", "struck"])
def test_who_has_not_tested_is_not_halted_by_a_pass(mark: str) -> None:
    """Ruling: to halt is to act, and it tests before it acts (R24)."""
    story = battle(FREE, {"tiger": ("moving", mark), "panzer": ("moving",)})
    story.when("germans", "end-impulse germans").then(happened(ImpulseEnded, halted=("panzer",)))
    assert unit(story, "tiger").moving


SHOT = "germans: aim tiger t34\ngermans: fire tiger range=short facing=front hit=10"


def test_shooting_halts_nobody() -> None:
    """A5, B14: whoever fires on the move is moving still."""
    story = battle(FREE, {"tiger": ("moving",)}).tell(SHOT)
    story.when("germans", "end-impulse germans").then(happened(ImpulseEnded, halted=()))
    assert unit(story, "tiger").moving


def test_who_fires_and_leaves_its_half_move_unused_is_halted() -> None:
    """B14."""
    story = battle(BOTH, {"tiger": ("moving",)}).tell(SHOT)
    story.when("germans", "end-impulse germans").then(happened(ImpulseEnded, halted=("tiger",)))


def test_who_has_passed_its_test_and_does_nothing_is_halted() -> None:
    story = battle(FREE, {"tiger": ("moving", "struck")}).tell("germans: check-morale tiger dice=6,6")
    story.when("germans", "end-impulse germans").then(happened(ImpulseEnded, halted=("tiger",)))


def test_time_halts_as_a_pass_does() -> None:
    """B6, B14."""
    story = battle(MOVE, {"tiger": ("moving",)})
    story.when("soviets", "call-time").then(happened(ImpulseEnded, why="time", halted=("tiger",)))


# -- overwatch (R15, B2) -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("card", "by"), EVERY)
def test_what_stands_goes_on_overwatch_by_whatever_it_may_spend(card: str, by: str) -> None:
    """R8, R9, B2, A2."""
    story = battle(card)
    wrong = next(one for one in ("move", "half_move", "free") if one not in unit(story, "tiger").grants)
    for report in ("go-on-overwatch", "leave"):
        story.when("germans", f"{report} tiger by={wrong}").refused("004 R7", "by")
    story.when("germans", f"go-on-overwatch tiger by={by}").then(happened(WentOnOverwatch, unit="tiger", spent=by))
    assert unit(story, "tiger").overwatch


def test_only_what_stands_goes_on_overwatch_and_halting_is_an_expenditure_of_its_own() -> None:
    story = battle(TWICE, {"tiger": ("moving",)})
    story.when("germans", "go-on-overwatch tiger by=free").refused("004 R15", "unit")
    story.tell("germans: halt tiger by=free")
    story.when("germans", "go-on-overwatch tiger by=free").then(WentOnOverwatch)
    assert unit(story, "tiger").grants == ()


def test_a_halt_by_half_a_move_leaves_the_free_action_for_overwatch() -> None:
    story = battle(BOTH, {"tiger": ("moving",)}).tell("germans: halt tiger by=half_move")
    story.when("germans", "go-on-overwatch tiger by=free").then(WentOnOverwatch)


def test_from_overwatch_it_may_shoot_and_go_back_by_half_a_move() -> None:
    """R9."""
    story = battle(BOTH, {"tiger": ("overwatch",)}).tell(SHOT)
    assert not unit(story, "tiger").overwatch
    story.when("germans", "go-on-overwatch tiger by=half_move").then(WentOnOverwatch)
    assert unit(story, "tiger").overwatch


def test_half_a_move_and_a_free_action_come_in_either_order() -> None:
    """R9."""
    for reports in (("move tiger 40 by=half_move", "observe tiger"), ("observe tiger", "move tiger 40 by=half_move")):
        story = battle(BOTH).tell("\n".join(f"germans: {report}" for report in reports))
        assert unit(story, "tiger").grants == ()


def test_overwatch_is_bought_once() -> None:
    story = battle(TWICE).tell("germans: go-on-overwatch tiger by=free")
    story.when("germans", "go-on-overwatch tiger by=free").refused("004 R15", "unit")


def test_without_its_gun_nothing_goes_on_overwatch() -> None:
    battle(FREE, {"tiger": ("gun_out",)}).when("germans", "go-on-overwatch tiger by=free").refused("004 R22", "unit")


# -- crest lines (R16, B7) ---------------------------------------------------------------------------------------------


def test_what_stands_is_hull_down_for_nothing_in_its_own_impulse() -> None:
    story = battle()
    story.when("germans", "take-hull-down tiger").then(happened(TookHullDown, unit="tiger"))
    assert (unit(story, "tiger").hull_down, unit(story, "tiger").grants) == (True, ("free",))
    story.when("germans", "take-hull-down tiger").refused("004 R16", "unit")
    story.when("soviets", "take-hull-down t34").refused("004 R12", "unit")


def test_who_has_spent_everything_may_still_say_that_it_stopped_at_a_crest() -> None:
    story = battle(TWICE).tell("germans: move tiger 10 by=free\ngermans: halt tiger by=free")
    story.when("germans", "take-hull-down tiger").then(TookHullDown)


def test_with_a_moving_marker_nothing_is_hull_down() -> None:
    """B7."""
    story = battle(TWICE, {"tiger": ("moving",)})
    story.when("germans", "take-hull-down tiger").refused("004 B7", "unit")
    story.tell("germans: halt tiger by=free").when("germans", "take-hull-down tiger").then(TookHullDown)


def test_before_the_first_turn_anybody_may_stand_behind_a_crest() -> None:
    story = given(muster(FOUR))
    story.when("soviets", "take-hull-down kv").then(TookHullDown)
    story.when("soviets", "take-hull-down kv").refused("004 R16", "unit")
    story.tell("germans: shuffle").when("germans", "take-hull-down tiger").refused("004 R16")


def test_before_the_turn_that_comes_first_is_said_nobody_may() -> None:
    story = given(muster(FOUR)).tell("change-depth status\nchange-depth shots")
    story.when("soviets", "take-hull-down kv").refused("004 R16")
    story.tell("soviets: declare-turn 1").when("soviets", "take-hull-down kv").then(TookHullDown)


def test_what_is_out_of_action_takes_no_crest() -> None:
    story = given(muster(FOUR)).and_then(mark_of("kv", "exploded"))
    story.when("soviets", "take-hull-down kv").refused("004 R22", "unit")


def test_between_two_later_turns_nobody_may() -> None:
    story = ended(battle()).tell("germans: draw turn_over")
    story.when("germans", "take-hull-down tiger").refused("004 R16")


def test_who_has_to_test_does_that_first() -> None:
    battle(FREE, {"tiger": ("struck",)}).when("germans", "take-hull-down tiger").refused("004 R24", "unit")
    battle(MOVE, {"tiger": ("suppressed",)}).when("germans", "take-hull-down tiger").refused("004 A6", "unit")


# -- observing (A25) ---------------------------------------------------------------------------------------------------


def test_observing_is_a_free_action_kept_in_words() -> None:
    story = battle(BOTH)
    story.when("germans", 'observe tiger note="the far wood"').then(
        happened(Observed, unit="tiger", note="the far wood")
    )
    assert unit(story, "tiger").grants == ("half_move",)
    story.when("germans", "observe tiger").refused("004 R7", "unit")
    battle(MOVE).when("germans", "observe tiger").refused("004 R7", "unit")


# -- leaving -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("card", "by"), EVERY)
def test_a_vehicle_drives_off_the_table_by_a_move(card: str, by: str) -> None:
    story = battle(card, units=UNITS)
    story.when("germans", f"leave tiger by={by}").then(happened(LeftTable, unit="tiger", spent=by))
    assert unit(story, "tiger").presence == "left_table"
    story.when("germans", "move tiger 10 by=free").refused("004 section 5", "unit")
    story.when("germans", "leave panzer by=move" if by != "move" else "leave panzer by=free").refused("004 R7", "by")


def test_the_last_one_left_of_a_platoon_will_test_for_it() -> None:
    """A8."""
    battle(MOVE).when("germans", "leave tiger by=move").then(LeftTable, happened(LastOfPlatoon, unit="panzer"))


def test_when_all_have_left_the_impulse_is_over() -> None:
    units = {**FOUR, "specialist": (PANTHER, "germans/specials")}
    story = battle(MOVE, units=units).tell("germans: leave tiger by=move\ngermans: check-morale panzer dice=6,6")
    story.when("germans", "leave panzer by=move").then(
        LeftTable, happened(ImpulseEnded, side="germans", why="nobody", halted=())
    )


# -- offered -----------------------------------------------------------------------------------------------------------


def test_a_side_is_offered_what_its_vehicles_may_spend() -> None:
    assert {"Move", "GoOnOverwatch", "TakeHullDown", "Leave", "EndImpulse"} <= choices(battle(MOVE), "germans")
    assert not {"Halt", "Observe"} & choices(battle(MOVE), "germans")
    assert {"Halt", "Observe"} <= choices(battle(FREE, {"tiger": ("moving",)}), "germans")
    assert not {"Move", "Halt", "GoOnOverwatch", "EndImpulse"} & choices(battle(MOVE), "soviets")


def test_before_the_first_card_a_side_is_offered_no_move() -> None:
    assert not {"Move", "Halt", "Leave"} & choices(shuffled(deck=DECK), "germans")
