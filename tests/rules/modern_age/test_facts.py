"""Which facts of a tank battle can be declared, and which states no battle can be in."""

from __future__ import annotations

from typing import Any

import pytest

from rules.contract import Refused
from rules.stream import facts
from rules.stream.revision.reports import Declare
from rules.systems.modern_age import SYSTEM
from rules.systems.modern_age.state import State, lose
from tests.rules.modern_age.musters import ace, alpha_66, damaged, first_game, in_turn, shooting, with_conditions
from tests.rules.modern_age.objectives import FREE, HILL, RETREAT, mission, on_table
from tests.rules.scenario import Story, given


def declared(story: Story, values: dict[str, Any]) -> Refused | None:
    """What the organiser is refused a declaration with; None when it stands."""
    return story.when("", Declare(facts=values, reason="as it stands on the table"))._refused


def under_fire() -> Story:
    """The M1 has fired at the T-64, which is to defend."""
    return shooting(first_game(), moves={"m1": 1}).tell("americans: fire m1 t64 dice=4,4,6,2 stabiliser=''")


def shot(**changes: Any) -> dict[str, Any]:
    """The attack of `under_fire` with something else in it."""
    return {"shot": facts.facts(under_fire().play)["shot"] | changes}


CRITICAL = {"card": "Shell Shocked", "damage": 1, "repairable": True, "effect": "Shell Shocked"}
DEFENDED = {"rerolled": True, "swapped": True, "defended": True, "cancelled": True, "damaged": True}
OUT_OF_BOUNDS: list[tuple[dict[str, Any], str]] = [
    ({"phase": "tea"}, "facts.phase"),
    ({"turn": 0}, "facts.turn"),
    ({"edge": "up"}, "facts.edge"),
    ({"result": {"winner": "americans", "how": "luck"}}, "facts.result.how"),
    ({"result": {"winner": "americans", "how": "last", "why": ""}}, "facts.result.why"),
    ({"models.m1.damage": -1}, "facts.models.m1.damage"),
    ({"models.m1.damage": 10**30}, "facts.models.m1.damage"),
    ({"models.m1.damage": True}, "facts.models.m1.damage"),
    ({"models.m1.moves": 4}, "facts.models.m1.moves"),
    ({"models.m1.fate": "gone"}, "facts.models.m1.fate"),
    ({"models.m1.lost_cards": ["\x00"]}, "facts.models.m1.lost_cards"),
    ({"models.m1.feats": [{"kind": "shot", "report": -1}]}, "facts.models.m1.feats"),
    ({"models.m1.criticals": [["x", {}]]}, "facts.models.m1.criticals"),
    (shot(faces=[7]), "facts.shot.faces"),
    (shot(open=[CRITICAL | {"damage": 99}], **DEFENDED), "facts.shot.open"),
    (shot(colour="red"), "facts.shot.colour"),
    ({"models.m1.attack": 9}, "facts.models.m1.attack"),
    ({"depth": "status"}, "facts.depth"),
    ({"models.m2.damage": 1}, "facts.models.m2.damage"),
]


@pytest.mark.parametrize(("values", "field"), OUT_OF_BOUNDS)
def test_a_fact_is_what_its_bounds_allow(values: dict[str, Any], field: str) -> None:
    refused = declared(under_fire(), values)
    assert refused is not None
    assert (refused.rule, refused.field.partition("[")[0].rstrip(".")) == ("declared", field)


