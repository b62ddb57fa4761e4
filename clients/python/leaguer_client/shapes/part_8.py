"""Shapes of the API, part 8. Made by clients/python/generate.py. Not to be edited."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct, UnsetType

from leaguer_client.shapes.part_1 import (
    Allowance,
)
from leaguer_client.shapes.part_2 import (
    Difference,
)
from leaguer_client.shapes.part_3 import (
    Key,
    LeagueAwarded,
    LeagueMove,
    LeaguePlace,
    LeagueRating,
    LeagueRerated,
    LeagueStay,
    LeagueStep,
)
from leaguer_client.shapes.part_4 import (
    LeagueTeamSeason,
    LeagueTitle,
    LeagueTransferred,
    LeagueWon,
    Link,
    PlaceThen,
    Posted,
    PostPhoto,
    PostReaction,
)
from leaguer_client.shapes.part_5 import (
    Roll,
    RosterNote,
    Rung,
)
from leaguer_client.shapes.part_6 import (
    SeasonEntry,
    SeasonLeft,
    Sector,
    Stood,
    UnitOutcome,
    Vehicle,
    Webhook,
)
from leaguer_client.shapes.part_7 import (
    CampaignField,
    Change,
    ForeseenResult,
)


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


class LeagueScenarioRow(Struct, kw_only=True):
    """A player before and after; null for no rating."""

    player: str
    name: str
    before: PlaceThen | None
    after: PlaceThen | None


class LeagueSeason(Struct, kw_only=True):
    """A season of a league. Titles and moves come as it is closed."""

    number: int
    title: str
    closed: bool
    campaigns: list[LeagueCampaign]
    titles: list[LeagueTitle]
    moves: list[LeagueMove]


class LeagueShift(Struct, kw_only=True):
    """What a report would change in a league: only what differs."""

    ratings: list[LeagueRerated]
    divisions: list[LeagueTransferred]
    titles: list[LeagueWon]
    honours: list[LeagueAwarded]
    people: dict[str, str]


class LeagueTeam(Struct, kw_only=True):
    """A team. `team`: its short name; `captain`: "" for none; `since`: the season in which it was formed.
    `players`, in the order in which they came; `seasons`, the newest first."""

    team: str
    name: str
    colour: str
    captain: str
    since: int
    ended: bool
    players: list[LeagueStay]
    seasons: list[LeagueTeamSeason]


class LeagueTeams(Struct, kw_only=True):
    """A page of teams, those that go on first, by name. `next` is the address of the next page, null at the
    end."""

    teams: list[LeagueTeam]
    next: str | None
    position: int
    people: dict[str, str]


class MadeWebhook(Struct, kw_only=True):
    """`secret` signs what is sent (Standard Webhooks). It is shown only once."""

    secret: str
    webhook: Webhook


class Map(Struct, kw_only=True):
    """The map as it stands. `sides` by key with their names, `scores` by side. `fronts`: the links, by their
    ends, between sectors of different owners. `round`: the one under way, or the next; `orders_by`: when its
    orders are disclosed, "" if an organiser decides when, or if none are awaited. `victory`..."""

    sides: dict[str, str]
    sectors: list[Sector]
    links: list[Link]
    fronts: list[tuple[str, str]]
    platoons: list[Posted]
    scores: dict[str, int]
    round: int
    orders_by: str
    victory: str
    victor: str
    position: int


class Moved(Struct, kw_only=True):
    """A platoon that would stand otherwise. If you may not know its purse (`known`), it is shown as 0."""

    platoon: str
    before: Stood
    after: Stood
    known: bool


class Outcome(Struct, kw_only=True):
    """The outcome of a battle that is over. `winner` and `field` are sides, "" for nobody."""

    winner: str
    points: dict[str, int]
    field: str
    how: str
    units: list[UnitOutcome]


class PlatoonSheet(Struct, kw_only=True):
    """A platoon as it stands. `players` command it, its own first; `order` and `hold` are their instructions
    to the workshop; `flaws`: its faults, each with the reason it was let pass for ("" for a warning)."""

    platoon: str
    name: str
    players: list[str]
    side: str
    card: str
    joined: int
    dropped: bool
    rank: int
    score: int
    penalty: int
    purse: int | None
    owed: int | None
    worth: int | None
    cards: dict[str, list[str]] | None
    order: list[str]
    hold: list[str]
    flaws: dict[str, str]
    sector: str
    supply: str
    entrenched: bool
    ordered: bool
    engaged: str
    retreat_by: str
    allows: Allowance | None
    vehicles: list[Vehicle]
    fixtures: list[str]
    may: list[str]
    position: int
    people: dict[str, str]


class Post(Struct, kw_only=True):
    """`body` is markdown with names for those it mentions, `html` what it comes to. `hidden`: a moderator has
    hidden it for the reason in `why`; without `body`, it is hidden from you. `muted`: you do not want to read
    its author."""

    id: str
    author: str
    made_at: str
    edited_at: str | None
    hidden: bool
    why: str
    muted: bool
    mine: bool
    body: str
    html: str
    photos: list[PostPhoto]
    reactions: list[PostReaction]


class Posts(Struct, kw_only=True):
    """The newest posts, in the order in which they were written; `next` leads to those before them. `writes`:
    you may answer; `moderates`: you may hide a post; `muted`: you do not want to hear of this conversation."""

    posts: list[Post]
    writes: bool
    moderates: bool
    muted: bool
    people: dict[str, str]
    next: str | None


class Preview(Struct, kw_only=True):
    """Preview of a report that corrects the battle. Items not settled yet are assumed to be kept."""

    again: int
    taken: list[Change]
    changes: list[Change]
    items: list[Item]
    orphans: list[Roll]
    voided: list[str]
    sheet: list[Difference]
    outcome: list[Difference]
    beyond: int
    asks: bool
