"""Forces, options, deck and platoons (R5, R12, R26, A3, A21, B19): every fault at once, with its name and remedy."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rules import adjudicate
from rules.contract import Fitting, Muster, Mustered, Refused, Side
from rules.systems.fluid_time import SYSTEM
from rules.systems.fluid_time.muster import start
from tests.rules.fluid_time.table import DECK, KV, T34, TIGER, TWO, Units, faults, muster, play, unit
from tests.rules.scenario import given, not_mustered

OUT = ("burning", "exploded", "abandoned")
FIVE: Units = {
    **{f"tiger-{n}": (TIGER, "germans/panzers") for n in range(1, 4)},
    "t34": (T34, "soviets/tankovy"),
    "kv": (KV, "soviets/specials"),
}


def changed(forces: Muster, **change: Any) -> Muster:
    return msgspec.structs.replace(forces, **change)


def refusal(forces: Muster) -> Refused:
    with pytest.raises(Refused) as caught:
        adjudicate.muster(forces)
    return caught.value


# -- vehicles and crews ------------------------------------------------------------------------------------------------


def test_every_fault_is_named_at_once() -> None:
    units = {"t34": ("Panzer of Cards", "soviets/tankovy"), "tiger": (TIGER, "germans/panzers")}
    marks = {"tiger": ("Medal", "Better", "better"), "nobody": ()}
    forces = muster(
        units, {"tiger": {"out": "exploded"}}, marks, deck=f"{DECK}\n1 germans\n2 italians/move"
    )  # after 31 lines
    assert faults(forces) == [
        "R26/stray/nobody",
        "A21/unknown/t34",
        "R26/unknown/tiger/1",
        "R26/twice/tiger/3",
        "house/condition/tiger",
        "R5/line/32",
        "R5/line/33",
    ]
    for one in refusal(forces).faults:
        assert one.remedy is not None


@pytest.mark.parametrize(
    "condition", [*({"out": out} for out in OUT), {"captured": True}, {"gun_out": "yes"}, {"x": 1}]
)
def test_what_is_out_of_service_does_not_come(condition: dict[str, Any]) -> None:
    assert faults(muster(conditions={"tiger": condition})) == ["house/condition/tiger"]


@pytest.mark.parametrize(
    "condition", [{}, {"out": "left_table"}, {"immobile": True}, {"gun_out": True}, {"morale": 2}, {"crew": "fit"}]
)
def test_what_is_hurt_may_come(condition: dict[str, Any]) -> None:
    tiger = unit(given(muster(conditions={"tiger": condition})), "tiger")
    assert (tiger.presence, tiger.suppressed, tiger.crew) == ("in_play", False, "")
    assert (tiger.immobile, tiger.gun_out) == (condition.get("immobile", False), condition.get("gun_out", False))


def test_a_side_that_could_do_nothing_is_refused() -> None:
    refused = not_mustered(muster(conditions={"tiger": {"immobile": True, "gun_out": True}}), "004 B19", "units")
    assert refused.fault == "B19/active/germans"


def test_sixty_vehicles_are_the_most() -> None:
    units = {f"t34-{n}": (T34, "soviets/tankovy") for n in range(60)} | {"tiger": (TIGER, "germans/panzers")}
    given(muster(units))
    assert faults(muster({**units, "kv": (KV, "soviets/specials")})) == ["house/size/soviets"]


def test_models_and_marks_go_by_name_or_key() -> None:
    by_key = adjudicate.muster(
        muster({"tiger": ("tiger-i", "germans/panzers"), "t34": (T34, "soviets/tankovy")}, fittings={"t34": ("poor",)})
    )
    assert by_key.units == adjudicate.muster(muster(TWO, fittings={"t34": ("Poor",)})).units
    assert by_key.units[1].fittings == (Fitting("poor", "mark", "Poor"),)


# -- points and waivers ------------------------------------------------------------------------------------------------


def test_points_are_a_limit_that_may_be_let_pass() -> None:
    given(muster(points=31))
    forces = muster(points=30)
    assert faults(forces) == ["A21/points/germans"]
    mustered = adjudicate.muster(changed(forces, waivers={"A21/points/germans": "It is her birthday."}))
    assert mustered.waivers == {"A21/points/germans": "It is her birthday."}


def test_marks_have_points_of_their_own() -> None:
    """A Tiger has 31, Fanatics 6, and nobody is paid for poor ones."""
    fittings = {"tiger": ("Fanatics", "Poor")}
    assert unit(given(muster(fittings=fittings, points=37)), "tiger").figures.points == 37
    assert faults(muster(fittings=fittings, points=36)) == ["A21/points/germans"]


def test_a_waiver_lets_something_pass() -> None:
    forces = changed(muster(), waivers={"A21/points/germans": "Just in case."})
    not_mustered(forces, "004 A21", "waivers.A21/points/germans")


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"fittings": {"tiger": ("Medal",)}}, "R26/unknown/tiger/1"),
        ({"board": {"platoons": "germans/x: tiger"}}, "A3/line/1"),
        ({"options": {"deck": "1 germans/move"}}, "R5/line/0"),
    ],
)
def test_what_leaves_nothing_to_play_with_is_not_let_pass(change: dict[str, Any], fault: str) -> None:
    forces = changed(muster(), **change)
    assert faults(forces) == [fault]
    assert faults(changed(forces, waivers={fault: "Please."})) == [fault, ""]


# -- scenario, sides and options ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "rule", "field"),
    [
        ({"edition": "9"}, "004 R1", "edition"),
        ({"scenario": "siege"}, "004 R6", "scenario"),
        ({"scenario": "encounter"}, "004 R5", "sides"),
        ({"options": {"scale": "furlong"}}, "004 section 6", "options"),
        ({"options": {"deck": "x" * 4001}}, "004 section 6", "options"),
        ({"options": {"artillery_dice": 0}}, "004 section 6", "options"),
    ],
)
def test_what_there_is_not_is_refused_by_name(change: dict[str, Any], rule: str, field: str) -> None:
    not_mustered(changed(muster(), **change), rule, field)


@pytest.mark.parametrize("board", [{"map": "..."}, {"platoons": 3}, {"platoons": "x" * 12_001}])
def test_the_board_holds_platoons_alone(board: dict[str, Any]) -> None:
    assert refusal(changed(muster(), board=board)).field.startswith("board")


def test_the_sides_are_the_scenario_s_whatever_the_order() -> None:
    forces = muster()
    backwards = changed(forces, sides=dict(reversed(forces.sides.items())))
    assert play(given(backwards)).sides == ("germans", "soviets")
    sides = {side: Side(players=(side,)) for side in ("second", "first")}
    units = tuple(
        msgspec.structs.replace(unit, side={"germans": "second", "soviets": "first"}[unit.side])
        for unit in forces.units
    )
    encounter = changed(forces, scenario="encounter", sides=sides, units=units, options={}, board={})
    assert play(given(encounter)).sides == ("first", "second")


def test_every_switch_of_the_rulebook_has_its_default() -> None:
    options = {option.name: option.default for option in SYSTEM.options}
    assert options == {
        "deck": "",
        "deck_draw": "leaguer",
        "full_deck_reshuffle": True,
        "half_move_card": "half_move",
        "last_tank_every_activation": False,
        "multi_reason_tests": "each",
        "artillery_dice": 2,
        "air_modifiers": False,
        "soviet_support_six": "artillery",
        "support_first": "nation",
        "support_second": "nation",
        "scale": "inch",
        "impulse_minutes": 5,
        "turn_overs_to_end": 0,
        "points": 0,
        "house_units": "",
        "hull_down_flank": True,
        "hull_down_moving": False,
        "struck_again": "suppressed",
        "nationality": "vehicle",
    }
    options = {option.name: option.default for option in SYSTEM.options if not option.later}  # others where asked for
    assert start(adjudicate.muster(changed(muster(), options={}, board={}))).options == dict(sorted(options.items()))


# -- the deck ----------------------------------------------------------------------------------------------------------


def test_a_deck_is_frozen_as_it_was_written() -> None:
    text = "# ours\n2 TURN_OVER\n1 Germans/Panzers/move"
    mustered = adjudicate.muster(changed(muster(), options={"deck": text}, board={}))
    assert mustered.options["deck"] == text
    assert start(mustered).deck == ("turn_over", "turn_over", "germans/panzers/move")


def test_without_one_it_is_the_scenario_s() -> None:
    mustered = adjudicate.muster(changed(muster(), options={}, board={}))
    assert mustered.options["deck"] == ""
    assert len(start(mustered).deck) == 34


def test_a_deck_that_cannot_be_read_is_refused_line_by_line() -> None:
    refused = refusal(changed(muster(), options={"deck": "1 turn_over\n1 germans/fly\n\n1 nobody/move"}))
    assert [(one.rule, one.field, one.fault) for one in refused.faults] == [
        ("004 R5", "options.deck", "R5/line/2"),
        ("004 R5", "options.deck", "R5/line/4"),
    ]
    assert refused.text.text() == "Line 2: A side has no card “fly”."


def test_of_many_faults_fifty_are_told_and_the_rest_is_counted() -> None:
    refused = refusal(changed(muster(), options={"deck": "x\n" * 2000}))
    assert len(refused.faults) == 51
    assert refused.faults[-1].text.text() == "There are 1951 more faults."
    board = {"platoons": "x\n" * 6000}
    assert refusal(changed(muster(), board=board)).faults[-1].text.text() == "There are 5950 more faults."


# -- platoons ----------------------------------------------------------------------------------------------------------


def test_the_division_is_spelled_out() -> None:
    forces = muster(FIVE)
    dealt = adjudicate.muster(changed(forces, board={}))
    assert dealt.board == {
        "platoons": "germans/panzers: tiger-1 tiger-2\ngermans/specials: tiger-3\n"
        "soviets/tankovy: t34\nsoviets/specials: kv\n"
    }
    assert adjudicate.muster(changed(forces, board=dealt.board)) == dealt
    assert unit(given(dealt), "tiger-3").platoon == "specials"


def test_a_division_that_cannot_be_read_is_refused_line_by_line() -> None:
    said = "germans/panzers: tiger\nsoviets/tankovy: tiger t35"
    refused = refusal(changed(muster(), board={"platoons": said}))
    assert [(one.rule, one.field, one.fault) for one in refused.faults] == [
        ("004 A3", "board.platoons", "A3/line/2"),
        ("004 A3", "board.platoons", "A3/line/2"),
    ]
    assert refused.text.text() == "Line 2: tiger is not of soviets."


def test_a_vehicle_is_not_called_like_a_platoon() -> None:
    forces = muster({"panzers": (TIGER, "germans/panzers"), "t34": (T34, "soviets/tankovy")})
    assert faults(forces) == ["A3/name/panzers"]


@pytest.mark.parametrize(
    ("options", "board"),
    [
        ({"deck": "no deck at all"}, {"platoons": "nor a division"}),
        ({"deck": ""}, {}),
        ({"deck": "1 germans/one/move\n900 turn_over"}, {"platoons": "germans/two: tiger"}),
    ],
)
def test_what_was_once_mustered_always_starts(options: dict[str, Any], board: dict[str, Any]) -> None:
    """Whatever has become of what may be written: faults are the muster's, and reading has none."""
    mustered = adjudicate.muster(muster())
    state = start(changed_muster(mustered, options, board))
    assert {unit.platoon for unit in state.units.values()}
    assert SYSTEM.outcome(state).points == {"germans": 0, "soviets": 0}


