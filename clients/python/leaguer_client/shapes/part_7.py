"""Shapes of the API, part 7. Made by clients/python/generate.py. Not to be edited."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct, UnsetType

from leaguer_client.shapes.part_1 import (
    AdoptionShift,
    CampaignLine,
)
from leaguer_client.shapes.part_2 import (
    Counter,
    Delivery,
    DiceLuck,
    Fault,
    FriendlyScenario,
    Ground,
)
from leaguer_client.shapes.part_3 import (
    LeagueDivision,
    LeagueLine,
    LeagueRating,
)
from leaguer_client.shapes.part_4 import (
    PairedNow,
    Pick,
    ProposedDate,
)
from leaguer_client.shapes.part_5 import (
    ReadyList,
    Reason,
    Recruit,
    Returning,
    Roll,
    RoomSide,
)
from leaguer_client.shapes.part_6 import (
    Square,
    Step,
    Told,
    Webhook,
    WebhookData,
)


class WebhookMessage(Struct, kw_only=True):
    """The body of a message. `type`: the kind of log, a dot, and the event's name in small letters.
    `timestamp`: when it happened."""

    type: str
    timestamp: str
    data: WebhookData


class WebhookTestData(Struct, kw_only=True):
    """Whose test it is. `webhook`: its name."""

    club: str
    webhook: str


class Webhooks(Struct, kw_only=True):
    """All webhooks of a club, by name: 200 at most."""

    webhooks: list[Webhook]


class WhyPaired(Struct, kw_only=True):
    """Why two platoons were paired. `at`: the row of the log before it was announced, `announced_at` when
    that was; `standings`: the address of the standings at that row; `method`: in words, "" by hand;
    `reasons`: in words, as they were published. `since`: when corrections were made that reach back bef..."""

    at: int
    announced_at: str
    standings: str
    method: str
    reasons: list[str]
    since: list[str]
    known: PairedNow | None


class Work(Struct, kw_only=True):
    """A job the workshop would have on a vehicle."""

    job: str
    label: str
    rounds: int
    points: int
    needs: int
    faces: int


class AdoptionForeseen(Struct, kw_only=True):
    """What it comes to: which unit of the battle would be which vehicle (`units`), in which condition that
    vehicle would be then (`conditions`), and the platoons whose place or score would change."""

    units: dict[str, str]
    conditions: dict[str, str]
    platoons: list[AdoptionShift]


class AdoptionProposal(Struct, kw_only=True):
    """What `by` proposes to `asked`: that the `campaign` counts the battle. It waits `until` then."""

    id: str
    campaign: str
    name: str
    sides: dict[str, str]
    fixture: str
    by: str
    asked: str
    agreed: bool
    until: str | None
    foreseen: AdoptionForeseen | None
    against: list[Fault]
    people: dict[str, str]


class BattleLuck(Struct, kw_only=True):
    """The luck of each side in a battle so far, in the order of the questions' first dice."""

    position: int
    luck: list[DiceLuck]


class BeginSeason(Struct, kw_only=True):
    """What is left out is as the plan has it: everybody returns who has a vehicle left. `veteran_points`: the
    price of a kept crew for each grade; null where every crew begins anew. `id`: a UUID made by you, so that
    the same request sent again begins the season once, and is answered as it was."""

    id: str | UnsetType = UNSET
    title: str | UnsetType | None = UNSET
    names: dict[str, str] | UnsetType | None = UNSET
    entries: list[Returning] | UnsetType | None = UNSET
    veteran_points: int | UnsetType | None = UNSET


class CampaignField(Struct, kw_only=True):
    """A fact or dice that a choice of a campaign asks for; the kinds that battles ask for are as there
    (`Field`)."""

    name: str
    kind: str
    label: str
    help: str
    picks: list[Pick]
    catalogue: str | None
    least: int
    most: int
    faces: int
    measure: str
    repeats: bool
    required: bool
    ahead: bool
    fields: list[CampaignField]
    by: str
    default: Any
    excluded: list[bool | int | str | list[str]]
    unlike: str
    made_of: str
    of_faults: bool
    zone: str


class CampaignStep(Struct, kw_only=True):
    """A row of the campaign's log that changed the fact, or says something about it. `before` is null if it
    did not exist yet. `dice` are those rolled in it, `seed_row` the row with the new seed that they followed
    from, 0 for the campaign's first."""

    position: int
    by: str
    at: str
    via: str
    before: str | None
    after: str | None
    type: str
    data: dict[str, Any]
    text: str
    reasons: list[Reason]
    dice: list[Roll]
    seed_row: int


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


class Deliveries(Struct, kw_only=True):
    """The newest first. They are kept for thirty days. `next` is the address of older ones, null at the end."""

    deliveries: list[Delivery]
    next: str | None


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
