"""A season on a map that nobody plays: orders, retreats and what is ruled on them, by a seed."""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from battles import log
from campaigns.season import COMMANDS, CONTENTS, MENDS, Season
from campaigns.season.challenges.tending import TendLadder
from campaigns.season.date_reminders import RemindDate
from campaigns.season.free_times import NoteFree
from campaigns.season.positions import engaged, theatre_of
from campaigns.season.replays import Replay
from campaigns.season.results import Adjudicate
from campaigns.season.veterans import CallVeterans, KeepVeteran
from campaigns.simulation import desk, player, simulate, war
from campaigns.simulation.chance import Chance
from campaigns.simulation.reporters import Reporters
from campaigns.theatre import RESERVE
from rules.contract import Choice
from rules.stream.choices import about
from tests.campaigns import explained, fated, plainly
from tests.campaigns.decided_again import folded, reports
from tests.length import in_soak, many

pytestmark = pytest.mark.django_db


def played(seed: int, system: str = "panzer_strike", sectors: int = 9) -> Reporters:
    return simulate(system, 6, 3, seed, "The Tin Club", sectors=sectors)


def test_a_season_on_a_map_is_played_to_the_end_of_its_war() -> None:
    """The smallest that has everything."""
    reporters = simulate("panzer_strike", 3, 1, 37, "The Tin Club", sectors=6)
    rows = log.read(reporters.campaign)
    kinds = {row.type for row in rows}
    season = reporters.season()
    assert season.won is not None
    assert season.closed is not None
    assert season.retreats.keys() | season.reconsidered.keys() == set()
    assert_sound(reporters)
    assert explained.every(reporters.campaign) == {name for name, kind in CONTENTS.holding.items() if kind.listed}
    assert kinds >= {"Ordered", "OrdersResolved", "Retreated", "TheatreScored", "Won"}
    assert len({row.command_type for row in rows}) > 30
    call_command("rebuild", "--check")
    call_command("verify")


def assert_sound(reporters: Reporters) -> None:
    """After every report everybody is in one place, with an order or a retreat only who is there to have it."""
    rows, season = log.read(reporters.campaign), None
    for one in reports(rows):
        season = folded(season, rows, one)
        assert_consistent(season, {RESERVE, *(sector.key for sector in theatre_of(season).sectors)})


def assert_consistent(season: Season, places: set[str]) -> None:
    there = {key for key, one in season.platoons.items() if not one.dropped}
    assert all(season.platoons[key].sector in places for key in there)
    assert all(one.sector == "" for key, one in season.platoons.items() if key not in there)
    assert season.orders.keys() | season.retreats.keys() <= there
    assert not season.retreats.keys() & engaged(season).keys()
    assert set(season.owners.values()) <= set(season.opened.sides)
    assert not any(one.entrenched for one in season.platoons.values() if one.sector in ("", RESERVE))


@in_soak("tests/campaigns/test_simulate.py::test_the_same_seed_gives_the_same_log_in_every_process")
@pytest.mark.parametrize("rounds", [1, 2])
def test_the_same_seed_gives_the_same_map_and_the_same_log(rounds: int) -> None:
    logs = []
    for _time in range(2):
        with transaction.atomic():
            reporters = simulate("panzer_strike", 4, rounds, 5, "The Tin Club", sectors=9)
            logs.append((reporters.season().opened.theatre, plainly.untimed()))
            transaction.set_rollback(True)
    assert logs[0] == logs[1]


def test_another_seed_gives_another_map() -> None:
    one, other = (desk.opened("panzer_strike", 4, 1, seed, f"The Tin Club {seed}", sectors=9) for seed in (5, 6))
    assert one.season().opened.theatre != other.season().opened.theatre


@pytest.mark.parametrize("size", ["5", "501", "-1"])
def test_a_map_has_bounds(size: str) -> None:
    with pytest.raises(CommandError, match="--map has to be a number from 6 to 500"):
        call_command("simulate", "--system", "panzer_strike", "--map", size, stdout=StringIO())


@in_soak(
    "tests/campaigns/test_simulate.py::test_the_same_seed_gives_the_same_log_in_every_process",
    "tests/campaigns/test_simulate.py::test_it_plays_seasons_and_says_where_to_look_with_a_bar_for_whoever_waits",
)
def test_the_command_plays_one() -> None:
    out = StringIO()
    asked = ("--system", "panzer_strike", "--platoons", "2", "--rounds", "1", "--seed", "7", "--map", "6")
    call_command("simulate", *asked, stdout=out)
    assert "The season is at" in out.getvalue()


