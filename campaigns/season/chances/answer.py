"""Whether a platoon can still come to a rank, and what is enough for it: exactly where few fixtures matter, else by
drawing many seasons. Pure; a source of chance is handed in, and it is none of the season's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from math import prod, sqrt
from typing import Literal

import msgspec

from campaigns.season.chances.conditions import Need, enough
from campaigns.season.chances.drawing import Cases, Chance
from campaigns.season.chances.remaining import Game, Odds, Schedule, games
from campaigns.season.chances.worlds import Standings, Worlds
from campaigns.season.state import Season

MOST_EXACT = 9  # games that matter: 3^9 ends are 19 683
SEASONS, FEWEST = 10_000, 1_000  # that are drawn
DRAWS = 6_000_000  # results, at most: of more than 600 fixtures fewer seasons are drawn, and the answer is less sure
Z = 1.959964  # of 95 percent

Verdict = Literal["certain", "possible", "impossible", "drawn"]


class Group(msgspec.Struct, frozen=True):
    """What is enough: results of games, by their numbers among `Answer.games`."""

    needs: tuple[tuple[int, tuple[str, ...]], ...]


class Estimate(msgspec.Struct, frozen=True):
    """`hits` of so many drawn `seasons`; how often each rank came up."""

    seasons: int
    hits: int
    ranks: dict[int, int]

    @property
    def share(self) -> float:
        return self.hits / self.seasons

    @property
    def error(self) -> float:
        """The standard error of the share."""
        return sqrt(self.share * (1 - self.share) / self.seasons)

    @property
    def interval(self) -> tuple[float, float]:
        """The bounds of 95 percent (E. B. Wilson, Probable Inference, JASA 22 (1927)): never below 0 or above 1."""
        n, p = self.seasons, self.share
        middle, half = p + Z * Z / (2 * n), Z * sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
        return max(0.0, (middle - half) / (1 + Z * Z / n)), min(1.0, (middle + half) / (1 + Z * Z / n))


class Answer(msgspec.Struct, frozen=True):
    """`games`: all that are left, of which those numbered in `matter` can change it. Of an exact answer: in how many
    `ends` the rank is sure and in how many it is possible, and the groups of results that make it sure, or (`hoped`)
    only possible, as what a result brings besides is not known; `more`: ends that are in none of them. `points`: some
    game brings more or less beside its result. `estimate`: where seasons were drawn."""

    platoon: str
    rank: int
    verdict: Verdict
    games: tuple[Game, ...]
    matter: tuple[int, ...] = ()
    ends: int = 0
    sure: int = 0
    possible: int = 0
    groups: tuple[Group, ...] = ()
    hoped: bool = False
    more: int = 0
    points: bool = False
    estimate: Estimate | None = None


def answer(
    season: Season,
    platoon: str,
    rank: int,
    schedule: Schedule,
    chance: Callable[[], Chance],
    odds: Odds | None = None,
    seasons: int = SEASONS,
) -> Answer:
    """Whether the platoon can be at this rank or a better one. `chance` is asked for only where seasons are drawn;
    `odds` count only there."""
    left = games(season, schedule)
    standings = Standings(season, left)
    ahead, rivals = standings.rivals(platoon)
    matter = standings.matters(platoon, rivals)
    points = any(
        low != high for n in matter for key in left[n].platoons for low, high in standings.gains(key, left[n], "score")
    )
    found = Answer(platoon, rank, "possible", tuple(left), tuple(matter), points=points)
    if ahead >= rank:
        return msgspec.structs.replace(found, verdict="impossible")
    if ahead + len(rivals) < rank:
        return msgspec.structs.replace(found, verdict="certain")
    if len(matter) <= MOST_EXACT:
        return _exact(found, standings, ahead, rivals)
    drawn = Standings(season, games(season, schedule, odds, drawn=True))
    return msgspec.structs.replace(
        found, verdict="drawn", estimate=_drawn(found, drawn, ahead, rivals, chance(), seasons)
    )


def _exact(found: Answer, standings: Standings, ahead: int, rivals: Sequence[str]) -> Answer:
    """By every way in which the games that matter can end."""
    many = [len(found.games[n].cases) for n in found.matter]
    ends, chosen, step = prod(many), dict[int, Sequence[int]](), 1
    for n, cases in zip(found.matter, many, strict=True):
        chosen[n] = [case for case in range(cases) for _world in range(step)] * (ends // step // cases)
        step *= cases
    ranks = Worlds(standings, chosen, ends).ranks(found.platoon, ahead, rivals)
    sure, possible = ([bounds[of] <= found.rank for bounds in ranks] for of in (1, 0))
    if all(sure) or not any(possible):
        verdict: Verdict = "certain" if all(sure) else "impossible"
        return msgspec.structs.replace(found, verdict=verdict, ends=ends, sure=sum(sure), possible=sum(possible))
    hoped = not any(sure)
    own = [at for at, n in enumerate(found.matter) if found.platoon in found.games[n].platoons]
    needs, more = enough(possible if hoped else sure, many, own)
    return msgspec.structs.replace(
        found,
        ends=ends,
        sure=sum(sure),
        possible=sum(possible),
        groups=tuple(_group(found, one) for one in needs),
        hoped=hoped,
        more=more,
    )


def _group(found: Answer, need: Need) -> Group:
    told = []
    for at, cases in sorted(
        need.items(), key=lambda one: found.platoon not in found.games[found.matter[one[0]]].platoons
    ):
        game = found.games[found.matter[at]]
        told.append((found.matter[at], tuple(game.cases[case].result for case in sorted(cases))))
    return Group(tuple(told))


def _drawn(
    found: Answer, standings: Standings, ahead: int, rivals: Sequence[str], chance: Chance, seasons: int
) -> Estimate:
    chosen: dict[int, Sequence[int]] = {}
    seasons = max(min(seasons, DRAWS // len(found.matter)), min(seasons, FEWEST))
    made: dict[int, Cases] = {}  # alike games share their cases
    for n in found.matter:
        cases = standings.games[n].cases
        if id(cases) not in made:
            made[id(cases)] = Cases(one.chance for one in cases)
        chosen[n] = made[id(cases)].drawn(chance, seasons)
    worlds = Worlds(standings, chosen, seasons, chance.randrange)
    ranks = Counter(best for best, _worst in worlds.ranks(found.platoon, ahead, rivals))
    hits = sum(n for rank, n in ranks.items() if rank <= found.rank)
    return Estimate(seasons, hits, dict(sorted(ranks.items())))
