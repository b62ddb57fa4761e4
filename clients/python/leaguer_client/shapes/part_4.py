"""Shapes of the API, part 4. Made by clients/python/generate.py. Not to be edited."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct, UnsetType

from leaguer_client.shapes.part_1 import (
    BattleLine,
    ClubKey,
)
from leaguer_client.shapes.part_2 import (
    DraftedPair,
    Entry,
    Event,
    Fault,
    GivenOrder,
    HavenChoice,
)
from leaguer_client.shapes.part_3 import (
    LeagueCareer,
    LeagueDeed,
    LeagueHonour,
    LeagueLine,
)


class LeagueTeamSeason(Struct, kw_only=True):
    """What a team's players have done for it in a season. `titles`: how many of them have won the season."""

    season: int
    rank: int
    players: int
    played: int
    won: int
    drawn: int
    lost: int
    points: int
    titles: int


class LeagueTitle(Struct, kw_only=True):
    """Who won a season, in a division ("" where there are none)."""

    player: str
    division: str


class LeagueTransferred(Struct, kw_only=True):
    """Somebody who would play in another division, each by its key, "" for none."""

    player: str
    before: str
    after: str


class LeagueVehicle(Struct, kw_only=True):
    """A vehicle with its battles, the newest first, and its honours."""

    career: LeagueCareer
    battles: list[LeagueDeed]
    honours: list[LeagueHonour]
    position: int
    people: dict[str, str]


class LeagueWon(Struct, kw_only=True):
    """A title that somebody would have (`given`), or have no more."""

    season: int
    division: str
    player: str
    given: bool


class Leagues(Struct, kw_only=True):
    """A page of leagues, newest first. `next` is the address of the next page, null at the end."""

    leagues: list[LeagueLine]
    next: str | None


class Ledger(Struct, kw_only=True):
    """A page of the points of one platoon or all, oldest first."""

    entries: list[Entry]
    next: str | None


class Limit(Struct, kw_only=True):
    """A limit across several fields: their numbers, each multiplied by its `times`, add up to at most `most`."""

    times: dict[str, int]
    most: int


class Link(Struct, kw_only=True):
    """Two sectors that touch, `one` before `other`: by "road", "rail" or over a "river". `cost` is what a
    march or a supply column pays for it; nothing goes over one that is `closed`."""

    kind: str
    one: str
    other: str
    cost: int
    closed: bool


class MadeClubKey(Struct, kw_only=True):
    """A new key. `token` is shown only once; send it as `Authorization: Bearer <token>`."""

    token: str
    key: ClubKey


class Me(Struct, kw_only=True):
    """Who you are."""

    id: str
    username: str
    name: str
    staff: bool
    organises: list[str]
    umpires: list[str]
    waiting: list[BattleLine]
    people: dict[str, str]


class ModelCount(Struct, kw_only=True):
    """ModelCount"""

    model: str
    count: int


class MyCalendar(Struct, kw_only=True):
    """Where a calendar program reads your dates; "" for nowhere yet."""

    address: str


class NewClubKey(Struct, kw_only=True):
    """What a key shall be called, what it may do, and for how many days."""

    name: str
    scopes: list[str]
    days: int | UnsetType = UNSET


class NewWebhook(Struct, kw_only=True):
    """Where a club's events shall be sent, and which. `campaign`: only what happens in this one of the
    club's."""

    name: str
    url: str
    campaign: str | UnsetType | None = UNSET
    battles: bool | UnsetType = UNSET
    campaigns: bool | UnsetType = UNSET
    leagues: bool | UnsetType = UNSET
    members_too: bool | UnsetType = UNSET


class Option(Struct, kw_only=True):
    """A switch or house rule, declared once; admin, API and pages are made from the declaration."""

    name: str
    type: str
    default: bool | int | str
    help: str
    rule: str
    choices: list[str] | UnsetType = UNSET
    least: int | UnsetType = UNSET
    most: int | UnsetType = UNSET
    later: bool | UnsetType = UNSET
    label: str | UnsetType = UNSET
    labels: list[str] | UnsetType = UNSET


class OrderChoice(Struct, kw_only=True):
    """An order that would be accepted now: `do` and `to` as `Order` takes them, the `way` there and its
    `cost` in march points; `risks`: what may come of it, in words."""

    do: str
    to: str
    label: str
    way: list[str]
    cost: int
    risks: list[str]


