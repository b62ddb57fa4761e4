"""A league as its own log tells it: the State. Pure; a league folds its own stream and nothing else."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from leagues.league.values import (
    Composed,
    Deed,
    Division,
    Game,
    Honour,
    Move,
    Place,
    Rating,
    SideLuck,
    Terms,
    Title,
)
from rules.contract import Event, Piece
from rules.contract import gettext_noop as _
from rules.kit.declarable import Declarable
from rules.stream.revision.state import StreamState


class Founded(Event, frozen=True, kw_only=True):
    """A league begins; the State keeps this as it is. `terms` are complete: whoever adds a term later leaves it out
    here."""

    sealed: ClassVar[tuple[str, ...]] = ("name",)

    name: str
    club: str
    terms: Terms
    divisions: tuple[Division, ...]


class Player(Piece):
    """Somebody who has played in the league. `alias`: the name they chose to be shown by, "" for their account's.
    `hidden`: they chose not to be shown to strangers. `division`: where they play, "" for none yet. `since`: the number
    of their first season. `name`: of somebody who played before there were accounts, "" for who has one."""

    fixed: ClassVar[tuple[str, ...]] = ("key", "alias", "hidden", "since", "name")

    key: str
    division: Annotated[str, Declarable(_("Division"))] = ""
    alias: str = ""
    hidden: bool = False
    since: int = 0
    name: str = ""


class LeagueCampaign(Piece):
    """A campaign of a season. `position` and `digest`: how far its log has been reported here. `places`: its final
    standings, none while it is under way. `history`: it was played before, and is no campaign here."""

    fixed: ClassVar[tuple[str, ...]] = (
        *("id", "name", "system", "division", "position", "digest", "places", "rated", "history"),
    )

    id: str
    name: str
    system: str
    division: str = ""
    rated: bool = True
    position: int = 0
    digest: str = ""
    places: tuple[Place, ...] = ()
    history: bool = False


class LeagueSeason(Piece):
    """A season of the league: one campaign, or one for each division. `moves`: who changes division after it."""

    fixed: ClassVar[tuple[str, ...]] = ("number", "title", "campaigns", "closed", "titles", "moves")

    number: int
    title: str
    campaigns: dict[str, LeagueCampaign] = {}
    closed: bool = False
    titles: tuple[Title, ...] = ()
    moves: tuple[Move, ...] = ()


class Stay(msgspec.Struct, frozen=True):
    """A player counts for a team in the seasons from `since` to `until`, both with it; None: they are in it."""

    player: str
    since: int
    until: int | None = None


class Team(Piece):
    """Players who stand together. `stays`: of everybody who has counted for it, in the order in which they came.
    `captain`: "" for none. `since`: the season in which it was formed."""

    fixed: ClassVar[tuple[str, ...]] = ("key", "name", "colour", "captain", "since", "stays", "ended")

    key: str
    name: str
    colour: str = ""
    captain: str = ""
    since: int = 0
    stays: tuple[Stay, ...] = ()
    ended: bool = False

    @property
    def shown(self) -> str:
        """Its name; its key where that had to be forgotten."""
        return self.name or self.key

    @property
    def players(self) -> list[str]:
        """Who is in it now."""
        return [stay.player for stay in self.stays if stay.until is None]

    def had(self, player: str, season: int) -> bool:
        """Whether a player counts for it in a season."""
        return any(
            stay.player == player and stay.since <= season and (stay.until is None or season <= stay.until)
            for stay in self.stays
        )


class Machine(Piece):
    """A vehicle with its crew. `key`: its season's campaign, and its id there. `was`: the same one in an earlier
    season, by key; "" for a new one."""

    fixed: ClassVar[tuple[str, ...]] = ("key", "player", "model", "name", "season", "was")

    key: str
    player: str
    model: str
    name: str
    season: int
    was: str = ""


class Deeds(msgspec.Struct, frozen=True):
    """What the vehicles of a battle did, and how its dice fell, up to that digest of its log."""

    digest: str
    deeds: tuple[Deed, ...]
    luck: tuple[SideLuck, ...]


class League(StreamState):
    """`terms` as they are now. `offices`: what its club has given people beside its own organisers. `games`: in the
    order in which each was first reported, by key. `ratings`: after each of `rated` (the keys of games, in that order)
    those of who played it, by rating (`OVERALL`, or a rulebook) and player. `machines` by key, `deeds` by game.
    `own_honours`: those its organisers have composed, by key, with those that are awarded no more (`dropped`);
    `honours`: what was awarded, by season. `teams` by key, also those that have ended."""

    fixed: ClassVar[tuple[str, ...]] = (
        *StreamState.fixed,
        *("founded", "name", "terms", "divisions", "seasons", "offices", "games", "rated", "ratings", "model"),
        *("machines", "deeds", "own_honours", "dropped", "honours", "teams"),
    )

    founded: Founded
    name: str
    terms: Terms
    divisions: tuple[Division, ...]
    players: dict[str, Player] = {}
    seasons: list[LeagueSeason] = []
    offices: dict[str, str] = {}
    games: dict[str, Game] = {}
    rated: list[str] = []
    ratings: list[dict[str, dict[str, Rating]]] = []
    model: str = ""
    machines: dict[str, Machine] = {}
    deeds: dict[str, Deeds] = {}
    own_honours: dict[str, Composed] = {}
    dropped: set[str] = set()
    honours: dict[int, tuple[Honour, ...]] = {}
    teams: dict[str, Team] = {}

    def season(self, number: int) -> LeagueSeason | None:
        return next((one for one in self.seasons if one.number == number), None)

    @property
    def under_way(self) -> LeagueSeason | None:
        """The newest season, while it is not closed."""
        return self.seasons[-1] if self.seasons and not self.seasons[-1].closed else None

    def campaign(self, id: str) -> tuple[LeagueSeason, LeagueCampaign] | None:
        return next(((one, one.campaigns[id]) for one in self.seasons if id in one.campaigns), None)

    def current(self, ladder: str) -> dict[str, Rating]:
        """Everybody's newest rating of one kind."""
        found: dict[str, Rating] = {}
        for after in self.ratings:
            found.update(after.get(ladder, {}))
        return found


def start(founded: Founded) -> League:
    return League(founded=founded, name=founded.name, terms=dict(founded.terms), divisions=founded.divisions)
