"""When and where a fixture is played, for one reader."""

from __future__ import annotations

import msgspec

from campaigns.season import Fixture, Season
from campaigns.season.free_times import free_of
from campaigns.season.results import waiting


class Appointment(msgspec.Struct, frozen=True):
    """`date` and `place` as agreed, "" for none; `proposed`, `proposed_place` and `by`: what waits for an answer, by
    which platoon. Places are for whoever is logged in. `free`: when the platoons are that its reader may know it of, by
    name. `open`: nobody has begun it, so it can be dated."""

    date: str
    place: str
    proposed: str
    proposed_place: str
    by: str
    free: tuple[tuple[str, str], ...]
    open: bool


def of(season: Season, fixture: Fixture, reader: str, now: bool) -> Appointment:
    """`now`: not at an earlier moment, at which nothing is told of what people are free."""
    proposed = fixture.proposed if fixture.is_open else None
    known = ((season.platoons[key].name, free_of(season, key, reader)) for key in fixture.platoons)
    return Appointment(
        date=fixture.date,
        place=fixture.place if reader else "",
        proposed=proposed.at if proposed else "",
        proposed_place=proposed.place if proposed and reader else "",
        by=season.platoons[proposed.platoon].name if proposed else "",
        free=tuple((name, free) for name, free in known if free) if now else (),
        open=fixture in waiting(season),
    )


def undated(season: Season) -> int:
    """How many fixtures of the round under way have no date, and nobody has begun them."""
    return sum(not one.date for one in waiting(season))
