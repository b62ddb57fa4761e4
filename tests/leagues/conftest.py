"""A league of the club, founded, with the campaign of `tests.campaigns.conftest` to join it."""

from __future__ import annotations

from typing import NamedTuple
from uuid import UUID, uuid4

import pytest

from battles.reports import Receipt, Report
from campaigns import clerk
from campaigns.season.season_end import CloseSeason
from leagues import handler
from leagues.league.players import SetProfile
from leagues.league.season_end import CloseLeagueSeason
from leagues.league.seasons import AddCampaign
from leagues.league.state import League as State
from leagues.league.values import Division
from leagues.models import League
from rules.adjudicate import Who
from rules.contract import Command
from rules.stream import codec
from tests.campaigns.conftest import Season, _skirmish  # noqa: F401
from tests.cast import Cast, gathered
from tests.grounds import once

SEED = 4


class Years:
    """Runs a league through its door. Every method is a report of somebody's."""

    def __init__(self, cast: Cast, *divisions: Division, **terms: bool | int | str) -> None:
        self.cast = cast
        self.organiser = Who(str(cast.alice.pk), referee=True)
        self.desk = League.objects.create(club=cast.club, name="The long league", slug="long")
        self.stream = str(self.desk.pk)
        handler.found(self.desk, terms, divisions, self.organiser, "page")
        self.desk.refresh_from_db()

    def report(self, command: Command, who: Who | None = None, id: str | None = None) -> Receipt:
        report = Report(id or str(uuid4()), type(command).__name__, codec.encode(command))
        return handler.execute(self.stream, [report], who or self.organiser, "api")

    def state(self) -> State:
        return handler.replay(self.stream)[0]

    def add(self, played: Season, **more: bool | int | str) -> None:
        self.report(AddCampaign(campaign=played.stream, **more))  # type: ignore[arg-type]


class Homeward(Season):
    """With dice by which wrecks come home: who returns has something to return with."""

    seed = f"{SEED:064x}"
    battles = 0

    def muster(self, north: str = "bears", south: str = "cats", battle: str | None = None) -> str:
        self.battles += 1
        return super().muster(north, south, battle or str(UUID(int=self.battles)))


class Start(NamedTuple):
    """Where tests of a league begin. `battle`: the first that is fought in it."""

    years: Years
    season: Season
    battle: str = ""


def spring() -> Start:
    """One season is under way, in which Bob has beaten Carol."""
    season = Homeward(gathered())
    years = Years(season.cast)
    season.begin()
    years.add(season, title="Spring")
    battle = season.fight()
    clerk.sweep()
    return Start(years, season, battle)


def after_spring() -> Start:
    """That season is over, with its titles; Bob goes by another name."""
    start = spring()
    start.season.report(start.season.organiser, CloseSeason())
    clerk.sweep()
    start.years.report(CloseLeagueSeason(season=1, words="A good year"))
    bob = str(start.season.cast.bob.pk)
    start.years.report(SetProfile(player=bob, alias="Desert Fox"), Who(bob))
    return start


@pytest.fixture
def start(db: None) -> Start:
    """Where a test begins that takes this, or a fixture that does. A module may begin elsewhere."""
    return once(spring)


def begun(request: pytest.FixtureRequest) -> Start | None:
    """Of who takes `start`: their cast, season and years are those that were played."""
    if "start" not in request.fixturenames:
        return None
    there: Start = request.getfixturevalue("start")
    return there


@pytest.fixture
def cast(request: pytest.FixtureRequest, db: None) -> Cast:
    there = begun(request)
    return there.season.cast if there else gathered()


@pytest.fixture
def season(request: pytest.FixtureRequest, cast: Cast) -> Season:
    there = begun(request)
    return there.season if there else Homeward(cast)


@pytest.fixture
def years(request: pytest.FixtureRequest, cast: Cast) -> Years:
    there = begun(request)
    return there.years if there else Years(cast)
