"""The state of the map: who owns and holds which sector, and what follows for ways and supply. Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property
from itertools import pairwise

from campaigns.theatre.graph import Ends, graph_of, traced
from campaigns.theatre.map_parts import Sector, Theatre
from campaigns.theatre.networks import nx


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
