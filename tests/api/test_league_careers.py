"""Honours, careers, what a result would change, and the next season of a league by the API."""

from __future__ import annotations

from uuid import uuid4

import pytest

from campaigns import clerk
from campaigns.models import Campaign
from campaigns.season.season_end import CloseSeason
from leagues.league.honours import ComposeHonour
from leagues.league.players import SetProfile
from leagues.league.season_end import CloseLeagueSeason
from rules.stream.decider import Who
from tests.api.conftest import Caller, problem, said
from tests.api.shared_league import There, cast, laid_at_first, season, there, years
from tests.campaigns.conftest import Season
from tests.cast import Cast
from tests.leagues.conftest import Years

__all__ = ["cast", "season", "there", "years"]  # fixtures
pytestmark = pytest.mark.django_db


def under_way(cast: Cast) -> There:
    """The first season; an honour of the league is for who has the most kills."""
    season, years = Season(cast).begin(), Years(cast)
    years.report(ComposeHonour(honour="butcher", name="The butcher", metric="kills", reason="It needs a name"))
    years.add(season, title="Season 1")
    clerk.sweep()
    return years, season


at_first = laid_at_first(under_way)


def close(years: Years, season: Season) -> None:
    """Bob beats Carol, and that was it."""
    season.fight()
    clerk.sweep()
    season.report(season.organiser, CloseSeason())
    clerk.sweep()
    years.report(CloseLeagueSeason(season=1))


def test_careers_and_honours_are_read(people: dict[str, Caller], years: Years, season: Season, cast: Cast) -> None:
    close(years, season)
    home, bob = f"leagues/{years.stream}/", str(cast.bob.pk)
    machine = f"{season.stream}/bears-1"
    listed = said(people["anonymous"].get(f"{home}vehicles/?limit=1"))
    (first,) = listed["vehicles"]
    assert (first["machines"], first["name"], first["kills"], first["seasons"]) == ([machine], "The Bears", 2, [1])
    assert listed["people"] == {bob: "bob"}
    assert len(said(people["anonymous"].get(listed["next"].partition("/api/v1/")[2]))["vehicles"]) == 1
    one = said(people["anonymous"].get(f"{home}vehicles/{machine}/"))
    (battle,) = one["battles"]
    assert (battle["result"], battle["kills"], one["career"]) == ("won", 2, first)
    honours = said(people["anonymous"].get(f"{home}honours/"))
    (butcher,) = [one for one in honours["honours"] if one["honour"] == "butcher"]
    assert (butcher["title"], butcher["own"], butcher["player"], butcher["machine"]) == (
        *("The butcher", True, bob, machine),
    )
    assert one["honours"] == [butcher]
    years.report(SetProfile(player=bob, hidden=True), Who(bob))
    assert bob not in people["anonymous"].get(f"{home}honours/").content.decode()
    assert bob not in people["anonymous"].get(f"{home}vehicles/").content.decode()
    assert people["anonymous"].get(f"{home}vehicles/{machine}/").status_code == 404
    assert people["carol"].get(f"{home}vehicles/{machine}/").status_code == 200


def test_a_result_is_foreseen(people: dict[str, Caller], years: Years, season: Season, cast: Cast) -> None:
    bob, battle = str(cast.bob.pk), season.muster()
    url = f"leagues/{years.stream}/foreseen/{season.stream}/{battle}/"
    told = said(people["anonymous"].get(url))
    assert [one["winner"] for one in told["results"]] == ["bears", "cats", ""]
    found = next(one for one in told["results"][1]["ratings"] if (one["player"], one["system"]) == (bob, ""))
    assert (found["now"], found["then"]["rating"] < 1500) == (None, True)
    season.win(battle, "cats", "bears")
    season.confirm(battle)
    clerk.sweep()
    players = said(people["anonymous"].get(f"leagues/{years.stream}/players/"))["players"]
    assert next(one for one in players if one["player"] == bob)["rating"] == found["then"]
    assert said(people["anonymous"].get(url))["results"] == []
    Campaign.objects.filter(pk=season.stream).update(visibility=Campaign.Visibility.MEMBERS)
    assert people["anonymous"].get(url).status_code == 404


def test_a_season_begins(people: dict[str, Caller], years: Years, season: Season, cast: Cast) -> None:
    url = f"leagues/{years.stream}/next-season/"
    plan = said(people["alice"].get(url))
    assert (plan["ready"], plan["why"]) == (False, "Season 1 is under way.")
    problem(people["alice"].post(url, {}), 422, "refused")
    close(years, season)
    problem(people["bob"].get(url), 403, "not-yours")
    problem(people["bob"].post(url, {}), 403, "not-yours")
    plan = said(people["alice"].get(url))
    assert (plan["ready"], plan["number"], plan["names"]) == (True, 2, {"": "Season 2"})
    assert plan["entries"][0]["campaign"] == season.stream
    foreseen = said(people["alice"].post(f"{url}?dry_run=true", {"veteran_points": 0}))
    assert (foreseen["campaigns"], foreseen["kept"], Campaign.objects.count()) == ({}, 1, 1)
    wrong = {"entries": [{"campaign": season.stream, "platoon": "dogs"}]}
    assert problem(people["alice"].post(url, wrong), 400, "malformed")["field"] == "entries"
    assert problem(people["alice"].post(url, {"names": {"": ""}}), 422, "refused")["field"] == "names"
    only = {"entries": [{"campaign": season.stream, "platoon": "bears"}], "names": {"": "Autumn"}, "id": str(uuid4())}
    assert problem(people["alice"].post(url, only | {"id": "autumn"}), 400, "malformed")["field"] == "id"
    begun = said(people["alice"].post(url, only))
    assert said(people["alice"].post(url, only)) == begun  # a phone that heard no answer sends it again
    assert problem(people["alice"].post(url, only | {"names": {"": "Winter"}}), 422, "reused")["field"] == "id"
    assert (begun["enlisted"], begun["kept"], begun["left"], begun["dry_run"]) == (1, 0, [], False)
    assert said(people["bob"].get(f"campaigns/{begun['campaigns']['']}/"))["name"] == "Autumn"
    problem(people["alice"].post(url, only | {"id": str(uuid4())}), 422, "refused")
