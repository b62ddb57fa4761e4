"""The map as a graph: ways, their costs, and supply."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any

from campaigns.theatre.map_parts import COSTS, Supply, Theatre
from campaigns.theatre.networks import nx

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
