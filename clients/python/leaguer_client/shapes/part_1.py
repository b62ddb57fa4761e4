"""Shapes of the API, part 1. Made by clients/python/generate.py. Not to be edited."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct, UnsetType


class AdoptedAs(Struct, kw_only=True):
    """AdoptedAs"""

    campaign: str
    fixture: str


class AdoptingCampaign(Struct, kw_only=True):
    """A campaign in which both players command a platoon. `platoons`: by side of the battle, those of its
    player."""

    id: str
    name: str
    platoons: dict[str, list[str]]


class AdoptionShift(Struct, kw_only=True):
    """Place and score of a platoon, before the battle counts and after."""

    platoon: str
    rank_before: int
    score_before: int
    rank_after: int
    score_after: int


class AgreeToAdoption(Struct, kw_only=True):
    """`proposal`: the id of the one that was seen."""

    proposal: str


class Allowance(Struct, kw_only=True):
    """What a platoon's supply allows it, by the campaign's terms: a march up to this cost (see `Link`), the
    workshop's work ("all", "one" vehicle at a time, "none"), and whether it may buy."""

    march: int
    workshop: str
    purchases: bool


class AnswerHeldRuling(Struct, kw_only=True):
    """`confirm` it, or `decline` it with a reason, as a second officer; `withdraw` what you have asked for."""

    answer: str
    reason: str | UnsetType = UNSET


class Appointment(Struct, kw_only=True):
    """An office someone holds in the campaign by a ruling: organiser or umpire. The club's organisers have
    theirs without one."""

    person: str
    office: str


class Appointments(Struct, kw_only=True):
    """Appointments"""

    appointments: list[Appointment]
    position: int
    people: dict[str, str]


class Article(Struct, kw_only=True):
    """A model or card of the catalogue with its figures; `source` says where they come from."""

    key: str
    name: str
    kind: str
    nation: str
    points: int
    figures: dict[str, Any]
    status: str
    source: str


class Articles(Struct, kw_only=True):
    """A page of a catalogue, in the catalogue's order."""

    units: list[Article]
    next: str | None
    count: int


class AskLeagueScenario(Struct, kw_only=True):
    """`changes`: `turned` (each a `game` and its `winner`, "-" for a draw), `without_players`, and `terms`
    that ratings follow from. `scenario`: a saved scenario of one of the league's seasons, to begin with."""

    changes: dict[str, Any]
    scenario: str | UnsetType = UNSET


class AskScenario(Struct, kw_only=True):
    """`changes`: objects with a `type` (`TurnedResult`, `WithoutBattle`, `WithoutPlayer`, `OtherScoring`,
    `OtherTerms`, `OtherBattles`) and its fields. `position`: the row of the log up to which the season is
    folded; 0 for all."""

    changes: list[dict[str, Any]]
    position: int | UnsetType = UNSET


class BattleLine(Struct, kw_only=True):
    """A battle in a list. `name` is its `title`, or a name made for it; `players` name accounts by side;
    `waiting` are the sides that have to report next, `voided` those whose confirmation fell by a correction
    or an undo and that have not confirmed again."""

    id: str
    campaign: str | None
    system: str
    edition: str
    scenario: str
    title: str
    name: str
    status: str
    round: int
    position: int
    winner: str
    players: dict[str, list[str]]
    waiting: list[str]
    voided: list[str]
    mustered_at: str
    moved_at: str


class Battles(Struct, kw_only=True):
    """A page of battles, newest first. `next` is the address of the next page, null at the end."""

    battles: list[BattleLine]
    next: str | None
    people: dict[str, str]


class BeginFriendly(Struct, kw_only=True):
    """A friendly battle to prepare."""

    system: str
    forces: str
    list: str | UnsetType = UNSET
    scenario: str | UnsetType = UNSET
    points: int | UnsetType = UNSET
    roster: str | UnsetType = UNSET
    other_roster: str | UnsetType = UNSET
    side: str | UnsetType = UNSET
    dice: str | UnsetType = UNSET
    other: str | UnsetType = UNSET
    nickname: str | UnsetType = UNSET