class Orders(Struct, kw_only=True):
    """What a platoon's players may order: `choices` in the order a page offers them, none while no orders are
    taken; `given`, the one that counts so far, null for none. `havens`: where it may retreat, the clerk's
    choice first, while it has to (`retreat_by`)."""

    platoon: str
    sector: str
    supply: str
    round: int
    orders_by: str
    given: GivenOrder | None
    choices: list[OrderChoice]
    retreat_by: str
    havens: list[HavenChoice]
    position: int


class PairedNow(Struct, kw_only=True):
    """The same as it is known now, with every correction made since: the reasons, and whom the platoon at
    home would meet by the method ("" for nobody, or where it was paired by hand)."""

    reasons: list[str]
    meets: str


class PairingDraft(Struct, kw_only=True):
    """The next round as a method would pair it. `byes`: platoons that would have no fixture; `reasons` for
    each pair and bye, and what the pairings break (`breaks`), in words. `unconfirmed`: the fixtures whose
    results it looks at and which are not certain yet, and `rests_on` for each pairing those of t..."""

    method: str
    pairings: list[DraftedPair]
    byes: list[str]
    reasons: list[str]
    breaks: list[str]
    unconfirmed: list[str]
    rests_on: list[list[str]]
    position: int


class Pick(Struct, kw_only=True):
    """One value a field may take. Campaigns say more of some, and leave out what there is not to say: `notes`
    on it; what it `costs` in points, by the catalogue; the nation whose it is (`of`); and `beside` which
    values of other fields of the same object alone it is picked."""

    value: str
    label: str
    notes: list[str] | UnsetType = UNSET
    costs: int | UnsetType = UNSET
    of: str | UnsetType = UNSET
    beside: dict[str, str] | UnsetType = UNSET


class Picks(Struct, kw_only=True):
    """One list of names of a rulebook's catalogue, in the catalogue's order."""

    picks: list[Pick]


class PlaceThen(Struct, kw_only=True):
    """PlaceThen"""

    place: int
    rating: int


class Platoon(Struct, kw_only=True):
    """A platoon and its vehicles, by id."""

    platoon: str
    name: str
    player: str
    side: str
    card: str
    vehicles: list[str]


class Platoons(Struct, kw_only=True):
    """Platoons"""

    platoons: list[Platoon]
    position: int
    people: dict[str, str]


class PostPhoto(Struct, kw_only=True):
    """A JPEG, for who may read the post."""

    url: str
    width: int
    height: int


class PostReaction(Struct, kw_only=True):
    """How often it was given; `mine`: you have, too."""

    kind: str
    count: int
    mine: bool


class Posted(Struct, kw_only=True):
    """A platoon on the map. `sector`: where it stands, "reserve" for nowhere on it. `ordered`: it has its
    order for the round under way; only its players may read it until orders are disclosed. `engaged`: the
    fixture that keeps it, "" for none; `retreat_by`: when the clerk chooses where it retreats, ""..."""

    platoon: str
    name: str
    side: str
    sector: str
    supply: str
    entrenched: bool
    ordered: bool
    engaged: str
    retreat_by: str


class Problem(Struct, kw_only=True):
    """RFC 9457. `code` is for programs; `rule`, `field` and `remedy` say which rule, which field, what would
    be right."""

    title: str
    status: int
    code: str
    detail: str
    rule: str | UnsetType = UNSET
    field: str | UnsetType = UNSET
    remedy: str | UnsetType = UNSET
    report: str | UnsetType = UNSET
    errors: list[Fault] | UnsetType = UNSET
    position: int | UnsetType = UNSET
    missed: list[Event] | UnsetType = UNSET
    people: dict[str, str] | UnsetType = UNSET
    type: str | UnsetType = UNSET


class Proposal(Struct, kw_only=True):
    """What `side` asks the other sides to agree to, with `Agree` or `Decline` and this `position`."""

    position: int
    side: str
    type: str
    data: dict[str, Any]
    text: str
    agreed: list[str]


class ProposeAdoption(Struct, kw_only=True):
    """`sides`: the platoon of each side by key. `fixture`: the announced one the battle was fought for, ""
    for none."""

    campaign: str
    sides: dict[str, str]
    fixture: str | UnsetType = UNSET


class ProposedDate(Struct, kw_only=True):
    """A date that `platoon` proposes for a fixture, and where."""

    platoon: str
    at: str
    place: str | UnsetType = UNSET
