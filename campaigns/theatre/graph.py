"""The map as a graph: what ways there are, what they cost, how far supply reaches. Costs are those of the links."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any

import networkx as nx

from campaigns.theatre.map_parts import COSTS, Supply, Theatre

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
    """The ends of a link as they name it."""
    return (one, other) if one < other else (other, one)


def traced(graph: nx.Graph, bases: Iterable[str], through: Collection[str]) -> dict[str, int]:
    """What supply costs in each sector that it reaches: brought from the nearest of `bases` over the sectors of
    `through`, and one link further. Bases that are not of `through` bring nothing."""
    sources = [base for base in bases if base in through]
    if not sources:
        return {}
    reached: dict[str, int] = nx.multi_source_dijkstra_path_length(graph, sources, weight=_over(through))
    return reached


def brought(graph: nx.Graph, bases: Iterable[str], through: Collection[str], to: str) -> tuple[str, ...]:
    """The cheapest way on which supply is brought to a sector, from its base on; () where none comes. As `traced`."""
    sources = [base for base in bases if base in through]
    try:
        _cost, way = nx.multi_source_dijkstra(graph, sources, target=to, weight=_over(through))
    except (nx.NetworkXNoPath, ValueError):  # the latter where there is no base
        return ()
    return tuple(way)


def supply_at(cost: int | None, reach: int) -> Supply:
    """What supply that costs so much is; None for supply that does not come."""
    if cost is None:
        return "cut off"
    return "supplied" if cost <= reach else "strained"


def marches(graph: nx.Graph, origin: str, through: Collection[str], most: int) -> dict[str, tuple[str, ...]]:
    """The sectors that a march from `origin` over the sectors of `through` comes to for at most `most`, each with its
    cheapest way, both ends among it. Of equal ways that which the order of keys finds first."""
    weight = _over({origin, *through})
    _costs, ways = nx.single_source_dijkstra(graph, origin, cutoff=most, weight=weight)
    return {place: tuple(way) for place, way in ways.items() if place != origin}


def _over(through: Collection[str]) -> Callable[[str, str, dict[str, Any]], int | None]:
    """What a link costs from a sector one may go on from; None hides it."""
    return lambda one, _other, link: link["cost"] if one in through else None
