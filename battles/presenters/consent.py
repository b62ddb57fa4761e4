"""When the floor above agrees in place of players who cannot be asked any more."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import datetime, timedelta

from battles.log import Row
from rules.battle import Battle, Proposal

# Each tells how long after a battle's last report it agrees for these players; None where they answer themselves.
IN_PLACE_OF: list[Callable[[str, Collection[str]], timedelta | None]] = []


def asked_of(battle: Battle, proposal: Proposal) -> frozenset[str]:
    """The players whose consent is still missing."""
    asked = (side for key, side in battle.muster.sides.items() if key not in (proposal.side, *proposal.agreed))
    return frozenset(player for side in asked for player in side.players)


def agreed_at(stream: str, battle: Battle, proposal: Proposal, rows: Sequence[Row]) -> datetime | None:
    """When a proposal is agreed to by default, unless something is reported before; None where somebody is asked."""
    players = asked_of(battle, proposal)
    waits = [found for within in IN_PLACE_OF if (found := within(stream, players)) is not None]
    return datetime.fromisoformat(rows[-1].at) + min(waits) if waits and players else None
