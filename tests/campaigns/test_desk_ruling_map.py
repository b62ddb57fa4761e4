"""Organisers rule over the map in the office: what each act would do is seen before it is done, but for the orders."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoDbBlocker

from campaigns import clerk
from campaigns.admin.ruling.views import rule_url
from campaigns.models import Fixture, Round, Sector
from campaigns.season.house_rules import Amend
from campaigns.season.map.retreats import Retreat
from campaigns.season.results import Adjudicate, Concede
from campaigns.season.round_end import CloseRound
from tests.campaigns.campaigning import Campaigning
from tests.campaigns.conftest import Season, shared_season
from tests.campaigns.office import AtForm, office_of, text, url
from tests.campaigns.test_desk_lists import waiting
from tests.cast import Cast

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def at_first(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Campaigning]:
    with shared_season(django_db_blocker, Campaigning) as season:
        yield season.begin()


@pytest.fixture
def season(db: None, at_first: Campaigning) -> Campaigning:
    return deepcopy(at_first)


@pytest.fixture
def cast(season: Campaigning) -> Cast:
    return season.cast


@pytest.fixture
def alice(season: Campaigning) -> Client:
    return office_of(season.cast.alice)


def form(client: Client, season: Campaigning, act: str, subject: str = "") -> AtForm:
    return AtForm(client, rule_url(season.stream, act, subject))


def ruled(found: AtForm, **said: Any) -> AtForm:
    """Previewed, then done."""
    preview = found.fill(**said).press("look")
    assert preview.status_code == 200, (found.read, preview.context["form"].errors)
    assert found.press("do").status_code == 302, found.read
    return found


def acts(client: Client, season: Campaigning) -> list[str]:
    """What can be done now, the first first."""
    return [key for key, _title, _url in client.get(rule_url(season.stream)).context["acts"]]


def test_a_round_on_the_map_has_an_hour_for_orders_and_no_pairings(season: Campaigning, alice: Client) -> None:
    found = form(alice, season, "open-round")
    assert not {name for name in found.paper.names if "pairings" in name or "method" in name}
    assert "draw" not in found.paper.buttons
    ruled(found, deadline="2030-01-20T20:00", orders_by="2030-01-10T20:00")
    opened = Round.objects.get()
    assert (opened.orders_by, opened.deadline) == ("2030-01-10T20:00:00Z", "2030-01-20T20:00:00Z")
    assert acts(alice, season)[0] == "disclose"
    season.disclose()
    assert acts(alice, season)[0] == "close-round"


def test_the_preview_of_a_disclosure_tells_who_has_ordered_and_never_what(season: Campaigning, alice: Client) -> None:
    season.round()
    season.order("bears", "attack", "clay")
    assert "Orders given: 1 of 4. An organiser discloses them." in text(alice.get(rule_url(season.stream)))
    found = form(alice, season, "disclose")
    found.press("look")
    assert found.page.context["foreseen"].told == (
        "Orders given: 1 of 4. They are shown and carried out when you disclose them.",
        "Without an order these hold: Boars, Cats, Cobras.",
    )
    assert "attack" not in found.read
    assert "Clay" not in found.read
    assert found.press("do").status_code == 302
    assert season.at("bears") == "clay"
    assert "Clay" in text(alice.get(rule_url(season.stream)))  # among the rulings


PLAYED = "round whose results are all in"


def test_a_retreat_that_a_ruling_contradicts_is_reconsidered(season: Campaigning, alice: Client) -> None:
    season.beaten()
    assert "These have to retreat: Cats." in text(alice.get(rule_url(season.stream)))
    season.report(season.player("cats"), Retreat(platoon="cats", to="fay"))
    otherwise = Adjudicate(fixture="r1-1", winner="cats", reason="It was the other way round")
    season.report(season.organiser, otherwise)
    assert waiting(alice) == {"retreat to reconsider": 1, PLAYED: 1}
    (row,) = Fixture.objects.exclude(reconsidered="")
    page = alice.get(url(Fixture, "changelist"), {"reconsider": "yes"})
    assert rule_url(season.stream, "reconsider", row.fixture) in page.content.decode()
    assert "a retreat to reconsider" in text(alice.get(rule_url(season.stream)))
    found = form(alice, season, "reconsider", row.fixture)
    assert "As corrected, Bears is beaten: Cats → Elm, Bears → Bury." in found.read
    ruled(found, apply="yes", reason="As it was played")
    assert (season.at("cats"), season.at("bears")) == ("elm", "bury")
    assert waiting(alice) == {PLAYED: 1}
    assert alice.get(rule_url(season.stream, "reconsider", row.fixture)).status_code == 404


def test_once_the_war_is_won_no_retreat_is_offered_any_more(season: Campaigning, alice: Client) -> None:
    season.beaten()
    season.report(season.player("cats"), Retreat(platoon="cats", to="fay"))
    season.report(season.organiser, Amend(round=1, terms={"victory": "rounds", "victory_rounds": 1}, reason="Late."))
    season.report(season.organiser, Adjudicate(fixture="r1-1", winner="cats", reason="It was the other way round"))
    assert waiting(alice) == {"retreat to reconsider": 1, PLAYED: 1}
    season.report(season.organiser, CloseRound(round=1))
    assert season.state().won is not None
    assert waiting(alice) == {}
    assert acts(alice, season)[0] == "close-season"
    assert "a retreat to reconsider" not in text(alice.get(rule_url(season.stream)))
    assert alice.get(rule_url(season.stream, "reconsider", "r1-1")).status_code == 404


def test_a_retreat_is_chosen_in_its_players_stead(season: Campaigning, alice: Client) -> None:
    season.beaten()
    found = form(alice, season, "retreat", "cats")
    found.fill(to="fay").press("look")
    assert found.page.context["foreseen"].told == (
        "Cats retreats from Elm to Fay, as an organiser chose for its players.",
    )
    assert season.at("cats") == "elm"
    assert found.press("do").status_code == 302
    assert season.at("cats") == "fay"
    assert "as an organiser chose" in text(alice.get(rule_url(season.stream)))  # among the rulings
    assert alice.get(rule_url(season.stream, "retreat", "cats")).status_code == 404


def test_a_platoon_is_put_where_it_is_at_the_table(season: Campaigning, alice: Client) -> None:
    found = form(alice, season, "deploy", "bears").fill(sector="clay")
    found.press("look")
    assert found.error("reason")
    found.fill(reason="They marched on while we argued").press("look")
    assert "Clay" in " ".join(found.page.context["foreseen"].told)
    assert season.at("bears") == "alton"
    assert found.press("do").status_code == 302
    assert (season.at("bears"), Sector.objects.get(sector="clay").owner) == ("clay", "reds")


def test_what_was_captured_is_given_back(cast: Cast) -> None:
    """The cats give up in the Dunes, with enemies at both ends of the railway."""
    season = Campaigning(cast, surrounded="surrender").begin()
    alice = office_of(cast.alice)
    assert "picks:restored" not in form(alice, season, "deploy", "cats").paper.names
    season.put(cats="dunes", boars="fay").round()
    season.order("bears", "attack", "dunes")
    season.disclose()
    season.report(season.player("cats"), Concede(fixture="r1-1", platoon="cats"))
    assert season.at("cats") == "reserve"
    ruled(form(alice, season, "deploy", "cats"), sector="gate", restored=["cats-1"], reason="It was never closed")
    vehicles = season.state().vehicles
    assert (vehicles["cats-1"].status, vehicles["cats-2"].status) == ("fit", "captured")


def test_a_link_is_closed_and_opened_again(season: Campaigning, alice: Client) -> None:
    found = form(alice, season, "set-link")
    ruled(found, one="bury", other="elm", reason="The rails are torn up")
    assert season.state().closed_links == {("bury", "elm")}
    found = form(alice, season, "set-link")
    assert "Elm railway" in found.read
    again = found.fill(one="bury", other="elm", reason="Once more").press("look")
    assert again.status_code == 422
    ruled(found, given='{"open":true}', one="elm", other="bury", reason="The engineers were quick")
    assert not season.state().closed_links


def test_orders_that_nobody_disclosed_wait(season: Campaigning, alice: Client) -> None:
    season.round(orders_by="2020-03-10T20:00:00Z")
    assert waiting(alice) == {"round whose orders are overdue": 1}
    clerk.sweep()
    assert waiting(alice) == {}


def test_sectors_are_listed_as_they_stand(season: Campaigning, alice: Client) -> None:
    season.put(bears="elm", cats="elm")
    page = text(alice.get(url(Sector, "changelist"), {"contested__exact": "1"}))
    assert "1 sector" in page
    assert "Elm The long ridge farmland 1" in page


def test_a_campaign_without_a_map_offers_nothing_of_it(cast: Cast) -> None:
    season = Season(cast).begin()
    alice = office_of(cast.alice)
    for act, subject in (("disclose", ""), ("set-link", ""), ("deploy", "bears"), ("reconsider", "r1-1")):
        assert alice.get(rule_url(season.stream, act, subject)).status_code == 404
    paper = AtForm(alice, rule_url(season.stream, "open-round")).paper
    assert not any("orders_by" in name for name in paper.names)
    assert any("pairings" in name for name in paper.names)
