"""A platoon's place on the map, what its supply allows it, and what its players may do now."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from campaigns.pages.map_tasks import Summons, summoned
from campaigns.presenters import map
from campaigns.presenters.story import Fact
from campaigns.season import Platoon, Season
from campaigns.season.positions import allowed, engaged


class Footing(msgspec.Struct, frozen=True):
    """`sector` by key, "" in reserve; `allowed`: what its supply allows, a sentence each; `fixture`: the one it has
    to fight, "" for none; `ordered`: it has an order; `resolved`: the round's orders are. `summons`: what its reader
    has to do with it, None if nothing or if they do not command it; `next`: another platoon of theirs that waits."""

    sector: str
    name: str
    supply: str
    allowed: tuple[str, ...]
    entrenched: bool
    fixture: str
    due: bool
    resolved: bool
    ordered: bool
    summons: Summons | None
    next: Summons | None


def footing(season: Season, facts: Sequence[Fact], platoon: Platoon, reader: str) -> Footing | None:
    """A platoon's place on the map. None without a map, and for a platoon that has left."""
    allowance = allowed(season, platoon)
    if allowance is None:
        return None
    mine = [one for one in summoned(season, facts, reader) if not one.fixture]
    return Footing(
        sector=platoon.sector if platoon.sector in season.opened.sectors else "",
        name=map.place(season, platoon.sector),
        supply=map.supply_in_words(allowance.supply),
        allowed=tuple(map.allowed_in_words(allowance)),
        entrenched=platoon.entrenched,
        fixture=engaged(season).get(platoon.key, ""),
        due=platoon.key in season.retreats,
        resolved=season.under_way is not None and season.under_way.resolved,
        ordered=platoon.key in season.orders,
        summons=next((one for one in mine if one.platoon is platoon), None),
        next=next((one for one in mine if one.platoon is not platoon and not one.order), None),
    )
