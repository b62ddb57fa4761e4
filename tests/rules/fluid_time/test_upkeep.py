"""Between battles (house): the workshop, crews and their experience, prices, platoons as such."""

from __future__ import annotations

from typing import Any

import pytest

from rules import adjudicate
from rules.kit.upkeep import RECOVER
from rules.kit.workshops import REFIT
from rules.systems.fluid_time import SYSTEM, tables
from rules.systems.fluid_time.between import DEFAULTS, GUN, MORALE, RUNNING, TERMS
from rules.upkeep import GRADES, Grade, Owned
from tests.rules.fluid_time.table import KV, T34, TIGER, muster, unit
from tests.rules.scenario import given

UPKEEP = SYSTEM.upkeep
DECLARED = {option.name: option.default for option in TERMS}


def owned(model: str = T34, **condition: Any) -> Owned:
    return Owned(edition=tables.EDITIONS[-1], model=model, condition=condition)


def work(vehicle: Owned, **terms: bool | int | str) -> list[tuple[str, int, int, int]]:
    """Key, rounds, points and the die of each job."""
    found = UPKEEP.jobs(DECLARED | terms, vehicle)
    return [(job.key, job.rounds, job.points, job.needs) for job in found]


@pytest.mark.parametrize(
    ("condition", "jobs"),
    [
        ({}, []),
        ({"out": "left_table"}, []),
        ({"immobile": True}, [(RUNNING, 1, 2, 0)]),
        ({"gun_out": True}, [(GUN, 1, 3, 0)]),
        ({"gun_out": True, "immobile": True}, [(RUNNING, 1, 2, 0), (GUN, 1, 3, 0)]),
        ({"captured": True, "immobile": True}, [(REFIT, 1, 0, 0), (RUNNING, 1, 2, 0)]),
        ({"out": "abandoned", "gun_out": True}, [(RECOVER, 1, 5, 3)]),
        ({"out": "abandoned", "captured": True}, [(RECOVER, 1, 5, 3)]),
        ({"out": "burning", "gun_out": True}, []),
        ({"out": "exploded"}, []),
    ],
)
def test_jobs_of_the_workshop(condition: dict[str, Any], jobs: list[tuple[str, int, int, int]]) -> None:
    """Of a T-34, which has 19 points."""
    assert work(owned(**condition)) == jobs


def test_terms_say_what_they_take() -> None:
    assert work(owned(immobile=True), running_gear_rounds=3, running_gear_points=5) == [(RUNNING, 3, 5, 0)]
    assert work(owned(gun_out=True), gun_rounds=2, gun_points=0) == [(GUN, 2, 0, 0)]
    terms = {"recover_rounds": 2, "recover_percent": 50, "recover_needs": 0}
    assert work(owned(TIGER, out="abandoned"), **terms) == [(RECOVER, 2, 16, 0)]


@pytest.mark.parametrize(
    ("condition", "job", "left"),
    [
        ({"immobile": True, "gun_out": True}, RUNNING, {"gun_out": True}),
        ({"immobile": True, "gun_out": True}, GUN, {"immobile": True}),
        ({"out": "abandoned", "gun_out": True}, RECOVER, {}),
        ({"out": "abandoned", "gun_out": True}, GUN, {"out": "abandoned", "gun_out": True}),
        ({"captured": True, "immobile": True}, REFIT, {"immobile": True, "crew": "lost"}),
        ({"out": "burning", "gun_out": True}, GUN, {"out": "burning", "gun_out": True}),
    ],
)
def test_what_a_job_mends(condition: dict[str, Any], job: str, left: dict[str, Any]) -> None:
    assert UPKEEP.mend(condition, job) == left


@pytest.mark.parametrize(
    ("condition", "crew", "hull"),
    [
        ({}, "fit", True),
        ({"out": "abandoned"}, "fit", True),
        ({"out": "abandoned", "captured": True}, "fit", True),
        ({"captured": True}, "lost", True),
        ({"out": "burning"}, "fit", False),
        ({"out": "burning", "crew": "lost"}, "lost", False),
        ({"out": "exploded"}, "lost", False),
        ({"out": "exploded", "crew": "fit"}, "fit", False),
    ],
)
def test_what_became_of_crew_and_hull(condition: dict[str, Any], crew: str, hull: bool) -> None:
    assert (UPKEEP.crew(condition), UPKEEP.hull(condition)) == (crew, hull)
    assert UPKEEP.crew(UPKEEP.heal(condition)) == "fit"


