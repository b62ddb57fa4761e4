"""Who is not there when a round is paired has no fixture and no bye."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoDbBlocker

from campaigns import handler
from campaigns.admin.ruling.views import rule_url
from campaigns.season.pairing_methods import byes_of
from campaigns.season.round_end import CloseRound
from campaigns.season.rounds import OpenRound, RoundOpened
from campaigns.season.values import Pairing
from rules.contract import Refused
from tests.campaigns.conftest import Season, shared_season
from tests.campaigns.office import AtForm, office_of
from tests.campaigns.ruled import state

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def at_first(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Season]:
    with shared_season(django_db_blocker, Season) as season:
        season.begin()
        for player, key in ((season.cast.bob, "dogs"), (season.cast.carol, "eels"), (season.cast.bob, "foxes")):
            season.enlist(player, key)
        yield season


@pytest.fixture
def five(db: None, at_first: Season) -> Season:
    return deepcopy(at_first)


def opened(season: Season, **said: Any) -> RoundOpened:
    receipt = season.report(season.organiser, OpenRound(deadline="", **said))
    (ruled,) = receipt.answers[0].events
    assert isinstance(ruled.event, RoundOpened)
    return ruled.event


@pytest.mark.parametrize("method", ["everyone", "swiss", "twice"])
def test_who_is_absent_is_not_paired_and_has_no_bye(five: Season, method: str) -> None:
    told = opened(five, method=method, absent=("dogs", "eels"))
    met = {key for one in told.fixtures for key in (one.home, one.away)}
    assert met.isdisjoint({"dogs", "eels"})
    assert (len(met), len(told.byes)) == (2, 1)
    assert {*met, *told.byes} == {"bears", "cats", "foxes"}
    assert told.absent == ("dogs", "eels")
    now = state(five)
    assert [byes_of(now)[key] for key in ("dogs", "eels")] == [0, 0]
    assert now.rounds[0].byes == told.byes


def test_who_is_paired_by_hand_is_there_after_all(five: Season) -> None:
    told = opened(five, pairings=(Pairing(home="bears", away="cats"),), absent=("cats", "eels", "eels"))
    assert (told.absent, told.byes) == (("eels",), ("dogs", "foxes"))


def test_a_round_with_all_there_is_told_as_before(five: Season) -> None:
    five.report(five.organiser, OpenRound(deadline="", method="everyone"))
    row = next(one for one in handler.replay(five.stream)[2] if one.type == "RoundOpened")
    assert "absent" not in row.data + row.command_data


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({"method": "knockout", "absent": ("cats",)}, "absent"),
        ({"method": "everyone", "absent": ("wolves",)}, "absent.0"),
        ({"method": "everyone", "absent": ("bears", "cats", "dogs", "eels")}, "method"),
    ],
)
def test_what_cannot_be(five: Season, said: dict[str, Any], field: str) -> None:
    with pytest.raises(Refused) as refused:
        opened(five, **said)
    assert field in [one.field for one in refused.value.faults]


def test_the_office_draws_up_pairings_of_who_is_there(five: Season) -> None:
    """Ticks, draws them up, reads the reasons and publishes."""
    form = AtForm(office_of(five.cast.alice), rule_url(five.stream, "open-round"))
    form.fill(absent=["cats", "eels"]).press("draw")
    reasons = " ".join(form.page.context["reasons"])
    assert "Cats" not in reasons
    assert "has a bye" in reasons
    assert not [one for one in form.page.context["remarks"] if "Cats" in one or "Eels" in one]
    form.press("look")
    assert "Not there, and without a bye: Cats, Eels." in form.read
    assert form.press("do").status_code == 302, form.read
    found = state(five)
    met = {key for one in found.fixtures.values() for key in one.platoons}
    assert met.isdisjoint({"cats", "eels"})
    assert len(found.rounds[0].byes) == 1


def test_a_round_is_closed_and_the_next_published_among_who_is_there(five: Season) -> None:
    opened(five, method="everyone")
    client: Client = office_of(five.cast.alice)
    form = AtForm(client, client.get(rule_url(five.stream)).context["next_round"])
    form.fill(absent=["foxes"], **{name: "" for name in form.paper.names if ":pairings#" in name}).press("draw")
    form.press("look")
    assert form.press("do").status_code == 302, form.read
    found = state(five).rounds[-1]
    assert found.number == 2
    assert "foxes" not in found.byes


def test_closing_gives_no_bye_to_who_was_absent(five: Season) -> None:
    opened(five, method="everyone", absent=("foxes",))
    five.report(five.organiser, CloseRound(round=1))
    assert "foxes" not in state(five).rounds[0].byes
