"""Shapes of the API, part 9. Made by clients/python/generate.py. Not to be edited."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from leaguer_client.shapes.part_2 import (
    Dice,
    Fact,
    Fault,
)
from leaguer_client.shapes.part_3 import (
    LeagueDivision,
)
from leaguer_client.shapes.part_4 import (
    Problem,
    Proposal,
    ReachLetter,
    ReachPlatoon,
    ReachQuestion,
    ReachRound,
    ReachUnit,
    ReachVehicle,
)
from leaguer_client.shapes.part_5 import (
    Ruling,
    SavedLeagueScenario,
    SavedScenario,
    ScenarioBattle,
    ScenarioGround,
    ScenarioLeft,
    Side,
    Stand,
)
from leaguer_client.shapes.part_6 import (
    Unit,
)
from leaguer_client.shapes.part_7 import (
    FriendlyForces,
    Grid,
    Item,
)
from leaguer_client.shapes.part_8 import (
    Altered,
    Choice,
    LeagueScenarioRow,
    LeagueSeason,
    LeagueShift,
    Moved,
    Outcome,
    Preview,
    ReachLeague,
    Rereading,
    ScenarioRow,
)


class CorrectionReach(Struct, kw_only=True):
    """All that a correction would change, as you may know it. Nothing was written for it and no die has
    fallen."""

    id: str
    link: str
    shared: bool
    position: int
    asked_at: int
    asks: Dice | None
    summary: list[str]
    closed: str
    open: bool
    ways: int
    whole: bool
    hangs: list[ReachQuestion]
    units: list[ReachUnit]
    platoons: list[ReachPlatoon]
    vehicles: list[ReachVehicle]
    rounds: list[ReachRound]
    letters: list[ReachLetter]
    leagues: list[ReachLeague]
    items: list[Item]
    battle: Preview | None
    season: Preview | None


class Friendly(Struct, kw_only=True):
    """`may_begin`: whether you may begin a friendly battle. `waiting`: the battle of yours that waits for its
    other player; an account has one at a time."""

    may_begin: bool
    waiting: str | None
    systems: list[FriendlyForces]


class League(Struct, kw_only=True):
    """A league as it stands. `divisions`, the highest first; `seasons`, the oldest first, and `season` the
    number of the newest (0 before the first), `under_way` while it is not closed. `model`: what rates
    players, with its version; `unsettled`: reports that a correction has left to settle. `officers`:..."""

    id: str
    name: str
    short: str
    club: str
    about: str
    colour: str
    visibility: str
    terms: dict[str, bool | int | str]
    divisions: list[LeagueDivision]
    seasons: list[LeagueSeason]
    season: int
    under_way: bool
    players: int
    games: int
    model: str
    officers: list[str]
    unsettled: int
    position: int
    digest: str
    founded_at: str
    moved_at: str
    may: list[str]
    people: dict[str, str]


class ScenarioCompared(Struct, kw_only=True):
    """A season beside itself with a scenario; `told`: the changes in words. Nothing of it is written."""

    position: int
    told: list[str]
    standings: list[ScenarioRow]
    sectors: list[ScenarioGround]
    sides: list[ScenarioGround]
    left: list[ScenarioLeft]
    battles: list[ScenarioBattle]


class Shift(Struct, kw_only=True):
    """What a ruling would change in the standings and the conditions: only what differs."""

    platoons: list[Moved]
    vehicles: list[Altered]


class Answer(Struct, kw_only=True):
    """The answer to one report. `asks` and `preview` only in a dry run; `problem` if a batch keeps its legal
    part."""

    id: str
    status: str
    events: list[Ruling]
    asks: Dice | UnsetType | None = UNSET
    problem: Problem | UnsetType | None = UNSET
    preview: Preview | UnsetType | None = UNSET
    shift: Shift | UnsetType | None = UNSET
    warnings: list[Fault] | UnsetType = UNSET
    league: LeagueShift | UnsetType | None = UNSET
    rereading: Rereading | UnsetType | None = UNSET


class Battle(Struct, kw_only=True):
    """A battle as you may see it: now, or as it stood at an earlier position (then without `choices`)."""

    id: str
    campaign: str | None
    system: str
    edition: str
    scenario: str
    title: str
    name: str
    options: dict[str, bool | int | str]
    sides: dict[str, Side]
    waivers: dict[str, str]
    depth: str
    dice: str
    lent: list[str]
    over: bool
    confirmed: dict[str, bool]
    voided: list[str]
    settled: bool
    position: int
    digest: str
    fought: Stand
    round: int
    phase: str
    facts: list[Fact]
    units: list[Unit]
    pending: str | None
    waiting_for: list[str]
    grid: Grid | None
    mine: list[str]
    choices: list[Choice]
    mends: list[Choice]
    unsettled: list[int]
    proposal: Proposal | None
    declared: dict[str, int]
    cases: dict[str, int]
    outcome: Outcome | None
    commitment: str
    seed: str | None
    people: dict[str, str]


class LeagueScenarioCompared(Struct, kw_only=True):
    """The ratings of a league over all rulebooks beside themselves with a scenario, best first as they would
    be. `season`: standings and map of the season that goes by a saved scenario; null where none does. Nothing
    of it is written."""

    position: int
    players: list[LeagueScenarioRow]
    season: ScenarioCompared | None


class Receipt(Struct, kw_only=True):
    """The answers to the reports, in order, and the last row that followed from them: keep it, it proves the
    log."""

    dry_run: bool
    position: int
    digest: str
    reports: list[Answer]
    held: str | UnsetType = UNSET


class SavedAndCompared(Struct, kw_only=True):
    """SavedAndCompared"""

    scenario: SavedScenario
    compared: ScenarioCompared


class SavedLeagueAndCompared(Struct, kw_only=True):
    """SavedLeagueAndCompared"""

    scenario: SavedLeagueScenario
    compared: LeagueScenarioCompared
