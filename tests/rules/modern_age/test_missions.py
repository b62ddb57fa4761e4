"""The missions with objectives: placing, victory points, the ends they bring, time (R40 to R43, A9, A13, A14, A20, A21,
B5, B13)."""

from __future__ import annotations

import pytest

from rules import visibility
from rules.systems.modern_age.damage import Destroyed
from rules.systems.modern_age.depths import Resumed
from rules.systems.modern_age.missions.end import BattleDecided
from rules.systems.modern_age.missions.objectives import ObjectivePlaced
from rules.systems.modern_age.missions.victory import ObjectivesChecked
from rules.systems.modern_age.setting_up import EdgeChosen
from rules.systems.modern_age.state import Attached, Wound
from rules.systems.modern_age.turns import AdvantageRolled, PhaseBegan
from tests.rules.modern_age.musters import damaged
from tests.rules.modern_age.objectives import FREE, HILL, RETREAT, end_of_turn, in_command, mission, next_turn, on_table
from tests.rules.scenario import Story, given, happened

# -- set-up ------------------------------------------------------------------------------------------------------------


def up_to_the_edge(scenario: str) -> Story:
    return given(mission(scenario)).tell(
        """
        americans: roll-for-terrain dice=6,1
        americans: roll-for-role dice=6,1
        americans: choose-role attacker
        """
    )


def test_the_hill_is_where_the_map_has_it() -> None:
    story = up_to_the_edge(HILL)
    story.when("soviets", "choose-edge north").then(
        happened(EdgeChosen, edge="north"), happened(ObjectivePlaced, objective="centre", side="")
    )
    assert (story.play.phase, story.play.objectives) == ("deployment", ("centre",))


def test_each_places_one_the_attacker_first() -> None:
    story = up_to_the_edge(FREE)
    story.when("soviets", "choose-edge north").then(EdgeChosen)
    assert story.play.phase == "objectives"
    assert visibility.see(story.state, "").waiting_for == ("americans",)
    assert [choice.given for choice in visibility.legal(story.state, "americans")][:1] == [{"objective": "attacker"}]
    assert "PlaceObjective" not in [choice.command for choice in visibility.legal(story.state, "soviets")]
    story.when("soviets", "place-objective defender").refused("battle", "by")
    story.when("americans", "place-objective centre").refused("003 R41", "objective")
    story.when("americans", "place-objective attacker").then(happened(ObjectivePlaced, side="americans"))
    story.when("americans", "place-objective defender").refused("battle", "by")
    story.when("soviets", "place-objective defender").then(happened(ObjectivePlaced, side="soviets"))
    assert (story.play.phase, story.play.objectives) == ("deployment", ("attacker", "defender"))
    story.when("soviets", "place-objective defender").refused("003 R41")


def test_the_attacker_places_both() -> None:
    story = up_to_the_edge(RETREAT).tell("soviets: choose-edge east\namericans: place-objective first")
    story.when("soviets", "place-objective second").refused("battle", "by")
    story.when("americans", "place-objective second").then(happened(ObjectivePlaced, side="americans"))
    assert story.play.phase == "deployment"


def test_other_missions_have_none() -> None:
    story = up_to_the_edge("tank_ace").tell("soviets: choose-edge east")
    assert (story.play.phase, story.play.objectives) == ("deployment", ())
    story = in_command(mission("tank_ace"), turn=2)
    story.when("americans", "check-objectives").refused("003 R38")
    assert visibility.see(story.state, "").pending is None


# -- the victory check -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scenario", "held", "points"),
    [
        (HILL, "americans:centre", {"americans": 1}),
        (HILL, "soviets:centre", {"soviets": 1}),
        (HILL, "soviets:centre,americans:centre", {}),
        (HILL, "", {}),
        (FREE, "americans:attacker,soviets:defender", {"americans": 1, "soviets": 1}),
        (FREE, "americans:defender,soviets:attacker", {}),
        (FREE, "americans:attacker,soviets:attacker", {}),
        (FREE, "americans:attacker,americans:defender", {"americans": 1}),
        (RETREAT, "americans:first", {"americans": 1}),
        (RETREAT, "americans:first,americans:second", {"americans": 1}),
        (RETREAT, "americans:first,soviets:first,americans:second", {"americans": 1}),
        (RETREAT, "americans:first,soviets:first", {}),
        (RETREAT, "soviets:first,soviets:second", {}),
    ],
)
def test_who_alone_reaches_an_objective_scores(scenario: str, held: str, points: dict[str, int]) -> None:
    story = in_command(mission(scenario), turn=2)
    assert visibility.see(story.state, "").waiting_for == ("americans", "soviets")
    assert visibility.see(story.state, "").pending is not None
    story.when("soviets", f"check-objectives held={held}").then(happened(ObjectivesChecked, points=points))
    assert story.play.victory_points == points
    story.when("americans", "check-objectives").refused("003 R38")