OF_THE_MAP = {
    *("Ordered", "OrdersResolved", "RetreatDue", "RetreatCancelled", "Retreated", "Surrounded", "TheatreScored", "Won"),
    *("RetreatContradicted", "RetreatRevised", "Deployed", "LinkSet"),
}


# What no player of simulated seasons ever tells. A replay is nobody's to report: it takes the place of a muster. Of
# another campaign's veterans nobody knows there. By its clock the clerk does nothing, as a simulated season has none.
UNTOLD = {kind.__name__ for kind in (Replay, CallVeterans, KeepVeteran, RemindDate, TendLadder)}


# The seeds of seasons that together have every report. The others are played only where these have it no more.
TOLD = (0, 1, 5, 7, 8, 12, 60)


@pytest.mark.soak
def test_every_report_of_a_season_is_told_by_some_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that mend it, too. Platoons of Tanks have no cards to change. Once all are told, no more is played.

    What answers a proposal is rare as people agree in other seasons: a date was proposed once or twice in a whole one.
    They may say at any time when they are free, and did so in nine of ten steps beside the game. So once that is told
    they say it no more.
    """
    monkeypatch.setattr(player, "AGREES", 60)
    every, told = {kind.__name__ for kind in (*COMMANDS, *MENDS)} - UNTOLD, set[str]()
    for seed in dict.fromkeys((*TOLD, *range(20), *range(60, 75), *range(20, 60))):
        if told >= every:
            break
        system = "tanks" if seed < 60 else "modern_age"
        with transaction.atomic():
            told |= {row.command_type for row in log.read(played(seed, system, 7 if seed % 3 else 0).campaign)}
            transaction.set_rollback(True)
        if NoteFree.__name__ in told:
            monkeypatch.setattr(player, "DATES", tuple(kind for kind in player.DATES if kind is not NoteFree))
    assert told >= every
    assert told.isdisjoint(UNTOLD)


# The seeds of seasons on a small map that have much of what is rare. They are played first.
FIRST = {"fluid_time": (7,)}


def rule_on_retreats(people: pytest.MonkeyPatch) -> None:
    """From now on, while the beaten of a battle have a retreat due, whoever may rule on that battle does it first."""
    inclined = war.inclined

    def ruling(season: Season, offers: Sequence[Choice], chance: Chance) -> list[Choice]:
        found, due = inclined(season, offers, chance), sorted({one.fixture for one in season.retreats.values()})
        rulings = [about(one, "fixture", key) for one in found if one.command == Adjudicate.__name__ for key in due]
        return [one for one in rulings if one is not None] or found

    people.setattr(war, "inclined", ruling)


@pytest.mark.soak
@pytest.mark.parametrize("system", ["modern_age", "panzer_strike", "tanks", "fluid_time"])
@pytest.mark.parametrize("sectors", [6, 12, 30])
def test_many_seasons_hold(system: str, sectors: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of everything that can happen on a map, some season of a small one has something: so many are played.

    A retreat is seldom due in Fluid Time, and mostly not for long. None was cancelled in its first 44 seasons. A battle
    that is corrected does not cancel it: the battle is counted anew in its place, as if nobody had ever had to retreat.
    A ruling does. So organisers rule on such battles, until that has cancelled a retreat.
    """
    kinds: set[str] = set()
    first = FIRST.get(system, ()) if sectors == 6 else ()
    for number, seed in enumerate(dict.fromkeys((*first, *range(many(2 if sectors > 6 else 30))))):
        if number >= many(4) and kinds >= OF_THE_MAP:
            break
        with transaction.atomic(), monkeypatch.context() as people:
            if first and "RetreatCancelled" not in kinds:
                rule_on_retreats(people)
            reporters = played(seed, system, sectors)
            kinds |= {row.type for row in log.read(reporters.campaign)}
            assert_sound(reporters)
            explained.every(reporters.campaign)
            read = fated.recompute(reporters.campaign)
            assert read.wrong == []
            assert read.fates == fated.as_told(reporters.season())
            call_command("rebuild", "--check", stdout=StringIO())
            call_command("verify", stdout=StringIO())
            transaction.set_rollback(True)
    assert sectors > 6 or kinds >= OF_THE_MAP
