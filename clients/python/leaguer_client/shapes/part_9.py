"""Shapes of the API, part 9. Made by clients/python/generate.py. Not to be edited."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct, UnsetType

from leaguer_client.shapes.part_1 import (
    AdoptedAs,
    AdoptingCampaign,
    CampaignProposal,
)
from leaguer_client.shapes.part_2 import (
    Dice,
    Fact,
    Fault,
)
from leaguer_client.shapes.part_3 import (
    Key,
    LeagueDivision,
)
from leaguer_client.shapes.part_4 import (
    Limit,
    Problem,
    Proposal,
)
from leaguer_client.shapes.part_5 import (
    ReachLetter,
    ReachPlatoon,
    ReachQuestion,
    ReachRating,
    ReachRound,
    ReachUnit,
    ReachVehicle,
    RereadRuling,
    RoomSide,
    RosterNote,
    Ruling,
    SavedScenario,
    ScenarioBattle,
    ScenarioGround,
)
from leaguer_client.shapes.part_6 import (
    ScenarioLeft,
    Side,
    Stand,
    StandingThen,
    Unit,
)
from leaguer_client.shapes.part_7 import (
    AdoptionProposal,
    CampaignField,
    CampaignStep,
    Condition,
    Enlistment,
    Field,
    FriendlyForces,
    Grid,
    WebhookTestData,
)
from leaguer_client.shapes.part_8 import (
    Item,
    LeagueScenarioRow,
    LeagueSeason,
    LeagueShift,
    Moved,
    Outcome,
    Preview,
)


class ReachLeague(Struct, kw_only=True):
    """What would be otherwise in the league: ratings, and the rest in words; `perhaps` in some of the ways
    only."""

    name: str
    ratings: list[ReachRating]
    lines: list[str]
    perhaps: list[str]
    whole: bool


class RereadBattle(Struct, kw_only=True):
    """A battle of which `count` rulings would be others, the first of them in words, and what of its outcome."""

    battle: str
    count: int
    rulings: list[RereadRuling]
    outcome: list[str]


class Rereading(Struct, kw_only=True):
    """Battles read again by other rules. It goes in steps: of those that are `over`, so many are `read` by
    now; ask again for more. They stand as they were fought."""

    over: int
    read: int
    rulings: int
    battles: list[RereadBattle]


class Room(Struct, kw_only=True):
    """A friendly battle that waits for its other player. `battle` is its id, also before it is opened."""

    battle: str
    host: str
    mine: bool
    system: str
    scenario: str
    dice: str
    sides: list[RoomSide]
    code: str
    link: str
    until: str
    other: str


class Roster(Struct, kw_only=True):
    """A platoon as a file has it, legal or not; `format` is the one it was read in."""

    format: str
    enlist: Enlistment
    notes: list[RosterNote]


class ScenarioRow(Struct, kw_only=True):
    """A platoon before and after; null where it has no place."""

    platoon: str
    name: str
    before: StandingThen | None
    after: StandingThen | None


class WebhookTest(Struct, kw_only=True):
    """The body of a test, which tells nothing."""

    type: str
    timestamp: str
    data: WebhookTestData


class Adoption(Struct, kw_only=True):
    """How it stands with a friendly battle that a campaign may count. Only a `settled` one can be proposed.
    `campaigns`: where, if nothing is proposed."""

    settled: bool
    adopted: AdoptedAs | None
    proposal: AdoptionProposal | None
    campaigns: list[AdoptingCampaign]


class Altered(Struct, kw_only=True):
    """A vehicle that would change, or be repaired otherwise. If you may not know the cost of its cards
    (`known`), the points of its jobs are shown as 0."""

    platoon: str
    vehicle: str
    before: Condition
    after: Condition
    known: bool


class Begun(Struct, kw_only=True):
    """`guest`: the key of who has no account. It works in this battle alone, and ends with it, or after a
    day. `notes`: what of a roster was not taken."""

    room: Room
    guest: Key | None
    notes: list[RosterNote]


class CampaignChoice(Struct, kw_only=True):
    """What may be reported now: POST `command` with `data` = `given` and the `fields` filled in. `platoon`:
    the one whose report it is, "" where it is nobody's. `files`: the rulebook's `rosters` whose files fill it
    in (`/systems/{key}/rosters/`)."""

    command: str
    label: str
    platoon: str
    given: dict[str, Any]
    fields: list[CampaignField]
    urgent: bool
    files: list[str]


class CampaignChoices(Struct, kw_only=True):
    """A page of what you may report to a campaign now, in the order of its chapters: at most `limit` choices,
    fewer where they are long. `next` is the address of the next page, null at the end; `count` is how many
    choices there are in all. `proposals`, the oldest first: those that you have made or may ..."""

    choices: list[CampaignChoice]
    next: str | None
    count: int
    position: int
    people: dict[str, str]
    proposals: list[CampaignProposal]


class CampaignExplanation(Struct, kw_only=True):
    """Why a fact is what it is: the steps to it, oldest first. `about`: the platoon, vehicle, fixture, sector
    or side it is about."""

    of: str
    about: str
    label: str
    value: str
    steps: list[CampaignStep]
    position: int
    people: dict[str, str]


class Choice(Struct, kw_only=True):
    """What may be reported now: POST `command` with `data` = `given` and the `fields` filled in, within
    `limits`."""

    command: str
    label: str
    side: str
    given: dict[str, Any]
    fields: list[Field]
    urgent: bool
    limits: list[Limit]


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
