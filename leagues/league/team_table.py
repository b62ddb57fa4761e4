"""What teams have come to: the record of each in each season, and their ranks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec

from leagues.league.state import League, LeagueSeason, Team
from leagues.league.values import Game, Side


class Record(msgspec.Struct, frozen=True):
    """A team in a season. `players`: who counts for it. `titles`: that they have won in it."""

    team: str
    season: int
    rank: int
    players: tuple[str, ...]
    played: int
    won: int
    drawn: int
    lost: int
    points: int
    titles: int


def records(league: League) -> Iterator[Record]:
    """Of every season in which a team had players, the best first."""
    if not league.teams:
        return
    games: dict[str, list[Game]] = {}
    for key, game in league.games.items():
        if game.how:
            games.setdefault(key.partition("/")[0], []).append(game)
    for season in league.seasons:
        counted = [
            one for id, campaign in season.campaigns.items() if not campaign.history for one in games.get(id, ())
        ]
        yield from _ranked(_record(team, season, counted) for team in league.teams.values())


def _record(team: Team, season: LeagueSeason, games: Iterable[Game]) -> Record:
    players = {stay.player: None for stay in team.stays if team.had(stay.player, season.number)}
    sides = [side for game in games for side in _of(game, players)]
    results = Counter(side.result for side in sides)
    return Record(
        team=team.key,
        season=season.number,
        rank=0,
        players=tuple(players),
        played=len(sides),
        won=results["won"],
        drawn=results["drawn"],
        lost=results["lost"],
        points=sum(side.points for side in sides),
        titles=sum(title.player in players for title in season.titles),
    )


def _of(game: Game, players: Iterable[str]) -> Iterator[Side]:
    """The sides of a game on which somebody of a team has played, each once however many they are; who stands on two
    sides counts on none."""
    stands = Counter(player for side in game.sides for player in dict.fromkeys(side.players))
    known = {player for player in players if stands[player] == 1}
    return (side for side in game.sides if not known.isdisjoint(side.players))


def _ranked(found: Iterable[Record]) -> Iterator[Record]:
    """By games won, then drawn, then points; whoever is equal shares a rank. Without teams that had nobody."""
    there = sorted((one for one in found if one.players), key=lambda one: (*_order(one), one.team))
    rank = 0
    for n, one in enumerate(there, 1):
        if n == 1 or _order(one) != _order(there[n - 2]):
            rank = n
        yield msgspec.structs.replace(one, rank=rank)


def _order(one: Record) -> tuple[int, int, int]:
    return -one.won, -one.drawn, -one.points
