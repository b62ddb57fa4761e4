"""The seasons of a league: their campaigns, who has won, and the tables of the one under way."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from uuid import UUID

import msgspec

from campaigns.models import Standing
from leagues.league.values import Move, Title
from leagues.models import LeagueCampaign, LeagueSheet
from leagues.presenters.as_it_stood import AsItStands
from leagues.presenters.names import Called, Names


class SeasonRow(msgspec.Struct, frozen=True):
    """A season as the sheet has it."""

    number: int
    title: str
    closed: bool
    titles: tuple[Title, ...]
    moves: tuple[Move, ...]


class Part(msgspec.Struct, frozen=True):
    """A campaign of a season. `name` is "" and `stream` None where the reader may not read it. `division`: its name."""

    stream: UUID | None
    name: str
    division: str
    over: bool
    rated: bool


class Won(msgspec.Struct, frozen=True):
    who: Called
    division: str


class Season(msgspec.Struct, frozen=True):
    """`moves`: who changed division after it, each with the name of the new one."""

    number: int
    title: str
    closed: bool
    parts: tuple[Part, ...]
    winners: tuple[Won, ...]
    moves: tuple[tuple[Called, str], ...]


class Place(msgspec.Struct, frozen=True):
    standing: Standing
    players: tuple[Called, ...]
    mine: bool


class Table(msgspec.Struct, frozen=True):
    """The standings of a campaign of the season under way."""

    part: Part
    places: tuple[Place, ...]


class Champion(msgspec.Struct, frozen=True):
    """Somebody with all their titles, each a season with the name of its division."""

    who: Called
    titles: tuple[tuple[int, str], ...]


def divisions_of(sheet: LeagueSheet) -> dict[str, str]:
    """The names of the divisions now, by key, the highest first."""
    return dict(msgspec.json.decode(sheet.divisions, type=list[tuple[str, str]]))


def rows_of(sheet: LeagueSheet) -> list[SeasonRow]:
    return msgspec.json.decode(sheet.seasons, type=list[SeasonRow])


def seasons_of(
    sheet: LeagueSheet, campaigns: Iterable[LeagueCampaign], seen: Collection[UUID], names: Names
) -> list[Season]:
    """The newest first. `seen`: the campaigns that the reader may read. No query."""
    divisions = divisions_of(sheet)
    order = list(divisions)
    parts: dict[int, list[LeagueCampaign]] = defaultdict(list)
    for one in campaigns:
        parts[one.season].append(one)
    for found in parts.values():
        found.sort(key=lambda one: order.index(one.division) if one.division in order else len(order))
    return [
        Season(
            number=one.number,
            title=one.title,
            closed=one.closed,
            parts=tuple(_part(campaign, divisions, seen) for campaign in parts[one.number]),
            winners=tuple(Won(names.of(won.player), _division(divisions, won.division)) for won in one.titles),
            moves=tuple((names.of(move.player), _division(divisions, move.division)) for move in one.moves),
        )
        for one in reversed(rows_of(sheet))
    ]


def _part(campaign: LeagueCampaign, divisions: Mapping[str, str], seen: Collection[UUID]) -> Part:
    may = campaign.campaign in seen
    return Part(
        stream=campaign.campaign if may else None,
        name=campaign.name if may else "",
        division=_division(divisions, campaign.division),
        over=bool(campaign.places),
        rated=campaign.rated,
    )


def _division(divisions: Mapping[str, str], key: str) -> str:
    return divisions.get(key, key)


def standings_of(
    stood: AsItStands, campaigns: Iterable[LeagueCampaign], seen: Collection[UUID]
) -> dict[UUID, list[Standing]]:
    """The standings of the campaigns of the season under way that the reader may read. One query for all."""
    sheet = stood.sheet
    now = [one.campaign for one in campaigns if sheet.under_way and one.season == sheet.season]
    rows: dict[UUID, list[Standing]] = {stream: [] for stream in now if stream in seen}
    for one in stood.standings(list(rows)):
        rows[UUID(str(one.campaign_id))].append(one)
    return rows


def players_in(rows: Mapping[UUID, Iterable[Standing]]) -> set[str]:
    """Everybody who commands a platoon there: who has just enlisted is not in the league yet."""
    return {player for found in rows.values() for one in found for player in players_of(one)}


def players_of(one: Standing) -> list[str]:
    """Everybody who commands a platoon, its own player first."""
    return msgspec.json.decode(one.players, type=list[str])


def tables_of(season: Season, rows: Mapping[UUID, Iterable[Standing]], names: Names, reader: str) -> list[Table]:
    """The standings of a season's campaigns as tables, the highest division first. No query."""
    return [
        Table(part, tuple(_place(one, names, reader) for one in rows[part.stream]))
        for part in season.parts
        if part.stream is not None and part.stream in rows
    ]


def _place(one: Standing, names: Names, reader: str) -> Place:
    players = players_of(one)
    return Place(one, tuple(names.of(player) for player in players), bool(reader) and reader in players)


def hall_of(seasons: Sequence[Season]) -> list[Champion]:
    """Everybody who has won a season, the most titles first; nobody whom the reader may not know."""
    titles: dict[str, list[tuple[int, str]]] = defaultdict(list)
    people: dict[str, Called] = {}
    for season in reversed(seasons):
        for won in season.winners:
            if won.who.key:
                people[won.who.key] = won.who
                titles[won.who.key].append((season.number, won.division))
    order = sorted(titles, key=lambda key: (-len(titles[key]), people[key].name.casefold(), key))
    return [Champion(people[key], tuple(titles[key])) for key in order]
