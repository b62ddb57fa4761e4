"""What holds in every season, whoever plays it: simulated ones, with corrections, disputes and amendments in them.

The smallest season that has everything here; small ones of the other rulebooks, and the full ones, in `make soak`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import StringIO
from typing import Any
from uuid import UUID

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.test import Client

import rules
from battles import log
from battles.handler import BATTLE
from battles.verification import first_fault
from battles.verification import unfair as unfair_battle
from campaigns import clerk, verification
from campaigns.clerk.battles import count, uncounted
from campaigns.models import Standing, Vehicle
from campaigns.presenters.progress import latest_deeds
from campaigns.season.standings import scores_by_round, service, standings
from campaigns.simulation import simulate
from campaigns.simulation.reporters import Reporters
from rules.adjudicate import CLERK
from tests.campaigns import counting_rows, explained, fated, plainly, test_recounting_laws, test_what_if
from tests.campaigns import test_season_mending_simulated as simulated
from tests.campaigns.decided_again import differing
from tests.where import BOTH

pytestmark = pytest.mark.django_db
CLUB = "The Lawful Club"
# On both databases, a smaller one on PostgreSQL: whether rows and tables come back as they were written.
# A season of Panzer Strike, on a map, is judged in test_simulate_map, and one of Fluid Time in
# test_simulate. Those of Tanks are played by the laws of corrections.
SMALLEST = pytest.param(
    ("modern_age", 4, 2, 2) if connection.vendor == "sqlite" else ("modern_age", 3, 1, 22), marks=BOTH
)
SEEDS = {"modern_age": 3, "panzer_strike": 3, "tanks": 9, "fluid_time": 1}
SMALL = [pytest.param((system, 4, 3, seed), marks=pytest.mark.soak) for system, seed in SEEDS.items()]
# Of Tanks not seed 3: no workshop ever works in it.
FULL = [
    (system, 8, 8, seed)
    for system in sorted(rules.all_systems())
    for seed in ((1, 2, 4) if system == "tanks" else (1, 2, 3))
]
# Each is played once, for all laws.
SEASONS = [
    SMALLEST,
    *SMALL,
    *(pytest.param(one, marks=[pytest.mark.soak, pytest.mark.xdist_group(str(one))]) for one in FULL),
]


@pytest.fixture(scope="module", params=SEASONS, ids=lambda one: "-".join(map(str, one)))
def reporters(request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: Any) -> Iterator[Reporters]:
    """A season from its opening to its end. Nobody here changes it; it is undone when all have looked."""
    system, platoons, rounds, seed = request.param
    with django_db_blocker.unblock(), transaction.atomic():
        yield simulate(system, platoons, rounds, seed, CLUB)
        transaction.set_rollback(True)


@pytest.fixture
def read(reporters: Reporters) -> plainly.Season:
    return plainly.read(reporters.campaign)


@pytest.mark.only_on("sqlite")
def test_it_was_a_season_worth_looking_at(reporters: Reporters, read: plainly.Season) -> None:
    """So that no law below holds because nothing happened."""
    assert read.kinds["SeasonClosed"] == 1
    assert [row.type for row in log.read(reporters.campaign) if (row.by, row.command_type) == (CLERK, "Correct")]
    assert {"Bought", "PointsGranted", "Decided"} <= read.kinds.keys()
    if reporters.season().terms["workshop"]:
        assert "WorkshopWorked" in read.kinds
    assert set(read.status.values()) >= {"fit"}
    assert reporters.refused < reporters.reports / 4


def test_rebuild_finds_everything_equal(reporters: Reporters) -> None:
    call_command("rebuild", "--check", stdout=StringIO(), stderr=StringIO())


def test_verify_holds_for_every_stream(reporters: Reporters) -> None:
    assert [fault for stream, kind in log.streams() if (fault := first_fault(str(stream), kind))] == []


@pytest.mark.only_on("sqlite")
def test_every_die_is_the_seeds(reporters: Reporters) -> None:
    streams = [str(stream) for stream, kind in log.streams() if kind == BATTLE.name]
    assert len(streams) >= 2  # a knock-out of few has no more
    assert [unfair_battle(stream, BATTLE.name) for stream in streams] == [None] * len(streams)
    assert verification.unfair(reporters.campaign, "campaign") is None


@pytest.mark.only_on("sqlite")
def test_every_report_is_decided_again_from_its_rows_alone(reporters: Reporters) -> None:
    rows = log.read(reporters.campaign)
    assert len(rows) > 40
    assert differing(rows) == []


@pytest.mark.only_on("sqlite")
def test_nothing_fights_that_cannot_and_no_purse_is_ever_below_nothing(read: plainly.Season) -> None:
    assert read.wrong == []


@pytest.mark.only_on("sqlite")
def test_every_fact_is_explained_by_reports_and_adds_up(reporters: Reporters) -> None:
    about = {
        "platoons": ("score", "place", "purse", "penalty"),
        "vehicles": ("status", "crew"),
        "fixtures": ("result",),
    }
    assert explained.every(reporters.campaign) == {f"{one}.{name}" for one, names in about.items() for name in names}


@pytest.mark.only_on("sqlite")
def test_the_scores_over_the_rounds_end_at_the_standings(reporters: Reporters) -> None:
    """But for penalties, which belong to no round."""
    season = reporters.season()
    scores = scores_by_round(season)
    assert {len(figures) for figures in scores.values()} == {len(season.rounds)}
    assert {one.platoon: one.score + one.penalty for one in standings(season)} == {
        key: figures[-1] for key, figures in scores.items()
    }


@pytest.mark.only_on("sqlite")
def test_the_latest_deeds_are_those_of_the_vehicles_and_lead_to_their_rulings(reporters: Reporters) -> None:
    season = reporters.season()
    told, deeds = service(season), latest_deeds(season)
    assert bool(deeds) == any(one.count("kill") for one in told.values())
    for deed in deeds:
        (sortie,) = (one for one in told[deed.vehicle].sorties if one.battle == deed.battle)
        kills = [feat for feat in sortie.feats if feat.kind == "kill"]
        assert (deed.kills, deed.report) == (sum(feat.n for feat in kills), max(feat.report for feat in kills))
    page = Client().get(f"/campaigns/{reporters.campaign}/").content.decode()
    assert re.findall(r'href="/battles/([^"/]+)/\?ruling=(\d+)#ruling"', page.partition('class="list deeds"')[2]) == [
        (deed.battle, str(deed.report)) for deed in deeds
    ]


@pytest.mark.only_on("sqlite")
def test_who_has_only_read_the_rules_comes_to_the_same_points_debts_byes_and_scores(reporters: Reporters) -> None:
    """What each was for, too."""
    book = fated.recompute(reporters.campaign)
    assert book.wrong == []
    assert book.kinds["round: round"] + book.kinds["round: win"] + book.kinds["round: loss"] > 0


@pytest.mark.only_on("sqlite")
def test_who_has_only_read_the_rules_comes_to_the_same_fates(reporters: Reporters) -> None:
    """Of vehicles and crews: from the outcomes of battles, what people chose, and the dice."""
    read = fated.recompute(reporters.campaign)
    assert read.fates == fated.as_told(reporters.season())
    assert len({status for status, *_rest in read.fates.values()}) > 2


@pytest.mark.only_on("sqlite")
def test_who_has_only_read_the_rules_finds_what_is_told_otherwise(reporters: Reporters) -> None:
    """Rounds that closed and let nobody repair or recover; and crews that came home with more than they had learnt."""
    rows = counting_rows.read(reporters.campaign)
    work = ("WorkshopEntered", "WorkshopWorked", "CrewsTended")
    idle = [row for row in rows if row.type not in work]
    assert bool(fated.Fates(idle).wrong) == (len(idle) < len(rows))  # nothing to miss where no workshop ever worked
    wiser = [row._replace(data=row.data | {"home": learnt(row)}) if row.data.get("home") else row for row in rows]
    first = next((row for row in wiser if row.data.get("home") and not row.as_played), None)
    wrong = fated.Fates(wiser).wrong
    assert first is None or wrong[0].startswith(f"{first.position}: BattleReported, home")


def learnt(row: counting_rows.Counting) -> list[dict[str, Any]]:
    return [one | {"experience": one["experience"] + 1} for one in row.data["home"]]


def test_the_read_model_says_what_the_rows_say(reporters: Reporters, read: plainly.Season) -> None:
    standings = Standing.objects.filter(campaign_id=UUID(reporters.campaign))
    funds = {platoon: max(0, points) for platoon, points in read.purse.items()}  # what is missing is owed
    assert dict(standings.values_list("platoon", "purse")) == funds
    assert dict(standings.values_list("platoon", "sector")) == read.places
    vehicles = Vehicle.objects.filter(campaign_id=UUID(reporters.campaign))
    assert dict(vehicles.values_list("vehicle", "status")) == read.status
    assert dict(vehicles.values_list("vehicle", "crew")) == read.crew
    assert {v: n for v, n in vehicles.values_list("vehicle", "in_workshop") if n} == +read.rounds_in_workshop
    there = {vehicle: times for vehicle, times in (+read.sorties).items() if vehicle in read.owner}
    assert {v: n for v, n in vehicles.values_list("vehicle", "battles") if n} == there


def test_the_clerk_has_nothing_left_to_do(reporters: Reporters) -> None:
    """But to note why a battle is not counted as it stands, once somebody has taken that back in the season: nobody
    wakes him for it while this plays."""
    for battle in list(uncounted()):
        assert not count(battle)
    assert list(clerk.due()) == []


@pytest.mark.only_on("sqlite")
def test_asked_with_no_change_it_is_the_season(reporters: Reporters) -> None:
    test_what_if.assert_the_same(reporters.campaign)


@pytest.mark.only_on("sqlite")
def test_any_of_its_reports_is_taken_back_and_told_again(reporters: Reporters) -> None:
    simulated.assert_mended(reporters.campaign, 9)


@pytest.mark.only_on("sqlite")
def test_some_battle_of_it_is_settled_anew(reporters: Reporters) -> None:
    test_recounting_laws.assert_settled_anew(reporters.campaign, 9)
