"""Why it is so: the reports, dice and rules that made a fact what it is."""

from __future__ import annotations

import pytest

from rules.record import Table
from rules.reports import Amend
from rules.sheet import sheet
from rules.stream.explain import Explanation, explain
from rules.stream.revision.reports import Correct, Declare, Undo
from tests.rules.duel import WHY, at, tell
from tests.rules.test_frame import RED

pytestmark = pytest.mark.usefixtures("duel")


def why(table: Table, of: str, side: str = "", until: int | None = None) -> Explanation:
    return explain(table.history, of, side, until)


def test_what_nothing_has_changed_has_no_steps() -> None:
    found = why(at("blue: hold blue-1"), "units.red-1.damage")
    assert (found.steps, found.unit, found.label.text()) == ((), "red-1", "Damage")


def test_damage_comes_of_a_shot() -> None:
    table = at("blue: fire blue-1 red-1 dice=6,1", "blue: hold blue-2")
    (step,) = why(table, "units.red-1.damage").steps
    assert (step.report, step.position, step.by, step.declared) == (2, 3, "bob", False)
    assert type(step.event).__name__ == "DamageTaken"
    assert step.rules == ("900 R5",)


def test_an_outcome_follows_from_what_became_of_everybody() -> None:
    table = at("blue: fire blue-1 red-1 dice=6,6")
    found = why(table, "outcome.winner")
    assert {step.of for step in found.steps} >= {"outcome.winner", "units.red-1.status"}
    assert [step.position for step in found.steps] == sorted(step.position for step in found.steps)


def test_what_people_have_set_is_said_to_be_so() -> None:
    table = at("blue: hold blue-1")
    table.report("", Declare(facts={"vehicles.red-1.damage": 1}, reason=WHY))
    (step,) = why(table, "units.red-1.damage").steps
    assert (step.declared, step.rules, step.by) == (True, ("declared",), "organiser")
    table.report("", Amend(winner=RED, reason=WHY))
    assert why(table, "outcome.winner").steps[-1].rules == ("amended",)


def test_what_was_taken_back_explains_nothing() -> None:
    table = at("blue: fire blue-1 red-1 dice=6,1")
    table.report("", Undo(position=2))
    assert not why(table, "units.red-1.damage").steps
    assert why(table, "units.red-1.damage", until=3).steps


def test_a_report_told_again_is_named_as_it_was_first_told() -> None:
    table = at("blue: hold blue-2", "blue: fire blue-1 red-1 dice=6,1")
    table.report("", Correct(position=2, how="strike", reason=WHY))
    table.report("", Correct(position=table.battle.last, how="insert", type="Hold", data={"unit": "red-1"}, reason=WHY))
    (step,) = why(table, "units.red-1.damage").steps
    assert step.told == 3
    assert step.report == table.battle.last
    assert step.by == "bob"


def test_how_it_was_decided_and_feats_are_explained() -> None:
    """Feats as they come, and before the battle is over."""
    table = at("blue: fire blue-1 red-1 dice=6,1")
    found = explain(table.history, "outcome.units.blue-1.feat-hit", "")
    assert (found.unit, found.value) == ("blue-1", 1)
    assert [(step.position, step.before, step.after) for step in found.steps] == [(2, None, 1)]
    tell(table, "red: hold red-1", "red: concede red")
    over = explain(table.history, "outcome.winner", "")
    assert over.steps[-1].position == table.battle.last
    how = sheet(table.battle, "").get("outcome.how")
    assert (how and how[2]) == table.battle.outcome().how
