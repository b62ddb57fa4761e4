"""Why is it so? The chain of shots, dice and rules behind a line of the sheet, told of the recorded battle."""

from __future__ import annotations

import pytest

from rules.record import Table
from rules.sheet import sheet
from rules.stream.explain import Explanation, Step, explain
from rules.stream.revision.reports import Declare
from rules.systems.modern_age import SYSTEM
from rules.systems.modern_age.damage import Destroyed
from rules.systems.modern_age.defence.defend import DefenceRolled
from rules.systems.modern_age.missions.end import BattleDecided
from rules.systems.modern_age.missions.victory import ObjectivesChecked
from rules.systems.modern_age.models import LINES, OUTCOMES
from rules.systems.modern_age.shooting.attack_roll import AttackRolled
from tests.rules.modern_age.musters import first_game, shooting
from tests.rules.modern_age.objectives import FREE, HILL, RETREAT, in_command, mission, next_turn
from tests.rules.modern_age.record import FOLDER
from tests.rules.recordings import loads


@pytest.fixture(scope="module")
def recorded() -> Table:
    return Table(loads((FOLDER / "2018.2" / "alpha_66.jsonl").read_text(encoding="utf-8")))


def why(table: Table, of: str, side: str = "") -> Explanation:
    return explain(table.history, of, side)


def told(explanation: Explanation) -> list[tuple[str, str]]:
    """What happened, and to which line: each row once."""
    found: dict[int, Step] = {}
    for step in explanation.steps:
        found.setdefault(step.position, step)
    return [(type(step.event).__name__, step.of.rpartition(".")[2]) for step in found.values()]


def test_a_tank_is_destroyed_by_shots_with_their_dice_and_rules(recorded: Table) -> None:
    explanation = why(recorded, "units.t64-1.status")
    shots = [step for step in explanation.steps if isinstance(step.event, AttackRolled)]
    assert [(step.rolls[0].values, step.by) for step in shots] == [((5, 5, 4, 6, 2), "bob"), ((4, 2, 3, 6, 1), "bob")]
    assert all("003 R25" in step.rules for step in shots)
    defences = [step for step in explanation.steps if isinstance(step.event, DefenceRolled)]
    assert {(step.position, step.rolls[0].values) for step in defences} == {(68, (1, 1)), (83, (3, 1))}
    assert all({"003 R28", "003 R32"} <= set(step.rules) for step in defences)
    last = explanation.steps[-1]
    assert isinstance(last.event, Destroyed)
    assert (last.of, last.rules) == ("units.t64-1.status", ("003 R38", "003 A8", "003 A10"))


def test_a_victory_is_told_from_what_became_of_the_beaten(recorded: Table) -> None:
    explanation = why(recorded, "outcome.winner")
    destroyed = [step.event.unit for step in explanation.steps if isinstance(step.event, Destroyed)]
    assert destroyed == ["t64-2", "t64-1"]
    assert isinstance(explanation.steps[-1].event, BattleDecided)
    assert "003 R45" in explanation.steps[-1].rules
    assert explanation.steps[-1].of == "outcome.winner"
    assert not any(step.unit == "alpha" for step in explanation.steps)


@pytest.mark.parametrize("of", ["outcome.points.soviets", "facts.points-soviets"])
def test_points_are_told_from_what_became_of_the_enemy(recorded: Table, of: str) -> None:
    explanation = why(recorded, of)
    assert {step.unit for step in explanation.steps} == {"", "alpha"}
    assert any(isinstance(step.event, Destroyed) for step in explanation.steps)


def test_an_initiative_is_told_from_the_card_that_changed_it_and_the_repair(recorded: Table) -> None:
    assert told(why(recorded, "units.alpha.initiative-shooting"))[-2:] == [
        ("CriticalDrawn", "under_fire"),
        ("CardLost", "initiative-shooting"),
    ]
    changes = [s for s in why(recorded, "units.alpha.initiative-shooting").steps if s.of.endswith("shooting")]
    assert [(s.before, s.after, type(s.event).__name__) for s in changes] == [
        (13, 0, "CriticalSettled"),
        (0, 13, "RepairRolled"),
        (13, 11, "CardLost"),
    ]


def test_a_printed_figure_follows_from_nothing(recorded: Table) -> None:
    assert why(recorded, "units.alpha.attack").steps == ()


def test_a_declared_fact_is_told_as_declared() -> None:
    story = shooting(first_game()).when("", Declare(facts={"models.t64.damage": 3}, reason="lost a chit")).story
    (step,) = [s for s in explain(story.history, "units.t64.damage", "").steps if s.of == "units.t64.damage"]
    assert (step.declared, step.rules) == (True, ("declared",))


def test_every_line_named_may_be_on_a_sheet(recorded: Table) -> None:
    """No typing mistake hides in the paths: each has stood on the sheet of the recorded battle at some time."""
    seen: set[str] = set()
    for end in range(2, len(recorded.rows) + 1):
        seen |= sheet(recorded.history.state(end), "americans").keys()
    play = recorded.battle.play
    assert {ground for of in seen for ground in SYSTEM.grounds(play, of)} <= seen
    lines = {of.split(".")[2].partition("-")[0] for of in seen if of.startswith("units.")}
    assert LINES.keys() <= lines
    ends = {of.split(".")[3].partition("-")[0] for of in seen if of.startswith("outcome.units.")}
    assert ends == OUTCOMES.keys() | {"feat"}
    assert "outcome.how" in seen


def test_a_mission_is_told_from_its_victory_points() -> None:
    story = in_command(mission(RETREAT), turn=1).tell("americans: check-objectives held=americans:first")
    next_turn(story).tell("soviets: check-objectives held=americans:first,americans:second")
    points = explain(story.history, "facts.victory_points-americans", "")
    checks = [(type(step.event), step.before, step.after) for step in points.steps]
    assert checks[1:] == [(ObjectivesChecked, 0, 1), (ObjectivesChecked, 1, 2)]
    winner = explain(story.history, "outcome.winner", "")
    *_roles, one, two, end = winner.steps
    assert [type(step.event) for step in (one, two, end)] == [ObjectivesChecked, ObjectivesChecked, BattleDecided]
    assert {"003 R43", "003 B5"} <= set(one.rules)


@pytest.mark.parametrize(
    ("scenario", "turn", "points", "grounds"),
    [
        (HILL, 3, {"americans": 2}, ["facts.victory_points-americans", "facts.victory_points-soviets"]),
        (RETREAT, 8, {}, ["round", "facts.victory_points-americans"]),
        (FREE, 3, {}, ["round", "facts.victory_points-americans", "facts.victory_points-soviets"]),
    ],
)
def test_what_ends_a_mission(scenario: str, turn: int, points: dict[str, int], grounds: list[str]) -> None:
    """Three points, eight turns without two, and more points when time is up."""
    story = in_command(mission(scenario, turn_limit=turn), turn, points)
    held = {HILL: "americans:centre", RETREAT: "", FREE: "americans:attacker"}[scenario]
    story.tell(f"soviets: check-objectives held={held}")
    assert list(SYSTEM.grounds(story.play, "outcome.winner")) == grounds
