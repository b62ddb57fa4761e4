"""What if of a league, and its saved scenarios, for programs."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import override_settings

from battles import log
from campaigns import clerk
from leagues.league.players import SetProfile
from rules.adjudicate import Who
from tests.api.conftest import Caller, problem, said
from tests.api.shared_league import There, cast, laid_at_first, season, there, years
from tests.campaigns.conftest import Season
from tests.cast import Cast, logged_in
from tests.leagues.conftest import Years
from tests.leagues.test_what_if import of_season

__all__ = ["cast", "season", "there", "years"]  # fixtures
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited")]


def with_a_battle(cast: Cast) -> There:
    """Bob has beaten Carol in a battle that counts."""
    season, years = Season(cast).begin(), Years(cast)
    years.add(season)
    season.fight()
    clerk.sweep()
    assert years.state().rated
    return years, season


at_first = laid_at_first(with_a_battle)


@pytest.fixture
def fought(years: Years) -> Years:
    return years


def turned(fought: Years) -> dict[str, object]:
    (key,) = fought.state().games
    return {"changes": {"turned": [{"game": key, "winner": "cats"}]}}


def test_a_program_asks_what_if_of_a_league(people: dict[str, Caller], fought: Years, cast: Cast) -> None:
    head, where = log.head(fought.stream), f"leagues/{fought.stream}/what-if/"
    found = said(people["bob"].post(where, turned(fought)))["players"]
    assert [(one["name"], one["before"]["place"], one["after"]["place"]) for one in found] == [
        ("carol", 2, 1),
        ("bob", 1, 2),
    ]
    assert found[0]["after"]["rating"] > found[0]["before"]["rating"]
    assert log.head(fought.stream) == head
    problem(people["bob"].post(where, {"changes": {"moon": 1}}), 400, "malformed")
    problem(people["bob"].post(where, {"changes": {"without_players": ["nobody"]}}), 422, "refused")
    carol = str(cast.carol.pk)
    fought.report(SetProfile(player=carol, hidden=True), Who(carol))
    assert len(said(people["anonymous"].post(where, turned(fought)))["players"]) == 1


def test_a_program_saves_reads_and_deletes_one(people: dict[str, Caller], fought: Years, cast: Cast) -> None:
    where = f"leagues/{fought.stream}/scenarios/"
    one = said(people["bob"].post(where, {"name": "If she had won", "readers": "club", **turned(fought)}))
    place = f"{where}{one['id']}/"
    assert [each["name"] for each in said(people["carol"].get(where))["scenarios"]] == ["If she had won"]
    read = said(people["carol"].get(place))
    assert (read["scenario"]["mine"], read["compared"]["players"][0]["name"]) == (False, "carol")
    problem(people["carol"].call("DELETE", place), 403, "not-yours")
    assert "If she had won" in logged_in(cast.bob).get(f"/leagues/long/what-if/?scenario={one['id']}").content.decode()
    assert people["bob"].call("DELETE", place).status_code == 204
    assert people["bob"].get(place).status_code == 404


def test_a_program_carries_a_seasons_scenario_into_its_league(
    people: dict[str, Caller], fought: Years, season: Season, cast: Cast
) -> None:
    one, where = of_season(season, cast), f"leagues/{fought.stream}/what-if/"
    asked = {"changes": {}, "scenario": str(one.pk)}
    found = said(people["bob"].post(where, asked))
    assert [row["name"] for row in found["players"]] == ["carol", "bob"]
    alone = said(people["bob"].post(where, turned(fought)))
    assert alone == {**found, "season": None}
    of_its_own = said(people["bob"].get(f"campaigns/{season.stream}/scenarios/{one.pk}/"))["compared"]
    assert found["season"] == of_its_own
    assert [row["platoon"] for row in of_its_own["standings"]] == ["cats", "bears"]
    problem(people["carol"].post(where, asked), 404, "not-found")
    problem(people["bob"].post(where, {**asked, "scenario": "moon"}), 404, "not-found")


def test_a_program_calls_scenarios_otherwise(
    people: dict[str, Caller], fought: Years, season: Season, cast: Cast
) -> None:
    """Of a season and of a league alike: what is left out stays."""
    for where, asked in (
        (f"leagues/{fought.stream}/scenarios/", {"changes": {}}),
        (f"campaigns/{season.stream}/scenarios/", {"changes": []}),
    ):
        one = said(people["bob"].post(where, {"name": "If", "readers": "club", **asked}))
        place = f"{where}{one['id']}/"
        assert said(people["bob"].call("PATCH", place, {"name": "As it is"})) == {**one, "name": "As it is"}
        assert said(people["bob"].call("PATCH", place, {"readers": "link"}))["readers"] == "link"
        problem(people["carol"].call("PATCH", place, {"name": "Mine"}), 403, "not-yours")
        problem(people["bob"].call("PATCH", place, {"name": " "}), 422, "refused")
        problem(people["bob"].call("PATCH", place, {"changes": {}}), 400, "malformed")
        assert said(people["bob"].get(place))["scenario"]["name"] == "As it is"


@override_settings(QUESTIONS=1)
def test_a_season_that_is_carried_is_one_question_with_its_league(
    people: dict[str, Caller], fought: Years, season: Season, cast: Cast
) -> None:
    cache.clear()
    asked = {"changes": {}, "scenario": str(of_season(season, cast).pk)}
    assert said(people["bob"].post(f"leagues/{fought.stream}/what-if/", asked))["season"]


@override_settings(QUESTIONS=1)
def test_page_and_program_ask_together_so_many(people: dict[str, Caller], fought: Years, cast: Cast) -> None:
    cache.clear()
    where = f"leagues/{fought.stream}/what-if/"
    for _time in range(2):
        said(people["bob"].post(where, turned(fought)))
    problem(people["bob"].post(where, {"changes": {}}), 429, "throttled")
    late = logged_in(cast.bob).post("/leagues/long/what-if/", {"id": "x", "given": "{}"})
    assert late.status_code == 429
    assert int(late["Retry-After"]) > 0
