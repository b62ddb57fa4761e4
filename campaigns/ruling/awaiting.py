"""Of whom something is awaited before the round under way can go on. Pure, and nobody's secret: that there is an order
is public."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from campaigns.season import Round, Season
from campaigns.season.whereabouts import engaged


class Awaited(msgspec.Struct, frozen=True):
    """Platoons by key: those without an order that could have one, those that have to retreat, and those with a battle
    to fight, or to fight to its end. While orders are awaited, battles are not."""

    orders: tuple[str, ...] = ()
    retreats: tuple[str, ...] = ()
    battles: tuple[str, ...] = ()

    def players(self, season: Season) -> tuple[str, ...]:
        """Who commands them, each once."""
        platoons = (season.platoons[key] for key in (*self.orders, *self.retreats, *self.battles))
        return tuple(dict.fromkeys(player for one in platoons if not one.dropped for player in one.players if player))


def awaited(season: Season, round: Round) -> Awaited:
    """What the round that is under way waits for."""
    retreats = tuple(sorted(season.retreats))
    if season.opened.theatre is not None and not round.resolved:
        return Awaited(tuple(_without_order(season)), retreats)
    return Awaited((), retreats, tuple(dict.fromkeys(_with_a_battle(season, round))))


def _without_order(season: Season) -> Iterator[str]:
    """Who is engaged, or has to retreat, only holds: there is nothing to order."""
    bound = engaged(season).keys() | season.retreats.keys() | season.orders.keys()
    yield from (key for key, one in season.platoons.items() if one.sector and key not in bound)


def _with_a_battle(season: Season, round: Round) -> Iterator[str]:
    for fixture in season.fixtures.values():
        if fixture.round == round.number and (fixture.is_fought or (fixture.announced and fixture.is_open)):
            yield from fixture.platoons
