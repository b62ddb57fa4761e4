"""Shapes of the API, part 7. Made by clients/python/generate.py. Not to be edited."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct, UnsetType

from leaguer_client.shapes.part_1 import (
    CampaignLine,
)
from leaguer_client.shapes.part_2 import (
    Counter,
    FriendlyScenario,
    Ground,
)
from leaguer_client.shapes.part_3 import (
    Key,
    LeagueDivision,
    LeagueLine,
    LeaguePlace,
    LeagueRating,
    LeagueStep,
)
from leaguer_client.shapes.part_4 import (
    Pick,
    ProposedDate,
)
from leaguer_client.shapes.part_5 import (
    ReadyList,
    Recruit,
    Roll,
    RoomSide,
    RosterNote,
    Rung,
    SeasonEntry,
    SeasonLeft,
    Square,
)
from leaguer_client.shapes.part_6 import (
    CampaignField,
    Step,
    Told,
    WhyPaired,
    Work,
)


class Change(Struct, kw_only=True):
    """A report and what follows from it, before and after the revision. `position` is 0 for a new one."""

    position: int
    how: str
    before: list[Told]
    after: list[Told]


class Club(Struct, kw_only=True):
    """A club with its leagues and campaigns, as far as you may know of them, those that moved last first: 200
    of each at most. `officers`: who organises it; `members`: for who does not belong to the club those alone
    who play in one of these leagues. `colour`: of its pages, "" for Leaguer's own."""

    short: str
    name: str
    about: str
    colour: str
    visibility: str
    leagues: list[LeagueLine]
    campaigns: list[CampaignLine]
    officers: list[str]
    members: list[str]
    people: dict[str, str]


class Condition(Struct, kw_only=True):
    """A vehicle as it stands, its crew's grade, and the jobs the workshop would have on it."""

    status: str
    condition: dict[str, Any]
    grade: str
    jobs: list[Work]


class Enlistment(Struct, kw_only=True):
    """The `data` of an Enlist report, without `side` and `player`. A text is "" if the file does not say it."""

    platoon: str
    name: str
    card: str
    vehicles: list[Recruit]
    names: dict[str, str]
    fittings: dict[str, list[str]]


class Explanation(Struct, kw_only=True):
    """Why a fact was what it was at `position`: the steps to it, oldest first; none if it is as mustered."""

    position: int
    of: str
    unit: str
    label: str
    value: str | int | bool
    steps: list[Step]
    people: dict[str, str]


class Field(Struct, kw_only=True):
    """A fact or dice that a choice asks for."""

    name: str
    kind: str
    label: str
    help: str
    picks: list[Pick]
    least: int
    most: int
    faces: int
    measure: str
    repeats: bool
    required: bool
    ahead: bool


class Fixture(Struct, kw_only=True):
    """A fixture: announced (`fixture` is "r2-1"), or the id of a battle beside the rounds. `name` is its
    `title`, or a name made for it. `position` and `digest` are the head of its battle's log when it was
    counted; `sides`: the platoon on each side of the battle; points, results and winner go by platoo..."""

    fixture: str
    round: int
    number: int
    battle: str | None
    scenario: str
    title: str
    name: str
    sides: dict[str, str]
    platoons: list[str]
    status: str
    position: int
    digest: str
    winner: str
    points: dict[str, int]
    results: dict[str, str]
    how: str
    disputed: dict[str, str]
    ready: list[str]
    ground: Ground | None
    beaten: str
    date: str
    place: str
    proposed: ProposedDate | None
    substitutes: dict[str, str] | UnsetType = UNSET


class FixturePaired(Struct, kw_only=True):
    """`paired`: null for a fixture that was not announced as a pairing, such as a battle beside the rounds."""

    fixture: str
    paired: WhyPaired | None
    position: int


class Fixtures(Struct, kw_only=True):
    """A page of a campaign's fixtures, in the order they came."""

    fixtures: list[Fixture]
    next: str | None
    position: int


class ForeseenRating(Struct, kw_only=True):
    """`system`: a rulebook's key, "" for the rating over all of them. `now`: null of who has none yet."""

    player: str
    system: str
    now: LeagueRating | None
    then: LeagueRating


class ForeseenResult(Struct, kw_only=True):
    """`winner`: a platoon of the fixture, "" for a draw."""

    winner: str
    ratings: list[ForeseenRating]


class FoundLeague(Struct, kw_only=True):
    """A league to be founded. `id`: a UUID made by you, so that the same request sent again founds it once.
    `short`: its name in addresses. `club`: the short name of a club that you organise; left out where there
    is but one. `terms`: those that differ from what a league begins with; `divisions`, the hi..."""

    name: str
    short: str
    id: str | UnsetType = UNSET
    club: str | UnsetType = UNSET
    about: str | UnsetType = UNSET
    colour: str | UnsetType = UNSET
    visibility: str | UnsetType = UNSET
    terms: dict[str, bool | int | str] | UnsetType = UNSET
    divisions: list[LeagueDivision] | UnsetType = UNSET


