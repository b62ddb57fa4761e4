"""A knock-out as its rounds have left it: who is still in, who meets whom next, and what was the way there. Pure.

It begins with a round that records its entrants, best first (`Round.seeds`). Everybody has a line of the bracket, in
which the first two can only meet at the end; who wins goes on in the line of the better of the two. So a round that an
organiser has paired otherwise is followed by one that makes the best of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from campaigns.season.standings import results_in, showings_of
from campaigns.season.state import Fixture, Season

Pair = tuple[str, str]


def lines(seeds: Sequence[str]) -> list[str]:
    """The bracket from top to bottom, as many lines as the next power of two; "" where somebody has a bye. Two lines
    that stand together meet: 1 and 8, 4 and 5, 2 and 7, 3 and 6."""
    order = [0]
    while len(order) < len(seeds):
        order = [place for one in order for place in (one, 2 * len(order) - 1 - one)]
    return [seeds[place] if place < len(seeds) else "" for place in order]


@dataclass
class KnockOut:
    """`seeds`: the entrants, best first. `rounds`: how many were played of it. `lost`: who did, with the fixture in
    which; `beaten_first`: those of them whose first fixture it was, and who can go on in a consolation bracket, with
    their lines. `alive`: who is in, with their lines. `last`: the beaten of the last round. `open`: fixtures of it that
    nothing says the result of yet; `fixtures`: all of it."""

    seeds: Sequence[str]
    rounds: int = 0
    alive: dict[str, int] = field(default_factory=dict)
    beaten_first: dict[str, int] = field(default_factory=dict)
    last: tuple[str, ...] = ()
    open: tuple[Fixture, ...] = ()
    fixtures: tuple[Fixture, ...] = ()
    met: frozenset[str] = frozenset()

    @property
    def is_over(self) -> bool:
        return self.rounds > 0 and len(self.alive) < 2

    def pairs(self, placings: str) -> list[Pair]:
        """Who meets in the next round: who is in, and by the term `knockout_places` some of who is out."""
        found = neighbours(self.alive, self.rounds)
        if placings == "consolation" and self.rounds:
            found += neighbours(self.beaten_first, self.rounds - 1)
        elif placings == "third" and len(self.alive) == 2 and len(self.last) == 2 and self.rounds:
            found.append((self.last[0], self.last[1]))
        return [self._seated(pair) for pair in found]

    def still_in(self, placings: str) -> set[str]:
        """Who waits for the next round if they are in no pair: they have a bye."""
        return {*self.alive, *(self.beaten_first if placings == "consolation" and len(self.beaten_first) > 1 else ())}

    def better(self, one: str, other: str) -> str:
        return min(one, other, key=self.seeds.index)

    def _seated(self, pair: Pair) -> Pair:
        better = self.better(*pair)
        return (better, pair[1] if better == pair[0] else pair[0])

    def count(self, fixtures: Iterable[Fixture]) -> None:
        """A round that was played of it."""
        waiting, beaten, lost = list[Fixture](), list[str](), dict[str, int]()
        for fixture in fixtures:
            one, other = fixture.platoons[:2]
            for group in (self.alive, self.beaten_first):
                if one in group and other in group:
                    line = group[self.better(one, other)]
                    self.fixtures += (fixture,)
                    if fixture.is_open:
                        waiting.append(fixture)
                    losers = [key for key in (one, other) if key not in winners(fixture, self.better(one, other))]
                    for key in losers:
                        at = group.pop(key)
                        if group is self.alive:
                            beaten.append(key)
                            if key not in self.met:
                                lost[key] = at
                    group |= {key: line for key in (one, other) if key not in losers}
                    break
            self.met |= {one, other}
        self.beaten_first |= lost
        self.last, self.open, self.rounds = tuple(sorted(beaten, key=self.seeds.index)), tuple(waiting), self.rounds + 1


def winners(fixture: Fixture, better: str) -> tuple[str, ...]:
    """Who goes on: who has won it; of a draw who scored more in it; else, and where it does not count, the `better`
    one. Nobody where both have lost."""
    results = results_in(fixture)
    won = tuple(key for key, result in results.items() if result == "won")
    if won or (results and "drawn" not in results.values()):
        return won
    points = {one.platoon: one.points for one in showings_of(fixture)}
    most = [key for key, scored in points.items() if scored == max(points.values())]
    return (most[0],) if len(most) == 1 else (better,)


def neighbours(lines_of: dict[str, int], rounds: int) -> list[Pair]:
    """Pairs of those whose lines come together in the next round, after so many; then of whoever is left over where
    rounds were paired otherwise, as long as somebody is in a block that holds two more."""
    blocks: dict[int, list[str]] = {}
    for key, line in sorted(lines_of.items(), key=lambda one: one[1]):
        blocks.setdefault(line >> (rounds + 1), []).append(key)
    pairs, single, crowded = list[Pair](), list[str](), False
    for block in blocks.values():
        crowded = crowded or len(block) > 2
        pairs += zip(block[::2], block[1::2], strict=False)
        single += block[-1:] if len(block) % 2 else []
    if crowded or not pairs:  # nobody waits for a line in which there is nobody any more
        pairs += zip(single[::2], single[1::2], strict=False)
    return pairs


def of(season: Season, seeds: Sequence[str] = ()) -> KnockOut | None:
    """The one that is on, or has ended: of its last beginning; None where none has begun. With `seeds`, one that is
    about to begin."""
    begun = next((round for round in reversed(season.rounds) if round.seeds), None)
    if begun is None:
        return KnockOut(seeds, alive=_lines_of(seeds)) if seeds else None
    found = KnockOut(begun.seeds, alive=_lines_of(begun.seeds))
    for round in season.rounds:
        if round.number >= begun.number:
            mine = [one for one in season.fixtures.values() if one.round == round.number and one.announced]
            found.count(one for one in mine if {*one.platoons} <= {*begun.seeds})
    for group in (found.alive, found.beaten_first):
        for key in [key for key in group if _is_gone(season, key)]:
            del group[key]
    return found


def _is_gone(season: Season, key: str) -> bool:
    """It has left; or its enlisting was taken back after the knock-out had begun, whose lines stay as they were."""
    platoon = season.platoons.get(key)
    return platoon is None or platoon.dropped


def _lines_of(seeds: Sequence[str]) -> dict[str, int]:
    return {key: line for line, key in enumerate(lines(seeds)) if key}
