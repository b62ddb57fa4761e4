"""What a season costs as it grows: a round of a hundred battles against one of ten, in queries and in seconds."""

from __future__ import annotations

import time
from collections.abc import Sequence
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from battles.clerk import THE_CLERK
from battles.reports import Report
from campaigns import handler
from campaigns.models import Standing
from campaigns.season import Fixture
from campaigns.season.battle_reports import ReportBattle
from campaigns.season.enlistment import Enlist
from campaigns.season.musters import MusterBattle
from campaigns.season.round_end import CloseRound
from campaigns.season.rounds import OpenRound
from campaigns.season.values import Forces, Pairing, Recruit
from rules.adjudicate import Who
from rules.contract import Command, Outcome, UnitOutcome
from rules.stream import codec
from tests.campaigns.conftest import Season
from tests.length import in_soak

pytestmark = pytest.mark.django_db
IN_SOAK = in_soak(
    "tests/campaigns/test_season_speed.py::test_closing_a_round_takes_seconds_and_no_more_queries_a_battle"
)
SECONDS = 10  # "closing a round takes seconds"; it is a tenth of it on a machine that has nothing else to do


def tell(season: Season, who: Who, commands: Sequence[Command]) -> None:
    reports = [Report(str(uuid4()), type(one).__name__, codec.encode(one)) for one in commands]
    handler.execute(season.stream, reports, who, "api")


def counted(season: Season, battles: int) -> Season:
    """A round with so many battles that are counted, and so many platoons of two whose first vehicle is damaged."""
    season.open()
    bob = str(season.cast.bob.pk)
    tell(season, season.organiser, [_enlist(number, bob) for number in range(2 * battles)])
    pairings = tuple(Pairing(home=f"p{2 * n}", away=f"p{2 * n + 1}") for n in range(battles))
    tell(season, season.organiser, [OpenRound(pairings=pairings, deadline="")])
    tell(season, season.organiser, [_muster(one) for one in _fixtures(season)])
    tell(season, THE_CLERK, [_report(one) for one in _fixtures(season)])
    return season


def _enlist(number: int, player: str) -> Enlist:
    vehicles = tuple(Recruit(id=f"p{number}-{n}", model="Light") for n in (1, 2))
    return Enlist(platoon=f"p{number}", name=f"Platoon {number}", player=player, vehicles=vehicles)


def _fixtures(season: Season) -> list[Fixture]:
    return list(handler.replay(season.stream)[0].fixtures.values())


def _muster(fixture: Fixture) -> MusterBattle:
    sides = zip(("north", "south"), fixture.platoons, strict=True)
    return MusterBattle(
        battle=str(uuid4()), fixture=fixture.key, sides={side: Forces(platoon=key) for side, key in sides}
    )


def _report(fixture: Fixture) -> ReportBattle:
    units = tuple(
        UnitOutcome(id, side, "damaged", {"damage": 1}) if id.endswith("-1") else UnitOutcome(id, side, "fit", {})
        for side, forces in fixture.sides.items()
        for id in forces.vehicles
    )
    outcome = Outcome(over=True, winner="north", points={"north": 1}, field="north", units=units)
    return ReportBattle(battle=fixture.battle, position=9, digest="ab" * 32, outcome=outcome)


@pytest.fixture(params=[pytest.param(10, marks=IN_SOAK), 40, pytest.param(100, marks=IN_SOAK)])
def battles(request: pytest.FixtureRequest) -> int:
    return int(request.param)


def test_closing_a_round_takes_seconds_and_no_more_queries_a_battle(
    season: Season, battles: int, client: Client
) -> None:
    counted(season, battles)
    standings_are_read_in_one_query(season, battles, client)
    began = time.process_time()
    with CaptureQueriesContext(connection) as asked:
        tell(season, season.organiser, [CloseRound(round=1)])
    assert time.process_time() - began < SECONDS
    assert len(asked) < 30  # however many battles: rows are written in batches, as many as a statement holds
    assert Standing.objects.filter(rank=1).count() == battles


def standings_are_read_in_one_query(season: Season, battles: int, client: Client) -> None:
    with CaptureQueriesContext(connection) as asked:
        answer = client.get(f"/api/v1/campaigns/{season.stream}/standings/")
    assert len(answer.json()["standings"]) == 2 * battles
    assert [query["sql"] for query in asked if Standing._meta.db_table in query["sql"]][1:] == []
    assert len(asked) < 8
