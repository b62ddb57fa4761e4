"""Shapes of the API, part 8. Made by clients/python/generate.py. Not to be edited."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from leaguer_client.shapes.part_1 import (
    AdoptedAs,
    AdoptingCampaign,
    Allowance,
    CampaignProposal,
)
from leaguer_client.shapes.part_2 import (
    Difference,
)
from leaguer_client.shapes.part_3 import (
    Key,
    LeagueAwarded,
    LeagueMove,
    LeagueRerated,
    LeagueStay,
    LeagueTeamSeason,
    LeagueTitle,
    LeagueTransferred,
    LeagueWon,
    Limit,
)
from leaguer_client.shapes.part_4 import (
    Link,
    PlaceThen,
    Posted,
    PostPhoto,
    PostReaction,
    ReachRating,
)
from leaguer_client.shapes.part_5 import (
    RereadRuling,
    Roll,
    RoomSide,
    RosterNote,
    Sector,
)
from leaguer_client.shapes.part_6 import (
    AdoptionProposal,
    CampaignField,
    CampaignStep,
    StandingThen,
    Stood,
    UnitOutcome,
    Vehicle,
)
from leaguer_client.shapes.part_7 import (
    Change,
    Condition,
    Enlistment,
    Field,
    Item,
    LeagueCampaign,
)


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
