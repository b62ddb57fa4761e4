"""Musters that a rulebook has drafted, from which a simulation takes platoons and battlefields."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from campaigns.simulation.chance import Chance
from rules.contract import Muster, RuleSystem

STOCK = 60  # drafting is slow, so a season draws from these again


class Drafted(msgspec.Struct, frozen=True):
    """A side of a muster as a platoon: its card, and each vehicle's model and cards."""

    card: str
    vehicles: tuple[tuple[str, tuple[str, ...]], ...]


class Drafts:
    """A stock of drafted musters, the same for the same chance."""

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
