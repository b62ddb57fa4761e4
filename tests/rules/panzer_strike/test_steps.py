"""Steps on tracks: kinds, gears, how many, what is in the way; reports that make no sense (R1, R9, R11, R12)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.contract import Refused
from rules.systems.panzer_strike.movement import Moved
from rules.systems.panzer_strike.recovery import RecoveryBegan
from rules.systems.panzer_strike.withdrawal import BoardLeft
from tests.rules.panzer_strike.table import FIELD, battle
from tests.rules.panzer_strike.walking import check_in_parts, labels_of, most_of, offered, steps_of, wrecked
from tests.rules.scenario import Story, happened

TIGER = {"tiger": ("Tiger", "axis", "e5", "N"), "m4": ("Sherman", "allies", "t20", "S")}  # 5 forward, 2 back


# -- where steps lead (R12) --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("steps", ["F,F,R+", "F F R+", "ffr+", "f f r+", "F fR+", "steps=ffr+"])
def test_steps_are_read_however_they_are_typed(steps: str) -> None:
    battle(FIELD, TIGER).when("axis", f"move tiger {steps}").then(happened(Moved, steps=("F", "F", "R+")))


@pytest.mark.parametrize(
    ("steps", "square", "facing"),
    [
        ("F", "e6", "N"),
        ("F,F,F,F,F", "e10", "N"),
        ("R+", "e5", "NE"),
        ("R-", "e5", "NW"),
        ("R+,R+,R+,R+,R+", "e5", "SW"),
        ("R+,F,F", "g7", "NE"),
        ("F,R-,R-,F", "d6", "W"),
        ("B", "e4", "N"),
        ("R+,B", "d4", "NE"),
    ],
)
def test_tracks_go_straight_or_turn_in_place(steps: str, square: str, facing: str) -> None:
    battle(FIELD, TIGER).when("axis", f"move tiger {steps}").then(
        happened(Moved, square=square, facing=facing, steps=tuple(steps.split(",")), used=len(steps.split(",")))
    )


def test_what_a_move_comes_to() -> None:
    story = battle(FIELD, TIGER)
    story.when("axis", "move tiger F,R+,F,R-").then(
        happened(
            Moved,
            steps=("F", "R+", "F", "R-"),
            used=4,
            path=("e6", "f7"),
            square="f7",
            facing="N",
            gear="forward",
            turned=True,
            spun=1,
            halted=False,
            broken=(),
            pushed={},
            weapon="",
            weapon_square="",
            weapon_facing="",
        )
    )
    tiger = story.play.units["tiger"]
    assert (tiger.square, tiger.facing, tiger.used, tiger.gear) == ("f7", "N", 4, "forward")
    assert tiger.moved
    assert tiger.turned
    assert tiger.stirred


def test_a_straight_move_turns_nothing_and_a_turn_leaves_no_square() -> None:
    """B11: both are movement."""
    story = battle(FIELD, TIGER).tell("axis: move tiger F")
    assert story.play.units["tiger"].moved
    assert not story.play.units["tiger"].turned
    story = battle(FIELD, TIGER).tell("axis: move tiger R+")
    assert not story.play.units["tiger"].moved
    assert story.play.units["tiger"].turned
    assert story.play.units["tiger"].stirred


def test_a_turn_there_and_back_has_turned() -> None:
    story = battle(FIELD, TIGER).tell("axis: move tiger R+,R-")
    assert story.play.units["tiger"].facing == "N"
    assert story.play.units["tiger"].turned


def test_the_turret_turns_with_its_hull() -> None:
    """R14: it keeps its place on the hull."""
    story = battle(FIELD, {**TIGER, "tiger": ("Tiger", "axis", "e5", "N", "E")}).tell("axis: move tiger R+")
    assert story.play.units["tiger"].turret == 90
    assert story.play.units["tiger"].gun == 135


@pytest.mark.parametrize("step", ["FL", "FR", "BL", "BR"])
def test_tracks_do_not_turn_as_they_roll(step: str) -> None:
    refused = battle(FIELD, TIGER).when("axis", f"move tiger F,{step}").refused("002 R12", "steps")
    assert f"step 2 ({step})" in refused.text.text()


# -- forward or backward (R9) ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("steps", ["F,B", "B,F", "R+,F,R-,B", "B,R+,F"])
def test_gears_are_not_mixed(steps: str) -> None:
    refused = battle(FIELD, TIGER).when("axis", f"move tiger {steps}").refused("002 R9", "steps")
    assert "cannot go" in refused.text.text()


def test_gears_are_not_mixed_in_two_reports_either() -> None:
    story = battle(FIELD, TIGER).tell("axis: move tiger B")
    assert steps_of(story, "tiger") == "R+,R-,B"
    story.when("axis", "move tiger F").refused("002 R9", "steps")
    story.when("axis", "move tiger B").then(happened(Moved, square="e3", gear="reverse"))


def test_the_next_turn_has_a_gear_of_its_own() -> None:
    story = battle(FIELD, TIGER).tell("axis: move tiger B\naxis: end-movement axis\naxis: end-turn axis")
    story.tell("allies: end-movement allies\nallies: end-turn allies")
    story.when("axis", "move tiger F,F").then(happened(Moved, square="e6", gear="forward"))


# -- how many (R9, R11, R12) -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("enough", "too_many", "most"),
    [
        ("F,F,F,F,F", "F,F,F,F,F,F", 5),
        ("F,R+,F,R+,F", "F,R+,F,R+,F,R+", 5),
        ("B,B", "B,B,B", 2),
        ("B,R+", "B,R+,R+", 2),
        ("R+,B", "R+,R+,B", 2),
        ("R+,R+,R+,R+,R+", "R+,R+,R+,R+,R+,R+", 5),
    ],
)
def test_speed_is_the_most_of_steps(enough: str, too_many: str, most: int) -> None:
    """R12: who only turns in place may use the higher speed; a straight step settles it."""
    story = battle(FIELD, TIGER)
    refused = story.when("axis", f"move tiger {too_many}").refused("002 R9", "steps")
    assert f"has {most} in this round" in refused.text.text()
    story.when("axis", f"move tiger {enough}").then(happened(Moved, used=most))
    assert story.play.units["tiger"].used == most


def test_steps_of_one_turn_add_up() -> None:
    story = battle(FIELD, TIGER).tell("axis: move tiger F\naxis: move tiger F,F\naxis: move tiger R+,F")
    assert story.play.units["tiger"].used == 5
    assert steps_of(story, "tiger") == ""
    story.when("axis", "move tiger R+").refused("002 R9", "steps")


def test_a_slow_vehicle_backs_by_its_one_step() -> None:
    story = battle(FIELD, {"mk7": ("Churchill VII", "axis", "e5", "N"), "m4": ("Sherman", "allies", "t20", "S")})
    story.when("axis", "move mk7 B,B").refused("002 R9", "steps")
    story.when("axis", "move mk7 B").then(happened(Moved, square="e4"))


def test_what_is_offered_is_the_first_step_and_how_many_are_left() -> None:
    story = battle(FIELD, TIGER)
    (choice,) = offered(story, "axis", "Move", "tiger")
    (field,) = choice.fields
    assert (field.name, field.kind, field.least, field.most, field.required) == ("steps", "path", 1, 5, True)
    assert steps_of(story, "tiger") == "F,R+,R-,B"
    assert labels_of(story, "tiger") == [
        "e6: straight ahead",
        "45 degrees to the right, in place",
        "45 degrees to the left, in place",
        "e4: straight back",
    ]
    story.tell("axis: move tiger F,F")
    assert most_of(story, "tiger") == 3
    assert steps_of(story, "tiger") == "F,R+,R-"


# -- what stands in the way (R1, R66) ----------------------------------------------------------------------------------

BUILT = "\n".join(["......", "..#...", ".b..h.", "......", "......", "......"])  # building c5, low b4, high e4


@pytest.mark.parametrize(
    ("square", "facing", "rule", "says"),
    [
        ("c4", "N", "002 R1", "a building stands on c5"),
        ("b3", "N", "002 R66", "a barricade stands on b4"),
        ("e3", "N", "002 R66", "a barricade stands on e4"),
        ("d3", "NE", "002 R66", "a barricade stands on e4"),
        ("a3", "W", "002 R1", "off the board"),
        ("f6", "NE", "002 R1", "off the board"),
        ("d1", "E", "002 R1", "Sherman stands on e1"),
        ("d2", "SE", "002 R1", "Sherman stands on e1"),
        ("f2", "E", "002 R1", "off the board"),
        ("f2", "W", "002 R1", "Tiger II stands on e2"),
    ],
)
def test_a_step_needs_an_open_square(square: str, facing: str, rule: str, says: str) -> None:
    units = {
        "tiger": ("Tiger", "axis", square, facing),
        "king": ("Tiger II", "axis", "e2", "N"),
        "m4": ("Sherman", "allies", "e1", "S"),
    }
    story = battle(BUILT, units)
    refused = story.when("axis", "move tiger F").refused(rule, "steps")
    assert says in refused.text.text()
    assert "F" not in steps_of(story, "tiger").split(",")


def test_off_the_board_is_another_report() -> None:
    story = battle(FIELD, {"tiger": ("Tiger", "axis", "e20", "N"), "m4": ("Sherman", "allies", "t20", "S")})
    refused = story.when("axis", "move tiger F").refused("002 R1", "steps")
    assert refused.remedy is not None
    assert "leave" in refused.remedy.text()


def test_backwards_needs_an_open_square_too() -> None:
    story = battle(BUILT, {"tiger": ("Tiger", "axis", "c6", "N"), "m4": ("Sherman", "allies", "f6", "S")})
    story.when("axis", "move tiger B").refused("002 R1", "steps")
    assert steps_of(story, "tiger") == "R+,R-"


def test_between_two_corners_is_a_way() -> None:
    """The booklet forbids nothing: a diagonal step looks at the square it enters only."""
    story = battle(FIELD, {**TIGER, "a": ("Hetzer", "axis", "e6", "N"), "b": ("Hetzer", "axis", "f5", "N")})
    story.when("axis", "move tiger R+,F").then(happened(Moved, square="f6"))


def test_a_square_just_left_is_open_to_others() -> None:
    story = battle(FIELD, {**TIGER, "king": ("Tiger II", "axis", "e4", "N")})
    story.when("axis", "move king F").refused("002 R1", "steps")
    story.tell("axis: move tiger F")
    story.when("axis", "move king F").then(happened(Moved, square="e5"))


def test_the_first_illegal_step_refuses_the_whole_report() -> None:
    story = battle(FIELD, {"tiger": ("Tiger", "axis", "e18", "N"), "m4": ("Sherman", "allies", "t20", "S")})
    refused = story.when("axis", "move tiger F,F,F,F").refused("002 R1", "steps")
    assert "step 3 (F)" in refused.text.text()
    assert story.play.units["tiger"].square == "e18"
    assert story.play.units["tiger"].used == 0


# -- what cannot move (R35, B7) ----------------------------------------------------------------------------------------


def test_immobilised_it_does_not_move_at_all() -> None:
    """R11: not even its one step."""
    story = battle(FIELD, TIGER, conditions={"tiger": {"mobility": "immobilised"}})
    for steps in ("F", "B", "R+", "R-"):
        story.when("axis", f"move tiger {steps}").refused("002 R35", "steps")
    assert steps_of(story, "tiger") == ""


def test_nothing_moves_while_a_timer_stands() -> None:
    story = battle(FIELD, TIGER, conditions={"tiger": {"mobility": "semi", "timer": 3}}, semi_immobilised=True)
    story.when("axis", "move tiger R+").refused("002 B7", "steps")
    assert steps_of(story, "tiger") == ""


def test_an_injured_crew_moves() -> None:
    """R36: it does not fire then."""
    story = battle(FIELD, TIGER, conditions={"tiger": {"injured": True}})
    story.when("axis", "move tiger F,F").then(happened(Moved, square="e7"))


def test_a_recovery_under_way_forbids_no_move() -> None:
    """R62: it is interrupted, which is another matter."""
    units = {
        "crane": ("M32 ARV (recovery)", "allies", "e5", "N"),
        "m4": ("Sherman", "allies", "e6", "N"),
        "tiger": ("Tiger", "axis", "t20", "S"),
    }
    story = battle(FIELD, units, turn="allies", conditions={"m4": {"mobility": "immobilised"}}, round=2)
    story.and_then(RecoveryBegan(unit="crane", patient="m4", rounds=1))
    story.when("allies", "move crane B").then(happened(Moved, square="e4"))


def test_a_wreck_does_not_move() -> None:
    story = wrecked(battle(FIELD, {**TIGER, "king": ("Tiger II", "axis", "a1", "N")}), "tiger")
    story.when("axis", "move tiger F").refused("002 R30", "unit")
    assert steps_of(story, "tiger") == ""


def test_a_unit_that_has_left_does_not_move() -> None:
    story = battle(FIELD, {**TIGER, "king": ("Tiger II", "axis", "a1", "N")}).and_then(BoardLeft(unit="tiger"))
    story.when("axis", "move tiger F").refused("002 R1", "unit")
    assert steps_of(story, "tiger") == ""


# -- reports that make no sense ----------------------------------------------------------------------------------------


def test_unknown_units_and_other_sides() -> None:
    story = battle(FIELD, TIGER)
    assert story.when("axis", "move nobody F").refused("002 R1", "unit").code == "unknown"
    told = story.when("axis", "move m4 F")
    assert told._refused is not None
    assert told._refused.code == "not-yours"
    story.when("allies", "move m4 F").refused("002 R2", "")


def test_the_movement_phase_is_over() -> None:
    story = battle(FIELD, TIGER, phase="firing")
    story.when("axis", "move tiger F").refused("002 R2", "")


def test_twenty_steps_are_refused_for_the_sixth() -> None:
    refused = battle(FIELD, TIGER).when("axis", "move tiger " + ",".join(["R+"] * 20)).refused("002 R9", "steps")
    assert "step 6 (R+)" in refused.text.text()


@pytest.mark.parametrize("steps", ["", "X", "R", "F,X", "FX", ",".join(["F"] * 21)])
def test_what_is_no_list_of_steps_cannot_be_read(steps: str) -> None:
    with pytest.raises(Refused) as caught:
        battle(FIELD, TIGER).when("axis", f'move tiger steps="{steps}"')
    assert caught.value.code == "malformed"


# -- one report or several ---------------------------------------------------------------------------------------------

SYMBOLS = st.lists(st.sampled_from(["F", "B", "R+", "R-"]), min_size=1, max_size=7)


@given(steps=SYMBOLS, cuts=st.sets(st.integers(1, 6)))
def test_in_one_report_or_in_several(steps: list[str], cuts: set[int]) -> None:
    """The same is ruled, and the same stands on the board."""
    units = {**TIGER, "hulk": ("Hetzer", "allies", "e7", "W")}
    field = FIELD.replace("." * 20, "...w" + "." * 16, 14)

    def begin() -> Story:
        return wrecked(battle(field, units), "hulk")

    check_in_parts(begin, "tiger", steps, cuts)
