"""The read model of a league, folded from its log alone: sheet, campaigns, players, and each player's games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from django.db.models import Model

from battles import log
from campaigns import read_tables
from campaigns.read_tables import row_of
from leagues import models, team_projections
from leagues.league import League, deeds, rating_models
from leagues.league.honours import HOUSE
from leagues.league.metrics import GONE
from leagues.league.state import Player
from leagues.league.values import OVERALL, Deed, Game, Rating, Side
from leagues.models.sheets import Shown
from rules.stream import codec

Told = log.Row | log.Told


def save(stream: str, league: League, rows: Sequence[log.Row]) -> None:
    """Write what has changed in a league's read model. `rows` are all of its rows."""
    read_tables.save(stream, tables(stream, league, rows), of="league")


def tables(stream: str, league: League, rows: Sequence[Told]) -> Iterator[tuple[type[Model], Iterable[Model]]]:
    """Everything the read tables hold of a league, table by table, its sheet first."""
    yield models.LeagueSheet, [sheet_of(stream, league, rows)]
    games = list(games_of(stream, league))
    yield models.LeagueCampaign, campaigns_of(stream, league)
    yield models.LeaguePlayer, players_of(stream, league, games)
    yield models.LeagueGame, games
    yield models.LeagueMachine, machines_of(stream, league)
    yield models.LeagueHonour, honours_of(stream, league)
    yield models.LeagueTeam, team_projections.teams(stream, league)
    yield models.LeagueStay, team_projections.stays(stream, league)
    yield models.LeagueTeamSeason, team_projections.seasons(stream, league)


def sheet_of(stream: str, league: League, rows: Sequence[Told]) -> models.LeagueSheet:
    seasons = [
        {
            "number": one.number,
            "title": one.title,
            "closed": one.closed,
            "titles": one.titles,
            "moves": one.moves,
        }
        for one in league.seasons
    ]
    return models.LeagueSheet(
        stream=stream,
        name=league.name,
        terms=codec.encode(league.terms),
        divisions=codec.encode([(one.key, one.name) for one in league.divisions]),
        seasons=codec.encode(seasons),
        season=league.seasons[-1].number if league.seasons else 0,
        under_way=league.under_way is not None,
        offices=codec.encode(league.offices),
        players=len(league.players),
        games=sum(1 for one in league.games.values() if one.how),
        model=league.model,
        unsettled=len(league.waiting) + len(league.items),
        position=rows[-1].position,
        digest=rows[-1].digest,
        founded_at=rows[0].at,
        moved_at=rows[-1].at,
    )


def campaigns_of(stream: str, league: League) -> Iterator[models.LeagueCampaign]:
    undone = Counter(key.partition("/")[0] for key in deeds.due(league))
    for season in league.seasons:
        for one in season.campaigns.values():
            yield row_of(
                models.LeagueCampaign,
                one,
                key=f"{stream}/{one.id}",
                league_id=stream,
                campaign=one.id,
                season=season.number,
                title=season.title,
                undone=undone[one.id],
                places=codec.encode(one.places) if one.places else "",
            )


def players_of(stream: str, league: League, games: Sequence[models.LeagueGame]) -> Iterator[models.LeaguePlayer]:
    results = Counter((one.player, one.result) for one in games)
    titles = Counter(title.player for season in league.seasons for title in season.titles)
    overall = league.current(OVERALL)
    systems = dict.fromkeys(one.system for season in league.seasons for one in season.campaigns.values())
    by_system = {system: league.current(system) for system in systems}
    for player in league.players.values():
        yield _player(stream, league, player, overall, by_system, results, titles[player.key])


