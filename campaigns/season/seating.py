"""Who plays a fixture, who speaks in it, and whose its game is beside the season."""

from __future__ import annotations

import msgspec

from campaigns.season.state import Fixture, Season


class Played(msgspec.Struct, frozen=True):
    """Whose a platoon's game is in ratings, careers and honours: of `players`, nobody's if there are none. Where
    somebody sat in, `substitute` is who, and `own` are the platoon's players at that time."""

    players: tuple[str, ...]
    substitute: str = ""
    own: tuple[str, ...] = ()


def speakers(season: Season, fixture: Fixture, platoon: str) -> tuple[str, ...]:
    """Who agrees on a date, says they are ready and musters for a platoon: its players, and who sits in for them."""
    found = fixture.substitutes.get(platoon)
    own = season.platoons[platoon].players
    return own if found is None or found.person in own else (*own, found.person)


def played_for(season: Season, fixture: Fixture, platoon: str) -> Played:
    """Whose the game is, as its battle was mustered; before that, as it would be now. A fixture that was decided
    without a battle is of the platoon's players, whoever would have sat in."""
    sides = {forces.platoon: side for side, forces in fixture.sides.items()}
    manned = fixture.manned.get(sides.get(platoon, ""), ())
    there = fixture.stand_ins if fixture.battle else fixture.substitutes if fixture.is_open else {}
    sat = there.get(platoon)
    if sat is None:
        return Played(manned or season.platoons[platoon].players)
    own = manned or sat.players
    players = {"own": own, "substitute": (sat.person,), "nobody": ()}[sat.game]
    return Played(players, sat.person, own)
