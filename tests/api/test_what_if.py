"""What if, saved scenarios, and how a platoon can still win, for programs."""

from __future__ import annotations

import pytest

from battles import log
from campaigns.season.results import Adjudicate
from campaigns.season.rounds import OpenRound
from campaigns.season.values import Pairing
from tests.api.conftest import Caller, problem, said
from tests.campaigns.conftest import Season, _skirmish, season

__all__ = ["_skirmish", "season"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited")]
TURNED = {"type": "TurnedResult", "fixture": "r1-1", "winner": "cats"}


@pytest.fixture
def where(season: Season) -> str:
    season.begin()
    season.report(season.organiser, OpenRound(pairings=(Pairing(home="bears", away="cats"),), deadline=""))
    season.report(season.organiser, Adjudicate(fixture="r1-1", winner="bears", reason="so"))
    return f"campaigns/{season.stream}/"


def test_a_program_asks_what_if(people: dict[str, Caller], season: Season, where: str) -> None:
    head = log.head(season.stream)
    found = said(people["bob"].post(f"{where}what-if/", {"changes": [TURNED]}))
    first, second = found["standings"]
    assert (first["platoon"], first["before"]["rank"], first["after"]["rank"]) == ("cats", 2, 1)
    assert (first["after"]["purse"], second["after"]["purse"]) == (None, 0)
    assert log.head(season.stream) == head
    assert problem(people["bob"].post(f"{where}what-if/", {"changes": [{"type": "Moon"}]}), 400, "malformed")
    wrong = {**TURNED, "fixture": "r9-9"}
    assert problem(people["bob"].post(f"{where}what-if/", {"changes": [wrong]}), 422, "refused")["field"] == "fixture"


def test_a_program_saves_reads_and_deletes_a_scenario(people: dict[str, Caller], where: str) -> None:
    sent = {"name": "If she had won", "changes": [TURNED], "readers": "club"}
    one = said(people["bob"].post(f"{where}scenarios/", sent))
    place = f"{where}scenarios/{one['id']}/"
    assert [each["name"] for each in said(people["carol"].get(f"{where}scenarios/"))["scenarios"]] == [one["name"]]
    read = said(people["carol"].get(place))
    assert (read["scenario"]["mine"], read["compared"]["standings"][0]["platoon"]) == (False, "cats")
    problem(people["carol"].call("DELETE", place), 403, "not-yours")
    assert people["bob"].call("DELETE", place).status_code == 204
    assert people["bob"].get(place).status_code == 404


def test_a_program_asks_how_a_platoon_can_still_win(people: dict[str, Caller], season: Season, where: str) -> None:
    found = said(people["bob"].get(f"{where}platoons/bears/chances/"))
    assert (found["verdict"], found["text"]) == ("certain", "You are first, whatever happens.")
    so_far = said(people["bob"].get(f"{where}platoons/bears/chances/?schedule=announced"))
    assert so_far["text"] == "By the fixtures announced so far you are first, whatever happens."
    season.report(season.organiser, Adjudicate(fixture="r1-1", void=True, reason="so"))
    found = said(people["carol"].get(f"{where}platoons/bears/chances/?schedule=everyone&rank=1"))
    assert found["verdict"] == "possible"
    assert found["ways"][0]["needs"] == [{"game": 0, "results": ["won", "drawn"]}]
    problem(people["carol"].get(f"{where}platoons/bears/chances/?schedule=never"), 400, "malformed")