IMPOSSIBLE: list[tuple[dict[str, Any], str, str]] = [
    ({"advantage": "marines"}, "facts.advantage", "Sides: americans, soviets"),
    ({"attacker": ""}, "facts.attacker", "Name one of"),
    ({"result": {"winner": "marines", "how": "last"}}, "facts.result", "Sides: americans, soviets"),
    ({"shot": None, "models.t64.fate": "destroyed"}, "facts.result", "winner “americans”, how “last”"),
    ({"phase": "deployment"}, "facts.phase", "Phases: movement, shooting, command"),
    ({"phase": "command"}, "facts.phase", "Declare the phase “shooting”, or no attack"),
    ({"phase": "command", "shot": None, "models.m1.damage": 7}, "facts.models.m1.fate", "Declare its fate, too"),
    (
        {"shot": None, "models.m1.fired": True, "models.t64.fired": True},
        "facts.phase",
        "Declare the phase that follows",
    ),
    ({"models.m1.deployed": False}, "facts.models.m1.deployed", "Declare the phase “deployment”"),
    ({"resuming": True}, "facts.phase", "no attack"),
    ({"resuming": True, "shot": None}, "facts.resuming", "Declare the phase “movement”"),
    ({"models.m1.doomed": ["tiger", 3]}, "facts.models.m1.doomed", "Models: m1, t64"),
    ({"models.m1.feats": [{"kind": "shot", "report": 3, "of": "tiger"}]}, "facts.models.m1.feats", "Models: m1, t64"),
    ({"models.m1.recovered": True}, "facts.models.m1.recovered", "Declare its fate “destroyed”"),
    ({"models.m1.in_service": True}, "facts.models.m1.in_service", "Declare it recovered"),
    (
        {"models.m1.criticals": [["c1", {"id": "c2", "wound": {"card": "Bailed Out"}}]], "models.m1.last_critical": 2},
        "facts.models.m1.criticals",
        "same id",
    ),
    (
        {"models.m1.criticals": [["c3", {"id": "c3", "wound": {"card": "Bailed Out"}}]], "models.m1.last_critical": 2},
        "facts.models.m1.last_critical",
        "at least 3",
    ),
    (shot(shooter="tiger"), "facts.shot", "Models: m1, t64"),
    (shot(shooter="t64"), "facts.shot", "a model and its enemy"),
    (shot(question="t9/shooting/m1"), "facts.shot", "“t1/shooting/m1”"),
    ({"turn": 2}, "facts.shot", "“t2/shooting/m1”"),
    ({"models.m1.fired": True}, "facts.shot", "“t1/final-fury/m1”"),
    (shot(extra=True), "facts.shot", "“t1/shooting/m1”"),
    ({"models.t64.fate": "withdrawn"}, "facts.shot", "Declare no attack"),
    (shot(draws=1), "facts.shot", "Declare the attack defended"),
    (shot(open=[CRITICAL]), "facts.shot", "Declare the attack defended"),
    (shot(defended=True), "facts.shot", "rerolled, swapped"),
    (shot(cancelled=True), "facts.shot", "Declare the attack defended"),
    (shot(damaged=True), "facts.shot", "Declare that done, too: cancelled, damaged"),
    (shot(draws=1, **DEFENDED | {"damaged": False}), "facts.shot", "Declare that done, too: cancelled, damaged"),
    (shot(turned=[CRITICAL], **DEFENDED), "facts.shot", "Declare how many are to be drawn"),
    (shot(draws=1, turned=[CRITICAL | {"card": "Rain"}], **DEFENDED), "facts.shot", "Known: "),
    (shot(spent=["m1/ammo"]), "facts.shot", "Known: "),
    (shot(others=["t64", "t64"]), "facts.shot", "Name each once"),
    (shot(changes=[{"by": "gunner", "does": "split", "stage": "rolled"}]), "facts.shot", "Name a card of the two"),
    (shot(worn=3), "facts.shot", "no more spent hits"),
    (shot(forced=3), "facts.shot", "no more forced criticals"),
    ({"shot": None, "after": {"shooter": "m1", "target": "t64"}}, "facts.after", "Declare that it has"),
    ({"shot": None, "after": {"shooter": "tiger", "target": "t64"}}, "facts.after", "Models: m1, t64"),
    (
        {"shot": None, "after": {"shooter": "m1", "target": "t64"}, "models.m1.fired": True},
        "facts.after",
        "Declare that nothing does",
    ),
    (
        {"shot": None, "after": {"shooter": "m1", "target": "t64"}, "phase": "movement"},
        "facts.after",
        "Declare the phase “shooting”",
    ),
    (
        {"shot": None, "after": {"shooter": "m1", "target": "t64", "spent": ["m1/ammo"]}, "models.m1.fired": True},
        "facts.after",
        "Known: ",
    ),
    (
        shot(question="t1/again/m1")
        | {"after": {"shooter": "m1", "target": "t64", "done": ["gunner"]}, "models.m1.fired": True},
        "facts.after",
        "or no attack",
    ),
    ({"models.m1.elevation": "low"}, "facts.models.m1.elevation", "an empty one"),
    ({"models.m1.failed": "c1"}, "facts.models.m1.failed", "or none"),
    ({"models.m1.free_moves": ["driver"]}, "facts.models.m1.free_moves", "Its cards"),
    ({"models.m1.boosts": [{"does": "mark", "unit": "t64", "card": "x"}]}, "facts.models.m1.boosts", "Name a model"),
    ({"checked": True}, "facts.checked", "have not been checked"),
    ({"objectives": ["centre"]}, "facts.objectives", "In this order"),
    ({"victory_points": [["americans", 1]]}, "facts.victory_points", "Sides that do: -"),
    ({"redeployed": ["marines"]}, "facts.redeployed", "Sides: americans, soviets"),
    (shot(rerolled=False, swapped=True), "facts.shot", "rerolled, swapped"),
    (shot(**DEFENDED), "facts.shot", "Declare no attack"),
    (shot(open=[CRITICAL | {"card": "Rain"}], **DEFENDED), "facts.shot", "Known: "),
    (shot(open=[CRITICAL | {"effect": "Rain"}], **DEFENDED), "facts.shot", "Known: "),
    (shot(open=[CRITICAL], **DEFENDED), "facts.shot", "Declare the damage of the attack: at least 1"),
    (shot(open=[CRITICAL], damage=1, **DEFENDED), "facts.models.t64.damage", "Declare its damage: at least 1"),
    (
        shot(open=[CRITICAL], damage=1, **DEFENDED) | {"models.t64.damage": 1},
        "facts.shot",
        "Declare it as it stands after that step",
    ),
]


