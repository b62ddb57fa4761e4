"""Pairs of one round of a Swiss tournament: who stands level meets, and nobody twice. Pure.

A matching of maximum weight in a graph of all players (`networkx.max_weight_matching`, after Galil, "Efficient
algorithms for finding maximum matching in graphs", ACM Computing Surveys 18, 1986). What a pair costs has several
parts, the graver ones first; RULES.md, "Pairings", lists them. Every cost is a whole number, so that each part
outweighs all that come after it, however many pairs there are.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import networkx as nx
else:
    from campaigns.theatre.graph import nx

Pair = tuple[str, str]
Places = tuple[int, int]
Cost = tuple[int, ...]

ALL_OF = 80  # players up to which every pair is looked at
NEAR = 16  # places apart that two may stand, among more of them, where that is enough to pair them


@dataclass(frozen=True)
class Entrant:
    """Somebody to be paired. `score` is what standings say, byes included. `byes` they have had so far; `lead`: how
    much more often they were at home than away."""

    key: str
    score: int = 0
    byes: int = 0
    lead: int = 0


@dataclass(frozen=True)
class Before:
    """What was before this round. `met`: how often two met, by the set of their keys. `apart`: who shall meet only if
    there is no other way but a second meeting, as members of one club. `never`: whether two cannot meet at all."""

    met: Mapping[frozenset[str], int] = field(default_factory=dict)
    apart: Collection[frozenset[str]] = frozenset()
    never: Callable[[str, str], bool] = lambda one, other: False


def paired(entrants: Sequence[Entrant], before: Before) -> list[Pair]:
    """The pairs of the round, who is at home first; whoever is in none has a bye. `entrants` come best first: those
    that stand level are paired by that order, the upper half with the lower one.

    As many pairs as there can be. Among these the byes go to those who had fewest; then as few as can be meet again, or
    meet though they shall be kept apart; then the byes go to the lowest scores, and the differences of score come to
    the smallest sum; of an odd number the last of those who are level has the bye.
    """
    return [_seated(entrants[one], entrants[other]) for one, other in _matched(entrants, before)]


def _second_meeting(entrants: Sequence[Entrant], before: Before, pair: Places) -> Cost:
    two = frozenset(entrants[place].key for place in pair)
    return before.met.get(two, 0), int(two in before.apart)


def _matched(entrants: Sequence[Entrant], before: Before) -> Sequence[Places]:
    """By place. Among many players first of those who stand near each other, unless that leaves somebody without an
    opponent, or with one they have met."""
    if len(entrants) > ALL_OF and (found := _near(entrants, before)):
        return found
    return _cheapest(_costs(entrants, before, len(entrants)))


def _near(entrants: Sequence[Entrant], before: Before) -> list[Places]:
    """Pairs of those who stand near each other, of an odd number without the last of the lowest of those who had fewest
    byes; none where that leaves somebody else without an opponent, or pairs who shall not meet."""
    there = list(range(len(entrants)))
    if len(there) % 2:
        there.remove(min(there, key=lambda place: (entrants[place].byes, entrants[place].score, -place)))
    those = [entrants[place] for place in there]
    found = [(there[one], there[other]) for one, other in _cheapest(_costs(those, before, NEAR))]
    met = any(_second_meeting(entrants, before, pair) != (0, 0) for pair in found)
    return found if len(found) == len(there) // 2 and not met else []


def _cheapest(costs: Mapping[Places, Cost]) -> Sequence[Places]:
    return _cheapest_of(tuple(costs.items()))


@lru_cache(maxsize=32)  # a correction has a round paired again, as it is looked at and as it is done: a second of 100
def _cheapest_of(costs: tuple[tuple[Places, Cost], ...]) -> Sequence[Places]:
    graph = nx.Graph()
    for (one, other), weight in _weights(dict(costs)).items():
        graph.add_edge(one, other, weight=weight)
    # Of a set of pairs: whose order, and that of the two in each, is by chance.
    return tuple(sorted((min(pair), max(pair)) for pair in nx.max_weight_matching(graph, maxcardinality=True)))


def _costs(entrants: Sequence[Entrant], before: Before, near: int) -> dict[Places, Cost]:
    """What each pair costs that there can be, by the two places."""
    half = _halves(entrants)
    places = ((one, other) for one, other in combinations(range(len(entrants)), 2) if other - one <= near)
    return {
        (one, other): _cost(entrants, before, (one, other), abs(other - one - half[one]))
        for one, other in places
        if not before.never(entrants[one].key, entrants[other].key)
    }


def _cost(entrants: Sequence[Entrant], before: Before, pair: Places, unlike: int) -> Cost:
    """The parts of a pair's cost, the gravest first. Who is paired has no bye: that is what the first, the fourth and
    the sixth are about. `unlike`: how far from half of their score group apart they stand."""
    one, other = entrants[pair[0]], entrants[pair[1]]
    return (
        -(one.byes + other.byes),
        *_second_meeting(entrants, before, pair),
        -(one.score + other.score),
        abs(one.score - other.score),
        sum(pair) if len(entrants) % 2 else 0,  # where nobody rests it is the same for all, and slow
        -abs(one.lead - other.lead),
        unlike,
    )


def _halves(entrants: Sequence[Entrant]) -> list[int]:
    """By place: half the number of those who stand level with who is there."""
    level: dict[int, int] = {}
    for entrant in entrants:
        level[entrant.score] = level.get(entrant.score, 0) + 1
    return [level[entrant.score] // 2 for entrant in entrants]


def _weights(costs: Mapping[Places, Cost]) -> dict[Places, int]:
    """One number for each pair, the more the less it costs: each part counts more than all the later ones can come to
    in all pairs together."""
    if not costs:
        return {}
    least = [min(part) for part in zip(*costs.values(), strict=True)]
    most = [max(part) for part in zip(*costs.values(), strict=True)]
    players = 1 + max(place for pair in costs for place in pair)
    weights = dict.fromkeys(costs, 0)
    for part, (low, high) in enumerate(zip(least, most, strict=True)):
        base = (high - low) * players + 1
        for pair, cost in costs.items():
            weights[pair] = weights[pair] * base + high - cost[part]
    return weights


def _seated(upper: Entrant, lower: Entrant) -> Pair:
    """At home is who was less often so far; of two equals who stands higher."""
    return (upper.key, lower.key) if upper.lead <= lower.lead else (lower.key, upper.key)