def test_what_is_held_is_told_before_repairs_and_by_either_side() -> None:
    forces = mission(HILL)
    story = on_table(forces, turn=2)
    story.play.models["m1"].criticals.update(critical("c1"))
    end_of_turn(story)
    for side in ("americans", "soviets"):
        (check, *rest) = visibility.legal(story.state, side)
        assert (check.command, check.urgent) == ("CheckObjectives", True)
        assert not {"Repair", "RollAdvantage"} & {choice.command for choice in rest}
    story.when("americans", "repair m1 c1 dice=6").refused("003 R38")
    story.when("americans", "skip-repair m1").refused("003 R38")
    story.when("americans", "roll-advantage").refused("003 R38")
    story.tell("americans: check-objectives\namericans: repair m1 c1 dice=6\nsoviets: roll-advantage")


def critical(key: str, card: str = "Damaged Engine") -> dict[str, Attached]:
    return {key: Attached(key, Wound(card, True, card))}


@pytest.mark.parametrize(("scenario", "asked"), [(HILL, False), (FREE, False), (RETREAT, True)])
def test_turn_one_scores_in_no_retreat_only(scenario: str, asked: bool) -> None:
    story = in_command(mission(scenario), turn=1)
    told = story.when("americans", "check-objectives")
    if asked:
        told.then(ObjectivesChecked)
    else:
        told.refused("003 R38")
        story.when("americans", "roll-advantage dice=6,1").then(AdvantageRolled, PhaseBegan)


def test_each_turn_is_checked_once() -> None:
    story = in_command(mission(RETREAT), turn=1).tell("soviets: check-objectives held=americans:first")
    next_turn(story)
    story.when("soviets", "check-objectives").then(ObjectivesChecked)
    assert story.play.victory_points == {"americans": 1}


def test_helicopters_hold_nothing() -> None:
    """A side whose tanks are all in reserve cannot hold either."""
    forces = mission(HILL, {"m1": "M1 Abrams", "ah": "Cobra"})
    story = on_table(forces, turn=2)
    story.play.models["m1"].reserve = True
    end_of_turn(story)
    (choice,) = [c for c in visibility.legal(story.state, "soviets") if c.command == "CheckObjectives"]
    assert [pick.value for pick in choice.fields[0].picks] == ["soviets:centre"]
    story.when("americans", "check-objectives held=americans:centre").refused("003 R41", "held")
    story.when("americans", "check-objectives held=soviets:centre").then(ObjectivesChecked)


def test_where_nobody_can_score_nothing_is_asked() -> None:
    """The Attacker of R43 has nothing but a reserve on the way."""
    story = on_table(mission(RETREAT), turn=1)
    story.play.models["m1"].reserve = True
    end_of_turn(story)
    assert story.play.phase == "command"
    story.when("soviets", "check-objectives").refused("003 R38")


@pytest.mark.parametrize("held", ["marines:centre", "soviets", "soviets:first", "soviets:centre,soviets:centre"])
def test_what_is_held_is_a_side_and_an_objective_named_once(held: str) -> None:
    story = in_command(mission(HILL), turn=2)
    story.when("americans", f"check-objectives held={held}").refused("003 R41", "held")


def test_reserves_and_repairs_follow_the_check_and_precede_advantage() -> None:
    forces = mission(RETREAT, {"m1": "M1 Abrams", "m1-2": "M1 Abrams"})
    story = on_table(forces, turn=1)
    story.play.models["m1-2"].reserve = True
    end_of_turn(story)
    story.when("americans", "arrive m1-2 east").refused("003 R38")
    story.tell("americans: check-objectives")
    story.when("soviets", "roll-advantage").refused("003 R38")
    assert visibility.see(story.state, "").waiting_for == ("americans",)
    commands = {choice.command for choice in visibility.legal(story.state, "americans")}
    assert "Arrive" in commands
    assert "RollAdvantage" not in commands
    story.tell("americans: arrive m1-2 east\nsoviets: roll-advantage dice=1,2")


