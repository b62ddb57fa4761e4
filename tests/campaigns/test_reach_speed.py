"""What it costs to foresee a correction of the first battle of a season, all that was played since decided again."""

from __future__ import annotations

import json
import time
from random import Random
from uuid import uuid4

import pytest

from battles import handler as battles
from battles.clerk import THE_CLERK
from battles.reports import Report
from campaigns import clerk, handler, reach
from campaigns.models import User
from campaigns.pages.reach import LONG
from campaigns.reached import Correction, Reached, Step
from campaigns.season import Fixture
from campaigns.season.battle_reports import ReportBattle
from campaigns.season.enlistment import Enlist
from campaigns.season.musters import MusterBattle
from campaigns.season.round_end import CloseRound
from campaigns.season.rounds import OpenRound
from campaigns.season.values import Forces, Recruit
from rules.contract import Outcome, UnitOutcome
from rules.reports import ChangeDepth, Confirm, ReportResult
from tests.budgets import Budget
from tests.campaigns.conftest import Season
from tests.campaigns.test_season_speed import tell

pytestmark = pytest.mark.django_db
SIDES = ("north", "south")
AT_ONCE = 25  # reports


def enlisted(season: Season, platoons: int) -> None:
    people = [User(username=f"player-{n}") for n in range(platoons)]
    User.objects.bulk_create(people)
    for n, person in enumerate(people):
        vehicles = tuple(Recruit(id=f"p{n}-{v}", model="Light") for v in (1, 2))
        said = Enlist(platoon=f"p{n}", name=f"Platoon {n}", player=str(person.pk), vehicles=vehicles)
        season.report(season.organiser, said)


def played(season: Season, platoons: int, rounds: int) -> str:
    """Every round is paired by results. The first battle is fought; of the others only the results are told."""
    season.open()
    enlisted(season, platoons)
    chance, first = Random(platoons), ""
    for number in range(1, rounds + 1):
        season.report(season.organiser, OpenRound(method="swiss", deadline=""))
        musters = [_muster(one) for one in _of_round(season, number)]
        for at in range(0, len(musters), AT_ONCE):
            tell(season, season.organiser, musters[at : at + AT_ONCE])
        if not first:
            first = musters[0].battle
            _settle(season, first)
        told = [_report(one, chance) for one in _of_round(season, number) if one.battle != first]
        for at in range(0, len(told), AT_ONCE):
            tell(season, THE_CLERK, told[at : at + AT_ONCE])
        season.report(season.organiser, CloseRound(round=number))
    return first


def _settle(season: Season, battle: str) -> None:
    units = {unit.id: {"damage": 0} for unit in battles.state(battle).muster.units}
    season.play(battle, ChangeDepth(depth="result"))
    season.play(battle, ReportResult(winner="north", conditions=units))
    for side in SIDES:
        position, digest = battles.state(battle).fought
        season.play(battle, Confirm(side=side, position=position, digest=digest))
    clerk.attend(battle)


def _of_round(season: Season, number: int) -> list[Fixture]:
    return [one for one in handler.replay(season.stream)[0].fixtures.values() if one.round == number]


def _muster(fixture: Fixture) -> MusterBattle:
    sides = {side: Forces(platoon=key) for side, key in zip(SIDES, fixture.platoons, strict=True)}
    return MusterBattle(battle=str(uuid4()), fixture=fixture.key, sides=sides)


def _report(fixture: Fixture, chance: Random) -> ReportBattle:
    ids = [(side, id) for side, forces in fixture.sides.items() for id in forces.vehicles]
    units = tuple(UnitOutcome(id, side, "fit", {}) for side, id in ids)
    winner = chance.choice(("", *SIDES, *SIDES))
    points = {side: chance.randint(0, 2) for side in SIDES}
    outcome = Outcome(over=True, winner=winner, points=points, field=winner, units=units)
    return ReportBattle(battle=fixture.battle, position=9, digest="ab" * 32, outcome=outcome)


def foreseen(season: Season, battle: str) -> tuple[Reached, list[Step], float]:
    report = Report(str(uuid4()), "Amend", json.dumps({"winner": "south", "reason": "Misread"}))
    wanted = Correction(battle, True, report, season.organiser, season.organiser, season.organiser)
    steps, began = list[Step](), time.process_time()
    work = reach.reached(wanted, season.cast.alice)
    while True:
        try:
            steps.append(next(work))
        except StopIteration as done:
            return done.value, steps, time.process_time() - began


def test_of_a_season_of_twelve_battles_it_takes_less_than_a_second(season: Season, budget: Budget) -> None:
    found, steps, seconds = foreseen(season, played(season, 6, 4))
    assert found.season is not None
    assert len(found.season.before.fixtures) == 12
    assert found.season.preview is not None
    assert [step.what for step in steps] == ["battle", "season", "league"]
    budget("skirmish", "correction of one of 12 battles foreseen, milliseconds", 1000 * seconds)


@pytest.mark.soak
def test_what_comes_at_once_takes_less_than_two_seconds(season: Season) -> None:
    """A season just below the length from which its page comes piece by piece."""
    found, _steps, seconds = foreseen(season, played(season, 40, 8))
    assert found.season is not None
    assert 0.9 * LONG < len(found.season.history.rows) < LONG
    assert seconds < 2


@pytest.mark.soak
def test_of_a_season_of_five_hundred_battles_it_takes_seconds(season: Season, budget: Budget) -> None:
    found, _steps, seconds = foreseen(season, played(season, 100, 10))
    assert found.season is not None
    assert len(found.season.before.fixtures) == 500
    told = f"{len(found.season.history.rows)} rows"
    budget("skirmish", "correction of one of 500 battles foreseen, milliseconds", 1000 * seconds, told)
