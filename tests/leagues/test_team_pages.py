"""The pages of a league's teams, and their address in the API: the table, each team, and the forms of its captain."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaigns import clerk
from campaigns.models import User
from campaigns.season.season_end import CloseSeason
from leagues.league.players import SetProfile
from leagues.league.season_end import CloseLeagueSeason
from leagues.league.team_players import TakeIn
from leagues.league.teams import EndTeam, FormTeam, NameCaptain
from leagues.models import LeagueStay, LeagueTeam
from rules.stream.decider import Who
from tests.campaigns.conftest import Season
from tests.cast import Cast, gathered, logged_in
from tests.grounds import once
from tests.leagues.conftest import Homeward, Start, Years
from tests.where import BOTH

pytestmark = pytest.mark.django_db

HOME = "/leagues/long/"
FOXES = f"{HOME}teams/foxes/"
SCRIPT = "text/x-battle-script"


@pytest.fixture
def start(db: None) -> Start:
    return once(foxes_and_owls)


def foxes_and_owls() -> Start:
    """Bob's Foxes have beaten Carol's Owls in the season under way."""
    season = Homeward(gathered())
    years, cast = Years(season.cast), season.cast
    season.begin()
    years.add(season, title="Spring")
    clerk.sweep()
    for key, name, captain in (("foxes", "The Foxes", cast.bob), ("owls", "The Owls", cast.carol)):
        years.report(FormTeam(team=key, name=name, colour="#2f6f4e", captain=str(captain.pk)))
    season.fight()
    clerk.sweep()
    return Start(years, season)


@pytest.fixture
def teams(start: Start) -> Years:
    return start.years


def text(client: Client, url: str) -> str:
    response = client.get(url)
    assert response.status_code == 200, (url, response.status_code)
    return response.content.decode()


def sent(type_: str, given: str = "{}", **fields: Any) -> dict[str, Any]:
    return {"id": str(uuid4()), "after": "", "type": type_, "given": given, **fields}


@BOTH
def test_a_visitor_reads_the_table_and_each_team(teams: Years, season: Season, cast: Cast) -> None:
    page = text(Client(), f"{HOME}teams/")
    assert page.index("The Foxes") < page.index("The Owls")
    assert "captain" in page
    team = text(Client(), FOXES)
    for said in ("The Foxes", ">bob<", "Season 1", "Spring", "against", ">carol<"):
        assert said in team, said
    assert f'href="{HOME}teams/"' in text(Client(), HOME)
    assert f'href="{FOXES}"' in text(Client(), f"{HOME}players/{cast.bob.pk}/")
    season.report(season.organiser, CloseSeason())
    clerk.sweep()
    teams.report(CloseLeagueSeason(season=1))
    assert "Titles of its players" in text(Client(), FOXES)
    assert Client().get(f"{HOME}teams/nobodies/").status_code == 404


def test_a_league_without_teams_says_so(years: Years, cast: Cast) -> None:
    assert "There is no team yet" in text(Client(), f"{HOME}teams/")
    assert "Form and end teams" in text(logged_in(cast.alice), f"{HOME}teams/")


def test_who_hides_is_nobody_to_strangers_here(teams: Years, cast: Cast) -> None:
    bob = str(cast.bob.pk)
    teams.report(SetProfile(player=bob, alias="Panther", hidden=True), Who(bob))
    for url in (FOXES, f"{HOME}teams/", f"{HOME}teams/owls/"):
        page = text(Client(), url)
        for name in ("Panther", ">bob<", bob):
            assert name not in page, (url, name)
    assert "Panther" in text(logged_in(cast.carol), FOXES)
    said = Client().get(f"/api/v1/leagues/{teams.stream}/teams/").json()
    assert said["people"][bob] == "a player"


def test_an_organiser_forms_a_team_in_the_browser(teams: Years, cast: Cast) -> None:
    alice, manage = logged_in(cast.alice), f"{HOME}manage/"
    assert 'value="FormTeam"' in text(alice, manage)
    form = sent("FormTeam", **{"text:name": "Night Shift", "made-name:team": "", "text:colour": "#2f6f4e"})
    assert alice.post(manage, form).status_code == 302
    assert LeagueTeam.objects.get(name="Night Shift").team == "night-shift"
    wrong = sent("FormTeam", **{"text:name": "Late Shift", "made-name:team": "", "text:colour": "green"})
    assert alice.post(manage, wrong).status_code == 422
    renamed = sent(
        "ChangeTeam",
        '{"team":"night-shift"}',
        **{"text:name": "Day Shift", "text:colour": "", "text:reason": "They sleep"},
    )
    assert alice.post(manage, renamed).status_code == 302
    assert "Day Shift" in text(Client(), f"{HOME}teams/")


def test_a_captain_takes_players_in_and_they_leave_by_themselves(teams: Years, cast: Cast) -> None:
    teams.report(EndTeam(team="owls", reason="Too few"))
    bob, carol, dave = (logged_in(one) for one in (cast.bob, cast.carol, cast.dave))
    form = sent("TakeIn", '{"team":"foxes"}', **{"pick:player": str(cast.carol.pk)})
    assert Client().post(FOXES, form).status_code == 302
    assert not LeagueStay.objects.filter(team="foxes", player=str(cast.carol.pk)).exists()
    for stranger in (carol, dave):
        assert stranger.post(FOXES, form).status_code == 403
        assert 'value="TakeIn"' not in text(stranger, FOXES)
    assert 'value="TakeIn"' in text(bob, FOXES)
    assert bob.post(FOXES, form).headers["Location"] == FOXES
    assert LeagueStay.objects.get(team="foxes", player=str(cast.carol.pk)).since == 2  # she has fought as an Owl
    leaves = sent("LeaveTeam", f'{{"player":"{cast.carol.pk}"}}')
    assert bob.post(FOXES, leaves).status_code == 403
    leaving = text(carol, FOXES).partition('name="type" value="LeaveTeam"')[2].partition("</form>")[0]
    assert 'name="check"' in leaving, "what it would change is said before it is done, though it asks nothing"
    assert carol.post(FOXES, leaves).status_code == 302
    assert not LeagueStay.objects.filter(team="foxes", player=str(cast.carol.pk)).exists()


def test_a_captain_has_no_other_office(teams: Years, cast: Cast) -> None:
    bob = logged_in(cast.bob)
    for url in (f"{HOME}manage/", f"{HOME}corrections/"):
        assert bob.get(url).status_code == 403
    said = bob.get(f"/api/v1/leagues/{teams.stream}/").json()
    assert "TakeIn" in said["may"]
    assert "FormTeam" not in said["may"]


def test_programs_read_teams_and_report_by_script(teams: Years, cast: Cast) -> None:
    url = f"/api/v1/leagues/{teams.stream}/"
    foxes, owls = Client().get(f"{url}teams/").json()["teams"]
    assert (foxes["team"], foxes["captain"], foxes["players"][0]["since"]) == ("foxes", str(cast.bob.pk), 1)
    assert (foxes["seasons"][0]["won"], owls["seasons"][0]["lost"]) == (1, 1)
    alice, bob = logged_in(cast.alice), logged_in(cast.bob)
    script = "end-team 'The Owls' reason='Too few'\nform-team bears name=Bears captain=carol\n"
    headers = {"Idempotency-Key": str(uuid4())}
    assert alice.post(f"{url}commands/", script, content_type=SCRIPT, headers=headers).status_code == 200
    assert [one["ended"] for one in Client().get(f"{url}teams/").json()["teams"]] == [False, False, True]
    offers = bob.get(f"{url}choices/?command=LetGo").json()["choices"]
    assert [one["given"]["team"] for one in offers] == ["foxes"]
    refused = bob.post(
        f"{url}commands/",
        {"id": str(uuid4()), "type": "EndTeam", "data": {"team": "bears", "reason": "Rivals"}},
        content_type="application/json",
    )
    assert refused.status_code == 403


def test_more_players_take_no_more_queries(teams: Years, cast: Cast) -> None:
    def queries(url: str) -> int:
        with CaptureQueriesContext(connection) as found:
            text(client, url)
        return len(found)

    client = Client()
    urls = (f"{HOME}teams/", FOXES, f"/api/v1/leagues/{teams.stream}/teams/")
    first = [queries(url) for url in urls]
    teams.report(EndTeam(team="owls", reason="Too few"))
    teams.report(TakeIn(team="foxes", player=str(cast.carol.pk)))
    teams.report(NameCaptain(team="foxes", captain=str(cast.carol.pk), reason="Her turn"))
    for n in range(4):
        teams.report(FormTeam(team=f"team-{n}", name=f"Team {n}"))
    assert [queries(url) for url in urls] == first
    assert max(first) <= 16


def test_the_office_lists_teams(teams: Years, cast: Cast) -> None:
    User.objects.filter(pk=cast.alice.pk).update(is_staff=True)
    page = text(logged_in(cast.alice), "/admin/leagues/leagueteam/")
    assert "The Foxes" in page
    assert "bob" in page