@pytest.mark.parametrize(("values", "field", "remedy"), IMPOSSIBLE)
def test_facts_fit_one_another_or_say_what_else_to_declare(values: dict[str, Any], field: str, remedy: str) -> None:
    story = under_fire()
    before = facts.facts(story.play)
    refused = declared(story, values)
    assert refused is not None
    assert (refused.rule, refused.field) == ("003 house", field), refused
    assert refused.remedy is not None
    assert remedy in refused.remedy.text()
    assert facts.facts(story.play) == before


SET_UP = ace({"m1": "M1 Abrams"}, {"t64": "T-64"})


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"phase": "role"}, "facts.chooser"),
        ({"phase": "edge"}, "facts.attacker"),
        ({"phase": "edge", "attacker": "soviets"}, "facts.advantage"),
        ({"models.m1.deployed": True}, "facts.models.m1.deployed"),
        ({"phase": "movement", "attacker": "soviets", "advantage": "soviets"}, "facts.models.m1.deployed"),
    ],
)
def test_set_up_is_declared_in_its_order(values: dict[str, Any], field: str) -> None:
    refused = declared(given(SET_UP), values)
    assert refused is not None
    assert refused.field == field


def test_a_table_set_up_by_hand_is_declared_at_once() -> None:
    story = given(SET_UP)
    on_the_table: dict[str, Any] = {"models.m1.deployed": True, "models.t64.deployed": True, "edge": "north"}
    roles = {"phase": "movement", "attacker": "soviets", "advantage": "soviets"}
    assert declared(story, on_the_table | roles) is None
    story.tell("soviets: stay t64\namericans: stay m1")


