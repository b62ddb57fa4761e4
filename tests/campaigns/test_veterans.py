"""Veteran crews of an earlier season: called by an organiser, kept by players."""

from __future__ import annotations

from typing import Any

import pytest

from campaigns import clerk, handler
from campaigns.season.season_end import CloseSeason
from campaigns.season.values import Veteran
from campaigns.season.veterans import CallVeterans, KeepVeteran, VeteranKept, VeteransCalled
from rules.adjudicate import Who
from rules.contract import Refused
from tests.campaigns.between import ALICE, BOB, CAROL, Camp
from tests.campaigns.conftest import ANY, Season
from tests.cast import Cast

LAST = "00000000-0000-4000-8000-000000000001"


def crew(vehicle: str, player: str, experience: int, model: str = "Light") -> Veteran:
    return Veteran(key=f"{LAST}/{vehicle}", player=player, model=model, experience=experience)


CALL = CallVeterans(
    campaign=LAST,
    reason="They earned it",
    crews=(crew("a-1", BOB.id, 7), crew("a-2", BOB.id, 1), crew("a-3", CAROL.id, 2), crew("a-4", BOB.id, 9, "Heavy")),
    names={f"{LAST}/a-1": "Fury"},
)


def called(**terms: bool | int | str) -> Camp:
    told: dict[str, Any] = {"veterans": True, "veteran_points": 5, "purse": 12, **terms}
    camp = Camp(**told)
    camp.report(CALL, ALICE)
    return camp


def test_green_crews_are_not_called_and_a_campaign_is_called_once() -> None:
    camp = Camp(veterans=True)
    (event,) = camp.report(CALL, ALICE)
    assert isinstance(event, VeteransCalled)
    assert [one.key for one in event.crews] == [f"{LAST}/a-1", f"{LAST}/a-3", f"{LAST}/a-4"]
    with pytest.raises(Refused) as caught:
        camp.report(CALL, ALICE)
    assert caught.value.field == "campaign"


def test_a_player_keeps_a_crew_for_points_a_grade() -> None:
    camp = called()
    (event,) = camp.report(KeepVeteran(vehicle="bears-1", veteran=f"{LAST}/a-1"), BOB)
    assert event == VeteranKept(vehicle="bears-1", veteran=f"{LAST}/a-1", experience=7, cost=10)
    assert (camp["bears-1"].crew.experience, camp.purse(), camp["bears-1"].origin) == (7, 2, f"{LAST}/a-1")


@pytest.mark.parametrize(
    ("vehicle", "veteran", "field"),
    [
        ("bears-1", "a-3", "veteran"),  # another player's
        ("bears-1", "a-4", "veteran"),  # of another model
        ("bears-1", "a-2", "veteran"),  # green
        ("cats-1", "a-1", "platoon"),  # not theirs to give
        ("nothing", "a-1", "vehicle"),
    ],
)
def test_what_is_not_theirs_is_refused(vehicle: str, veteran: str, field: str) -> None:
    camp = called()
    with pytest.raises(Refused) as caught:
        camp.report(KeepVeteran(vehicle=vehicle, veteran=f"{LAST}/{veteran}"), BOB)
    assert caught.value.field == field


def test_nobody_keeps_one_twice_nor_for_a_vehicle_that_has_fought() -> None:
    camp = called(veteran_points=0)
    camp.report(KeepVeteran(vehicle="bears-1", veteran=f"{LAST}/a-1"), BOB)
    with pytest.raises(Refused):
        camp.report(KeepVeteran(vehicle="bears-2", veteran=f"{LAST}/a-1"), BOB)
    fought = called(veteran_points=0)
    fought.fight()
    with pytest.raises(Refused) as caught:
        fought.report(KeepVeteran(vehicle="bears-1", veteran=f"{LAST}/a-1"), BOB)
    assert caught.value.field == "vehicle"


def test_a_purse_pays_or_nothing_comes_of_it() -> None:
    camp = called(purse=9)
    with pytest.raises(Refused, match="costs 10 points"):
        camp.report(KeepVeteran(vehicle="bears-1", veteran=f"{LAST}/a-1"), BOB)


def test_without_the_term_every_crew_begins_anew() -> None:
    camp = Camp()
    with pytest.raises(Refused, match="begins anew"):
        camp.report(CALL, ALICE)
    assert "veterans" not in camp.season.terms


@pytest.mark.django_db
def test_the_crews_of_a_season_that_is_over_go_on(season: Season, cast: Cast) -> None:
    season.begin()
    season.fight()
    clerk.sweep()
    following = Season(cast)
    following.desk.terms = dict(ANY) | {"veterans": True}
    following.desk.save()
    following.begin()
    call = CallVeterans(campaign=season.stream, reason="They earned it")
    with pytest.raises(Refused, match="that is over"):
        following.report(following.organiser, call)
    season.report(season.organiser, CloseSeason())
    following.report(following.organiser, call)
    state = handler.replay(following.stream)[0]
    assert [one.key for one in state.veterans.values()] == [f"{season.stream}/bears-1"]
    following.report(Who(str(cast.bob.pk)), KeepVeteran(vehicle="bears-2", veteran=f"{season.stream}/bears-1"))
    assert handler.replay(following.stream)[0].vehicles["bears-2"].crew.experience == 3
