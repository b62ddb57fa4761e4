"""The map as a graph: ways, their costs and supply; and its state: who owns and holds which sector. Pure."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cached_property
from importlib import import_module
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from campaigns.theatre.map_parts import COSTS, RESERVE, Sector, Supply, Theatre

if TYPE_CHECKING:
    import networkx as nx
else:

    class _WhenAsked:
        def __getattr__(self, name: str) -> Any:
            return getattr(import_module("networkx"), name)

    nx = _WhenAsked()

__all__ = ["nx"]


Ends = tuple[str, str]


def graph_of(theatre: Theatre, closed: Collection[Ends] = ()) -> nx.Graph:
    """Sectors by key, in order; the links that are open, each with its `kind` and `cost`."""
    graph = nx.Graph()
    graph.add_nodes_from(sector.key for sector in theatre.sectors)
    for link in theatre.links:
        if (link.one, link.other) not in closed:
            graph.add_edge(link.one, link.other, kind=link.kind, cost=COSTS[link.kind])
    return graph


def ends(one: str, other: str) -> Ends:
    """The two ends of a link in their order."""
    return (one, other) if one < other else (other, one)


def traced(graph: nx.Graph, bases: Iterable[str], through: Collection[str]) -> dict[str, int]:
    """The cost of supply in each sector it reaches: from the nearest of `bases` over the sectors of `through`, and
    one link further. Bases outside `through` supply nothing."""
    sources = [base for base in bases if base in through]
    if not sources:
        return {}
    reached: dict[str, int] = nx.multi_source_dijkstra_path_length(graph, sources, weight=_over(through))
    return reached


def brought(graph: nx.Graph, bases: Iterable[str], through: Collection[str], to: str) -> tuple[str, ...]:
    """The cheapest way of supply from a base to a sector; () if there is none. Same rules as `traced`."""
    sources = [base for base in bases if base in through]
    try:
        _cost, way = nx.multi_source_dijkstra(graph, sources, target=to, weight=_over(through))
    except (nx.NetworkXNoPath, ValueError):  # the latter where there is no base
        return ()
    return tuple(way)


def supply_at(cost: int | None, reach: int) -> Supply:
    """The supply at this cost; None: no supply comes."""
    if cost is None:
        return "cut off"
    return "supplied" if cost <= reach else "strained"


def marches(graph: nx.Graph, origin: str, through: Collection[str], most: int) -> dict[str, tuple[str, ...]]:
    """The sectors that a march from `origin` over the sectors of `through` can reach for at most `most`, each with
    its cheapest way, including both ends. Of equal ways the first by the order of keys."""
    weight = _over({origin, *through})
    _costs, ways = nx.single_source_dijkstra(graph, origin, cutoff=most, weight=weight)
    return {place: tuple(way) for place, way in ways.items() if place != origin}


def _over(through: Collection[str]) -> Callable[[str, str, dict[str, Any]], int | None]:
    """The cost of a link from a sector that one may pass; None hides the link."""
    return lambda one, _other, link: link["cost"] if one in through else None


class MapState:
    """The map at one moment. `sides_in`: the sides with platoons in a sector, by key. It never changes, so results
    are kept."""

    def __init__(
        self,
        theatre: Theatre,
        sides_in: Mapping[str, Collection[str]],
        owners: Mapping[str, str],
        closed: Collection[Ends] = (),
    ) -> None:
        self.theatre, self.owners, self.closed = theatre, owners, closed
        self.sides_in = {sector: frozenset(sides) for sector, sides in sides_in.items()}
        self._through: dict[str, frozenset[str]] = {}
        self._supplied: dict[str, dict[str, int]] = {}

    @cached_property
    def sectors(self) -> dict[str, Sector]:
        return {one.key: one for one in self.theatre.sectors}

    @cached_property
    def graph(self) -> nx.Graph:
        """The links that are open."""
        return graph_of(self.theatre, self.closed)

    @cached_property
    def contested(self) -> frozenset[str]:
        """The sectors in which platoons of several sides stand."""
        return frozenset(sector for sector, sides in self.sides_in.items() if len(sides) > 1)

    def enemies_in(self, sector: str, side: str) -> bool:
        return bool(self.sides_in.get(sector, frozenset()) - {side})

    def through(self, side: str) -> frozenset[str]:
        """The sectors that a side owns and does not share: its marches and its supply go through them."""
        if side not in self._through:
            mine = frozenset(key for key, owner in self.owners.items() if owner == side)
            self._through[side] = mine - self.contested
        return self._through[side]

    def bases(self, side: str) -> list[str]:
        """The side's bases, which supply it while it owns them, by key."""
        return [one.key for one in self.theatre.sectors if one.base == side]

    def supplied(self, side: str) -> dict[str, int]:
        """What supply of a side costs in each sector that it reaches."""
        if side not in self._supplied:
            self._supplied[side] = traced(self.graph, self.bases(side), self.through(side))
        return self._supplied[side]

    def cost(self, way: tuple[str, ...]) -> int:
        """The cost of a way."""
        return sum(self.graph.edges[link]["cost"] for link in pairwise(way))


def changing_hands(sides: Mapping[str, str], places: Mapping[str, str], owners: Mapping[str, str]) -> dict[str, str]:
    """The sectors that change hands, with platoons (of `sides`, by key) in these places. A side that is alone in a
    sector owns it; shared and empty sectors keep their owner."""
    there: dict[str, set[str]] = {}
    for key, place in places.items():
        if place not in ("", RESERVE):
            there.setdefault(place, set()).add(sides[key])
    return {
        place: side
        for place in sorted(there)
        if len(there[place]) == 1 and owners.get(place) != (side := min(there[place]))
    }
