"""What a moment of a large season costs: 100 platoons, 500 battles, and a correction that reaches back to the first."""

from __future__ import annotations

import time

import pytest
from django.test import Client

from battles import log
from battles.clerk import THE_CLERK
from campaigns import handler
from campaigns.season import Fixture
from campaigns.season.penalties import Penalise
from campaigns.season.round_end import CloseRound
from campaigns.season.rounds import OpenRound
from campaigns.season.values import Pairing
from rules.stream.revision.reports import Undo
from tests.api.conftest import unlimited
from tests.campaigns.conftest import Season
from tests.campaigns.test_season_speed import _muster, _report, counted, tell

__all__ = ["unlimited"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited")]
SECONDS = 4  # about one on a machine that has nothing else to do
BATTLES, ROUNDS = 50, 10


def _of(season: Season, number: int) -> list[Fixture]:
    return [one for one in handler.replay(season.stream)[0].fixtures.values() if one.round == number]


@pytest.mark.soak
def test_a_moment_of_a_large_season_is_shown_in_about_a_second(season: Season) -> None:
    counted(season, BATTLES)
    tell(season, season.organiser, [Penalise(platoon="p0", score=1, reason="Late")])
    penalised = log.head(season.stream).position
    pairings = tuple(Pairing(home=f"p{2 * n}", away=f"p{2 * n + 1}") for n in range(BATTLES))
    for number in range(1, ROUNDS):
        tell(season, season.organiser, [CloseRound(round=number)])
        tell(season, season.organiser, [OpenRound(pairings=pairings, deadline="")])
        tell(season, season.organiser, [_muster(one) for one in _of(season, number + 1)])
        tell(season, THE_CLERK, [_report(one) for one in _of(season, number + 1)])
    middle = log.head(season.stream).position // 2
    tell(season, season.organiser, [Undo(position=penalised, reason="She was not")])
    client, home, api = Client(), f"/campaigns/{season.stream}/", f"/api/v1/campaigns/{season.stream}/"
    took = {}
    for address in (home, f"{api}standings/", f"{home}platoons/p0/", f"{home}fixtures/r5-1/"):
        for query in ("", f"?at={middle}", f"?at={middle}&corrected=true"):
            begun = time.process_time()
            assert client.get(address + query).status_code == 200
            took[address.replace(season.stream, "…") + query] = round(time.process_time() - begun, 2)
    assert max(took.values()) < SECONDS, (log.head(season.stream).position, took)
