"""Between battles (house): what the workshop does, what becomes of crews, what units cost, platoons as such."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import adjudicate
from rules.contract import Unit
from rules.systems import panzer_strike
from rules.systems.panzer_strike import SYSTEM, tables
from rules.systems.panzer_strike.state import Condition
from rules.systems.panzer_strike.upkeep import DEFAULTS, REBUILD, REFIT, TERMS, TOW, TRACKS
from rules.upkeep import GRADES, Grade, Owned
from tests.rules.conformance.test_upkeep import as_new
from tests.rules.panzer_strike.ends import cleared, destroyed, end, fought, left, struck
from tests.rules.panzer_strike.table import FIELD, battle, muster
from tests.rules.panzer_strike.test_aftermath import RECOVERING
from tests.rules.panzer_strike.test_muster import AMERICANS, GERMANS
from tests.rules.recordings import fold, loads
from tests.rules.scenario import Story

UPKEEP = SYSTEM.upkeep
TERMS_DECLARED = {option.name: option.default for option in TERMS}
IMMOBILISED: dict[str, Any] = {"mobility": "immobilised", "rounds": 5}


def owned(model: str = "Sherman", **condition: Any) -> Owned:
    return Owned(edition=tables.EDITIONS[-1], model=model, condition=condition)


def work(vehicle: Owned, **terms: bool | int | str) -> list[tuple[str, int, int, int]]:
    """Key, rounds, points and the die of each job."""
    found = UPKEEP.jobs(TERMS_DECLARED | terms, vehicle)
    return [(job.key, job.rounds, job.points, job.needs) for job in found]


def done(condition: Mapping[str, Any], *jobs: str) -> dict[str, Any]:
    """The condition after these jobs."""
    for job in jobs:
        condition = UPKEEP.mend(condition, job)
    return dict(condition)


def after(story: Story, id: str) -> dict[str, Any]:
    """What a battle left of a unit, once the clerk has seen to everybody."""
    found = next(one.condition for one in end(cleared(story)).units if one.id == id)
    return dict(found)


# -- tracks and wheels -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rounds", "pace", "expected"), [(1, 5, 1), (5, 5, 1), (6, 5, 2), (10, 5, 2), (10, 1, 10), (10, 10, 1), (2, 50, 1)]
)
def test_rounds_of_a_battle_are_rounds_of_the_campaign_by_the_pace(rounds: int, pace: int, expected: int) -> None:
    vehicle = owned(mobility="immobilised", rounds=rounds)
    assert work(vehicle, repair_pace=pace) == [(TRACKS, expected, 0, 0)]


def test_where_no_clerk_has_counted_a_crew_has_five_rounds() -> None:
    assert work(owned(mobility="immobilised"), repair_pace=1) == [(TRACKS, 5, 0, 0)]
    assert work(owned(mobility="semi", timer=2), repair_pace=1) == [(TRACKS, 2, 0, 0)]


def test_a_repair_costs_what_the_terms_say() -> None:
    assert work(owned(**IMMOBILISED), repair_points=3) == [(TRACKS, 1, 3, 0)]


def test_tracks_repaired_it_drives_and_has_nothing_left_to_do() -> None:
    for mobility in ("semi", "immobilised"):
        assert done({"mobility": mobility, "rounds": 5}, TRACKS) == {}
        assert done({"mobility": mobility, "injured": True}, TRACKS) == {"injured": True}


def test_a_crew_s_wounds_are_not_the_workshop_s() -> None:
    assert work(owned(injured=True)) == []
    assert work(owned(**IMMOBILISED, injured=True)) == work(owned(**IMMOBILISED))


def test_what_is_as_new_needs_nothing() -> None:
    assert work(owned()) == work(owned(left=True)) == []
    assert work(owned("7.5 cm Pak 40 (FW)", gunnery=1, haste=2)) == []


# -- stuck -------------------------------------------------------------------------------------------------------------


def test_what_is_stuck_is_towed_in_first() -> None:
    stuck = owned(**IMMOBILISED, injured=True, stuck=True)
    assert work(stuck) == [(TOW, 1, 1, 0), (TRACKS, 1, 0, 0)]
    assert work(stuck, stuck_rounds=3, stuck_points=4)[0] == (TOW, 3, 4, 0)


def test_it_is_towed_in_even_when_its_crew_is_well_by_then() -> None:
    well = UPKEEP.heal({**IMMOBILISED, "injured": True, "stuck": True})
    assert [job[0] for job in work(owned(**well))] == [TOW, TRACKS]
    assert done(well, TOW) == IMMOBILISED
    assert done(well, TOW, TRACKS) == {}


# -- wrecks ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("model", "rounds", "points"), [("M5 Stuart", 1, 2), ("Sherman", 2, 3), ("Tiger", 3, 5), ("Tiger II", 3, 9)]
)
def test_wrecks_are_rebuilt_by_mass_for_a_part_of_their_price(model: str, rounds: int, points: int) -> None:
    """25 tonnes a round, 40 percent of Effectiveness; three and more on a die, or a round more."""
    assert work(owned(model, destroyed=True)) == [(REBUILD, rounds, points, 3)]


def test_the_terms_say_what_rebuilding_takes() -> None:
    tiger = owned("Tiger", destroyed=True)
    assert work(tiger, rebuild_tonnes=10, rebuild_percent=100, rebuild_needs=0) == [(REBUILD, 6, 11, 0)]
    assert work(tiger, rebuild_tonnes=200, rebuild_percent=0, rebuild_needs=6) == [(REBUILD, 1, 0, 6)]


def test_a_wreck_is_rebuilt_tracks_and_all() -> None:
    assert work(owned("Tiger", destroyed=True, **IMMOBILISED)) == [(REBUILD, 3, 5, 3)]
    assert UPKEEP.heal(done({"destroyed": True, **IMMOBILISED}, REBUILD)) == {}


def test_what_the_enemy_left_behind_is_refitted() -> None:
    """As a vehicle of whoever holds the field: what was lost to its owner can be as new again."""
    assert work(owned("Tiger", lost=True, **IMMOBILISED)) == [(REFIT, 1, 0, 0), (TRACKS, 1, 0, 0)]
    assert UPKEEP.heal(done({"lost": True, **IMMOBILISED}, REFIT, TRACKS)) == {}
    assert [job[0] for job in work(owned("Tiger", lost=True, destroyed=True))] == [REBUILD]
    assert UPKEEP.heal(done({"lost": True, "destroyed": True}, REBUILD)) == {}
    assert UPKEEP.hull({"lost": True, "destroyed": True})


def test_jobs_there_are_not_change_nothing() -> None:
    for condition in ({}, {"injured": True}, {"mobility": "mobile", "lost": False}):
        for job in (REBUILD, REFIT, TOW, TRACKS, "paint"):
            assert UPKEEP.mend(condition, job) == condition


# -- crews -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("condition", "became"),
    [
        ({}, "fit"),
        (IMMOBILISED, "fit"),
        ({"left": True}, "fit"),
        ({"injured": True}, "wounded"),
        ({"destroyed": True}, "wounded"),
        ({"destroyed": True, "injured": True}, "lost"),
        ({"lost": True}, "lost"),
        ({"lost": True, "destroyed": True}, "lost"),
    ],
)
def test_what_became_of_a_crew(condition: dict[str, Any], became: str) -> None:
    assert UPKEEP.crew(condition) == became
    assert UPKEEP.crew(UPKEEP.heal(condition)) == "fit"
    for job in (REBUILD, REFIT, TRACKS):
        assert UPKEEP.crew(UPKEEP.mend(condition, job)) == became


def test_a_crew_that_is_well_again_is_as_new() -> None:
    assert UPKEEP.heal({"injured": True}) == {}
    assert UPKEEP.heal({"destroyed": True, "injured": True}) == {"destroyed": True, "crew": "fit"}


# -- what battles leave ------------------------------------------------------------------------------------------------


def test_the_tank_whose_tracks_were_hit_is_as_new_after_a_round() -> None:
    """Examples 14 and 15 repair it in the battle; here the battle is over before."""
    condition = after(fought(struck("m4", "immobilised")).tell("axis: concede axis"), "m4")
    assert work(owned(**condition)) == [(TRACKS, 1, 0, 0)]
    assert done(condition, TRACKS) == {}


def test_a_recovery_vehicle_saves_the_tow() -> None:
    """R57, R62: of an injured crew; who has one in the battle has it at hand."""
    hurt = (struck("m4", "immobilised"), struck("m4", "injured"))
    alone = after(fought(*hurt).tell("axis: concede axis"), "m4")
    assert [job[0] for job in work(owned(**alone))] == [TOW, TRACKS]
    helped = after(battle(FIELD, RECOVERING).and_then(*hurt).tell("axis: concede axis"), "m4")
    assert [job[0] for job in work(owned(**helped))] == [TRACKS]


def test_a_wreck_on_the_field_of_its_side_is_rebuilt() -> None:
    condition = after(fought(*destroyed("m4")).tell("axis: concede axis"), "m4")
    assert work(owned(**condition)) == [(REBUILD, 2, 3, 3)]
    assert done(condition, REBUILD) == {"injured": True}  # its crew got out, and is wounded
    assert UPKEEP.heal(done(condition, REBUILD)) == {}


def test_who_left_the_board_needs_nothing() -> None:
    assert work(owned("Panther", **after(fought(left("panther")).tell("axis: concede axis"), "panther"))) == []


@pytest.mark.parametrize("name", ["northern", "all_options", "workshop"])
def test_after_a_recorded_battle_everything_can_be_mended(name: str) -> None:
    path = Path(panzer_strike.__file__).parent / "golden" / "1" / f"{name}.jsonl"
    state = fold(loads(path.read_text(encoding="utf-8")))
    models = {unit.id: unit.model for unit in state.muster.units}
    hurt = 0
    for unit in state.outcome().units:
        mended = as_new(SYSTEM, {}, owned(models[unit.id], **unit.condition))
        told = UPKEEP.heal(mended.condition)
        told.pop("left", None)
        assert told == {}, unit.id
        hurt += unit.fate in ("damaged", "wrecked", "lost")
    assert hurt


TOLD = st.builds(
    Condition,
    destroyed=st.booleans(),
    lost=st.booleans(),
    left=st.booleans(),
    injured=st.booleans(),
    mobility=st.sampled_from(["mobile", "semi", "immobilised"]),
    timer=st.integers(0, 5),
    rounds=st.integers(0, 99),
    stuck=st.booleans(),
)
SOME_TERMS = st.fixed_dictionaries(
    {},
    optional={
        option.name: st.sampled_from(option.choices) if option.choices else st.integers(option.least, option.most)
        for option in TERMS
    },
)


@given(TOLD, SOME_TERMS, st.sampled_from(GRADES), st.sampled_from(["Sherman", "Tiger II", "8.8 cm Pak 43/41 (FW)"]))
def test_law_whatever_is_left_of_it_comes_to_the_next_table(
    told: Condition, terms: dict[str, bool | int | str], grade: Grade, model: str
) -> None:
    """With all jobs done, its crew well and posted, the muster takes it; and only its crew makes it other than new."""
    mended = as_new(SYSTEM, terms, owned(model, **msgspec.to_builtins(told)))
    condition = UPKEEP.post(terms, grade, UPKEEP.heal(mended.condition))
    assert set(condition) <= {"left", "gunnery", "haste"}
    units = (
        Unit(id="mine", side="axis", model=model, condition=condition),
        Unit(id="other", side="allies", model="Sherman"),
    )
    adjudicate.muster(msgspec.structs.replace(muster(), units=units))


# -- prices, recovery, defaults ----------------------------------------------------------------------------------------


def test_example_1_costs_what_the_rulebook_says() -> None:
    """129 points against 130, unit by unit; marks are free, and nobody pays for what nobody knows."""
    assert UPKEEP.price is not None
    price = UPKEEP.price
    for models, total in ((AMERICANS, 129), (GERMANS, 130)):
        assert sum(count * price({}, "1", model, ("No radio",)) for model, count in models.items()) == total
    assert price({}, "1", "Maus", ()) == 0


def test_recovery_vehicles_are_those_of_the_chart() -> None:
    models = [article.name for article in SYSTEM.catalogue("1") if article.kind == "unit"]
    towing = [model for model in models if UPKEEP.recovers({}, "1", model)]
    assert towing == ["Bergepanther (recovery)", "M32 ARV (recovery)"]
    assert not UPKEEP.recovers({}, "1", "Maus")


def test_defaults_pay_for_the_forces_of_the_basic_scenario() -> None:
    """R67: a hundred points, and three guns of at most six that a platoon has to own as well."""
    guns = [article.points for article in SYSTEM.catalogue("1") if article.figures.get("role") == "SPAA"]
    least = tables.BASIC_POINTS + tables.BASIC_SPAA * max(guns)
    assert least <= cast(int, DEFAULTS["muster_points"]) < least + 10
    assert cast(int, DEFAULTS["minimum_force"]) > tables.BASIC_SPAA * max(guns) + 22  # a Tiger II, the dearest unit


# -- the platoon as such -----------------------------------------------------------------------------------------------


def flaws(*vehicles: tuple[str, ...]) -> dict[str, str]:
    """What is wrong with a platoon of these models and marks, by key."""
    force = [Owned(edition="1", model=model, cards=tuple(marks)) for model, *marks in vehicles]
    found = list(UPKEEP.flaws({}, "1", "", force))
    assert len({flaw.key for flaw in found}) == len(found)
    assert all(flaw.remedy for flaw in found)
    return {flaw.key: flaw.text.text() for flaw in found}


def test_the_muster_s_faults_are_flaws_of_a_platoon() -> None:
    assert flaws(
        ("Maus",),
        ("Tiger", "Dozer blade", "Dozer blade"),
        ("7.5 cm Pak 40 (FW)", "No radio"),
        ("StuG III G", "One-piece model"),
        ("Sherman", "Eagle"),
    ) == {
        "R4/unknown/maus": "There is no unit “Maus”.",
        "R4/mark/tiger/2": "Tiger has the mark “Dozer blade” twice.",
        "R4/mark/7-5-cm-pak-40-fw/1": "7.5 cm Pak 40 (FW) is no vehicle and carries no marks.",
        "R4/mark/stug-iii-g/1": "StuG III G has no turret.",
        "R4/mark/sherman/1": "There is no mark “Eagle”.",
    }


def test_a_platoon_has_one_command_tank() -> None:
    """R8: battles may go without option 1; two no battle takes."""
    assert flaws(("Tiger", "Command tank"), ("Tiger",)) == {}
    assert flaws(("Tiger", "Command tank"), ("Sherman", "Command tank")) == {
        "R8/command/sherman": "The platoon has more than one command tank."
    }


def test_a_platoon_has_sixty_units_at_most() -> None:
    assert flaws(*[("T-60",)] * 60) == {}
    assert flaws(*[("T-60",)] * 61) == {"R3/size/platoon": "The platoon has 61 units."}


def test_a_flaw_is_told_once_and_keeps_its_name_when_others_come_and_go() -> None:
    wrong = ("Tiger", "Dozer blade", "Dozer blade")
    assert list(flaws(wrong, wrong)) == list(flaws(("Sherman",), wrong)) == ["R4/mark/tiger/2"]


def test_what_battles_left_of_a_vehicle_is_no_flaw() -> None:
    wreck = msgspec.structs.replace(owned("Tiger"), condition={"destroyed": True})
    assert list(UPKEEP.flaws({}, "1", "", [wreck])) == []
