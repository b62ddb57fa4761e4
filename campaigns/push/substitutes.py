"""Whom a phone asks whether somebody may sit in for their opponent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from battles import log
from campaigns.season.decider import FACTS
from campaigns.season.kept_events import Substituted, SubstituteProposed
from campaigns.season.results import waiting
from campaigns.season.state import Season
from campaigns.season.substitutes.answers import SubstituteDeclined
from campaigns.season.substitutes.naming import SubstituteWithdrawn
from campaigns.season.substitutes.rule import rivals_of

OF_SUBSTITUTES = (SubstituteProposed, Substituted, SubstituteDeclined, SubstituteWithdrawn)
TYPES = {one.__name__ for one in OF_SUBSTITUTES}


def asked_in(season: Season, rows: Sequence[log.Row]) -> dict[str, int]:
    """The opponents who have to accept somebody, by their ids in the log, each with the newest row of a proposal."""
    return dict(sorted(_asked(season, rows), key=lambda one: one[1]))


def _asked(season: Season, rows: Sequence[log.Row]) -> Iterator[tuple[str, int]]:
    open_ones = [one for one in waiting(season) if one.asked_for]
    told = _proposed(rows) if open_ones else {}
    for fixture in open_ones:
        for platoon, found in fixture.asked_for.items():
            own = {*season.platoons[platoon].players, found.person}
            for rival in rivals_of(fixture, platoon):
                if (position := told.get((fixture.key, platoon))) and not season.platoons[rival].dropped:
                    yield from ((player, position) for player in season.platoons[rival].players if player not in own)


def _proposed(rows: Sequence[log.Row]) -> dict[tuple[str, str], int]:
    """The rows of the proposals that stand, each the first that said so: a correction may tell the same again."""
    found: dict[tuple[str, str], tuple[SubstituteProposed, int]] = {}
    for row in rows:
        if row.type not in TYPES:
            continue
        event = FACTS.decode(row.type, row.version, row.data)
        assert isinstance(event, OF_SUBSTITUTES)
        key = event.fixture, event.platoon
        if not isinstance(event, SubstituteProposed):
            found.pop(key, None)
        elif key not in found or found[key][0] != event:
            found[key] = event, row.position
    return {key: position for key, (_event, position) in found.items()}


def fixture_in(row: log.Row) -> str:
    """The fixture that a proposal is about."""
    event = FACTS.decode(row.type, row.version, row.data)
    assert isinstance(event, SubstituteProposed)
    return event.fixture
