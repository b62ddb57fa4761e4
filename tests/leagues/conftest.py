"""A league of the club, founded, with the campaign of `tests.campaigns.conftest` to join it."""

from __future__ import annotations

from uuid import UUID, uuid4

import pytest

from battles.reports import Receipt, Report
from leagues import handler
from leagues.league.seasons import AddCampaign
from leagues.league.state import League as State
from leagues.league.values import Division
from leagues.models import League
from rules.adjudicate import Who
from rules.contract import Command
from rules.stream import codec
from tests.campaigns.conftest import Season, _skirmish  # noqa: F401
from tests.cast import Cast

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


@pytest.fixture
def season(cast: Cast) -> Season:
    return Homeward(cast)


@pytest.fixture
def years(cast: Cast) -> Years:
    return Years(cast)
