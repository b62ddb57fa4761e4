"""What each result of a fixture would change, told on its page; and that it then comes out so."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from campaigns import clerk
from leagues.league.players import SetProfile
from leagues.models import League, LeaguePlayer
from rules.stream.decider import Who
from tests.campaigns.conftest import Season
from tests.cast import Cast, logged_in
from tests.leagues.conftest import Start, Years

pytestmark = pytest.mark.django_db


def outlook(client: Client, season: Season, fixture: str) -> str:
    response = client.get(f"/campaigns/{season.stream}/fixtures/{fixture}/")
    assert response.status_code == 200
    return str(response.content.decode().partition("What a result would change")[2].partition("</section>")[0])


def test_a_result_changes_what_its_fixture_foretells(start: Start, season: Season, cast: Cast) -> None:
    before = {one.player: one.rating for one in LeaguePlayer.objects.all()}
    battle = season.muster()
    told = outlook(Client(), season, battle)
    assert [one for one in ("Bears wins", "Cats wins", "A draw") if one not in told] == []
    won = told.partition("Cats wins")[0]
    found = {name: (int(now), int(then)) for name, now, then in re.findall(r">(\w+)</a>.*?(\d+) → <b>(\d+)", won)}
    bob, carol = str(cast.bob.pk), str(cast.carol.pk)
    assert [found["bob"][0], found["carol"][0]] == [before[bob], before[carol]]
    season.win(battle)
    season.confirm(battle)
    clerk.sweep()
    after = {one.player: one.rating for one in LeaguePlayer.objects.all()}
    assert {"bob": after[bob], "carol": after[carol]} == {name: then for name, (_now, then) in found.items()}
    assert outlook(Client(), season, battle) == ""


def test_who_may_not_know_it_is_told_nothing(years: Years, season: Season, cast: Cast) -> None:
    season.begin()
    battle = season.muster()
    assert outlook(Client(), season, battle) == ""  # its campaign is in no league
    years.add(season)
    clerk.sweep()
    assert "bob" in outlook(Client(), season, battle)
    years.report(SetProfile(player=str(cast.bob.pk), hidden=True), Who(str(cast.bob.pk)))
    told = outlook(Client(), season, battle)
    assert ("bob" in told, "a player" in told, "carol" in told) == (False, False, True)
    assert "bob" in outlook(logged_in(cast.carol), season, battle)
    League.objects.update(visibility=League.Visibility.MEMBERS)
    assert outlook(Client(), season, battle) == ""


def test_what_is_not_rated_changes_nothing(years: Years, season: Season) -> None:
    season.begin()
    years.add(season, rated=False)
    assert outlook(Client(), season, season.muster()) == ""
