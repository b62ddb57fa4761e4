"""A league's figures explained by API and pages: they lead into the season and the battle, as far as one may read."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.models import Campaign
from leagues.league.players import SetProfile
from rules.stream.decider import Who
from tests.api.conftest import Caller, problem, said
from tests.api.shared_league import There, cast, laid_at_first, season, there, years
from tests.api.test_league_careers import close, under_way
from tests.campaigns.conftest import Season
from tests.cast import Cast
from tests.leagues.conftest import Years

__all__ = ["cast", "season", "there", "years"]  # fixtures
pytestmark = pytest.mark.django_db


def closed(cast: Cast) -> There:
    years, season = under_way(cast)
    close(years, season)
    return years, season


at_first = laid_at_first(closed)


def test_a_figure_leads_to_the_battle(people: dict[str, Caller], years: Years, season: Season, cast: Cast) -> None:
    home, bob = f"leagues/{years.stream}/explain/", str(cast.bob.pk)
    visitor = people["anonymous"]
    facts = {one["of"]: one for one in said(visitor.get(home))["facts"]}
    rating = facts[f"players.{bob}.rating"]
    told = said(visitor.get(f"{home}?of={rating['of']}"))
    (step,) = told["steps"]
    assert (told["value"], step["after"], told["people"][bob]) == (rating["value"], rating["value"], "bob")
    assert step["reasons"][0].startswith("Won against carol")
    assert (step["type"], step["campaign"]) == ("Rated", season.stream)
    asked = said(visitor.get(f"campaigns/{step['campaign']}/explain/?of={step['of']}"))
    assert asked["steps"]
    assert said(visitor.get(f"battles/{step['battle']}/explain/?of={step['of_battle']}"))["value"]
    kills = said(visitor.get(f"{home}?of=vehicles.{season.stream}/bears-1.kills"))
    assert [(one["after"], one["of"]) for one in kills["steps"]] == [("2", "vehicles.bears-1.status")]
    for of in facts:  # each is told as it is listed
        assert said(visitor.get(f"{home}?of={of}"))["value"] == facts[of]["value"]
    problem(visitor.get(f"{home}?of=players.nobody.rating"), 400, "unknown")


def test_pages_lead_to_the_battle(years: Years, season: Season, cast: Cast) -> None:
    player = Client().get(reverse("league-player", args=["long", str(cast.bob.pk)])).content.decode()
    machine = Client().get(reverse("league-machine", args=["long", season.stream, "bears-1"])).content.decode()
    league = Client().get(reverse("league", args=["long"])).content.decode()
    addresses = set(re.findall(r'href="(/leagues/long/why/[^"]+)"', player + machine + league))
    assert len(addresses) > 10
    followed = set()
    for address in sorted(addresses):
        page = Client().get(address)
        assert page.status_code == 200, address
        followed |= set(re.findall(r'href="(/(?:battles|campaigns)/[^"]+)"', page.content.decode()))
    assert any("why/?of=outcome.units." in one for one in followed)
    for address in followed:
        assert Client().get(address).status_code == 200, address


def test_what_is_for_others_is_not_explained(
    people: dict[str, Caller], years: Years, season: Season, cast: Cast
) -> None:
    home, bob = f"leagues/{years.stream}/explain/", str(cast.bob.pk)
    Campaign.objects.filter(stream=season.stream).update(visibility=Campaign.Visibility.MEMBERS)
    (step,) = said(people["anonymous"].get(f"{home}?of=players.{bob}.rating"))["steps"]
    assert (step["campaign"], step["battle"], step["reasons"]) == (
        *(None, None),
        ["A campaign that is for its members."],
    )
    hidden = f"{home}?of=vehicles.{season.stream}/bears-1.kills"
    problem(people["anonymous"].get(hidden), 400, "unknown")
    assert said(people["bob"].get(hidden))["steps"]
    years.report(SetProfile(player=bob, hidden=True), Who(bob))
    problem(people["anonymous"].get(f"{home}?of=players.{bob}.rating"), 400, "unknown")
    assert f"players.{bob}." not in people["anonymous"].get(home).content.decode()
    assert Client().get(reverse("league-why", args=["long"]), {"of": f"players.{bob}.rating"}).status_code == 404
