"""Simulated seasons, mended at any of their reports in memory: nothing breaks off, and redo is identity."""

from __future__ import annotations

from random import Random

import pytest

from battles.replay import plain
from campaigns import handler, projections
from campaigns.season.decider import SEASONS
from campaigns.season.mendable import NEVER
from campaigns.simulation import simulate
from rules.contract import Refused
from rules.stream.adjudication import Adjudication
from rules.stream.dice import SeededDice
from rules.stream.revision.contract import MendedHistory
from rules.stream.revision.reports import Correct, Undo
from tests.campaigns.between import ALICE
from tests.campaigns.mended import places_aside
from tests.length import in_soak

SEASONS_PLAYED = [
    pytest.param(
        ("tanks", 4, 2, 9, 0),
        marks=in_soak("tests/campaigns/test_season_laws.py::test_any_of_its_reports_is_taken_back_and_told_again"),
    ),
    *(
        pytest.param((system, 4, 3, seed, sectors), marks=pytest.mark.soak)
        for system in ("fluid_time", "modern_age", "panzer_strike", "tanks")
        for seed, sectors in ((31, 0), (32, 14))
    ),
]
TRIED = 6


@pytest.mark.django_db
@pytest.mark.parametrize("played", SEASONS_PLAYED, ids=str)
def test_any_report_is_taken_back_and_told_again(played: tuple[str, int, int, int, int]) -> None:
    system, platoons, rounds, seed, sectors = played
    assert_mended(simulate(system, platoons, rounds, seed, "The Menders", sectors).campaign, seed)


def assert_mended(campaign: str, seed: int) -> None:
    """Some reports of a season, drawn by the seed, are taken back and told again."""
    _state, facts, rows = handler.replay(campaign)
    chance, mended = Random(seed), 0
    reports = [past for past in MendedHistory(SEASONS, plain(facts, rows)).live_reports() if past.type not in NEVER]
    for past in chance.sample(reports[1:], min(TRIED, len(reports) - 1)):
        told = Adjudication(SEASONS, plain(facts, rows))
        seed_ = SEASONS.seed(told.state)
        was = places_aside(told.state)
        try:
            told.hear(Undo(position=past.position), ALICE, ALICE.id, SeededDice(seed_, told.fallen))
        except Refused:  # an order that is not disclosed, say
            continue
        assert told.history.state() == told.state
        projections.save(campaign, told.state, rows)  # the read tables take it as it is
        told.hear(Undo(position=told.state.redo), ALICE, ALICE.id, SeededDice(seed_, told.fallen))
        assert places_aside(told.state) == was
        keep = Correct(position=past.position, how="strike", reason="x", rest="keep")
        told.hear(keep, ALICE, ALICE.id, SeededDice(seed_, told.fallen))
        assert told.history.state() == told.state
        mended += 1
    assert mended