# -- the ends ----------------------------------------------------------------------------------------------------------


def test_three_points_take_the_hill() -> None:
    story = in_command(mission(HILL), turn=4, points={"americans": 2, "soviets": 2})
    story.when("americans", "check-objectives held=soviets:centre").then(
        ObjectivesChecked, happened(BattleDecided, winner="soviets", how="hill")
    )
    assert story.state.outcome().points == {"americans": 0, "soviets": 0}
    facts = {fact.name: fact.value for fact in visibility.see(story.state, "").facts}
    assert (facts["victory_points-soviets"], facts["victory_points-americans"]) == (3, 2)


def test_two_points_and_more_than_the_enemy_break_through() -> None:
    story = in_command(mission(FREE), turn=3, points={"americans": 1, "soviets": 1})
    story.when("americans", "check-objectives held=americans:attacker,soviets:defender").then(ObjectivesChecked)
    next_turn(story)
    story.when("americans", "check-objectives held=soviets:defender").then(
        ObjectivesChecked, happened(BattleDecided, winner="soviets", how="broken_through")
    )


def test_two_points_defeat_the_defender_at_home() -> None:
    story = in_command(mission(RETREAT), turn=1).tell("americans: check-objectives held=americans:second")
    next_turn(story)
    story.when("americans", "check-objectives held=americans:first,americans:second").then(
        ObjectivesChecked, happened(BattleDecided, winner="americans", how="broken_through")
    )


@pytest.mark.parametrize(
    ("held", "points", "winner", "how"),
    [
        ("", 1, "soviets", "held"),
        ("americans:first", 0, "soviets", "held"),
        ("americans:first", 1, "americans", "broken_through"),
    ],
)
def test_the_check_of_turn_eight_is_the_last(held: str, points: int, winner: str, how: str) -> None:
    story = in_command(mission(RETREAT), turn=8, points={"americans": points})
    assert story.play.result is None
    story.when("soviets", f"check-objectives held={held}").then(
        ObjectivesChecked, happened(BattleDecided, winner=winner, how=how)
    )


def test_an_option_may_shorten_the_eight_turns_and_not_prolong_them() -> None:
    story = in_command(mission(RETREAT, turn_limit=2), turn=2)
    story.when("soviets", "check-objectives").then(ObjectivesChecked, happened(BattleDecided, how="held"))
    story = in_command(mission(RETREAT, turn_limit=20), turn=8)
    story.when("soviets", "check-objectives").then(ObjectivesChecked, happened(BattleDecided, how="held"))
    facts = {fact.name: fact.value for fact in visibility.see(on_table(mission(RETREAT)).state, "").facts}
    assert facts["turn_limit"] == 8


def test_the_last_tank_comes_before_victory_points() -> None:
    """R39 first (B5): nothing is checked any more; and a helicopter keeps no side alive (A9)."""
    forces = mission(HILL, {"m1": "M1 Abrams", "ah": "Cobra"})
    story = damaged(on_table(forces, turn=4), "m1", 7)
    story.play.victory_points = {"americans": 2}
    end_of_turn(story)
    result = story.play.result
    assert (result.winner, result.how) == ("soviets", "last")


# -- time --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", [HILL, FREE])
@pytest.mark.parametrize(
    ("points", "destroyed", "winner", "how"),
    [
        ({"americans": 1}, "m1-2", "americans", "time_points"),
        ({"americans": 1, "soviets": 1}, "m1-2", "soviets", "time"),
        ({}, "", "", "time"),
    ],
)
def test_a_turn_limit_is_ruled_by_victory_points_then_destroyed_points(
    scenario: str, points: dict[str, int], destroyed: str, winner: str, how: str
) -> None:
    forces = mission(scenario, {"m1": "M1 Abrams", "m1-2": "M1 Abrams"}, turn_limit=3)
    story = on_table(forces, turn=3)
    story.play.victory_points = dict(points)
    if destroyed:
        damaged(story, destroyed, 99)
    end_of_turn(story)
    assert story.play.result is None
    story.when("soviets", "check-objectives").then(ObjectivesChecked, happened(BattleDecided, winner=winner, how=how))


def test_the_last_check_counts_before_time_is_up() -> None:
    story = in_command(mission(HILL, turn_limit=2), turn=2)
    story.when("soviets", "check-objectives held=soviets:centre").then(
        ObjectivesChecked, happened(BattleDecided, winner="soviets", how="time_points")
    )


