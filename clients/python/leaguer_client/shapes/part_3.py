"""Shapes of the API, part 3. Made by clients/python/generate.py. Not to be edited."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType


class HeldRulingRow(Struct, kw_only=True):
    """What an officer has sent, in a list: the kinds of its reports, and how it stands."""

    id: str
    kind: str
    state: str
    types: list[str]
    by: str
    asked_at: str
    answered_by: str | None
    answered_at: str | None


class HeldRulings(Struct, kw_only=True):
    """The newest first. `people`: the names of those here. `next` is the address of older ones, null at the
    end."""

    rulings: list[HeldRulingRow]
    people: dict[str, str]
    next: str | None


class HidePost(Struct, kw_only=True):
    """Hide it, or show it again, for a reason that everybody reads."""

    hidden: bool
    reason: str


class HistoryLine(Struct, kw_only=True):
    """A line as it is understood. `result`: whether it comes in; `fault`: whether it cannot, and then
    `remedy` says what would be right and `field` what it is about."""

    line: int
    text: str
    result: bool
    fault: bool
    remedy: str
    field: str


class HistoryName(Struct, kw_only=True):
    """Who a name of the list is taken for. `player`: the key of somebody known here; null for who would be
    new or is left `out`."""

    name: str
    player: str | None
    out: bool


class HistorySeason(Struct, kw_only=True):
    """A season as it comes in: its key among the league's campaigns, and how many results and final places it
    has."""

    id: str
    title: str
    results: int
    places: int


class HistoryTaken(Struct, kw_only=True):
    """What a list comes to. `preview`: nothing was written."""

    kind: str
    lines: list[HistoryLine]
    names: list[HistoryName]
    seasons: list[HistorySeason]
    preview: bool
    position: int


class Index(Struct, kw_only=True):
    """Addresses of the main resources."""

    release: str
    token: str
    me: str
    systems: str
    campaigns: str
    clubs: str
    leagues: str
    battles: str
    schema: str
    docs: str


class JoinFriendly(Struct, kw_only=True):
    """The `code` that the other player was told, however it is typed."""

    code: str
    nickname: str | UnsetType = UNSET
    forces: str | UnsetType = UNSET
    list: str | UnsetType = UNSET
    points: int | UnsetType = UNSET
    roster: str | UnsetType = UNSET


class Key(Struct, kw_only=True):
    """A new token with its `name`. It is shown only once; send it as `Authorization: Bearer <token>`."""

    token: str
    user: str
    name: str
    expires: str


class LeagueAwarded(Struct, kw_only=True):
    """An honour that somebody would have (`given`), or have no more. `machine`: the vehicle it is for, null
    of a player's."""

    season: int
    honour: str
    player: str
    machine: str | None
    figure: int
    given: bool


class LeagueCareer(Struct, kw_only=True):
    """A vehicle over its seasons. `machines`: it in each of them, as "campaign/vehicle", the newest first.
    `fate`: in its last battle."""

    machines: list[str]
    name: str
    model: str
    player: str
    seasons: list[int]
    battles: int
    shots: int
    hits: int
    kills: int
    damage: int
    wrecked: int
    fate: str


class LeagueCareers(Struct, kw_only=True):
    """A page of vehicles, the most kills first. `next` is the address of the next page, null at the end."""

    vehicles: list[LeagueCareer]
    next: str | None
    position: int
    people: dict[str, str]


class LeagueDeed(Struct, kw_only=True):
    """What a vehicle did in a battle. `battle`: null where none was fought here; `result`: of its side, ""
    where that is not known."""

    season: int
    campaign: str
    round: int
    battle: str | None
    result: str
    shots: int
    hits: int
    kills: int
    damage: int
    fate: str


class LeagueDivision(Struct, kw_only=True):
    """A division, by a key of its own."""

    key: str
    name: str


class LeagueFact(Struct, kw_only=True):
    """A figure of the league that can be explained, as it stands. `about`: the player, or the vehicle as
    "campaign/vehicle"; `player`: whose it is. Ask for it by `of`."""

    of: str
    about: str
    player: str
    label: str
    value: str


class LeagueFacts(Struct, kw_only=True):
    """The figures of the league's players and honours that can be explained to you. Those of vehicles are
    asked for by name."""

    facts: list[LeagueFact]
    position: int
    people: dict[str, str]


class LeagueGame(Struct, kw_only=True):
    """A game as one of its players has it. `number`: in the order in which results came in; `battle`: null
    where none was fought here; `how`: "fought", "walkover", "conceded" and so on. `rating` after it and its
    `change`: null where it is not rated. `platoon_of`: for whose platoon they sat in; `substit..."""

    game: str
    number: int
    season: int
    campaign: str
    round: int
    system: str
    battle: str | None
    how: str
    result: str
    points: int
    against: int
    partners: list[str]
    opponents: list[str]
    rating: int | None
    change: int | None
    platoon_of: list[str] | UnsetType = UNSET
    substitute: str | UnsetType = UNSET


class LeagueGames(Struct, kw_only=True):
    """A page of a player's games, newest first. `next` is the address of the next page, null at the end."""

    games: list[LeagueGame]
    next: str | None
    position: int
    people: dict[str, str]


class LeagueHonour(Struct, kw_only=True):
    """An honour as it was awarded. `honour`: its key, `title` what it is called, `own`: the league has
    composed it. `machine`: the vehicle it is for, as "campaign/vehicle", null of a player's and where you may
    not read its campaign. `what`: what the `figure` counts, "" of one that was composed."""

    season: int
    honour: str
    title: str
    own: bool
    player: str
    machine: str | None
    what: str
    figure: int


class LeagueHonours(Struct, kw_only=True):
    """A page of honours, the newest season first. `next` is the address of the next page, null at the end."""

    honours: list[LeagueHonour]
    next: str | None
    position: int
    people: dict[str, str]


class LeagueLine(Struct, kw_only=True):
    """A league in a list."""

    id: str
    name: str
    club: str
    season: int
    under_way: bool
    players: int
    founded_at: str
    moved_at: str


class LeagueMove(Struct, kw_only=True):
    """Who plays in which division from the next season on."""

    player: str
    division: str


class LeaguePlace(Struct, kw_only=True):
    """A place in the final standings of a season. Equals share a rank. `name`: the platoon's."""

    rank: int
    score: int
    name: str
    players: list[str]


class LeagueRating(Struct, kw_only=True):
    """A rating, how far off it may be either way, and of how many games it is made."""

    rating: int
    doubt: int
    games: int


class LeagueRerated(Struct, kw_only=True):
    """A rating that would be another: over all rulebooks (`ladder` ""), or in one. null: there is none."""

    player: str
    ladder: str
    before: int | None
    after: int | None


class LeagueStay(Struct, kw_only=True):
    """The seasons in which a player counts for a team: `until` null while they are in it."""

    player: str
    since: int
    until: int | None


class LeagueStep(Struct, kw_only=True):
    """A game, or a row of the league's log, that made the figure what it is. `before`: null if there was none
    yet; `after`: null where there is none. `position`: the row that reported it, 0 if none did; `type` and
    `text` say what that tells. `campaign`, `fixture` and `battle`: where it goes on, null wh..."""

    position: int
    by: str
    at: str | None
    via: str
    before: str | None
    after: str | None
    type: str
    text: str
    reasons: list[str]
    campaign: str | None
    fixture: str | None
    battle: str | None
    of: str | None
    of_battle: str | None