HELD: list[tuple[str, dict[str, Any], str]] = [
    (HILL, {"objectives": []}, "facts.objectives"),
    (HILL, {"objectives": ["centre", "centre"]}, "facts.objectives"),
    (FREE, {"objectives": ["defender", "attacker"]}, "facts.objectives"),
    (HILL, {"phase": "objectives"}, "facts.phase"),
    (FREE, {"phase": "objectives"}, "facts.phase"),
    (FREE, {"phase": "edge"}, "facts.objectives"),
    (RETREAT, {"phase": "objectives", "objectives": ["first"]}, "facts.models.m1.deployed"),
    (HILL, {"checked": True}, "facts.checked"),
    (RETREAT, {"victory_points": [["soviets", 1]]}, "facts.victory_points"),
    (HILL, {"victory_points": [["marines", 1]]}, "facts.victory_points"),
    (HILL, {"victory_points": [["soviets", 3]]}, "facts.result"),
]


@pytest.mark.parametrize(("scenario", "values", "field"), HELD)
def test_objectives_and_points_are_those_of_the_mission(scenario: str, values: dict[str, Any], field: str) -> None:
    refused = declared(on_table(mission(scenario), turn=2), values)
    assert refused is not None
    assert refused.field == field, refused


def test_points_and_a_check_are_declared_as_they_stand() -> None:
    story = on_table(mission(HILL), turn=2)
    assert declared(story, {"victory_points": [["soviets", 2]]}) is None
    assert declared(story, {"phase": "command", "checked": True}) is None
    story.when("americans", "check-objectives").refused("003 R38")
    assert declared(story, {"checked": False}) is None
    story.tell("americans: check-objectives held=soviets:centre")
    assert story.play.result.how == "hill"


def test_only_tanks_wait_in_reserve_and_not_for_long() -> None:
    story = on_table(mission(HILL, {"m1": "M1 Abrams", "ah": "Cobra", "m1-2": "M1 Abrams"}))
    refused = declared(story, {"models.ah.reserve": True})
    assert refused is not None
    assert refused.field == "facts.models.ah.reserve"
    late = declared(story, {"models.m1.reserve": True, "turn": 2})
    assert late is not None
    assert late.field == "facts.models.m1.reserve"
    assert declared(story, {"models.m1.reserve": True}) is None


def test_helicopters_fly_and_do_not_stand_about_destroyed() -> None:
    story = on_table(mission(HILL, {"m1": "M1 Abrams", "ah": "Cobra"}))
    for values, field in (
        ({"models.ah.elevation": ""}, "facts.models.ah.elevation"),
        ({"models.ah.fate": "destroyed"}, "facts.models.ah.fate"),
        ({"models.ah.damage": 9}, "facts.models.ah.fate"),
    ):
        refused = declared(story, values)
        assert refused is not None
        assert refused.field == field
    assert declared(story, {"models.ah.elevation": "high"}) is None
    assert declared(story, {"models.ah.damage": 9, "models.ah.fate": "removed"}) is None


def test_a_card_that_counts_this_turn_lies_face_up() -> None:
    story = in_turn(ace({"m1": "M1 Abrams"}, {"t64": "T-64"}, {"m1": ("Tool Kit",)}))
    used = "models.m1.cards.equipment.used"
    for values in ({used: 1}, {used: 2, "models.m1.cards.equipment.face_up": True}):
        refused = declared(story, values)
        assert refused is not None
        assert refused.field == f"facts.{used}"
    assert declared(story, {used: 1, "models.m1.cards.equipment.face_up": True}) is None


def test_who_helps_and_who_hinders() -> None:
    story = in_turn(ace({"m1": "M1 Abrams"}, {"t64": "T-64"}, {"t64": ("Tool Kit",)}))
    for does, allowed in (("initiative", False), ("smoke", True), ("mark", True)):
        boost = {"models.m1.boosts": [{"does": does, "unit": "t64", "card": "equipment"}]}
        assert (declared(story, boost) is None) is allowed


def test_a_model_of_base_defence_0_leaves_no_wreck() -> None:
    story = shooting(ace({"lav": "LAV-25", "m1": "M1 Abrams"}, {"t64": "T-64"}))
    refused = declared(story, {"models.lav.fate": "destroyed"})
    assert refused is not None
    assert (refused.field, refused.remedy and refused.remedy.text()) == (
        "facts.models.lav.fate",
        "Declare it “removed”.",
    )
    assert declared(story, {"models.lav.fate": "removed"}) is None


