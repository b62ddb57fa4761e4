"""Simulated seasons of every rulebook: what a correction of a battle comes to lies within what was foreseen of it."""

from __future__ import annotations

import json
from random import Random
from uuid import uuid4

import pytest
from django.db import transaction

from battles import handler as battles
from battles.reports import Report
from campaigns import clerk, handler, reach
from campaigns.reached import Correction, Reached
from campaigns.season import Season
from campaigns.season.preview import standings_of, stock_of
from campaigns.simulation import simulate
from rules.adjudicate import Who
from rules.contract import Refused
from rules.reports import Confirm
from rules.stream import codec

TRIED = 4


@pytest.mark.soak
@pytest.mark.django_db
@pytest.mark.parametrize("system", ["fluid_time", "modern_age", "panzer_strike", "tanks"])
def test_it_comes_out_within_what_was_foreseen(system: str) -> None:
    reporters = simulate(system, 4, 3, 9, "The Foreseers")
    before = handler.replay(reporters.campaign)[0]
    who, chance, tried = Who(str(reporters.organiser.pk), referee=True), Random(9), 0
    counted = [one.battle for one in before.fixtures.values() if one.battle and one.reported is not None]
    for battle in chance.sample(counted, min(TRIED, len(counted))):
        with transaction.atomic():
            tried += _corrected(reporters.campaign, battle, before, who, chance)
            transaction.set_rollback(True)
    assert tried


def _corrected(campaign: str, battle: str, before: Season, who: Who, chance: Random) -> bool:
    """Whether it was done, and came out as it was foreseen."""
    state = battles.state(battle)
    outcome = state.outcome()
    winner = chance.choice([side for side in ("", *state.muster.sides) if side != outcome.winner])
    report = Report(str(uuid4()), "Amend", json.dumps({"winner": winner, "reason": "Misread"}))
    try:
        told: Reached = reach.now(reach.reached(Correction(battle, True, report, who, who, who), None))
        battles.execute(battle, [report], who, "page")
    except Refused:  # a rulebook does not let such an outcome stand
        return False
    _settle(battle, who)
    clerk.sweep()
    after = handler.replay(campaign)[0]
    if told.season is None:
        assert standings_of(after) == standings_of(before)
        return False
    if told.season.whole:
        _check(told, before, after)
    return True


def _settle(battle: str, who: Who) -> None:
    for side in battles.state(battle).muster.sides:
        state = battles.state(battle)
        if side not in state.confirmed:
            position, digest = state.fought
            said = Confirm(side=side, position=position, digest=digest)
            battles.execute(battle, [Report(str(uuid4()), "Confirm", codec.encode(said))], who, "page")


def _check(told: Reached, before: Season, after: Season) -> None:
    assert told.season is not None
    places = {one.platoon: one for one in told.season.reach.platoons}
    was = standings_of(before)
    for key, place in standings_of(after).items():
        if key not in places:
            assert place == was[key], key
            continue
        for figure, value in (("rank", place.rank), ("score", place.score), ("purse", place.purse)):
            span = getattr(places[key], figure)
            assert span.low <= value <= span.high, (key, figure)
    vehicles, stock = {one.vehicle: one for one in told.season.reach.vehicles}, stock_of(before)
    for id, one in stock_of(after).items():
        known = [each.stock for each in vehicles[id].after] if id in vehicles else [stock.get(id, one)]
        assert one in known, id
