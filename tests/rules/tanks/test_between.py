"""Between battles (house): the workshop, crews, prices, platoons as such, and battles on a campaign's map."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest

from rules import adjudicate
from rules.contract import Muster, Refused, Side, Unit
from rules.kit.upkeep import RECOVER
from rules.kit.workshops import REFIT
from rules.systems.tanks import SYSTEM, tables
from rules.systems.tanks.between import DEFAULTS, GUN, SKILL, TERMS, TRACKS, engage
from rules.upkeep import GRADES, Engagement, Grade, Owned, Proposal, Terrain
from tests.rules.scenario import given
from tests.rules.tanks.table import PAK, SEED, SHERMAN, TIGER, muster, unit

UPKEEP = SYSTEM.upkeep
DECLARED = {option.name: option.default for option in TERMS}


def owned(model: str = SHERMAN, **condition: Any) -> Owned:
    return Owned(edition=tables.EDITIONS[-1], model=model, condition=condition)


def work(vehicle: Owned, **terms: bool | int | str) -> list[tuple[str, int, int, int]]:
    """Key, rounds, points and the die of each job."""
    found = UPKEEP.jobs(DECLARED | terms, vehicle)
    return [(job.key, job.rounds, job.points, job.needs) for job in found]


@pytest.mark.parametrize(
    ("condition", "jobs"),
    [
        ({}, []),
        ({"tracked": True}, [(TRACKS, 1, 2, 0)]),
        ({"gun_out": True}, [(GUN, 1, 4, 0)]),
        ({"tracked": True, "gun_out": True}, [(TRACKS, 1, 2, 0), (GUN, 1, 4, 0)]),
        ({"captured": True, "tracked": True}, [(REFIT, 1, 0, 0), (TRACKS, 1, 2, 0)]),
        ({"out": "bailed_out", "tracked": True}, [(RECOVER, 2, 12, 3)]),
        ({"out": "knocked_out"}, []),
        ({"out": "bailed_out", "scrapped": True}, []),
    ],
)
def test_jobs_of_the_workshop(condition: dict[str, Any], jobs: list[tuple[str, int, int, int]]) -> None:
    assert work(owned(**condition)) == jobs


def test_terms_say_what_they_take() -> None:
    assert work(owned(tracked=True), tracks_rounds=3, tracks_points=5) == [(TRACKS, 3, 5, 0)]
    assert work(owned(gun_out=True), gun_rounds=2, gun_points=0) == [(GUN, 2, 0, 0)]
    terms = {"recover_rounds": 1, "recover_percent": 50, "recover_needs": 0}
    assert work(owned(TIGER, out="bailed_out"), **terms) == [(RECOVER, 1, 22, 0)]


@pytest.mark.parametrize(
    ("condition", "job", "left"),
    [
        ({"tracked": True, "gun_out": True}, TRACKS, {"gun_out": True}),
        ({"tracked": True, "gun_out": True}, GUN, {"tracked": True}),
        ({"out": "bailed_out", "tracked": True}, RECOVER, {}),
        ({"captured": True, "tracked": True}, REFIT, {"tracked": True, "crew": "lost"}),
        ({"out": "knocked_out"}, RECOVER, {"out": "knocked_out"}),
        ({"out": "bailed_out", "gun_out": True}, GUN, {"out": "bailed_out", "gun_out": True}),
    ],
)
def test_what_a_job_mends(condition: dict[str, Any], job: str, left: dict[str, Any]) -> None:
    assert UPKEEP.mend(condition, job) == left


@pytest.mark.parametrize(
    ("condition", "crew", "hull"),
    [
        ({}, "fit", True),
        ({"out": "bailed_out"}, "fit", True),
        ({"out": "knocked_out"}, "lost", False),
        ({"captured": True}, "lost", True),
        ({"out": "bailed_out", "scrapped": True}, "fit", False),
    ],
)
def test_what_became_of_crew_and_hull(condition: dict[str, Any], crew: str, hull: bool) -> None:
    assert (UPKEEP.crew(condition), UPKEEP.hull(condition)) == (crew, hull)
    assert UPKEEP.crew(UPKEEP.heal(condition)) == "fit"


# -- crews that learn --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("grade", "skill"), [("green", 5), ("trained", 4), ("veteran", 3), ("ace", 2)])
def test_experience_improves_the_ballistic_skill_where_the_term_says_so(grade: Grade, skill: int) -> None:
    assert SKILL[grade] == skill
    condition = UPKEEP.post({"crew_grades": "skill"}, grade, {})
    assert condition == {"skill": skill}
    story = given(muster(conditions={"m4": condition}))
    assert unit(story, "m4").skill == skill
    assert unit(story, "tiger").skill == 4
    assert UPKEEP.post({"crew_grades": "skill"}, grade, {"tracked": True}) == {"tracked": True, "skill": skill}


def test_by_default_grades_do_nothing() -> None:
    for grade in GRADES:
        assert UPKEEP.post(DECLARED, grade, {}) == {}
        assert UPKEEP.post({}, grade, {"gun_out": True}) == {"gun_out": True}


def test_no_battle_tells_of_it() -> None:
    story = given(muster(conditions={"m4": {"skill": 2}}))
    assert "skill" not in next(one.condition for one in story.state.outcome().units if one.id == "m4")


# -- prices and platoons -----------------------------------------------------------------------------------------------


def test_a_vehicle_costs_its_points() -> None:
    assert UPKEEP.price is not None
    assert UPKEEP.price(DECLARED, "1", TIGER, ()) == 44


def test_recovery_vehicles_are_those_a_club_s_sheet_calls_so() -> None:
    sheet = "name,nation,points,role,speed,front,side,rear\nFamo,GER,10,recovery,12,4,3,3\n"
    assert UPKEEP.recovers({"house_units": sheet}, "1", "Famo")
    assert not UPKEEP.recovers({}, "1", TIGER)


def test_faults_of_a_platoon_are_those_of_the_muster() -> None:
    flaws = UPKEEP.flaws(DECLARED, "1", "", [owned(PAK)])
    assert [(flaw.key, flaw.rule) for flaw in flaws] == [("R7/tanks/platoon", "001 R7")]
    flaws = UPKEEP.flaws(DECLARED, "1", "", [owned(), owned("Panzer of Cards"), owned()])
    assert [flaw.key for flaw in flaws] == ["B16/unknown/panzer-of-cards"]


def test_defaults_pay_for_a_handful_of_tanks() -> None:
    points = int(DEFAULTS["muster_points"])
    assert 4 <= points // 31 <= 5
    models = {f"m4-{n}": (SHERMAN, "allies") for n in range(points // 30)}
    adjudicate.muster(muster({**models, "tiger": (TIGER, "axis")}, points=points))


@pytest.mark.parametrize("left", [{"tracked": True}, {"gun_out": True}, {"out": "retreated"}, {"captured": True}])
def test_what_is_mended_comes_to_the_next_table(left: dict[str, Any]) -> None:
    vehicle = owned(**left)
    for job in UPKEEP.jobs(DECLARED, vehicle):
        vehicle = owned(**UPKEEP.mend(vehicle.condition, job.key))
    story = given(muster(conditions={"m4": UPKEEP.heal(vehicle.condition)}))
    assert not unit(story, "m4").tracked
    assert not unit(story, "m4").gun_out
    assert unit(story, "m4").smoke == "available"


# -- battles on a campaign's map ---------------------------------------------------------------------------------------

ASSAULT = Engagement(edition=tables.EDITIONS[-1], kind="assault", terrain="open", limits=(90, 120))


def proposal(**changes: Any) -> Proposal:
    return engage(msgspec.structs.replace(ASSAULT, **changes))


def forces(proposal: Proposal, times: int) -> Muster:
    return Muster(
        system=tables.KEY,
        scenario=proposal.scenario,
        options=proposal.options,
        board=proposal.board,
        sides={side: Side(players=(side,)) for side in proposal.sides},
        units=tuple(Unit(id=f"{side}-{n}", side=side, model=TIGER) for side in proposal.sides for n in range(times)),
        seed=SEED,
    )


@pytest.mark.parametrize("entrenched", [False, True])
def test_the_table_is_the_players_whatever_the_ground(entrenched: bool) -> None:
    found = {repr(proposal(terrain=terrain, entrenched=entrenched)) for terrain in get_args(Terrain)}
    assert found == {repr(proposal())}
    assert adjudicate.muster(forces(proposal(), 2)).board == {}


def test_allies_and_axis_of_a_campaign_stay_on_their_sides() -> None:
    assert proposal(sides=("axis", "allies")).sides == ("axis", "allies")
    assert proposal(sides=("reds", "blues")).sides == ("allies", "axis")


def test_the_limit_of_the_battle_is_the_higher_of_the_grounds() -> None:
    assert proposal().options == {"points": 120}
    assert proposal(limits=(0, 0)).options == {}
    with pytest.raises(Refused) as refused:
        adjudicate.muster(forces(proposal(), 3))  # 132 points
    assert {fault.fault for fault in refused.value.faults} == {"B16/points/allies", "B16/points/axis"}
