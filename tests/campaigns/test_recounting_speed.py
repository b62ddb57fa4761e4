"""What it costs to correct the first battle of a season of a hundred platoons, which has gone on for rounds."""

from __future__ import annotations

import time
from uuid import uuid4

import pytest
from msgspec.structs import replace

from battles import log
from battles.clerk import THE_CLERK
from battles.replay import plain
from battles.reports import Report
from campaigns import handler
from campaigns.season import Fixture
from campaigns.season.battle_reports import ReportBattle
from campaigns.season.decider import SEASONS
from campaigns.season.recounting import report_of
from campaigns.season.round_end import CloseRound
from campaigns.season.rounds import OpenRound
from campaigns.season.values import Pairing
from rules.stream import codec
from rules.stream.revision.contract import MendedHistory
from tests.campaigns.conftest import Season
from tests.campaigns.test_season_speed import _fixtures, _muster, _report, counted, tell

pytestmark = [pytest.mark.django_db, pytest.mark.soak]
SECONDS, MOST_ROWS = 30, 40


def played(season: Season, rounds: int) -> ReportBattle:
    """Fifty battles a round, each round closed; the report of the very first battle, as it stands in the log."""
    counted(season, 50)
    for number in range(2, rounds + 2):
        tell(season, season.organiser, [CloseRound(round=number - 1)])
        if number <= rounds:
            pairings = tuple(Pairing(home=f"p{2 * n}", away=f"p{2 * n + 1}") for n in range(50))
            tell(season, season.organiser, [OpenRound(pairings=pairings, deadline="")])
            tell(season, season.organiser, [_muster(one) for one in _of(season, number)])
            tell(season, THE_CLERK, [_report(one) for one in _of(season, number)])
    return replace(_report(_of(season, 1)[0]), position=12)


def _of(season: Season, round: int) -> list[Fixture]:
    return [one for one in _fixtures(season) if one.round == round]


@pytest.mark.parametrize("winner", ["south", "north"])
def test_the_first_battle_of_a_hundred_platoons_is_corrected_in_seconds(season: Season, winner: str) -> None:
    """Another winner; or the same one with other points, on which nothing but the standings depends."""
    settled = played(season, 5)
    settled = replace(settled, outcome=replace(settled.outcome, winner=winner, field=winner, points={winner: 2}))
    before, began = log.head(season.stream).position, time.process_time()
    state, told, rows = handler.replay(season.stream)
    command = report_of(state, settled, lambda: MendedHistory(SEASONS, plain(told, rows)))
    report = Report(str(uuid4()), type(command).__name__, codec.encode(command))
    handler.execute(season.stream, [report], THE_CLERK, "clerk")
    assert time.process_time() - began < SECONDS
    assert log.head(season.stream).position - before < MOST_ROWS