def _player(
    stream: str,
    league: League,
    player: Player,
    overall: Mapping[str, Rating],
    by_system: Mapping[str, Mapping[str, Rating]],
    results: Mapping[tuple[str, str], int],
    titles: int,
) -> models.LeaguePlayer:
    key = player.key
    now = shown(overall.get(key), league)
    won, drawn, lost = (results.get((key, one), 0) for one in ("won", "drawn", "lost"))
    return row_of(
        models.LeaguePlayer,
        player,
        key=f"{stream}/{key}",
        league_id=stream,
        player=key,
        rating=now.rating,
        doubt=now.doubt,
        rated=now.games,
        settled=0 < now.games >= int(league.terms["settled_after"]),
        by_system=codec.encode({one: shown(found[key], league) for one, found in by_system.items() if key in found}),
        played=won + drawn + lost,
        won=won,
        drawn=drawn,
        lost=lost,
        titles=titles,
    )


def shown(rating: Rating | None, league: League) -> Shown:
    one = rating or rating_models.newcomer(league.terms)
    return Shown(rating_models.shown(one, league.terms), rating_models.shown_doubt(one, league.terms), one.games)


def rating_of(rating: Rating | None, league: League) -> int | None:
    """As it is shown; None for who has none."""
    return shown(rating, league).rating if rating is not None else None


def games_of(stream: str, league: League) -> Iterator[models.LeagueGame]:
    after = dict(zip(league.rated, league.ratings, strict=True))
    found = {id: (season.number, one.system) for season in league.seasons for id, one in season.campaigns.items()}
    stood: dict[str, int] = {}
    new = shown(None, league).rating
    for number, (key, game) in enumerate(league.games.items(), 1):
        campaign = key.partition("/")[0]
        if not game.how or campaign not in found:
            continue
        season, system = found[campaign]
        now = {player: shown(rating, league).rating for player, rating in after.get(key, {}).get(OVERALL, {}).items()}
        for player, side in _once(game).items():
            rating = now.get(player)
            yield models.LeagueGame(
                key=f"{stream}/{key}/{player}",
                league_id=stream,
                player=player,
                game=key,
                number=number,
                season=season,
                campaign=campaign,
                round=game.round,
                system=system,
                battle=game.battle,
                how=game.how,
                result=side.result,
                points=side.points,
                against=sum(one.points for one in game.sides if one is not side),
                partners=codec.encode([one for one in side.players if one != player]),
                opponents=codec.encode([one for other in game.sides if other is not side for one in other.players]),
                platoon_of=codec.encode(side.own) if side.substitute == player and side.own else "",
                substitute=(side.substitute or "") if side.substitute != player else "",
                rating=rating,
                change=rating - stood.get(player, new) if rating is not None else None,
            )
        stood |= now


def _once(game: Game) -> dict[str, Side]:
    """Everybody who plays it, with their side; who stands on several is in none."""
    sides = Counter(player for side in game.sides for player in dict.fromkeys(side.players))
    return {player: side for side in game.sides for player in side.players if sides[player] == 1}


def machines_of(stream: str, league: League) -> Iterator[models.LeagueMachine]:
    done: dict[str, list[Deed]] = {}
    for key, told in league.deeds.items():
        if key in league.games and league.games[key].how:
            for deed in told.deeds:
                done.setdefault(deeds.machine_key(key, deed.vehicle), []).append(deed)
    for key, one in league.machines.items():
        mine = done.get(key, [])
        yield row_of(
            models.LeagueMachine,
            one,
            key=f"{stream}/{key}",
            league_id=stream,
            machine=key,
            battles=len(mine),
            shots=sum(deed.shots for deed in mine),
            hits=sum(deed.hits for deed in mine),
            kills=sum(deed.kills for deed in mine),
            damage=sum(deed.damage for deed in mine),
            wrecked=sum(deed.fate in GONE for deed in mine),
            fate=mine[-1].fate if mine else "",
        )


def honours_of(stream: str, league: League) -> Iterator[models.LeagueHonour]:
    for season, honours in league.honours.items():
        for number, one in enumerate(honours, 1):
            own = league.own_honours.get(one.key)
            yield row_of(
                models.LeagueHonour,
                one,
                key=f"{stream}/{season}/{number}",
                league_id=stream,
                season=season,
                honour=one.key,
                name=own.name if own is not None and one.key not in HOUSE else "",
            )
