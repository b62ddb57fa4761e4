"""Why it is so, where people look at it: the pages of standings, platoons, vehicles and fixtures ask, and API tells."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy

import pytest
from django.test import Client
from pytest_django import DjangoDbBlocker

from campaigns.season.cases import LeavePlatoonCase, TakePlatoonCase
from campaigns.season.penalties import Penalise
from campaigns.season.sales import Sell
from tests.campaigns.office import office_of
from tests.cast import Cast
from tests.pages.conftest import as_
from tests.pages.kept import kept_season
from tests.pages.seasons import League
from tests.pages.test_season import _skirmish, page, section, text

__all__ = ["_skirmish"]
WHY = re.compile(r'href="([^"]+/why/\?of=[^"]+)"')


@pytest.fixture(scope="module")
def begun(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[League]:
    with kept_season(django_db_blocker, played) as league:
        yield league


@pytest.fixture
def league(begun: League, db: None) -> League:
    return deepcopy(begun)


@pytest.fixture
def cast(league: League) -> Cast:
    return league.cast


def played(cast: Cast) -> League:
    league = League(cast, bye_score=1).start()
    league.play_it(scratched="bears-1")
    league.tell(league.organiser, Penalise(platoon="bears", score=1, reason="Late again"))
    league.tell(cast.bob, Sell(platoon="bears", vehicles=("bears-2",)))
    return league


def facts_of(html: str) -> list[str]:
    return [address.partition("?of=")[2] for address in WHY.findall(html)]


def test_whatever_is_argued_about_asks_why(league: League) -> None:
    standings = facts_of(section(page(league), "standings"))
    assert {f"platoons.{key}.{fact}" for key in ("bears", "cats", "dogs") for fact in ("place", "score")} < {*standings}
    assert "platoons.bears.penalty" in standings
    of_bears = ["platoons.bears.place", "platoons.bears.score"]
    assert facts_of(page(league, "platoons/bears/")) == of_bears
    assert facts_of(page(league, "platoons/bears/", as_(league.cast.bob))) == [*of_bears, "platoons.bears.purse"]
    assert facts_of(page(league, "vehicles/bears-1/")) == ["vehicles.bears-1.status", "vehicles.bears-1.crew"]
    assert facts_of(page(league, "fixtures/r1-1/")) == ["fixtures.r1-1.result"]


def test_the_office_asks_why_where_it_shows_scores_purses_and_fates(league: League) -> None:
    alice = office_of(league.cast.alice)
    overview = f"/admin/campaigns/campaignsheet/{league.stream}/rule/"
    purse = "platoons.bears.purse"
    shown = {"platoons.bears.place", "platoons.bears.score", "fixtures.r1-1.result"}
    found = {*facts_of(alice.get(overview).content.decode())}
    assert shown < found
    assert purse not in found
    lists = {
        "standing": {"platoons.bears.place", "platoons.bears.score"},
        "vehicle": {"vehicles.bears-1.status"},
        "fixture": {"fixtures.r1-1.result"},
    }
    for name, facts in lists.items():
        html = alice.get(f"/admin/campaigns/{name}/").content.decode()
        assert facts <= {*facts_of(html)}
        assert purse not in facts_of(html)
        for address in WHY.findall(html):
            assert alice.get(address).status_code == 200, address
    league.tell(league.organiser, TakePlatoonCase(platoon="bears", reason="Asked to"))
    for path in (overview, "/admin/campaigns/standing/"):
        assert purse in facts_of(alice.get(path).content.decode())


def test_the_page_where_a_platoon_buys_asks_why_of_its_purse(league: League) -> None:
    bob = as_(league.cast.bob)
    assert facts_of(page(league, "platoons/bears/buy/", bob)) == ["platoons.bears.purse"]
    refused = as_(league.cast.carol).get(f"{league.url}platoons/bears/buy/")
    assert facts_of(refused.content.decode()) == []


def test_every_why_is_answered_with_rows_of_the_log(league: League) -> None:
    bob = as_(league.cast.bob)
    for path in ("", "platoons/bears/", "vehicles/bears-1/", "vehicles/bears-2/", "fixtures/r1-1/"):
        for address in WHY.findall(page(league, path, bob)):
            told = section(bob.get(address).content.decode(), "chain")
            assert re.search(r"#\d+ · ", text(told)), address


def test_a_score_is_told_step_by_step(league: League) -> None:
    told = text(section(page(league, "why/?of=platoons.bears.score"), "chain"))
    assert "→ 5 Round 1: Bears against Cats counts 5: won 3, points scored 2 × 1. Results" in told
    assert "→ 4 It is penalised by 1: Late again Results" in told


def test_a_purse_is_for_its_players_and_for_who_has_its_case(league: League) -> None:
    address = f"{league.url}why/?of=platoons.bears.purse"
    api = f"/api/v1/campaigns/{league.stream}/explain/"
    alice, bob, carol = (as_(one) for one in (league.cast.alice, league.cast.bob, league.cast.carol))

    def readers() -> list[bool]:
        found = [one.get(address).status_code == 200 for one in (alice, bob, carol, Client())]
        for one, reads in zip((alice, bob, carol, Client()), found, strict=True):
            assert (one.get(f"{api}?of=platoons.bears.purse").status_code == 200) is reads
            assert ("platoons.bears.purse" in {fact["of"] for fact in one.get(api).json()["facts"]}) is reads
        return found

    assert readers() == [False, True, False, False]
    league.tell(league.organiser, TakePlatoonCase(platoon="bears", reason="A complaint"))
    assert readers() == [True, True, False, False]
    league.tell(league.organiser, LeavePlatoonCase(platoon="bears"))
    assert readers() == [False, True, False, False]


def test_what_befell_a_vehicle_is_told_by_the_chapters(league: League) -> None:
    told = text(section(page(league, "vehicles/bears-2/"), "record"))
    assert "Is sold." in told
    assert "Enlists with its platoon." in told
