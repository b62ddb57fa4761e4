"""A league of many seasons through its door, in few reports: campaigns stand on the desk alone, and the clerk reports
what they would have come to. For what pages cost."""

from __future__ import annotations

from uuid import UUID, uuid4

from battles.reports import Report
from campaigns.models import Campaign
from leagues import handler
from leagues.league.deeds import ReportDeeds
from leagues.league.results import ReportResults
from leagues.league.season_end import CloseLeagueSeason
from leagues.league.seasons import AddCampaign
from leagues.league.values import Deed, Game, Place, Side
from rules.adjudicate import CLERK
from rules.contract import Command
from rules.stream import codec
from rules.stream.decider import Who
from tests.cast import Cast
from tests.leagues.conftest import Years

CLERK_WHO = Who(CLERK, referee=True)


def seasons(years: Years, cast: Cast, numbers: range, battles: int, players: int, vehicles: int = 3) -> None:
    """Each with so many battles among so many players (Bob the first of them), who bring so many vehicles each."""
    people = [str(cast.bob.pk), *(f"player-{n}" for n in range(1, players))]
    for number in numbers:
        stream = str(UUID(int=number))
        Campaign.objects.create(
            club=cast.club, name=f"Season {number}", system="skirmish", pk=UUID(stream), stream=UUID(stream)
        )
        _tell(years, years.organiser, AddCampaign(campaign=stream, title=f"Year {number}"))
        games = [_game(stream, n, people) for n in range(battles)]
        places = tuple(
            Place(players=(one,), rank=n, score=players - n, platoon=f"p{n}", name=f"Platoon {n}")
            for n, one in enumerate(people, 1)
        )
        results = ReportResults(campaign=stream, position=1, digest="0" * 64, games=tuple(games), places=places)
        deeds = [_deeds(game, vehicles) for game in games]
        _tell(years, CLERK_WHO, results, *deeds)
        _tell(years, years.organiser, CloseLeagueSeason(season=number))


def _game(stream: str, n: int, people: list[str]) -> Game:
    one, other = people[n % len(people)], people[(n * 7 + 3 + n // len(people)) % len(people)]
    if one == other:
        other = people[(n + 1) % len(people)]
    sides = (
        Side(players=(one,), result="won", platoon=f"of-{people.index(one)}", points=n % 9, destroyed=2),
        Side(players=(other,), result="lost", platoon=f"of-{people.index(other)}", points=1),
    )
    battle = str(UUID(int=int(stream[-12:], 16) * 100_000 + n + 1))
    return Game(key=f"{stream}/r1-{n}", round=1, how="fought", battle=battle, digest="d" * 64, sides=sides)


def _deeds(game: Game, vehicles: int) -> ReportDeeds:
    done = tuple(
        Deed(
            vehicle=f"{side.platoon}-{n}",
            platoon=side.platoon,
            player=side.players[0],
            model="Sherman",
            fate="fit" if (n + side.points) % 3 else "wrecked",
            shots=4,
            hits=(n + side.points) % 4,
            kills=int(side.result == "won" and n == side.points % 3),
            damage=side.points,
        )
        for side in game.sides
        for n in range(vehicles)
    )
    names = {one.vehicle: f"Tank {one.vehicle}" for one in done}
    return ReportDeeds(game=game.key, digest=game.digest, deeds=done, names=names)


def _tell(years: Years, who: Who, *commands: Command) -> None:
    reports = [Report(str(uuid4()), type(one).__name__, codec.encode(one)) for one in commands]
    handler.execute(years.stream, reports, who, "clerk")
