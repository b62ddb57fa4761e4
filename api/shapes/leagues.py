"""Shapes for leagues: what they are, who plays in them, and what may be reported to one."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from api.shapes.kinds import Digest, Id, People, PlayerKey, Position, Time
from api.shapes.reports import CampaignField


class LeagueLine(msgspec.Struct):
    """A league in a list."""

    id: Id
    name: str
    club: str
    season: int
    under_way: bool
    players: int
    founded_at: Time
    moved_at: Time


class Leagues(msgspec.Struct):
    """A page of leagues, newest first. `next` is the address of the next page, null at the end."""

    leagues: list[LeagueLine]
    next: str | None


class LeagueDivision(msgspec.Struct, forbid_unknown_fields=True):
    """A division, by a key of its own."""

    key: str
    name: str


class LeaguePlace(msgspec.Struct):
    """A place in the final standings of a season. Equals share a rank. `name`: the platoon's."""

    rank: int
    score: int
    name: str
    players: list[PlayerKey]


class LeagueCampaign(msgspec.Struct):
    """A campaign of a season, or of one division of it ("" where there are none). `rated`: its battles are; `places`:
    its final standings, none while it is under way. It is read at /api/v1/campaigns/{id}/ by whoever may see it."""

    id: Id
    division: str
    name: str
    system: str
    rated: bool
    places: list[LeaguePlace]


class LeagueTitle(msgspec.Struct):
    """Who won a season, in a division ("" where there are none)."""

    player: PlayerKey
    division: str


class LeagueMove(msgspec.Struct):
    """Who plays in which division from the next season on."""

    player: PlayerKey
    division: str


class LeagueSeason(msgspec.Struct):
    """A season of a league. Titles and moves come as it is closed."""

    number: int
    title: str
    closed: bool
    campaigns: list[LeagueCampaign]
    titles: list[LeagueTitle]
    moves: list[LeagueMove]


class League(msgspec.Struct):
    """A league as it stands. `divisions`, the highest first; `seasons`, the oldest first, and `season` the number of
    the newest (0 before the first), `under_way` while it is not closed. `model`: what rates players, with its version;
    `unsettled`: reports that a correction has left to settle. `officers`: who organises it beside its club's.

    `may` are the types of report you may send to it: /api/v1/leagues/commands/ has their fields.
    """

    id: Id
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
    officers: list[Id]
    unsettled: int
    position: Position
    digest: Digest
    founded_at: Time
    moved_at: Time
    may: list[str]
    people: People


class FoundLeague(msgspec.Struct, forbid_unknown_fields=True):
    """A league to be founded. `id`: a UUID made by you, so that the same request sent again founds it once. `short`:
    its name in addresses. `club`: the short name of a club that you organise; left out where there is but one.
    `terms`: those that differ from what a league begins with; `divisions`, the highest first."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
    short: Annotated[str, msgspec.Meta(max_length=40, pattern=r"^[-a-zA-Z0-9_]+$")]
    id: Annotated[str, msgspec.Meta(max_length=36)] = ""
    club: Annotated[str, msgspec.Meta(max_length=40)] = ""
    about: Annotated[str, msgspec.Meta(max_length=2000)] = ""
    colour: Annotated[str, msgspec.Meta(pattern=r"^(#[0-9a-f]{6})?$")] = ""
    visibility: Annotated[str, msgspec.Meta(max_length=10)] = "public"
    terms: Annotated[dict[str, bool | int | str], msgspec.Meta(max_length=50)] = {}
    divisions: Annotated[list[LeagueDivision], msgspec.Meta(max_length=20)] = []


class LeagueRating(msgspec.Struct):
    """A rating, how far off it may be either way, and of how many games it is made."""

    rating: int
    doubt: int
    games: int


class LeaguePlayer(msgspec.Struct):
    """A player of a league with all they have done in it. `name`: what you may know them by; `alias`: the name that
    they chose, "" for none. `rating` is over all rulebooks, `ratings` by rulebook; one that is not `settled` is
    provisional."""

    player: PlayerKey
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


class LeaguePlayers(msgspec.Struct):
    """A page of players: settled ratings first, the highest first. `next` is the address of the next page, null at the
    end."""

    players: list[LeaguePlayer]
    next: str | None
    position: Position


class LeagueGame(msgspec.Struct):
    """A game as one of its players has it. `number`: in the order in which results came in; `battle`: null where none
    was fought here; `how`: "fought", "walkover", "conceded" and so on. `rating` after it and its `change`: null where
    it is not rated. `platoon_of`: for whose platoon they sat in; `substitute`: who sat in for them; both are left out
    where nobody did."""

    game: str
    number: int
    season: int
    campaign: Id
    round: int
    system: str
    battle: Id | None
    how: str
    result: str
    points: int
    against: int
    partners: list[PlayerKey]
    opponents: list[PlayerKey]
    rating: int | None
    change: int | None
    platoon_of: list[PlayerKey] | msgspec.UnsetType = msgspec.UNSET
    substitute: PlayerKey | msgspec.UnsetType = msgspec.UNSET


class LeagueGames(msgspec.Struct):
    """A page of a player's games, newest first. `next` is the address of the next page, null at the end."""

    games: list[LeagueGame]
    next: str | None
    position: Position
    people: People


class LeagueChoice(msgspec.Struct):
    """What may be reported now: POST `command` with `data` = `given` and the `fields` filled in."""

    command: str
    label: str
    help: str
    given: dict[str, Any]
    fields: list[CampaignField]


class LeagueChoices(msgspec.Struct):
    """A page of what you may report to a league now, in the order of its chapters. `next` is the address of the next
    page, null at the end; `count` is how many choices there are in all."""

    choices: list[LeagueChoice]
    next: str | None
    count: int
    position: Position
    people: People