def changed_muster(mustered: Mustered, options: dict[str, Any], board: dict[str, Any]) -> Mustered:
    return msgspec.structs.replace(mustered, options=mustered.options | options, board=board)


# -- whose support -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("models", "options", "rows"),
    [
        ((TIGER, T34), {}, ("german", "russian")),
        ((T34, TIGER), {}, ("russian", "german")),
        (("Cromwell", "Fiat L6/40"), {}, ("german", "german")),
        ((TIGER, T34), {"support_first": "russian", "support_second": "german"}, ("russian", "german")),
    ],
)
def test_a_side_has_the_support_of_its_first_vehicle_s_nation(
    models: tuple[str, str], options: dict[str, str], rows: tuple[str, str]
) -> None:
    one, other = models
    units = {"one": (one, "germans/panzers"), "other": (other, "soviets/tankovy")}
    assert tuple(play(given(muster(units, **options))).rows.values()) == rows


# -- morale ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("model", "marks", "condition", "morale"),
    [
        (TIGER, (), {}, 0),
        (TIGER, ("Fanatics",), {}, 3),
        (TIGER, ("Better", "Vastly superior"), {}, 2),
        (TIGER, ("Poor", "Very poor equipment"), {}, -3),
        (TIGER, ("Fanatics", "Very poor equipment", "Poor"), {}, 0),
        (TIGER, ("Better",), {"morale": 2}, 2),
        (TIGER, ("Demoralised",), {"morale": -1}, -3),
        (T34, (), {}, 0),
        (KV, (), {}, 3),
        (KV, ("Fanatics", "Poor"), {}, 2),
    ],
)
def test_the_best_that_speaks_for_a_crew_counts_and_all_that_speaks_against_it(
    model: str, marks: tuple[str, ...], condition: dict[str, Any], morale: int
) -> None:
    units = {"one": (model, "germans/panzers"), "t34": (T34, "soviets/tankovy")}
    assert unit(given(muster(units, {"one": condition}, {"one": marks})), "one").morale == morale


def test_a_mark_nobody_knows_any_more_does_nothing() -> None:
    mustered = adjudicate.muster(muster(fittings={"tiger": ("Fanatics",)}))
    units = tuple(
        msgspec.structs.replace(unit, fittings=tuple(Fitting(one.id, one.kind, "[erased]") for one in unit.fittings))
        for unit in mustered.units
    )
    tiger = start(msgspec.structs.replace(mustered, units=units)).units["tiger"]
    assert (tiger.morale, tiger.figures.points) == (0, 31)
