"""Pairing from results that are not confirmed: refused or allowed by the terms, and marked where it is allowed."""

from __future__ import annotations

import msgspec
import pytest
from django.test import Client

from campaigns.season import names
from campaigns.season.disputes import Dispute
from campaigns.season.pairing_reasons import breaks
from campaigns.season.results import Adjudicate
from campaigns.season.round_end import CloseRound
from campaigns.season.rounds import OpenRound, RoundOpened
from campaigns.season.unconfirmed import unconfirmed
from rules.adjudicate import Who
from tests.api.conftest import Caller, problem, said
from tests.api.conftest import people as people
from tests.api.conftest import unlimited as unlimited
from tests.campaigns.between import ALICE, Camp
from tests.campaigns.conftest import Season
from tests.campaigns.office import office_of
from tests.campaigns.ruled import at
from tests.campaigns.test_knock_out import camp_of
from tests.campaigns.test_pairing_methods import round_by


def a_round(method: str = "swiss", **terms: str) -> Camp:
    """Four platoons, whose first round is closed: one of its two fixtures is ruled on, the other goes on."""
    camp = camp_of(4, **terms)
    first, second = round_by(camp, method).fixtures
    camp.report(Adjudicate(fixture=first.key, winner=first.home, reason="As both told it"), ALICE)
    camp.muster(north=second.home, south=second.away, fixture=second.key)
    camp.report(CloseRound(round=1), ALICE)
    return camp


@pytest.mark.parametrize("method", ["swiss", "knockout", "ladder"])
def test_where_the_terms_want_results_confirmed_every_method_that_looks_at_them_waits(method: str) -> None:
    camp = a_round(pair_unconfirmed="refused")
    refused = camp.refused(OpenRound(method=method, deadline=""), ALICE)
    assert refused.field == "method"
    lacking = camp.season.fixtures["r1-2"]
    assert names.of_fixture(camp.season, "r1-2").text() in refused.text.text()
    camp.report(Adjudicate(fixture="r1-2", winner=lacking.platoons[0], reason="It is late"), ALICE)
    opened = round_by(camp, method)
    assert opened.unconfirmed is msgspec.UNSET


def test_a_round_robin_and_pairs_made_by_hand_look_at_no_result() -> None:
    camp = a_round(pair_unconfirmed="refused")
    assert unconfirmed(camp.season, "everyone") == ()
    assert round_by(camp, "everyone").unconfirmed is msgspec.UNSET


def test_groups_look_at_results_once_everyone_has_met_in_them() -> None:
    camp = camp_of(4, pair_unconfirmed="refused", groups=1, group_places=2)
    for number in (1, 2, 3):
        opened = round_by(camp, "groups")  # with results of the rounds before still open
        assert number == opened.number
        for one in opened.fixtures:
            camp.muster(north=one.home, south=one.away, fixture=one.key)
        camp.report(CloseRound(round=number), ALICE)
    assert len(camp.refused(OpenRound(method="groups", deadline=""), ALICE).faults) == 6


def test_a_knock_out_under_way_looks_at_its_own_results_alone() -> None:
    camp = a_round(pair_unconfirmed="allowed")
    opened = round_by(camp, "knockout")
    assert opened.unconfirmed == ("r1-2",)
    for one in opened.fixtures:
        camp.report(Adjudicate(fixture=one.key, winner=one.home, reason="As both told it"), ALICE)
    camp.report(CloseRound(round=2), ALICE)
    assert unconfirmed(camp.season, "knockout") == ()
    assert unconfirmed(camp.season, "swiss") == ("r1-2",)


def test_a_disputed_result_is_not_confirmed_until_it_is_ruled_on() -> None:
    camp = camp_of(2, pair_unconfirmed="refused")
    (one,) = round_by(camp, "swiss").fixtures
    camp.count(camp.muster(north=one.home, south=one.away, fixture=one.key))
    camp.report(CloseRound(round=1), ALICE)
    player = Who(camp.season.platoons[one.away].players[0])
    camp.report(Dispute(fixture=one.key, reason="It was my smoke"), player)
    assert unconfirmed(camp.season, "ladder") == (one.key,)
    camp.report(Adjudicate(fixture=one.key, winner=one.away, reason="It was"), ALICE)
    assert unconfirmed(camp.season, "ladder") == ()


def test_where_it_is_allowed_the_round_says_which_pairings_rest_on_them() -> None:
    """Also in a campaign that was told nothing of it."""
    camp = a_round()
    assert "pair_unconfirmed" not in camp.season.terms
    pairs = [("p0", "p1"), ("p2", "p3")]
    marked = [one.text() for one in breaks(camp.season, pairs, "swiss") if "not confirmed" in one.text()]
    playing = camp.season.fixtures["r1-2"].platoons
    assert len(marked) == sum(not {*pair}.isdisjoint(playing) for pair in pairs)
    opened = round_by(camp, "swiss")
    assert isinstance(opened, RoundOpened)
    assert opened.unconfirmed == camp.season.rounds[-1].unconfirmed == ("r1-2",)


# -- where people read it ----------------------------------------------------------------------------------------------


@pytest.fixture
def carried(season: Season, request: pytest.FixtureRequest) -> Season:
    """A first round whose battle goes on, though it is closed."""
    season.desk.terms |= {"pair_unconfirmed": request.param}
    season.desk.save()
    season.begin()
    for player, key in ((season.cast.bob, "dogs"), (season.cast.carol, "eels")):
        season.enlist(player, key)
    season.report(season.organiser, OpenRound(method="swiss", deadline=""))
    season.muster("bears", "cats")
    season.report(season.organiser, CloseRound(round=1))
    return season


@pytest.mark.django_db
@pytest.mark.usefixtures("unlimited")
@pytest.mark.parametrize("carried", ["refused"], indirect=True)
def test_the_office_and_programs_are_told_which_results_are_lacking(carried: Season, people: dict[str, Caller]) -> None:
    alice: Client = office_of(carried.cast.alice)
    form = at(alice, carried, "open-round").fill(method="swiss")
    for step in ("draw", "look"):
        form.press(step)
        assert "is not confirmed yet" in form.error("method")
        ((name, url),) = form.page.context["unsure"]
        assert "Bears against Cats" in name
        assert f'href="{url}"' in form.page.content.decode()
        assert alice.get(url).status_code == 200
    problem(people["alice"].get(f"campaigns/{carried.stream}/pairings/?method=swiss"), 422, "refused")


@pytest.mark.django_db
@pytest.mark.usefixtures("unlimited")
@pytest.mark.parametrize("carried", ["allowed"], indirect=True)
def test_draft_and_published_round_mark_what_rests_on_them(carried: Season, people: dict[str, Caller]) -> None:
    draft = said(people["alice"].get(f"campaigns/{carried.stream}/pairings/?method=swiss"))
    (lacking,) = draft["unconfirmed"]
    resting = [any(key in ("bears", "cats") for key in pair.values()) for pair in draft["pairings"]]
    assert [bool(keys) for keys in draft["rests_on"]] == resting
    alice = office_of(carried.cast.alice)
    form = at(alice, carried, "open-round").fill(method="swiss")
    form.press("draw")
    assert "it rests on a result that is not confirmed (Round 1: Bears against Cats)" in form.read
    form.press("look")
    assert "It was paired before these results were confirmed" in form.read
    assert form.press("do").status_code == 302
    page = alice.get(f"/campaigns/{carried.stream}/").content.decode()
    assert page.count("Paired before this was confirmed:") == sum(resting)
    assert f"/campaigns/{carried.stream}/fixtures/{lacking}/" in page
