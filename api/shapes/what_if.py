"""Shapes for what if: scenarios of a season, what they come to, and how a platoon can still come to a rank."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec

from api.shapes.kinds import Id, Position

Name = Annotated[str, msgspec.Meta(max_length=200, pattern=r"^[^\x00]*$")]
Readers = Literal["private", "link", "club"]
Row = Annotated[int, msgspec.Meta(ge=0, le=10_000_000)]


class AskScenario(msgspec.Struct, forbid_unknown_fields=True):
    """`changes`: objects with a `type` (`TurnedResult`, `WithoutBattle`, `WithoutPlayer`, `OtherScoring`, `OtherTerms`,
    `OtherBattles`) and its fields. `position`: the row of the log up to which the season is folded; 0 for all."""

    changes: Annotated[list[dict[str, Any]], msgspec.Meta(max_length=60)]
    position: Row = 0


class SaveScenario(msgspec.Struct, forbid_unknown_fields=True):
    """A scenario under a name. `readers`: only its owner, whoever has the link, or the club, whose members find it."""

    name: Name
    changes: Annotated[list[dict[str, Any]], msgspec.Meta(max_length=60)]
    position: Row = 0
    readers: Readers = "private"


class ChangeScenario(msgspec.Struct, forbid_unknown_fields=True):
    """Another name, other readers; what is left out stays."""

    name: Name | msgspec.UnsetType = msgspec.UNSET
    readers: Readers | msgspec.UnsetType = msgspec.UNSET


class StandingThen(msgspec.Struct):
    """`purse`: null where it is not the caller's to know."""

    rank: int
    score: int
    played: int
    won: int
    drawn: int
    lost: int
    purse: int | None


class ScenarioRow(msgspec.Struct):
    """A platoon before and after; null where it has no place."""

    platoon: str
    name: str
    before: StandingThen | None
    after: StandingThen | None


class ScenarioGround(msgspec.Struct):
    """A sector that would be another side's, or a side's score: before and after, in words."""

    name: str
    before: str
    after: str


class ScenarioLeft(msgspec.Struct):
    """A report that could not be decided again, and stands as it was played. `position` 0: a change of the scenario."""

    position: int
    text: str
    why: str


class ScenarioBattle(msgspec.Struct):
    """A battle that was decided again: how many rulings differ, how many reports stand as they were played, what of its
    outcome differs; `ends`: it was decided to its end, else it counts as it did."""

    battle: Id
    fixture: str
    rulings: int
    kept: int
    outcome: list[str]
    ends: bool


class ScenarioCompared(msgspec.Struct):
    """A season beside itself with a scenario; `told`: the changes in words. Nothing of it is written."""

    position: Position
    told: list[str]
    standings: list[ScenarioRow]
    sectors: list[ScenarioGround]
    sides: list[ScenarioGround]
    left: list[ScenarioLeft]
    battles: list[ScenarioBattle]


class SavedScenario(msgspec.Struct):
    """`position` 0: it is counted anew whenever it is read."""

    id: Id
    name: str
    readers: Readers
    mine: bool
    position: int
    made_at: datetime
    changes: list[dict[str, Any]]


class SavedScenarios(msgspec.Struct):
    scenarios: list[SavedScenario]


class SavedAndCompared(msgspec.Struct):
    scenario: SavedScenario
    compared: ScenarioCompared


class AskLeagueScenario(msgspec.Struct, forbid_unknown_fields=True):
    """`changes`: `turned` (each a `game` and its `winner`, "-" for a draw), `without_players`, and `terms` that ratings
    follow from. `scenario`: a saved scenario of one of the league's seasons, to begin with."""

    changes: dict[str, Any]
    scenario: Id | msgspec.UnsetType = msgspec.UNSET


class SaveLeagueScenario(msgspec.Struct, forbid_unknown_fields=True):
    """A scenario under a name. `readers`: only its owner, whoever has the link, or the club, whose members find it."""

    name: Name
    changes: dict[str, Any]
    readers: Readers = "private"


class PlaceThen(msgspec.Struct):
    place: int
    rating: int


class LeagueScenarioRow(msgspec.Struct):
    """A player before and after; null for no rating."""

    player: str
    name: str
    before: PlaceThen | None
    after: PlaceThen | None


class LeagueScenarioCompared(msgspec.Struct):
    """The ratings of a league over all rulebooks beside themselves with a scenario, best first as they would be.
    `season`: standings and map of the season that goes by a saved scenario; null where none does. Nothing of it is
    written."""

    position: Position
    players: list[LeagueScenarioRow]
    season: ScenarioCompared | None


class SavedLeagueScenario(msgspec.Struct):
    """It is counted anew whenever it is read."""

    id: Id
    name: str
    readers: Readers
    mine: bool
    made_at: datetime
    changes: dict[str, Any]


class SavedLeagueScenarios(msgspec.Struct):
    scenarios: list[SavedLeagueScenario]


class SavedLeagueAndCompared(msgspec.Struct):
    scenario: SavedLeagueScenario
    compared: LeagueScenarioCompared


class ChanceGame(msgspec.Struct):
    """A fixture that is left; `fixture` "" where it is not announced. `matters`: it can change the answer."""

    fixture: str
    home: str
    away: str
    matters: bool


class ChanceNeed(msgspec.Struct):
    """Of a game, by its number in `games`: results of who is at home that are enough."""

    game: int
    results: list[str]


class ChanceWay(msgspec.Struct):
    """What is enough by itself, in words and by game."""

    text: str
    needs: list[ChanceNeed]


class ChanceEstimate(msgspec.Struct):
    """`seasons` drawn by `seed`: the share of those in which the rank came up, its standard error, and the bounds of 95
    percent; how often each rank came up. `model`: where the chances come from."""

    seasons: int
    seed: int
    share: float
    error: float
    low: float
    high: float
    ranks: dict[str, int]
    model: str


class Chances(msgspec.Struct):
    """`verdict`: certain, possible, impossible, or drawn (an estimate). `hoped`: the ways only make it possible,
    as what a result brings besides is not known."""

    platoon: str
    rank: int
    schedule: str
    verdict: str
    text: str
    ways: list[ChanceWay]
    hoped: bool
    games: list[ChanceGame]
    notes: list[str]
    estimate: ChanceEstimate | None
    position: Position
