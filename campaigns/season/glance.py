"""A season at one moment, with what is asked of it more than once: standings, supply, the names of its fixtures."""

from __future__ import annotations

from functools import cached_property

from campaigns.season import names
from campaigns.season.positions import contested, supplies
from campaigns.season.standings import Place, standings
from campaigns.season.state import Season
from campaigns.theatre import Supply
from rules.contract import Message


class Glance:
    """Each of these is worked out once, when somebody asks for it. The season must not change meanwhile."""

    def __init__(self, season: Season) -> None:
        self.season = season

    @cached_property
    def supplies(self) -> dict[str, Supply]:
        return supplies(self.season)

    @cached_property
    def contested(self) -> frozenset[str]:
        return contested(self.season)

    @cached_property
    def places(self) -> dict[str, Place]:
        """The standings, best first, by platoon."""
        return {place.platoon: place for place in standings(self.season)}

    @cached_property
    def fixtures(self) -> dict[str, Message]:
        """What each fixture is called, by key."""
        return {fixture.key: called for fixture, called in names.fixtures(self.season)}
