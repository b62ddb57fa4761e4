"""Whom a phone tells of the date of a fixture: proposed to them, fixed by somebody else, or to be played soon."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from battles import log
from campaigns.season.appointments import DateAgreed, DateCancelled, DateDeclined, DateSet
from campaigns.season.date_reminders import DateReminded, players_of
from campaigns.season.decider import FACTS
from campaigns.season.kept_events import DateProposed
from campaigns.season.results import waiting
from campaigns.season.state import Season
from rules.contract import Event

Said = tuple[str, str, str]  # a fixture, its date and place
OF_DATES = (DateProposed, DateAgreed, DateSet, DateDeclined, DateCancelled, DateReminded)
TYPES = {one.__name__ for one in OF_DATES}


class Told:
    """The rows in which dates were told, each the first that said so: a correction may tell the same again."""

    def __init__(self, rows: Sequence[log.Row]) -> None:
        self.proposed: dict[str, tuple[Said, int]] = {}
        self.fixed: dict[str, tuple[Said, int]] = {}
        self.reminded: dict[Said, int] = {}
        self.by: dict[int, str] = {}
        for row in rows:
            if row.type in TYPES:
                self._take(row, FACTS.decode(row.type, row.version, row.data))

    def _take(self, row: log.Row, event: Event) -> None:
        self.by[row.position] = row.by
        if isinstance(event, DateProposed):
            _note(self.proposed, (event.fixture, event.at, event.place), row.position)
        elif isinstance(event, DateAgreed | DateSet):
            self.proposed.pop(event.fixture, None)
            _note(self.fixed, (event.fixture, event.at, event.place), row.position)
        elif isinstance(event, DateDeclined):
            self.proposed.pop(event.fixture, None)
        elif isinstance(event, DateCancelled):
            self.fixed.pop(event.fixture, None)
        elif isinstance(event, DateReminded):
            self.reminded.setdefault((event.fixture, event.at, ""), row.position)


def _note(found: dict[str, tuple[Said, int]], said: Said, position: int) -> None:
    if found.get(said[0], (None, 0))[0] != said:
        found[said[0]] = said, position


def proposed_in(season: Season, told: Told) -> dict[str, int]:
    """To whom dates are proposed, by their ids in the log, each with the newest row of one."""
    return dict(sorted(_proposed(season, told), key=lambda one: one[1]))


def _proposed(season: Season, told: Told) -> Iterator[tuple[str, int]]:
    for fixture in waiting(season):
        found = fixture.proposed
        if found is not None and fixture.key in told.proposed:
            own = season.platoons[found.platoon].players
            position = told.proposed[fixture.key][1]
            yield from ((player, position) for player in players_of(season, fixture) if player not in own)


def fixed_in(season: Season, told: Told) -> dict[str, int]:
    """Whose dates stand, except who has said the last word on it, each with the newest row of one."""
    return dict(sorted(_fixed(season, told), key=lambda one: one[1]))


def _fixed(season: Season, told: Told) -> Iterator[tuple[str, int]]:
    for fixture in waiting(season):
        if fixture.date and fixture.key in told.fixed:
            position = told.fixed[fixture.key][1]
            yield from ((one, position) for one in players_of(season, fixture) if one != told.by[position])


def reminded_in(season: Season, told: Told) -> dict[str, int]:
    """Who was reminded of a date that stands, each with the newest row of one."""
    return dict(sorted(_reminded(season, told), key=lambda one: one[1]))


def _reminded(season: Season, told: Told) -> Iterator[tuple[str, int]]:
    for fixture in waiting(season):
        position = told.reminded.get((fixture.key, fixture.date, ""), 0)
        if position and fixture.date_told:
            yield from ((player, position) for player in players_of(season, fixture))


def fixture_in(row: log.Row) -> str:
    """The fixture whose date a row tells."""
    event = FACTS.decode(row.type, row.version, row.data)
    assert isinstance(event, OF_DATES)
    return event.fixture