class FriendlyForces(Struct, kw_only=True):
    """With what a rulebook's friendly battles are fought: `lists` that are ready, and the `scenarios` and
    `points` that forces are drawn for. `last`: those of your last battle, which come again; empty without
    one. `rosters`: whether forces may come of rosters."""

    system: str
    name: str
    lists: list[ReadyList]
    scenarios: list[FriendlyScenario]
    points: list[int]
    last: list[RoomSide]
    rosters: bool


class Grid(Struct, kw_only=True):
    """A squared board as you may see it: names of columns from the left, of rows from the top."""

    columns: list[str]
    rows: list[str]
    squares: list[Square]
    counters: list[Counter]


class Item(Struct, kw_only=True):
    """A report that cannot be decided again as it was: settle it in `settle` of a `Correct`, or with a
    `Resolve` after it."""

    position: int
    type: str
    kind: str
    rule: str
    text: str
    remedy: str
    dice: list[Roll]
    settled: str
    was: str | UnsetType = UNSET


class Joined(Struct, kw_only=True):
    """The battle is open. `guest`, `notes`: as in `Begun`."""

    battle: str
    guest: Key | None
    notes: list[RosterNote]


class Ladder(Struct, kw_only=True):
    """A ladder from the top. `open`: challenges are taken now; `range`: by how many rungs one goes up at
    most."""

    rungs: list[Rung]
    open: bool
    range: int
    position: int


class LeagueBegun(Struct, kw_only=True):
    """A season that has begun, or would. `campaigns`: their ids by division, none after a dry run. `kept`:
    crews."""

    number: int
    campaigns: dict[str, str]
    enlisted: int
    kept: int
    left: list[SeasonLeft]
    dry_run: bool
    position: int
    people: dict[str, str]


class LeagueCampaign(Struct, kw_only=True):
    """A campaign of a season, or of one division of it ("" where there are none). `rated`: its battles are;
    `places`: its final standings, none while it is under way. It is read at /api/v1/campaigns/{id}/ by
    whoever may see it."""

    id: str
    division: str
    name: str
    system: str
    rated: bool
    places: list[LeaguePlace]


class LeagueChoice(Struct, kw_only=True):
    """What may be reported now: POST `command` with `data` = `given` and the `fields` filled in."""

    command: str
    label: str
    help: str
    given: dict[str, Any]
    fields: list[CampaignField]


class LeagueChoices(Struct, kw_only=True):
    """A page of what you may report to a league now, in the order of its chapters. `next` is the address of
    the next page, null at the end; `count` is how many choices there are in all."""

    choices: list[LeagueChoice]
    next: str | None
    count: int
    position: int
    people: dict[str, str]


class LeagueExplanation(Struct, kw_only=True):
    """Why a figure is what it is: the steps to it, the oldest first."""

    of: str
    about: str
    player: str
    label: str
    value: str
    steps: list[LeagueStep]
    position: int
    people: dict[str, str]


class LeagueForeseen(Struct, kw_only=True):
    """What each result of a fixture would change; no `results` where it has one already, or is not rated."""

    campaign: str
    fixture: str
    results: list[ForeseenResult]
    position: int
    people: dict[str, str]


class LeaguePlan(Struct, kw_only=True):
    """What the next season can be made of. `ready`: false while it cannot begin; `why` says what is in the
    way, and then there is nothing else. `names`: of its campaigns, by division. `veteran_points`: the price
    of a kept crew for each grade in the last season, null where none was kept."""

    ready: bool
    why: str
    number: int
    title: str
    names: dict[str, str]
    veteran_points: int | None
    entries: list[SeasonEntry]
    position: int
    people: dict[str, str]


class LeaguePlayer(Struct, kw_only=True):
    """A player of a league with all they have done in it. `name`: what you may know them by; `alias`: the
    name that they chose, "" for none. `rating` is over all rulebooks, `ratings` by rulebook; one that is not
    `settled` is provisional."""

    player: str
    name: str
    alias: str
    division: str
    since: int
    rating: LeagueRating
    settled: bool
    ratings: dict[str, LeagueRating]
    played: int
    won: int
    drawn: int
    lost: int
    titles: int


class LeaguePlayers(Struct, kw_only=True):
    """A page of players: settled ratings first, the highest first. `next` is the address of the next page,
    null at the end."""

    players: list[LeaguePlayer]
    next: str | None
    position: int