def test_while_no_shots_are_reported_phases_and_moves_are_not_declared() -> None:
    story = in_turn(first_game()).tell("americans: change-depth status")
    for values in ({"phase": "command"}, {"models.m1.moved": True}, {"resuming": True}):
        refused = declared(story, values)
        assert refused is not None
        assert [refused.field] == [f"facts.{path}" for path in values]
    assert declared(story, {"models.m1.damage": 3}) is None


def test_a_card_out_of_the_game_is_lost_and_who_lies_face_down_is_not_told() -> None:
    """Its name is nobody's business: guessing it right, even of a card declared face up, changes nothing."""
    forces = ace({"m1": "M1 Abrams"}, {"t64": "T-64"}, {"m1": ("Sean Bannon",)})
    (card,) = shooting(forces).play.models["m1"].cards
    for face_up in (False, True):
        gone = {f"models.m1.cards.{card}.gone": True, f"models.m1.cards.{card}.face_up": face_up}
        refused = declared(shooting(forces), gone)
        assert refused is not None
        assert refused.field == "facts.models.m1.lost_cards"
        assert "Bannon" not in refused.text.text()
        for name in (card, "Sean Bannon", "Robert Folk"):
            assert declared(shooting(forces), gone | {"models.m1.lost_cards": [name]}) is None


def test_what_earlier_battles_took_is_not_what_this_one_does() -> None:
    forces = alpha_66({"alpha": {"lost_cards": ["Robert Folk"]}})
    refused = declared(shooting(forces), {"models.alpha.cards.loader.gone": True})
    assert refused is not None
    assert refused.field == "facts.models.alpha.lost_cards"


def test_no_battle_need_be_over_to_be_declared_lost_and_reopened() -> None:
    story = shooting(alpha_66())
    assert declared(story, {"result": {"winner": "soviets", "how": "reported"}}) is None
    assert story.state.outcome().over
    assert declared(story, {"result": None}) is None
    assert not story.state.outcome().over


def test_after_the_end_an_attack_may_lie_about_unfinished() -> None:
    story = under_fire().tell("soviets: concede soviets")
    assert story.play.shot is not None
    assert declared(story, {"models.m1.damage": 2}) is None


def test_every_fact_has_its_name() -> None:
    assert set(facts.patterns(State)) == set(SYSTEM.facts)


def test_damage_taken_before_may_be_declared_away() -> None:
    story = damaged(shooting(first_game()), "t64", 6)
    assert declared(story, {"models.t64.damage": 0}) is None
    assert story.play.models["t64"].damage == 0


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("turn", "round"),
        ("phase", "phase"),
        ("advantage", "facts.advantage"),
        ("result", "outcome.winner"),
        ("models.m1.damage", "units.m1.damage"),
        ("models.m1.moves", "units.m1.speed"),
        ("models.m1.cards.loader.face_up", "units.m1.card-loader"),
        ("shot", ""),
        ("models.m1.elevation", "units.m1.elevation"),
        ("models.m1.reserve", "units.m1.reserve"),
        ("victory_points", ""),
        ("outcome.winner", "outcome.winner"),
        ("outcome.units.m1", "outcome.units.m1.condition"),
    ],
)
def test_what_is_set_shows_on_a_line_of_the_sheet(path: str, line: str) -> None:
    assert facts.line(SYSTEM, path) == line


def test_of_two_copies_of_a_card_one_was_lost_before_and_the_other_now() -> None:
    copies = ("Resourceful Loader", "MANPADS", "MANPADS")
    forces = ace({"m1": "M1 Abrams"}, {"t64": "T-64"}, {"t64": copies})
    story = in_turn(with_conditions(forces, {"t64": {"lost_cards": ["MANPADS"]}}))
    lose(story.play.models["t64"], "ammo-2", "MANPADS")
    SYSTEM.possible(story.play)