class Campaign(Struct, kw_only=True):
    """A campaign with its house rules as they stand in `round` (that under way, or the next; 0 before the
    first), and where its log stands. `commitment` is SHA-256 of the seed of its battles' seeds. `map`: it is
    fought on a map, see /map/; then `scores` are those of the sides, `victory` is how the war ..."""

    id: str
    name: str
    system: str
    edition: str
    status: str
    options: dict[str, bool | int | str]
    sides: dict[str, str]
    terms: dict[str, bool | int | str]
    scoring: dict[str, int]
    breakers: list[str]
    round: int
    commitment: str
    map: bool
    scores: dict[str, int]
    victory: str
    victor: str
    position: int
    digest: str
    opened_at: str
    moved_at: str
    may: list[str]


class CampaignFact(Struct, kw_only=True):
    """A fact that can be explained, as it stands. Ask for it by `of`."""

    of: str
    about: str
    kind: str
    label: str
    value: str


class CampaignFacts(Struct, kw_only=True):
    """Every fact of the campaign that can be explained to you."""

    facts: list[CampaignFact]
    position: int


class CampaignLine(Struct, kw_only=True):
    """A campaign in a list."""

    id: str
    name: str
    system: str
    status: str
    opened_at: str
    moved_at: str


class CampaignProposal(Struct, kw_only=True):
    """What `platoon` asks others to agree to, with `Agree` or `Decline` and this `position`: several may be
    open."""

    position: int
    platoon: str
    type: str
    data: dict[str, Any]
    text: str
    asks: list[str]
    agreed: list[str]


class Campaigns(Struct, kw_only=True):
    """A page of campaigns, newest first. `next` is the address of the next page, null at the end."""

    campaigns: list[CampaignLine]
    next: str | None


class ChanceEstimate(Struct, kw_only=True):
    """`seasons` drawn by `seed`: the share of those in which the rank came up, its standard error, and the
    bounds of 95 percent; how often each rank came up. `model`: where the chances come from."""

    seasons: int
    seed: int
    share: float
    error: float
    low: float
    high: float
    ranks: dict[str, int]
    model: str


class ChanceGame(Struct, kw_only=True):
    """A fixture that is left; `fixture` "" where it is not announced. `matters`: it can change the answer."""

    fixture: str
    home: str
    away: str
    matters: bool


class ChanceNeed(Struct, kw_only=True):
    """Of a game, by its number in `games`: results of who is at home that are enough."""

    game: int
    results: list[str]


class ChanceWay(Struct, kw_only=True):
    """What is enough by itself, in words and by game."""

    text: str
    needs: list[ChanceNeed]


class Chances(Struct, kw_only=True):
    """`verdict`: certain, possible, impossible, or drawn (an estimate). `hoped`: the ways only make it
    possible, as what a result brings besides is not known."""

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
    position: int


class ChangeScenario(Struct, kw_only=True):
    """Another name, other readers; what is left out stays."""

    name: str | UnsetType = UNSET
    readers: str | UnsetType = UNSET


class ChangedWebhook(Struct, kw_only=True):
    """What shall be otherwise; what is left out stays. `on`: false switches it off, true on again."""

    name: str | UnsetType = UNSET
    url: str | UnsetType = UNSET
    campaign: str | UnsetType | None = UNSET
    battles: bool | UnsetType = UNSET
    campaigns: bool | UnsetType = UNSET
    leagues: bool | UnsetType = UNSET
    members_too: bool | UnsetType = UNSET
    on: bool | UnsetType = UNSET


class ClaimSeat(Struct, kw_only=True):
    """The guest's `code`, however it is typed."""

    code: str


class ClaimedSeat(Struct, kw_only=True):
    """The battle you play in from now on."""

    battle: str


class ClubKey(Struct, kw_only=True):
    """A key of a club. The log names it by its `id` as who reported; `maker`: the officer it acts for.
    `last_used`: to the hour, null while it was not; `ended`: when an officer ended it, null while none has."""

    id: str
    name: str
    scopes: list[str]
    maker: str
    created: str
    expires: str
    last_used: str | None
    ended: str | None