# -- crews that learn --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("grade", "modifier"), [("green", -1), ("trained", 0), ("veteran", 1), ("ace", 2)])
def test_experience_steadies_the_nerves_where_the_term_says_so(grade: Grade, modifier: int) -> None:
    assert MORALE[grade] == modifier
    condition = UPKEEP.post({"crew_grades": "morale"}, grade, {"gun_out": True})
    assert condition == {"gun_out": True, **({"morale": modifier} if modifier else {})}
    story = given(muster(conditions={"t34": condition}))
    assert (unit(story, "t34").morale, unit(story, "tiger").morale) == (modifier, 0)


def test_a_trained_crew_forgets_what_another_had_learned() -> None:
    assert UPKEEP.post({"crew_grades": "morale"}, "trained", {"morale": 2}) == {}


def test_by_default_grades_do_nothing() -> None:
    for grade in GRADES:
        assert UPKEEP.post(DECLARED, grade, {}) == {}
        assert UPKEEP.post({}, grade, {"gun_out": True}) == {"gun_out": True}


def test_no_battle_tells_of_it() -> None:
    story = given(muster(conditions={"t34": {"morale": 2}}))
    assert "morale" not in next(one.condition for one in story.state.outcome().units if one.id == "t34")


# -- prices and platoons -----------------------------------------------------------------------------------------------


def test_a_vehicle_costs_its_points_and_those_of_its_crew_s_marks() -> None:
    assert UPKEEP.price is not None
    assert UPKEEP.price(DECLARED, "1", TIGER, ()) == 31
    assert UPKEEP.price(DECLARED, "1", TIGER, ("Fanatics", "Poor")) == 37


def test_recovery_vehicles_are_those_a_club_s_sheet_calls_so() -> None:
    sheet = "name,nation,points,role,size,armour,move\nFamo,GER,5,recovery,7,3,8\n"
    assert UPKEEP.recovers({"house_units": sheet}, "1", "Famo")
    assert not UPKEEP.recovers({}, "1", TIGER)


def test_faults_of_a_platoon_are_those_of_the_muster() -> None:
    marked = Owned(edition="1", model=KV, cards=("Fanatics", "Fanatics"))
    flaws = list(UPKEEP.flaws(DECLARED, "1", "", [owned(), owned("Panzer of Cards"), owned(), marked]))
    assert [(flaw.key, flaw.rule) for flaw in flaws] == [
        ("A21/unknown/panzer-of-cards", "004 A21"),
        ("R26/twice/kv-1/2", "004 R26"),
    ]
    assert flaws[1].text.text() == "The crew of KV-1 is marked “Fanatics” twice."


def test_a_platoon_has_sixty_vehicles_at_most() -> None:
    assert not list(UPKEEP.flaws(DECLARED, "1", "", [owned()] * 60))
    assert [flaw.key for flaw in UPKEEP.flaws(DECLARED, "1", "", [owned()] * 61)] == ["house/size/platoon"]


def test_defaults_pay_for_two_handfuls_of_tanks() -> None:
    points = int(DEFAULTS["muster_points"])
    models = {f"t34-{n}": (T34, "soviets/tankovy") for n in range(points // 19)}
    assert len(models) == 6
    adjudicate.muster(muster({**models, "tiger": (TIGER, "germans/panzers")}, points=points))


@pytest.mark.parametrize("left", [{"immobile": True}, {"gun_out": True}, {"out": "left_table"}, {"captured": True}])
def test_what_is_mended_comes_to_the_next_table(left: dict[str, Any]) -> None:
    vehicle = owned(**left)
    for job in UPKEEP.jobs(DECLARED, vehicle):
        vehicle = owned(**UPKEEP.mend(vehicle.condition, job.key))
    t34 = unit(given(muster(conditions={"t34": UPKEEP.heal(vehicle.condition)})), "t34")
    assert (t34.presence, t34.immobile, t34.gun_out) == ("in_play", False, False)
