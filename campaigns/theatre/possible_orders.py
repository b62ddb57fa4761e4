"""Where every platoon stands when orders are given, and what each may be ordered. Pure; it knows no season."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

import msgspec

from campaigns.theatre.graph import Ends, MapState, marches
from campaigns.theatre.map_parts import RESERVE, Deed, Supply, Theatre


class Stand(msgspec.Struct, frozen=True, kw_only=True):
    """A platoon in a sector or in reserve. `march`: how far it marches; `worth`: points of its vehicles that can
    fight; `fit`: some can; `engaged`: it is still in an earlier battle; `beaten`: it has to retreat."""

    key: str
    side: str
    sector: str
    march: int
    supply: Supply = "supplied"
    worth: int = 0
    fit: bool = True
    engaged: bool = False
    beaten: bool = False
    entrenched: bool = False


class Possible(msgspec.Struct, frozen=True, kw_only=True):
    """A legal order: what to do, the sector it names (its own to hold or entrench), the way with both ends (() if it
    stays), and the cost."""

    do: Deed
    to: str
    way: tuple[str, ...] = ()
    cost: int = 0


class Situation(MapState):
    """The map with every platoon on it."""

    def __init__(
        self, theatre: Theatre, stands: Collection[Stand], owners: Mapping[str, str], closed: Collection[Ends] = ()
    ) -> None:
        self.stands = {one.key: one for one in sorted(stands, key=lambda one: one.key)}
        self._marches: dict[tuple[str, str, int], dict[str, tuple[str, ...]]] = {}
        sides_in: dict[str, set[str]] = {}
        for one in self.stands.values():
            if one.sector != RESERVE:
                sides_in.setdefault(one.sector, set()).add(one.side)
        super().__init__(theatre, sides_in, owners, closed)

    def marches(self, one: Stand) -> dict[str, tuple[str, ...]]:
        """The sectors that a platoon can march to, each with its cheapest way."""
        asked = (one.side, one.sector, one.march)
        if asked not in self._marches:
            self._marches[asked] = marches(self.graph, one.sector, self.through(one.side), one.march)
        return self._marches[asked]


def possible(situation: Situation, one: Stand) -> Iterator[Possible]:
    """Every legal order of a platoon, first those that stay, then by deed, distance and key."""
    yield Possible(do="hold", to=one.sector)
    if one.engaged or one.beaten:
        return
    if one.sector == RESERVE:
        yield from _out_of_reserve(situation, one)
        return
    ways = situation.marches(one)
    moves = [Possible(do="move", to=to, way=way, cost=situation.cost(way)) for to, way in ways.items()]
    moves = sorted((move for move in moves if not situation.enemies_in(move.to, one.side)), key=_nearest)
    if one.fit:
        yield Possible(do="entrench", to=one.sector)
        yield from sorted(_attacks(situation, one), key=_nearest)
    yield from moves
    if one.fit:
        yield from (Possible(do="support", to=to) for to in sorted(situation.graph[one.sector]))
    yield from sorted(_withdrawals(situation, one), key=_nearest)


def _nearest(one: Possible) -> tuple[int, str]:
    return one.cost, one.to


def _out_of_reserve(situation: Situation, one: Stand) -> Iterator[Possible]:
    mine = situation.through(one.side)
    for key in sorted(mine):
        if situation.sectors[key].base == one.side:
            yield Possible(do="move", to=key, way=(key,))


def _attacks(situation: Situation, one: Stand) -> Iterator[Possible]:
    """Attacks. A sector that its side holds alone is not attacked."""
    mine = situation.through(one.side)
    yield from (msgspec.structs.replace(step, do="attack") for step in _steps(situation, one) if step.to not in mine)


def _withdrawals(situation: Situation, one: Stand) -> Iterator[Possible]:
    supplied = situation.supplied(one.side)
    for step in _steps(situation, one):
        if step.to in supplied and not situation.enemies_in(step.to, one.side):
            yield step


def _steps(situation: Situation, one: Stand) -> Iterator[Possible]:
    """Steps to the neighbouring sectors that it can afford."""
    for to, link in situation.graph[one.sector].items():
        if link["cost"] <= one.march:
            yield Possible(do="withdraw", to=to, way=(one.sector, to), cost=link["cost"])
