"""Musters that a rulebook has drafted: what a simulation takes its platoons and battlefields from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from campaigns.simulation.chance import Chance
from rules.contract import Muster, RuleSystem

STOCK = 60  # drafting takes its time, so that a season draws again from what it has


class Drafted(msgspec.Struct, frozen=True):
    """A side of a muster as a platoon could be: its card; each vehicle's model and cards."""

    card: str
    vehicles: tuple[tuple[str, tuple[str, ...]], ...]


class Drafts:
    """A stock of them, the same for the same chance."""

    def __init__(self, system: RuleSystem, chance: Chance) -> None:
        self._stock: Sequence[Muster] = tuple(system.draft(chance.choose) for _one in range(STOCK))

    def musters(self, chance: Chance, most: int) -> Sequence[Muster]:
        """Some of them, none twice."""
        return chance.shuffled(self._stock)[:most]

    def sides(self, chance: Chance, most: int) -> Iterator[Drafted]:
        """The sides of some of them."""
        for muster in self.musters(chance, most):
            for side, platoon in muster.sides.items():
                units = (unit for unit in muster.units if unit.side == side)
                vehicles = tuple((unit.model, muster.fittings.get(unit.id, ())) for unit in units)
                yield Drafted(platoon.platoon, vehicles)