def test_in_turn_one_a_limit_needs_no_check() -> None:
    assert in_command(mission(HILL, turn_limit=1), turn=1).play.result.how == "time"


@pytest.mark.parametrize(
    ("scenario", "winner", "how"),
    [("tank_ace", "americans", "time"), (HILL, "soviets", "time_points"), (RETREAT, "soviets", "held")],
)
def test_time_may_be_called_on_a_clock(scenario: str, winner: str, how: str) -> None:
    """Ruled at once, in the middle of a turn; what was to be destroyed is."""
    forces = mission(scenario, soviets={"t64": "T-64", "t64-2": "T-64"}, time_limit=60)
    story = damaged(on_table(forces, turn=3), "t64", 8)
    if scenario == HILL:
        story.play.victory_points = {"soviets": 1}
    offered = [choice.command for choice in visibility.legal(story.state, "soviets")]
    assert "CallTime" in offered
    story.when("soviets", "call-time").then(
        happened(Destroyed, unit="t64"), happened(BattleDecided, winner=winner, how=how)
    )


def test_time_called_when_the_last_tank_is_gone() -> None:
    story = damaged(on_table(mission(RETREAT, time_limit=60)), "t64", 8)
    story.when("soviets", "call-time").then(Destroyed, happened(BattleDecided, winner="americans", how="last"))


def test_time_is_called_between_attacks_of_a_battle_with_a_clock() -> None:
    story = on_table(mission(HILL))
    story.when("soviets", "call-time").refused("003 A13")
    assert "CallTime" not in [choice.command for choice in visibility.legal(story.state, "soviets")]
    given(mission(HILL, time_limit=60)).when("soviets", "call-time").refused("003 A13")
    story = on_table(mission("tank_ace", time_limit=60)).tell("soviets: stay t64\namericans: stay m1")
    story.tell("americans: fire m1 t64 dice=6,6,6,6")
    story.when("soviets", "call-time").refused("003 R20")


# -- depths of report --------------------------------------------------------------------------------------------------


def test_victory_points_are_told_when_shots_count_again() -> None:
    story = given(mission(FREE)).tell("americans: change-depth status\namericans: change-depth shots")
    story.when("soviets", "resume americans attacker=americans attacker_points=1").refused("003 R41", "defender_points")
    story.when("soviets", "resume americans attacker=americans attacker_points=1 defender_points=1 turns=4").then(
        happened(Resumed, victory_points={"americans": 1, "soviets": 1})
    )
    assert story.play.objectives == ("attacker", "defender")
    assert story.play.victory_points == {"americans": 1, "soviets": 1}
    story.tell("soviets: stay t64\namericans: stay m1")


def test_victory_points_lie_in_the_same_order_live_and_read_back() -> None:
    story = given(mission(FREE)).tell("americans: change-depth status\namericans: change-depth shots")
    story.tell("soviets: resume americans attacker=soviets attacker_points=1 defender_points=1 turns=4")
    assert list(story.play.victory_points) == ["americans", "soviets"]


def test_who_has_broken_through_meanwhile_has_won() -> None:
    story = given(mission(FREE)).tell("americans: change-depth status\namericans: change-depth shots")
    story.when("soviets", "resume americans attacker=americans attacker_points=2 defender_points=0").then(
        Resumed, happened(BattleDecided, winner="americans", how="broken_through")
    )


@pytest.mark.parametrize(
    ("scenario", "report", "field"),
    [
        (HILL, "attacker_points=3 defender_points=0", "attacker_points"),
        (RETREAT, "attacker_points=2", "attacker_points"),
        (RETREAT, "attacker_points=1 defender_points=0", "defender_points"),
        (RETREAT, "", "attacker_points"),
        ("tank_ace", "attacker_points=0", "attacker_points"),
    ],
)
def test_points_that_no_side_can_have(scenario: str, report: str, field: str) -> None:
    story = on_table(mission(scenario)).tell("americans: change-depth status\namericans: change-depth shots")
    story.when("soviets", f"resume americans {report}").refused("003 R41", field)


def test_the_eight_turns_may_pass_unreported() -> None:
    story = on_table(mission(RETREAT)).tell("americans: change-depth status\namericans: change-depth shots")
    story.when("soviets", "resume americans attacker_points=1 turns=8").then(
        Resumed, happened(BattleDecided, winner="soviets", how="held")
    )
