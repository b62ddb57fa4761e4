"""Makes up a map by size and seed; the same for the same values. Pure.

Sectors stand in staggered rows. The bases of the sides, their capitals, are as far apart as possible, each with some
land around it. Rivers run between the land of two bases, and a railway joins all bases. No sector is cut off."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from math import ceil, sqrt
from typing import TypeVar

from campaigns.theatre.graph import nx
from campaigns.theatre.map_parts import LARGEST, Drawn, Link, Sector, Theatre, Way
from rules.upkeep import Terrain

T = TypeVar("T")


class Chance:
    """Answers named questions. The answers do not depend on what else was asked."""

    def __init__(self, seed: str) -> None:
        self._seed = seed

    def of(self, n: int, question: str) -> int:
        """A number in 0..n-1."""
        digest = hashlib.sha256(f"{self._seed}/{question}".encode()).digest()
        return int.from_bytes(digest[:8], "big") % n  # the 64 bits make the unevenness of the rest invisible

    def happens(self, percent: int, question: str) -> bool:
        return self.of(100, question) < percent

    def one_of(self, things: Sequence[T], question: str) -> T:
        return things[self.of(len(things), question)]

    def shuffled(self, things: Iterable[str], question: str) -> list[str]:
        return sorted(things, key=lambda thing: (self.of(2**32, f"{question}/{thing}"), thing))


FIRST = (
    *("Al", "Ash", "Bar", "Beck", "Birch", "Brad", "Bur", "Cold", "Cran", "Dun", "East", "Elm", "Fair", "Fox", "Gray"),
    *("Hart", "Hazel", "High", "Holm", "Kirk", "Lang", "Lin", "Mar", "Nor", "Oak", "Red", "Sel", "Stan", "Thorn"),
    *("Wal", "West", "Wood"),
)
LAST = (
    *("borough", "bridge", "bury", "by", "combe", "dale", "don", "field", "ford", "ham", "hurst", "ley", "mere"),
    *("mouth", "stead", "stow", "ton", "well", "wick", "worth"),
)


def names(count: int, chance: Chance) -> list[str]:
    """So many different names."""
    return chance.shuffled((first + last for first in FIRST for last in LAST), "names")[:count]


Spot = tuple[int, int]  # column and row
# percent: rivers that have a bridge; neighbours without a link; sectors with a town
BRIDGED, MISSING, TOWNS = 25, 18, 14
HOME = 3  # at first a side owns what is nearer to its base than this fraction of the steps to the next base
COUNTRY: tuple[Terrain, ...] = (
    *("open", "farmland", "forest", "farmland", "hills"),
    *("open", "forest", "marsh", "mountains"),
)
PATCH = 5  # sectors to a stretch of country
POOR: tuple[Terrain, ...] = ("marsh", "mountains")
BASE_VALUE, BASE_ROOM = 5, 6


def least(sides: Sequence[str]) -> int:
    """The size of the smallest map for these sides."""
    return 3 * len(sides)


def generate(size: int, seed: int | str, sides: Sequence[str]) -> Drawn:
    """A map of `size` sectors for these sides, by key. `ValueError` for less than two, and for a size that is not from
    `least(sides)` to `LARGEST`."""
    if len(sides) < 2 or not least(sides) <= size <= LARGEST:
        raise ValueError(f"no map of {size} sectors for {len(sides)} sides")
    chance = Chance(str(seed))
    graph = _land(size, chance)
    bases = dict(zip(_bases(graph, len(sides)), sides, strict=True))
    ways = _ways(graph, list(bases), chance)
    called = dict(zip(sorted(graph), names(size, chance), strict=True))
    keys = {spot: name.lower() for spot, name in called.items()}
    country, owners = _country(graph, bases, chance), _owners(graph, bases)
    sectors = [_sector(spot, keys[spot], country[spot], bases, owners, chance) for spot in graph]
    links = [_link(keys[one], keys[other], kind) for (one, other), kind in ways.items()]
    theatre = Theatre(
        sectors=tuple(sorted(sectors, key=lambda one: one.key)),
        links=tuple(sorted(links, key=lambda one: (one.one, one.other))),
    )
    return Drawn(theatre=theatre, names={keys[spot]: name for spot, name in called.items()})


# -------------------------------------------------------------------------------------------------------- the land


def _land(size: int, chance: Chance) -> nx.Graph:
    """The spots of the map, a little broader than high, each linked to the six around it. What is too many for the
    size is left out at the corners, where that cuts nobody off."""
    columns = ceil(sqrt(size * 1.2))
    graph = _touching((column, row) for row in range(ceil(size / columns)) for column in range(columns))
    for n in range(len(graph) - size):
        cut = set(nx.articulation_points(graph))
        free = [spot for spot in sorted(graph) if spot not in cut]
        fewest = min(graph.degree[spot] for spot in free)
        graph.remove_node(chance.one_of([spot for spot in free if graph.degree[spot] == fewest], f"gap {n}"))
    return graph


def _touching(spots: Iterable[Spot]) -> nx.Graph:
    graph = nx.Graph()
    graph.add_nodes_from(spots)
    for column, row in list(graph):
        aside = column + row % 2
        for other in ((column + 1, row), (aside - 1, row + 1), (aside, row + 1)):
            if other in graph:
                graph.add_edge((column, row), other)
    return graph


def _bases(graph: nx.Graph, count: int) -> list[Spot]:
    """The bases, each as far from the others as possible."""
    bases = [_furthest(graph, [min(graph)])]
    while len(bases) < count:
        bases.append(_furthest(graph, bases))
    return bases


def _furthest(graph: nx.Graph, spots: Sequence[Spot]) -> Spot:
    steps = _steps(graph, spots)
    return min(steps, key=lambda spot: (-steps[spot], spot))


def _steps(graph: nx.Graph, spots: Sequence[Spot]) -> dict[Spot, int]:
    """The distance of every spot from the nearest of these."""
    found: dict[Spot, int] = nx.multi_source_dijkstra_path_length(graph, set(spots), weight=None)
    return found


# -------------------------------------------------------------------------------------------------------- the ways


def _ways(graph: nx.Graph, bases: Sequence[Spot], chance: Chance) -> dict[tuple[Spot, Spot], Way]:
    """The links of the map, each with its kind."""
    rail, banks = _railway(graph, bases, chance), _banks(graph, bases, chance)
    open = graph.copy()
    ways: dict[tuple[Spot, Spot], Way] = {}
    for one, other in sorted((min(edge), max(edge)) for edge in graph.edges):
        said = f"{one} {other}"
        if (one, other) in rail:
            ways[one, other] = "rail"
        elif chance.happens(MISSING, f"missing {said}") and _spared(open, bases, one, other):
            open.remove_edge(one, other)
        elif banks[one] != banks[other] and not chance.happens(BRIDGED, f"bridge {said}"):
            ways[one, other] = "river"
        else:
            ways[one, other] = "road"
    return ways


def _railway(graph: nx.Graph, bases: Sequence[Spot], chance: Chance) -> set[tuple[Spot, Spot]]:
    """A railway from the first base to every other one, not quite straight."""

    def toil(one: Spot, other: Spot, _link: Mapping[str, object]) -> int:
        return 10 + chance.of(10, f"toil {min(one, other)} {max(one, other)}")

    ways = (nx.dijkstra_path(graph, bases[0], base, weight=toil) for base in bases[1:])
    return {(min(pair), max(pair)) for way in ways for pair in pairwise(way)}


def _banks(graph: nx.Graph, bases: Sequence[Spot], chance: Chance) -> dict[Spot, int]:
    """The bank that a spot is on: that of the nearest base, or of one of the nearest."""
    away = [_steps(graph, [base]) for base in bases]
    found: dict[Spot, int] = {}
    for spot in graph:
        near = min(steps[spot] for steps in away)
        found[spot] = chance.one_of([n for n, steps in enumerate(away) if steps[spot] == near], f"bank {spot}")
    return found


def _spared(graph: nx.Graph, bases: Sequence[Spot], one: Spot, other: Spot) -> bool:
    """Whether a link may be left out: not at a base, and not if an end would have one link or none, or no way
    around."""
    if one in bases or other in bases or min(graph.degree[one], graph.degree[other]) <= 2:
        return False
    graph.remove_edge(one, other)
    around: bool = nx.has_path(graph, one, other)
    graph.add_edge(one, other)
    return around


# ----------------------------------------------------------------------------------------------------- the sectors


def _country(graph: nx.Graph, bases: Mapping[Spot, str], chance: Chance) -> dict[Spot, Terrain]:
    """The terrain: stretches of one kind around some spots; towns among them and at the bases."""
    spots = sorted(graph)
    count = max(2, len(spots) // PATCH)
    hearts = {spots[chance.of(len(spots), f"heart {n}")]: COUNTRY[n % len(COUNTRY)] for n in range(count)}
    found: dict[Spot, Terrain] = {}
    for spot in spots:
        heart = min(hearts, key=lambda one: ((one[0] - spot[0]) ** 2 + (one[1] - spot[1]) ** 2, one))
        town = spot in bases or chance.happens(TOWNS, f"town {spot}")
        found[spot] = "town" if town else hearts[heart]
    return found


def _owners(graph: nx.Graph, bases: Mapping[Spot, str]) -> dict[Spot, str]:
    """The first owner of sectors near one base and far from the others."""
    away = {base: _steps(graph, [base]) for base in bases}
    found: dict[Spot, str] = {}
    for base, side in bases.items():
        reach = min(away[base][other] for other in bases if other != base) // HOME
        found |= {spot: side for spot in graph if away[base][spot] <= reach}
    return found


def _sector(
    spot: Spot,
    key: str,
    terrain: Terrain,
    bases: Mapping[Spot, str],
    owners: Mapping[Spot, str],
    chance: Chance,
) -> Sector:
    column, row = spot
    x, y = 2 * column + row % 2, 2 * row
    if spot in bases:
        return Sector(
            key=key, x=x, y=y, terrain=terrain, value=BASE_VALUE, capacity=BASE_ROOM, base=bases[spot], capital=True
        )
    value = 3 if terrain == "town" else 1 if terrain in POOR else 1 + chance.of(2, f"value {spot}")
    room = 3 if terrain == "town" else 1 if terrain in POOR else 2
    return Sector(key=key, x=x, y=y, terrain=terrain, value=value, capacity=room, owner=owners.get(spot, ""))


def _link(one: str, other: str, kind: Way) -> Link:
    return Link(kind=kind, one=min(one, other), other=max(one, other))
