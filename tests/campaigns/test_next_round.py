"""The round is closed and the next one published as one step in the office: previewed at once, both done or neither."""

from __future__ import annotations

import pytest
from django.test import Client

from battles import log
from campaigns.admin.ruling.views import rule_url
from campaigns.season.pairing_methods import METHODS
from campaigns.season.pairing_terms import METHOD, PAIRING
from campaigns.season.rounds import OpenRound
from tests.campaigns.conftest import Season
from tests.campaigns.office import AtForm, office_of, text
from tests.campaigns.ruled import at, damaged, state

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice(season: Season) -> Client:
    return office_of(season.cast.alice)


def four(season: Season, **terms: str) -> Season:
    """Their first round is under way, by Swiss."""
    season.desk.terms |= terms
    season.desk.save()
    season.begin()
    for player, key in ((season.cast.bob, "dogs"), (season.cast.carol, "eels")):
        season.enlist(player, key)
    season.report(season.organiser, OpenRound(method="swiss", deadline=""))
    return season


def told(form: AtForm) -> str:
    return " ".join(form.page.context["foreseen"].told)


def test_two_clicks_close_the_round_and_publish_the_next(season: Season, alice: Client) -> None:
    four(season, pairing_method="swiss")
    assert f"{rule_url(season.stream, 'next-round')}" in alice.get(rule_url(season.stream)).content.decode()
    form = at(alice, season, "next-round")  # the first
    assert "Round 1 is closed" in told(form)
    assert "Round 2 is announced" in told(form)
    assert len(state(season).rounds) == 1  # only looked at
    sent = form.paper.fields | {"do": "1"}
    assert form.press("do").status_code == 302  # the second
    first, second = state(season).rounds
    assert (first.closed, second.closed, second.deadline != "") == (True, False, True)
    met = [frozenset(one.platoons) for one in state(season).fixtures.values()]
    assert len({*met}) == 4  # nobody meets again
    before = log.head(season.stream).position
    assert alice.post(form.address, sent).status_code == 302  # sent twice, it counts once
    assert log.head(season.stream).position == before


def test_what_is_changed_is_previewed_anew_and_what_is_refused_leaves_the_round_open(
    season: Season, alice: Client
) -> None:
    four(season, pairing_method="swiss")
    form = at(alice, season, "next-round")
    assert form.fill(title="The bridge").press("do").status_code == 409  # not what was seen
    season.enlist(season.cast.bob, "foxes")
    assert form.press("do").status_code == 409
    assert len(state(season).rounds) == 1
    form.fill(deadline="never").press("do")
    assert form.error("deadline")
    form.fill(deadline="2031-01-01T20:00").press("look")
    assert form.press("do").status_code == 302
    assert state(season).rounds[-1].title == "The bridge"


def test_where_nobody_can_be_paired_the_page_says_so_and_nothing_is_closed(season: Season, alice: Client) -> None:
    season.begin()
    season.report(season.organiser, OpenRound(method="everyone", deadline=""))
    form = at(alice, season, "next-round")
    assert "no two platoons that have still to meet" in form.read
    assert "do" not in form.paper.buttons
    assert form.press("look").status_code == 422
    assert not state(season).rounds[-1].closed


def test_what_a_die_decides_is_not_foreseen_and_the_next_round_is_published_all_the_same(
    season: Season, alice: Client
) -> None:
    damaged(season, weld_needs=4, pairing_method="swiss")
    form = at(alice, season, "next-round")
    assert form.page.context["foreseen"].asked is not None
    assert "Round 2 is announced" in told(form)
    assert form.press("do").status_code == 302
    assert len(state(season).rounds) == 2


def test_without_a_round_under_way_it_leads_back(season: Season, alice: Client) -> None:
    season.begin()
    assert "next-round" not in text(alice.get(rule_url(season.stream)))
    assert alice.get(rule_url(season.stream, "next-round")).status_code == 302


def test_every_method_can_be_the_usual_one() -> None:
    (term,) = [one for one in PAIRING if one.name == METHOD]
    assert {one: term.choice_called(one) for one in term.choices} == {key: one.label for key, one in METHODS.items()}
