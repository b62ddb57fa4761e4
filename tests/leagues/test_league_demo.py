"""The demo's league, in its second season: what there is to see of it. Loaded once for all who look."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from battles.models import LogLine
from campaigns.about_person import parts
from campaigns.demo import load
from campaigns.demo.season import Stage
from campaigns.models import Campaign, User
from leagues import handler
from leagues.demo import years
from leagues.models import League, LeagueCampaign, LeagueMachine, LeaguePlayer, LeagueSheet
from tests.campaigns.test_demo import demo
from tests.cast import logged_in
from tests.databases import Scratch, scratch
from tests.deploy.conftest import migrated, whole_demo
from tests.leagues.persons import left_out, naming, told

__all__ = ["migrated", "whole_demo"]  # fixtures
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded")]

HOME = "/leagues/steel-league/"


@pytest.fixture(scope="module")
def loaded(
    django_db_setup: None, whole_demo: Scratch, tmp_path_factory: pytest.TempPathFactory, django_db_blocker: Any
) -> Iterator[None]:
    """In a copy of the demo's database. What a test changes is undone with it."""
    folder = tmp_path_factory.mktemp("demo")
    with django_db_blocker.unblock(), scratch(folder, like=whole_demo) as database, database.used():
        yield


def player(name: str) -> LeaguePlayer:
    return LeaguePlayer.objects.get(player=str(User.objects.get(username=name).pk))


def text(client: Client, url: str = HOME) -> str:
    response = client.get(url)
    assert response.status_code == 200
    return response.content.decode()


def test_its_first_season_is_over_and_its_second_is_the_demos_campaign() -> None:
    league, _told, _rows = handler.replay(str(years.LEAGUE))
    first, second = league.seasons
    assert (list(first.campaigns), first.closed) == ([str(years.SPRING), str(years.SPRING_SECOND)], True)
    assert (list(second.campaigns), second.closed) == ([str(load.CAMPAIGN), str(years.AUTUMN_SECOND)], False)
    assert [(one.player, one.division) for one in first.titles] == [
        (player("carol").player, "first"),
        (player("greta").player, "second"),
    ]
    assert [(one.player, one.division) for one in first.moves] == [
        (player("greta").player, "first"),
        (player("ivan").player, "first"),
    ]
    assert {"streak", "giant-killer", "peace"} <= {one.key for one in league.honours[1]}
    known = LeagueCampaign.objects.get(campaign=load.CAMPAIGN)
    assert known.position == LogLine.objects.filter(stream=load.CAMPAIGN).count()  # nothing waits for the clerk
    call_command("rebuild", "--check")
    call_command("verify")


def test_everybody_is_rated_and_vehicles_have_careers_over_both_seasons() -> None:
    assert LeaguePlayer.objects.count() == 12
    assert not LeaguePlayer.objects.filter(rated=0).exists()
    assert {player(name).since for name in ("nora", "pavel")} == {2}
    spring, autumn = LeagueMachine.objects.filter(name="Alpha 66").order_by("season")
    assert (autumn.was, autumn.kills) == (spring.machine, 1)


def test_one_goes_by_an_alias_and_one_is_hidden_from_strangers() -> None:
    assert "Season 2 · First division of Steel League" in text(Client(), f"/campaigns/{load.CAMPAIGN}/")
    stranger, member = text(Client()), text(logged_in(User.objects.get(username="bob")))
    assert "Desert Rat" in stranger
    assert ">dave<" not in stranger
    assert ">hugo<" not in stranger
    assert ">hugo<" in member
    assert Client().get(f"{HOME}players/{player('hugo').player}/").status_code == 404


def test_what_is_there_already_stays_as_it_is() -> None:
    before = list(LeagueSheet.objects.values())
    demo()
    years.play(Stage(load.CAMPAIGN, {}))
    assert list(LeagueSheet.objects.values()) == before
    assert League.objects.count() == 1


def test_a_campaign_that_is_a_test_has_no_league() -> None:
    League.objects.all().delete()
    Campaign.objects.filter(pk=load.CAMPAIGN).update(test=True)
    years.play(Stage(load.CAMPAIGN, {}))
    assert not League.objects.exists()


def test_its_log_says_each_thing_once() -> None:
    bob = logged_in(User.objects.get(username="bob"))
    story = text(bob) + text(bob, f"{HOME}?log=2")
    assert "Not a scratch: carol; Giant killer: Desert Rat; Climber: carol; On a roll: carol; Peacemaker:" in story
    assert "Desert Rat goes by an alias now." in story
    assert "A battle of Fulda, autumn 1985. Vehicles: 3, shots: 6, kills: 1." in story
    assert "A battle of Fulda, autumn 1985: 8 vehicles.<" in story
    games = text(Client(), f"{HOME}players/{player('bob').player}/")
    assert "season 2 · 20:0 ·" in games
    assert "· 0:0" not in games


def test_everything_about_a_person_tells_of_every_table_that_names_them() -> None:
    """As `tests.leagues.test_about_person` has it, in a league with seasons, honours and a map."""
    bob = User.objects.get(username="bob")
    found = {model._meta.label for model in naming(str(bob.pk))}
    assert found - told() - left_out() == set()
    known = [one for one in parts.PARTS if found & {table._meta.label for table in one.tables}]
    assert {"honours", "places", "leagues", "games", "machines"} <= {one.key for one in known}
    assert [one.key for one in known if not any(one.lines(parts.subject(bob)))] == []
