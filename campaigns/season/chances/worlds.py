"""A platoon's rank in many ends of a season at once, by the season's own scoring and tie-breakers. Pure.

What comes first in the order (the score) is added up a column a platoon; the tie-breakers are asked only where somebody
is level. What a fixture brings beside its result may lie between two bounds; then so do ranks. The bounds of a figure
are taken of each platoon by itself: nothing that they call certain or impossible is not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import compress
from operator import add, eq, gt

from campaigns.season.chances.remaining import Case, Game
from campaigns.season.standings import BREAKERS, Showing, order_of, standings, tables_of, worth
from campaigns.season.standings.rungs import passes
from campaigns.season.state import Season
from campaigns.season.values import Scoring

Bounds = tuple[int, int]
Parts = list[tuple[Sequence[int], list[Bounds]]]
# Those that look at who was met, at all fixtures: no fixture is without a say in them.
OF_OTHERS = frozenset(("opponents", "strength", "second_strength", "win_rate", "rung"))
VALUE = {"won": 2, "drawn": 1, "lost": 0}


class Standings:
    """The season as it stands, and what is left of it: what all its ends have in common."""

    def __init__(self, season: Season, games: Sequence[Game]) -> None:
        self.season, self.games = season, games
        self.order, self.tables = order_of(season), tables_of(season)
        self.places = {one.platoon: one for one in standings(season, ("lots",), self.tables)}
        self.of = {key: [n for n, game in enumerate(games) if key in game.platoons] for key in self.places}
        self._gains: dict[tuple[int, bool, str, Scoring], list[Bounds]] = {}  # by the cases that games share
        self.local = self.order[0] == "score" or BREAKERS[self.order[0]].each is not None

    def base(self, key: str, figure: str) -> int:
        """What a platoon has of something that adds up."""
        if figure == "score":
            return self.places[key].score
        each = BREAKERS[figure].each
        assert each is not None
        return sum(map(each, self.tables.showings[key]))

    def gains(self, key: str, game: Game, figure: str) -> list[Bounds]:
        """The least and the most that each case of a game adds to it."""
        at_home = key == game.home
        found = self._gains.get((id(game.cases), at_home, figure, game.scoring))
        if found is None:
            showings = (case.home if at_home else case.away for case in game.cases)
            found = [_bounds(those, figure, game.scoring) for those in showings]
            self._gains[id(game.cases), at_home, figure, game.scoring] = found
        return found

    def span(self, key: str) -> Bounds:
        """The least and the most that comes first in the order, whatever happens."""
        low = high = self.base(key, self.order[0])
        for n in self.of[key]:
            gains = self.gains(key, self.games[n], self.order[0])
            low, high = low + min(one for one, _ in gains), high + max(one for _, one in gains)
        return low, high

    def rivals(self, key: str) -> tuple[int, list[str]]:
        """How many are ahead of a platoon whatever happens, and who may be or not."""
        if not self.local:
            return 0, [other for other in self.places if other != key]
        (low, high), ahead, found = self.span(key), 0, []
        for other in self.places:
            if other != key:
                least, most = self.span(other)
                ahead += least > high
                found += [other] if most >= low and least <= high else []
        return ahead, found

    def matters(self, key: str, rivals: Iterable[str]) -> list[int]:
        """The games that may change who of them is ahead."""
        if not self.local or any(one in OF_OTHERS for one in self.order):
            return [*range(len(self.games))]
        among = {key, *rivals}
        return [n for n, game in enumerate(self.games) if not among.isdisjoint(game.platoons)]


def _bounds(showings: Iterable[Showing], figure: str, scoring: Scoring) -> Bounds:
    each = BREAKERS[figure].each if figure != "score" else None
    figures = [each(one) if each is not None else worth(one, scoring) for one in showings]
    return min(figures), max(figures)


class Worlds:
    """`n` ends of a season: `chosen` has for each game the number of its case in each of them. Games that are not in it
    do not matter. `lot`: draws one of so many; without it lots are undecided."""

    def __init__(
        self, standings: Standings, chosen: dict[int, Sequence[int]], n: int, lot: Callable[[int], int] | None = None
    ) -> None:
        self.standings, self.chosen, self.n, self.lot = standings, chosen, n, lot
        self._columns: dict[str, list[int]] = {}  # of platoons whose bounds are one
        self._figures: dict[tuple[str, str], tuple[int, Parts]] = {}
        self._rungs: tuple[int, list[str]] = (-1, [])

    def ranks(self, key: str, ahead: int, rivals: Sequence[str]) -> list[Bounds]:
        """The best and the worst rank of a platoon in each; `ahead`: how many of those beside its rivals are."""
        if not self.standings.local:
            level: dict[int, list[str]] = {world: [*rivals] for world in range(self.n)}
            counts, maybe = [ahead] * self.n, [0] * self.n
        else:
            counts, maybe, level = self._by_first(key, ahead, rivals)
        found = [(1 + sure, 1 + sure + more) for sure, more in zip(counts, maybe, strict=True)]
        rest = self.standings.order if not self.standings.local else self.standings.order[1:]
        for world, others in level.items():
            sure, unsure = self._parted(world, key, others, rest, maybe[world] > 0)
            best, worst = found[world]
            found[world] = best + sure, worst + sure + unsure
        return found

    def _by_first(
        self, key: str, ahead: int, rivals: Sequence[str]
    ) -> tuple[list[int], list[int], dict[int, list[str]]]:
        """By what comes first in the order: how many are ahead in each world, how many may be, and who is level."""
        counts, maybe, level = [ahead] * self.n, [0] * self.n, dict[int, list[str]]()
        mine = [self._column(key, high) for high in (0, 1)]
        for other in rivals:
            theirs = [self._column(other, high) for high in (0, 1)]
            counts = [*map(add, counts, map(gt, theirs[0], mine[1]))]
            if mine[0] is mine[1] and theirs[0] is theirs[1]:
                for world in compress(range(self.n), map(eq, theirs[0], mine[0])):
                    level.setdefault(world, []).append(other)
                continue
            for world in range(self.n):
                low, high, least, most = mine[0][world], mine[1][world], theirs[0][world], theirs[1][world]
                if low == high == least == most:
                    level.setdefault(world, []).append(other)
                elif most >= low and least <= high:
                    maybe[world] += 1
        return counts, maybe, level

    def _column(self, key: str, high: int) -> list[int]:
        """What a platoon has in each world of what comes first; the same list for both bounds where they are one."""
        base, parts = self._parts(key, self.standings.order[0])
        exact = all(low == most for _chosen, gains in parts for low, most in gains)
        if exact and key in self._columns:
            return self._columns[key]
        found = [base] * self.n
        for chosen, gains in parts:
            found = [*map(add, found, map([one[high] for one in gains].__getitem__, chosen))]
        if exact:
            self._columns[key] = found
        return found

    def _parts(self, key: str, figure: str) -> tuple[int, Parts]:
        if (key, figure) not in self._figures:
            there = [n for n in self.standings.of[key] if n in self.chosen]
            parts = [(self.chosen[n], self.standings.gains(key, self.standings.games[n], figure)) for n in there]
            self._figures[key, figure] = self.standings.base(key, figure), parts
        return self._figures[key, figure]

    # -- tie-breakers --------------------------------------------------------------------------------------------------

    def _parted(self, world: int, key: str, others: list[str], by: Sequence[str], fuzzy: bool) -> Bounds:
        """Of those who are level: how many are ahead by the tie-breakers, and how many nobody knows of. `fuzzy`: others
        may be level, too."""
        ahead = 0
        for breaker in by:
            if not others:
                break
            if breaker == "lots" and self.lot is not None:
                return ahead + self.lot(len(others) + 1), 0
            if breaker == "lots" or (fuzzy and breaker == "direct"):
                return ahead, len(others)
            group = (key, *others)
            low, high = self._figure(world, key, breaker, group)
            figures = [(other, self._figure(world, other, breaker, group)) for other in others]
            ahead += sum(least > high for _other, (least, _most) in figures)
            others = [other for other, (least, most) in figures if most >= low and least <= high]
            if any(low != high or least != most for other, (least, most) in figures if other in others):
                return ahead, len(others)
        return ahead, 0

    def _figure(self, world: int, key: str, breaker: str, group: Sequence[str]) -> Bounds:
        standings, tables = self.standings, self.standings.tables
        if breaker == "score" or BREAKERS[breaker].each is not None:
            return self._sum(world, key, breaker)
        match breaker:
            case "direct":
                return self._both(self._direct(world, key, {*group} - {key}))
            case "opponents":
                return self._over(self._met(key), lambda other: self._sum(world, other, "wins"))
            case "strength":
                return self._strength(world, key)
            case "second_strength":
                return self._over(self._met(key), lambda other: self._strength(world, other))
            case "win_rate":
                low, high = self._over(self._met(key), lambda other: self._win_rate(world, other))
                met = max(len(self._met(key)), 1)
                return low // met, high // met
            case "rung":
                rungs = self._on_ladder(world)
                return self._both(len(rungs) - rungs.index(key) if key in rungs else 0)
        place = standings.places[key]  # penalties, vehicles: as they are now
        return self._both(BREAKERS[breaker].of(tables, [standings.places[one] for one in group], place))

    def _sum(self, world: int, key: str, figure: str) -> Bounds:
        low, parts = self._parts(key, figure)
        high = low
        for chosen, gains in parts:
            least, most = gains[chosen[world]]
            low, high = low + least, high + most
        return low, high

    @staticmethod
    def _both(figure: int) -> Bounds:
        return figure, figure

    @staticmethod
    def _over(met: Iterable[str], of: Callable[[str], Bounds]) -> Bounds:
        low = high = 0
        for other in met:
            least, most = of(other)
            low, high = low + least, high + most
        return low, high

    def _met(self, key: str) -> list[str]:
        """Whom it has met at the end, as often as it has."""
        games = (self.standings.games[n] for n in self.standings.of[key])
        return [*self.standings.places[key].met, *(one.away if one.home == key else one.home for one in games)]

    def _strength(self, world: int, key: str) -> Bounds:
        return self._over(self._met(key), lambda other: self._sum(world, other, "score"))

    def _win_rate(self, world: int, key: str) -> Bounds:
        played = len(self.standings.tables.showings[key]) + len(self.standings.of[key])
        return self._both(1000 * self._sum(world, key, "wins")[0] // played if played else 0)

    def _direct(self, world: int, key: str, level: set[str]) -> int:
        found = sum(VALUE[one.result] for one in self.standings.tables.showings[key] if not level.isdisjoint(one.met))
        for n in self.standings.of[key]:
            game = self.standings.games[n]
            if n in self.chosen and (game.away if key == game.home else game.home) in level:
                won = VALUE[self._case(world, n).result]
                found += won if key == game.home else 2 - won
        return found

    def _case(self, world: int, n: int) -> Case:
        return self.standings.games[n].cases[self.chosen[n][world]]

    def _on_ladder(self, world: int) -> list[str]:
        """The rungs once the games that are left were fought, in their order."""
        if self._rungs[0] != world:
            rungs = [*self.standings.tables.rungs]
            for n, game in enumerate(self.standings.games):
                result = self._case(world, n).result if game.of_ladder and n in self.chosen else "drawn"
                if result != "drawn":
                    passes(rungs, *(game.platoons if result == "won" else game.platoons[::-1]))
            self._rungs = world, rungs
        return self._rungs[1]
