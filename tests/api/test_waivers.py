"""Every fault of the forces in one problem document, and the faults an organiser lets pass."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any
from uuid import uuid4

import pytest
from pytest_django import DjangoDbBlocker

from campaigns import handler
from campaigns.season.enlistment import Enlist
from campaigns.season.values import Recruit
from rules.adjudicate import Who
from tests.api.conftest import Caller, problem, report, rolled_back, said, whole_log
from tests.campaigns.conftest import Season
from tests.cast import Cast

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited")]
GUNNERS = ("Connor Styles", "Bloodthirsty Gunner")


def on_the_ridge(cast: Cast) -> tuple[Cast, str]:
    """A campaign with Bob's tank of two gunners and, for 60 points, Carol's helicopters; 50 points are allowed."""
    season = Season(cast)
    season.desk.system, season.desk.options = "modern_age", {"point_limit": 50}
    season.desk.save()
    handler.open_campaign(season.desk, season.organiser, "page")
    tank = (Recruit(id="wolf-1", model="M1 Abrams"),)
    wolf = Enlist(platoon="wolf", name="Wolves", card="Team Yankee", vehicles=tank, fittings={"wolf-1": GUNNERS})
    season.report(Who(str(cast.bob.pk)), wolf)
    hinds = tuple(Recruit(id=f"hind-{n}", model="Hind") for n in (1, 2))
    season.report(Who(str(cast.carol.pk)), Enlist(platoon="hind", name="Hinds", card="Red Banner", vehicles=hinds))
    return cast, season.stream


@pytest.fixture(scope="module")
def at_first(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[tuple[Cast, str]]:
    with rolled_back(django_db_blocker, on_the_ridge, skirmishes=False) as there:
        yield there


@pytest.fixture
def cast(db: None, at_first: tuple[Cast, str]) -> Cast:
    return deepcopy(at_first[0])


@pytest.fixture
def ridge(at_first: tuple[Cast, str]) -> str:
    return at_first[1]


def muster(**waivers: str) -> dict[str, Any]:
    sides = {"attackers": {"platoon": "wolf"}, "defenders": {"platoon": "hind"}}
    data: dict[str, Any] = {"battle": str(uuid4()), "scenario": "tank_ace", "sides": sides}
    if waivers:
        data["waivers"] = waivers
    return report("MusterBattle", **data)


FAULTS = ["R4/cards/wolf-1/Gunner", "R39/tanks/defenders", "R3/points/defenders"]


def test_every_fault_of_both_platoons_is_in_the_problem(people: dict[str, Caller], ridge: str) -> None:
    before = whole_log()
    found = problem(people["alice"].post(f"campaigns/{ridge}/commands/", muster()), 422, "refused")
    assert [one["fault"] for one in found["errors"]] == FAULTS
    assert all(one["waivable"] and one["detail"] and one["remedy"] and one["field"] for one in found["errors"])
    first = found["errors"][0]
    assert (found["rule"], found["detail"], found["field"]) == (first["rule"], first["detail"], first["field"])
    assert whole_log() == before


def test_an_organiser_lets_them_pass_with_a_reason(people: dict[str, Caller], ridge: str) -> None:
    reasons = dict.fromkeys(FAULTS, "the last evening of the season")
    sent = muster(**reasons)
    (event,) = said(people["alice"].post(f"campaigns/{ridge}/commands/", sent))["reports"][0]["events"]
    assert event["data"]["waivers"] == reasons
    for caller in people.values():
        assert said(caller.get(f"battles/{sent['data']['battle']}/"))["waivers"] == reasons


def test_those_nobody_lets_pass_are_left(people: dict[str, Caller], ridge: str) -> None:
    sent = muster(**{FAULTS[0]: "agreed", "R3/country/attackers": "agreed"})
    found = problem(people["alice"].post(f"campaigns/{ridge}/commands/", sent), 422, "refused")
    assert [one.get("fault") for one in found["errors"]] == [*FAULTS[1:], None]
    assert found["errors"][-1]["field"] == "waivers.R3/country/attackers"
    assert FAULTS[0] in found["errors"][-1]["remedy"]


@pytest.mark.parametrize("waivers", [{FAULTS[0]: ""}, {"a.b": "why"}, {FAULTS[0]: "x" * 501}])
def test_a_waiver_has_a_name_and_a_reason(people: dict[str, Caller], ridge: str, waivers: dict[str, str]) -> None:
    problem(people["alice"].post(f"campaigns/{ridge}/commands/", muster(**waivers)), 400, "malformed")


@pytest.mark.parametrize("name", ["bob", "carol", "erin", "dave"])
def test_nobody_else_lets_anything_pass(people: dict[str, Caller], ridge: str, name: str) -> None:
    before = whole_log()
    problem(
        people[name].post(f"campaigns/{ridge}/commands/", muster(**dict.fromkeys(FAULTS, "mine"))), 403, "not-yours"
    )
    assert whole_log() == before


@pytest.mark.parametrize("query", ["", "?atomic=false", "?dry_run=true"])
def test_no_refusal_names_the_hidden_cards_of_others(people: dict[str, Caller], ridge: str, query: str) -> None:
    """Alice organises, and does not play: which card it is, its player says."""
    tank = {"id": "bear-1", "model": "M1 Abrams"}
    bears: dict[str, Any] = {"platoon": "bears", "name": "Bears", "card": "Team Yankee", "vehicles": [tank]}
    enlisted = report("Enlist", **bears, fittings={"bear-1": ["harry-stevens", "Kontact-5"]})
    assert people["bob"].post(f"campaigns/{ridge}/commands/", enlisted).status_code == 200
    sent = muster()
    sent["data"]["sides"]["attackers"]["platoon"] = "bears"
    response = people["alice"].post(f"campaigns/{ridge}/commands/{query}", sent)
    assert b"R4/card/bear-1/pilot" in response.content
    assert b"(hidden card)" in response.content
    assert b"Harry Stevens" not in response.content
    assert b"Kontact-5" not in response.content


def test_a_single_fault_without_a_name_is_told_as_ever(people: dict[str, Caller], ridge: str) -> None:
    sent = muster()
    sent["data"]["sides"]["attackers"]["platoon"] = "nobody"
    assert "errors" not in problem(people["alice"].post(f"campaigns/{ridge}/commands/", sent), 422, "refused")
