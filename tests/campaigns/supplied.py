"""Who stands where on the map, whose each sector is and what supply comes there, by somebody who has only read
campaigns/RULES.md. It shares no line with the product's map.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

COST = {"rail": 1, "road": 2, "river": 3}
NOWHERE = ("", "reserve")


class Country:
    """The map of a campaign at one moment. `sides`: of the platoons, by key."""

    def __init__(self, theatre: Mapping[str, Any], sides: Mapping[str, str]) -> None:
        self.sides = sides
        self.base = {one["key"]: one.get("base", "") for one in theatre["sectors"]}
        self.owner = {one["key"]: one.get("base") or one.get("owner", "") for one in theatre["sectors"]}
        self.links = {frozenset((one["one"], one["other"])): COST[one["kind"]] for one in theatre["links"]}
        self.closed: set[frozenset[str]] = set()
        self.places: dict[str, str] = {}

    def go(self, moves: Iterable[tuple[str, str]]) -> None:
        """All at once; whoever is in a sector alone owns it from then on."""
        self.places |= dict(moves)
        for sector in self.owner:
            there = self._sides_in(sector)
            if len(there) == 1:
                self.owner[sector] = there.pop()

    def went(self, moves: Iterable[tuple[str, str]], held: Mapping[str, str]) -> None:
        """As it was played, and with what changed hands then: others may stand elsewhere by now."""
        self.places |= dict(moves)
        self.owner |= held

    def set_link(self, one: str, other: str, is_open: bool) -> None:
        (self.closed.discard if is_open else self.closed.add)(frozenset((one, other)))

    def supply(self, reach: int) -> dict[str, str]:
        """Of every platoon that has not left."""
        costs = {side: self._costs(side) for side in {*self.sides.values()}}
        found = {}
        for key, place in self.places.items():
            cost = 0 if place == "reserve" else costs[self.sides[key]].get(place)
            if place:
                found[key] = "cut off" if cost is None else "supplied" if cost <= reach else "strained"
            if place == "reserve":
                found[key] = "supplied"
        return found

    def _sides_in(self, sector: str) -> set[str]:
        return {self.sides[key] for key, place in self.places.items() if place == sector}

    def _costs(self, side: str) -> dict[str, int]:
        """What the way from the nearest base costs: cheaper ways are looked for until there are none."""
        own = {key for key, owner in self.owner.items() if owner == side and len(self._sides_in(key)) < 2}
        cost = {key: 0 for key in own if self.base[key] == side}
        found = True
        while found:
            found = False
            for link, price in self.links.items():
                for here, there in (tuple(link), tuple(link)[::-1]) if link not in self.closed else ():
                    if here in cost and here in own and cost[here] + price < cost.get(there, 10**9):
                        cost[there], found = cost[here] + price, True
        return cost
