"""Organisers rule over a campaign in the office: an act is seen before it is done, done once, and told with its why."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from pytest_django import DjangoDbBlocker

from campaigns import clerk
from campaigns.admin.ruling.views import rule_url
from campaigns.models import Appointment, Fixture, Round, Standing
from rules.adjudicate import Who
from tests.campaigns.conftest import Season, shared_season
from tests.campaigns.office import office_of, text
from tests.campaigns.ruled import at, begun, damaged, ruled, state
from tests.cast import ClubFactory

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def at_first(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Season]:
    """It has begun."""
    with shared_season(django_db_blocker, Season) as season:
        yield season.begin()


@pytest.fixture
def season(db: None, at_first: Season) -> Season:
    return deepcopy(at_first)


@pytest.fixture
def alice(season: Season) -> Client:
    return office_of(season.cast.alice)


# -- fixtures ----------------------------------------------------------------------------------------------------------


def test_a_fixture_is_adjudicated_over_what_was_played(season: Season, alice: Client) -> None:
    begun(season)
    form = at(alice, season, "adjudicate", "r1-1").fill(winner="cats", reason="The bears had one tank too many")
    form.press("look")
    ranks = {rank.name: rank.after.rank for rank in form.page.context["foreseen"].ranks}
    assert ranks == {"Cats": 1, "Bears": 2}
    form.press("do")
    fixture = Fixture.objects.get()
    assert (fixture.winner, fixture.how) == ("cats", "adjudicated")
    ruled(at(alice, season, "adjudicate", "r1-1"), winner="", points__bears="4", reason="On second thoughts")
    assert Fixture.objects.get().points == '{"bears":4,"cats":0}'
    assert "On second thoughts" in text(alice.get(rule_url(season.stream)))


def test_a_button_says_who_has_won_whoever_is_chosen_above_it(season: Season, alice: Client) -> None:
    begun(season)
    ruled(at(alice, season, "adjudicate", "r1-1"), winner="cats", reason="The list was wrong")
    ruled(
        at(alice, season, "adjudicate", "r1-1"), winner=["cats", "bears"], reason="It was not"
    )  # as a browser says it
    assert Fixture.objects.get().winner == "bears"


def test_a_walk_over_and_a_battle_called_off(season: Season, alice: Client) -> None:
    begun(season)
    battle = season.muster()
    ruled(at(alice, season, "call-off", battle), reason="The hall is flooded")
    assert Fixture.objects.get(number=2).status == Fixture.Status.CALLED_OFF
    ruled(at(alice, season, "walk-over", "r1-1"), winner="bears", reason="Carol did not come")
    assert Fixture.objects.get(fixture="r1-1").how == "walkover"


def test_somebody_sits_in_for_a_player(season: Season, alice: Client) -> None:
    season = Season(season.cast)
    season.desk.terms |= {"substitutes": "accepted", "round_days": 0}
    season.desk.save()
    begun(season)
    erin = str(season.cast.erin.pk)
    ruled(at(alice, season, "substitute", "r1-1"), person=erin, reason="Bob is ill")
    (sits,) = state(season).fixtures["r1-1"].substitutes.values()
    assert (sits.person, sits.reason) == (erin, "Bob is ill")
    assert "A substitute plays for Bears" in text(alice.get(rule_url(season.stream)))
    ruled(at(alice, season, "withdraw-substitute", "r1-1"), reason="Bob is well again")
    assert state(season).fixtures["r1-1"].substitutes == {}


# -- platoons and people -----------------------------------------------------------------------------------------------


def test_a_platoon_is_handed_over_and_leaves(season: Season, alice: Client) -> None:
    begun(season)
    bob, carol = (str(user.pk) for user in (season.cast.bob, season.cast.carol))
    ruled(at(alice, season, "hand-over", "cats"), players=[bob, carol], reason="Carol has an exam")
    assert state(season).platoons["cats"].players == (bob, carol)
    ruled(at(alice, season, "drop", "bears"), reason="Bob has moved")
    assert state(season).platoons["bears"].dropped
    assert "drop" not in dict.fromkeys(link[0] for link in _links(alice, season, "bears"))


def _links(client: Client, season: Season, platoon: str) -> list[Any]:
    page = client.get(rule_url(season.stream))
    return next(links for one, _place, _purse, _faults, links in page.context["platoons"] if one.key == platoon)


def test_offices_are_given_and_taken(season: Season, alice: Client) -> None:
    season.begin()
    carol = str(season.cast.carol.pk)
    ruled(at(alice, season, "appoint"), person=carol, reason="Alice travels")
    assert Appointment.objects.get(person=carol).office == "organiser"
    theirs = office_of(season.cast.carol)
    assert theirs.get(rule_url(season.stream)).status_code == 200
    ruled(at(theirs, season, "dismiss", carol), reason="Alice is back")
    assert not Appointment.objects.filter(person=carol).exists()
    assert theirs.get(rule_url(season.stream)).status_code in (403, 404)


# -- house rules -------------------------------------------------------------------------------------------------------


def test_a_house_rule_is_amended_and_only_what_was_changed(season: Season, alice: Client) -> None:
    begun(season)
    ruled(at(alice, season, "walk-over", "r1-1"), winner="bears", reason="Carol did not come")
    form = at(alice, season, "amend").fill(scoring__win="5", reason="We agreed at the table")
    form.press("look")
    assert form.page.context["foreseen"].ranks == ()
    form.press("do")
    amended = state(season).amended[-1]
    assert amended.round == 2  # what has counted stays
    assert (amended.options, amended.terms, amended.breakers) == ({}, {}, None)
    assert amended.scoring is not None
    assert amended.scoring.win == 5


def test_an_amendment_shows_what_becomes_of_vehicles(season: Season, alice: Client) -> None:
    season = damaged(Season(season.cast))
    form = at(alice, season, "amend").fill(terms__workshop="no", reason="Too much to count")
    form.press("look")
    found = [one for one in form.page.context["foreseen"].vehicles if one.who == "The Bears"]
    (line,) = found
    assert (line.what, line.after) == ("repairs it needs", "")
    assert "weld" in line.before
    form.press("do")
    assert state(season).amended[-1].terms == {"workshop": False}


def test_a_purse_that_an_organiser_may_not_know_is_no_line_of_the_preview(season: Season, alice: Client) -> None:
    begun(season)
    ruled(at(alice, season, "walk-over", "r1-1"), winner="bears", reason="Carol did not come")
    purse = state(season).platoons["bears"].purse
    form = at(alice, season, "amend").fill(terms__purse="50", from_start="yes", reason="We agreed at the table")
    form.press("look")
    assert form.page.context["foreseen"].ranks == ()
    form.press("do")
    assert state(season).platoons["bears"].purse != purse


def test_amending_options_terms_and_tie_breakers(season: Season, alice: Client) -> None:
    begun(season)
    said = {"options__fog": "yes", "terms__slots": "4", "breakers__wins": "1", "round": "2", "reason": "From now on"}
    ruled(at(alice, season, "amend"), **said)
    amended = state(season).amended[-1]
    assert (amended.round, amended.options, amended.terms) == (2, {"fog": True}, {"slots": 4})
    assert amended.breakers == ("wins",)
    form = at(alice, season, "amend").fill(reason="Nothing").press("look")
    assert "Nothing changes" in text(form)


def test_an_amendment_the_rules_refuse_is_told_at_its_control(season: Season, alice: Client) -> None:
    begun(season)
    form = at(alice, season, "amend").fill(reason="A list", terms__purchase_list="Light; from=x")
    assert form.press("look").status_code == 422
    assert "ine 1" in form.error("terms.purchase_list")
    form.fill(terms__purchase_list="")
    form.paper.fields = {name: said for name, said in form.paper.fields.items() if "breakers." not in name}
    form.paper.fields["picks:breakers"] = ["wins", "wins"]  # which no browser sends: each has one place
    form.press("look")
    assert "twice" in form.error("breakers")


# -- the season, and who may -------------------------------------------------------------------------------------------


def test_the_season_is_closed_and_nothing_more_is_offered(season: Season, alice: Client) -> None:
    begun(season)
    ruled(at(alice, season, "close-round"))
    form = ruled(at(alice, season, "close-season"), words="Well fought")
    assert state(season).closed is not None
    page = alice.get(rule_url(season.stream))
    assert page.context["acts"] == []
    assert alice.post(form.address, {"look": "1", "words": ""}).status_code == 422
    assert "closed" in text(page)


def test_a_result_of_a_closed_season_is_ruled_on_after_a_preview(season: Season, alice: Client) -> None:
    begun(season)
    ruled(at(alice, season, "close-round"))
    ruled(at(alice, season, "close-season"), words="")
    assert 'data-act="adjudicate"' in alice.get(rule_url(season.stream)).content.decode()
    form = at(alice, season, "adjudicate", "r1-1").fill(winner="cats", reason="Wrong list")
    form.press("look")
    assert "The standings of the closed season are revised; Cats has won it." in form.read
    ruled(form)
    assert Standing.objects.get(rank=1).platoon == "cats"
    assert "Wrong list" in text(alice.get(f"/campaigns/{season.stream}/"))


def test_only_who_rules_over_it_finds_it(season: Season, alice: Client) -> None:
    begun(season)
    ClubFactory.create(organisers=[season.cast.dave])
    for user, status in ((season.cast.dave, 404), (season.cast.bob, 403)):
        client = office_of(user)
        for address in (rule_url(season.stream), rule_url(season.stream, "close-round")):
            assert client.get(address).status_code == status
            assert client.post(address, {"do": "1"}).status_code == status
    assert Round.objects.get().status == Round.Status.OPEN


def test_what_is_not_there_is_not_found(season: Season, alice: Client) -> None:
    begun(season)
    nowhere = [
        *(rule_url(season.stream, "adjudicate", key) for key in ("r9-9", "bears")),
        rule_url(season.stream, "penalise", "wolves"),
        rule_url(season.stream, "explode"),
        rule_url(season.stream, "adjudicate"),
        rule_url(UUID(int=7)),
    ]
    assert {alice.get(address).status_code for address in nowhere} == {404}


def test_a_disputed_fixture_says_by_whom_and_why(season: Season, alice: Client) -> None:
    from campaigns.season.disputes import Dispute

    season.begin()
    battle = season.fight()
    clerk.sweep()
    season.report(Who(str(season.cast.carol.pk)), Dispute(fixture=battle, reason="That was cover"))
    assert "That was cover" in text(alice.get(rule_url(season.stream)))
